"""What the draw reads from a rule profile."""

from __future__ import annotations

from pathlib import Path

import pytest

from services.draw.domain.game.rules import (
    Authority,
    Interrupted,
    LetterRange,
    Place,
    Rules,
    Window,
)
from services.draw.domain.game.words import IrregularityKind, Post, Selector, Stage
from services.draw.domain.profile import BingoProfile
from services.draw.profiles import BingoProfiles
from services.kernel.profiles import BadProfile, Profiles, read_profile
from services.kernel.record.commit import ProfileRef
from tests.draw.domain.games import profile_of

OPTIONS: dict[str, object] = {
    "numbers": 75,
    "letters": {"B": (1, 15), "INGO": (16, 75)},
    "versions": {"1": ("series",)},
    "most_part_series": 2,
    "patterns": {"part_series": ("any_line",), "series": ("full_card", "mask")},
    "selectors": ("receptacle",),
    "confirmed_by": "announcer",
    "confirm_before_next": False,
    "least_between_calls": 2000,
    "least_shown": 500,
    "inspection_needed": True,
    "hearing_needed": True,
    "in_fullest_room": True,
    "interrupted": "finished",
    "corrected_by": ("caller",),
    "late_errors": "game_manager",
    "corrected_place": "last",
    "window": "corrected",
    "voids": "supervisor",
    "law": "TNB",
    "card": (5, 5),
    "started_over": ("stuck",),
    "completed_stays": False,
    "rooms_before_next": True,
}


def test_new_zealand_plays_90_numbers_in_three_versions() -> None:
    profile = profile_of("nz-casino-bingo")
    assert profile.id == "nz-casino-bingo"
    assert profile.rules.numbers == 90
    assert profile.rules.letters == ()
    assert profile.rules.confirm_before_next
    assert profile.rules.confirmed_by is Post.SUPERVISOR
    assert profile.rules.corrected_by == (Post.CALLER, Post.SUPERVISOR)
    assert profile.selectors == {Selector.ELECTRONIC, Selector.RECEPTACLE}
    assert profile.versions == {
        1: {Stage.SERIES},
        2: {Stage.PART_SERIES},
        3: {Stage.PART_SERIES, Stage.SERIES},
    }
    assert profile.most_part_series == 1
    assert profile.patterns[True][0] == "any_row"
    assert profile.card == (3, 9)
    assert profile.rules.started_over == ()


def test_tennessee_calls_75_with_letters_by_hand_and_another_individual_displays() -> None:
    profile = profile_of("tn-charity-bingo")
    rules = profile.rules
    assert [rules.letter_of(number) for number in (1, 15, 16, 31, 46, 61, 75)] == list("BBINGOO")
    assert profile.selectors == {Selector.RECEPTACLE}
    assert rules.confirmed_by is Post.ANNOUNCER
    assert (rules.inspection_needed, rules.hearing_needed, rules.in_fullest_room) == (True,) * 3
    assert rules.voids is rules.late_errors is Authority.GAME_MANAGER
    assert rules.interrupted is Interrupted.FINISHED
    assert rules.law == "TNB"
    assert rules.started_over == (IrregularityKind.STUCK, IrregularityKind.RETURNED)
    assert profile.card == (5, 5)


def test_another_profile_sets_other_options() -> None:
    assert BingoProfile.of("elsewhere", OPTIONS) == BingoProfile(
        id="elsewhere",
        versions={1: frozenset({Stage.SERIES})},
        most_part_series=2,
        patterns={True: ("any_line",), False: ("full_card", "mask")},
        selectors=frozenset({Selector.RECEPTACLE}),
        card=(5, 5),
        rules=Rules(
            numbers=75,
            confirm_before_next=False,
            letters=(LetterRange("B", 1, 15), LetterRange("INGO", 16, 75)),
            confirmed_by=Post.ANNOUNCER,
            least_between_calls=2000,
            least_shown=500,
            inspection_needed=True,
            hearing_needed=True,
            in_fullest_room=True,
            corrected_by=(Post.CALLER,),
            late_errors=Authority.GAME_MANAGER,
            voids=Authority.SUPERVISOR,
            corrected_place=Place.LAST,
            window=Window.CORRECTED,
            interrupted=Interrupted.FINISHED,
            law="TNB",
            selectors=(Selector.RECEPTACLE,),
            started_over=(IrregularityKind.STUCK,),
            completed_stays=False,
            rooms_before_next=True,
        ),
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
        ("versions", {"1": ()}, "option versions: '1' with .* is no version"),
        ("letters", {"B": (1,)}, "option letters: 'B' needs a first and a last number"),
        ("letters", {"B": (1, 70)}, "option letters: they do not go with 1 to 75"),
        ("letters", {"B": (1, 40), "O": (40, 75)}, "option letters: they do not go with 1 to 75"),
        ("patterns", {"series": ("full_card",)}, "option patterns: it says nothing of part_series"),
        (
            "patterns",
            {"part_series": (), "series": ("full_card",)},
            "option patterns: it says nothing of part_series",
        ),
        (
            "patterns",
            {"part_series": ("any_line",), "series": "full_card"},
            "option patterns: it says nothing of series",
        ),
        ("most_part_series", 5, "option most_part_series: 1 to 4 is possible, not 5"),
        ("least_between_calls", -1, "option least_between_calls: 0 to 600000 is possible, not -1"),
        ("confirmed_by", "caller", "option confirmed_by: only supervisor or announcer can be"),
        ("card", (5,), "option card: .* is no number of rows and of columns"),
        ("card", (3, "9"), "option card: .* is no number of rows and of columns"),
        ("card", (0, 9), "option card: .* is no number of rows and of columns"),
        ("started_over", ("rain",), "option started_over: 'rain' is none of returned, stuck"),
        ("completed_stays", 1, "option completed_stays: a value of type bool is needed"),
        ("late_errors", "caller", "option late_errors: 'caller' is none of supervisor"),
    ],
)
def test_a_profile_that_does_not_fit_names_the_option(option: str, value: object, why: str) -> None:
    with pytest.raises(ValueError, match=why):
        BingoProfile.of("elsewhere", {**OPTIONS, option: value})


@pytest.mark.parametrize("option", sorted(OPTIONS))
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
    clauses = [option.clause for option in bingo.options.values()]
    wrong = read_profile(text, clauses, services=("draw", "verify"))
    with pytest.raises(BadProfile, match="profile nz-casino-bingo, option nummbers: there is none"):
        BingoProfiles(Profiles([wrong], ()))
