"""What a profile lays down for session tables, read and refused."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from services.kernel.options import Options
from services.kernel.profiles import Profiles
from services.tournament.domain.table.options import OPTIONS, TableOptions
from services.tournament.domain.table.terms import CardRules, Payout, TableReadings
from tests.kit.law import means

RULES = Path(__file__).parents[4] / "rules"


def new_zealand(**other: Any) -> TableOptions:
    profile = Profiles.load(RULES).get("nz-tournament-blackjack")
    return TableOptions.of(Options({**profile.values, **other}))


def test_new_zealands() -> None:
    assert new_zealand() == TableOptions(
        chip_designs=("tournament",),
        players=(4, 7),
        play_off_players=(2, 7),
        away_excused=True,
        payout=Payout(3, 2, half_to_player=True),
        cards=CardRules(8, 17, False, True, True, 3, False, 2, 2),
        readings=TableReadings(False, False, False, False, False),
    )


def test_every_option_is_there_and_says_what_is_assumed() -> None:
    options = Profiles.load(RULES).get("nz-tournament-blackjack").options
    ours = {name: options[name] for name in OPTIONS}
    assert {name for name, option in ours.items() if not option.assumed} == {"table_players"}
    assert all(option.note for option in ours.values() if option.assumed)


@means("TBJ-2.2", side="inside")
def test_insurance_by_a_rule_that_2_2_takes_out_is_not_offered() -> None:
    assert not new_zealand(insurance=True).cards.insurance


@means("TBJ-2.2", side="outside")
def test_by_another_rule_it_is() -> None:
    assert new_zealand(insurance=True, insurance_rule="II-7.7").cards.insurance


@pytest.mark.parametrize(
    ("name", "least"),
    [
        ("decks", 1),
        ("dealer_stands_on", 12),
        ("most_hands", 1),
        ("insurance_part", 1),
        ("insurance_pays", 1),
    ],
)
def test_the_least_that_suits(name: str, least: int) -> None:
    assert getattr(new_zealand(**{name: least}).cards, name) == least


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("chip_designs", ()),
        ("chip_designs", (7,)),
        ("chip_designs", "tournament"),
        ("table_players", (4,)),
        ("table_players", (0, 7)),
        ("table_players", (True, 7)),
        ("play_off_players", None),
        ("away_excused", 1),
        ("blackjack_pays", (3, 0)),
        ("half_to_player", "yes"),
        ("decks", 0),
        ("decks", True),
        ("dealer_stands_on", 11),
        ("most_hands", 0),
        ("insurance_rule", 7),
        ("insurance_part", 0),
        ("insurance_pays", 0),
        *((name, 1) for name in ("short_out", "marker_waits", "wagers_played_out")),
        *((name, None) for name in ("void_not_replayed", "box_one_right")),
    ],
)
def test_what_does_not_suit_is_named(name: str, value: object) -> None:
    with pytest.raises(ValueError, match=f"option {name}: "):
        new_zealand(**{name: value})
