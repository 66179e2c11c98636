"""Tiles dealt wrongly, upset or mixed, and players who are away (rules 10.14 to 10.17)."""

from __future__ import annotations

import pytest

from services.paigow.domain.sitting import accidents, boxes, exposing, mixing, setting
from services.paigow.domain.sitting.rounds import Bank, Laid, Mode, Outcome, SetBy
from services.paigow.domain.sitting.voids import RoundVoided
from tests.kit.law import permits, refuses
from tests.paigow.domain.sitting.play import (
    DEALER,
    FLOAT_TOTAL,
    LOSE,
    SUPERVISOR,
    WIN,
    WIN2,
    Play,
    cut,
    deal,
    expose,
    pay,
    played,
    set_all,
    settled,
    stacked,
    wagered,
)

HANDS = {2: WIN, 4: LOSE}
AMOUNTS = {2: 50_00, 4: 20_00}
MISDEAL = accidents.DeclareMisdeal(SUPERVISOR, "five tiles to box 4")


def dealt(mode: Mode = Mode.HOUSE) -> Play:
    return deal(wagered(AMOUNTS, mode, 0 if mode is Mode.HOUSE else 3), HANDS)


def exposing_now() -> Play:
    return set_all(dealt(), HANDS).do(exposing.ExposeBankersHand(DEALER))


# -- 10.14 -----------------------------------------------------------------------------------


@permits("PG-10.14")
@pytest.mark.parametrize("mode", [Mode.HOUSE, Mode.PLAYER, Mode.CO])
def test_pg_10_14_tiles_dealt_wrongly_void_the_round_and_all_goes_back(mode: Mode) -> None:
    play = dealt(mode).do(setting.SetHand(DEALER, 2, WIN), MISDEAL)  # some were handled
    assert (play.last.void, play.last.piles) == ("PG-10.14", ())
    assert play.table.float_total == FLOAT_TOTAL


@permits("PG-10.14")
def test_pg_10_14_found_at_the_showdown_a_collected_wager_goes_back_too() -> None:
    play = exposing_now().do(
        exposing.ExposeHand(DEALER, 2, Outcome.WIN),
        exposing.ExposeHand(DEALER, 4, Outcome.LOSE),
    )
    # the loser still lies there: when it is picked up the hands are all exposed
    play.do(MISDEAL)
    (event,) = [e for e in play.events if isinstance(e, RoundVoided)]
    assert sorted((m.target.box, m.amount) for m in event.moves) == [(2, 50_00), (4, 20_00)]
    third = deal(wagered({2: 50_00, 4: 20_00, 6: 10_00}), {**HANDS, 6: WIN2})
    set_all(third, {**HANDS, 6: WIN2}).do(
        exposing.ExposeBankersHand(DEALER),
        exposing.ExposeHand(DEALER, 2, Outcome.WIN),
        exposing.ExposeHand(DEALER, 4, Outcome.LOSE),
        exposing.CollectWager(DEALER, 4, 20_00),
        MISDEAL,
    )
    assert third.last.piles == ()
    assert third.table.float_total == FLOAT_TOTAL


@refuses("PG-10.14")
def test_pg_10_14_and_all_the_tiles_are_reshuffled() -> None:
    play = dealt().do(MISDEAL)
    for command in (cut(), mixing.StackTiles(DEALER, 0)):
        play.when(command).refused("NOT_SHUFFLED", "PG-10.14")
    stacked(play).when(cut()).then(mixing.TilesCut(2, Bank(Mode.HOUSE, 1)))


@permits("PG-10.14")
def test_pg_10_14_a_round_dealt_wrongly_is_void_whatever_waits_to_be_decided() -> None:
    play = exposing_now().tried(exposing.ExposeHand(DEALER, 2, Outcome.PUSH)).do(MISDEAL)
    assert play.table.difference is None
    stacked(play).do(cut())


def test_nothing_is_dealt_wrongly_before_the_dice() -> None:
    wagered(AMOUNTS).when(MISDEAL).refused("NOT_NOW")


