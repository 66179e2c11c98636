"""People who may not play, by venue and year: what goes on record of their bars.

A bar holds for two years at most, so the lists of this year and the two before have all that are
in force. Who it is for, and why, lies in PEOPLE; here are references alone.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Any

from eyesdown.common.v1 import player_list_service_pb2 as pb
from eyesdown.common.v1 import players_pb2
from services.kernel.admission import Check
from services.kernel.law import Decider, Decision, Reason, Standing, happened
from services.kernel.persons import same_person
from services.kernel.record.codec import Codec
from services.kernel.record.commit import Given
from services.kernel.record.shapes import Shape, instant

KIND = "playerLists"
LONGEST = timedelta(days=730)
YEARS = 2
"""How many years before this one a bar in force may be from."""
MOST = 9_000
"""Bars of a venue and year: each takes two commits at most, and a list ends under 20,000."""

NOBODY_NAMED = Reason(
    "NOBODY_NAMED",
    "A bar needs the person's name or membership number.",
    "Give one of them, better both, and the date of birth with a name.",
)
BAR_OVER = Reason(
    "BAR_OVER",
    "The bar would end before it begins.",
    "Give an instant that is still to come.",
)
BARRED_TOO_LONG = Reason(
    "BARRED_TOO_LONG",
    "The bar would hold until {until}, and one holds for two years at most.",
    "Let it end within two years, and enter it again then if it is still needed.",
)
LIST_FULL = Reason(
    "PLAYER_LIST_FULL",
    "{most} bars were entered in this venue and year.",
    "Point the venue at a registry of the operator's own.",
)
NO_SUCH_BAR = Reason(
    "NO_SUCH_BAR",
    "There is no bar {bar} on this list.",
    "Take its number from the list.",
)
OWN_BAR = Reason(
    "OWN_BAR",
    "{person} entered this bar, and another person lifts it.",
    "Let somebody else of those who may decide it.",
    alone=True,
)


@dataclass(frozen=True, slots=True)
class Bar:
    """Somebody may not play until an instant, or until it is lifted.

    The last five are references into the venue's people, empty where nothing was given.
    """

    bar: int
    until: datetime
    by: str
    at: datetime
    lifted_by: str
    player: str
    member_number: str
    date_of_birth: str
    category: str
    note: str

    @property
    def references(self) -> tuple[str, ...]:
        """All that leads to the person."""
        texts = (self.player, self.member_number, self.date_of_birth, self.category, self.note)
        return tuple(text for text in texts if text)

    def holds(self, at: datetime) -> bool:
        """Whether it is in force at an instant."""
        return not self.lifted_by and at < self.until


@dataclass(frozen=True, slots=True)
class BarPlayer:
    """Enter a bar; its number is still to be given."""

    bar: Bar


@dataclass(frozen=True, slots=True)
class LiftBar:
    """Take a bar off before its end."""

    bar: int
    by: str
    at: datetime


@dataclass(frozen=True, slots=True)
class PlayerBarred:
    """Somebody may not play."""

    bar: Bar


@dataclass(frozen=True, slots=True)
class BarLifted:
    """They may again."""

    bar: int
    by: str
    at: datetime


Bars = tuple[Bar, ...]
Command = BarPlayer | LiftBar
Event = PlayerBarred | BarLifted


def make(given: Given) -> Command:
    """The command of a request."""
    match given.request:
        case pb.BarPlayerRequest() as request:
            return BarPlayer(_asked(given, request))
        case pb.LiftBarRequest() as request:
            return LiftBar(request.bar, given.actor.person, given.at)
    raise TypeError(f"{given.method} is nothing that a player list is told")


def _asked(given: Given, request: pb.BarPlayerRequest) -> Bar:
    return Bar(
        0,
        instant(request.until),
        given.actor.person,
        given.at,
        "",
        request.player,
        request.member_number,
        request.date_of_birth,
        request.category,
        request.note,
    )


def decide(command: Command, bars: Bars) -> Decision[Event]:
    """What a command leads to."""
    match command:
        case BarPlayer():
            return bar_player(command, bars)
        case LiftBar():
            return lift_bar(command, bars)


def bar_player(command: BarPlayer, bars: Bars) -> Decision[Event]:
    """Somebody who can be known again is barred, for two years at most."""
    bar = command.bar
    if not bar.player and not bar.member_number:
        raise NOBODY_NAMED()
    if bar.until <= bar.at:
        raise BAR_OVER()
    if bar.until > bar.at + LONGEST:
        raise BARRED_TOO_LONG(until=bar.until.date().isoformat())
    if len(bars) >= MOST:
        raise LIST_FULL(most=MOST)
    return happened(PlayerBarred(replace(bar, bar=len(bars) + 1)))


def lift_bar(command: LiftBar, bars: Bars) -> Decision[Event]:
    """Nobody decides alone who may play again."""
    if command.bar > len(bars):
        raise NO_SUCH_BAR(bar=command.bar)
    bar = bars[command.bar - 1]
    if bar.lifted_by:
        return Decision()
    if same_person(bar.by, command.by):
        raise OWN_BAR(person=command.by)
    return happened(BarLifted(command.bar, command.by, command.at))


def evolve(bars: Bars, event: Event) -> Bars:
    """The list after an event; checks no rule."""
    match event:
        case PlayerBarred(bar):
            return (*bars, bar)
        case BarLifted(number, by, _):
            lifted = replace(bars[number - 1], lifted_by=by)
            return (*bars[: number - 1], lifted, *bars[number:])


def in_force(bars: Bars, at: datetime) -> Iterator[Bar]:
    """The bars that hold at an instant."""
    return (bar for bar in bars if bar.holds(at))


PLAYER_LISTS: Decider[Command, Event, Bars] = Decider(
    kind=KIND,
    initial=(),
    decide=decide,
    evolve=evolve,
    standing=lambda _: Standing.WAITING,
    anytime=(BarPlayer,),
)

CODEC: Codec[Event, Bars] = Codec(
    shapes=(
        Shape(PlayerBarred, players_pb2.PlayerBarred),
        Shape(BarLifted, players_pb2.BarLifted),
    ),
    row=lambda bars: players_pb2.PlayerListRow(bars=len(bars)),
)
BAR = Shape(Bar, players_pb2.Bar)
CHECK = Shape(Check, players_pb2.PlayerCheck)
"""The answer about a player, as facts of commands have it."""


def check_of(given: Given) -> Check | None:
    """What was answered about the player of a command; None in commits from before it was asked."""
    facts: Any = given.facts
    if facts is None or not facts.HasField("check"):
        return None
    return CHECK.of(facts.check)
