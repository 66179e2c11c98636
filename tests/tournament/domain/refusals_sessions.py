"""How the reasons of the tournament's law are reached that are about sessions and seats."""

from __future__ import annotations

from datetime import timedelta

from services.tournament.domain.tournament.entries import AcceptApplicant, EndorseConditions
from services.tournament.domain.tournament.extraordinary import (
    AllowFewer,
    EndWithoutFinal,
    ReturnHeld,
)
from services.tournament.domain.tournament.holding import HoldSession
from services.tournament.domain.tournament.leaving import WithdrawEntry
from services.tournament.domain.tournament.parts import FixedSeat
from services.tournament.domain.tournament.rulings import RuleOnHeld
from services.tournament.domain.tournament.seating import ChangeSeat, SeatReserve
from services.tournament.domain.tournament.sessions import MoveSession, PlanSession
from services.tournament.domain.tournament.staff import RecordPresence
from services.tournament.domain.tournament.starting import Readiness, StartSession
from tests.tournament.domain.refusals import (
    ONE_FINAL,
    TURNED_AWAY,
    Row,
    after,
    cancelled,
    heat_over,
    on,
    placed,
    planned,
    played,
    playing,
    seated,
    tied,
    too_many_through,
    void,
)
from tests.tournament.domain.tournaments import (
    DORA,
    EARLY,
    HOUR,
    OLGA,
    START,
    final_of,
    nzd,
    opened,
    seat_session,
)

