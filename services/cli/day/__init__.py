"""The day report of a venue: what the journal says of a gaming day, for two signatures."""
