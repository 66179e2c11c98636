"""The law of cards, sales and claims: pure, one folder for each aggregate."""
