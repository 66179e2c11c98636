"""Which cards were not called out, and which claims the house's own count contradicts."""

from __future__ import annotations

from typing import Any

import pytest

from services.verify.domain.desk import claims
from services.verify.domain.desk.claim import Verdict
from services.verify.domain.desk.prizes import Stage
from services.verify.domain.desk.state import Desk as State
from services.verify.domain.game import game
from services.verify.domain.game.answering import Cry
from services.verify.eye.engine import Engine
from services.verify.eye.sight import Completed, Contradiction, Kind, Sight, sight
from services.verify.eye.timeline import Timeline
from tests.verify.domain.claims import BINGO, FACES, HALL, LINE, NO_LATER, STAGES, TOP, Desk
from tests.verify.domain.sales import at
from tests.verify.eye.kit import OF_CLAIMS, numbered


def looked(desk: Desk, sold: tuple[int, ...] = (1, 2, 3)) -> Sight:
    """What the house sees of a desk and its game."""
    engine = Engine([each.pattern for each in STAGES])
    engine.load(OF_CLAIMS, numbered(sold))
    timeline = Timeline(engine, STAGES)
    timeline.follow(desk.told.game)
    state = desk.state
    assert isinstance(state, State)
    return sight(state, desk.told.game, (desk.told.version, 3, 4), engine, timeline.steps)


def elsewhere(desk: Desk, call_out: int, verdict: Verdict, *stages: Stage) -> Any:
    """A supervisor has decided in the draw, before the card was examined."""
    numbers = tuple(each.value for each in stages)
    desk.told.tell(game.Decided(call_out, numbers, False))
    return desk.when(claims.TakeVerdict(call_out, verdict, stages, True, False, "sup", at(63)))


# -- who was not heard -------------------------------------------------------------------------


def test_a_card_that_nobody_calls_out_is_told_and_then_missed() -> None:
    desk = Desk()
    desk.told.call(*TOP)
    seen = looked(desk)
    assert seen.completed == (Completed(LINE, 1, 5, 41, 0, False),)
    assert (seen.silent, seen.missed, seen.contradictions) == (1, 0, ())
    assert (seen.version, seen.cards) == (desk.told.version + 7, 3)
    desk.told.call(90)
    seen = looked(desk)
    assert seen.completed == (Completed(LINE, 1, 5, 41, 0, True),)
    assert (seen.silent, seen.missed) == (0, 1)


def test_a_card_that_is_shown_for_a_claim_is_not_silent() -> None:
    desk = Desk()
    desk.told.call(*TOP)
    line = desk.cry()
    assert looked(desk).silent == 1, "a call out tells no card"
    desk.collect(line)
    assert looked(desk).completed == (Completed(LINE, 1, 5, 41, line, False),)
    assert looked(desk).silent == 0


def test_a_card_that_was_shown_too_early_is_silent_when_it_is_complete() -> None:
    desk = Desk()
    desk.told.call(*TOP[:4])
    early = desk.cry()
    desk.collect(early)
    desk.told.call(TOP[4])
    assert looked(desk).silent == 1


def test_a_card_that_is_not_sold_is_not_looked_at() -> None:
    desk = Desk()
    desk.told.call(*TOP)
    assert looked(desk, (2, 3)).completed == ()


def test_a_correction_is_no_next_number() -> None:
    desk = Desk()
    desk.told.call(*TOP, 90)
    desk.told.tell(game.SaidWrongly(6, 90, 12, 6, at(0)))
    assert looked(desk).missed == 1, "the next number was announced, if wrongly"
    desk = Desk()
    desk.told.call(*TOP[:4], 90)
    desk.told.tell(game.SaidWrongly(5, 90, TOP[4], 5, at(0)))
    assert looked(desk).completed == (Completed(LINE, 1, 5, TOP[4], 0, False),)


def test_a_card_is_told_once_for_each_stage() -> None:
    desk = Desk()
    desk.told.call(*(number for number in FACES[1] if number))
    stages = [(each.stage, each.position) for each in looked(desk).completed]
    assert stages == [(LINE, 5), (BINGO, 15)]


# -- what does not agree -----------------------------------------------------------------------


def test_claims_that_are_decided_by_the_card_agree() -> None:
    desk = Desk()
    desk.told.call(*TOP)
    desk.examined(desk.cry())
    wrong = desk.cry()
    desk.collect(wrong, 2)
    desk.decide(wrong, 2)
    assert looked(desk).contradictions == ()


def test_a_stage_given_in_the_draw_on_a_card_that_does_not_have_it_is_flagged() -> None:
    desk = Desk()
    desk.told.call(*TOP[:4])
    line = desk.cry()
    elsewhere(desk, line, Verdict.VALID, LINE)
    assert looked(desk).contradictions == (Contradiction(line, 0, LINE, Kind.NO_CARD_COMPLETE),)
    desk.collect(line)
    assert looked(desk).contradictions == (Contradiction(line, 1, LINE, Kind.WON_NOT_COMPLETE),)


def test_a_stage_given_in_the_draw_on_a_call_that_completed_a_card_is_not() -> None:
    desk = Desk()
    desk.told.call(*TOP)
    line = desk.cry()
    elsewhere(desk, line, Verdict.VALID, LINE)
    assert looked(desk).contradictions == ()
    desk.collect(line)
    assert looked(desk).contradictions == ()


def test_a_winner_that_was_turned_away_in_the_draw_is_flagged_once_the_card_is_shown() -> None:
    desk = Desk()
    desk.told.call(*TOP)
    line = desk.cry()
    elsewhere(desk, line, Verdict.NOT_VALID)
    assert looked(desk).contradictions == ()
    desk.collect(line)
    assert looked(desk).contradictions == (Contradiction(line, 1, LINE, Kind.COMPLETE_NOT_WON),)


def test_a_win_on_a_number_that_was_wrong_is_flagged_until_it_is_judged_again() -> None:
    desk = Desk()
    desk.told.call(*TOP)
    line = desk.cry()
    desk.examined(line)
    desk.told.tell(game.SaidWrongly(5, TOP[4], 90, 5, at(70)))
    assert looked(desk).contradictions == (Contradiction(line, 1, LINE, Kind.WON_NOT_COMPLETE),)


def test_a_win_on_a_card_that_is_not_sold_is_flagged() -> None:
    desk = Desk()
    desk.told.call(*TOP)
    line = desk.cry()
    desk.examined(line)
    assert looked(desk, (2, 3)).contradictions == (
        Contradiction(line, 1, LINE, Kind.WON_NOT_COMPLETE),
    )


def test_a_card_that_slept_wins_where_the_profile_asks_for_no_last_number() -> None:
    for rules, flagged in ((NO_LATER, ()), (None, (Kind.WON_NOT_COMPLETE,))):
        desk = Desk(rules=rules)
        desk.told.call(*TOP, 90)
        line = desk.cry()
        elsewhere(desk, line, Verdict.VALID, LINE)
        desk.collect(line)
        assert tuple(each.kind for each in looked(desk).contradictions) == flagged


@pytest.mark.parametrize("sold", [(), (1, 2, 3)])
def test_claims_of_other_halls_and_of_cards_sold_elsewhere_are_not_judged(
    sold: tuple[int, ...],
) -> None:
    desk = Desk()
    desk.told.call(*TOP[:3])
    room = HALL if sold else "main"
    line = desk.cry(cry=Cry.LINE, room=room)
    elsewhere(desk, line, Verdict.VALID, LINE)
    assert looked(desk, sold).contradictions == ()
