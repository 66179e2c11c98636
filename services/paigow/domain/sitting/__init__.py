"""A sitting: one pai gow table from its opening count to its closing count."""
