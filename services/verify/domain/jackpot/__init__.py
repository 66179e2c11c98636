"""Jackpots: a cycle from its seed to the game that wins it, and its ledger."""
