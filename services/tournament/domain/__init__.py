"""The law of blackjack tournaments."""
