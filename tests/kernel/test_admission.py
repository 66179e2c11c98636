"""What a decision makes of an answer about a player, and how a player is known again."""

from __future__ import annotations

from datetime import date

import pytest

from services.kernel.admission import Answer, Check, turned_away
from services.kernel.law import Refused
from services.kernel.record.identifying import age, marks


@pytest.mark.parametrize(
    ("check", "reason"),
    [
        (None, ""),  # decided before there were checks
        (Check(Answer.MAY_PLAY), ""),
        (Check(Answer.MAY_NOT_PLAY), "MAY_NOT_PLAY"),
        (Check(Answer.MAY_NOT_PLAY, unchecked_allowed=True), "MAY_NOT_PLAY"),
        (Check(Answer.NOT_KNOWN), "PLAYER_NOT_CHECKED"),
        (Check(Answer.NOT_KNOWN, unchecked_allowed=True), ""),
        (Check(Answer.NOT_SHOWN), ""),
    ],
)
def test_who_is_turned_away(check: Check | None, reason: str):
    refused = turned_away(check)
    assert (refused.reason.code if refused else "") == reason


def test_a_venue_that_wants_players_shown_leaves_no_record_of_who_was_not():
    with pytest.raises(Refused) as raised:
        turned_away(Check(Answer.NOT_SHOWN, must_be_shown=True))
    assert raised.value.reason.code == "PLAYER_NOT_SHOWN"


MEANT = marks("M 4711", "Wiremu Tāmihana", "1961-02-03")


@pytest.mark.parametrize(
    ("seen", "fits"),
    [
        (("m-4711", "", ""), True),
        (("M4711", "Somebody Else", "2000-01-01"), True),
        (("M4712", "", ""), False),
        (("", "TAMIHANA, Wiremu", ""), True),
        (("M4712", "wiremu tamihana", "1961-02-03"), True),
        (("", "Wiremu Tamihana", "1961-02-04"), False),
        (("", "Wiremu", "1961-02-03"), False),
        (("", "", "1961-02-03"), False),
        (("", "", ""), False),
    ],
)
def test_who_is_known_again(seen: tuple[str, str, str], fits: bool):
    shown = marks(*seen)
    assert shown.fits(MEANT) is fits
    for key in (b"one", b"other"):
        assert shown.under(key).fits(MEANT.under(key)) is fits
    assert not shown.under(b"one").fits(MEANT.under(b"other"))


def test_an_apostrophe_makes_no_other_name():
    names = [f"Shay O{each}Neill" for each in ("'", "`", "\u2019", "")]
    assert len({marks("", name, "").name for name in names}) == 1


def test_digests_tell_nothing():
    digests = repr(MEANT.under(b"key"))
    assert not any(word in digests for word in ("4711", "wiremu", "1961"))


@pytest.mark.parametrize(
    ("born", "on", "years"),
    [
        (date(2006, 11, 30), date(2026, 11, 29), 19),
        (date(2006, 11, 30), date(2026, 11, 30), 20),
        (date(2004, 2, 29), date(2026, 2, 28), 21),
        (date(2004, 2, 29), date(2026, 3, 1), 22),
    ],
)
def test_age_is_whole_years(born: date, on: date, years: int):
    assert age(born, on) == years
