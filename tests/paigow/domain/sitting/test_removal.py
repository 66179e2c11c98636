"""Boxes and players out of play (rules 10.9 to 10.12). All eight boxes are in play: the house has
box 1, players the others."""

from __future__ import annotations

from dataclasses import replace

import pytest

from services.paigow.domain.sitting import boxes, closing, exposures, mixing, removal, wagers
from services.paigow.domain.sitting.rounds import Bank, Mode
from services.paigow.domain.sitting.state import Gone, Removal
from tests.kit.law import permits, refuses
from tests.paigow.domain.sitting.play import (
    CASINO,
    DEALER,
    FLOAT,
    RULES,
    SUPERVISOR,
    Play,
    bank,
    cut,
    prepared,
    seat,
)

ALL = tuple(range(2, 9))


def full(mode: Mode = Mode.HOUSE, rules=RULES) -> Play:
    seats = ALL if mode is Mode.HOUSE else (1, *ALL)
    return prepared(*seats, mode=mode, box=0 if mode is Mode.HOUSE else 3, rules=rules)


def order(gone: Gone = Gone.BOX, box: int = 0) -> removal.OrderRemoval:
    return removal.OrderRemoval(SUPERVISOR, gone, box, "signs between boxes 4 and 5")


def shake(*dice: int, off: int, number: int = 1) -> removal.ShakeForRemoval:
    return removal.ShakeForRemoval(DEALER, number, dice, off)


def decide(out: bool, by=CASINO) -> removal.DecideRemoval:
    return removal.DecideRemoval(by, 1, out)


ACKNOWLEDGE = removal.AcknowledgeNotice(CASINO, 1)
REINSTATE = removal.Reinstate(CASINO, 1)


def off(*dice: int, box: int, play: Play | None = None) -> Play:
    return (play or full()).do(order(), shake(*dice, off=box), ACKNOWLEDGE, decide(True))


# -- 10.9 ------------------------------------------------------------------------------------


@permits("PG-10.9")
@pytest.mark.parametrize("mode", [Mode.HOUSE, Mode.CO])
def test_pg_10_9_the_house_may_take_a_box_out_and_a_casino_supervisor_is_told(mode: Mode) -> None:
    found = Removal(1, Gone.BOX, 0, "", "signs between boxes 4 and 5", from_round=1)
    full(mode).when(order()).then(removal.RemovalOrdered(found))


@permits("PG-10.9")
def test_pg_10_9_or_a_player_who_is_gone_at_once_between_rounds() -> None:
    play = full().do(order(Gone.PLAYER, 4))
    assert play.table.removals[0].player == "p4"
    assert play.table.seat(4) is None


@refuses("PG-10.9")
def test_pg_10_9_not_when_a_box_is_not_in_play() -> None:
    prepared(2, 3).when(order()).refused("NOT_ALL_BOXES_IN_PLAY", "PG-10.9")


@refuses("PG-10.9")
def test_pg_10_9_not_when_a_player_banks_alone() -> None:
    full(Mode.PLAYER).when(order()).refused("HOUSE_DOES_NOT_BANK", "PG-10.9")


@refuses("PG-10.9")
def test_pg_10_9_it_is_not_the_dealers_to_order() -> None:
    theirs = replace(order(), by=DEALER)
    assert full().when(theirs).refusal.clause == "PG-10.9"


@refuses("PG-10.9")
def test_pg_10_9_whether_it_holds_later_is_a_casino_supervisors_decision() -> None:
    play = full().do(order(), shake(1, 1, 1, off=3), ACKNOWLEDGE)
    play.when(decide(True, by=SUPERVISOR)).refused("NOT_A_CASINO_SUPERVISOR", "PG-10.9")


@refuses("PG-10.9")
def test_pg_10_9_and_no_round_begins_before_it() -> None:
    play = full().do(order(), shake(1, 1, 1, off=3))
    play.when(cut()).refused("NOT_DECIDED", "PG-10.9")
    play.when(decide(True)).refused("NOT_ACKNOWLEDGED", "PG-10.9")
    play.do(ACKNOWLEDGE).when(cut()).refused("NOT_DECIDED", "PG-10.9")


@permits("PG-10.9")
def test_pg_10_9_a_casino_supervisor_may_let_the_box_stay() -> None:
    play = full().do(order(), shake(1, 1, 1, off=3), ACKNOWLEDGE, decide(False))
    assert play.table.off == ()
    play.when(cut()).then(mixing.TilesCut(1, Bank(Mode.HOUSE, 1)))


