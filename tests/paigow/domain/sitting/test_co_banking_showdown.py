"""What co-bankers win and pay, from the showdown on (rule 9.3(f) to (l)).

Unless a test says otherwise: box 3 co-banks; box 2 wagers 50 and wins, box 4 loses 20, box 5 pushes
10, box 6 wins 35, so the others wager 115 and the co-banker at least 57.50.
"""

from __future__ import annotations

import pytest

from services.paigow.domain.sitting import (
    confirming,
    dealing,
    exposing,
    setting,
    settling,
)
from services.paigow.domain.sitting.chips import (
    Place,
)
from services.paigow.domain.sitting.differences import DifferenceFound
from services.paigow.domain.sitting.rounds import Mode, Outcome, Step
from services.paigow.domain.sitting.state import Difference, Differing
from tests.kit.law import permits, refuses
from tests.paigow.domain.sitting.co_banking import HANDS, all_set
from tests.paigow.domain.sitting.play import (
    DEALER,
    FLOAT_TOTAL,
    LOSE,
    LOSE2,
    PUSH,
    SUPERVISOR,
    WIN,
    Play,
    cut,
    deal,
    expose,
    pay,
    played,
    rest,
    settled,
    stacked,
    wagered,
)


def exposing_now() -> Play:
    return all_set().do(exposing.ExposeBankersHand(DEALER))


def difference(what: Differing, box: int, entered: str, computed: str) -> DifferenceFound:
    return DifferenceFound(Difference(what, box, entered, computed, "dan"))


# -- (f), (g), (h) the showdown --------------------------------------------------------------


@permits("PG-9.3(f)")
def test_pg_9_3_f_hands_are_exposed_counter_clockwise_from_the_co_bankers_box() -> None:
    play = expose(all_set(), HANDS)
    shown = [event.box for event in play.events if isinstance(event, exposing.HandExposed)]
    assert shown == [4, 5, 6, 2]
    outcomes = [hand.outcome for hand in play.round.players_hands]
    assert outcomes == [Outcome.WIN, Outcome.LOSE, Outcome.PUSH, Outcome.WIN]


@refuses("PG-9.3(f)")
def test_pg_9_3_f_not_out_of_turn() -> None:
    out = exposing.ExposeHand(DEALER, 2, Outcome.WIN)
    refused = exposing_now().when(out).refused("NOT_THE_NEXT_HAND", "PG-9.3(f)")
    assert refused.facts == {"next": "4", "box": "2"}


@refuses("PG-9.3(f)")
def test_pg_9_3_f_not_before_the_banks_hand() -> None:
    first = exposing.ExposeHand(DEALER, 4, Outcome.LOSE)
    all_set().when(first).refused("BANK_COMES_FIRST", "PG-9.3(f)")


@permits("PG-9.3(g)")
def test_pg_9_3_g_a_losing_wager_goes_to_the_losing_wager_area_at_once() -> None:
    play = exposing_now().do(
        exposing.ExposeHand(DEALER, 4, Outcome.LOSE), exposing.CollectWager(DEALER, 4, 20_00)
    )
    assert play.round.losing_area == 20_00
    hand = play.round.hand(4)
    assert hand is not None
    assert hand.cleared


@refuses("PG-9.3(g)")
def test_pg_9_3_g_no_hand_is_exposed_while_a_losing_wager_lies_there() -> None:
    play = exposing_now().do(exposing.ExposeHand(DEALER, 4, Outcome.LOSE))
    following = exposing.ExposeHand(DEALER, 5, Outcome.PUSH)
    play.when(following).refused("LOSER_NOT_PICKED_UP", "PG-9.3(g)")


@permits("PG-9.3(h)")
@pytest.mark.case("P7")
def test_case_p7_pg_9_3_h_a_push_leaves_the_wager_to_the_cent() -> None:
    play = settled(expose(all_set(), HANDS))
    moves = [m for e in play.events for m in getattr(e, "moves", ()) if 5 in (m.source.box,)]
    # 10 dollars out of the player's hands, and at the end of the round the same 10 back
    assert [(m.source.place, m.target.place, m.amount) for m in moves] == [
        (Place.PLAYER, Place.WAGER, 10_00),
        (Place.WAGER, Place.PLAYER, 10_00),
    ]


@refuses("PG-9.3(h)")
def test_pg_9_3_h_a_pushed_wager_is_not_collected() -> None:
    play = exposing_now().do(
        exposing.ExposeHand(DEALER, 4, Outcome.LOSE),
        exposing.CollectWager(DEALER, 4, 20_00),
        exposing.ExposeHand(DEALER, 5, Outcome.PUSH),
    )
    play.when(exposing.CollectWager(DEALER, 5, 10_00)).refused("NOT_LOST", "PG-9.3(h)")


