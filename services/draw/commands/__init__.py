"""What was given as commands, pure; a file for each aggregate of the draw."""