ROWS = (
    # sessions and seats
    Row(
        "NO_SUCH_STAGE",
        lambda: on(opened(), PlanSession(3, START, EARLY)),
        "The tournament has 2 stages; there is no stage 3.",
    ),
    Row(
        "BEFORE_ITS_BEGINNING",
        lambda: on(opened(), PlanSession(1, EARLY, EARLY)),
        "Tournament play begins 2026-11-29 06:00 UTC; a session cannot start before that.",
    ),
    Row(
        "TOO_LITTLE_NOTICE",
        lambda: on(
            seated(),
            MoveSession(1, START + HOUR, "", "", DORA, START - timedelta(minutes=20)),
        ),
        "The participants would be warned 20 minutes ahead; reasonable notice is 30.",
    ),
    Row(
        "TABLE_SIZE",
        lambda: on(planned(3), seat_session(1)),
        "Table 1 would have 3 players; 4 to 7 sit at a table.",
    ),
    Row(
        "SEATED_ALREADY",
        lambda: on(seated(), seat_session(1)),
        "Session 1 is seated: its seats are drawn once.",
    ),
    Row(
        "ALLOCATED_TWICE",
        lambda: on(
            planned(8).do(PlanSession(1, START, EARLY)).do(seat_session(1, players=(1, 2, 3, 4))),
            seat_session(2, players=(4, 5, 6, 7)),
        ),
        "Player 4 plays in session 1 of the same stage already.",
    ),
    Row(
        "NOT_GOING_ON",
        after(
            lambda: heat_over().do(PlanSession(2, START, START)),
            lambda story: seat_session(2, players=(story.players(1, 1)[1],)),
        ),
        "Player {0} has not come through to this stage.",
    ),
    Row(
        "STAGE_UNDECIDED",
        lambda: on(opened(8).do(PlanSession(2, START, EARLY)), seat_session(1)),
        "It is not known yet who plays in this stage: the stage before has no session yet.",
    ),
    Row(
        "FINAL_IS_ONE_TABLE",
        lambda: on(too_many_through(), seat_session(2)),
        "The final would have 2 tables.",
    ),
    Row(
        "FINAL_SEATED",
        lambda: on(seated().do(PlanSession(1, START, EARLY)), seat_session(2)),
        "Session 1 is the final already, and there is one final.",
    ),
    Row(
        "FINAL_FOR_ALL",
        lambda: on(planned(6, ONE_FINAL), seat_session(1, players=(1, 2, 3, 4))),
        "Players 5, 6 are in the final by right and would have no seat.",
    ),
    Row(
        "PLAY_IS_OVER",
        lambda: on(placed(), WithdrawEntry(1, START)),
        "Play is over and the placings are confirmed: player 1 cannot withdraw any more.",
    ),
    Row(
        "ENDORSED_TOO_LATE",
        lambda: on(
            opened(8)
            .apply(endorsed=False)
            .do(
                AcceptApplicant(9, EARLY),
                PlanSession(1, START, EARLY),
                seat_session(1, players=(1, 2, 3, 4)),
            )
            .start(1),
            EndorseConditions(9, True, True, True, START),
        ),
        "Play has begun, and player 9 had not endorsed the form before that.",
    ),
    Row(
        "NO_FEWER_NEEDED",
        lambda: on(heat_over(), AllowFewer(2, "", DORA, START)),
        "4 players are in stage 2: a ruling that fewer may start does not help.",
    ),
    Row(
        "FINAL_PLAYED",
        lambda: on(played(), EndWithoutFinal("late", DORA, START)),
        "The final is over, and its tally says who has which place.",
    ),
    Row(
        "NOTHING_TO_RETURN",
        lambda: on(cancelled(), ReturnHeld("", OLGA, EARLY)),
        "Nothing goes back to the operator: nothing is held that the operator added.",
    ),
    Row(
        "PLACINGS_OPEN",
        lambda: on(playing(), RuleOnHeld(1, nzd(1), "", DORA, START)),
        "Nothing of the pool is given away before the placings are confirmed.",
    ),
    Row(
        "AWARD_VOIDED",
        after(
            placed,
            lambda story: void(story, story.state.placings[0].players[0]),
        ),
        "Award 1 counts no more; the director's log tells why.",
    ),
    Row(
        "BOX_TAKEN",
        lambda: on(planned(), seat_session(1, fixed=(FixedSeat(1, 1, 3), FixedSeat(2, 1, 3)))),
        "Box 3 of table 1 is not free for player 2.",
    ),
    Row(
        "SEAT_NOT_THERE",
        lambda: on(planned(), seat_session(1, fixed=(FixedSeat(9, 1, 3),))),
        "A seat at table 1 is fixed for player 9, but the player does not play in this session.",
    ),
    Row(
        "SEAT_NOT_THERE",
        lambda: on(planned(), seat_session(1, fixed=(FixedSeat(1, 3, 1),))),
        "A seat at table 3 is fixed for player 1, but there is no such table in this session.",
    ),
    Row(
        "SEAT_NOT_THERE",
        lambda: on(planned(), seat_session(1, fixed=(FixedSeat(1, 1, 1), FixedSeat(1, 2, 1)))),
        "A seat at table 2 is fixed for player 1, but another one is fixed for the player as well.",
    ),
    Row(
        "NO_SUCH_TABLE",
        lambda: on(seated(), ChangeSeat(1, 1, 2, 7, "", OLGA, EARLY)),
        "Session 1 has no table 2.",
    ),
    Row(
        "NOT_IN_SESSION",
        lambda: on(seated().apply(), ChangeSeat(1, 5, 1, 7, "", OLGA, EARLY)),
        "Player 5 has no seat in session 1.",
    ),
    Row(
        "PLAYOFF_SEATS",
        lambda: on(tied(), SeatReserve(2, 3, 1, 7, "", OLGA, START)),
        "Session 2 is a play-off: only those who are tied play in it.",
    ),
    Row(
        "NO_SUCH_SESSION",
        lambda: on(opened(), RecordPresence(1, True, DORA, EARLY)),
        "The tournament has no session 1.",
    ),
    Row(
        "SESSION_OVER",
        lambda: on(played(), RecordPresence(1, False, DORA, START)),
        "Session 1 is completed.",
    ),
    Row(
        "NOT_THE_DIRECTOR",
        lambda: on(seated(), StartSession(1, (), OLGA, START)),
        "Only the tournament director does this; the director is dora.",
    ),
    Row(
        "NOT_TIME_YET",
        lambda: on(seated(), StartSession(1, (), DORA, EARLY)),
        "Session 1 starts 2026-11-29 06:00:00 UTC, and it is not time yet.",
    ),
    Row(
        "NOT_SEATED",
        lambda: on(planned(), StartSession(1, (), DORA, START)),
        "The players of session 1 have no tables and boxes yet.",
    ),
    Row(
        "DIRECTOR_AWAY",
        lambda: on(final_of(4)[0], StartSession(1, (), DORA, START)),
        "The director is not present at session 1.",
    ),
    Row(
        "NOT_ENDORSED",
        lambda: on(
            planned(3)
            .apply(endorsed=False)
            .do(AcceptApplicant(4, EARLY), seat_session(1), RecordPresence(1, True, DORA, EARLY)),
            StartSession(1, (), DORA, START),
        ),
        "Player 4 has not endorsed the application form.",
    ),
    Row(
        "TABLES_NOT_READY",
        lambda: on(
            seated(), StartSession(1, (Readiness(1, 2, "Box 3 has no chips yet."),), DORA, START)
        ),
        "Table 1 is not ready: Box 3 has no chips yet.",
    ),
    Row(
        "NOT_STARTED",
        lambda: on(seated(), HoldSession(1, "alarm", DORA, EARLY)),
        "Session 1 is seated, so its clock does not run.",
    ),
    Row(
        "NOT_TO_BE_SEATED",
        lambda: on(planned(8), seat_session(1, checks=TURNED_AWAY)),
        "These players cannot be seated now: 2, 3.",
    ),
)
