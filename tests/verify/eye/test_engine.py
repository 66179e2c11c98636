"""The engine sees what the naive way finds card by card: any pattern, any order, any correction."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from services.verify.cards.packing import Pack
from services.verify.domain.cards.layout import NINETY, SEVENTY_FIVE
from services.verify.domain.cards.patterns import Pattern, known
from services.verify.eye.engine import LISTED, Check, Engine, Look
from tests.verify.domain.cards import CARD, FACE, TOP
from tests.verify.eye.kit import CARDS, PACKS, naive, numbered, patterns

LINE, BINGO = 0, 1


def engine(*faces: tuple[int, ...], layout: Any = NINETY, names: tuple[str, ...] = ()) -> Engine:
    """An engine with these faces as cards 1, 2, …"""
    made = Engine([Pattern(each) for each in names or ("any_row", "full_card")])
    pack = Pack(layout, 1, 1, np.array(faces, np.uint8))
    made.load(pack, numbered(range(1, len(faces) + 1)))
    return made


def call(made: Engine, *numbers: int) -> Engine:
    """Have these numbers called."""
    for number in numbers:
        made.call(number)
    return made


# -- by hand -----------------------------------------------------------------------------------


def test_a_row_is_one_away_and_then_just_completed() -> None:
    made = call(engine(CARD), *TOP[:3])
    assert made.look(LINE, TOP[2]) == Look(0, (), 0)
    made.call(TOP[3])
    assert made.look(LINE, TOP[3]) == Look(0, (), 1)
    made.call(TOP[4])
    assert made.look(LINE, TOP[4]) == Look(1, (1,), 0)
    made.call(90)
    assert made.look(LINE, 90) == Look(0, (), 0), "it was complete before"


def test_a_number_that_is_taken_back_was_never_called() -> None:
    made = call(engine(CARD), *TOP)
    made.take_back(TOP[0])
    assert made.look(LINE, TOP[4]) == Look(0, (), 1)
    made.take_back(TOP[0])
    made.call(TOP[0])
    made.call(TOP[0])
    assert made.look(LINE, TOP[0]) == Look(1, (1,), 0), "once is as good as twice"


def test_the_free_centre_needs_no_call() -> None:
    made = call(engine(FACE, layout=SEVENTY_FIVE, names=("x",)), 1, 17, 49, 65, 61, 47, 19)
    assert made.look(0, 19) == Look(0, (), 1)
    assert call(made, 5).look(0, 5) == Look(1, (1,), 0)


def test_corners_are_the_outermost_numbers_wherever_they_lie() -> None:
    made = call(engine(CARD, names=("corners",)), 5, 80, 7)
    assert made.look(0, 7) == Look(0, (), 1)
    assert call(made, 88).look(0, 88) == Look(1, (1,), 0)


def test_a_pattern_that_these_cards_do_not_have_is_completed_on_none() -> None:
    made = call(engine(CARD, names=("x",)), *range(1, 91))
    assert made.look(0, 90) == Look(0, (), 0)
    assert made.check(1, range(1, 91), (90,)) == [Check(False, False)]


def test_an_engine_without_cards_sees_nothing() -> None:
    made = Engine([Pattern("any_row")])
    made.load(PACKS[NINETY], numbered([]))
    assert (made.look(0, 1), made.cards, made.segments, made.nbytes) == (Look(0, (), 0), 0, 0, 0)


def test_of_many_cards_the_first_are_told_by_number() -> None:
    made = call(engine(*[CARD] * 200), *TOP)
    assert made.look(LINE, TOP[4]) == Look(200, tuple(range(1, LISTED + 1)), 0)


def test_a_card_whose_sale_is_voided_is_not_looked_at_and_one_sold_late_has_heard_all() -> None:
    made = Engine([Pattern("any_row"), Pattern("full_card")])
    pack = Pack(NINETY, 1, 1, np.array([CARD] * 100, np.uint8))
    made.load(pack, numbered(range(1, 81)))
    call(made, *TOP)
    assert len(made.keep(1, 80, numbered(range(2, 81)))) == 0
    assert made.look(LINE, TOP[4]).cards[0] == 2
    assert made.cards == 79
    missing = made.keep(81, 100, numbered([90]))
    assert missing.tolist() == [90]
    made.load(pack, missing)
    assert (made.cards, made.look(LINE, TOP[4]).completed) == (80, 80)
    assert made.check(90, TOP, TOP[4:]) == [Check(True, True), Check(False, False)]
    assert made.check(1, TOP, TOP[4:]) == [], "it is not sold"
    assert made.check(95, TOP, TOP[4:]) == []
    assert len(made.keep(1, 80, numbered(range(1, 81)))) == 0
    assert made.cards == 81, "sold again"


# -- against the naive way ---------------------------------------------------------------------


@pytest.mark.parametrize(
    "layout", PACKS, ids=lambda each: f"{each.format.name}-{each.columns.name}"
)
def test_every_pattern_that_there_is_is_counted(layout: Any) -> None:
    pack, names = PACKS[layout], known(layout)
    made = Engine([Pattern(each) for each in names])
    sold = range(101, 101 + CARDS)
    made.load(pack, numbered(sold))
    order = np.random.default_rng(7).permutation(np.arange(1, layout.numbers + 1)).tolist()
    for at, number in enumerate(order, start=1):
        made.call(number)
        for place, name in enumerate(names):
            wanted = naive(pack, sold, Pattern(name), order[:at], number)
            assert made.look(place, number) == wanted, (name, at)


@given(st.data())
@settings(max_examples=150)
def test_one_card_is_what_the_naive_way_finds(data: st.DataObject) -> None:
    layout = data.draw(st.sampled_from(list(PACKS)))
    pack = PACKS[layout]
    made = Engine(data.draw(st.lists(patterns(layout), min_size=1, max_size=3)))
    made.load(pack, numbered(range(101, 161)))
    card = data.draw(st.integers(101, 160))
    face = [number for number in pack.card(card) if number]
    called = data.draw(st.lists(st.sampled_from(face), unique=True))
    last = called[-1:]
    checks = made.check(card, called, last)
    for place, pattern in enumerate(made.patterns):
        looked = naive(pack, [card], pattern, called, last[0] if last else 0)
        assert checks[place].on_last == bool(looked.completed)
        assert not checks[place].on_last or checks[place].complete


class AnyGame(RuleBasedStateMachine):
    """Calls, corrections, late sales and voided ones in any order."""

    @initialize(data=st.data())
    def begin(self, data: st.DataObject) -> None:
        self.layout = data.draw(st.sampled_from(list(PACKS)))
        self.pack = PACKS[self.layout]
        self.patterns = data.draw(st.lists(patterns(self.layout), min_size=1, max_size=3))
        self.engine = Engine(self.patterns)
        self.sold: set[int] = set()
        self.called: list[int] = []
        self.sell(data.draw(st.sets(st.integers(101, 160), min_size=1)))

    @rule(cards=st.sets(st.integers(101, 160)))
    def sell(self, cards: set[int]) -> None:
        """From now on these are sold, and no others."""
        self.sold = cards
        missing = self.engine.keep(101, 160, numbered(cards))
        self.engine.load(self.pack, missing)

    @rule(numbers=st.lists(st.integers(1, 75), min_size=1, max_size=20, unique=True))
    def call(self, numbers: list[int]) -> None:
        for number in numbers:
            if number not in self.called:
                self.called.append(number)
                self.engine.call(number)

    @precondition(lambda self: self.called)
    @rule(data=st.data())
    def correct(self, data: st.DataObject) -> None:
        """One number was called wrongly, and another one is called for it."""
        wrong = data.draw(st.sampled_from(self.called))
        self.called.remove(wrong)
        self.engine.take_back(wrong)
        free = [number for number in range(1, 76) if number not in self.called]
        self.call([data.draw(st.sampled_from(free))])

    @rule(numbers=st.sets(st.integers(1, 75)))
    def go_back(self, numbers: set[int]) -> None:
        """It turns out that quite other numbers were called."""
        self.called = sorted(numbers)
        self.engine.exactly(numbers)

    @invariant()
    def sees_what_the_naive_way_finds(self) -> None:
        if not hasattr(self, "engine"):
            return
        by = self.called[-1] if self.called else 0
        assert self.engine.cards == len(self.sold)
        for place, pattern in enumerate(self.patterns):
            wanted = naive(self.pack, self.sold, pattern, self.called, by)
            assert self.engine.look(place, by) == wanted


TestAnyGame = AnyGame.TestCase
TestAnyGame.settings = settings(max_examples=40, stateful_step_count=12)
