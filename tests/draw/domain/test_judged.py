"""What a call out is judged on, reckoned a second time from what the hall heard and when.

The hall knows nothing of the record: it heard numbers, right or wrong, and corrections. A player
who cried is judged on the last number that had been announced rightly by then, and is in time until
the next one was.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from hypothesis import given, settings
from hypothesis import strategies as st

from services.draw.domain.game.calling import CallNumber
from services.draw.domain.game.callouts import RecordCallOut
from services.draw.domain.game.corrections import CorrectCall
from services.draw.domain.game.deciding import DecideCallOut
from services.draw.domain.game.displaying import ConfirmCall
from services.draw.domain.game.game import GAMES, Command
from services.draw.domain.game.parts import Cry, ErrorKind, Verdict
from services.draw.domain.game.rules import Place, Window
from services.draw.domain.game.selecting import SelectNumber
from services.draw.domain.game.state import InPlay
from services.draw.domain.game.taking_back import TakeBackCall
from tests.draw.domain.games import ANA, BALLS, BEN, SAM, at, in_play
from tests.draw.domain.righting import profile


@dataclass
class Number:
    """A number that was drawn: where it stands, and when the hall had heard it rightly."""

    number: int
    drawn_as: int
    stands_at: int
    heard_at: int | None
    wrong: int = 0
    kind: ErrorKind | None = None


@dataclass
class Cried:
    """A player cried at an instant, when the hall had come to a position; and was entered."""

    at: int
    after: int
    entered: int = 0


@dataclass
class Hall:
    """A game of balls, and beside its record what the people in the hall know."""

    place: Place
    window: Window
    second: int = 0
    drawn: list[Number] = field(default_factory=list)
    positions: int = 0
    ghost: bool = False
    unheard: list[Cried] = field(default_factory=list)
    cried: list[Cried] = field(default_factory=list)

    def __post_init__(self) -> None:
        state = GAMES.initial
        for event in in_play(profile=profile(self.place, self.window), selector=BALLS):
            state = GAMES.evolve(state, event)
        assert isinstance(state, InPlay)
        self.game = state

    def send(self, command: Command) -> None:
        """Put a command on record; all of them are allowed here."""
        decision = GAMES.decide(command, self.game)
        assert decision.events
        assert decision.refusal is None
        for event in decision.events:
            after = GAMES.evolve(self.game, event)
            assert isinstance(after, InPlay)
            self.game = after

    def now(self) -> int:
        """The next second."""
        self.second += 1
        return self.second

    # -- what happens ----------------------------------------------------------------------

    def call(self, kind: ErrorKind | None, same_entered: bool) -> None:
        """A ball comes out, 1, 2, …; something goes wrong with it or not, and it is confirmed."""
        self.settle()
        number, wrong = len(self.drawn) + 1, 90 - len(self.drawn)
        self.positions += 1
        misread = kind is ErrorKind.SPOKEN and same_entered
        keyed = wrong if misread or kind is ErrorKind.KEYED else number
        now = self.now()
        right = None if kind is ErrorKind.SPOKEN else now
        self.drawn.append(
            Number(number, self.positions, self.positions, right, wrong if kind else 0, kind)
        )
        self.send(SelectNumber(self.positions, keyed, b"", ANA))
        self.send(CallNumber(self.positions, ANA, at(now)))
        self.send(ConfirmCall(self.positions, keyed, BEN, at(now)))

    def enter_by_mistake(self) -> None:
        """A ball is entered and put on record as called, and the hall hears nothing."""
        self.settle()
        self.ghost = True
        ball = 60
        self.send(SelectNumber(self.positions + 1, ball, b"", ANA))
        self.send(CallNumber(self.positions + 1, ANA, at(self.now())))

    def take_back(self) -> None:
        """The mistake is seen."""
        if self.ghost:
            self.ghost = False
            self.positions += 1
            self.send(TakeBackCall(self.positions, "a slip", ANA, at(self.now())))

    def correct(self, which: int) -> None:
        """One of the errors is found, announced and recorded."""
        self.take_back()
        wrong = [each for each in self.drawn if each.kind]
        if not wrong:
            return
        found, now = wrong[which % len(wrong)], self.now()
        kind, found.kind = found.kind, None
        assert kind is not None
        last = max(each.stands_at for each in self.drawn)
        self.send(
            CorrectCall(
                found.stands_at, kind, found.wrong, found.number, "", (), BEN, False, at(now)
            )
        )
        if kind is ErrorKind.SPOKEN:
            found.heard_at = now
            if self.place is Place.LAST and found.stands_at != last:
                self.positions += 1
                found.stands_at = self.positions

    def cry(self, entered_now: bool) -> None:
        """A player cries; a steward enters it at once or keeps it on a slip of paper."""
        cried = Cried(self.now(), self.positions)
        if entered_now:
            self.enter(cried, self.positions + self.ghost)
        else:
            self.unheard.append(cried)

    def enter_late(self) -> None:
        """The slips of paper are entered."""
        for cried in self.unheard:
            self.enter(cried, cried.after)
        self.unheard = []

    def enter(self, cried: Cried, after: int) -> None:
        cried.entered = self.now()
        self.cried.append(cried)
        heard, entered = at(cried.at), at(cried.entered)
        self.send(RecordCallOut("main", after, Cry.BINGO, False, "", heard, SAM, entered))

    def settle(self) -> None:
        """All that keeps the next number waiting is done."""
        self.take_back()
        for each in self.game.call_outs:
            if each.pauses:
                verdict = Verdict.OUT_OF_TIME if each.late else Verdict.NOT_VALID
                now = at(self.now())
                self.send(DecideCallOut(each.call_out, verdict, (), False, BEN, now))
        for call in self.game.counting:
            if not call.confirmed:
                now = at(self.now())
                self.send(ConfirmCall(call.position, call.number, BEN, now))

    # -- what the hall knows ---------------------------------------------------------------

    def heard(self, second: int) -> list[Number]:
        """The numbers that had been announced rightly by then."""
        return [n for n in self.drawn if n.heard_at is not None and n.heard_at <= second]

    def judged_on(self, cried: Cried) -> int:
        """The last of them when a player cried."""
        return max((number.stands_at for number in self.heard(cried.at)), default=0)

    def late(self, cried: Cried) -> bool:
        """Whether the next number had been announced when the cry was entered."""
        on = self.judged_on(cried)
        if self.window is Window.NEXT_SELECTED:
            return any(number.stands_at > on for number in self.heard(cried.entered))
        places = [(place, n) for n in self.drawn for place in (n.drawn_as, n.stands_at)]
        later = sorted((each for each in places if each[0] > on), key=lambda each: each[0])
        return bool(later) and later[0][1] in self.heard(cried.entered)


ERRORS = st.sampled_from([None, None, *ErrorKind])
STEP = st.one_of(
    st.tuples(st.just("call"), ERRORS, st.booleans()),
    st.tuples(st.just("call"), ERRORS, st.booleans()),
    st.tuples(st.just("enter_by_mistake")),
    st.tuples(st.just("correct"), st.integers(0, 5)),
    st.tuples(st.just("cry"), st.booleans()),
    st.tuples(st.just("cry"), st.booleans()),
    st.tuples(st.just("enter_late")),
)


@settings(max_examples=400, deadline=None)
@given(
    steps=st.lists(STEP, min_size=4, max_size=24),
    place=st.sampled_from(Place),
    window=st.sampled_from(Window),
)
def test_call_outs_are_judged_on_what_the_hall_had_heard(
    steps: list[tuple[str, ...]], place: Place, window: Window
) -> None:
    hall = Hall(place, window)
    for step, *how in steps:
        getattr(hall, step)(*how)
    while any(each.kind for each in hall.drawn):
        hall.correct(0)
    hall.enter_late()
    hall.take_back()
    standing = sorted(hall.drawn, key=lambda each: each.stands_at)
    assert [call.number for call in hall.game.counting] == [each.number for each in standing]
    for call_out, cried in zip(hall.game.call_outs, hall.cried, strict=True):
        assert (call_out.judged_on, call_out.late) == (hall.judged_on(cried), hall.late(cried))
