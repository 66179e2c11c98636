"""How each aggregate of verify is written in the journal."""
