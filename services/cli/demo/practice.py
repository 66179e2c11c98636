"""Game 6: for practice, marked everywhere and in no total."""

from __future__ import annotations

from eyesdown_client import Selector
from services.cli.demo.evening import ROOMS, Evening
from services.cli.demo.games import ball, ended, opened


async def played(evening: Evening) -> None:
    """Two balls to show new players how it goes."""
    evening.begin("A practice game: everything as in earnest, and in no total.")
    game = await opened(evening, 6, "P-0001", Selector.RECEPTACLE, ROOMS[2:])
    for number in (1, 2):
        game = await ball(evening, game, number)
    game = await ended(evening, game, "enough to see how it goes")
    evening.check("it is marked as practice", game.practice, True)
