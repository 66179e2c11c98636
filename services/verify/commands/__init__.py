"""What was given as commands: pure, so that anyone can make them again from a commit."""
