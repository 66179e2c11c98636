"""Session tables at which something is refused, and what a row of the lists of refusals is."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from services.tournament.domain.table.table import Command
from tests.tournament.domain.table.play import (
    LOST,
    STOOD_OFF,
    Play,
    call_session,
    count,
    deal,
    hand,
    limit_time,
    record,
    rounds,
    started,
    terms,
    wager,
)


@dataclass(frozen=True)
class Row:
    """A command on a table is refused for `code`, and people are told `says`."""

    code: str
    play: Callable[[], Play]
    command: Command
    says: str


def called(play: Play, *more: Command) -> Play:
    play.do(call_session(), *more)
    return play


def after(play: Play, *more: Command) -> Play:
    play.do(*more)
    return play


def over(free: bool = True) -> Play:
    play = started(terms(rounds(1), free=free))
    play.round()
    return play


def finished(free: bool = True) -> Play:
    return after(over(free), count((1, 1000), (3, 1000), (4, 1000), (7, 1000)))


def low_twice() -> Play:
    play = started()
    play.do(wager(1, 5, oversight=True), wager(3), wager(4), wager(7), deal())
    play.do(record(hand(1, LOST, 5), *(hand(box, STOOD_OFF) for box in (3, 4, 7))))
    return after(play, wager(3, round_=2), wager(4, round_=2), wager(7, round_=2))


def in_time() -> Play:
    play = after(started(), limit_time())
    play.round()
    return play


FOUR = ((1, "AS KD"), (3, "10H 9C"), (4, "10D 7C"), (7, "10S 9S"))
