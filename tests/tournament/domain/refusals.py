"""How every reason of the tournament's law is reached, and what people are told then."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import timedelta

from services.kernel.admission import Answer, Check
from services.tournament.domain.terms import TableEnd
from services.tournament.domain.tournament.books import CloseTournament
from services.tournament.domain.tournament.checked import PlayerChecked
from services.tournament.domain.tournament.conditions import AmendConditions, PublishConditions
from services.tournament.domain.tournament.conditions_state import Prize
from services.tournament.domain.tournament.entries import (
    AcceptApplicant,
    Apply,
    EndorseConditions,
    RefuseApplicant,
)
from services.tournament.domain.tournament.extraordinary import (
    AllowFewer,
    EndWithoutFinal,
    ReturnHeld,
)
from services.tournament.domain.tournament.goods import DecideGoods
from services.tournament.domain.tournament.holding import HoldSession
from services.tournament.domain.tournament.leaving import (
    CancelTournament,
    DisqualifyPlayer,
    Failing,
    PayRefund,
    WithdrawEntry,
)
from services.tournament.domain.tournament.log import OpenDispute, RuleDispute, WarnPlayer
from services.tournament.domain.tournament.parts import Cancelling, FixedSeat, Kind
from services.tournament.domain.tournament.playoffs import CallPlayoff
from services.tournament.domain.tournament.prizes import AddValue, PayPrize
from services.tournament.domain.tournament.results import CorrectTableResult, RecordTableResult
from services.tournament.domain.tournament.rulings import RuleOnHeld, RuleOnResult
from services.tournament.domain.tournament.seating import ChangeSeat, SeatReserve
from services.tournament.domain.tournament.sessions import MoveSession, PlanSession
from services.tournament.domain.tournament.staff import RecordPresence
from services.tournament.domain.tournament.starting import Readiness, StartSession
from services.tournament.domain.tournament.tournament import Command
from tests.tournament.domain.tournaments import (
    CASS,
    DORA,
    EARLY,
    ENTROPY,
    FINAL,
    HEAT,
    HOUR,
    OLGA,
    START,
    Story,
    conditions,
    confirm,
    final_of,
    limits,
    nzd,
    opened,
    plan,
    seat_session,
    tallied,
)

Tell = Callable[[], tuple[Story, Command]]


@dataclass(frozen=True)
class Row:
    """`tell` gives a story and a command that is refused for `code`; people are told `says`."""

    code: str
    tell: Tell
    says: str


TURNED_AWAY = (
    PlayerChecked(1, Check(Answer.MAY_PLAY)),
    PlayerChecked(2, Check(Answer.MAY_NOT_PLAY)),
    PlayerChecked(3, Check(Answer.NOT_KNOWN)),
    PlayerChecked(4, Check(Answer.NOT_KNOWN, unchecked_allowed=True)),
    PlayerChecked(99, Check(Answer.MAY_NOT_PLAY)),
)
LACK = Cancelling.LACK_OF_PARTICIPATION
PUBLISH = PublishConditions(OLGA, EARLY)
ONE_FINAL = conditions(stages=(FINAL,))


def on(made: Story, command: Command) -> tuple[Story, Command]:
    return made, command


def seated(count: int = 4) -> Story:
    """A final with its seats drawn, and the director there."""
    story, session = final_of(count)
    return story.do(RecordPresence(session, True, DORA, EARLY))


def playing(count: int = 4) -> Story:
    """A final in play."""
    story, session = final_of(count)
    return story.start(session)


def played(chips=(900, 700, 500, 300), made=ONE_FINAL) -> Story:
    """A final that is over."""
    story, session = final_of(len(chips), made)
    return story.played(session, chips)


def placed() -> Story:
    """A final whose places are confirmed."""
    story = played()
    return story.do(confirm(story))


def heat_over(first=(900, 100, 700, 0), second=(900, 100, 700, 0)) -> Story:
    """A heat of two tables that is over, two of each going on."""
    story = opened(8, conditions(stages=(replace(HEAT, advance=2), FINAL)))
    session = story.seat()
    story.start(session)
    for table, chips in ((1, first), (2, second)):
        by_player = dict(zip(story.players(session, table), chips, strict=True))
        story.tally(session, table, tallied(by_player))
    return story


def next_started() -> Story:
    """The final has started after the heat."""
    story = heat_over()
    return story.start(story.seat(2, starts_at=START + HOUR))


def too_many_through() -> Story:
    """A heat of four tables, two of each having come through; the final is planned."""
    story = opened(16, conditions(stages=(replace(HEAT, advance=2), FINAL)))
    session = story.seat(tables=4)
    story.start(session)
    for table in (1, 2, 3, 4):
        chips = dict(zip(story.players(session, table), (900, 700, 500, 300), strict=True))
        story.tally(session, table, tallied(chips))
    return story.do(PlanSession(2, START, START))


def void(story: Story, player: int) -> Command:
    """The player is disqualified; who pays the first award then."""
    story.do(DisqualifyPlayer(player, Failing.RULES, "hid chips", OLGA, START))
    return PayPrize(1, CASS, START)


def tied() -> Story:
    """A final that two have to play off, and the play-off is called."""
    story = played((900, 900, 500, 300))
    story.playoff(1)
    return story


def published(**changes) -> Tell:
    return lambda: on(Story(conditions(**changes)), PUBLISH)


def planned(count: int = 8, made=None) -> Story:
    return opened(count, made).do(PlanSession(1, START, EARLY))


def correcting(story: Story) -> CorrectTableResult:
    players = story.players(1, 1)
    tallies = tallied(dict(zip(players, (1, 2, 3, 4), strict=True))).tallies
    return CorrectTableResult(1, 1, tallies, TableEnd.LENGTH, (), "", "gus", START)


def after(make: Callable[[], Story], command: Callable[[Story], Command]) -> Tell:
    """A story, and a command that depends on it."""

    def tell() -> tuple[Story, Command]:
        story = make()
        return story, command(story)

    return tell


def cancelled() -> Story:
    return opened(3).do(CancelTournament(LACK, "three", OLGA, EARLY))


def closed() -> Story:
    return opened(0).do(CancelTournament(LACK, "nobody", OLGA, EARLY), CloseTournament(OLGA, EARLY))


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
            opened(0, conditions(fee=nzd(0))).apply().do(WithdrawEntry(1, EARLY)),
            PayRefund(1, CASS, EARLY),
        ),
        "No refund is due to entry 1: no fee was paid.",
    ),
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
    Row(
        "NOT_TO_BE_SEATED",
        lambda: on(planned(8), seat_session(1, checks=TURNED_AWAY)),
        "These players cannot be seated now: 2, 3.",
    ),
)
