"""The law of pai gow: tiles, the sitting of a table, and players kept apart."""
