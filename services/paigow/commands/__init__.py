"""What was given as commands, pure: anyone can make them again. A file for each aggregate."""
