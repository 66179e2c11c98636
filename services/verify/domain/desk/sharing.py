"""What the prizes of a game may be, and what a share of the receipts comes to."""

from __future__ import annotations

from dataclasses import replace

from services.kernel.law import Reason
from services.kernel.money import Money
from services.verify.domain.desk.prizes import StagePrize
from services.verify.domain.desk.state import Desk

WHOLE = 10_000
"""All of it, in basis points."""

PRIZE_TOO_LARGE = Reason(
    "PRIZE_TOO_LARGE",
    "The prize for the {stage} is {prize}; under this profile a prize is at most {most}.",
    "Open the game with a smaller prize; no cards were put on sale for this one.",
)
PAYOUT_NOT_ALLOWED = Reason(
    "PAYOUT_NOT_ALLOWED",
    "The prizes come to {payout} of the receipts; under this profile it is {least} to {most}.",
    "Open the game with other shares; no cards were put on sale for this one.",
)


def prizes_allowed(desk: Desk, currency: str) -> None:
    """The prizes keep to the limits of the profile, before anybody buys a card."""
    rules = desk.prizes
    for each in desk.stages:
        if each.prize is not None and 0 < rules.largest_prize < each.prize.minor_units:
            most = Money(currency, rules.largest_prize).shown
            raise PRIZE_TOO_LARGE(stage=each.stage.title, prize=each.prize.shown, most=most)
    shares = [each.share for each in desk.stages if each.share]
    least = rules.least_payout if len(shares) == len(desk.stages) else 0
    if shares and not least <= sum(shares) <= rules.most_payout:
        raise PAYOUT_NOT_ALLOWED(
            payout=_percent(sum(shares)), least=_percent(least), most=_percent(rules.most_payout)
        )


def share_prizes(desk: Desk, receipts: Money) -> tuple[StagePrize, ...]:
    """The prizes that are a share of the receipts, as they come out: down to the minor unit, and
    never above the profile's limit."""
    most = desk.prizes.largest_prize
    made = []
    for each in desk.stages:
        if each.share:
            amount = receipts.minor_units * each.share // WHOLE
            prize = receipts.of(min(amount, most) if most else amount)
            made.append(replace(each, prize=prize))
    return tuple(made)


def with_amounts(desk: Desk, prizes: tuple[StagePrize, ...]) -> Desk:
    """The desk, once it is known what a share comes to."""
    amounts = {each.stage: each.prize for each in prizes}
    stages = tuple(
        replace(each, prize=amounts.get(each.stage, each.prize)) if each.share else each
        for each in desk.stages
    )
    return replace(desk, stages=stages)


def _percent(basis_points: int) -> str:
    whole, part = divmod(basis_points, 100)
    return f"{whole}.{part:02} %" if part else f"{whole} %"
