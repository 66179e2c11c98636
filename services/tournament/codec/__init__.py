"""How what happens is written in the journal, a file for each aggregate."""
