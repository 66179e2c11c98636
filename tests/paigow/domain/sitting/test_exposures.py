"""Tiles that are seen too early (rules 10.3 to 10.7). Box 2 has `WIN`, box 4 `LOSE`."""

from __future__ import annotations

from dataclasses import replace

import pytest

from services.paigow.domain.sitting import (
    dealing,
    exposing,
    exposures,
    mixing,
    setting,
    staff,
)
from services.paigow.domain.sitting.exposures import is_misdeal
from services.paigow.domain.sitting.rounds import Bank, Hand, Mode, Outcome, SetBy
from services.paigow.domain.sitting.state import Post
from services.paigow.domain.sitting.voids import HandVoided, RoundVoided
from tests.kit.law import means, permits, refuses
from tests.paigow.domain.sitting.play import (
    DEALER,
    FLOAT_TOTAL,
    LOSE,
    RULES,
    SUPERVISOR,
    WIN,
    Play,
    cut,
    deal,
    opened,
    set_all,
    stacked,
    wagered,
)

HANDS = {2: WIN, 4: LOSE}
AMOUNTS = {2: 50_00, 4: 20_00}


def dealt(mode: Mode = Mode.HOUSE) -> Play:
    return deal(wagered(AMOUNTS, mode, 0 if mode is Mode.HOUSE else 3), HANDS)


def shown(box: int, *tiles: int, by_dealer: bool = True) -> exposures.RecordExposure:
    return exposures.RecordExposure(DEALER, box, tiles, by_dealer)


def call_void(box: int) -> exposures.CallHandVoid:
    return exposures.CallHandVoid(DEALER, box)


# -- 10.3(a) ---------------------------------------------------------------------------------


@permits("PG-10.3(a)")
@pytest.mark.parametrize("times", [((0, 1),), ((0,), (1,)), ((0, 1, 2, 3),)])
def test_pg_10_3_a_two_tiles_that_the_dealer_shows_let_the_player_void_the_hand(times) -> None:
    play = dealt()
    for tiles in times:
        play.do(shown(2, *tiles))
    play.do(call_void(2))
    (event,) = [e for e in play.events if isinstance(e, HandVoided)]
    assert (event.box, event.because) == (2, "PG-10.3(a)")
    assert sum(move.amount for move in event.moves) == 50_00  # the wager goes back
    assert [wager.amount for wager in play.round.wagers] == [50_00, 20_00]  # and stays on record


@refuses("PG-10.3(a)")
def test_pg_10_3_a_not_once_the_player_has_viewed_the_rest() -> None:
    play = dealt().do(shown(2, 0, 1), exposures.RecordViewed(DEALER, 2))
    play.when(call_void(2)).refused("HAND_VIEWED", "PG-10.3(a)")


@refuses("PG-10.3(a)")
def test_pg_10_3_a_who_has_set_the_hand_has_viewed_it() -> None:
    play = dealt().do(shown(2, 0, 1), setting.SetHand(DEALER, 2, WIN))
    play.when(call_void(2)).refused("HAND_VIEWED", "PG-10.3(a)")


@refuses("PG-10.3(a)")
def test_pg_10_3_a_a_void_hand_takes_no_more_part() -> None:
    play = dealt().do(shown(2, 0, 1), call_void(2))
    play.when(setting.SetHand(DEALER, 2, WIN)).refused("HAND_VOID", "PG-10.3(a)")
    play.when(call_void(2)).refused("HAND_VOID", "PG-10.3(a)")


def test_a_round_goes_on_without_a_void_hand() -> None:
    play = dealt().do(shown(2, 0, 1), call_void(2))
    set_all(play, {4: LOSE}).do(
        exposing.ExposeBankersHand(DEALER),
        exposing.ExposeHand(DEALER, 4, Outcome.LOSE),
        exposing.CollectWager(DEALER, 4, 20_00),
    )
    assert play.round.losing_area == 20_00


# -- 10.3(b) ---------------------------------------------------------------------------------


