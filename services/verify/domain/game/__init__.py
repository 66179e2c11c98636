"""A game as verify knows it: folded from what the draw put on record, in words of our own."""
