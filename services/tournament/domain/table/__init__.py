"""One table in one session or play-off: chips, wagers, rounds, clock, end and tally."""
