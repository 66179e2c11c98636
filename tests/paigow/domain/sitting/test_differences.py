"""What the dealer entered beside what was worked out, and disputes about what was."""

from __future__ import annotations

from dataclasses import replace

import pytest

from services.paigow.domain.sitting import (
    closing,
    differences,
    disputes,
    exposing,
    opening,
    settling,
    staff,
    voids,
)
from services.paigow.domain.sitting.rounds import Outcome, Step
from services.paigow.domain.sitting.state import Difference, Differing, Dispute, Finding, Post
from tests.paigow.domain.sitting.play import (
    AT,
    CASINO,
    CASINO2,
    DEALER,
    FLOAT,
    LOSE,
    SUPERVISOR,
    WIN,
    Play,
    cut,
    deal,
    pay,
    played,
    rest,
    set_all,
    settled,
    stacked,
    wagered,
)

HANDS = {2: WIN, 4: LOSE}
AMOUNTS = {2: 50_00, 4: 20_00}


def exposing_now() -> Play:
    play = set_all(deal(wagered(AMOUNTS), HANDS), HANDS)
    return play.do(exposing.ExposeBankersHand(DEALER))


def decision(entered: bool) -> differences.DecideDifference:
    return differences.DecideDifference(SUPERVISOR, entered, "looked at the tiles")


WRONG = exposing.ExposeHand(DEALER, 2, Outcome.PUSH)
FOUND = differences.DifferenceFound(Difference(Differing.RESULT, 2, "a push", "a win", "dan"))


def test_a_result_that_differs_stops_the_table() -> None:
    play = exposing_now()
    play.when(WRONG).recorded_refusal("DIFFERS", events=(FOUND,))
    play.tried(WRONG)
    right = exposing.ExposeHand(DEALER, 2, Outcome.WIN)
    play.when(right).refused("TABLE_STOPPED")
    play.when(closing.CountFloat(SUPERVISOR, FLOAT)).refused("TABLE_STOPPED")
    play.do(staff.AssignStaff(SUPERVISOR, Post.DEALER, "ria"))  # staff may be relieved meanwhile


@pytest.mark.parametrize(("entered", "outcome"), [(False, Outcome.WIN), (True, Outcome.PUSH)])
def test_the_game_supervisor_decides_a_result(entered: bool, outcome: Outcome) -> None:
    play = exposing_now().tried(WRONG)
    play.when(decision(entered)).then(
        differences.DifferenceDecided(2, outcome, entered, "looked at the tiles", "sue")
    )
    play.do(decision(entered))
    hand = play.round.hand(2)
    assert hand is not None
    assert hand.outcome is outcome


def test_an_amount_is_nobodys_to_choose() -> None:
    play = played(AMOUNTS, HANDS)
    wrong = settling.PayWinner(DEALER, 2, 20_00, 40_00, 2_50)
    play.tried(wrong).when(decision(True)).refused("AMOUNT_IS_THE_LAWS")
    play.do(decision(False), pay(play, 2))
    play.tried(settling.HandOverRest(DEALER, 0, 5_00, 0)).do(decision(False), rest(play))
    assert play.last.step is Step.SETTLED


def test_who_called_a_result_does_not_decide_it() -> None:
    play = exposing_now().tried(WRONG)
    play.do(
        staff.AssignStaff(SUPERVISOR, Post.DEALER, "ria"),
        staff.AssignStaff(SUPERVISOR, Post.GAME_SUPERVISOR, "dan"),
    )
    own = replace(decision(True), by=replace(SUPERVISOR, person="dan"))
    play.when(own).refused("SECOND_PERSON")


def test_a_fill_may_come_while_the_table_stands_still() -> None:
    exposing_now().tried(WRONG).do(opening.TakeFill(SUPERVISOR, FLOAT, "sam"))


def test_a_losing_wager_is_picked_up_whole() -> None:
    play = exposing_now().do(
        exposing.ExposeHand(DEALER, 2, Outcome.WIN), exposing.ExposeHand(DEALER, 4, Outcome.LOSE)
    )
    part = exposing.CollectWager(DEALER, 4, 19_50)
    found = Difference(Differing.COLLECTION, 4, "NZD 19.50", "NZD 20.00", "dan")
    play.when(part).recorded_refusal("DIFFERS", events=(differences.DifferenceFound(found),))


def test_nothing_to_decide() -> None:
    exposing_now().when(decision(False)).refused("NOTHING_DIFFERS")


# -- disputes --------------------------------------------------------------------------------

OPEN = disputes.OpenDispute(SUPERVISOR, 1, 4, "the player says it was a push", "camera 7, 20:14")


def ruling(finding: Finding, amount: int) -> disputes.RuleDispute:
    return disputes.RuleDispute(CASINO, 1, finding, amount, "seen on camera 7")


REVIEW = disputes.ReviewDispute(CASINO2, 1)


