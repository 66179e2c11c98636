"""A player and the house as co-bankers, from the chung to the bank's hand (rule 9.3(a) to (e)).

Unless a test says otherwise: box 3 co-banks; box 2 wagers 50 and wins, box 4 loses 20, box 5 pushes
10, box 6 wins 35, so the others wager 115 and the co-banker at least 57.50.
"""

from __future__ import annotations

import pytest

from services.paigow.domain.sitting import (
    boxes,
    dealing,
    exposures,
    setting,
    wagers,
)
from services.paigow.domain.sitting.chips import (
    BANKER_AREA,
    Move,
    lying,
    player_of,
    wager_of,
)
from services.paigow.domain.sitting.rounds import Bank, Mode
from tests.kit.law import permits, refuses
from tests.paigow.domain.sitting.co_banking import AMOUNTS, HANDS, all_set, co, dealt
from tests.paigow.domain.sitting.play import (
    BANK,
    DEALER,
    FLOAT_TOTAL,
    LOSE,
    RULES,
    WIN,
    Play,
    bank,
    cut,
    opened,
    prepared,
    seat,
    tiles,
)

# -- (a) the chung ---------------------------------------------------------------------------


@permits("PG-9.3(a)")
def test_pg_9_3_a_the_chung_goes_to_the_co_bankers_box() -> None:
    opened().do(seat(3)).when(bank(Mode.CO, 3)).then(boxes.BankGiven(Bank(Mode.CO, 3), ()))


@refuses("PG-9.3(a)")
def test_pg_9_3_a_the_chung_lies_on_no_other_box() -> None:
    elsewhere = boxes.GiveBank(DEALER, Mode.CO, 3, chung=4)
    opened().do(seat(3)).when(elsewhere).refused("CHUNG_ELSEWHERE", "PG-9.3(a)")


@refuses("PG-9.3(a)")
def test_pg_9_3_a_the_bankers_tiles_go_to_that_box_and_no_other() -> None:
    play = co().do(dealing.ShakeDice(DEALER, (1, 2, 6)))  # 9 is the chung's own box
    wrong = dealing.DealHand(DEALER, 4, tiles(BANK))
    play.when(wrong).refused("NOT_THE_NEXT_BOX", "PG-9.3(a)")


def test_the_boxes_that_let_the_bank_go_by_are_on_record() -> None:
    play = opened()
    for box in (2, 3, 5):
        play.do(seat(box))
    play.when(bank(Mode.CO, 5)).then(boxes.BankGiven(Bank(Mode.CO, 5), (2, 3)))


# -- (b) the co-banker's wager ---------------------------------------------------------------


@permits("PG-9.3(b)")
@pytest.mark.parametrize("amount", [57_50, 58_00, 500_00])
def test_pg_9_3_b_a_co_banker_wagers_half_of_the_others_or_more(amount: int) -> None:
    play = prepared(2, 3, 4, 5, 6, mode=Mode.CO, box=3).do(cut())
    for box, wager in AMOUNTS.items():
        play.do(wagers.PlaceWager(DEALER, box, wager))
    play.do(wagers.PlaceBankersWager(DEALER, amount))
    assert lying(play.round.piles, wager_of(3)) == amount  # in the co-banker's own box


@refuses("PG-9.3(b)")
def test_pg_9_3_b_less_than_half_is_too_small() -> None:
    play = prepared(2, 3, 4, 5, 6, mode=Mode.CO, box=3).do(cut())
    for box, wager in AMOUNTS.items():
        play.do(wagers.PlaceWager(DEALER, box, wager))
    refused = play.when(wagers.PlaceBankersWager(DEALER, 57_00))
    assert refused.refused("BANKERS_WAGER_TOO_SMALL", "PG-9.3(b)").facts["least"] == "NZD 57.50"


