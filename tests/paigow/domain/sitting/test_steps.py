"""What may be done at which step of a round, and by which letter of 9.3 it is refused at another.

The round is co-banked, since it alone has every step: box 3 banks, box 2 wins, box 4 loses.
"""

from __future__ import annotations

import pytest

from services.kernel.law import Refused
from services.paigow.domain.sitting import (
    accidents,
    confirming,
    correcting,
    dealing,
    exposing,
    exposures,
    setting,
    settling,
    voids,
    wagers,
)
from services.paigow.domain.sitting.rounds import Laid, Mode, Outcome, SetBy, Step
from services.paigow.domain.sitting.sitting import Command
from tests.paigow.domain.sitting.play import (
    BANK,
    DEALER,
    LOSE,
    SUPERVISOR,
    WIN,
    Play,
    cut,
    deal,
    pay,
    played,
    prepared,
    set_all,
    wagered,
)

HANDS = {2: WIN, 4: LOSE}
AMOUNTS = {2: 50_00, 4: 20_00}


def reached(step: Step) -> Play:
    """A round that has come to this step."""
    if step.value < Step.DICE.value:
        play = prepared(2, 3, 4, mode=Mode.CO, box=3).do(cut())
        if step is Step.MATCHING:
            play.do(wagers.PlaceWager(DEALER, 2, 50_00), wagers.PlaceBankersWager(DEALER, 50_00))
    elif step.value < Step.SETTING.value:
        play = wagered(AMOUNTS, Mode.CO, 3)
        if step is Step.DEALING:
            play.do(dealing.ShakeDice(DEALER, (1, 2, 6)))
    elif step.value < Step.PAYING.value:
        play = deal(wagered(AMOUNTS, Mode.CO, 3), HANDS)
        if step is Step.EXPOSING:
            set_all(play, HANDS).do(exposing.ExposeBankersHand(DEALER))
    else:
        play = played(AMOUNTS, HANDS, Mode.CO, 3)
        if step is Step.DIVIDING:
            play.do(pay(play, 2))
    assert play.round.step is step
    return play


STEPS = {each: reached(each) for each in list(Step)[: Step.DIVIDING.value]}
W, M, D, DEALT, SET, SHOWN, PAYS, DIVIDES = STEPS
ALL = frozenset(STEPS)

COMMANDS: tuple[tuple[Command, set[Step], str], ...] = (
    # the command, where it is its moment or refused for something nearer, its letter elsewhere
    (wagers.PlaceWager(DEALER, 2, 50_00), {W, M, D}, ""),
    (wagers.PlaceBankersWager(DEALER, 80_00), {W, M, D}, ""),
    (wagers.MatchBankersWager(DEALER, 50_00), {M}, "PG-9.3(c)"),
    (wagers.CloseWagers(DEALER), {W}, ""),
    (voids.CallOffRound(SUPERVISOR, "nobody wagers"), {W, M, D}, ""),
    (dealing.ShakeDice(DEALER, (1, 2, 6)), {D}, "PG-9.3(c)"),
    (dealing.DealHand(DEALER, 3, (20, 24, 22, 28)), {DEALT}, ""),
    (dealing.PlaceBankersTiles(DEALER), {SET}, "PG-9.3(d)"),
    (correcting.CorrectDice(SUPERVISOR, (1, 1, 1)), {DEALT, SET}, ""),
    (correcting.CorrectDeal(SUPERVISOR, 2, (0, 1, 2, 3)), {DEALT, SET, SHOWN}, ""),
    (exposures.RecordExposure(DEALER, 2, (0,), True), {DEALT, SET}, ""),
    (exposures.RecordViewed(DEALER, 2), {DEALT, SET}, ""),
    (exposures.CallHandVoid(DEALER, 2), {DEALT, SET}, ""),
    (setting.SetHand(DEALER, 2, WIN), {SET}, ""),
    (setting.SetHouseWay(DEALER, 2, SetBy.REQUEST), {SET}, ""),
    (setting.SetBankersHand(DEALER, BANK), {SET, SHOWN}, "PG-9.3(e)"),
    (setting.ExposeCoBankersTiles(DEALER, (20, 28)), {SET}, "PG-9.3(e)"),
    (confirming.ConfirmHouseWay(SUPERVISOR), {SET, SHOWN}, "PG-9.3(e)"),
    (
        confirming.ReportNotHouseWay(SUPERVISOR, Laid((22, 24), (20, 28))),
        {SET, SHOWN, PAYS, DIVIDES},
        "",
    ),
    (exposing.ExposeBankersHand(DEALER), {SET, SHOWN}, "PG-9.3(f)"),
    (exposing.ExposeHand(DEALER, 4, Outcome.LOSE), {SET, SHOWN}, "PG-9.3(f)"),
    (exposing.CollectWager(DEALER, 4, 20_00), {SHOWN}, "PG-9.3(g)"),
    (exposing.ClearPush(DEALER, 4), {SHOWN}, "PG-9.3(h)"),
    (accidents.RecordDisturbed(DEALER, 4), {SHOWN}, ""),
    (accidents.RecordFouled(DEALER, 4, LOSE), {SHOWN}, ""),
    (accidents.RecordMixedHands(SUPERVISOR, (2, 4), False), {DEALT, SET, SHOWN}, ""),
    (accidents.DeclareMisdeal(SUPERVISOR, "five tiles"), {DEALT, SET, SHOWN, PAYS, DIVIDES}, ""),
    (settling.PayWinner(DEALER, 2, 20_00, 30_00, 2_50), {SET, SHOWN, PAYS}, "PG-9.3(i)"),
    (settling.HandOverRest(DEALER, 0, 0, 0), {PAYS, DIVIDES}, "PG-9.3(j)"),
)


@pytest.mark.parametrize(
    ("command", "here", "law"), COMMANDS, ids=[type(each).__name__ for each, _, _ in COMMANDS]
)
def test_each_command_has_its_steps(command: Command, here: set[Step], law: str) -> None:
    elsewhere = set()
    for step, play in STEPS.items():
        refusal = play.when(command).refusal
        if isinstance(refusal, Refused) and refusal.reason.code == "NOT_NOW":
            assert refusal.clause == law
            assert refusal.sentence.endswith(f"in round 1 {step.said}.")
            elsewhere.add(step)
    assert elsewhere == ALL - here


@pytest.mark.parametrize(
    ("command", "law"),
    [
        (settling.PayWinner(DEALER, 2, 0, 0, 0), "PG-9.2(j)"),
        (settling.HandOverRest(DEALER, 0, 0, 0), "PG-9.2(k)"),
    ],
)
def test_where_a_player_banks_it_is_refused_by_9_2(command: Command, law: str) -> None:
    wagered(AMOUNTS, Mode.PLAYER, 3).when(command).refused("NOT_NOW", law)


def test_a_misdeal_is_found_while_tiles_are_dealt_and_when_nobody_is_to_be_paid() -> None:
    for play in (reached(DEALT), played({4: 20_00}, {4: LOSE}, Mode.CO, 3)):
        play.do(accidents.DeclareMisdeal(SUPERVISOR, "five tiles"))
        assert (play.last.void, play.last.piles) == ("PG-10.14", ())