def disputed() -> Play:
    return settled(played(AMOUNTS, HANDS)).do(OPEN)


def test_a_case_holds_the_round_as_it_stood() -> None:
    play = settled(played(AMOUNTS, HANDS))
    before = play.last
    said = ("the player says it was a push", "camera 7, 20:14")
    frozen = disputes.digest(before)
    play.when(OPEN).then(disputes.DisputeOpened(1, 1, 4, *said, frozen, "sue", AT))
    play.do(OPEN)
    assert play.table.disputes == (Dispute(1, 4, *said, before, frozen, "sue", AT),)
    other = replace(before, wagers=(replace(before.wagers[0], amount=1), *before.wagers[1:]))
    assert disputes.digest(other) != disputes.digest(before)


def test_whatever_differs_in_a_hand_makes_it_another_round() -> None:
    before = settled(played(AMOUNTS, HANDS)).last
    first, *others = before.hands
    changed = (
        replace(first, box=7),
        replace(first, tiles=(9, 8, 7, 6)),
        replace(first, laid=None),
        replace(first, set_by=None),
        replace(first, house_way=LOSE),
        replace(first, steps=("step 1",)),
        replace(first, shown=(1,)),
        replace(first, shown_by_player=(1,)),
        replace(first, viewed=not first.viewed),
        replace(first, disturbed=True),
        replace(first, exposed=not first.exposed),
        replace(first, outcome=Outcome.PUSH),
        replace(first, cleared=not first.cleared),
        replace(first, void="PG-10.16"),
    )
    rounds = (before, *(replace(before, hands=(each, *others)) for each in changed))
    assert len({disputes.digest(each) for each in rounds}) == 1 + len(changed)


def test_a_round_in_play_is_frozen_as_it_stands_then() -> None:
    play = exposing_now().do(OPEN, exposing.ExposeHand(DEALER, 2, Outcome.WIN))
    record = play.table.disputes[0].record
    assert [hand.outcome for hand in record.hands] == [None] * 3


@pytest.mark.parametrize(
    ("finding", "amount", "float_changes"),
    [(Finding.STANDS, 0, 0), (Finding.FOR_PLAYER, 20_00, -20_00), (Finding.FOR_HOUSE, 5_00, 5_00)],
)
def test_a_ruling_counts_when_a_second_person_has_reviewed_it(
    finding: Finding, amount: int, float_changes: int
) -> None:
    play = disputed()
    before = play.table.float_total
    play.do(ruling(finding, amount))
    assert play.table.float_total == before
    play.when(replace(REVIEW, by=CASINO)).refused("SECOND_PERSON")
    play.do(REVIEW)
    assert play.table.float_total == before + float_changes
    play.when(REVIEW).refused("RULED_BEFORE")


def test_a_case_is_ruled_before_it_is_reviewed_and_by_a_casino_supervisor() -> None:
    disputed().when(REVIEW).refused("NOT_RULED")
    theirs = replace(ruling(Finding.STANDS, 0), by=SUPERVISOR)
    disputed().when(theirs).refused("NOT_A_CASINO_SUPERVISOR")


@pytest.mark.parametrize(("finding", "amount"), [(Finding.STANDS, 50), (Finding.FOR_PLAYER, 0)])
def test_money_goes_with_a_ruling_that_gives_some(finding: Finding, amount: int) -> None:
    disputed().when(ruling(finding, amount)).refused("RULING_WITHOUT_MONEY")


def test_a_table_is_not_closed_over_an_open_case() -> None:
    play = disputed()
    play.when(closing.CountFloat(SUPERVISOR, FLOAT)).refused("DISPUTE_OPEN")
    play.do(ruling(Finding.STANDS, 0), REVIEW)
    play.do(closing.CountFloat(SUPERVISOR, FLOAT))


@pytest.mark.parametrize("finding", [Finding.FOR_PLAYER, Finding.FOR_HOUSE])
def test_no_ruling_moves_chips_while_a_round_is_open(finding: Finding) -> None:
    play = stacked(disputed().do(ruling(finding, 5_00))).do(cut())
    play.when(REVIEW).refused("ROUND_OPEN")
    play.do(voids.CallOffRound(SUPERVISOR, "nobody wagers"), REVIEW)


def test_one_that_stands_is_reviewed_at_any_time() -> None:
    stacked(disputed().do(ruling(Finding.STANDS, 0))).do(cut(), REVIEW)


def test_a_case_is_about_a_round_and_a_box_that_there_were() -> None:
    play = settled(played(AMOUNTS, HANDS))
    play.when(replace(OPEN, round=2)).refused("NO_SUCH_ROUND")
    play.when(replace(OPEN, box=7)).refused("NOT_IN_ROUND")
    play.when(replace(OPEN, box=1)).refused("NOT_IN_ROUND")  # the house's own hand
    play.when(REVIEW).refused("DISPUTE_UNKNOWN")
