"""A round in which the house banks: wagers, dice, tiles, setting and showdown."""

from __future__ import annotations

from dataclasses import replace

import pytest

from services.paigow.domain.profile import BoxNumbers
from services.paigow.domain.sitting import (
    closing,
    confirming,
    dealing,
    exposing,
    opening,
    setting,
    settling,
    voids,
    wagers,
)
from services.paigow.domain.sitting.chips import Chips, Move, player_of, wager_of
from services.paigow.domain.sitting.rounds import Laid, Mode, Outcome, Step
from tests.paigow.domain.sitting.play import (
    BANK,
    DEALER,
    FLOAT,
    FLOAT_TOTAL,
    LOSE,
    PUSH,
    RULES,
    SUPERVISOR,
    WIN,
    cut,
    deal,
    opened,
    pay,
    played,
    prepared,
    rest,
    seat,
    set_all,
    settled,
    stacked,
    tiles,
    wagered,
)

# -- wagers ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("box", "amount", "reason"),
    [
        (2, 4_50, "OFF_LIMITS"),
        (2, 500_50, "OFF_LIMITS"),
        (2, 5_25, "NOT_IN_CHIPS"),
        (1, 5_00, "BANKS_HERE"),
        (3, 5_00, "BOX_EMPTY"),
        (9, 5_00, "NO_SUCH_BOX"),
    ],
)
def test_a_wager_that_is_none(box: int, amount: int, reason: str) -> None:
    play = prepared(1, 2).do(cut())
    play.when(wagers.PlaceWager(DEALER, box, amount)).refused(reason)
    play.do(wagers.PlaceWager(DEALER, 2, 5_00))  # the table is unharmed


def test_a_wager_is_changed_or_taken_back_until_wagers_are_closed() -> None:
    play = prepared(2).do(cut(), wagers.PlaceWager(DEALER, 2, 5_00))
    play.when(wagers.PlaceWager(DEALER, 2, 5_00)).nothing()
    play.do(wagers.PlaceWager(DEALER, 2, 7_50))
    assert [pile.amount for pile in play.round.piles] == [7_50]
    play.do(wagers.TakeBackWager(DEALER, 2))
    assert play.round.piles == ()
    play.when(wagers.TakeBackWager(DEALER, 2)).refused("NO_WAGER_THERE")
    play.when(wagers.CloseWagers(DEALER)).refused("NO_WAGERS")
    play.when(wagers.PlaceBankersWager(DEALER, 50)).refused("HOUSE_BANKS")


def test_the_house_closes_only_wagers_that_its_float_can_pay() -> None:
    play = prepared(2)
    play.do(opening.TakeCredit(SUPERVISOR, (*FLOAT[2:], Chips(1_00, 99)), "sam"), cut())
    play.do(wagers.PlaceWager(DEALER, 2, 52_00))  # 50 and 1 dollars are left
    play.when(wagers.CloseWagers(DEALER)).refused("FLOAT_TOO_SMALL")
    play.do(wagers.PlaceWager(DEALER, 2, 51_00), wagers.CloseWagers(DEALER))


def test_a_round_that_nobody_wagers_on_is_called_off() -> None:
    off = voids.CallOffRound(SUPERVISOR, "nobody wagers")
    play = prepared(2).do(cut(), wagers.PlaceWager(DEALER, 2, 5_00))
    back = Move(wager_of(2), player_of(2), 5_00)
    play.when(off).then(voids.RoundVoided(1, "", "nobody wagers", (back,)))
    play.do(off)
    assert (play.last.step, play.last.piles) == (Step.VOID, ())
    play.do(closing.CountFloat(SUPERVISOR, FLOAT))  # and the table can be closed
    matched = wagered({2: 50_00}, Mode.CO, 3).do(off)
    assert matched.table.float_total == FLOAT_TOTAL
    dealt = deal(wagered({2: 5_00}), {2: WIN})
    dealt.when(off).refused("NOT_NOW")


# -- dice and tiles --------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("dice", "first"),
    # counted from the chung's box as one: 3 dots end on the box after next
    [((1, 1, 1), 3), ((1, 2, 6), 1), ((6, 6, 6), 2), ((2, 2, 4), 8)],
)
def test_the_dice_count_counter_clockwise_from_the_bank(dice, first: int) -> None:
    play = wagered({2: 5_00, 5: 5_00}).do(dealing.ShakeDice(DEALER, dice))
    assert play.round.first_box == first