@permits("PG-10.3(b)")
@pytest.mark.parametrize("mode", [Mode.PLAYER, Mode.CO])
def test_pg_10_3_b_the_player_banker_may_void_the_round(mode: Mode) -> None:
    play = dealt(mode).do(shown(3, 20, 22), call_void(3))
    (event,) = [e for e in play.events if isinstance(e, RoundVoided)]
    assert event.because == "PG-10.3(b)"
    assert play.table.float_total == FLOAT_TOTAL  # a co-bank's other half is back in the float
    assert play.last.piles == ()


@refuses("PG-10.3(b)")
def test_pg_10_3_b_and_the_tiles_are_reshuffled() -> None:
    play = dealt(Mode.PLAYER).do(shown(3, 20, 22), call_void(3))
    play.when(cut()).refused("NOT_SHUFFLED", "PG-10.3(b)")
    stacked(play).when(cut()).then(mixing.TilesCut(2, Bank(Mode.PLAYER, 3)))


@refuses("PG-10.3(b)")
def test_pg_10_3_b_not_once_the_rest_is_viewed() -> None:
    play = dealt(Mode.PLAYER).do(shown(3, 20, 22), exposures.RecordViewed(DEALER, 3))
    play.when(call_void(3)).refused("HAND_VIEWED", "PG-10.3(b)")


@refuses("PG-10.3(a)")
def test_pg_10_3_a_who_shows_another_of_the_own_tiles_has_viewed_it() -> None:
    play = dealt().do(shown(2, 0, 1), shown(2, 2, by_dealer=False))
    play.when(call_void(2)).refused("HAND_VIEWED", "PG-10.3(a)")


@permits("PG-10.3(a)")
def test_pg_10_3_a_a_tile_that_the_dealer_showed_is_none_of_the_rest() -> None:
    dealt().do(shown(2, 0, 1), shown(2, 1, by_dealer=False), call_void(2))


@permits("PG-10.3(a)")
def test_pg_10_3_a_a_hand_that_the_dealer_set_for_its_player_is_not_viewed() -> None:
    play = dealt().do(shown(2, 0, 1), setting.SetHouseWay(DEALER, 2, SetBy.REQUEST))
    play.do(call_void(2))


@refuses("PG-10.3(b)")
def test_pg_10_3_b_not_once_the_co_banker_has_exposed_the_other_two() -> None:
    play = dealt(Mode.CO).do(
        dealing.PlaceBankersTiles(DEALER),
        setting.ExposeCoBankersTiles(DEALER, (20, 22)),
        shown(3, 24, 28),
    )
    play.when(call_void(3)).refused("HAND_VIEWED", "PG-10.3(b)")


@refuses("PG-10.3(b)")
def test_pg_10_3_b_nor_once_the_banks_hand_is_set() -> None:
    play = set_all(dealt(Mode.CO).do(shown(3, 20, 22)), HANDS)
    play.when(call_void(3)).refused("HAND_VIEWED", "PG-10.3(b)")


# -- 10.4 ------------------------------------------------------------------------------------


def hand(*by_dealer: int) -> Hand:
    return Hand(2, (0, 1, 2, 3), WIN, (), shown=by_dealer)


@means("PG-10.4", side="inside")
def test_pg_10_4_one_exposed_tile_is_no_misdeal() -> None:
    assert is_misdeal(hand(0)) is False


@means("PG-10.4", side="outside")
def test_pg_10_4_two_exposed_tiles_are_one() -> None:
    assert is_misdeal(hand(0, 1)) is True


def test_after_one_tile_the_hand_is_played_and_cannot_be_called_void() -> None:
    play = dealt().do(shown(2, 3))
    play.when(call_void(2)).refused("NO_MISDEAL", "PG-10.4")
    play.do(shown(2, 3))  # the same tile again is no second one
    play.when(call_void(2)).refused("NO_MISDEAL", "PG-10.4")
    dealt().when(call_void(2)).refused("NO_MISDEAL", "PG-10.4")


# -- 10.5 ------------------------------------------------------------------------------------

RESHUFFLE = exposures.OrderReshuffle(SUPERVISOR, "tiles are tracked")


