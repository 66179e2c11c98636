"""How the reasons of the pai gow law are reached, those of opening, closing, boxes and tiles."""

from __future__ import annotations

from dataclasses import replace
from datetime import date

from services.paigow.domain.sitting import (
    accidents,
    boxes,
    closing,
    mixing,
    opening,
    staff,
)
from services.paigow.domain.sitting.chips import Chips
from services.paigow.domain.sitting.rounds import Mode
from services.paigow.domain.sitting.state import Gone, Limits, Post
from tests.paigow.domain.sitting.play import (
    CASINO,
    DEALER,
    FLOAT,
    SECOND,
    SUPERVISOR,
    Play,
    bank,
    cut,
    open_sitting,
    opened,
    prepared,
    seat,
)
from tests.paigow.domain.sitting.refusal_rows import (
    MISSING,
    TEN,
    Row,
    at_table,
    dealt,
    disputed,
)
from tests.paigow.domain.sitting.test_removal import (
    ACKNOWLEDGE,
    REINSTATE,
    decide,
    full,
    off,
    order,
)

ROWS = (
    # staff
    Row(
        "ONE_PERSON_TWO_POSTS",
        opened,
        staff.AssignStaff(SUPERVISOR, Post.DEALER, "sue"),
        "sue is the game supervisor of this table and cannot be its dealer as well.",
    ),
    Row(
        "SECOND_PERSON",
        lambda: Play().do(open_sitting()),
        opening.SignOpening(SUPERVISOR),
        "sue did the first half of this, and a second signature is another person's.",
    ),
    Row(
        "NOT_THE_DEALER",
        opened,
        replace(seat(2), by=SECOND),
        "Only the table's dealer does this; the dealer is dan.",
    ),
    Row(
        "NOT_THE_GAME_SUPERVISOR",
        opened,
        opening.SetLimits(DEALER, Limits(5_00, 10_00)),
        "Only the table's game supervisor does this; the game supervisor is sue.",
    ),
    Row(
        "NOT_A_CASINO_SUPERVISOR",
        full,
        replace(REINSTATE, by=SUPERVISOR),
        "Only a casino supervisor decides this.",
    ),
    # opening
    Row(
        "SITTING_DAY_NOT_OPEN",
        Play,
        open_sitting(today=date(2026, 11, 30)),
        "A sitting of 2026-11-29 cannot be opened on the gaming day 2026-11-30.",
    ),
    Row(
        "CHIPS_SAID_TWICE",
        Play,
        open_sitting(chips=(Chips(50, 1), Chips(50, 2))),
        "Chips of NZD 0.50 are counted twice.",
    ),
    Row(
        "NO_SUCH_CHIP",
        opened,
        opening.TakeFill(SUPERVISOR, (Chips(1000_00, 1),), "sam"),
        "There are no chips of NZD 1,000.00 at this table.",
    ),
    Row(
        "NOT_IN_CHIPS",
        Play,
        open_sitting(limits=Limits(5_25, 10_00)),
        "NZD 5.25 cannot be made of chips whose smallest is NZD 0.50.",
    ),
    Row(
        "LIMITS_UPSIDE_DOWN",
        Play,
        open_sitting(limits=Limits(10_00, 5_00)),
        "The least wager, NZD 10.00, is more than the most, NZD 5.00.",
    ),
    Row(
        "FLOAT_NOT_SIGNED",
        lambda: Play().do(open_sitting()),
        seat(2),
        "The opening count of the float has one signature, and needs two.",
    ),
    Row(
        "FLOAT_SIGNED",
        opened,
        opening.SignOpening(SECOND),
        "The opening count was signed before and the table is open.",
    ),
    Row("ROUND_OPEN", dealt, opening.TakeCredit(SUPERVISOR, TEN, "sam"), "Round 1 is open."),
    Row(
        "FLOAT_TOO_SMALL",
        opened,
        opening.TakeCredit(SUPERVISOR, (Chips(100_00, 1000),), "sam"),
        "The float holds NZD 13,150.00, and this takes NZD 100,000.00.",
    ),
    # closing
    Row(
        "SITTING_CLOSED",
        lambda: opened().do(closing.CountFloat(SUPERVISOR, FLOAT), closing.SignClosing(SECOND)),
        seat(2),
        "The table is closed.",
    ),
    Row(
        "COUNT_DIFFERS",
        lambda: opened().do(closing.CountFloat(SUPERVISOR, MISSING)),
        closing.SignClosing(SECOND),
        "The closing count is NZD 13,050.00, and the float must hold NZD 13,150.00.",
    ),
    Row(
        "COUNT_AGREES",
        lambda: opened().do(closing.CountFloat(SUPERVISOR, FLOAT)),
        closing.DecideCount(CASINO, "?"),
        "The closing count agrees with what the float must hold.",
    ),
    Row(
        "BEING_CLOSED",
        lambda: opened().do(closing.CountFloat(SUPERVISOR, FLOAT)),
        seat(2),
        "The closing count of this table is made.",
    ),
    Row(
        "NOT_COUNTED",
        opened,
        closing.SignClosing(SECOND),
        "There is no closing count of this table.",
    ),
    Row(
        "DISPUTE_OPEN",
        disputed,
        closing.CountFloat(SUPERVISOR, FLOAT),
        "Dispute 1 has not been ruled and reviewed.",
    ),
    # boxes
    Row("NO_SUCH_BOX", opened, seat(9), "There is no box 9: a table has boxes 1 to 8."),
    Row("BOX_HAS_PLAYER", lambda: opened().do(seat(2)), seat(2, "zoe"), "Box 2 is p2's."),
    Row("BOX_EMPTY", opened, boxes.LeaveBox(DEALER, 2), "Nobody sits at box 2."),
    Row(
        "BOX_OFF",
        lambda: off(1, 1, 1, box=3),
        bank(Mode.CO, 3),
        'Box 3 bears an "Off" marker and is out of play.',
    ),
    Row(
        "HAS_A_BOX",
        lambda: opened().do(seat(2, "ann")),
        seat(3, "ann"),
        "ann sits at box 2 of this table.",
    ),
    Row(
        "PLAYER_REMOVED",
        lambda: full().do(order(Gone.PLAYER, 4), ACKNOWLEDGE, decide(True)),
        seat(4),
        "p4 was removed from play at this table.",
    ),
    Row(
        "KEPT_APART",
        lambda: opened().do(seat(2, "ann")),
        seat(3, "bob", (boxes.Apart("ann", "bob"),)),
        "ann and bob are not to play at one table.",
    ),
    Row(
        "WAGER_ON_BOX", dealt, boxes.LeaveBox(DEALER, 2), "Box 2 is in round 1, which is not over."
    ),
    Row(
        "CHUNG_ELSEWHERE",
        lambda: opened().do(seat(3)),
        boxes.GiveBank(DEALER, Mode.CO, 3, 1),
        "The chung lies on box 1, and belongs on box 3.",
    ),
    # mixing
    Row(
        "NOT_SHUFFLED",
        lambda: dealt().do(accidents.DeclareMisdeal(SUPERVISOR, "five")),
        cut(),
        "The tiles have not been shuffled since rule 10.14 asked for it.",
    ),
    Row(
        "NOT_STACKED",
        lambda: opened().do(mixing.ShuffleTiles(DEALER, bytes(32))),
        cut(),
        "The tiles have not been stacked.",
    ),
    Row(
        "LAJA_NEEDED",
        lambda: opened().do(mixing.ShuffleTiles(DEALER, bytes(32)), mixing.StackTiles(DEALER, 1)),
        cut(),
        "A tile was exposed while the tiles were stacked.",
    ),
    Row(
        "NO_LAJA_DUE",
        lambda: opened().do(mixing.ShuffleTiles(DEALER, bytes(32))),
        mixing.PerformLaja(DEALER, 0),
        "The tiles are not stacked, so no laja can be performed.",
    ),
    Row(
        "DAY_OVER",
        lambda: prepared(2),
        cut(today="2026-11-30"),
        "The gaming day 2026-11-29 of this sitting is over.",
    ),
    Row(
        "SITTING_FULL",
        lambda: at_table(events=19_000),
        cut(),
        "The record of this sitting is full.",
    ),
)