@refuses("PG-9.3(b)")
@pytest.mark.parametrize(
    "late", [wagers.PlaceWager(DEALER, 2, 60_00), wagers.TakeBackWager(DEALER, 2)]
)
def test_pg_9_3_b_nobody_wagers_after_the_co_banker(late) -> None:
    play = prepared(2, 3, mode=Mode.CO, box=3).do(
        cut(), wagers.PlaceWager(DEALER, 2, 50_00), wagers.PlaceBankersWager(DEALER, 25_00)
    )
    play.when(late).refused("BANKER_WAGERS_LAST", "PG-9.3(b)")


@permits("PG-9.3(b)")
def test_pg_9_3_b_another_wager_of_the_co_banker_takes_its_place_until_it_is_matched() -> None:
    wager = wagers.PlaceBankersWager(DEALER, 5_000_00)
    play = prepared(2, 3, mode=Mode.CO, box=3).do(cut(), wagers.PlaceWager(DEALER, 2, 50_00))
    play.do(wager).when(wager).nothing()
    other = wagers.PlaceBankersWager(DEALER, 50_00)
    moves = (
        Move(wager_of(3), player_of(3), 5_000_00),
        Move(player_of(3), wager_of(3), 50_00),
    )
    play.when(other).then(wagers.BankersWagerPlaced(50_00, moves))
    play.do(other)
    assert lying(play.round.piles, wager_of(3)) == 50_00
    play.do(wagers.MatchBankersWager(DEALER, 50_00))
    late = wagers.PlaceBankersWager(DEALER, 60_00)
    play.when(late).refused("BANKER_WAGERS_LAST", "PG-9.3(b)")


@refuses("PG-9.3(b)")
def test_pg_9_3_b_the_least_is_an_amount_that_chips_make() -> None:
    play = prepared(2, 3, mode=Mode.CO, box=3).do(cut(), wagers.PlaceWager(DEALER, 2, 5_50))
    refused = play.when(wagers.PlaceBankersWager(DEALER, 2_50))
    # half of 5.50 is 2.75, and the smallest chip is 0.50
    assert refused.refused("BANKERS_WAGER_TOO_SMALL", "PG-9.3(b)").facts["least"] == "NZD 3.00"


def test_a_co_banked_round_is_not_closed_without_the_co_bankers_wager() -> None:
    play = prepared(2, 3, mode=Mode.CO, box=3).do(cut(), wagers.PlaceWager(DEALER, 2, 50_00))
    play.when(wagers.CloseWagers(DEALER)).refused("BANKERS_WAGER_DUE", "PG-9.3(b)")


# -- (c) the house beside it -----------------------------------------------------------------


@permits("PG-9.3(c)")
def test_pg_9_3_c_the_house_puts_as_much_from_the_float_into_the_banker_area() -> None:
    play = co(60_00)
    assert lying(play.round.piles, BANKER_AREA) == 120_00
    assert lying(play.round.piles, wager_of(3)) == 0
    assert play.table.float_total == FLOAT_TOTAL - 60_00


@refuses("PG-9.3(c)")
def test_pg_9_3_c_another_amount_does_not_match() -> None:
    play = prepared(2, 3, mode=Mode.CO, box=3).do(
        cut(), wagers.PlaceWager(DEALER, 2, 50_00), wagers.PlaceBankersWager(DEALER, 25_00)
    )
    play.when(wagers.MatchBankersWager(DEALER, 24_50)).refused("NOT_MATCHED", "PG-9.3(c)")


@refuses("PG-9.3(c)")
def test_pg_9_3_c_no_dice_before_the_house_has_matched() -> None:
    play = prepared(2, 3, mode=Mode.CO, box=3).do(
        cut(), wagers.PlaceWager(DEALER, 2, 50_00), wagers.PlaceBankersWager(DEALER, 25_00)
    )
    play.when(dealing.ShakeDice(DEALER, (1, 1, 1))).refused("NOT_NOW", "PG-9.3(c)")


# -- (d), (e) the bank's hand ----------------------------------------------------------------