@refuses("PG-9.3(g)")
def test_pg_9_3_g_nor_is_a_winners_or_any_wager_twice() -> None:
    lost = exposing.CollectWager(DEALER, 4, 20_00)
    play = exposing_now().do(exposing.ExposeHand(DEALER, 4, Outcome.LOSE), lost)
    play.when(lost).refused("NOT_LOST", "PG-9.3(g)")
    play.do(exposing.ExposeHand(DEALER, 5, Outcome.PUSH), exposing.ClearPush(DEALER, 5))
    play.do(exposing.ExposeHand(DEALER, 6, Outcome.WIN))
    play.when(exposing.CollectWager(DEALER, 6, 35_00)).refused("NOT_LOST", "PG-9.3(g)")


@refuses("PG-9.3(g)")
def test_pg_9_3_g_nor_any_part_of_a_losing_wager() -> None:
    play = exposing_now().do(exposing.ExposeHand(DEALER, 4, Outcome.LOSE))
    part = exposing.CollectWager(DEALER, 4, 19_50)
    found = difference(Differing.COLLECTION, 4, "NZD 19.50", "NZD 20.00")
    play.when(part).recorded_refusal("DIFFERS", "PG-9.3(g)", events=(found,))


@refuses("PG-9.3(h)")
def test_pg_9_3_h_a_pushs_tiles_go_before_the_next_hand() -> None:
    play = exposing_now().do(
        exposing.ExposeHand(DEALER, 4, Outcome.LOSE),
        exposing.CollectWager(DEALER, 4, 20_00),
        exposing.ExposeHand(DEALER, 5, Outcome.PUSH),
    )
    following = exposing.ExposeHand(DEALER, 6, Outcome.WIN)
    play.when(following).refused("PUSH_NOT_CLEARED", "PG-9.3(h)")
    play.when(exposing.ClearPush(DEALER, 4)).refused("NOT_A_PUSH", "PG-9.3(h)")
    play.when(exposing.ClearPush(DEALER, 6)).refused("NOT_EXPOSED", "PG-9.3(f)")


# -- (i) payment -----------------------------------------------------------------------------


@permits("PG-9.3(i)")
def test_pg_9_3_i_winners_are_paid_counter_clockwise_and_their_tiles_picked_up() -> None:
    play = expose(all_set(), HANDS)
    assert play.round.step is Step.PAYING
    play.do(pay(play, 6))
    hand = play.round.hand(6)
    assert hand is not None
    assert hand.cleared
    play.do(pay(play, 2))
    paid = [event.box for event in play.events if isinstance(event, settling.WinnerPaid)]
    assert paid == [6, 2]


@refuses("PG-9.3(i)")
def test_pg_9_3_i_nobody_is_paid_before_all_hands_are_exposed() -> None:
    play = exposing_now().do(
        exposing.ExposeHand(DEALER, 4, Outcome.LOSE),
        exposing.CollectWager(DEALER, 4, 20_00),
        exposing.ExposeHand(DEALER, 5, Outcome.PUSH),
        exposing.ClearPush(DEALER, 5),
        exposing.ExposeHand(DEALER, 6, Outcome.WIN),
    )
    play.when(pay(play, 6)).refused("NOT_ALL_EXPOSED", "PG-9.3(i)")


@refuses("PG-9.3(i)")
def test_pg_9_3_i_nor_out_of_turn() -> None:
    play = expose(all_set(), HANDS)
    play.when(pay(play, 2)).refused("NOT_THE_NEXT_WINNER", "PG-9.3(i)")


# -- (j), (k) the rest -----------------------------------------------------------------------

PLENTY = {2: WIN, 4: LOSE, 5: PUSH, 6: LOSE2}
"""20 + 35 = 55 lost against 50 won: 5 is left."""
LEFT = {2: 50_00, 4: 20_00, 5: 10_00, 6: 35_00}


def left_over(won: int = 50_00, bankers: int = 115_00) -> Play:
    play = played({**LEFT, 2: won}, PLENTY, Mode.CO, 3, bankers)
    return play.do(pay(play, 2))


@permits("PG-9.3(j)")
def test_pg_9_3_j_the_remainder_is_halved() -> None:
    play = left_over()
    # 5.00 left: 2.50 each; 5 % of the co-banker's 2.50 is 0.125, which is no whole 0.50
    assert rest(play) == settling.HandOverRest(DEALER, 117_50, 117_50, 0)
    play.do(rest(play))
    # float: 115 out and 117.50 back, and 2.50 commission on the winner's 50
    assert play.table.float_total == FLOAT_TOTAL + 2_50 + 2_50


@permits("PG-9.3(j)")
def test_pg_9_3_j_the_odd_chip_goes_to_the_co_banker() -> None:
    play = left_over(won=49_50)
    # 5.50 left: eleven chips of 0.50, six to the co-banker
    assert rest(play) == settling.HandOverRest(DEALER, 118_00, 117_50, 0)


@refuses("PG-9.3(j)")
def test_pg_9_3_j_not_before_the_winners_are_paid() -> None:
    play = played(LEFT, PLENTY, Mode.CO, 3)
    early = settling.HandOverRest(DEALER, 117_50, 117_50, 0)
    play.when(early).refused("WINNERS_NOT_PAID", "PG-9.3(j)")


