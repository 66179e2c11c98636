"""Entries of the deal corrected, and hands laid upside down (supplement 2).

Boxes 1, 2 and 4 are dealt in this order by dice that show 9; the bank is box 1.
"""

from __future__ import annotations

from dataclasses import replace

import pytest

from services.paigow.domain.sitting import (
    accidents,
    confirming,
    correcting,
    dealing,
    exposing,
    exposures,
    mixing,
    setting,
    wagers,
)
from services.paigow.domain.sitting.rounds import Laid, Mode, Outcome, SetBy, Step
from tests.paigow.domain.sitting.play import (
    BANK,
    DEALER,
    ENTROPY,
    LOSE,
    SUPERVISOR,
    WIN,
    Play,
    cut,
    deal,
    opened,
    seat,
    set_all,
    tiles,
    wagered,
)

HANDS = {2: WIN, 4: LOSE}
AMOUNTS = {2: 50_00, 4: 20_00}
MISREAD = Laid((0, 1), (2, 14))
"""Box 2's hand with a 5-6 where the other Day lies: a pair of Teen over 2+11 = 13, 3 points."""


def correct(box: int, *named: int) -> correcting.CorrectDeal:
    return correcting.CorrectDeal(SUPERVISOR, box, named)


def dice(*shown: int) -> correcting.CorrectDice:
    return correcting.CorrectDice(SUPERVISOR, shown)


def misread() -> Play:
    return deal(wagered(AMOUNTS), {2: MISREAD, 4: LOSE})


def showdown(play: Play) -> Play:
    return set_all(play, HANDS).do(exposing.ExposeBankersHand(DEALER))


# -- tiles -----------------------------------------------------------------------------------


def test_a_misread_tile_is_corrected_and_the_old_entry_stays_on_record() -> None:
    play = misread()
    play.when(setting.SetHand(DEALER, 2, WIN)).refused("NOT_ITS_TILES")
    play.when(correct(2, 0, 1, 2, 3)).then(
        # two pairs, Teen and Day: step 1 keeps both
        correcting.DealCorrected(
            2,
            (0, 1, 2, 14),
            (0, 1, 2, 3),
            WIN,
            ("step 1: keep both pairs, pair of Teen and pair of Day",),
            None,
        )
    )
    play.do(correct(2, 0, 1, 2, 3), setting.SetHand(DEALER, 2, WIN))


def test_before_another_box_gets_the_tile_that_was_entered_by_mistake() -> None:
    play = wagered(AMOUNTS).do(dealing.ShakeDice(DEALER, (1, 2, 6)))
    play.do(dealing.DealHand(DEALER, 1, tiles(BANK)), dealing.DealHand(DEALER, 2, (0, 1, 2, 21)))
    other = dealing.DealHand(DEALER, 4, tiles(LOSE))
    play.when(other).refused("TILE_TWICE")
    play.do(correct(2, 0, 1, 2, 3), other)
    assert play.round.step is Step.SETTING


@pytest.mark.parametrize(
    ("named", "says"),
    [
        ((0, 1, 2), "A hand is four different tiles; for box 2 this was entered: 3."),
        ((0, 1, 2, 20), "The tile Look 1-5 is dealt already, to box 1."),
    ],
)
def test_what_is_no_hand_takes_the_place_of_none(named: tuple[int, ...], says: str) -> None:
    assert misread().when(correct(2, *named)).refusal.sentence == says


def test_what_was_seen_of_it_stays_seen() -> None:
    play = misread()
    play.do(exposures.RecordExposure(DEALER, 2, (0, 14), by_dealer=True))
    play.do(correct(2, 0, 1, 2, 3))
    hand = play.round.hand(2)
    assert hand is not None
    assert (hand.tiles, hand.shown) == ((0, 1, 2, 3), (0, 3))
    play.do(exposures.CallHandVoid(DEALER, 2))


