"""Lists; a file for each aggregate of the draw."""
