"""What nobody asks for: reactions to the record; a file for each aggregate that reacts."""
