"""What the draw reads from a rule profile."""

from __future__ import annotations

import pytest

from services.draw.domain.game.state import Rules, Selector, Stage
from services.draw.domain.profile import BingoProfile
from tests.draw.domain.games import new_zealand

OPTIONS: dict[str, object] = {
    "numbers": 75,
    "confirm_before_next": False,
    "selectors": ("receptacle",),
    "versions": {"1": ("series",)},
    "something_else": "that the draw does not ask for",
}


def test_new_zealand_plays_90_numbers_in_three_versions() -> None:
    profile = new_zealand()
    assert profile.id == "nz-casino-bingo"
    assert profile.rules == Rules(numbers=90, confirm_before_next=True)
    assert profile.selectors == {Selector.ELECTRONIC, Selector.RECEPTACLE}
    assert profile.versions == {
        1: (Stage.SERIES,),
        2: (Stage.PART_SERIES,),
        3: (Stage.PART_SERIES, Stage.SERIES),
    }


def test_another_profile_sets_other_options() -> None:
    assert BingoProfile.of("elsewhere", OPTIONS) == BingoProfile(
        "elsewhere",
        {1: (Stage.SERIES,)},
        frozenset({Selector.RECEPTACLE}),
        Rules(numbers=75, confirm_before_next=False),
    )


@pytest.mark.parametrize(
    ("option", "value", "why"),
    [
        ("numbers", None, "option numbers: a value of type int is needed, not None"),
        ("numbers", "90", "option numbers: a value of type int is needed, not '90'"),
        ("numbers", True, "option numbers: a value of type int is needed, not True"),
        ("confirm_before_next", 1, "option confirm_before_next: a value of type bool is needed"),
        ("selectors", "receptacle", "option selectors: a value of type tuple is needed"),
        ("selectors", ("dice",), "option selectors: 'dice' is none of electronic, receptacle"),
        ("versions", ("series",), "option versions: a value of type dict is needed"),
        ("versions", {"1": ("full house",)}, "option versions: 'full house' is none of"),
        ("versions", {"one": ("series",)}, "option versions: 'one' with .* is no version"),
        ("versions", {"1": "series"}, "option versions: '1' with 'series' is no version"),
    ],
)
def test_a_profile_that_does_not_fit_names_the_option(option: str, value: object, why: str) -> None:
    with pytest.raises(ValueError, match=why):
        BingoProfile.of("elsewhere", {**OPTIONS, option: value})


@pytest.mark.parametrize("option", ["numbers", "confirm_before_next", "selectors", "versions"])
def test_a_profile_that_lacks_an_option_names_it(option: str) -> None:
    lacking = {name: value for name, value in OPTIONS.items() if name != option}
    with pytest.raises(ValueError, match=f"option {option}: "):
        BingoProfile.of("elsewhere", lacking)
