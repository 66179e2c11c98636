"""Rules 6.16 and 6.17: even money, and commission to the smallest chip."""

from __future__ import annotations

from dataclasses import replace

import pytest

from services.paigow.domain.profile import OddChip, Rounding
from services.paigow.domain.sitting import settling
from services.paigow.domain.sitting.rounds import Mode, Outcome
from services.paigow.domain.sitting.settlement import commission, halves, winnings
from tests.kit.law import means
from tests.paigow.domain.sitting.play import (
    DEALER,
    LOSE,
    RULES,
    WIN,
    pay,
    played,
    rest,
)


@means("PG-6.16", side="inside")
def test_pg_6_16_a_winning_wager_is_paid_even_money() -> None:
    assert winnings(Outcome.WIN, 37_50) == 37_50


@means("PG-6.16", side="outside")
@pytest.mark.parametrize("outcome", [Outcome.PUSH, Outcome.LOSE])
def test_pg_6_16_a_push_or_a_loss_is_paid_nothing(outcome: Outcome) -> None:
    assert winnings(outcome, 37_50) == 0


@means("PG-6.17", side="inside")
def test_pg_6_17_what_a_banker_receives_bears_commission() -> None:
    assert commission(45_00, RULES, 50) == 2_00


@means("PG-6.17", side="outside")
def test_pg_6_17_a_banker_who_receives_nothing_bears_none() -> None:
    assert commission(0, RULES, 50) == 0


@pytest.mark.parametrize(
    ("amount", "smallest", "down", "up"),
    [
        # 5 % exactly: 10 of 200
        (200_00, 1_00, 10_00, 10_00),
        # 5 % of 45.00 is 2.25
        (45_00, 50, 2_00, 2_50),
        (45_00, 25, 2_25, 2_25),
        (45_00, 5_00, 0, 5_00),
        # 5 % of 0.50 is 0.025
        (50, 50, 0, 50),
        # a currency without parts: 5 % of 130 is 6.5
        (130, 1, 6, 7),
    ],
)
@pytest.mark.case("P8")
def test_case_p8_commission_is_rounded_to_the_smallest_chip_the_way_the_table_declares(
    amount: int, smallest: int, down: int, up: int
) -> None:
    rules = replace(RULES, commission_rounding=Rounding.UP)
    assert (commission(amount, RULES, smallest), commission(amount, rules, smallest)) == (down, up)


@pytest.mark.parametrize(
    ("amount", "co_banker", "house"),
    [(5_00, 2_50, 2_50), (5_50, 3_00, 2_50), (50, 50, 0), (0, 0, 0)],
)
def test_halves_are_whole_chips_and_the_odd_one_is_whose_the_table_says(
    amount: int, co_banker: int, house: int
) -> None:
    assert halves(amount, RULES, 50) == (co_banker, house)
    assert halves(amount, replace(RULES, odd_chip=OddChip.HOUSE), 50) == (house, co_banker)


def test_where_players_winnings_bear_none_a_winner_gets_all_of_them() -> None:
    rules = replace(RULES, commission_on_wins=False)
    play = played({2: 50_00}, {2: WIN}, rules=rules)
    assert pay(play, 2) == settling.PayWinner(DEALER, 2, 0, 50_00, 0)


def test_the_house_alone_pays_from_the_float_and_keeps_what_is_lost() -> None:
    play = played({2: 50_00, 4: 20_00}, {2: WIN, 4: LOSE})
    assert pay(play, 2) == settling.PayWinner(DEALER, 2, 20_00, 30_00, 2_50)
    play.do(pay(play, 2))
    assert rest(play) == settling.HandOverRest(DEALER, 0, 0, 0)
    alone = played({4: 20_00}, {4: LOSE})
    assert rest(alone) == settling.HandOverRest(DEALER, 0, 20_00, 0)


def test_a_co_banker_with_a_dearer_wager_shares_alike() -> None:
    play = played({4: 20_00}, {4: LOSE}, Mode.CO, 3, bankers=100_00)
    # 20 lost: 10 each; 5 % of 10 is 0.50
    assert rest(play) == settling.HandOverRest(DEALER, 100_00 + 9_50, 100_00 + 10_00, 50)


def test_a_payment_of_another_amount_is_named_by_6_16_and_of_another_commission_by_6_17() -> None:
    play = played({2: 50_00}, {2: WIN})
    wrong = settling.PayWinner(DEALER, 2, 0, 60_00, 2_50)
    assert play.when(wrong).refusal.clause == "PG-6.16"
    wrong = settling.PayWinner(DEALER, 2, 0, 50_00, 3_00)
    assert play.when(wrong).refusal.clause == "PG-6.17"


def test_a_push_is_not_paid() -> None:
    play = played({2: 50_00, 4: 20_00}, {2: WIN, 4: LOSE})
    lost = settling.PayWinner(DEALER, 4, 20_00, 0, 1_00)
    play.when(lost).refused("NOT_WON", "PG-6.16")
