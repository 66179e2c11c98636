"""How what the pai gow service keeps is written in the journal."""