def test_in_mid_round_it_holds_from_the_next_round_on() -> None:
    play = full().do(cut(), order(), shake(1, 1, 1, off=3))
    assert play.table.off == ()
    play.do(wagers.PlaceWager(DEALER, 3, 5_00))
    assert play.table.removals[0].from_round == 2


def test_a_player_removed_in_mid_round_stays_until_it_is_over() -> None:
    play = full().do(cut(), order(Gone.PLAYER, 4))
    assert play.table.seat(4) is not None
    play.do(exposures.OrderReshuffle(SUPERVISOR, "seen"))
    assert play.table.seat(4) is None


def test_a_notice_is_acknowledged_and_decided_once() -> None:
    play = full().do(order(), ACKNOWLEDGE)
    play.when(ACKNOWLEDGE).nothing()
    play.do(decide(True)).when(decide(False)).refused("DECIDED_BEFORE", "PG-10.9")


def test_a_player_is_taken_out_once() -> None:
    play = full().do(cut(), order(Gone.PLAYER, 4))
    play.when(order(Gone.PLAYER, 4)).nothing()


@refuses("PG-10.9")
def test_pg_10_9_no_table_closes_over_a_notice_that_nobody_has_decided() -> None:
    play = full().do(order(Gone.PLAYER, 4))
    count = closing.CountFloat(SUPERVISOR, FLOAT)
    play.when(count).refused("NOT_DECIDED", "PG-10.9")
    play.do(ACKNOWLEDGE).when(count).refused("NOT_DECIDED", "PG-10.9")
    play.do(decide(True), count)


# -- 10.10, 10.11 ----------------------------------------------------------------------------


@permits("PG-10.10")
@pytest.mark.parametrize(
    ("dice", "box"),
    # counted counter clockwise from box one: 3 is box 3; 8 is box 8; 10 is box 2; 18 is box 2
    [((1, 1, 1), 3), ((2, 2, 4), 8), ((4, 4, 2), 2), ((6, 6, 6), 2), ((5, 5, 5), 7)],
)
def test_pg_10_10_the_dice_name_the_box_that_goes(dice, box: int) -> None:
    play = full().do(order())
    play.when(shake(*dice, off=box)).then(removal.RemovalDiceShaken(1, dice, box, again=False))
    play.do(shake(*dice, off=box), ACKNOWLEDGE, decide(True))
    assert play.table.off == (box,)


@refuses("PG-10.10")
@pytest.mark.parametrize("marked", [0, 2, 4])
def test_pg_10_10_the_off_marker_goes_on_no_other_box(marked: int) -> None:
    play = full().do(order())
    play.when(shake(1, 1, 1, off=marked)).refused("OTHER_BOX", "PG-10.10")


@refuses("PG-10.10")
def test_pg_10_10_no_round_begins_before_the_dice_have_said() -> None:
    play = full().do(order(), ACKNOWLEDGE, decide(True))
    play.when(cut()).refused("DICE_DUE", "PG-10.10")


@permits("PG-10.11")
def test_pg_10_11_dice_that_name_the_houses_box_are_shaken_again_until_they_do_not() -> None:
    play = full().do(order())
    for dice in ((1, 2, 6), (5, 6, 6)):  # 9 and 17 are box 1
        play.when(shake(*dice, off=0)).then(removal.RemovalDiceShaken(1, dice, 1, again=True))
        play.do(shake(*dice, off=0))
    play.do(shake(1, 1, 1, off=3))
    assert play.table.removals[0].box == 3


@refuses("PG-10.11")
@pytest.mark.parametrize(
    ("mode", "dice", "box"), [(Mode.HOUSE, (1, 2, 6), 1), (Mode.CO, (1, 1, 1), 3)]
)
def test_pg_10_11_the_box_with_the_chung_is_never_the_one(mode: Mode, dice, box: int) -> None:
    play = full(mode).do(order())
    play.when(shake(*dice, off=box)).refused("HOUSES_BOX", "PG-10.11")


@refuses("PG-10.11")
def test_pg_10_11_box_one_is_the_operators_while_it_shares_the_bank_too() -> None:
    # the co-banker sits at box 3: 9 dots name box 1, where the house banks alone the next time
    play = full(Mode.CO).do(order())
    play.when(shake(1, 2, 6, off=1)).refused("HOUSES_BOX", "PG-10.11")
    play.do(shake(1, 2, 6, off=0))


def test_a_box_that_is_off_already_is_named_again_or_not_counted_as_the_table_has_it() -> None:
    # A second removal needs all boxes in play, so both are ordered before either is in force.
    play = full().do(order(), order(), shake(1, 1, 1, off=3))
    play.when(shake(1, 1, 1, off=3, number=2)).refused("HOUSES_BOX", "PG-10.11")
    play.do(shake(1, 1, 1, off=0, number=2))
    uncounted = full(rules=replace(RULES, off_boxes_counted=False))
    uncounted.do(order(), order(), shake(1, 1, 1, off=3))
    # without box 3 the third box is 4
    uncounted.do(shake(1, 1, 1, off=4, number=2))


