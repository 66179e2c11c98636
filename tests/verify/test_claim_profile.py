"""What verify reads from a rule profile."""

from __future__ import annotations

from pathlib import Path

import pytest

from services.kernel.profiles import BadProfile, Profiles, read_profile
from services.kernel.record.commit import ProfileRef
from services.verify.domain.cards.readings import Forfeits, Readings, WindowEnds
from services.verify.domain.desk.prizes import OddCents
from services.verify.domain.desk.rules import ClaimRules, PrizeRules, StandsFor
from services.verify.domain.jackpot.terms import Condition, JackpotRules
from services.verify.domain.profile import PRIZE_OPTIONS, desk_rules, jackpot_rules
from services.verify.profiles import DeskProfiles, JackpotProfiles

RULES = Path(__file__).parents[2] / "rules"
OPTIONS: dict[str, object] = {
    "last_number": False,
    "forfeits": "stage",
    "stands_for": "named_stage",
    "seller_may_verify": True,
    "witness_needed": True,
    "odd_cents": "house_keeps",
    "signed_above": 5_000,
    "prizes_lapse_after": 30,
    "largest_prize": 1_000_000,
    "payout": (2_000, 6_000),
}


def test_every_option_is_read() -> None:
    rules = desk_rules("p", OPTIONS)
    assert rules.claims == ClaimRules(False, Forfeits.STAGE, StandsFor.NAMED_STAGE, True, True)
    assert rules.prizes == PrizeRules(OddCents.HOUSE_KEEPS, 5_000, 30, 1_000_000, 2_000, 6_000)


def test_a_profile_of_old_says_nothing_of_prizes() -> None:
    of_old = {key: value for key, value in OPTIONS.items() if key not in PRIZE_OPTIONS}
    assert desk_rules("p", of_old).prizes is None


@pytest.mark.parametrize("name", OPTIONS)
def test_one_that_is_missing_is_named(name: str) -> None:
    with pytest.raises(ValueError, match=f"option {name}: "):
        desk_rules("p", {key: value for key, value in OPTIONS.items() if key != name})


@pytest.mark.parametrize(
    ("name", "value"),
    [
        *[("last_number", 1), ("forfeits", "all"), ("stands_for", True), ("witness_needed", "yes")],
        *[("odd_cents", "keep"), ("signed_above", -1), ("largest_prize", 1.5)],
        *[("prizes_lapse_after", True), ("payout", (60, 20)), ("payout", 50)],
        *[("payout", (0, 10_001)), ("payout", (0,))],
    ],
)
def test_one_that_does_not_suit_is_named(name: str, value: object) -> None:
    with pytest.raises(ValueError, match=f"option {name}: "):
        desk_rules("p", {**OPTIONS, name: value})


def test_one_that_there_is_not_is_named() -> None:
    with pytest.raises(ValueError, match="option last_nummber: there is none; claims have"):
        desk_rules("p", {**OPTIONS, "last_nummber": True})


def test_new_zealand_and_tennessee() -> None:
    profiles = Profiles.load(RULES)
    rules_of = DeskProfiles(profiles)

    def rules(id_: str) -> ClaimRules:
        return rules_of(ProfileRef(id_, profiles.get(id_).sha256)).claims

    assert rules("nz-casino-bingo") == ClaimRules(
        True, Forfeits.ARRANGEMENT, StandsFor.EVERY_STAGE, False, False
    )
    assert rules("tn-charity-bingo") == ClaimRules(
        False, Forfeits.ARRANGEMENT, StandsFor.EVERY_STAGE, False, True
    )


def test_verify_does_not_start_on_a_misspelt_option() -> None:
    bingo = Profiles.load(RULES).get("nz-casino-bingo")
    text = bingo.text.replace(b"[options.last_number]", b"[options.last_nummber]")
    clauses = [option.clause for option in bingo.options.values()]
    wrong = read_profile(text, clauses, services=("draw", "verify"))
    with pytest.raises(BadProfile, match="profile nz-casino-bingo, option last_nummber: there is"):
        DeskProfiles(Profiles([wrong], ()))


def test_the_window_is_the_games() -> None:
    rules = ClaimRules(last_number=False, forfeits=Forfeits.STAGE)
    assert rules.readings(WindowEnds.CORRECTED) == Readings(
        False, Forfeits.STAGE, WindowEnds.CORRECTED
    )


# -- jackpots ----------------------------------------------------------------------------------

JACKPOTS: dict[str, object] = {
    "jackpot_share": 2_000,
    "jackpot_conditions": ("any_call", "within_calls"),
    "law": "NZB",
}


def test_what_a_profile_says_of_jackpots_is_read() -> None:
    both = (Condition.ANY_CALL, Condition.WITHIN_CALLS)
    assert jackpot_rules("p", JACKPOTS) == JackpotRules(2_000, both, "NZB")
    assert jackpot_rules("p", {**JACKPOTS, "jackpot_share": 10_000}).most_share == 10_000
    assert desk_rules("p", {**OPTIONS, **JACKPOTS}).claims == desk_rules("p", OPTIONS).claims


def test_under_a_profile_of_old_nothing_is_held() -> None:
    assert jackpot_rules("p", OPTIONS) == JackpotRules(0, ())


@pytest.mark.parametrize("name", ["jackpot_share", "jackpot_conditions"])
def test_an_option_of_jackpots_that_is_missing_is_named(name: str) -> None:
    with pytest.raises(ValueError, match=f"option {name}: "):
        jackpot_rules("p", {key: value for key, value in JACKPOTS.items() if key != name})


@pytest.mark.parametrize(
    ("name", "value"),
    [
        *[("jackpot_share", -1), ("jackpot_share", 10_001), ("jackpot_share", "half")],
        *[("jackpot_conditions", ()), ("jackpot_conditions", "any_call")],
        ("jackpot_conditions", ("any_call", "sometimes")),
    ],
)
def test_an_option_of_jackpots_that_does_not_suit_is_named(name: str, value: object) -> None:
    with pytest.raises(ValueError, match=f"option {name}: "):
        jackpot_rules("p", {**JACKPOTS, name: value})


@pytest.mark.parametrize("profile", ["nz-casino-bingo", "tn-charity-bingo"])
def test_both_bingo_profiles_allow_jackpots_and_say_that_it_is_assumed(profile: str) -> None:
    profiles = Profiles.load(RULES)
    found = profiles.get(profile)
    rules = JackpotProfiles(profiles)(ProfileRef(found.id, found.sha256))
    assert (rules.most_share, set(rules.conditions)) == (5_000, set(Condition))
    assert rules.law == {"nz-casino-bingo": "NZB", "tn-charity-bingo": "TNB"}[profile]
    for name in ("jackpot_share", "jackpot_conditions"):
        assert found.options[name].assumed
