"""A claim that wins waits where the draw would not take it over: for a signature, or witnesses."""

from __future__ import annotations

import pytest

from services.verify.domain.cards.readings import WindowEnds
from services.verify.domain.desk.awaiting import CLAIM_AWAITS_SIGNATURE, CLAIM_NEEDS_WITNESSES
from services.verify.domain.desk.claims import ClaimReopened, TakeRighting
from services.verify.domain.desk.selling import SalesClosed, SalesClosing
from services.verify.domain.game import game
from services.verify.domain.game.answering import came_late
from services.verify.domain.game.awaited import Awaited
from tests.kit.law import permits, refuses
from tests.verify.domain.claims import LINE, TOP, Desk, Told, allowed
from tests.verify.domain.sales import at

HERE = Awaited(1, "ana", (5,), ())
LINES = Awaited(1, "ana", (), (1,))
ELSEWHERE = Awaited(1, "ana", (4,), (2,))


def examined(desk: Desk) -> int:
    """A claim for a line that wants only its decision."""
    line = desk.cry()
    for step in (desk.collect(line), desk.read(line), desk.verify(line)):
        assert step.events
    return line


@refuses("NZB-5.9")
@pytest.mark.parametrize("awaited", [HERE, LINES])
def test_nzb_5_9_nobody_wins_on_what_a_second_person_is_about_to_sign(awaited: Awaited) -> None:
    desk = Desk(Told().call(*TOP))
    line = examined(desk)
    desk.told.tell(game.SignatureAwaited(awaited))
    desk.decide(line).refused(CLAIM_AWAITS_SIGNATURE, "NZB-5.9")
    desk.told.tell(game.SignatureGiven(1))
    assert allowed(desk.decide(line)) == (LINE,)


@permits("NZB-5.9")
def test_nzb_5_9_what_is_signed_for_another_call_and_stage_keeps_nobody() -> None:
    desk = Desk(Told().call(*TOP))
    line = examined(desk)
    desk.told.tell(game.SignatureAwaited(ELSEWHERE))
    assert allowed(desk.decide(line)) == (LINE,)


@refuses("NZB-5.10")
def test_nzb_5_10_after_the_end_others_must_have_heard_a_late_one() -> None:
    told = Told().call(*TOP, 90)
    told.tell(game.Ended())
    desk = Desk(told)
    line = desk.cry(after=5)
    desk.rule(line, in_time=True)
    for step in (desk.collect(line), desk.read(line), desk.verify(line)):
        assert step.events
    desk.decide(line).refused(CLAIM_NEEDS_WITNESSES, "NZB-5.10")


def test_where_the_law_says_nothing_of_the_kind_none_is_cited() -> None:
    waits = Desk(Told(law="TNB").call(*TOP))
    line = examined(waits)
    waits.told.tell(game.SignatureAwaited(HERE))
    waits.decide(line).refused(CLAIM_AWAITS_SIGNATURE, "")
    told = Told(law="TNB").call(*TOP, 90)
    told.tell(game.Ended())
    desk = Desk(told)
    line = desk.cry(after=5)
    desk.rule(line, in_time=True)
    for step in (desk.collect(line), desk.read(line), desk.verify(line)):
        assert step.events
    desk.decide(line).refused(CLAIM_NEEDS_WITNESSES, "")


@permits("NZB-5.10")
def test_nzb_5_10_after_the_end_one_that_others_heard_wins() -> None:
    told = Told().call(*TOP, 90)
    told.tell(game.Ended())
    desk = Desk(told)
    line = desk.cry(after=5, witnesses=("mia",))
    desk.rule(line, in_time=True)
    assert came_late(told.game.said, told.game.call_outs[0], WindowEnds.NEXT_SELECTED)
    assert allowed(desk.examined(line)) == (LINE,)


def test_numbers_by_hand_close_the_sales_and_have_claims_judged_again_in_one() -> None:
    desk = Desk(Told().call(*TOP))
    line = desk.cry()
    desk.examined(line)
    outcome = desk.when(TakeRighting((line,), (), at(70), sales_over=True))
    assert [type(each) for each in outcome.events] == [SalesClosing, SalesClosed, ClaimReopened]
    anew = desk.claim(line)
    assert (anew.decided, anew.read_by, anew.read) == (None, "", ())
