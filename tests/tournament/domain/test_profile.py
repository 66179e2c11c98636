"""What a profile lays down for tournaments, read and refused."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from services.kernel.profiles import Profiles
from services.tournament.domain.profile import TournamentProfile
from services.tournament.domain.tournament.conditions_state import (
    BehindSurvivor,
    FurtherChips,
    LaterPlaces,
    OddCents,
    Readings,
    Reckoning,
    Rules,
)

RULES = Path(__file__).parents[3] / "rules"


def new_zealand(**other: Any) -> TournamentProfile:
    profile = Profiles.load(RULES).get("nz-tournament-blackjack")
    return TournamentProfile.of("nz", {**profile.values, **other})


def test_new_zealands() -> None:
    made = new_zealand()
    readings = Readings(
        BehindSurvivor.PLAY_OFF,
        FurtherChips.REPLACE,
        LaterPlaces.PLAY_OFFS_FIRST,
        OddCents.ROUND_UP,
    )
    # Thirty minutes' notice, and four to seven players at a table.
    assert made.rules == Rules(readings, Reckoning.CLEAR_DAYS, 30, 4, 7, True)
    assert (made.id, made.table.players) == ("nz", (4, 7))


@pytest.mark.parametrize("notice", [0, 100_000])
def test_the_least_and_the_most_notice(notice: int) -> None:
    assert new_zealand(notice_minutes=notice).rules.notice_minutes == notice


@pytest.mark.parametrize(
    ("name", "value", "why"),
    [
        ("behind_survivor", "all", "'all' is none of play_off, nobody"),
        ("further_chips", None, "None is none of "),
        ("later_places", "", "'' is none of "),
        ("odd_cents", 1, "1 is none of "),
        ("withdrawal_days", "weeks", "'weeks' is none of "),
        ("notice_minutes", -1, "0 to 100000 is possible, not -1"),
        ("notice_minutes", 100_001, "0 to 100000 is possible, not 100001"),
        ("notice_minutes", "30", "a value of type int is needed, not '30'"),
        ("notice_minutes", True, "a value of type int is needed, not True"),
        ("disqualified_forfeit", 1, "a value of type bool is needed, not 1"),
        ("seats", 7, "there is none; a tournament has "),
    ],
)
def test_what_does_not_suit_is_named(name: str, value: object, why: str) -> None:
    with pytest.raises(ValueError, match=f"option {name}: {why}"):
        new_zealand(**{name: value})
