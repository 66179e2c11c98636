"""How the reasons around corrections, take-backs, winners and signatures are reached."""

from __future__ import annotations

from services.draw.domain.game.parts import Verdict
from tests.draw.domain.games import (
    ANA,
    BALLS,
    BEN,
    CLEO,
    LINE,
    VALID,
    called,
    called_out,
    confirmed,
    decide,
    decided,
    in_play,
    selected,
)
from tests.draw.domain.refusals import Row
from tests.draw.domain.righting import (
    KEYED,
    SHOWN,
    SPOKEN,
    approve,
    approved,
    correct,
    entered,
    proposed_correction,
    proposed_voiding,
    rejected,
    take_back,
    void_winners,
    voided,
)

CALLED = (*in_play(42), selected(2, 17), called(2, 17))
BALL = (*in_play(42, selector=BALLS), entered(2, 71), called(2, 71))
WON = (*BALL, called_out(1, 2), decided(1, VALID, LINE))
WAITS = (*WON, proposed_correction(1, 2, SPOKEN, 71, 17, LINE))
VOIDING = (
    *(*CALLED, called_out(1, 2), decided(1, VALID, LINE)),
    proposed_voiding(1, LINE),
)

RIGHTING = (
    # corrections
    Row(
        "NOT_TO_CORRECT",
        CALLED,
        correct(2, SPOKEN, 70, 17, by=CLEO),
        "Only the caller or the supervisor of this game announces a correction and records it.",
    ),
    Row(
        "CALL_DOES_NOT_COUNT",
        CALLED,
        correct(3, SPOKEN, 70, 17),
        "There is no call 3 that counts in this game.",
    ),
    Row(
        "NOTHING_WRONG",
        CALLED,
        correct(2, SPOKEN, 17, 17),
        "17 is given both as the wrong number and as the right one.",
    ),
    Row(
        "NOT_A_NUMBER_HERE",
        CALLED,
        correct(2, SPOKEN, 91, 17),
        "This game has no number 91: it is played with 1 to 90.",
    ),
    Row(
        "NOT_WHAT_WAS_CALLED",
        BALL,
        correct(2, SHOWN, 71, 17),
        "Call 2 is on record as 71; that does not go with 71 wrong and 17 right.",
    ),
    Row(
        "NOTHING_IS_KEYED",
        CALLED,
        correct(2, KEYED, 17, 70),
        "The electronic selector drew 17 as call 2; nobody entered it, and no other number can "
        "take its place.",
    ),
    Row(
        "CALLED_BEFORE",
        BALL,
        correct(2, KEYED, 71, 42),
        "42 is call 1 already, so it cannot have been drawn as another.",
    ),
    Row(
        "BALL_WAITS",
        (*BALL, confirmed(2, 71), entered(3, 17)),
        correct(2, KEYED, 71, 17),
        "17 is entered as the ball that is drawn and not announced yet.",
    ),
    Row(
        "VOIDS_NOBODY",
        WON,
        correct(2, SHOWN, 17, 71, LINE),
        "The winners of the line do not stand on call 2: only a display was wrong.",
    ),
    Row(
        "VOIDS_NOBODY",
        (*in_play(42), called_out(1, 1), decided(1, VALID, LINE), *CALLED[-2:]),
        correct(2, SPOKEN, 70, 17, LINE),
        "The winners of the line do not stand on call 2: they won on call 1, before it.",
    ),
    # taking back
    Row(
        "NOTHING_TO_TAKE_BACK",
        in_play(selector=BALLS),
        take_back(1),
        "No ball has been entered in this game yet.",
    ),
    Row(
        "SELECTION_KEPT",
        CALLED,
        take_back(2),
        "The electronic selector drew this number, and it is kept: it is the next, and is "
        "announced.",
    ),
    Row(
        "HEARD_IN_THE_HALL",
        (*BALL[:-1], called_out(1, 2)),
        take_back(2),
        "Call out 1 answers call 2, so the hall has heard it.",
    ),
    Row(
        "CONFIRMED_BEFORE",
        (*BALL, confirmed(2, 71)),
        take_back(2),
        "Call 2 (71) is confirmed and displayed: the ball was seen.",
    ),
    Row(
        "WON_ON_IT",
        WON,
        take_back(2),
        "The line was won on call 2, so it cannot have gone unheard.",
    ),
    # winners and signatures
    Row(
        "STAGE_NOT_WON",
        CALLED,
        void_winners(LINE),
        "Nobody has won the line in this game, so no winner of it can be voided.",
    ),
    Row(
        "VOIDED_OTHERWISE",
        (*CALLED, called_out(1, 2)),
        decide(1, Verdict.VOIDED),
        "A call out is not decided as voided: winners are voided by two persons.",
    ),
    Row("NO_SUCH_PROPOSAL", WAITS, approve(2), "There is no proposal 2 in this game."),
    Row(
        "PROPOSAL_DECIDED",
        (*WAITS, rejected(1)),
        approve(1),
        "Proposal 1 was approved or rejected before.",
    ),
    Row(
        "PROPOSED_ALREADY",
        WAITS,
        correct(2, SPOKEN, 71, 17, by=BEN),
        "ana has proposed the same as proposal 1, and it waits for a second person.",
    ),
    Row(
        "SIGNED_BY_ONE",
        WAITS,
        approve(1, by="Ana "),
        "Proposal 1 is ana's own; two signatures are those of two persons.",
    ),
    Row(
        "MAY_NOT_SIGN",
        WAITS,
        approve(1, by=CLEO),
        "Only the caller, the supervisor or a deputy of this game and the game manager sign here.",
    ),
    Row(
        "OVERTAKEN",
        (*VOIDING, proposed_voiding(2, LINE, by=ANA), approved(2), voided(LINE, 1)),
        approve(1, by=ANA),
        "Proposal 1 does not fit the game any more: "
        "Nobody has won the line in this game, so no winner of it can be voided.",
    ),
)
"""Reached as the rows of `refusals` are."""
