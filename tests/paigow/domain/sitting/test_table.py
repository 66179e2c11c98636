"""Opening and closing a table, its float, staff and boxes."""

from __future__ import annotations

from dataclasses import replace
from datetime import date

import pytest

from services.paigow.domain.sitting import (
    boxes,
    closing,
    opening,
    staff,
)
from services.paigow.domain.sitting.chips import Chips
from services.paigow.domain.sitting.rounds import Bank, Mode
from services.paigow.domain.sitting.state import (
    Closed,
    Entry,
    FloatEntry,
    Limits,
    Opened,
    Post,
)
from tests.kit.standing import STANDS, WAITS
from tests.paigow.domain.sitting.play import (
    AT,
    CASINO,
    DEALER,
    FLOAT,
    FLOAT_TOTAL,
    LIMITS,
    SECOND,
    SUPERVISOR,
    Play,
    bank,
    cut,
    open_sitting,
    opened,
    prepared,
    seat,
    wagered,
)

COUNTED = closing.CountFloat(SUPERVISOR, FLOAT)
SIGNED = closing.SignClosing(SECOND)


# -- opening ---------------------------------------------------------------------------------


def test_two_persons_count_the_float_before_the_table_is_open() -> None:
    play = Play().do(open_sitting())
    assert isinstance(play.state, Opened)
    play.when(opening.SignOpening(SUPERVISOR)).refused("SECOND_PERSON")
    play.when(seat(2)).refused("FLOAT_NOT_SIGNED")
    play.do(opening.SignOpening(SECOND))
    assert play.table.float_total == FLOAT_TOTAL
    assert (play.table.ledger[0].by, play.table.ledger[0].signed_by) == ("sue", "sam")
    play.when(opening.SignOpening(SECOND)).refused("FLOAT_SIGNED")


def test_an_opening_count_that_was_wrong_is_made_again_before_it_is_signed() -> None:
    wrong = (*FLOAT[:-1], Chips(100_00, 90))
    play = Play().do(open_sitting(chips=wrong), COUNTED)
    assert play.table.float_total == FLOAT_TOTAL
    unknown = closing.CountFloat(SUPERVISOR, (Chips(7, 1),))
    play.when(unknown).refused("NO_SUCH_CHIP")
    own = opening.SignOpening(SUPERVISOR)
    play.when(own).refused("SECOND_PERSON")
    play.do(opening.SignOpening(SECOND))
    assert [(line.entry, line.total) for line in play.table.ledger] == [
        (Entry.OPENING, FLOAT_TOTAL)
    ]


def test_a_table_is_opened_by_rules_that_two_persons_stand_for() -> None:
    Play().when(open_sitting(approval=WAITS)).refused("PROFILE_NOT_APPROVED")
    assert isinstance(Play().do(open_sitting(approval=STANDS)).table, Opened)


def test_a_table_is_opened_on_its_day() -> None:
    Play().when(open_sitting(today=date(2026, 11, 30))).refused("SITTING_DAY_NOT_OPEN")


@pytest.mark.parametrize(
    ("limits", "reason"),
    [(Limits(10_00, 5_00), "LIMITS_UPSIDE_DOWN"), (Limits(5_25, 10_00), "NOT_IN_CHIPS")],
)
def test_limits_are_in_the_tables_chips(limits: Limits, reason: str) -> None:
    Play().when(open_sitting(limits=limits)).refused(reason)
    opened().when(opening.SetLimits(SUPERVISOR, limits)).refused(reason)


def test_a_denomination_is_counted_once() -> None:
    twice = (Chips(50, 100), Chips(50, 1))
    Play().when(open_sitting(chips=twice)).refused("CHIPS_SAID_TWICE")
    for command in (
        opening.TakeFill(SUPERVISOR, twice, "sam"),
        opening.TakeCredit(SUPERVISOR, twice, "sam"),
        closing.CountFloat(SUPERVISOR, twice),
    ):
        refused = opened().when(command).refused("CHIPS_SAID_TWICE")
        assert refused.facts == {"denomination": "NZD 0.50"}


