"""What nobody asks for, a file for each aggregate that it is told to."""
