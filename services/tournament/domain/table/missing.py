"""Wagers that are not made: the time for them, and what it costs to miss one (4.7, 4.8, 4.11)."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from services.kernel.law import Decision, Reason, clause, expect, happened
from services.tournament.domain.table.conduct import by_the_director
from services.tournament.domain.table.leaving import BoxDisqualified, DisqualifiedFor
from services.tournament.domain.table.reasons import CARDS_OUT, not_held, said, seat_of
from services.tournament.domain.table.state import (
    Dealt,
    InSession,
    Seated,
    Wager,
    Wagering,
    WagerTime,
)
from services.tournament.domain.table.wagering import NOT_IN_THIS_ROUND

NO_TIME_LIMIT = Reason(
    "NO_TIME_LIMIT",
    "No time limit for wagers is in force in round {round}.",
    "The director gives notice of one; it holds from the next round on.",
    clause="TBJ-4.11",
)
STILL_IN_TIME = Reason(
    "STILL_IN_TIME",
    "The player of box {box} has {seconds} seconds for the wager, and they are not over.",
    "Wait until the time is over.",
    clause="TBJ-4.11",
)
NOT_THE_TURN = Reason(
    "NOT_THE_TURN",
    "It is not the turn of box {box}; box {turn} wagers next.",
    "Only whoever has the turn can have missed it.",
    clause="TBJ-4.7",
)
HELD_TO_MINIMUM_BEFORE = Reason(
    "HELD_TO_MINIMUM_BEFORE",
    "Box {box} is held to the minimum in this round already.",
    "Take the minimum as its wager.",
    clause="TBJ-4.11",
)
NOTICE_NEEDED = Reason(
    "NOTICE_NEEDED",
    "Nothing says how the players were told of the time limit.",
    "Give reasonable notice first, and say how.",
    clause="TBJ-4.11",
)
NOTHING_TO_RULE = Reason(
    "NOTHING_TO_RULE",
    "No void wager of box {box} waits for a ruling.",
    "Name the box whose second low wager was void.",
    clause="TBJ-4.8(a)",
)


@dataclass(frozen=True, slots=True)
class LimitWagerTime:
    """The director limits the time for a wager to so many seconds; 0 lifts the limit."""

    seconds: int
    notice: str
    by: str
    at: datetime


@dataclass(frozen=True, slots=True)
class RestrictWager:
    """Who made no wager in time is held to the minimum in this round."""

    round: int
    box: int
    by: str
    at: datetime


@dataclass(frozen=True, slots=True)
class RecordMissedWager:
    """The player whose turn it is makes no wager."""

    round: int
    box: int
    by: str
    at: datetime


@dataclass(frozen=True, slots=True)
class RuleOnWager:
    """The director's ruling on a void low wager: whether the player `failed` to wager."""

    box: int
    failed: bool
    reason: str
    by: str
    at: datetime


@dataclass(frozen=True, slots=True)
class WagerTimeLimited:
    """From round `from_round` on a player has `seconds` for a wager; 0 is no limit."""

    seconds: int
    from_round: int
    notice: str
    by: str
    at: datetime


@dataclass(frozen=True, slots=True)
class WagerRestricted:
    """A player is held to the minimum in this round."""

    round: int
    box: int
    by: str
    at: datetime


@dataclass(frozen=True, slots=True)
class WagerRuled:
    """The director ruled on a void wager."""

    box: int
    failed: bool
    reason: str
    by: str
    at: datetime


@clause("TBJ-4.11")
def limit_wager_time(
    command: LimitWagerTime, table: Seated | InSession
) -> Decision[WagerTimeLimited]:
    """With notice, and never in the round that is being wagered on."""
    if not command.notice.strip():
        raise NOTICE_NEEDED()
    by_the_director(table, command.by)
    start = table.play.number + 1 if isinstance(table, InSession) else 1
    return happened(
        WagerTimeLimited(command.seconds, start, command.notice.strip(), command.by, command.at)
    )


@clause("TBJ-4.11")
def restrict_wager(command: RestrictWager, table: InSession) -> Decision[WagerRestricted]:
    """Who misses the time for wagers is not out, but may be held to the table minimum."""
    by_the_director(table, command.by)
    play = _turn_of(command.box, command.round, table)
    seconds = table.wager_time.in_round(play.number) if table.wager_time else 0
    if not seconds:
        raise NO_TIME_LIMIT(round=play.number)
    if command.at < play.turn_since + timedelta(seconds=seconds):
        raise STILL_IN_TIME(box=command.box, seconds=seconds)
    if command.box in play.restricted:
        raise HELD_TO_MINIMUM_BEFORE(box=command.box)
    return happened(WagerRestricted(play.number, command.box, command.by, command.at))


@clause("TBJ-4.7")
def record_missed_wager(command: RecordMissedWager, table: InSession) -> Decision[BoxDisqualified]:
    """A wager on every hand: a player who can wager and does not is disqualified.

    Who is short of the minimum is not in the order of the round and misses nothing (assumed).
    """
    _turn_of(command.box, command.round, table)
    return happened(
        BoxDisqualified(
            command.box, DisqualifiedFor.NO_WAGER, "", table.play.number, command.by, command.at
        )
    )


@clause("TBJ-4.7", "TBJ-4.8(a)")
def rule_on_wager(command: RuleOnWager, table: InSession) -> Decision[WagerRuled | BoxDisqualified]:
    """A second low wager is void; whether that is a failure to wager the director rules."""
    reason = said(command.reason)
    by_the_director(table, command.by)
    lies = table.wager_on(seat_of(table, command.box).box)
    if lies is None or not lies.unruled:
        raise NOTHING_TO_RULE(box=command.box)
    ruled = WagerRuled(command.box, command.failed, reason, command.by, command.at)
    if not command.failed:
        return happened(ruled)
    out = BoxDisqualified(
        command.box,
        DisqualifiedFor.NO_WAGER,
        reason,
        table.play.number,
        command.by,
        command.at,
    )
    return happened(ruled, out)


def wager_time_limited(table: Seated | InSession, event: WagerTimeLimited) -> Seated | InSession:
    """The limit holds from its round on, and until then the one before; before play for the first.

    A second one in the same round takes the place of the first.
    """
    before = table.wager_time
    earlier = before.in_round(event.from_round - 1) if before else 0
    limit = WagerTime(event.seconds, event.from_round, earlier)
    return replace(table, wager_time=limit)


def wager_restricted(table: InSession, event: WagerRestricted) -> InSession:
    """Only the minimum is taken on this box."""
    play = table.play
    if isinstance(play, Wagering):
        play = replace(play, restricted=(*play.restricted, event.box))
    return replace(table, play=play)


def wager_ruled(table: InSession, event: WagerRuled) -> InSession:
    """Nothing waits for a ruling on this box any more."""
    wagers = tuple(
        Wager(each.box, each.amount, each.counts, False) if each.box == event.box else each
        for each in table.wagers
    )
    return replace(table, play=replace(table.play, wagers=wagers))


def _turn_of(box: int, round_: int, table: InSession) -> Wagering:
    """The round's wagers, when it is the turn of this box."""
    not_held(table)
    expect("round", round_, table.play.number)
    seat_of(table, box)
    play = table.play
    if isinstance(play, Dealt):
        raise CARDS_OUT(round=play.number)
    if box not in play.order:
        raise NOT_IN_THIS_ROUND(box=box, round=play.number)
    if play.turn != box:
        raise NOT_THE_TURN(box=box, turn=play.turn or "nobody")
    return play
