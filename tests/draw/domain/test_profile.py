"""What the draw reads from a rule profile."""

from __future__ import annotations

from pathlib import Path

import pytest

from services.draw.domain.game.state import Rules, Selector, Stage
from services.draw.domain.profile import BingoProfile
from services.draw.profiles import BingoProfiles
from services.kernel.profiles import BadProfile, Profiles, read_profile
from services.kernel.record.commit import ProfileRef
from tests.draw.domain.games import new_zealand

OPTIONS: dict[str, object] = {
    "numbers": 75,
    "confirm_before_next": False,
    "selectors": ("receptacle",),
    "versions": {"1": ("series",)},
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


@pytest.mark.parametrize("option", ["number", "Numbers", "confirm_before_nxt", "forfeiture"])
def test_a_profile_with_an_option_that_bingo_does_not_have_names_it(option: str) -> None:
    with pytest.raises(ValueError, match=f"option {option}: there is none; bingo has numbers, "):
        BingoProfile.of("elsewhere", {**OPTIONS, option: True})


def test_the_draw_does_not_start_on_a_misspelt_option() -> None:
    rules = Path(__file__).parents[3] / "rules"
    bingo = Profiles.load(rules).get("nz-casino-bingo")
    assert BingoProfiles(Profiles([bingo], ()))(ProfileRef(bingo.id, bingo.sha256)).rules.numbers
    text = bingo.text.replace(b"[options.numbers]", b"[options.nummbers]")
    wrong = read_profile(text, [option.clause for option in bingo.options.values()])
    with pytest.raises(BadProfile, match="profile nz-casino-bingo, option nummbers: there is none"):
        BingoProfiles(Profiles([wrong], ()))
