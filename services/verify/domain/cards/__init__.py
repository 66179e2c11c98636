"""What a bingo card is, what can be won on it, and whether it is."""
