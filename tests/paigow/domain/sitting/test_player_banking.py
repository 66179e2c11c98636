"""A player alone as banker: what is known of rule 9.2, (j) to (l).

Box 3 banks; box 2 wagers 50 and wins, box 4 loses 20, box 5 pushes 10, box 6 wins 35.
"""

from __future__ import annotations

from services.paigow.domain.sitting import dealing, exposing, setting, settling, wagers
from services.paigow.domain.sitting.chips import lying, wager_of
from services.paigow.domain.sitting.differences import DifferenceFound
from services.paigow.domain.sitting.rounds import Mode, Outcome, SetBy
from services.paigow.domain.sitting.state import Difference, Differing
from tests.kit.law import permits, refuses
from tests.paigow.domain.sitting.play import (
    BANK,
    DEALER,
    FLOAT_TOTAL,
    LOSE,
    LOSE2,
    PUSH,
    WIN,
    WIN2,
    Play,
    cut,
    deal,
    pay,
    played,
    prepared,
    rest,
    set_all,
    wagered,
)

AMOUNTS = {2: 50_00, 4: 20_00, 5: 10_00, 6: 35_00}
HANDS = {2: WIN, 4: LOSE, 5: PUSH, 6: WIN2}
PLENTY = {2: WIN, 4: LOSE, 5: PUSH, 6: LOSE2}
"""55 lost against 50 won."""


def shown(hands=None, bankers: int = 115_00) -> Play:
    return played(AMOUNTS, HANDS if hands is None else hands, Mode.PLAYER, 3, bankers)


def test_a_player_bankers_wager_covers_the_others_at_least() -> None:
    play = prepared(2, 3, mode=Mode.PLAYER, box=3).do(cut(), wagers.PlaceWager(DEALER, 2, 50_00))
    play.when(wagers.PlaceBankersWager(DEALER, 49_50)).refused("BANKERS_WAGER_TOO_SMALL", "")
    play.do(wagers.PlaceBankersWager(DEALER, 50_00))
    assert lying(play.round.piles, wager_of(3)) == 50_00
    assert play.table.float_total == FLOAT_TOTAL  # the house has no part in it


def test_a_player_banker_sets_the_own_hand_or_asks_for_the_house_way() -> None:
    play = deal(wagered(AMOUNTS, Mode.PLAYER, 3), HANDS)
    play.when(setting.SetBankersHand(DEALER, BANK)).refused("PLAYERS_OWN_HAND")
    play.when(setting.SetHouseWay(DEALER, 3, SetBy.REQUEST)).then(
        setting.HandSet(3, BANK, SetBy.REQUEST, "dan")
    )


def test_a_hand_that_the_player_banker_set_needs_no_confirmation() -> None:
    play = set_all(deal(wagered(AMOUNTS, Mode.PLAYER, 3), HANDS), HANDS)
    play.when(exposing.ExposeBankersHand(DEALER)).then(exposing.BankersHandExposed())


@permits("PG-9.2(j)")
def test_pg_9_2_j_payment_goes_round_from_the_bankers_box_and_picks_the_tiles_up() -> None:
    play = shown()
    for box in (6, 2):
        play.do(pay(play, box))
        hand = play.round.hand(box)
        assert hand is not None
        assert hand.cleared


@refuses("PG-9.2(j)")
def test_pg_9_2_j_payment_does_not_skip_a_box() -> None:
    play = shown()
    play.when(pay(play, 2)).refused("NOT_THE_NEXT_WINNER", "PG-9.2(j)")


@refuses("PG-9.2(j)")
def test_pg_9_2_j_nor_does_it_begin_before_all_hands_are_exposed() -> None:
    play = set_all(deal(wagered(AMOUNTS, Mode.PLAYER, 3), HANDS), HANDS).do(
        exposing.ExposeBankersHand(DEALER)
    )
    early = settling.PayWinner(DEALER, 6, 0, 35_00, 1_50)
    play.when(early).refused("NOT_ALL_EXPOSED", "PG-9.2(j)")


@permits("PG-9.2(k)")
def test_pg_9_2_k_the_sum_left_goes_to_the_player_banker_less_commission() -> None:
    play = played({**AMOUNTS, 2: 10_00}, PLENTY, Mode.PLAYER, 3, 115_00)
    play.do(pay(play, 2))
    # 55 - 10 = 45 left; 5 % of 45 is 2.25, rounded down to 2.00; and the own 115
    assert rest(play) == settling.HandOverRest(DEALER, 115_00 + 43_00, 0, 2_00)
    play.do(rest(play))
    assert play.table.float_total == FLOAT_TOTAL + 50 + 2_00
    assert play.last.piles == ()


@refuses("PG-9.2(k)")
def test_pg_9_2_k_not_before_the_winners_are_paid() -> None:
    early = settling.HandOverRest(DEALER, 115_00, 0, 0)
    shown().when(early).refused("WINNERS_NOT_PAID", "PG-9.2(k)")


@refuses("PG-9.2(k)")
def test_pg_9_2_k_the_house_keeps_none_of_it() -> None:
    play = shown(PLENTY)
    play.do(pay(play, 2))
    wrong = settling.HandOverRest(DEALER, 115_00, 5_00, 0)
    found = Difference(
        *(Differing.DIVISION, 0),
        "NZD 115.00 to the banker, NZD 5.00 to the float and NZD 0.00 commission",
        "NZD 120.00 to the banker, NZD 0.00 to the float and NZD 0.00 commission",
        "dan",
    )
    play.when(wrong).recorded_refusal("DIFFERS", "PG-9.2(k)", events=(DifferenceFound(found),))


@permits("PG-9.2(l)")
def test_pg_9_2_l_a_shortfall_comes_from_the_player_bankers_wager() -> None:
    play = shown()
    # 20 lost; 35 and 50 won
    assert pay(play, 6) == settling.PayWinner(DEALER, 6, 20_00, 15_00, 1_50)
    play.do(pay(play, 6)).do(pay(play, 2))
    assert lying(play.round.piles, wager_of(3)) == 115_00 - 65_00
    assert rest(play) == settling.HandOverRest(DEALER, 50_00, 0, 0)


@refuses("PG-9.2(l)")
def test_pg_9_2_l_and_not_while_the_losing_wager_area_can_pay() -> None:
    play = shown()
    wrong = settling.PayWinner(DEALER, 6, 10_00, 25_00, 1_50)
    found = Difference(
        *(Differing.PAYMENT, 6),
        "NZD 10.00 from the losing wager area and NZD 25.00 from the bank, less NZD 1.50",
        "NZD 20.00 from the losing wager area and NZD 15.00 from the bank, less NZD 1.50",
        "dan",
    )
    play.when(wrong).recorded_refusal("DIFFERS", "PG-9.2(l)", events=(DifferenceFound(found),))


def test_a_push_of_a_player_banker_round_is_free_again() -> None:
    play = shown()
    play.do(pay(play, 6)).do(pay(play, 2)).do(rest(play))
    hand = play.last.hand(5)
    assert hand is not None
    assert hand.outcome is Outcome.PUSH
    assert play.last.piles == ()


def test_a_player_bankers_wager_is_changed_until_the_dice_are_shaken() -> None:
    play = wagered({2: 50_00}, Mode.PLAYER, 3)
    play.do(wagers.PlaceBankersWager(DEALER, 75_00))
    assert lying(play.round.piles, wager_of(3)) == 75_00
    play.do(dealing.ShakeDice(DEALER, (1, 2, 6)))
    play.when(wagers.PlaceBankersWager(DEALER, 50_00)).refused("NOT_NOW")