@permits("PG-10.14")
@pytest.mark.parametrize("mode", [Mode.HOUSE, Mode.PLAYER, Mode.CO])
def test_pg_10_14_found_before_anybody_is_paid_the_round_is_void(mode: Mode) -> None:
    play = played(AMOUNTS, HANDS, mode, 0 if mode is Mode.HOUSE else 3).do(MISDEAL)
    assert (play.last.void, play.last.piles) == ("PG-10.14", ())
    assert play.table.float_total == FLOAT_TOTAL


@refuses("PG-10.14")
def test_pg_10_14_once_a_winner_is_paid_it_is_for_a_dispute() -> None:
    play = played(AMOUNTS, HANDS)
    play.do(pay(play, 2)).when(MISDEAL).refused("WINNER_WAS_PAID", "PG-10.14")


# -- 10.15 -----------------------------------------------------------------------------------

UPSET = accidents.RecordDisturbed(DEALER, 2)
DISTURBED = setting.SetHouseWay(DEALER, 2, SetBy.DISTURBED)


@permits("PG-10.15")
def test_pg_10_15_the_dealer_sets_disturbed_tiles_the_house_way() -> None:
    play = exposing_now().do(UPSET)
    # Teen, Teen, Day, Day: step 1 keeps both pairs
    play.when(DISTURBED).then(setting.HandSet(2, WIN, SetBy.DISTURBED, "dan"))
    play.do(DISTURBED, exposing.ExposeHand(DEALER, 2, Outcome.WIN))


@permits("PG-10.15")
def test_pg_10_15_what_was_called_before_they_fell_waits_for_nobody() -> None:
    play = exposing_now().tried(exposing.ExposeHand(DEALER, 2, Outcome.PUSH))
    play.do(UPSET, DISTURBED).when(DISTURBED).nothing()
    play.do(exposing.ExposeHand(DEALER, 2, Outcome.WIN))


@refuses("PG-10.15")
def test_pg_10_15_not_its_player() -> None:
    play = exposing_now().do(UPSET)
    play.when(setting.SetHand(DEALER, 2, WIN)).refused("DISTURBED", "PG-10.15")


@refuses("PG-10.15")
def test_pg_10_15_it_is_not_matched_before_it_is_set() -> None:
    play = exposing_now().do(UPSET)
    matched = exposing.ExposeHand(DEALER, 2, Outcome.WIN)
    play.when(matched).refused("DISTURBED", "PG-10.15")


@refuses("PG-10.15")
def test_pg_10_15_is_about_the_hand_that_is_being_exposed() -> None:
    play = exposing_now()
    other = accidents.RecordDisturbed(DEALER, 4)
    play.when(other).refused("NOT_BEING_EXPOSED", "PG-10.15")
    play.when(DISTURBED).refused("NOT_DISTURBED", "PG-10.15")
    play.do(UPSET).when(UPSET).nothing()


# -- 10.16 -----------------------------------------------------------------------------------


def mixed(*named: int, again: bool = False) -> accidents.RecordMixedHands:
    return accidents.RecordMixedHands(SUPERVISOR, named, again)


@permits("PG-10.16")
def test_pg_10_16_hands_that_cannot_be_told_apart_are_void() -> None:
    play = dealt().do(mixed(4, 2))
    assert play.round.players_hands == ()
    void = {hand.box: (hand.void, hand.cleared) for hand in play.round.hands}
    # their tiles lie in the designated area
    assert void == {1: ("", False), 2: ("PG-10.16", True), 4: ("PG-10.16", True)}
    assert play.round.piles == ()  # both wagers went back


@permits("PG-10.16")
def test_pg_10_16_hands_that_can_be_are_played() -> None:
    play = dealt()
    play.when(mixed(2, 4, again=True)).then(accidents.HandsMixed((2, 4), True))


@permits("PG-10.16")
def test_pg_10_16_the_banks_hand_among_them_voids_the_round() -> None:
    play = dealt().do(mixed(1, 2))
    assert play.last.void == "PG-10.16"
    assert play.last.piles == ()


@refuses("PG-10.16")
def test_pg_10_16_a_void_hand_is_not_matched() -> None:
    play = deal(wagered({2: 50_00, 4: 20_00, 6: 10_00}), {**HANDS, 6: WIN2}).do(mixed(2, 4))
    set_all(play, {6: WIN2}).do(exposing.ExposeBankersHand(DEALER))
    matched = exposing.ExposeHand(DEALER, 2, Outcome.WIN)
    play.when(matched).refused("HAND_VOID", "PG-10.16")
    settled(play.do(exposing.ExposeHand(DEALER, 6, Outcome.WIN)))