def test_a_hand_that_the_dealer_set_is_set_the_house_way_by_the_right_tiles() -> None:
    play = misread().do(
        setting.SetHouseWay(DEALER, 2, SetBy.REQUEST), setting.SetHand(DEALER, 4, LOSE)
    )
    play.do(setting.SetBankersHand(DEALER, BANK), confirming.ConfirmHouseWay(SUPERVISOR))
    play.do(exposing.ExposeBankersHand(DEALER), correct(2, 0, 1, 2, 3))
    play.do(exposing.ExposeHand(DEALER, 2, Outcome.WIN))


def test_a_result_that_differs_by_a_misread_tile_waits_for_nobody() -> None:
    # the dealer sees two pairs; by the record it is a push: 3 points against 4
    play = misread().do(
        setting.SetHouseWay(DEALER, 2, SetBy.REQUEST), setting.SetHand(DEALER, 4, LOSE)
    )
    play.do(setting.SetBankersHand(DEALER, BANK), confirming.ConfirmHouseWay(SUPERVISOR))
    win = exposing.ExposeHand(DEALER, 2, Outcome.WIN)
    play.do(exposing.ExposeBankersHand(DEALER)).tried(win)
    play.do(correct(2, 0, 1, 2, 3), win)


def test_a_hand_that_its_player_set_is_entered_again_even_at_the_showdown() -> None:
    hands = {2: MISREAD, 4: LOSE}
    play = set_all(misread(), hands).do(exposing.ExposeBankersHand(DEALER))
    play.do(correct(2, 0, 1, 2, 3))
    win = exposing.ExposeHand(DEALER, 2, Outcome.WIN)
    play.when(win).refused("NOT_ALL_SET")
    play.do(setting.SetHand(DEALER, 2, WIN), win)
    play.when(correct(2, 4, 5, 6, 7)).refused("SHOWN_BEFORE")


def test_the_banks_hand_is_set_and_confirmed_again() -> None:
    wrong = Laid((20, 24), (22, 30))
    play = deal(wagered(AMOUNTS), {**HANDS, 1: wrong})
    for box, laid in HANDS.items():
        play.do(setting.SetHand(DEALER, box, laid))
    way = play.round.hand(1)
    assert way is not None
    play.do(setting.SetBankersHand(DEALER, way.house_way), confirming.ConfirmHouseWay(SUPERVISOR))
    play.do(correct(1, 20, 24, 22, 28)).when(exposing.ExposeBankersHand(DEALER)).refused(
        "BANKS_HAND_NOT_SET"
    )
    play.do(setting.SetBankersHand(DEALER, BANK), confirming.ConfirmHouseWay(SUPERVISOR))


@pytest.mark.parametrize(
    ("named", "reason"),
    [
        ((0, 1, 2), "NOT_FOUR_TILES"),
        ((0, 1, 2, 2), "NOT_FOUR_TILES"),
        ((0, 1, 2, 40), "NO_SUCH_TILE"),
        ((0, 1, 2, 21), "TILE_TWICE"),
    ],
)
def test_the_right_tiles_are_four_that_no_other_hand_has(named, reason: str) -> None:
    misread().when(correct(2, *named)).refused(reason)


def test_what_was_entered_rightly_is_not_corrected() -> None:
    misread().when(correct(2, 14, 2, 1, 0)).nothing()


def test_it_is_the_game_supervisors_to_correct() -> None:
    theirs = replace(correct(2, 0, 1, 2, 3), by=DEALER)
    decision = misread().when(theirs)
    decision.recorded_refusal("NOT_THE_GAME_SUPERVISOR", events=decision.events)


def test_tiles_of_a_recorded_shuffle_are_right() -> None:
    play = opened(practice=True).do(seat(2))
    play.do(mixing.ShuffleTiles(DEALER, ENTROPY), mixing.StackTiles(DEALER, 0), cut())
    play.do(wagers.PlaceWager(DEALER, 2, 5_00), wagers.CloseWagers(DEALER))
    play.do(dealing.ShakeDice(DEALER, (1, 2, 6)), dealing.DealHand(DEALER, 1, ()))
    play.when(correct(1, 0, 1, 2, 3)).refused("FROM_THE_SHOE")


