"""The house way of the bank's hand: found amiss, set again, or left to stand (rule 10.8)."""

from __future__ import annotations

from dataclasses import replace

import pytest

from services.paigow.domain.sitting import confirming, dealing, exposing, setting, staff
from services.paigow.domain.sitting.rounds import Laid, Mode, Outcome, SetBy
from services.paigow.domain.sitting.state import Post
from tests.kit.law import permits, refuses
from tests.paigow.domain.sitting.play import (
    BANK,
    DEALER,
    LOSE,
    RULES,
    SUPERVISOR,
    WIN,
    Play,
    deal,
    pay,
    played,
    set_all,
    wagered,
)

HANDS = {2: WIN, 4: LOSE}
AMISS = Laid((22, 24), (20, 28))
"""9+8 = 17, 7 points, over 6+5 = 11, 1 point: valid, and not the house way."""
CONFIRM = confirming.ConfirmHouseWay(SUPERVISOR)
EXPOSE_BANK = exposing.ExposeBankersHand(DEALER)


def amiss(mode: Mode = Mode.HOUSE, confirmed: bool = True) -> Play:
    """The bank's hand is set, and not the house way."""
    rules = replace(RULES, house_way_confirmed=confirmed)
    play = deal(
        wagered({2: 50_00, 4: 20_00}, mode, 0 if mode is Mode.HOUSE else 3, rules=rules), HANDS
    )
    for box, laid in HANDS.items():
        play.do(setting.SetHand(DEALER, box, laid))
    if mode is Mode.CO:
        play.do(dealing.PlaceBankersTiles(DEALER))
    return play.do(setting.SetBankersHand(DEALER, AMISS))


def found(laid: Laid = AMISS) -> confirming.ReportNotHouseWay:
    return confirming.ReportNotHouseWay(SUPERVISOR, laid)


@permits("PG-10.8(a)")
@pytest.mark.parametrize("mode", [Mode.HOUSE, Mode.CO])
def test_pg_10_8_a_it_may_be_set_again_before_the_first_players_hand(mode: Mode) -> None:
    play = amiss(mode)
    box = play.round.bank.box
    play.when(setting.SetBankersHand(DEALER, BANK)).then(
        setting.HandSet(box, BANK, SetBy.BANK, "dan")
    )


@permits("PG-10.8(a)")
def test_pg_10_8_a_even_when_the_banks_hand_is_exposed_already() -> None:
    play = amiss(confirmed=False).do(EXPOSE_BANK, found(), setting.SetBankersHand(DEALER, BANK))
    play.when(exposing.ExposeHand(DEALER, 2, Outcome.WIN)).then(
        exposing.HandExposed(
            2,
            Outcome.WIN,
            "high pair of Teen against 4 points with Look, "
            "low pair of Day against 4 points with nine",
        )
    )


@refuses("PG-10.8(a)")
def test_pg_10_8_a_the_game_supervisor_does_not_confirm_another_way() -> None:
    amiss().when(CONFIRM).refused("NOT_THE_HOUSE_WAY", "PG-10.8(a)")


@refuses("PG-10.8(a)")
def test_pg_10_8_a_a_hand_that_is_set_the_house_way_is_not_set_again() -> None:
    play = amiss().do(setting.SetBankersHand(DEALER, BANK))
    again = setting.SetBankersHand(DEALER, AMISS)
    play.when(again).refused("SET_THE_HOUSE_WAY", "PG-10.8(a)")


@permits("PG-10.8(b)")
def test_pg_10_8_b_found_later_it_stands() -> None:
    play = set_all(deal(wagered({2: 50_00, 4: 20_00}), HANDS), HANDS).do(
        EXPOSE_BANK, exposing.ExposeHand(DEALER, 2, Outcome.WIN)
    )
    play.when(found()).then(confirming.HouseWayMissed(AMISS, stands=True, otherwise=()))
    play.do(found())
    # the hand stands as it was found: 7 points over 1. LOSE, 4 over 4, now wins its low hand
    play.when(exposing.ExposeHand(DEALER, 4, Outcome.PUSH)).then(
        exposing.HandExposed(
            4,
            Outcome.PUSH,
            "high 4 points with Look against 7 points with nine, "
            "low 4 points with nine against 1 point with Look",
        )
    )


@permits("PG-10.8(b)")
def test_pg_10_8_b_what_was_matched_before_stays_as_it_was_called() -> None:
    hands = {2: LOSE, 4: WIN}
    play = set_all(deal(wagered({2: 50_00, 4: 20_00}), hands), hands).do(
        EXPOSE_BANK,
        # a copy in both halves, as the bank's hand was on record
        exposing.ExposeHand(DEALER, 2, Outcome.LOSE),
        exposing.CollectWager(DEALER, 2, 50_00),
    )
    # against 7 points over 1 the same hand, 4 over 4, wins its low half
    play.when(found()).then(confirming.HouseWayMissed(AMISS, stands=True, otherwise=(2,)))
    play.do(found(), exposing.ExposeHand(DEALER, 4, Outcome.WIN), pay(play, 4))
    hand = play.round.hand(2)
    assert hand is not None
    assert hand.outcome is Outcome.LOSE  # a dispute on the round is for this


