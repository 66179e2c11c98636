"""An egg on the boil: an aggregate with a timer, for the tests.

It boils until an instant, which can be moved while it does; then a bell rings by itself. Once it
is peeled no bell rings.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime

from services.kernel.build import Build
from services.kernel.following.orders import Order
from services.kernel.journal.store import Journal
from services.kernel.law import Decider, Decision, Due, Reason, Standing, happened
from services.kernel.names import Name
from services.kernel.record.aggregates import Aggregates
from services.kernel.record.codec import Codec
from services.kernel.record.commit import Given
from services.kernel.record.seal import Keys, Sealer
from services.kernel.record.shapes import Shape, instant, timestamp
from tests.kit.toy.v1 import tally_pb2

NOT_DONE = Reason("NOT_DONE", "The egg boils until {until}.", "Wait for the bell.")


@dataclass(frozen=True)
class NoEgg:
    """Before there is one."""


@dataclass(frozen=True)
class Boiling:
    """On the boil."""

    until: datetime


@dataclass(frozen=True)
class Done:
    """The bell has rung, or the egg was peeled before."""

    rung: int = 0
    peeled: bool = False


State = NoEgg | Boiling | Done


@dataclass(frozen=True)
class Boil:
    """Put it on, or leave it on until another instant."""

    until: datetime


@dataclass(frozen=True)
class Ring:
    """The instant has come, by the clock of whoever says so."""

    at: datetime


@dataclass(frozen=True)
class Peel:
    """Be done with it."""


@dataclass(frozen=True)
class EggOnTheBoil:
    """It boils until then."""

    until: datetime


@dataclass(frozen=True)
class BellRung:
    """The bell rang."""

    at: datetime


@dataclass(frozen=True)
class EggPeeled:
    """It is peeled."""


Command = Boil | Ring | Peel
Event = EggOnTheBoil | BellRung | EggPeeled


def decide(command: Command, egg: State) -> Decision[Event]:
    """What a command leads to."""
    match command:
        case Boil():
            return happened(EggOnTheBoil(command.until))
        case Ring():
            if not isinstance(egg, Boiling):
                return Decision()
            if command.at < egg.until:
                raise NOT_DONE(until=egg.until)
            return happened(BellRung(command.at))
        case Peel():
            return happened(EggPeeled())


def evolve(egg: State, event: Event) -> State:
    """The egg after an event."""
    match event:
        case EggOnTheBoil():
            return Boiling(event.until)
        case BellRung():
            return Done(egg.rung + 1 if isinstance(egg, Done) else 1)
        case EggPeeled():
            return Done(egg.rung if isinstance(egg, Done) else 0, peeled=True)


def standing(egg: State) -> Standing:
    """How an egg stands."""
    match egg:
        case NoEgg():
            return Standing.WAITING
        case Boiling():
            return Standing.IN_PLAY
        case Done():
            return Standing.ENDED


def due(egg: State) -> Iterable[Due]:
    """The bell, while it boils."""
    if isinstance(egg, Boiling):
        yield Due("bell", egg.until)


DECIDER: Decider[Command, Event, State] = Decider(
    kind="eggs",
    initial=NoEgg(),
    decide=decide,
    evolve=evolve,
    standing=standing,
    anytime=(Boil,),
    due=due,
)

CODEC: Codec[Event, State] = Codec(
    shapes=(
        Shape(EggOnTheBoil, tally_pb2.EggOnTheBoil),
        Shape(BellRung, tally_pb2.BellRung),
        Shape(EggPeeled, tally_pb2.EggPeeled),
    ),
    row=lambda egg: tally_pb2.EggRow(rung=isinstance(egg, Done) and egg.rung > 0),
)

Eggs = Aggregates[Command, Event, State]


def eggs(journal: Journal, keys: Keys) -> Eggs:
    """All eggs, as one replica has them."""
    return Aggregates(DECIDER, CODEC, journal, Sealer(keys), software=Build("0.0.test"))


def command(given: Given) -> Command:
    """The command of a request."""
    match given.request:
        case tally_pb2.BoilEgg() as boil:
            return Boil(instant(boil.until))
        case tally_pb2.RingBell():
            return Ring(given.at)
        case _:
            return Peel()


def bell(egg: Name, due: Due) -> Order[Command]:
    """What is to happen when the bell is due."""
    return Order(egg, tally_pb2.RingBell(until=timestamp(due.at)), command)
