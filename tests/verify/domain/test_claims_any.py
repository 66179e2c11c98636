"""Claims in any order: a claim decided twice changes nothing; and what is judged equals what a
naive second way finds, on random games with corrections."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, precondition, rule

from services.kernel.law import Refused
from services.verify.domain.desk.claim import Outcome
from services.verify.domain.desk.examining import answered
from services.verify.domain.desk.prizes import Stage
from services.verify.domain.game import game
from services.verify.domain.game.answering import came_late, judged_on
from tests.verify.domain.claims import BINGO, FACES, LINE, Desk, Told, found
from tests.verify.domain.sales import at

NUMBERS = sorted({number for face in FACES.values() for number in face if number} | {88, 89, 90})


# -- the naive second way --------------------------------------------------------------------------


@dataclass
class Paper:
    """A game as somebody with pencil and paper keeps it: what was said when, line by line.

    A line is [moment, position, number, counts, correction]; a call out sees the lines up to its
    moment.
    """

    lines: list[list[Any]] = field(default_factory=list)
    moment: int = 0
    calls: int = 0

    def call(self, number: int) -> None:
        """The next number."""
        self.moment += 1
        self.calls += 1
        self.lines.append([self.moment, self.calls, number, True, False])

    def spoken(self, position: int, right: int) -> None:
        """It was said wrongly, and is said rightly now."""
        self.moment += 1
        for line in self.lines:
            if line[1] == position:
                line[3] = False
        self.lines.append([self.moment, position, right, True, True])

    def keyed(self, position: int, right: int) -> None:
        """It was only written down wrongly."""
        for line in self.lines:
            if line[1] == position and line[3]:
                line[2] = right

    def wins(self, face: tuple[int, ...], moment: int) -> set[Stage]:
        """What a card wins that was called out with at a moment, with the last number heard."""
        heard = [line for line in self.lines if line[0] <= moment and line[3]]
        numbers = {line[2] for line in heard}
        lasts = self._lasts(heard)
        rows = [{n for n in face[i : i + 9] if n} for i in (0, 9, 18)]
        found_ = set()
        if any(row <= numbers and row & lasts for row in rows):
            found_.add(LINE)
        if set().union(*rows) <= numbers and set().union(*rows) & lasts:
            found_.add(BINGO)
        return found_

    @staticmethod
    def _lasts(heard: list[list[Any]]) -> set[int]:
        """The last number of the order, and what was corrected since it was called."""
        if not heard:
            return set()
        last = max(heard, key=lambda line: line[1])
        since = max((line[0] for line in heard if not line[4]), default=0)
        return {last[2]} | {line[2] for line in heard if line[0] > since}


@st.composite
def games(draw: st.DrawFn) -> tuple[Told, Paper]:
    """A game, told both ways."""
    told, paper = Told(), Paper()
    numbers = draw(st.permutations(NUMBERS))[: draw(st.integers(1, 40))]
    for number in numbers:
        told.call(number)
        paper.call(number)
        if told.calls > 1 and draw(st.integers(0, 9)) == 0:
            position = draw(st.integers(1, told.calls))
            unused = [n for n in NUMBERS if n not in numbers]
            if not unused:
                continue
            right = draw(st.sampled_from(unused))
            wrong = next(e.number for e in told.game.said if e.position == position)
            if draw(st.booleans()):
                told.tell(game.SaidWrongly(position, wrong, right, position, at(0)))
                paper.spoken(position, right)
            else:
                told.tell(game.KeyedWrongly(position, right))
                paper.keyed(position, right)
    return told, paper


@given(games(), st.sampled_from(sorted(FACES)))
@settings(max_examples=400)
def test_what_a_card_wins_is_what_pencil_and_paper_say(both: tuple[Told, Paper], card: int) -> None:
    told, paper = both
    desk = Desk(told)
    line = desk.cry()
    desk.collect(line, card)
    examination = desk.claim(line).collected.examination
    assert set(examination.wins) == paper.wins(FACES[card], paper.moment)


@given(games(), st.data())
@settings(max_examples=200)
def test_a_call_out_is_late_if_and_only_if_a_later_number_was_said_rightly(
    both: tuple[Told, Paper], data: st.DataObject
) -> None:
    told, paper = both
    after = data.draw(st.integers(0, told.calls))
    number = told.cry(after)
    made = told.game.call_outs[number - 1]
    on = judged_on(told.game.said, made)
    assert on <= after
    later = any(line[3] and line[1] > on for line in paper.lines)
    assert came_late(told.game.said, made, told.game.window_ends) == later
    assert len(answered(told.seen(number))) <= len(told.game.said)


# -- any order of steps ----------------------------------------------------------------------------


class AnyClaims(RuleBasedStateMachine):
    """Staff do whatever comes to their minds, in any order."""

    def __init__(self) -> None:
        super().__init__()
        self.desk = Desk(Told().call(*[n for n in FACES[1][:9] if n]))
        self.decided: dict[int, Any] = {}

    @rule(card=st.sampled_from(sorted(FACES)), pick=st.integers(0, 20))
    def call(self, card: int, pick: int) -> None:
        """A number is called."""
        left = [n for n in FACES[card] if n and n not in self._called]
        if left:
            self.desk.told.call(left[pick % len(left)])

    @precondition(lambda self: len(self.desk.state.claims) < 5)
    @rule(back=st.sampled_from([0, 0, 0, 1, 3]))
    def cry(self, back: int) -> None:
        """A player calls out, perhaps late."""
        self.desk.cry(after=max(0, self.desk.told.calls - back))

    @precondition(lambda self: self.desk.state.claims)
    @rule(pick=st.integers(0, 20), card=st.sampled_from([1, 1, 1, 2, 3]))
    def examine(self, pick: int, card: int) -> None:
        """A claim is examined to its decision, by those whose it is."""
        claims = self.desk.state.claims
        number = claims[pick % len(claims)].call_out
        for step in ("collect", "read", "verify", "decide"):
            self.step(number - 1, step, card, "")

    @precondition(lambda self: self.desk.state.claims)
    @rule(
        pick=st.integers(0, 20),
        step=st.sampled_from(["collect", "read", "verify", "decide", "rule", "late"]),
        card=st.sampled_from(sorted(FACES)),
        person=st.sampled_from(["", "", "", "", "sup", "cal", "sue"]),
    )
    def step(self, pick: int, step: str, card: int, person: str) -> None:
        """Whoever it is for takes a step of a claim, or somebody else tries it."""
        person = person or ("cal" if step == "verify" else "sup")
        claims = self.desk.state.claims
        number = claims[pick % len(claims)].call_out
        collected = claims[number - 1].collected
        before = self.desk.state
        tries = {
            "collect": lambda: self.desk.collect(number, card, by=person),
            "read": lambda: self.desk.read(number, person),
            "verify": lambda: self.desk.verify(number, person),
            "decide": lambda: self.desk.decide(
                number, found=found(collected.card) if collected else None, by=person
            ),
            "rule": lambda: self.desk.rule(number, True, person),
            "late": lambda: self.desk.rule(number, False, person),
        }
        outcome = tries[step]()
        if number in self.decided:
            assert isinstance(outcome.refusal, Refused)
            assert self.desk.state == before, "a claim that is decided twice changes nothing"
        decided = self.desk.claim(number).decided
        if decided is not None:
            self.decided.setdefault(number, decided)
            assert self.decided[number] == decided

    @property
    def _called(self) -> set[int]:
        return {each.number for each in self.desk.told.game.said}

    @invariant()
    def a_claim_that_is_allowed_was_read_and_verified_by_two_persons(self) -> None:
        """Rule 5.7(c)(iv), whatever was tried."""
        for claim in self.desk.state.claims:
            if claim.decided is None or claim.decided.outcome is not Outcome.ALLOWED:
                continue
            assert claim.collected.by == claim.read_by == claim.decided.by == "sup"
            assert claim.verified.by == "cal"
            assert claim.decided.stages

    @invariant()
    def a_stage_is_won_on_one_call(self) -> None:
        """Rule 5.4: only who calls out after the same announcement shares."""
        for stage in (LINE, BINGO):
            on = {
                claim.decided.position
                for claim in self.desk.state.claims
                if claim.decided and stage in claim.decided.stages
            }
            assert len(on) <= 1

    @invariant()
    def no_card_wins_a_stage_twice(self) -> None:
        """Rule 5.11: the same card for the same stage at the same call is decided once."""
        won = [
            (claim.collected.card, stage)
            for claim in self.desk.state.claims
            if claim.decided
            for stage in claim.decided.stages
        ]
        assert len(won) == len(set(won))


TestAnyClaims = AnyClaims.TestCase
TestAnyClaims.settings = settings(max_examples=60, stateful_step_count=40, deadline=None)