def test_boxes_may_be_numbered_clockwise() -> None:
    rules = replace(RULES, box_numbers=BoxNumbers.CLOCKWISE)
    play = wagered({2: 5_00, 5: 5_00}, rules=rules).do(dealing.ShakeDice(DEALER, (1, 1, 1)))
    assert play.round.first_box == 7
    assert play.round.order == (5, 2, 1)


@pytest.mark.parametrize("dice", [(), (1, 2), (0, 1, 2), (1, 2, 7), (1, 1, 1, 1)])
def test_dice_that_there_are_not(dice) -> None:
    wagered({2: 5_00}).when(dealing.ShakeDice(DEALER, dice)).refused("DICE_IMPOSSIBLE")


def test_sets_go_counter_clockwise_from_where_the_dice_point() -> None:
    play = wagered({2: 5_00, 5: 5_00}).do(dealing.ShakeDice(DEALER, (1, 1, 1)))
    assert play.round.order == (5, 1, 2)


@pytest.mark.parametrize(
    ("dealt", "reason"),
    [
        ((0, 1, 2), "NOT_FOUR_TILES"),
        ((0, 1, 2, 3, 4), "NOT_FOUR_TILES"),
        ((0, 1, 2, 2), "NOT_FOUR_TILES"),
        ((0, 1, 2, 32), "NO_SUCH_TILE"),
        ((0, 1, 2, 20), "TILE_TWICE"),
        ((), "TILES_NOT_READ"),
    ],
)
def test_a_set_that_is_none_leaves_the_table_unharmed(dealt, reason: str) -> None:
    play = wagered({2: 5_00}).do(
        dealing.ShakeDice(DEALER, (1, 2, 6)), dealing.DealHand(DEALER, 1, tiles(BANK))
    )
    play.when(dealing.DealHand(DEALER, 2, dealt)).refused(reason)
    play.when(dealing.DealHand(DEALER, 3, tiles(WIN))).refused("NOT_THE_NEXT_BOX")
    play.do(dealing.DealHand(DEALER, 2, tiles(WIN)))


def test_the_house_way_of_a_hand_stands_in_its_deal() -> None:
    play = deal(wagered({2: 5_00}), {2: WIN})
    hand = play.round.bankers_hand
    assert hand is not None
    assert hand.house_way == BANK
    assert hand.steps[-1].startswith("step 9")


# -- setting and showdown --------------------------------------------------------------------


def test_a_setting_is_of_the_hands_own_tiles_high_not_below_low() -> None:
    play = deal(wagered({2: 5_00}), {2: PUSH})
    play.when(setting.SetHand(DEALER, 2, WIN)).refused("NOT_ITS_TILES")
    low_first = Laid(PUSH.low, PUSH.high)
    play.when(setting.SetHand(DEALER, 2, low_first)).refused("HIGH_BELOW_LOW")
    play.when(setting.SetHand(DEALER, 4, WIN)).refused("NO_HAND")
    play.do(setting.SetHand(DEALER, 2, PUSH)).when(setting.SetHand(DEALER, 2, PUSH)).nothing()


def test_the_house_sets_after_all_players_and_shows_first() -> None:
    play = deal(wagered({2: 5_00}), {2: WIN})
    play.when(setting.SetBankersHand(DEALER, BANK)).refused("NOT_ALL_SET", "")
    play.when(exposing.ExposeBankersHand(DEALER)).refused("NOT_ALL_SET", "")
    play.do(setting.SetHand(DEALER, 2, WIN))
    play.when(exposing.ExposeBankersHand(DEALER)).refused("BANKS_HAND_NOT_SET")
    set_all(play, {})
    play.when(exposing.ExposeHand(DEALER, 2, Outcome.WIN)).refused("BANK_COMES_FIRST", "")
    play.do(exposing.ExposeBankersHand(DEALER))
    play.when(exposing.ExposeBankersHand(DEALER)).refused("EXPOSED_ALREADY")


def test_steps_out_of_order_are_refused() -> None:
    opened().when(wagers.PlaceWager(DEALER, 2, 5_00)).refused("NO_ROUND")
    play = wagered({2: 5_00})
    play.when(wagers.PlaceWager(DEALER, 2, 6_00)).refused("NOT_NOW")
    play.when(dealing.DealHand(DEALER, 2, tiles(WIN))).refused("NOT_NOW")
    play.when(settling.HandOverRest(DEALER, 0, 0, 0)).refused("NOT_NOW")
    assert play.round.step is Step.DICE


