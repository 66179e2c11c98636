"""How the reasons of the tournament's law are reached from its conditions to who leaves it."""

from __future__ import annotations

from dataclasses import replace

from services.tournament.domain.tournament.conditions import AmendConditions
from services.tournament.domain.tournament.conditions_state import Prize
from services.tournament.domain.tournament.entries import (
    AcceptApplicant,
    Apply,
    EndorseConditions,
    RefuseApplicant,
)
from services.tournament.domain.tournament.leaving import (
    CancelTournament,
    DisqualifyPlayer,
    Failing,
    PayRefund,
    WithdrawEntry,
)
from services.tournament.domain.tournament.log import WarnPlayer
from tests.tournament.domain.refusals import LACK, ONE_FINAL, Row, on, playing, published, seated
from tests.tournament.domain.tournaments import (
    CASS,
    DORA,
    EARLY,
    FINAL,
    HEAT,
    OLGA,
    START,
    Story,
    conditions,
    limits,
    nzd,
    opened,
    plan,
)

ROWS = (
    # conditions
    Row(
        "NOT_IN_FORCE",
        lambda: on(Story.__new__(Story), plan(approved=False)),
        "nz-tournament-blackjack does not hold for a tournament here that starts 29 November 2026 "
        "at 19:00: it is not approved in this venue.",
    ),
    Row(
        "CONDITION_MISSING",
        published(fee=None),
        "The conditions cannot be published: the entry fee, be it nothing, is not determined.",
    ),
    Row(
        "CONDITION_WRONG",
        published(prizes=(Prize(2, 100, 0, ""),)),
        "The conditions cannot stand so: prizes are listed from place 1 on, each place once.",
    ),
    Row(
        "UNEQUAL_CHANCE",
        published(stages=(replace(HEAT, limits=(limits(), limits(table=2, increment=1))), FINAL)),
        "The players of the heat would not have an equal chance: its tables have other limits.",
    ),
    Row(
        "INCREMENT_TOO_LARGE",
        published(stages=(replace(HEAT, limits=(limits(increment=11),)), FINAL)),
        "In the heat wagers would go in steps of 11, above the minimum of 10.",
    ),
    Row(
        "CONDITIONS_PUBLISHED",
        lambda: on(opened(), AmendConditions(conditions(), OLGA, EARLY)),
        "The conditions are published: people have applied, or may, on these terms.",
    ),
    # entries
    Row(
        "NOT_PUBLISHED",
        lambda: on(Story(), Apply("ref", nzd(50), 0, True, EARLY)),
        "The conditions of this tournament are not published yet.",
    ),
    Row(
        "FEE_DIFFERS",
        lambda: on(opened(), Apply("ref", nzd(5), 0, True, EARLY)),
        "The entry fee is NZD 50.00; NZD 5.00 was paid.",
    ),
    Row(
        "APPLICANT_UNNAMED",
        lambda: on(opened(), Apply("", nzd(50), 0, True, EARLY)),
        "The applicant gave no name.",
    ),
    Row(
        "NO_SUCH_ENTRY",
        lambda: on(opened(1), WarnPlayer(2, "loud", DORA, EARLY)),
        "The tournament has no entry 2.",
    ),
    Row(
        "NOT_AN_APPLICANT",
        lambda: on(opened(1), RefuseApplicant(1, "barred", OLGA, EARLY)),
        "Entry 1 is accepted: only an applicant is accepted or refused.",
    ),
    Row(
        "NOT_ENDORSING",
        lambda: on(opened(1), EndorseConditions(1, True, False, True, EARLY)),
        "The form of player 1 does not say that the player understands the conditions.",
    ),
    Row(
        "PLACES_GONE",
        lambda: on(
            opened(4, conditions(stages=(FINAL,), most=4)).apply().do(AcceptApplicant(5, EARLY)),
            AcceptApplicant(5, EARLY),
        ),
        "All 4 places are taken; applicant 5 waits already.",
    ),
    Row(
        "ENTRIES_OVER",
        lambda: on(playing(), Apply("ref", nzd(50), 0, True, START)),
        "Play has begun: nobody enters this tournament any more.",
    ),
    # leaving
    Row(
        "ALREADY_OUT",
        lambda: on(opened(1).do(WithdrawEntry(1, EARLY)), WithdrawEntry(1, EARLY)),
        "Entry 1 is withdrawn already.",
    ),
    Row(
        "NOT_A_PLAYER",
        lambda: on(opened().apply(), DisqualifyPlayer(1, Failing.RULES, "rude", OLGA, EARLY)),
        "Entry 1 is an applicant, not a player, and cannot be disqualified.",
    ),
    Row(
        "NO_SESSION_MISSED",
        lambda: on(seated(), DisqualifyPlayer(1, Failing.ATTENDANCE, "", OLGA, EARLY)),
        "No session in which player 1 has a seat was due by now.",
    ),
    Row(
        "WHY_NEEDED",
        lambda: on(opened(1), DisqualifyPlayer(1, Failing.RULES, "", OLGA, EARLY)),
        "Nothing was said about what rule player 1 failed to comply with.",
    ),
    Row(
        "ENOUGH_PLAYERS",
        lambda: on(opened(5, ONE_FINAL), CancelTournament(LACK, "", OLGA, EARLY)),
        "5 players are in, and the conditions ask for 4: participation is not lacking.",
    ),
    Row(
        "ALREADY_STARTED",
        lambda: on(playing(), CancelTournament(LACK, "", OLGA, START)),
        "The tournament has started and cannot be cancelled any more.",
    ),
    Row(
        "NO_REFUND_DUE",
        lambda: on(opened(1), PayRefund(1, CASS, EARLY)),
        "No refund is due to entry 1: the entry stands and the tournament goes ahead.",
    ),
    Row(
        "NO_REFUND_DUE",
        lambda: on(opened(1).do(WithdrawEntry(1, START)), PayRefund(1, CASS, START)),
        "No refund is due to entry 1: the withdrawal came after Saturday 21 November 2026 at "
        "23:59:59, 7 clear days before play begins.",
    ),
    Row(
        "NO_REFUND_DUE",
        lambda: on(
            opened(1).do(DisqualifyPlayer(1, Failing.RULES, "rude", OLGA, EARLY)),
            PayRefund(1, CASS, EARLY),
        ),
        "No refund is due to entry 1: the player is disqualified.",
    ),
    Row(
        "NO_REFUND_DUE",
        lambda: on(
            opened(1).do(WithdrawEntry(1, EARLY), PayRefund(1, CASS, EARLY)),
            PayRefund(1, CASS, EARLY),
        ),
        "No refund is due to entry 1: it was paid back before.",
    ),
    Row(
        "NO_REFUND_DUE",
        lambda: on(
            opened(0, conditions(fee=nzd(0))).apply().do(WithdrawEntry(1, EARLY)),
            PayRefund(1, CASS, EARLY),
        ),
        "No refund is due to entry 1: no fee was paid.",
    ),
)