def test_limits_change_between_rounds() -> None:
    other = opening.SetLimits(SUPERVISOR, Limits(10_00, 1_000_00))
    opened().when(other).then(opening.LimitsSet(Limits(10_00, 1_000_00)))
    opened().when(opening.SetLimits(SUPERVISOR, LIMITS)).nothing()
    prepared(2).do(cut()).when(other).refused("ROUND_OPEN")


# -- fills and credits -----------------------------------------------------------------------

TEN = (Chips(25_00, 10),)


def test_fills_and_credits_are_in_the_ledger() -> None:
    play = opened().do(
        opening.TakeFill(SUPERVISOR, TEN, "sam"), opening.TakeCredit(SUPERVISOR, TEN, "sam")
    )
    lines = [(line.entry, line.total, line.signed_by) for line in play.table.ledger[1:]]
    assert lines == [(Entry.FILL, 250_00, "sam"), (Entry.CREDIT, 250_00, "sam")]
    assert play.table.float_total == FLOAT_TOTAL


def test_a_fill_may_come_in_a_round_and_a_credit_may_not() -> None:
    play = prepared(2).do(cut()).do(opening.TakeFill(SUPERVISOR, TEN, "sam"))
    play.when(opening.TakeCredit(SUPERVISOR, TEN, "sam")).refused("ROUND_OPEN")


def test_a_credit_takes_no_more_than_there_is_and_two_persons_sign() -> None:
    much = (Chips(100_00, 10_000),)
    opened().when(opening.TakeCredit(SUPERVISOR, much, "sam")).refused("FLOAT_TOO_SMALL")
    opened().when(opening.TakeFill(SUPERVISOR, TEN, "Sue ")).refused("SECOND_PERSON")
    strange = (Chips(1_000_00, 1),)
    opened().when(opening.TakeFill(SUPERVISOR, strange, "sam")).refused("NO_SUCH_CHIP")


# -- closing ---------------------------------------------------------------------------------


def test_two_persons_count_the_float_at_the_end() -> None:
    play = opened().do(COUNTED)
    play.when(seat(2)).refused("BEING_CLOSED")
    play.when(closing.SignClosing(SUPERVISOR)).refused("SECOND_PERSON")
    play.do(SIGNED)
    assert isinstance(play.state, Closed)
    assert play.table.ledger == (
        FloatEntry(Entry.OPENING, FLOAT, FLOAT_TOTAL, "sue", "sam", AT),
        FloatEntry(Entry.CLOSING, FLOAT, FLOAT_TOTAL, "sue", "sam", AT),
    )
    play.when(seat(2)).refused("SITTING_CLOSED")


def test_a_count_that_differs_needs_a_decision_or_another_count() -> None:
    missing = (*FLOAT[:-1], Chips(100_00, 99))
    play = opened().do(closing.CountFloat(SUPERVISOR, missing))
    refused = play.when(SIGNED).refused("COUNT_DIFFERS")
    assert refused.facts == {"counted": "NZD 13,050.00", "expected": "NZD 13,150.00"}
    play.when(closing.DecideCount(SUPERVISOR, "?")).refused("SECOND_PERSON")
    play.do(closing.DecideCount(CASINO, "a chip under the table"), SIGNED)
    assert isinstance(play.state, Closed)
    agrees = opened().do(closing.CountFloat(SUPERVISOR, missing), COUNTED)
    agrees.when(closing.DecideCount(CASINO, "?")).refused("COUNT_AGREES")
    agrees.do(SIGNED)


def test_no_count_in_a_round_and_no_signature_without_a_count() -> None:
    prepared(2).do(cut()).when(COUNTED).refused("ROUND_OPEN")
    opened().when(SIGNED).refused("NOT_COUNTED")


# -- staff -----------------------------------------------------------------------------------