@permits("PG-9.3(d)")
def test_pg_9_3_d_the_banks_tiles_lie_in_front_of_the_float_tray() -> None:
    play = dealt()
    play.when(dealing.PlaceBankersTiles(DEALER)).then(dealing.BankersTilesPlaced())


@refuses("PG-9.3(d)")
def test_pg_9_3_d_the_banks_hand_is_not_set_elsewhere() -> None:
    play = dealt()
    for box, laid in HANDS.items():
        play.do(setting.SetHand(DEALER, box, laid))
    play.when(setting.SetBankersHand(DEALER, BANK)).refused("TILES_NOT_PLACED", "PG-9.3(d)")


@permits("PG-9.3(e)")
def test_pg_9_3_e_the_dealer_sets_the_banks_hand_the_house_way_after_all_others() -> None:
    play = all_set()
    hand = play.round.bankers_hand
    assert hand is not None
    assert hand.laid == BANK
    assert hand.is_house_way(RULES.settings)


@refuses("PG-9.3(e)")
def test_pg_9_3_e_not_before_every_other_hand_is_set() -> None:
    play = dealt().do(dealing.PlaceBankersTiles(DEALER), setting.SetHand(DEALER, 2, WIN))
    play.when(setting.SetBankersHand(DEALER, BANK)).refused("NOT_ALL_SET", "PG-9.3(e)")


@refuses("PG-9.3(e)")
def test_pg_9_3_e_the_co_banker_does_not_set_it() -> None:
    dealt().when(setting.SetHand(DEALER, 3, BANK)).refused("BANKS_HAND", "PG-9.3(e)")


def placed() -> Play:
    return dealt().do(dealing.PlaceBankersTiles(DEALER))


@permits("PG-9.3(e)")
def test_pg_9_3_e_the_co_banker_may_expose_two_tiles_before_it_is_set() -> None:
    two = setting.ExposeCoBankersTiles(DEALER, (28, 20))
    placed().when(two).then(setting.CoBankersTilesExposed((20, 28)))


@refuses("PG-9.3(d)")
def test_pg_9_3_d_nothing_of_them_is_exposed_before_they_lie_in_front_of_the_float_tray() -> None:
    two = setting.ExposeCoBankersTiles(DEALER, (20, 28))
    dealt().when(two).refused("TILES_NOT_PLACED", "PG-9.3(d)")


@permits("PG-9.3(e)")
def test_pg_9_3_e_one_that_the_co_banker_let_fall_is_one_of_the_two() -> None:
    play = placed().do(exposures.RecordExposure(DEALER, 3, (20,), by_dealer=False))
    other = setting.ExposeCoBankersTiles(DEALER, (22, 28))
    play.when(other).refused("CO_BANKER_SHOWS_TWO", "PG-9.3(e)")
    play.do(setting.ExposeCoBankersTiles(DEALER, (20, 28)))


@refuses("PG-9.3(e)")
@pytest.mark.parametrize("named", [(20,), (20, 22, 24), (20, 20), (20, 1)])
def test_pg_9_3_e_two_of_its_own_four_tiles_and_no_others(named: tuple[int, ...]) -> None:
    two = setting.ExposeCoBankersTiles(DEALER, named)
    placed().when(two).refused("CO_BANKER_SHOWS_TWO", "PG-9.3(e)")


@refuses("PG-9.3(e)")
def test_pg_9_3_e_not_twice_and_not_once_the_hand_is_set() -> None:
    two = setting.ExposeCoBankersTiles(DEALER, (20, 28))
    placed().do(two).when(two).refused("CO_BANKER_SHOWS_TWO", "PG-9.3(e)")
    late = all_set().when(two).refused("CO_BANKER_SHOWS_TWO", "PG-9.3(e)")
    assert late.facts == {"why": "the hand is set"}


@refuses("PG-9.3(e)")
def test_pg_9_3_e_once_it_is_set_no_other_hand_is_set_again() -> None:
    again = setting.SetHand(DEALER, 4, LOSE)
    all_set().when(again).refused("BANKS_HAND_SET", "PG-9.3(e)")
