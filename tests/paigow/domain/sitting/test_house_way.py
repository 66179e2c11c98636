"""The house way of the bank's hand: found amiss, set again, or left to stand (rule 10.8)."""

from __future__ import annotations

from dataclasses import replace

import pytest

from services.paigow.domain.sitting import confirming, dealing, exposing, setting
from services.paigow.domain.sitting.rounds import Laid, Mode, Outcome, SetBy
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
    play.when(setting.SetBankersHand(DEALER, BANK)).then(setting.HandSet(box, BANK, SetBy.BANK))


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
    play.when(found()).then(confirming.HouseWayMissed(AMISS, stands=True))
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


@refuses("PG-10.8(b)")
def test_pg_10_8_b_what_was_found_cannot_undo_a_hand_that_was_matched() -> None:
    hands = {2: LOSE, 4: WIN}
    play = set_all(deal(wagered({2: 50_00, 4: 20_00}), hands), hands).do(
        EXPOSE_BANK,
        # a copy in both halves, as the bank's hand was on record
        exposing.ExposeHand(DEALER, 2, Outcome.LOSE),
        exposing.CollectWager(DEALER, 2, 50_00),
    )
    # against 7 points over 1 the same hand, 4 over 4, wins its low half
    refused = play.when(found()).refused("MATCHED_OTHERWISE", "PG-10.8(b)")
    assert (refused.facts["box"], refused.facts["matched"], refused.facts["found"]) == (
        *("2", "lose"),
        "push",
    )


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
