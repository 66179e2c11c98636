"""Staff who know what they do: the next command of a game, whatever its state."""

from __future__ import annotations

from datetime import datetime

from services.draw.domain.game.announcing import AnnounceGame
from services.draw.domain.game.calling import CallNumber
from services.draw.domain.game.deciding import DecideCallOut
from services.draw.domain.game.displaying import ConfirmCall
from services.draw.domain.game.ending import EndGame
from services.draw.domain.game.game import Command
from services.draw.domain.game.parts import Post, Verdict
from services.draw.domain.game.selecting import SelectNumber
from services.draw.domain.game.staff import AssignStaff
from services.draw.domain.game.state import Ended, Game, InPlay, State, Unopened, Waiting
from services.kernel.law import pick
from tests.draw.domain.games import (
    ANA,
    BALLS,
    BEN,
    CALLER,
    SERIAL,
    SUPERVISOR,
)


def next_ball(game: Game, entropy: bytes) -> int | None:
    """The ball that comes out of the receptacle."""
    left = tuple(set(range(1, game.rules.numbers + 1)) - game.called)
    return pick(entropy, left) if game.selector is BALLS and left else None


def racked(game: Game) -> int | None:
    """The ball that the supervisor has in hand."""
    return game.last_call.number if game.selector is BALLS and game.last_call else None


def way_on(game: State, now: datetime, chance: bytes) -> Command | None:
    """What good staff do next; None when there is nothing left to do."""
    if isinstance(game, Unopened | Ended):
        return None
    assert isinstance(game, Game)
    for post in (CALLER, SUPERVISOR):
        if game.holder(post) is None:
            free = next(who for who in (ANA, BEN) if who not in map(game.holder, Post))
            return AssignStaff(post, free, now)
    caller, supervisor = game.holder(CALLER) or "", game.holder(SUPERVISOR) or ""
    if isinstance(game, Waiting):
        return AnnounceGame(game.game_version, game.stages, SERIAL, "NZD", caller, now)
    assert isinstance(game, InPlay)
    for each in game.call_outs:
        if each.pauses:
            return DecideCallOut(each.call_out, Verdict.NOT_VALID, (), False, supervisor, now)
    position, last = len(game.calls), game.last_call
    if last and not last.confirmed:
        return ConfirmCall(position, racked(game), supervisor, now)
    if game.selected:
        return CallNumber(position + 1, caller, now)
    if game.next_position == 0:
        return EndGame("", supervisor, now)
    return SelectNumber(game.next_position, next_ball(game, chance), chance, caller)
