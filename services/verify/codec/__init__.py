"""How each aggregate is written in the journal; a file for each."""