@refuses("PG-10.16")
def test_pg_10_16_one_hand_alone_is_not_mixed_nor_one_that_is_matched() -> None:
    dealt().when(mixed(2)).refused("ONE_HAND_ALONE", "PG-10.16")
    play = exposing_now().do(exposing.ExposeHand(DEALER, 2, Outcome.WIN))
    play.when(mixed(2, 4)).refused("HAND_IS_EXPOSED", "PG-10.16")


def test_with_all_hands_void_the_round_comes_to_its_end() -> None:
    play = dealt().do(mixed(2, 4))
    set_all(play, {})
    settled(expose(play, {}))
    assert play.table.float_total == FLOAT_TOTAL


@refuses("PG-10.16")
def test_pg_10_16_the_banks_hand_is_known_once_it_is_exposed() -> None:
    third = {**HANDS, 6: WIN2}
    play = set_all(deal(wagered({**AMOUNTS, 6: 10_00}), third), third).do(
        exposing.ExposeBankersHand(DEALER),
        exposing.ExposeHand(DEALER, 2, Outcome.WIN),
        exposing.ExposeHand(DEALER, 4, Outcome.LOSE),
        exposing.CollectWager(DEALER, 4, 20_00),
    )
    # box 4 has lost, and does not get its wager back for it
    play.when(mixed(1, 6)).refused("HAND_IS_EXPOSED", "PG-10.16")


@permits("PG-10.16")
def test_pg_10_16_what_was_called_of_a_void_hand_waits_for_nobody() -> None:
    play = exposing_now().tried(exposing.ExposeHand(DEALER, 2, Outcome.PUSH))
    assert play.table.difference is not None
    play.do(mixed(2, 4))
    assert play.table.difference is None
    assert play.round.piles == ()


# -- 10.17 -----------------------------------------------------------------------------------

AWAY = boxes.MarkAbsent(DEALER, 2, True)
ABSENT = setting.SetHouseWay(DEALER, 2, SetBy.ABSENT)


@permits("PG-10.17")
def test_pg_10_17_the_dealer_sets_the_hand_of_who_is_away_the_house_way() -> None:
    play = dealt().do(AWAY)
    play.when(ABSENT).then(setting.HandSet(2, WIN, SetBy.ABSENT, "dan"))


@refuses("PG-10.17")
def test_pg_10_17_nobody_sets_it_otherwise() -> None:
    play = dealt().do(AWAY)
    play.when(setting.SetHand(DEALER, 2, WIN)).refused("PLAYER_AWAY", "PG-10.17")
    asked = setting.SetHouseWay(DEALER, 2, SetBy.REQUEST)
    play.when(asked).refused("PLAYER_AWAY", "PG-10.17")


@refuses("PG-10.17")
def test_pg_10_17_who_comes_back_takes_the_hand_as_it_was_set() -> None:
    play = dealt().do(AWAY, ABSENT, boxes.MarkAbsent(DEALER, 2, False))
    other = setting.SetHand(DEALER, 2, Laid((0, 2), (1, 3)))
    play.when(other).refused("SET_WHILE_AWAY", "PG-10.17")


@permits("PG-10.17")
def test_pg_10_17_nobody_is_kept_for_a_hand_that_is_void() -> None:
    play = dealt().do(mixed(2, 4))
    play.when(boxes.LeaveBox(DEALER, 2)).then(boxes.BoxLeft(2))


@refuses("PG-10.17")
def test_pg_10_17_not_the_hand_of_who_is_there() -> None:
    dealt().when(ABSENT).refused("PLAYER_THERE", "PG-10.17")


@refuses("PG-10.17")
def test_pg_10_17_who_goes_in_mid_round_leaves_the_hand_and_what_comes_of_it() -> None:
    dealt().when(boxes.LeaveBox(DEALER, 2)).refused("WAGER_ON_BOX", "PG-10.17")


def test_who_comes_back_sets_the_own_hand() -> None:
    play = dealt().do(AWAY)
    play.when(AWAY).nothing()
    play.do(boxes.MarkAbsent(DEALER, 2, False), setting.SetHand(DEALER, 2, WIN))
