"""How the reasons of the pai gow law are reached, those of irregularities and disputes."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

from services.paigow.domain.restrictions import RESTRICTIONS, LiftRestriction
from services.paigow.domain.sitting import (
    accidents,
    correcting,
    disputes,
    exposures,
)
from services.paigow.domain.sitting.rounds import Laid, Mode
from services.paigow.domain.sitting.state import Finding
from tests.kit.law import Given
from tests.paigow.domain.sitting.play import (
    CASINO,
    DEALER,
    SUPERVISOR,
    WIN,
    cut,
    opened,
    prepared,
)
from tests.paigow.domain.sitting.refusal_rows import (
    Row,
    dealt,
    disputed,
    paid,
    showdown,
    won,
)
from tests.paigow.domain.sitting.test_directions import MADE, RESTRICT
from tests.paigow.domain.sitting.test_removal import (
    ACKNOWLEDGE,
    REINSTATE,
    decide,
    full,
    off,
    order,
)
from tests.paigow.domain.sitting.test_removal import shake as removal_dice

ROWS = (
    # exposures
    Row(
        "NOT_IN_HAND",
        dealt,
        exposures.RecordExposure(DEALER, 2, (9,), True),
        "The hand at box 2 does not have all the tiles that were entered, or one stands twice.",
    ),
    Row(
        "NO_MISDEAL",
        dealt,
        exposures.CallHandVoid(DEALER, 2),
        "The dealer exposed none of the tiles of box 2, and that makes no misdeal.",
    ),
    Row(
        "HAND_VIEWED",
        lambda: dealt().do(
            exposures.RecordExposure(DEALER, 2, (0, 1), True), exposures.RecordViewed(DEALER, 2)
        ),
        exposures.CallHandVoid(DEALER, 2),
        "The remaining tiles of the hand at box 2 have been viewed.",
    ),
    Row(
        "HOUSE_PLAYS_ON",
        dealt,
        exposures.CallHandVoid(DEALER, 1),
        "The hand at box 1 is the house's, and it is played whatever was exposed of it.",
    ),
    Row(
        "OWN_EXPOSURE",
        lambda: dealt(Mode.PLAYER).do(exposures.RecordExposure(DEALER, 3, (20, 22), False)),
        exposures.CallHandVoid(DEALER, 3),
        "The player/banker exposed the tiles of box 3, and the hand is played.",
    ),
    Row(
        "TOO_LATE_TO_RESHUFFLE",
        won,
        exposures.OrderReshuffle(SUPERVISOR, "seen"),
        "In round 1 the hands are exposed: it is finished before the tiles are reshuffled.",
    ),
    # accidents
    Row(
        "WINNER_WAS_PAID",
        paid,
        accidents.DeclareMisdeal(SUPERVISOR, "five tiles"),
        "The winner at box 2 has been paid, so the round cannot be undone any more.",
    ),
    Row(
        "NOT_BEING_EXPOSED",
        showdown,
        accidents.RecordDisturbed(DEALER, 4),
        "The hand at box 4 is not the one that is being exposed.",
    ),
    Row(
        "ONE_HAND_ALONE",
        dealt,
        accidents.RecordMixedHands(SUPERVISOR, (2,), False),
        "Tiles can be mixed between two hands or more, and 1 was named.",
    ),
    Row(
        "HAND_IS_EXPOSED",
        won,
        accidents.RecordMixedHands(SUPERVISOR, (2, 4), False),
        "The hand at box 2 has been exposed, so its tiles are known.",
    ),
    Row(
        "NOT_FOULED",
        showdown,
        accidents.RecordFouled(DEALER, 2, WIN),
        "As it lies at box 2 the high hand is not lower than the low hand.",
    ),
    Row(
        "SET_BY_THE_DEALER",
        showdown,
        accidents.RecordFouled(DEALER, 1, Laid((20, 22), (24, 28))),
        "The dealer set the hand of box 1 the house way.",
    ),
    Row(
        "FOUND_OUT_OF_TURN",
        showdown,
        accidents.RecordFouled(DEALER, 4, Laid((23, 29), (21, 25))),
        "The hand of box 4 is not the one that is being exposed, which is that of box 2.",
    ),
    # correcting
    Row(
        "SHOWN_BEFORE",
        won,
        correcting.CorrectDeal(SUPERVISOR, 2, (4, 5, 6, 7)),
        "The hand of box 2 has been exposed, so its tiles are not corrected any more.",
    ),
    Row(
        "DEALT_BY_THESE_DICE",
        dealt,
        correcting.CorrectDice(SUPERVISOR, (1, 1, 1)),
        "With 1, 1, 1 the first set goes to box 3, and sets were dealt from box 1.",
    ),
    # removal
    Row("NOT_ALL_BOXES_IN_PLAY", lambda: prepared(2), order(), "Box 3 is not in play."),
    Row(
        "HOUSE_DOES_NOT_BANK",
        lambda: full(Mode.PLAYER),
        order(),
        "The house has no part in the bank.",
    ),
    Row("NO_SUCH_REMOVAL", full, ACKNOWLEDGE, "There is no removal 1 at this table."),
    Row(
        "REMOVAL_OVER",
        lambda: off(1, 1, 1, box=3).do(REINSTATE),
        REINSTATE,
        "Removal 1 is over: what was taken out is back in play.",
    ),
    Row(
        "NOT_DECIDED",
        lambda: full().do(order()),
        cut(),
        "The casino supervisor has not decided removal 1.",
    ),
    Row(
        "DECIDED_BEFORE",
        lambda: full().do(order(), ACKNOWLEDGE, decide(True)),
        decide(True),
        "Removal 1 is decided.",
    ),
    Row(
        "NOT_ACKNOWLEDGED",
        lambda: full().do(order()),
        decide(True),
        "The notice of removal 1 has not been acknowledged.",
    ),
    Row(
        "NO_DICE_DUE",
        lambda: full().do(order(), removal_dice(1, 1, 1, off=3)),
        removal_dice(1, 1, 1, off=3),
        "No box is to be named by the dice for removal 1.",
    ),
    Row(
        "DICE_DUE",
        lambda: full().do(order(), ACKNOWLEDGE, decide(True)),
        cut(),
        "The dice have not said which box removal 1 takes out.",
    ),
    Row(
        "OTHER_BOX",
        lambda: full().do(order()),
        removal_dice(1, 1, 1, off=4),
        "The dice total 3, which is box 3, and the Off marker was put on box 4.",
    ),
    Row(
        "HOUSES_BOX",
        lambda: full().do(order()),
        removal_dice(1, 2, 6, off=1),
        "The dice name box 1, which has the chung.",
    ),
    # disputes
    Row(
        "NO_SUCH_ROUND",
        opened,
        disputes.OpenDispute(SUPERVISOR, 1, 2, "?", ""),
        "There was no round 1 at this table.",
    ),
    Row(
        "NOT_IN_ROUND",
        dealt,
        disputes.OpenDispute(SUPERVISOR, 1, 7, "?", ""),
        "Box 7 had no wager and no part in the bank in round 1.",
    ),
    Row(
        "DISPUTE_UNKNOWN",
        opened,
        disputes.ReviewDispute(CASINO, 1),
        "There is no dispute 1 at this table.",
    ),
    Row(
        "RULED_BEFORE",
        lambda: disputed().do(
            disputes.RuleDispute(CASINO, 1, Finding.STANDS, 0, "seen"),
            disputes.ReviewDispute(replace(CASINO, person="cyril"), 1),
        ),
        disputes.ReviewDispute(CASINO, 1),
        "Dispute 1 is ruled and reviewed.",
    ),
    Row("NOT_RULED", disputed, disputes.ReviewDispute(CASINO, 1), "Dispute 1 has not been ruled."),
    Row(
        "RULING_WITHOUT_MONEY",
        disputed,
        disputes.RuleDispute(CASINO, 1, Finding.FOR_PLAYER, 0, "seen"),
        "NZD 0.00 was given with a ruling that the round does not stand.",
    ),
    # restrictions
    Row(
        "ONE_PLAYER_ALONE",
        lambda: Given(RESTRICTIONS),
        replace(RESTRICT, players=("ann",)),
        "Players are kept apart from each other, and one alone was named.",
    ),
    Row(
        "OVER_BEFORE_IT_BEGINS",
        lambda: Given(RESTRICTIONS),
        replace(RESTRICT, until=RESTRICT.by.at),
        "The restriction would end before it begins.",
    ),
    Row(
        "RESTRICTED_TOO_LONG",
        lambda: Given(RESTRICTIONS),
        replace(RESTRICT, until=RESTRICT.by.at + timedelta(days=366)),
        "The restriction would hold until 2027-11-30, and one holds for 365 days at most.",
    ),
    Row(
        "NO_SUCH_RESTRICTION",
        lambda: Given(RESTRICTIONS, MADE),
        LiftRestriction(CASINO, 7, "?"),
        "There is no restriction 7 in this venue and year.",
    ),
)