@permits("PG-10.8(b)")
def test_pg_10_8_b_it_stands_when_it_is_found_as_late_as_the_division() -> None:
    play = played({2: 50_00, 4: 20_00}, HANDS)
    play.do(pay(play, 2))
    play.when(found()).then(confirming.HouseWayMissed(AMISS, stands=True, otherwise=(4,)))
    play.do(found()).when(found()).nothing()


def test_pg_10_8_b_one_that_stands_is_no_hand_laid_upside_down() -> None:
    play = played({2: 50_00, 4: 20_00}, HANDS)
    # 1 point over 7
    play.when(found(Laid(AMISS.low, AMISS.high))).refused("HIGH_BELOW_LOW")


@permits("PG-10.8(a)")
@pytest.mark.parametrize("laid", [Laid((0, 22), (1, 24)), Laid((1, 22), (0, 24))])
def test_pg_10_8_a_of_two_tiles_alike_it_does_not_matter_which(laid: Laid) -> None:
    # step 4 splits the two Teen with a 9 and an 8: Wong over Gong, by whichever of the two
    play = deal(wagered({2: 50_00}), {1: laid, 2: LOSE})
    play.do(setting.SetHand(DEALER, 2, LOSE), setting.SetBankersHand(DEALER, laid), CONFIRM)
    play.when(found(laid)).refused("IS_THE_HOUSE_WAY", "PG-10.8(a)")
    play.when(setting.SetBankersHand(DEALER, laid)).refused("SET_THE_HOUSE_WAY", "PG-10.8(a)")


def test_pg_10_8_a_who_set_the_hand_does_not_confirm_it() -> None:
    play = amiss().do(
        setting.SetBankersHand(DEALER, BANK),
        staff.AssignStaff(SUPERVISOR, Post.DEALER, "ria"),
        staff.AssignStaff(SUPERVISOR, Post.GAME_SUPERVISOR, "dan"),
    )
    own = confirming.ConfirmHouseWay(replace(SUPERVISOR, person="dan"))
    play.when(own).refused("SECOND_PERSON")


@refuses("PG-10.8(b)")
@pytest.mark.parametrize("mode", [Mode.HOUSE, Mode.CO])
def test_pg_10_8_b_and_is_not_set_again(mode: Mode) -> None:
    play = amiss(mode, confirmed=False).do(EXPOSE_BANK)
    first = play.table.after(play.round.bank.box, (2, 4))[0]
    outcome = {2: Outcome.WIN, 4: Outcome.PUSH}[first]
    play.do(exposing.ExposeHand(DEALER, first, outcome))
    play.when(setting.SetBankersHand(DEALER, BANK)).refused("HAND_STANDS", "PG-10.8(b)")


def test_a_player_bankers_hand_that_the_dealer_set_is_set_again_too() -> None:
    play = deal(wagered({2: 50_00}, Mode.PLAYER, 3), {2: WIN}).do(
        setting.SetHand(DEALER, 2, WIN),
        setting.SetHouseWay(DEALER, 3, SetBy.REQUEST),
        CONFIRM,
        EXPOSE_BANK,
        found(),
    )
    play.when(exposing.ExposeHand(DEALER, 2, Outcome.WIN)).refused("BANKS_HAND_NOT_SET")
    play.do(setting.SetHouseWay(DEALER, 3, SetBy.REQUEST), CONFIRM)
    play.do(exposing.ExposeHand(DEALER, 2, Outcome.WIN))


def test_one_that_the_player_banker_set_is_nobodys_business() -> None:
    play = set_all(deal(wagered({2: 50_00}, Mode.PLAYER, 3), {2: WIN}), {2: WIN})
    play.when(found()).refused("SET_BY_ITS_PLAYER", "PG-10.8(a)")
    play.when(CONFIRM).refused("SET_BY_ITS_PLAYER", "PG-10.8(a)")


@pytest.mark.parametrize("mode", [Mode.HOUSE, Mode.PLAYER])
def test_a_players_hand_is_not_set_the_house_way_once_hands_are_exposed(mode: Mode) -> None:
    play = set_all(
        deal(wagered({2: 50_00}, mode, 0 if mode is Mode.HOUSE else 3), {2: WIN}), {2: WIN}
    )
    asked = setting.SetHouseWay(DEALER, 2, SetBy.REQUEST)
    play.do(EXPOSE_BANK).when(asked).refused("NOT_NOW")


def test_before_it_is_confirmed_it_is_not_exposed() -> None:
    play = amiss().do(setting.SetBankersHand(DEALER, BANK))
    play.when(EXPOSE_BANK).refused("HOUSE_WAY_NOT_CONFIRMED")
    play.do(CONFIRM).when(EXPOSE_BANK).then(exposing.BankersHandExposed())


def test_what_was_found_is_a_setting_of_its_tiles_that_is_not_the_house_way() -> None:
    play = amiss()
    play.when(found(BANK)).refused("IS_THE_HOUSE_WAY", "PG-10.8(a)")
    play.when(found(WIN)).refused("NOT_ITS_TILES")


def test_there_must_be_a_hand_that_is_set() -> None:
    play = deal(wagered({2: 50_00}), {2: WIN})
    play.when(CONFIRM).refused("BANKS_HAND_NOT_SET")
    play.when(found()).refused("BANKS_HAND_NOT_SET")


@pytest.mark.parametrize("again", [CONFIRM])
def test_confirmed_twice_is_confirmed_once(again) -> None:
    play = amiss().do(setting.SetBankersHand(DEALER, BANK), CONFIRM)
    play.when(again).nothing()
