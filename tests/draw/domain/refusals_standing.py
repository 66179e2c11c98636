"""How every reason of a game that stands still or cannot go on is reached, and what people are
told; of a game in Memphis, where the game manager decides, as far as it matters."""

from __future__ import annotations

from tests.draw.domain import memphis
from tests.draw.domain.games import (
    BALLS,
    BEN,
    BINGO,
    CLEO,
    ONLY_BINGO,
    VALID,
    called_out,
    decided,
    end,
    in_play,
    keyed,
    select,
)
from tests.draw.domain.games import decide as rule_on
from tests.draw.domain.refusals import Row
from tests.draw.domain.standing import (
    DEFECT,
    ILLNESS,
    OTHER,
    PUT_RIGHT,
    REBUILT,
    RETURNED,
    SELECTOR,
    STUCK,
    SWITCHED,
    by_hand,
    decide,
    found,
    heard,
    held,
    hold,
    looked_over,
    proposed,
    report,
    resume,
    settled,
    void,
    voided,
)

MEMPHIS = memphis.in_play(42, 17)
SPILT = (*MEMPHIS, found(RETURNED))
WON = (*in_play(42, version=1, stages=ONLY_BINGO), called_out(1, 1), decided(1, VALID, BINGO))

ROWS = (
    # holding
    Row(
        "NOT_OF_THE_STAFF",
        in_play(42),
        hold(by=CLEO),
        "Only the staff of this game and the game manager do this; cleo is neither.",
    ),
    Row(
        "HOLD_REASON_NEEDED",
        in_play(42),
        hold(OTHER),
        "It was not said why the game is to stand still.",
    ),
    Row("NOT_HELD", in_play(42), resume(), "The game is not on hold."),
    Row(
        "HELD",
        (*in_play(42), held(ILLNESS, "the caller fainted")),
        select(2),
        "The game stands still: illness, the caller fainted.",
    ),
    Row("HELD", (*in_play(42), held()), select(2), "The game stands still: alarm."),
    Row(
        "IRREGULARITY_WAITS",
        (*MEMPHIS, found(STUCK, 60)),
        select(3, 61),
        "Irregularity 1 is not decided: an object is stuck in the receptacle (60).",
    ),
    Row(
        "IRREGULARITY_WAITS",
        (*in_play(42), found(SELECTOR)),
        end("closing time"),
        "Irregularity 1 is not decided: the selector does not work.",
    ),
    Row(
        "SIGNATURE_AWAITED",
        (*in_play(42), proposed(heard(8))),
        select(2),
        "Proposal 1 (numbers called by hand) waits for a second person.",
    ),
    # irregularities
    Row(
        "OTHER_EQUIPMENT",
        in_play(42),
        report(STUCK, 60),
        "Numbers of this game come from the electronic selector, and that an object is stuck in "
        "the receptacle, object 60, cannot have happened to it.",
    ),
    Row(
        "OTHER_EQUIPMENT",
        MEMPHIS,
        report(SELECTOR, 60),
        "Numbers of this game come from the receptacle, and that the selector does not work, "
        "object 60, cannot have happened to it.",
    ),
    Row(
        "NOTHING_REMOVED",
        in_play(selector=BALLS),
        report(RETURNED),
        "No object has been drawn in this game, so none can have been put back.",
    ),
    Row(
        "NOT_THE_GAME_MANAGER",
        SPILT,
        decide(PUT_RIGHT, by=BEN),
        "Only the game manager decides this.",
    ),
    Row(
        "NO_SUCH_IRREGULARITY",
        MEMPHIS,
        decide(PUT_RIGHT),
        "There is no irregularity 1 in this game.",
    ),
    Row(
        "IRREGULARITY_DECIDED",
        (*in_play(42), found(SELECTOR), settled(SWITCHED, selector=BALLS)),
        decide(PUT_RIGHT),
        "Irregularity 1 was decided before: to take another selector.",
    ),
    Row(
        "NO_REMEDY",
        SPILT,
        decide(PUT_RIGHT),
        "To put it right and go on is no remedy where objects were put back into the receptacle.",
    ),
    Row(
        "REMEDY_NOT_SAID",
        (*in_play(42), found(SELECTOR)),
        decide(SWITCHED),
        "The decision is not complete: which selector numbers come from is said with another "
        "selector, and only then.",
    ),
    Row(
        "REMEDY_NOT_SAID",
        (*MEMPHIS, found(DEFECT), looked_over()),
        decide(PUT_RIGHT, cards=("1204",)),
        "The decision is not complete: cards are read only to tell which numbers were called.",
    ),
    Row(
        "NO_CARD_READ",
        SPILT,
        decide(REBUILT, numbers=(42, 17)),
        "No card of a disinterested player was read.",
    ),
    Row(
        "READ_TWICE",
        SPILT,
        decide(REBUILT, cards=("1204", "1204"), numbers=(42, 17)),
        "The card 1204 is named twice.",
    ),
    Row(
        "NUMBERS_DIFFER",
        SPILT,
        decide(REBUILT, cards=("1204",), numbers=(42, 71)),
        "The cards and the record differ: 71 read off and not on record; 17 on record and not "
        "read off.",
    ),
    Row(
        "NOT_INSPECTED_AGAIN",
        (*MEMPHIS, looked_over(), found(DEFECT, 60)),
        decide(PUT_RIGHT),
        "The equipment was not inspected and found in order, with all objects in the receptacle "
        "that are not out, since irregularity 1.",
    ),
    # numbers called by hand
    Row(
        "CALLED_OUT_OF_ORDER",
        in_play(42),
        by_hand(heard(8, 20), heard(9, 19), position=2),
        "By the time given with it, 9 was called before 8.",
    ),
    Row(
        "CALLED_OUT_OF_ORDER",
        in_play(42),
        by_hand(heard(8, 61), position=2),
        "By the time given with it, 8 was called after this moment.",
    ),
    # voiding
    Row(
        "NOTHING_TO_VOID",
        WON,
        void(),
        "Every stage of the game has a winner, and what was won stays won.",
    ),
    Row("VOID_REASON_NEEDED", MEMPHIS, void(" "), "It was not said why the game is void."),
    Row(
        "CORRECTION_FIRST",
        MEMPHIS,
        void(),
        "It was not said why the error cannot be corrected.",
    ),
    Row(
        "MUST_START_OVER",
        (*MEMPHIS, found(STUCK, 60)),
        void(start_over=False),
        "A game that is void because an object is stuck in the receptacle is started over.",
    ),
    Row(
        "GAME_VOID",
        (*SPILT, voided(), called_out(1, 2, outside_play=True)),
        rule_on(1, VALID, BINGO),
        "The game is void, and nobody had won the bingo in it.",
    ),
    # ending
    Row(
        "LAST_NOT_CONFIRMED",
        (*memphis.in_play(*range(1, 75)), keyed(75, 75), memphis.called(75, 75)),
        end(),
        "Call 75 (75) has not been confirmed by the announcer.",
    ),
)
