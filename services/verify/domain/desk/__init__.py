"""The claim desk of a game: its sales as a whole, and its claims."""
