"""What waits for a second person, or for a decision, at a table."""

from __future__ import annotations

from dataclasses import replace

from services.kernel.names import Name
from services.paigow.domain.sitting import closing
from services.paigow.domain.sitting.state import Finding, Table
from services.paigow.views.waiting import in_sitting
from tests.paigow.domain.sitting.play import (
    CASINO,
    FLOAT,
    SECOND,
    SUPERVISOR,
    Play,
    open_sitting,
    opened,
)
from tests.paigow.domain.sitting.test_differences import (
    REVIEW,
    WRONG,
    decision,
    disputed,
    exposing_now,
    ruling,
)
from tests.paigow.domain.sitting.test_removal import ACKNOWLEDGE, decide, full, order

NAME = Name("akl", "sittings", "2026-11-29-pg1")


def waits(play: Play) -> list[str]:
    state = play.state
    told = list(in_sitting(NAME, state))
    if isinstance(state, Table):
        assert list(in_sitting(NAME, replace(state, practice=True))) == []
    return told


def test_a_count_that_one_person_has_signed():
    play = Play()
    assert waits(play) == []
    play.do(open_sitting())
    assert waits(play) == ["opening_count"]
    play = opened()
    assert waits(play) == []
    play.do(closing.CountFloat(SUPERVISOR, FLOAT))
    assert waits(play) == ["closing_count"]
    play.do(closing.CountFloat(SUPERVISOR, FLOAT[1:]))
    assert waits(play) == ["count_difference"]
    play.do(closing.DecideCount(CASINO, "a chip rolled away"))
    assert waits(play) == ["closing_count"]
    play.do(closing.SignClosing(SECOND))
    assert waits(play) == []


def test_an_entry_that_differs_and_a_removal():
    play = exposing_now().tried(WRONG)
    assert waits(play) == ["entry_difference"]
    play.do(decision(False))
    assert waits(play) == []
    play = full().do(order())
    assert waits(play) == ["removal"]
    play.do(ACKNOWLEDGE)
    assert waits(play) == ["removal"]
    play.do(decide(True))
    assert waits(play) == []


def test_a_ruling_that_nobody_has_reviewed():
    play = disputed()
    assert waits(play) == []
    play.do(ruling(Finding.STANDS, 0))
    assert waits(play) == ["dispute_review"]
    play.do(REVIEW)
    assert waits(play) == []
