"""What was given as a command, a file for each aggregate."""
