"""A jar of beads: a small aggregate that is no game, for the tests of the kernel. Pure.

People put beads in and take some out. The keeper may hide a number of them under a cloth, which
chance or the keeper chooses, and show it later. Nobody else may try the lid; who does goes on
record.
"""

from __future__ import annotations

import enum
from dataclasses import dataclass, replace
from datetime import datetime

from services.kernel.law import (
    Decider,
    Decision,
    Opening,
    Reason,
    Secret,
    Standing,
    expect,
    happened,
    pick,
)

NOT_ENOUGH_BEADS = Reason(
    "NOT_ENOUGH_BEADS", "There are {beads} beads in the jar, not {count}.", "Take fewer."
)
NOTHING_HIDDEN = Reason("NOTHING_HIDDEN", "No beads are hidden.", "Hide some first.")
JAR_CLOSED = Reason("JAR_CLOSED", "The jar is closed.", "Use another jar.")
NOT_YOUR_JAR = Reason("NOT_YOUR_JAR", "This is {keeper}'s jar.", "Leave the lid alone.")


class Colour(enum.Enum):
    """Of a bead."""

    RED = 1
    DEEP_BLUE = 2


@dataclass(frozen=True)
class Handful:
    """Beads of one colour."""

    count: int
    colour: Colour | None


@dataclass(frozen=True)
class Pinch:
    """How many beads lie under the cloth, and by which entropy if chance chose them."""

    count: int
    entropy: bytes


# -- the jar ---------------------------------------------------------------------------------


@dataclass(frozen=True)
class NoJar:
    """Before it is opened."""


@dataclass(frozen=True)
class Jar:
    """An open jar. `hands` are all that were in it, `put` and `taken` all beads that moved."""

    label: str
    keeper: str
    hands: int = 0
    put: int = 0
    taken: int = 0
    tries: int = 0
    hidden: Secret[Pinch] | None = None
    shown: int | None = None

    @property
    def beads(self) -> int:
        """How many are in it."""
        return self.put - self.taken


@dataclass(frozen=True)
class Closed:
    """A jar that is done with."""

    jar: Jar


State = NoJar | Jar | Closed


# -- commands and events ---------------------------------------------------------------------


@dataclass(frozen=True)
class OpenJar:
    """Put a new jar on the shelf."""

    label: str
    keeper: str
    colours: tuple[Colour, ...]
    at: datetime


@dataclass(frozen=True)
class PutBeads:
    """Put beads in; `hand` is the number that this hand will have, None if it does not matter."""

    beads: Handful
    giver: str
    hand: int | None = None


@dataclass(frozen=True)
class TakeBeads:
    """Take beads out."""

    count: int
    at: datetime


@dataclass(frozen=True)
class HideBeads:
    """Hide `count` beads, one or more, or as many as `entropy` (32 bytes) chooses."""

    count: int | None
    entropy: bytes


@dataclass(frozen=True)
class ShowBeads:
    """Lift the cloth."""


@dataclass(frozen=True)
class TryLid:
    """Somebody tries the lid."""

    by: str


@dataclass(frozen=True)
class CloseJar:
    """Be done with it."""


Command = OpenJar | PutBeads | TakeBeads | HideBeads | ShowBeads | TryLid | CloseJar


@dataclass(frozen=True)
class JarOpened:
    """A new jar."""

    label: str
    keeper: str
    colours: tuple[Colour, ...]
    at: datetime


@dataclass(frozen=True)
class BeadsPut:
    """Beads went in."""

    hand: int
    beads: Handful
    giver: str


@dataclass(frozen=True)
class BeadsTaken:
    """Beads came out."""

    hand: int
    count: int


@dataclass(frozen=True)
class JarEmptied:
    """The last bead came out."""

    at: datetime


@dataclass(frozen=True)
class BeadsHidden:
    """Some of at most `most` beads are under the cloth."""

    most: int
    pinch: Secret[Pinch]


@dataclass(frozen=True)
class BeadsShown:
    """The cloth was lifted; `opening` proves that nobody changed what was under it."""

    count: int
    opening: Opening | None