def test_dealer_and_game_supervisor_are_two_persons() -> None:
    for spelled in ("SUE", "s\u200bue", "sue\u3164", "su\ufe0fe"):
        same = staff.AssignStaff(SUPERVISOR, Post.DEALER, spelled)
        opened().when(same).refused("ONE_PERSON_TWO_POSTS")
    opened().when(staff.AssignStaff(SUPERVISOR, Post.DEALER, "dan")).nothing()
    relief = staff.AssignStaff(SUPERVISOR, Post.DEALER, "ria")
    opened().when(relief).then(staff.StaffAssigned(Post.DEALER, "ria", AT))


def test_only_the_tables_dealer_deals_and_who_else_tried_is_on_record_once() -> None:
    theirs = replace(seat(2), by=SECOND)
    tried = staff.AttemptRefused(Post.DEALER, "sam")
    play = opened()
    play.when(theirs).recorded_refusal("NOT_THE_DEALER", events=(tried,))
    play.tried(theirs).when(theirs).refused("NOT_THE_DEALER")
    relieved = play.do(staff.AssignStaff(SUPERVISOR, Post.DEALER, "sam"))
    relieved.do(theirs)
    relieved.when(seat(3)).recorded_refusal(
        "NOT_THE_DEALER", events=(staff.AttemptRefused(Post.DEALER, "dan"),)
    )
    back = relieved.do(staff.AssignStaff(SUPERVISOR, Post.DEALER, "dan"))
    # since the post changed hands, the same try is on record again
    back.when(replace(seat(3), by=SECOND)).recorded_refusal("NOT_THE_DEALER", events=(tried,))


# -- boxes -----------------------------------------------------------------------------------


def test_one_player_one_box() -> None:
    play = opened().do(seat(2, "ann"))
    play.when(seat(2, "ann")).nothing()
    play.when(seat(2, "bob")).refused("BOX_HAS_PLAYER")
    play.when(seat(3, "ann")).refused("HAS_A_BOX")
    play.when(seat(9)).refused("NO_SUCH_BOX")
    play.when(boxes.LeaveBox(DEALER, 3)).refused("BOX_EMPTY")
    play.do(boxes.LeaveBox(DEALER, 2)).do(seat(3, "ann"))


def test_who_sits_at_box_1_without_a_wager_may_go_while_the_house_banks() -> None:
    play = wagered({2: 50_00}, seats=(1,))
    play.when(boxes.LeaveBox(DEALER, 1)).then(boxes.BoxLeft(1))


def test_when_the_banker_leaves_the_house_banks() -> None:
    play = opened().do(seat(3), bank(Mode.PLAYER, 3), boxes.LeaveBox(DEALER, 3))
    assert play.table.bank == Bank(Mode.HOUSE, 1)


def test_the_bank_is_given_between_rounds_to_somebody_who_sits_there() -> None:
    opened().when(bank(Mode.PLAYER, 3)).refused("BOX_EMPTY")
    opened().when(bank(Mode.HOUSE)).nothing()
    play = prepared(2, 3).do(cut())
    play.when(bank(Mode.PLAYER, 3)).refused("ROUND_OPEN")
    opened().do(seat(3)).when(boxes.GiveBank(DEALER, Mode.PLAYER, 3, 1)).refused(
        "CHUNG_ELSEWHERE", ""
    )


def test_who_banks_is_called_as_the_trade_calls_it() -> None:
    assert {mode.name: mode.said for mode in Mode} == {
        "HOUSE": "the house",
        "PLAYER": "the player/banker",
        "CO": "the co-bankers",
    }


def test_the_bank_goes_round_past_those_who_let_it_go() -> None:
    play = opened().do(seat(2), seat(4), seat(7), bank(Mode.PLAYER, 4))
    # from box 4 counter clockwise: 7, then the house
    play.when(bank(Mode.HOUSE)).then(boxes.BankGiven(Bank(Mode.HOUSE, 1), (7, 2)))
    play.when(bank(Mode.PLAYER, 2)).then(boxes.BankGiven(Bank(Mode.PLAYER, 2), (7,)))
