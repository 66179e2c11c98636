"""What a rule profile lays down for the claims and the prizes of a bingo game."""

from __future__ import annotations

import enum
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TypeVar

from services.verify.domain.cards.readings import Forfeits
from services.verify.domain.desk.prizes import OddCents
from services.verify.domain.desk.rules import ClaimRules, PrizeRules, StandsFor
from services.verify.domain.jackpots.terms import WHOLE, Condition, JackpotRules

M = TypeVar("M", bound=enum.Enum)

CLAIM_OPTIONS = ("last_number", "forfeits", "stands_for", "seller_may_verify", "witness_needed")
"""The options that claims are decided by."""
PRIZE_OPTIONS = ("odd_cents", "signed_above", "prizes_lapse_after", "largest_prize", "payout")
"""The options that prizes are paid by. A profile of old has none of them, or it has all."""
JACKPOT_OPTIONS = ("jackpot_share", "jackpot_conditions")
"""The options that jackpots are kept by; of these too a profile of old has none."""
OPTIONS = (*CLAIM_OPTIONS, *PRIZE_OPTIONS, *JACKPOT_OPTIONS, "law")
"""Every option of a bingo profile that verify decides by."""


@dataclass(frozen=True, slots=True)
class DeskRules:
    """What a profile lays down for a claim desk; `prizes` is None where it says nothing of them."""

    claims: ClaimRules
    prizes: PrizeRules | None


def desk_rules(_: str, options: Mapping[str, object]) -> DeskRules:
    """Read the values of a profile's options.

    Raises ValueError that names an option which does not suit, is missing, or is none of `OPTIONS`:
    under a misspelt one claims would be decided as if it were not there.
    """
    for name in options:
        if name not in OPTIONS:
            raise ValueError(f"option {name}: there is none; claims have {', '.join(OPTIONS)}")
    claims = ClaimRules(
        last_number=_truth(options, "last_number"),
        forfeits=_member(Forfeits, options, "forfeits"),
        stands_for=_member(StandsFor, options, "stands_for"),
        seller_may_verify=_truth(options, "seller_may_verify"),
        witness_needed=_truth(options, "witness_needed"),
    )
    return DeskRules(claims, _prize_rules(options))


def _prize_rules(options: Mapping[str, object]) -> PrizeRules | None:
    if not any(name in options for name in PRIZE_OPTIONS):
        return None
    least, most = _payout(options)
    return PrizeRules(
        odd_cents=_member(OddCents, options, "odd_cents"),
        signed_above=_whole(options, "signed_above"),
        lapses_after=_whole(options, "prizes_lapse_after"),
        largest_prize=_whole(options, "largest_prize"),
        least_payout=least,
        most_payout=most,
    )


def jackpot_rules(_: str, options: Mapping[str, object]) -> JackpotRules:
    """Read what a profile says of jackpots; one of old says that nothing is held. Raises
    ValueError that names an option which does not suit, or is missing."""
    if not any(name in options for name in JACKPOT_OPTIONS):
        return JackpotRules(0, ())
    share = _whole(options, "jackpot_share")
    if share > WHOLE:
        raise ValueError(f"option jackpot_share: basis points, 0 to {WHOLE}, are needed")
    named = options.get("jackpot_conditions")
    if not isinstance(named, tuple | list) or not named:
        raise ValueError("option jackpot_conditions: a list of conditions is needed")
    conditions = tuple(
        _member(Condition, {"jackpot_conditions": e}, "jackpot_conditions") for e in named
    )
    return JackpotRules(share, conditions, str(options.get("law", "")))


def _payout(options: Mapping[str, object]) -> tuple[int, int]:
    """The least and the most, in basis points."""
    value = options.get("payout")
    if (
        isinstance(value, tuple | list)
        and len(value) == 2
        and all(type(each) is int for each in value)
    ):
        least, most = value
        if 0 <= least <= most <= 10_000:
            return least, most
    raise ValueError(
        f"option payout: [least, most] in basis points, 0 to 10000, is needed, not {value!r}"
    )


def _whole(options: Mapping[str, object], name: str) -> int:
    value = options.get(name)
    if type(value) is not int or value < 0:
        raise ValueError(f"option {name}: a whole number from 0 on is needed, not {value!r}")
    return value


def _truth(options: Mapping[str, object], name: str) -> bool:
    value = options.get(name)
    if not isinstance(value, bool):
        raise ValueError(f"option {name}: true or false is needed, not {value!r}")
    return value


def _member(kind: type[M], options: Mapping[str, object], name: str) -> M:
    value = options.get(name)
    for member in kind:
        if member.name.lower() == value:
            return member
    known = ", ".join(member.name.lower() for member in kind)
    raise ValueError(f"option {name}: {value!r} is none of {known}")
