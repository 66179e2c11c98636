"""How each aggregate of the draw is written in the journal; a file for each."""
