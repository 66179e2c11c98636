"""What a rule profile lays down for the claims and the prizes of a bingo game."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from services.kernel.options import Options
from services.verify.domain.cards.readings import Forfeits
from services.verify.domain.desk.prizes import OddCents
from services.verify.domain.desk.rules import ClaimRules, PrizeRules, StandsFor
from services.verify.domain.jackpot.terms import WHOLE, Condition, JackpotRules

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

    Raises ValueError that names an option which does not suit, is missing, or is none of `OPTIONS`.
    """
    read = Options(options)
    read.are_among(OPTIONS, "claims have")
    claims = ClaimRules(
        last_number=read.flag("last_number"),
        forfeits=read.member("forfeits", Forfeits),
        stands_for=read.member("stands_for", StandsFor),
        seller_may_verify=read.flag("seller_may_verify"),
        witness_needed=read.flag("witness_needed"),
    )
    return DeskRules(claims, _prize_rules(read))


def _prize_rules(read: Options) -> PrizeRules | None:
    if not read.say(PRIZE_OPTIONS):
        return None
    least, most = _payout(read)
    return PrizeRules(
        odd_cents=read.member("odd_cents", OddCents),
        signed_above=read.number("signed_above", 0),
        lapses_after=read.number("prizes_lapse_after", 0),
        largest_prize=read.number("largest_prize", 0),
        least_payout=least,
        most_payout=most,
    )


def jackpot_rules(_: str, options: Mapping[str, object]) -> JackpotRules:
    """Read what a profile says of jackpots; one of old says that nothing is held. Raises
    ValueError that names an option which does not suit, or is missing."""
    read = Options(options)
    if not read.say(JACKPOT_OPTIONS):
        return JackpotRules(0, ())
    share = read.number("jackpot_share", 0, WHOLE)
    conditions = read.members("jackpot_conditions", Condition)
    if not conditions:
        raise ValueError("option jackpot_conditions: a list of conditions is needed")
    return JackpotRules(share, conditions, str(options.get("law", "")))


def _payout(read: Options) -> tuple[int, int]:
    """The least and the most, in basis points."""
    value = read.typed("payout", tuple)
    if len(value) == 2 and all(type(each) is int for each in value):
        least, most = value
        if 0 <= least <= most <= 10_000:
            return least, most
    raise ValueError(
        f"option payout: [least, most] in basis points, 0 to 10000, is needed, not {value!r}"
    )
