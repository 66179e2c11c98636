"""The verify service: cards, sales and claims of bingo games."""
