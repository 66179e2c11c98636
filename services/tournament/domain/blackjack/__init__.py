"""The hands of one round of blackjack, settled by the rules that a profile chooses."""
