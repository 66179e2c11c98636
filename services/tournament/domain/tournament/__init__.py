"""A tournament: conditions, entries, seating, advancement, placings, prizes. A file a chapter."""