@permits("PG-9.3(k)")
def test_pg_9_3_k_both_get_their_own_back_and_the_co_banker_pays_commission_on_the_rest() -> None:
    play = left_over(won=10_00)
    # 55 - 10 = 45 left: 22.50 each; 5 % of 22.50 is 1.125, rounded down to 1.00
    assert rest(play) == settling.HandOverRest(DEALER, 115_00 + 21_50, 115_00 + 22_50, 1_00)
    play.do(rest(play))
    # 115 out, 137.50 and 1.00 back, and 0.50 commission on the winner's 10
    assert play.table.float_total == FLOAT_TOTAL + 22_50 + 1_00 + 50


@refuses("PG-9.3(k)")
def test_pg_9_3_k_the_co_banker_gets_neither_more_nor_less() -> None:
    play = left_over(won=10_00)
    more = settling.HandOverRest(DEALER, 115_00 + 22_00, 115_00 + 22_50, 1_00)
    found = difference(
        *(Differing.DIVISION, 0),
        "NZD 137.00 to the banker, NZD 137.50 to the float and NZD 1.00 commission",
        "NZD 136.50 to the banker, NZD 137.50 to the float and NZD 1.00 commission",
    )
    play.when(more).recorded_refusal("DIFFERS", "PG-9.3(k)", events=(found,))


# -- (l) a shortfall -------------------------------------------------------------------------


@permits("PG-9.3(l)")
def test_pg_9_3_l_the_co_banking_wager_makes_up_a_shortfall_and_the_rest_is_halved() -> None:
    play = expose(all_set(), HANDS)
    # 20 lost against 35 and 50 won: box 6 takes 20 and 15 of the bank, box 2 all 50 of the bank
    assert pay(play, 6) == settling.PayWinner(DEALER, 6, 20_00, 15_00, 1_50)
    play.do(pay(play, 6))
    assert pay(play, 2) == settling.PayWinner(DEALER, 2, 0, 50_00, 2_50)
    play.do(pay(play, 2))
    # 230 - 65 = 165 left, 82.50 each, and no commission: nothing came from losing wagers
    assert rest(play) == settling.HandOverRest(DEALER, 82_50, 82_50, 0)
    play.do(rest(play))
    assert play.table.float_total == FLOAT_TOTAL - 115_00 + 82_50 + 1_50 + 2_50


@refuses("PG-9.3(l)")
def test_pg_9_3_l_not_from_the_losing_wager_area_what_it_does_not_hold() -> None:
    play = expose(all_set(), HANDS)
    wrong = settling.PayWinner(DEALER, 6, 35_00, 0, 1_50)
    found = difference(
        *(Differing.PAYMENT, 6),
        "NZD 35.00 from the losing wager area and NZD 0.00 from the bank, less NZD 1.50",
        "NZD 20.00 from the losing wager area and NZD 15.00 from the bank, less NZD 1.50",
    )
    play.when(wrong).recorded_refusal("DIFFERS", "PG-9.3(l)", events=(found,))


@refuses("PG-9.3(l)")
def test_pg_9_3_l_nor_is_what_is_left_divided_otherwise() -> None:
    play = expose(all_set(), HANDS)
    play.do(pay(play, 6)).do(pay(play, 2))
    wrong = settling.HandOverRest(DEALER, 115_00, 50_00, 0)
    found = difference(
        *(Differing.DIVISION, 0),
        "NZD 115.00 to the banker, NZD 50.00 to the float and NZD 0.00 commission",
        "NZD 82.50 to the banker, NZD 82.50 to the float and NZD 0.00 commission",
    )
    play.when(wrong).recorded_refusal("DIFFERS", "PG-9.3(l)", events=(found,))


def test_a_sole_house_round_knows_no_co_bank() -> None:
    play = deal(wagered({2: 50_00}), {2: WIN})
    play.when(dealing.PlaceBankersTiles(DEALER)).refused("NO_CO_BANK")
    two = setting.ExposeCoBankersTiles(DEALER, (20, 28))
    play.when(two).refused("CO_BANKER_SHOWS_TWO")


def test_the_next_round_begins_as_the_first_did() -> None:
    play = stacked(settled(expose(all_set(), HANDS))).do(cut())
    assert play.round.number == 2
    assert play.round.piles == ()


def test_out_of_its_turn_each_step_is_refused_by_its_own_letter() -> None:
    """The dice are due: no hand is dealt yet."""
    play = wagered({4: 20_00}, Mode.CO, 3)
    play.when(confirming.ConfirmHouseWay(SUPERVISOR)).refused("NOT_NOW", "PG-9.3(e)")
    play.when(exposing.ExposeBankersHand(DEALER)).refused("NOT_NOW", "PG-9.3(f)")
    play.when(exposing.CollectWager(DEALER, 4, 20_00)).refused("NOT_NOW", "PG-9.3(g)")
    play.when(exposing.ClearPush(DEALER, 4)).refused("NOT_NOW", "PG-9.3(h)")
