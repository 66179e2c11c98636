"""The draw service: opens, calls and ends bingo games."""
