"""A session: a programme of games, opened and closed under two signatures."""
