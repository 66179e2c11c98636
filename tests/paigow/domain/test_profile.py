"""What a pai gow profile lays down, and what none may say."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

import pytest

from services.paigow.domain.profile import OPTIONS, BoxNumbers, OddChip, PaiGowProfile, Rounding
from tests.paigow.domain.sitting.play import RULES

FILE = Path(__file__).resolve().parents[3] / "rules" / "profiles" / "nz-pai-gow.toml"


def options(**changes: Any) -> dict[str, Any]:
    """Those of New Zealand's casinos, with others in place of some."""
    text = tomllib.loads(FILE.read_text())
    return {name: option["value"] for name, option in text["options"].items()} | changes


def test_new_zealands_profile_is_what_the_tests_play_by() -> None:
    assert PaiGowProfile.of("nz-pai-gow", options()) == PaiGowProfile("nz-pai-gow", RULES)


def test_every_option_is_in_the_profile_and_every_assumed_one_says_in_what() -> None:
    text = tomllib.loads(FILE.read_text())["options"]
    assert set(text) == set(OPTIONS)
    assert all(option["clause"] and option["year"] for option in text.values())
    assert all(option["note"] for option in text.values() if option.get("assumed"))


@pytest.mark.parametrize("name", OPTIONS)
def test_each_option_is_needed(name: str) -> None:
    lacking = options()
    del lacking[name]
    with pytest.raises(ValueError, match=f"option {name}"):
        PaiGowProfile.of("mine", lacking)


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("commission", -1),
        ("commission", 10_001),
        ("commission", "5"),
        ("commission", True),
        ("commission_rounding", "sideways"),
        ("commission_on_wins", 1),
        ("odd_chip", "nobody"),
        ("box_numbers", "anticlockwise"),
        ("off_boxes_counted", "yes"),
        ("house_way_confirmed", None),
        ("house_way", "mars"),
        ("house_way_ties", "toss a coin"),
        ("lone_gee_jun", "seven"),
        ("gee_jun_tiles", "above"),
        ("exposures_add_up", 2),
    ],
)
def test_a_value_that_does_not_suit_is_named(name: str, value: Any) -> None:
    with pytest.raises(ValueError, match=f"option {name}"):
        PaiGowProfile.of("mine", options(**{name: value}))


def test_an_option_that_there_is_not_is_named() -> None:
    with pytest.raises(ValueError, match="option comission: there is none"):
        PaiGowProfile.of("mine", options(comission=500))


def test_another_house_has_it_otherwise() -> None:
    rules = PaiGowProfile.of(
        "mine",
        options(commission_rounding="up", odd_chip="house", box_numbers="clockwise", commission=0),
    ).rules
    assert (rules.commission_rounding, rules.odd_chip, rules.box_numbers, rules.commission) == (
        Rounding.UP,
        OddChip.HOUSE,
        BoxNumbers.CLOCKWISE,
        0,
    )