@pytest.mark.parametrize(
    ("dice", "says"),
    [
        ((1, 1, 1), "The dice name box 3, which has the chung."),
        ((1, 2, 6), "The dice name box 1, which is the house's."),
        ((1, 1, 2), "The dice name box 4, which is off already."),
    ],
)
def test_why_the_dice_are_shaken_again_is_told(dice, says: str) -> None:
    # the co-banker sits at box 3, and the dice have named box 4 before
    play = full(Mode.CO).do(order(), order(), shake(1, 1, 2, off=4))
    box = sum(dice) if sum(dice) < 9 else 1
    assert play.when(shake(*dice, off=box, number=2)).refusal.sentence == says


def test_dice_are_for_a_box_that_is_not_named_yet() -> None:
    play = full().do(order(), shake(1, 1, 1, off=3))
    play.when(shake(1, 1, 2, off=4)).refused("NO_DICE_DUE", "PG-10.10")
    player = full().do(order(Gone.PLAYER, 4))
    player.when(shake(1, 1, 2, off=4)).refused("NO_DICE_DUE", "PG-10.10")
    full().when(shake(1, 1, 2, off=4)).refused("NO_SUCH_REMOVAL")


def test_a_co_bankers_box_may_be_taken_out_where_the_table_has_it_so() -> None:
    rules = replace(RULES, chung_box_stays=False)
    play = off(1, 1, 1, box=3, play=full(Mode.CO, rules))
    play.when(cut()).refused("BOX_OFF", "PG-10.12")
    play.do(bank(Mode.HOUSE)).do(cut())


def test_a_banker_who_is_removed_does_not_bank_any_more() -> None:
    play = full(Mode.CO).do(order(Gone.PLAYER, 3))
    assert play.table.bank == Bank(Mode.HOUSE, 1)
    later = full(Mode.CO).do(cut(), order(Gone.PLAYER, 3))
    assert later.table.bank == Bank(Mode.CO, 3)
    later.do(exposures.OrderReshuffle(SUPERVISOR, "seen"))
    assert later.table.bank == Bank(Mode.HOUSE, 1)


# -- 10.12 -----------------------------------------------------------------------------------


@permits("PG-10.12")
def test_pg_10_12_a_casino_supervisor_brings_a_box_back() -> None:
    play = off(1, 1, 1, box=3).do(REINSTATE)
    assert play.table.off == ()
    play.do(cut()).do(wagers.PlaceWager(DEALER, 3, 5_00))


@permits("PG-10.12")
def test_pg_10_12_and_lets_a_player_rejoin() -> None:
    play = full().do(order(Gone.PLAYER, 4), ACKNOWLEDGE, decide(True), REINSTATE)
    play.when(seat(4, "p4")).then(boxes.PlayerSeated(4, "p4"))


@refuses("PG-10.12")
def test_pg_10_12_until_then_nobody_wagers_on_the_box() -> None:
    play = off(1, 1, 1, box=3).do(cut())
    play.when(wagers.PlaceWager(DEALER, 3, 5_00)).refused("BOX_OFF", "PG-10.12")


@refuses("PG-10.12")
def test_pg_10_12_nor_does_a_removed_player_take_a_box() -> None:
    play = full().do(order(Gone.PLAYER, 4), ACKNOWLEDGE, decide(True))
    play.when(seat(4, "p4")).refused("PLAYER_REMOVED", "PG-10.12")


@refuses("PG-10.12")
def test_pg_10_12_a_game_supervisor_does_not_decide_it() -> None:
    theirs = replace(REINSTATE, by=SUPERVISOR)
    off(1, 1, 1, box=3).when(theirs).refused("NOT_A_CASINO_SUPERVISOR", "PG-10.12")


def test_what_is_back_is_not_brought_back_again() -> None:
    play = off(1, 1, 1, box=3).do(REINSTATE)
    play.when(REINSTATE).refused("REMOVAL_OVER", "PG-10.12")
    full().do(order()).when(REINSTATE).refused("NOT_DECIDED", "PG-10.9")


def test_an_off_box_is_neither_seated_nor_given_the_bank() -> None:
    play = off(1, 1, 1, box=3)
    play.when(bank(Mode.PLAYER, 3)).refused("BOX_OFF", "PG-10.12")
    play.do(boxes.LeaveBox(DEALER, 3))
    play.when(seat(3)).refused("BOX_OFF", "PG-10.12")
