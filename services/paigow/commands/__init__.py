"""What was given as a command: pure, so that anyone can make it again from a commit."""
