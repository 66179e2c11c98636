"""A decision that the draw does not follow is shown as such, until somebody has seen to it."""

from __future__ import annotations

from typing import Any

import pytest

from services.verify.domain.desk.claim import Verdict
from services.verify.domain.desk.claims import TakeRighting, TakeVerdict
from services.verify.domain.desk.heeding import TakeAnswer
from services.verify.views.claims import claim
from tests.verify.domain.claims import LINE, TOP, Desk, Told, allowed
from tests.verify.domain.sales import at


def decided() -> Desk:
    """A desk that has allowed its one claim."""
    desk = Desk(Told().call(*TOP))
    desk.examined(desk.cry())
    return desk


def answers(desk: Desk, reason: str = "", clause: str = "", *, differs: bool = False) -> Any:
    """The draw answers."""
    return desk.when(TakeAnswer(1, reason, clause, differs, at(70)))


def test_that_the_draw_refuses_is_told_with_its_reason_and_clause() -> None:
    desk = decided()
    assert not claim(desk.state, 1).HasField("not_followed")
    answers(desk, "STAGE_ALREADY_WON", "NZB-5.7(c)")
    assert desk.claim(1).decided is None, "it stands nowhere, and is judged again"
    told = claim(desk.state, 1).not_followed
    assert (told.reason, told.clause) == ("DRAW_REFUSES", "NZB-5.7(c)")
    assert told.says.startswith(
        "The draw has not taken over the decision on claim 1: STAGE_ALREADY_WON."
    )
    assert answers(desk, "STAGE_ALREADY_WON", "NZB-5.7(c)").events == (), "once is enough"


def test_what_the_draw_refused_can_be_decided_once_it_is_put_right() -> None:
    desk = decided()
    answers(desk, "SIGNATURE_AWAITED")
    assert allowed(desk.examined(1)) == (LINE,)
    assert not claim(desk.state, 1).HasField("not_followed")


def test_that_the_draw_keeps_another_decision_is_told_until_it_agrees() -> None:
    desk = decided()
    answers(desk, differs=True)
    told = claim(desk.state, 1).not_followed
    assert (told.reason, told.clause) == ("DRAW_DIFFERS", "")
    assert told.says.startswith("Call out 1 stands in the draw with another decision")
    answers(desk)
    assert not claim(desk.state, 1).HasField("not_followed")
    assert answers(desk).events == ()


@pytest.mark.parametrize(
    "seen_to",
    [
        TakeVerdict(1, Verdict.NOT_VALID, (), True, False, "sia", at(71)),
        TakeRighting((1,), (), at(71)),
    ],
    ids=["a person decides again in the draw", "it is judged again"],
)
def test_it_is_over_when_somebody_has_seen_to_it(seen_to: Any) -> None:
    desk = decided()
    answers(desk, differs=True)
    desk.when(seen_to)
    assert not claim(desk.state, 1).HasField("not_followed")


def test_what_the_desk_has_not_decided_needs_no_answer() -> None:
    desk = Desk(Told().call(*TOP))
    desk.cry()
    assert answers(desk, differs=True).events == ()
    assert desk.when(TakeAnswer(9, "", "", True, at(70))).events == ()
