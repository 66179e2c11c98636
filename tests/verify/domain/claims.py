"""A game, its cards and claims for tests of the law: three cards whose numbers are easy to see.

PYTEST_DONT_REWRITE: tests import from here.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Any

from services.kernel.law import Reason
from services.verify.domain.cards.layout import NINETY
from services.verify.domain.cards.patterns import Pattern
from services.verify.domain.cards.readings import WindowEnds
from services.verify.domain.desk import claims, collecting, deciding
from services.verify.domain.desk.attempts import AttemptRefused
from services.verify.domain.desk.claim import Outcome
from services.verify.domain.desk.collecting import Witness
from services.verify.domain.desk.desk import DESKS, Event
from services.verify.domain.desk.examining import Found, Seen, see
from services.verify.domain.desk.opening import DeskOpened
from services.verify.domain.desk.prizes import Stage
from services.verify.domain.desk.rules import ClaimRules
from services.verify.domain.game import folding, game
from services.verify.domain.game.answering import Cry
from services.verify.domain.game.posts import Held, Post
from tests.kit.law import Given
from tests.verify.domain.sales import BLUE, GAME, SERIAL, at, sales_opened

ROOM, HALL = "main", "venues/wlg/rooms/main"
LINE, BINGO = Stage.PART_SERIES, Stage.SERIES

# The top rows are 1 11 21 31 41, 2 12 22 32 42 and 3 13 23 33 43.
FIRST = (
    *(1, 11, 21, 31, 41, 0, 0, 0, 0),
    *(0, 0, 0, 0, 44, 51, 61, 71, 81),
    *(5, 15, 25, 35, 0, 55, 0, 0, 0),
)
SECOND = (
    *(2, 12, 22, 32, 42, 0, 0, 0, 0),
    *(0, 0, 0, 0, 45, 52, 62, 72, 82),
    *(6, 16, 26, 36, 0, 56, 0, 0, 0),
)
THIRD = (
    *(3, 13, 23, 33, 43, 0, 0, 0, 0),
    *(0, 0, 0, 0, 46, 53, 63, 73, 83),
    *(7, 17, 27, 37, 0, 57, 0, 0, 0),
)
FACES = {1: FIRST, 2: SECOND, 3: THIRD}
REST = (44, 51, 61, 71, 81, 5, 15, 25, 35, 55)
TOP = (1, 11, 21, 31, 41)

STAGES = (
    game.Stage(1, "line", Pattern("any_row")),
    game.Stage(2, "bingo", Pattern("full_card")),
)
NO_LATER = ClaimRules(last_number=False)


# -- the game as the draw tells it -----------------------------------------------------------------


class Told:
    """A game as verify folds it, told call by call."""

    def __init__(self, window: WindowEnds = WindowEnds.NEXT_SELECTED, law: str = "NZB") -> None:
        opened = game.Opened("p", 90, SERIAL, STAGES, "", window, law)
        self.game = folding.opened(opened)
        self.version = 1
        self.calls = 0
        self.tell(game.Announced(SERIAL))
        self.post(Post.CALLER, "cal")
        self.post(Post.SUPERVISOR, "sup")

    def tell(self, *events: game.Event) -> Told:
        """These events happened in the draw."""
        for event in events:
            self.game = folding.evolve(self.game, event)
            self.version += 1
        return self

    def post(self, post: Post, person: str, room: str = "") -> Told:
        """A person took a post."""
        return self.tell(game.PostTaken(Held(post, person, room)))

    def call(self, *numbers: int) -> Told:
        """These numbers were announced."""
        for number in numbers:
            self.calls += 1
            self.tell(game.Called(self.calls, number, self._now()))
        return self

    def cry(
        self,
        after: int | None = None,
        cry: Cry = Cry.LINE,
        *,
        room: str = ROOM,
        on_behalf: bool = False,
        heard: int = 60,
        witnesses: tuple[str, ...] = (),
    ) -> int:
        """A player called out after a call, the last unless it is said; its number."""
        number = len(self.game.call_outs) + 1
        answers = self.calls if after is None else after
        when = at(heard)
        self.tell(
            game.CalledOut(
                number, room, answers, cry, on_behalf, "", when, False, when, answers, witnesses
            )
        )
        return number

    def _now(self) -> datetime:
        """After all that was announced before."""
        last = max((each.at for each in self.game.said if each.at), default=at())
        return last + timedelta(seconds=1)

    def seen(self, call_out: int = 0) -> Seen:
        """The game as it is seen for one of its call outs."""
        return see(self.game, self.version, call_out)

    def sees(self) -> Told:
        """A copy, to go on from twice."""
        other = Told()
        other.game, other.version, other.calls = self.game, self.version, self.calls
        return other


def found(card: int = 1, **more: Any) -> Found:
    """A card as it was found: sold by sue, unless `more` says otherwise."""
    made = Found(card, BLUE, SERIAL, FACES[card], NINETY, "sue", 0)
    return replace(made, **more)


# -- the desk --------------------------------------------------------------------------------------


class Desk:
    """A desk and the game it follows; each step is taken as people take it."""

    def __init__(
        self, told: Told | None = None, rules: ClaimRules | None = None, **more: Any
    ) -> None:
        self.told = told or Told()
        opened = DeskOpened(GAME, "p", 90, "", at(), rules or ClaimRules(), **more)
        self.given: Given[Any, Event, Any] = Given(DESKS, opened, sales_opened())

    @property
    def state(self) -> Any:
        """The desk as it is."""
        return self.given.state

    def claim(self, number: int) -> Any:
        """One of its claims."""
        return self.state.claims[number - 1]

    def when(self, command: Any) -> Any:
        """What comes of a command; it is done if it is not refused."""
        outcome = self.given.when(command)
        if outcome.events:
            self.given = Given(DESKS, *self.given.events, *outcome.events)
        return outcome

    def cry(self, after: int | None = None, cry: Cry = Cry.LINE, **more: Any) -> int:
        """A player calls out, and the desk hears of it."""
        number = self.told.cry(after, cry, **more)
        made = self.told.game.call_outs[-1]
        self.when(
            claims.OpenClaim(
                number, made.room, made.after_position, cry, made.on_behalf, "", False, at(60)
            )
        )
        return number

    def collect(self, number: int, card: int = 1, **more: Any) -> Any:
        """A card is collected by the supervisor."""
        given: dict[str, Any] = {
            "serial_number": SERIAL,
            "room": ROOM,
            "found": found(card),
            "seen": self.told.seen(number),
            "by": "sup",
            "at": at(61),
            **more,
        }
        return self.when(collecting.CollectCard(number, **given))

    def read(self, number: int, by: str = "sup", room: str = ROOM, **more: Any) -> Any:
        """Its numbers are read aloud, of the card that is at the desk unless `more` says which."""
        claim = next((each for each in self.state.claims if each.call_out == number), None)
        at_desk = claim.collected if claim is not None else None
        card = more.get("found")
        if card is None and at_desk is not None:
            card = found(at_desk.card, seller=at_desk.examination.seller)
        return self.when(
            collecting.ReadCard(number, room, card, self.told.seen(number), by, at(62))
        )

    def verify(
        self,
        number: int,
        by: str = "cal",
        unconfirmed: tuple[int, ...] = (),
        witnesses: Iterable[Witness] = (),
    ) -> Any:
        """The caller verifies them."""
        return self.when(
            collecting.VerifyNumbers(
                number, unconfirmed, tuple(witnesses), self.told.seen(number), by, at(63)
            )
        )

    def decide(self, number: int, card: int | None = 1, **more: Any) -> Any:
        """The supervisor decides; with `card` None there was no card."""
        given: dict[str, Any] = {
            "room": ROOM,
            "no_card": card is None,
            "found": found(card) if card is not None else None,
            "seen": self.told.seen(number),
            "by": "sup",
            "at": at(64),
            **more,
        }
        return self.when(deciding.DecideClaim(number, **given))

    def rule(self, number: int, in_time: bool, by: str = "sup") -> Any:
        """The supervisor rules on a late one."""
        return self.when(
            deciding.RuleLateClaim(number, in_time, ROOM, self.told.seen(number), by, at(62))
        )

    def examined(self, number: int, card: int = 1) -> Any:
        """All steps, to the decision."""
        for step in (self.collect(number, card), self.read(number), self.verify(number)):
            assert step.refusal is None, step.refusal
        return self.decide(number, card)


def on_record(outcome: Any, reason: Reason, clause: str | None = None) -> None:
    """The step was refused as another person's, and who tried it is on record."""
    (event,) = outcome.events
    assert isinstance(event, AttemptRefused)
    outcome.recorded_refusal(reason, clause, events=(event,))


def decided(outcome: Any) -> Any:
    """The decision that came of it."""
    assert outcome.refusal is None, outcome.refusal
    made = outcome.events[-1]
    assert isinstance(made, deciding.ClaimDecided)
    return made


def allowed(outcome: Any) -> tuple[Stage, ...]:
    """The stages that were won by it."""
    made = decided(outcome)
    assert made.outcome is Outcome.ALLOWED, made
    return tuple(made.stages)


def refused(outcome: Any) -> tuple[str, str]:
    """Why it was refused, and the clause."""
    made = decided(outcome)
    assert made.outcome is Outcome.REFUSED, made
    return made.reason, made.clause


def desk_refused(desk: Desk, number: int, card: int):
    """A claim that is collected and decided."""
    desk.collect(number, card)
    return desk.decide(number, card)
