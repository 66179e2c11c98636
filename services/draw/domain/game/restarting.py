"""A void game is started over once (Tennessee 14 and 15).

Two managers at two consoles may open a game in its place at the same moment. The void game's own
record tells which of them came first: that one is played, and the other cannot be announced.
"""

from __future__ import annotations

import enum
from dataclasses import dataclass, replace

from services.draw.domain.game.state import Ended, Game, Restart
from services.kernel.law import Decision, happened


class RestartStep(enum.Enum):
    """How far a game has come that starts another one over. ENDED: in whatever way."""

    OPENED = 1
    ANNOUNCED = 2
    ENDED = 3


@dataclass(frozen=True, slots=True)
class FollowRestart:
    """Take note of what happened in `game`, which was opened to start this one over."""

    game: str
    step: RestartStep


@dataclass(frozen=True, slots=True)
class RestartFollowed:
    """The void game knows of the one in its place."""

    game: str
    step: RestartStep


def follow_restart(command: FollowRestart, game: Game) -> Decision[RestartFollowed]:
    """What happened in it is on record with the game that it starts over."""
    if not isinstance(game, Ended):
        return Decision()
    return happened(RestartFollowed(command.game, command.step))


def restart_followed(game: Ended, event: RestartFollowed) -> Ended:
    """One that is given up before it was announced leaves the void game to be started over."""
    known = {each.game: each for each in game.restarts}
    match event.step:
        case RestartStep.OPENED:
            known[event.game] = Restart(event.game)
        case RestartStep.ANNOUNCED:
            known[event.game] = Restart(event.game, announced=True)
        case RestartStep.ENDED:
            if event.game in known and not known[event.game].announced:
                del known[event.game]
    return replace(game, restarts=tuple(known.values()))
