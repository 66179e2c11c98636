"""A tally of the beads that go into jars: an aggregate that reacts to others, for the tests.

Each hand of beads that goes into a jar is counted on the tally of the jar's day. A hand of more
than a hundred is not believed, which goes on record; nobody counts an empty hand.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace

from services.kernel.build import Build
from services.kernel.following.happenings import Happening
from services.kernel.following.orders import Order
from services.kernel.following.reactions import Reaction
from services.kernel.journal.store import Journal
from services.kernel.law import Decider, Decision, Reason, Standing, happened
from services.kernel.names import Name
from services.kernel.record.aggregates import Aggregates
from services.kernel.record.codec import Codec
from services.kernel.record.commit import Given
from services.kernel.record.seal import Keys, Sealer
from services.kernel.record.shapes import Shape
from tests.kit.toy.v1 import tally_pb2, toy_pb2

NOT_BELIEVED = Reason("NOT_BELIEVED", "{count} beads are more than a hand holds.", "Count again.")
HAND = 100


@dataclass(frozen=True)
class Count:
    """Count the beads that a hand put into a jar."""

    jar: str
    hand: int
    count: int


@dataclass(frozen=True)
class BeadsCounted:
    """A hand of beads was counted."""

    jar: str
    hand: int
    count: int


@dataclass(frozen=True)
class Tally:
    """How many beads went in, and for each jar the hands that were counted, in that order."""

    beads: int = 0
    hands: tuple[tuple[str, int], ...] = ()


def decide(command: Count, tally: Tally) -> Decision[BeadsCounted]:
    """What a count leads to."""
    if command.count > HAND:
        raise NOT_BELIEVED(count=command.count)
    if not command.count:
        return Decision()
    return happened(BeadsCounted(command.jar, command.hand, command.count))


def evolve(tally: Tally, event: BeadsCounted) -> Tally:
    """The tally after a count."""
    hands = (*tally.hands, (event.jar, event.hand))
    return replace(tally, beads=tally.beads + event.count, hands=hands)


DECIDER: Decider[Count, BeadsCounted, Tally] = Decider(
    kind="tallies",
    initial=Tally(),
    decide=decide,
    evolve=evolve,
    standing=lambda _: Standing.IN_PLAY,
    anytime=(Count,),
)


def row(tally: Tally) -> tally_pb2.TallyRow:
    """The row of a tally."""
    return tally_pb2.TallyRow(beads=tally.beads, jars=len({jar for jar, _ in tally.hands}))


CODEC: Codec[BeadsCounted, Tally] = Codec(
    shapes=(Shape(BeadsCounted, tally_pb2.BeadsCounted),), row=row, recorded=(NOT_BELIEVED,)
)

Tallies = Aggregates[Count, BeadsCounted, Tally]
React = Callable[[Happening], Iterator[Order[Count]]]


def tallies(journal: Journal, keys: Keys) -> Tallies:
    """All tallies, as one replica has them."""
    return Aggregates(DECIDER, CODEC, journal, Sealer(keys), software=Build("0.0.test"))


def of_day(jar: Name) -> Name:
    """The tally of a jar's day: many jars have the same."""
    return Name(jar.venue, DECIDER.kind, jar.id[:10])


def command(given: Given) -> Count:
    """The command of a request."""
    request = given.request
    assert isinstance(request, tally_pb2.CountBeads)
    return Count(request.jar, request.hand, request.count)


def count(happening: Happening) -> Iterator[Order[Count]]:
    """What follows from a jar's commit."""
    for event in happening.events:
        if isinstance(event, toy_pb2.BeadsPut):
            request = tally_pb2.CountBeads(
                jar=str(happening.name), hand=event.hand, count=event.beads.count
            )
            yield Order(of_day(happening.name), request, command)


def reaction(aggregates: Tallies, react: React = count) -> Reaction[Count, BeadsCounted, Tally]:
    """The tally's reaction to jars."""
    return Reaction("jars", aggregates, react, target=of_day)