# -- dice ------------------------------------------------------------------------------------


def test_dice_that_were_mistyped_are_corrected_before_the_first_set() -> None:
    play = wagered(AMOUNTS).do(dealing.ShakeDice(DEALER, (1, 2, 6)))
    # 4 dots end on box 4, counter clockwise from there 1 and 2
    play.when(dice(1, 1, 2)).then(correcting.DiceCorrected((1, 2, 6), (1, 1, 2), 4, (4, 1, 2)))
    play.do(dice(1, 1, 2), dealing.DealHand(DEALER, 4, tiles(LOSE)))


def test_and_later_where_the_sets_would_have_gone_the_same_way() -> None:
    play = deal(wagered(AMOUNTS), HANDS)
    play.when(dice(1, 1, 2)).refused("DEALT_BY_THESE_DICE")
    play.do(dice(6, 6, 5))  # 17 is box 1, as 9 is
    assert play.round.dice == (6, 6, 5)
    play.when(dice(6, 6, 5)).nothing()
    play.when(dice(6, 6, 7)).refused("DICE_IMPOSSIBLE")


# -- hands laid upside down ------------------------------------------------------------------

UPSIDE_DOWN = Laid((2, 3), (0, 1))
"""Day over Teen."""


def fouled(box: int = 2, laid: Laid = UPSIDE_DOWN) -> accidents.RecordFouled:
    return accidents.RecordFouled(DEALER, box, laid)


def test_a_high_hand_found_lower_than_the_low_hand_is_set_the_house_way() -> None:
    play = showdown(deal(wagered(AMOUNTS), HANDS))
    play.when(fouled()).then(
        accidents.HandFouled(2, UPSIDE_DOWN), setting.HandSet(2, WIN, SetBy.FOULED, "dan")
    )
    play.do(fouled(), exposing.ExposeHand(DEALER, 2, Outcome.WIN))


def test_what_was_called_of_it_waits_for_nobody() -> None:
    play = showdown(deal(wagered(AMOUNTS), HANDS))
    play.tried(exposing.ExposeHand(DEALER, 2, Outcome.PUSH)).do(fouled())
    assert play.table.difference is None


def test_only_a_hand_that_is_being_exposed_and_lies_so() -> None:
    play = showdown(deal(wagered(AMOUNTS), HANDS))
    play.when(fouled(laid=WIN)).refused("NOT_FOULED")
    play.when(fouled(laid=Laid((2, 3), (0, 4)))).refused("NOT_ITS_TILES")
    play.when(fouled(4, Laid((23, 29), (21, 25)))).refused("FOUND_OUT_OF_TURN")
    # 6+9 = 15, 5 points, over 8+5 = 13, 3 points, laid the other way round
    play.when(fouled(1, Laid((24, 28), (20, 22)))).refused("SET_BY_THE_DEALER")


def test_so_is_a_player_bankers_before_the_first_hand_is_exposed() -> None:
    play = set_all(deal(wagered(AMOUNTS, Mode.PLAYER, 3), HANDS), HANDS)
    play.do(exposing.ExposeBankersHand(DEALER))
    lies = fouled(3, Laid((24, 28), (20, 22)))
    late = deal(wagered(AMOUNTS, Mode.PLAYER, 3), HANDS)
    set_all(late, HANDS).do(exposing.ExposeBankersHand(DEALER))
    late.do(exposing.ExposeHand(DEALER, 4, Outcome.LOSE))
    late.when(lies).refused("HAND_STANDS")
    play.do(lies, confirming.ConfirmHouseWay(SUPERVISOR))
    play.do(exposing.ExposeHand(DEALER, 4, Outcome.LOSE))
