"""A prize is divided equally, to the cent."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from services.kernel.law import Refused
from services.kernel.money import Money
from services.verify.domain.desk.dividing import NO_WINNER, NOT_TO_DIVIDE, Divided, divide
from services.verify.domain.desk.prizes import OddCents
from tests.kit.law import permits, refuses
from tests.verify.domain.sales import nzd

JACKPOT, UP, KEEPS = OddCents.JACKPOT, OddCents.ROUND_UP, OddCents.HOUSE_KEEPS


@permits("NZB-5.4")
@pytest.mark.parametrize(
    ("prize", "players", "policy", "jackpot", "each", "odd", "to"),
    [
        (10_000, 1, JACKPOT, False, 10_000, 0, UP),
        (10_000, 2, JACKPOT, True, 5_000, 0, JACKPOT),
        (10_000, 3, JACKPOT, True, 3_333, 1, JACKPOT),
        (10_000, 3, JACKPOT, False, 3_334, 2, UP),
        (10_000, 3, UP, True, 3_334, 2, UP),
        (10_000, 3, KEEPS, True, 3_333, 1, KEEPS),
        (1, 7, UP, False, 1, 6, UP),
        (1, 7, KEEPS, False, 0, 1, KEEPS),
        (0, 3, UP, False, 0, 0, UP),
    ],
)
def test_nzb_5_4_shares_are_equal_and_what_does_not_divide_goes_where_the_profile_says(
    prize: int, players: int, policy: OddCents, jackpot: bool, each: int, odd: int, to: OddCents
) -> None:
    left = nzd(odd) if odd else None
    assert divide(nzd(prize), players, policy, jackpot) == Divided(nzd(each), left, to)


@refuses("NZB-5.4")
def test_nzb_5_4_nothing_is_divided_among_nobody() -> None:
    with pytest.raises(Refused) as refused:
        divide(nzd(100), 0, UP, False)
    assert refused.value.reason is NO_WINNER
    assert (
        refused.value.sentence == "Nobody has won it, so there is nobody to divide NZD 1.00 among."
    )


def test_less_than_nothing_is_not_divided() -> None:
    with pytest.raises(Refused) as refused:
        divide(nzd(-100), 2, UP, False)
    assert refused.value.reason is NOT_TO_DIVIDE


@given(st.integers(0, 10**15), st.integers(1, 700), st.sampled_from(OddCents), st.booleans())
def test_no_cent_is_made_or_lost(prize: int, players: int, policy: OddCents, jackpot: bool) -> None:
    made = divide(Money("USD", prize), players, policy, jackpot)
    odd = made.odd.minor_units if made.odd is not None else 0
    assert 0 <= odd < players
    added = odd if made.to is UP else -odd
    assert made.each.minor_units * players == prize + added
    assert made.each.currency == "USD"
