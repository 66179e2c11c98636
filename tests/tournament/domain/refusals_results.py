"""How the reasons of the tournament's law are reached from the results to the end."""

from __future__ import annotations

from services.tournament.domain.tournament.books import CloseTournament
from services.tournament.domain.tournament.conditions_state import Prize
from services.tournament.domain.tournament.entries import Apply
from services.tournament.domain.tournament.goods import DecideGoods
from services.tournament.domain.tournament.leaving import CancelTournament, WithdrawEntry
from services.tournament.domain.tournament.log import OpenDispute, RuleDispute
from services.tournament.domain.tournament.parts import Kind
from services.tournament.domain.tournament.playoffs import CallPlayoff
from services.tournament.domain.tournament.prizes import AddValue, PayPrize
from services.tournament.domain.tournament.results import RecordTableResult
from services.tournament.domain.tournament.rulings import RuleOnHeld, RuleOnResult
from tests.tournament.domain.refusals import (
    LACK,
    Row,
    after,
    cancelled,
    closed,
    correcting,
    heat_over,
    next_started,
    on,
    placed,
    played,
    playing,
    tied,
)
from tests.tournament.domain.tournaments import (
    CASS,
    DORA,
    EARLY,
    ENTROPY,
    FINAL,
    OLGA,
    START,
    conditions,
    confirm,
    nzd,
    opened,
    tallied,
)

ROWS = (
    # results
    Row(
        "RESULT_NOT_EXPECTED",
        lambda: on(playing(), RecordTableResult(1, 2, tallied({1: 5}), START)),
        "Table 2 of session 1 has no game of this tournament in play.",
    ),
    Row(
        "NEXT_SESSION_STARTED",
        after(next_started, correcting),
        "The tally of table 1 in session 1 cannot be corrected: play rests on it.",
    ),
    Row(
        "CORRECT_INSTEAD",
        after(
            heat_over,
            lambda story: RuleOnResult(1, 1, story.players(1, 1)[0], 5, "", DORA, START),
        ),
        "Nothing rests on the tally of table 1 in session 1 yet.",
    ),
    Row(
        "NO_RESULT",
        lambda: on(playing(), RuleOnResult(1, 1, 1, 5, "", DORA, START)),
        "Table 1 of session 1 has no tally of player 1.",
    ),
    Row(
        "NO_TIE",
        lambda: on(played(), CallPlayoff(1, 1, START, ENTROPY, DORA, START)),
        "No play-off is needed at table 1 of session 1.",
    ),
    Row(
        "PLAYOFF_UNDER_WAY",
        lambda: on(tied(), CallPlayoff(1, 1, START, ENTROPY, DORA, START)),
        "Session 2 is a play-off for that table and is not over.",
    ),
    # prizes
    Row(
        "VALUE_UNCLEAR",
        lambda: on(opened(), AddValue(Kind.GOODS, nzd(5), "a cup", OLGA, EARLY)),
        "It is not clear what is added: goods with NZD 5.00.",
    ),
    Row(
        "FINAL_NOT_OVER",
        after(playing, confirm),
        "The places are not known yet: the final session is not over.",
    ),
    Row(
        "PLAYOFF_NEEDED",
        after(lambda: played((900, 900, 500, 300)), confirm),
        "Players {0}, {1} hold equal chips, and a play-off decides between them.",
    ),
    Row(
        "PLACES_CONFIRMED",
        after(placed, confirm),
        "The placings are confirmed and the prizes awarded.",
    ),
    Row(
        "POOL_TOO_SMALL",
        after(
            lambda: played(made=conditions(stages=(FINAL,), prizes=(Prize(1, 900_00, 0, ""),))),
            confirm,
        ),
        "The prizes come to NZD 900.00, and NZD 200.00 is there for them: NZD 700.00 is missing.",
    ),
    Row(
        "NOTHING_TO_DECIDE",
        lambda: on(placed(), DecideGoods(3, 0, 1, "", DORA, START)),
        "No goods of place 3 wait for a decision about player 1.",
    ),
    Row(
        "NOT_FREE",
        lambda: on(placed(), RuleOnHeld(1, nzd(1), "", DORA, START)),
        "NZD 1.00 cannot be decided on: of what is held, NZD 0.00 is nobody's yet.",
    ),
    Row(
        "NO_WINNINGS",
        lambda: on(
            opened(3).do(WithdrawEntry(1, EARLY), CancelTournament(LACK, "", OLGA, EARLY)),
            RuleOnHeld(1, nzd(1), "", OLGA, EARLY),
        ),
        "Entry 1 is withdrawn, and the pool is for players who take part.",
    ),
    Row(
        "NO_SUCH_AWARD",
        lambda: on(placed(), PayPrize(9, CASS, START)),
        "The tournament has no award 9.",
    ),
    Row(
        "AWARD_PAID",
        lambda: on(placed().do(PayPrize(1, CASS, START)), PayPrize(1, CASS, START)),
        "Award 1 was paid before.",
    ),
    Row(
        "STILL_HELD",
        lambda: on(placed(), CloseTournament(OLGA, START)),
        "The tournament cannot be closed: prizes are not paid yet, of NZD 200.00.",
    ),
    # the log, and the end
    Row(
        "NO_SUCH_DISPUTE",
        lambda: on(opened(), RuleDispute(1, "it stands", DORA, EARLY)),
        "The tournament has no dispute 1.",
    ),
    Row(
        "DISPUTE_RULED",
        lambda: on(
            opened().do(
                OpenDispute("a card", (), (), OLGA, EARLY),
                RuleDispute(1, "it stands.", DORA, EARLY),
            ),
            RuleDispute(1, "no", DORA, EARLY),
        ),
        "Dispute 1 is ruled: it stands.",
    ),
    Row(
        "NOT_IN_PLAY",
        lambda: on(opened(4), CloseTournament(OLGA, EARLY)),
        "The tournament has not started.",
    ),
    Row(
        "TOURNAMENT_CANCELLED",
        lambda: on(cancelled(), Apply("ref", nzd(50), 0, True, EARLY)),
        "The tournament is cancelled.",
    ),
    Row(
        "TOURNAMENT_CLOSED",
        lambda: on(closed(), Apply("ref", nzd(50), 0, True, EARLY)),
        "The tournament is closed.",
    ),
)
