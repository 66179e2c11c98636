"""A bingo game, from its opening to its end. Read `state`, then the chapters, then `game`."""
