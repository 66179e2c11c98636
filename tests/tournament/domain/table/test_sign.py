"""The limits on the sign (3.2(d), 4.5)."""

from __future__ import annotations

import pytest

from services.tournament.domain.table.conduct import SignChanged
from services.tournament.domain.table.terms import Sign
from tests.kit.law import permits, refuses
from tests.tournament.domain.table.play import (
    SIGN,
    TOM,
    at,
    call_session,
    change_sign,
    dealt,
    seated,
    started,
    wagered,
)

# -- the sign --------------------------------------------------------------------------------------


@permits("TBJ-4.5")
@pytest.mark.parametrize("sign", [Sign(5, 500, 5, False), Sign(10, 600, 5, False)])
def test_tbj_4_5_limits_can_be_widened_during_a_session(sign: Sign) -> None:
    play = started()
    assert play.do(change_sign(sign)) == (SignChanged(sign, "announced", TOM, at(3)),)
    assert play.table.sign == sign


@refuses("TBJ-4.5")
@pytest.mark.parametrize("sign", [Sign(11, 500, 5, False), Sign(10, 499, 5, False)])
def test_tbj_4_5_but_not_tightened(sign: Sign) -> None:
    started().refused(change_sign(sign), "LIMITS_TIGHTENED", "TBJ-4.5")


@refuses("TBJ-3.2(d)")
@pytest.mark.parametrize(
    ("sign", "says"),
    [
        (Sign(11, 500, 5, False), "The conditions have a minimum of 10, which cannot become 11."),
        (Sign(10, 499, 5, False), "The conditions have a maximum of 500, which cannot become 499."),
    ],
)
def test_tbj_3_2_d_before_it_they_are_no_tighter_than_published(sign: Sign, says: str) -> None:
    assert seated().refused(change_sign(sign), "LIMITS_PUBLISHED", "TBJ-3.2(d)").sentence == says
    widened = seated()
    widened.do(change_sign(Sign(5, 600, 5, False)))
    widened.refused(change_sign(sign), "LIMITS_PUBLISHED")
    called = seated()
    called.do(call_session())
    called.refused(change_sign(sign), "LIMITS_TIGHTENED", "TBJ-4.5")


@permits("TBJ-3.2(d)")
def test_tbj_3_2_d_what_was_widened_before_play_can_be_as_published_again() -> None:
    play = seated()
    play.do(change_sign(Sign(5, 600, 5, False)), change_sign(SIGN))
    assert play.table.sign == SIGN


def test_with_wagers_on_the_layout_nothing_changes() -> None:
    assert started().do(change_sign(SIGN)) == ()
    wagered().refused(change_sign(Sign(5, 500, 5, False)), "WAGERS_LIE")
    dealt().refused(change_sign(Sign(5, 500, 5, False)), "WAGERS_LIE")