@permits("PG-10.5")
def test_pg_10_5_the_game_supervisor_may_order_a_reshuffle_between_rounds() -> None:
    stacked(opened()).when(RESHUFFLE).then(exposures.ReshuffleOrdered("tiles are tracked"))


@permits("PG-10.5")
def test_pg_10_5_or_in_a_round_whose_hands_are_not_exposed_which_is_void_then() -> None:
    play = dealt().do(RESHUFFLE)
    assert play.last.void == "PG-10.5"
    assert play.last.piles == ()


@refuses("PG-10.5")
def test_pg_10_5_nobody_else_may() -> None:
    theirs = exposures.OrderReshuffle(DEALER, "tracking")
    tried = staff.AttemptRefused(Post.GAME_SUPERVISOR, "dan")
    stacked(opened()).when(theirs).recorded_refusal(
        "NOT_THE_GAME_SUPERVISOR", "PG-10.5", events=(tried,)
    )


@refuses("PG-10.5")
def test_pg_10_5_until_then_there_is_no_cut() -> None:
    play = stacked(opened()).do(RESHUFFLE)
    play.when(cut()).refused("NOT_SHUFFLED", "PG-10.5")


@refuses("PG-10.5")
def test_pg_10_5_not_once_the_hands_are_exposed() -> None:
    play = set_all(dealt(), HANDS).do(exposing.ExposeBankersHand(DEALER))
    play.when(RESHUFFLE).refused("TOO_LATE_TO_RESHUFFLE", "PG-10.5")


# -- 10.6, 10.7 ------------------------------------------------------------------------------


@permits("PG-10.6")
def test_pg_10_6_the_houses_hand_is_played_whatever_was_exposed() -> None:
    play = dealt().do(shown(1, 20, 22, 24))
    set_all(play, HANDS)
    assert play.round.confirmed


@refuses("PG-10.6")
def test_pg_10_6_the_house_cannot_call_it_void() -> None:
    play = dealt().do(shown(1, 20, 22, 24, 28))
    play.when(call_void(1)).refused("HOUSE_PLAYS_ON", "PG-10.6")


@permits("PG-10.7")
def test_pg_10_7_a_player_banker_who_exposes_own_tiles_plays_on() -> None:
    play = dealt(Mode.PLAYER).do(shown(3, 20, 22, by_dealer=False))
    set_all(play, HANDS).when(exposing.ExposeBankersHand(DEALER)).then(
        exposing.BankersHandExposed()
    )


@refuses("PG-10.7")
def test_pg_10_7_and_cannot_call_the_hand_void_for_it() -> None:
    play = dealt(Mode.PLAYER).do(shown(3, 20, 22, by_dealer=False))
    play.when(call_void(3)).refused("OWN_EXPOSURE", "PG-10.7")


@pytest.mark.parametrize("tiles", [(), (0, 0), (5,), (0, 40)])
def test_only_tiles_of_the_hand_can_have_been_seen(tiles) -> None:
    dealt().when(shown(2, *tiles)).refused("NOT_IN_HAND")


def test_exposed_tiles_are_not_recorded_once_the_showdown_has_begun() -> None:
    play = set_all(dealt(), HANDS).do(exposing.ExposeBankersHand(DEALER))
    play.when(shown(2, 0)).refused("NOT_NOW")


# -- where the text leaves it open, as the table has it ------------------------------------------


def test_exposures_may_be_counted_one_by_one() -> None:
    rules = replace(RULES, exposures_add_up=False)
    play = deal(wagered(AMOUNTS, rules=rules), HANDS).do(shown(2, 0), shown(2, 1))
    play.when(call_void(2)).refused("NO_MISDEAL", "PG-10.4")
    play.do(shown(2, 0, 1), call_void(2))


def test_a_hand_that_the_house_shares_may_be_played_as_its_own_is() -> None:
    rules = replace(RULES, co_bank_hand_voidable=False)
    play = deal(wagered(AMOUNTS, Mode.CO, 3, rules=rules), HANDS).do(shown(3, 20, 22))
    play.when(call_void(3)).refused("HOUSE_PLAYS_ON", "PG-10.6")