def test_only_what_is_lost_is_collected_and_only_a_push_cleared() -> None:
    play = set_all(deal(wagered({2: 5_00, 4: 5_00}), {2: WIN, 4: LOSE}), {2: WIN, 4: LOSE})
    play.do(exposing.ExposeBankersHand(DEALER))
    play.when(exposing.CollectWager(DEALER, 2, 5_00)).refused("NOT_EXPOSED")
    play.do(exposing.ExposeHand(DEALER, 2, Outcome.WIN))
    play.when(exposing.ClearPush(DEALER, 2)).refused("NOT_A_PUSH")
    play.when(exposing.CollectWager(DEALER, 2, 5_00)).refused("NOT_LOST")


@pytest.mark.parametrize(("order", "higher"), [("equal", "five"), ("around_fives", "Gee Jun")])
def test_what_a_hand_is_matched_for_is_told_as_the_table_ranks_it(order: str, higher: str) -> None:
    # a five and the 2-4 are 8 points, 11+10 = 21 is 1; the bank has 4 over 4
    laid = Laid((28, 30), (14, 17))
    rules = replace(RULES, gee_jun_tiles=order)
    bank = Laid((20, 24), (22, 29))
    play = deal(wagered({2: 5_00}, rules=rules), {1: bank, 2: laid})
    play.do(setting.SetHand(DEALER, 2, laid), setting.SetBankersHand(DEALER, bank))
    play.do(confirming.ConfirmHouseWay(SUPERVISOR), exposing.ExposeBankersHand(DEALER))
    says = (
        f"high 8 points with {higher} against 4 points with Look, "
        "low 1 point with Foo against 4 points with nine"
    )
    play.when(exposing.ExposeHand(DEALER, 2, Outcome.PUSH)).then(
        exposing.HandExposed(2, Outcome.PUSH, says)
    )


@pytest.mark.parametrize(
    ("order", "outcome"), [("equal", Outcome.PUSH), ("around_fives", Outcome.WIN)]
)
def test_a_hand_is_matched_as_the_table_ranks_it(order: str, outcome: Outcome) -> None:
    # a five beside the 2-4 against a five beside the 1-2, 8 points each; 1 point against none
    ours, theirs = Laid((28, 30), (14, 17)), Laid((29, 31), (10, 12))
    rules = replace(RULES, gee_jun_tiles=order)
    play = deal(wagered({2: 5_00}, Mode.PLAYER, 3, rules=rules), {2: ours, 3: theirs})
    play.do(setting.SetHand(DEALER, 2, ours), setting.SetHand(DEALER, 3, theirs))
    play.do(exposing.ExposeBankersHand(DEALER), exposing.ExposeHand(DEALER, 2, outcome))


def test_no_set_goes_to_a_box_that_there_is_not() -> None:
    play = wagered({2: 5_00}).do(dealing.ShakeDice(DEALER, (1, 2, 6)))
    play.when(dealing.DealHand(DEALER, 9, tiles(WIN))).refused("NO_SUCH_BOX")


def test_winners_are_paid_once() -> None:
    play = played({2: 50_00, 4: 20_00, 5: 5_00}, {2: WIN, 4: LOSE, 5: PUSH})
    paid = pay(play, 2)
    play.do(paid).when(paid).refused("NOT_NOW")
    play.do(rest(play)).when(paid).refused("NO_ROUND")


def test_a_sitting_goes_on_for_many_rounds() -> None:
    play = opened().do(seat(2), seat(4))
    hands = {2: WIN, 4: LOSE}
    for _ in range(20):
        stacked(play).do(cut())
        for box in hands:
            play.do(wagers.PlaceWager(DEALER, box, 20_00))
        play.do(wagers.CloseWagers(DEALER))
        set_all(deal(play, hands), hands).do(exposing.ExposeBankersHand(DEALER))
        play.do(
            exposing.ExposeHand(DEALER, 2, Outcome.WIN),
            exposing.ExposeHand(DEALER, 4, Outcome.LOSE),
            exposing.CollectWager(DEALER, 4, 20_00),
        )
        settled(play)
    # what is lost pays what is won; the float has 5 % of 20, which is 1, of each round
    assert play.table.float_total == FLOAT_TOTAL + 20 * 1_00
    assert [each.number for each in play.table.rounds] == list(range(1, 21))
