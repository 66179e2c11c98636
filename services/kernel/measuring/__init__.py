"""What is counted, timed and traced: its names, and how it is counted."""