@dataclass(frozen=True)
class LidTried:
    """Somebody who is not the keeper tried the lid."""

    by: str


@dataclass(frozen=True)
class JarClosed:
    """Nothing more happens to it; `opening` opens what was still hidden."""

    opening: Opening | None


Event = (
    JarOpened | BeadsPut | BeadsTaken | JarEmptied | BeadsHidden | BeadsShown | LidTried | JarClosed
)


# -- decisions -------------------------------------------------------------------------------


def decide(command: Command, state: State) -> Decision[Event]:
    """What a command leads to."""
    if isinstance(command, OpenJar):
        opened = JarOpened(command.label, command.keeper, command.colours, command.at)
        return happened(opened)
    if isinstance(state, Jar):
        return _decide(command, state)
    if isinstance(command, CloseJar):
        return Decision()
    raise JAR_CLOSED()


def _decide(command: Command, jar: Jar) -> Decision[Event]:
    match command:
        case PutBeads():
            hand = jar.hands + 1
            expect("next hand", hand if command.hand is None else command.hand, hand)
            return happened(BeadsPut(hand, command.beads, command.giver))
        case TakeBeads():
            return _take(command, jar)
        case HideBeads():
            return _hide(command, jar)
        case ShowBeads():
            if jar.hidden is None:
                raise NOTHING_HIDDEN()
            return happened(BeadsShown(jar.hidden.reveal().count, jar.hidden.opening))
        case TryLid():
            if command.by == jar.keeper:
                return Decision()
            return Decision((LidTried(command.by),), NOT_YOUR_JAR(keeper=jar.keeper))
        case _:
            return _close(jar)


def _take(command: TakeBeads, jar: Jar) -> Decision[Event]:
    if command.count > jar.beads:
        raise NOT_ENOUGH_BEADS(beads=jar.beads, count=command.count)
    taken = BeadsTaken(jar.hands + 1, command.count)
    if command.count == jar.beads:
        return happened(taken, JarEmptied(command.at))
    return happened(taken)


def _hide(command: HideBeads, jar: Jar) -> Decision[Event]:
    if jar.hidden is not None:
        return Decision()
    if jar.beads < (command.count or 1):
        raise NOT_ENOUGH_BEADS(beads=jar.beads, count=command.count or 1)
    if command.count is not None:
        pinch = Pinch(command.count, b"")
    else:
        count = pick(command.entropy, tuple(range(1, jar.beads + 1)))
        pinch = Pinch(count, command.entropy)
    return happened(BeadsHidden(jar.beads, Secret(pinch)))


def _close(jar: Jar) -> Decision[Event]:
    if jar.hidden is None:
        return happened(JarClosed(None))
    jar.hidden.reveal()
    return happened(JarClosed(jar.hidden.opening))


def evolve(state: State, event: Event) -> State:
    """The state after an event."""
    if isinstance(event, JarOpened):
        return Jar(event.label, event.keeper)
    if not isinstance(state, Jar):
        return state
    match event:
        case BeadsPut():
            return replace(state, hands=state.hands + 1, put=state.put + event.beads.count)
        case BeadsTaken():
            return replace(state, hands=state.hands + 1, taken=state.taken + event.count)
        case BeadsHidden():
            return replace(state, hidden=event.pinch)
        case BeadsShown():
            return replace(state, hidden=None, shown=event.count)
        case LidTried():
            return replace(state, tries=state.tries + 1)
        case JarClosed():
            return Closed(replace(state, hidden=None))
        case JarEmptied():
            return state


def standing(state: State) -> Standing:
    """How a jar stands."""
    match state:
        case Closed():
            return Standing.ENDED
        case Jar(hands=0) | NoJar():
            return Standing.WAITING
        case Jar():
            return Standing.IN_PLAY


DECIDER: Decider[Command, Event, State] = Decider(
    kind="jars",
    initial=NoJar(),
    decide=decide,
    evolve=evolve,
    standing=standing,
    creates=(OpenJar,),
)
