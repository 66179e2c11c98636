"""What people are told: every reason of the session table, reached and read with its facts."""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace

import pytest

from services.kernel.errors import failure_of
from services.kernel.law import Reason, Refused
from services.tournament.codec.table import TABLE_CODEC
from services.tournament.domain import blackjack
from services.tournament.domain import table as table_package
from services.tournament.domain.table.leaving import DisqualifiedFor, LeaveGround
from services.tournament.domain.table.state import Disposal
from services.tournament.domain.table.table import TABLES, Command
from services.tournament.domain.table.terms import Sign
from tests.tournament.domain.table.play import (
    LOST,
    MINUTES_20,
    STOOD_OFF,
    Play,
    back,
    call_session,
    change_seats,
    change_sign,
    close,
    correct_chips,
    correct_round,
    correct_wager,
    count,
    deal,
    dealt,
    director,
    disqualify,
    hand,
    hand_in,
    hold,
    issue,
    leave,
    limit_time,
    missed,
    name,
    open_table,
    record,
    record_cards,
    restrict,
    resume,
    rounds,
    rule_begun,
    rule_on_wager,
    seated,
    seats,
    shoes,
    shuffle,
    start,
    started,
    take_back,
    terms,
    time,
    void_round,
    wager,
    wagered,
)


@dataclass(frozen=True)
class Row:
    """A command on a table is refused for `code`, and people are told `says`."""

    code: str
    play: Callable[[], Play]
    command: Command
    says: str


def called(play: Play, *more: Command) -> Play:
    play.do(call_session(), *more)
    return play


def after(play: Play, *more: Command) -> Play:
    play.do(*more)
    return play


def over(free: bool = True) -> Play:
    play = started(terms(rounds(1), free=free))
    play.round()
    return play


def finished(free: bool = True) -> Play:
    return after(over(free), count((1, 1000), (3, 1000), (4, 1000), (7, 1000)))


def low_twice() -> Play:
    play = started()
    play.do(wager(1, 5, oversight=True), wager(3), wager(4), wager(7), deal())
    play.do(record(hand(1, LOST, 5), *(hand(box, STOOD_OFF) for box in (3, 4, 7))))
    return after(play, wager(3, round_=2), wager(4, round_=2), wager(7, round_=2))


def in_time() -> Play:
    play = after(started(), limit_time())
    play.round()
    return play


FOUR = ((1, "AS KD"), (3, "10H 9C"), (4, "10D 7C"), (7, "10S 9S"))

ROWS = (
    # seats and the start
    Row("TABLE_NOT_SEATED", Play, issue(1), "This table has no players."),
    Row(
        "BOX_TWICE",
        seated,
        change_seats(*seats(1, 3, 3)),
        "A box or a player stands twice in the seating of this table.",
    ),
    Row("SEATED_BEFORE", seated, open_table(), "This table has its players already."),
    Row(
        "SESSION_CALLED_BEFORE",
        lambda: called(seated()),
        call_session(),
        "The session was called before.",
    ),
    Row("SESSION_NOT_CALLED", seated, start(), "The director has not called this session yet."),
    Row(
        "SESSION_NOT_STARTED",
        seated,
        wager(1),
        "The session has not started at this table.",
    ),
    Row("SESSION_STARTED", started, start(), "The session has started at this table."),
    Row(
        "PLAY_CEASED",
        over,
        wager(1),
        "The session at this table is over: its rounds are played.",
    ),
    Row("SESSION_GOES_ON", started, close(), "The session is not tallied at this table yet."),
    Row(
        "TABLE_CLOSED",
        lambda: after(finished(), close()),
        correct_chips(1, 5),
        "What follows this session has begun, and its result stands.",
    ),
    Row(
        "WRONG_NUMBER_AT_TABLE",
        lambda: seated(places=seats(1, 3, 4)),
        start(),
        "3 players are at this table; a session starts with 4 to 7.",
    ),
    Row(
        "NO_DIRECTOR_AT_TABLE",
        lambda: called(seated(), director(present=False)),
        start(),
        "The tournament director is not present, and no play goes on without.",
    ),
    Row(
        "CHIPS_NOT_HELD",
        lambda: called(Play(open_table(), director())),
        start(),
        "Box 1 has no chips yet.",
    ),
    Row(
        "CHIPS_DIFFER",
        lambda: Play(open_table()),
        issue(3, 900),
        "Box 3 starts with 1000 in chips, not with 900.",
    ),
    Row("CHIPS_HELD_BEFORE", seated, issue(3), "Box 3 has its chips for this session."),
    Row(
        "NO_CHIPS_IN_SESSION",
        started,
        issue(3),
        "Chips are neither sold nor issued during a session.",
    ),
    Row(
        "NOT_TOURNAMENT_CHIPS",
        started,
        wager(1, design="cash"),
        "Chips of the design cash are not this tournament's.",
    ),
    Row("NAME_NEEDED", seated, name(3, ""), "No name was given for box 3."),
    Row("NO_PLAYER_THERE", started, wager(2), "Nobody plays on box 2 of this table."),
    Row(
        "MARKER_MISSING",
        lambda: called(seated()),
        start(marker=0),
        "No betting marker is on the table.",
    ),
    Row(
        "MARKER_MISPLACED",
        lambda: called(seated()),
        start(marker=3),
        "The betting marker lies before box 3; a session starts with it before box 1.",
    ),
    Row(
        "INDICATOR_MISSING",
        lambda: called(seated(terms(shoes(2)))),
        start(),
        "This session is counted in shoes, and no shoe number indicator is in use.",
    ),
    Row(
        "INDICATOR_WRONG",
        lambda: called(seated(terms(shoes(2)))),
        start(shown=2),
        "The indicator shows shoe 2; shoe 1 comes into play.",
    ),
    # the sign
    Row(
        "INCREMENT_ABOVE_MINIMUM",
        started,
        change_sign(Sign(10, 500, 11, False)),
        "The sign asks for steps of 11, more than its minimum of 10.",
    ),
    Row(
        "LIMITS_CROSSED",
        started,
        change_sign(Sign(10, 9, 5, False)),
        "The sign has a minimum of 10 and a maximum of 9.",
    ),
    Row(
        "LIMITS_TIGHTENED",
        started,
        change_sign(Sign(15, 500, 5, False)),
        "During a session the minimum of 10 cannot become 15.",
    ),
    Row(
        "LIMITS_PUBLISHED",
        seated,
        change_sign(Sign(15, 500, 5, False)),
        "The conditions have a minimum of 10, which cannot become 15.",
    ),
    Row(
        "NOT_THIS_TABLES_DIRECTOR",
        started,
        replace(correct_chips(1, 5), by="tina"),
        "Only tom rules here: the director of this tournament, who is present.",
    ),
    Row(
        "WAGERS_LIE",
        wagered,
        change_sign(Sign(5, 500, 5, False)),
        "Wagers of round 1 lie on the layout.",
    ),
    # wagers
    Row("NOT_IN_TURN", started, wager(3), "Box 3 wagers out of turn: it is the turn of box 1."),
    Row("WAGER_STANDS", wagered, wager(1), "A wager of 100 lies on box 1 and stays as it is."),
    Row(
        "NOT_ENOUGH_CHIPS",
        lambda: after(started(), correct_chips(1, 50)),
        wager(1),
        "Box 1 has 50 in chips and cannot wager 100.",
    ),
    Row("NOT_OWN_BOX", started, wager(1, player=13), "Player 13 plays on another box than 1."),
    Row(
        "BOX_VOID",
        lambda: after(started(), disqualify(1)),
        wager(1),
        "Box 1 is void: its player is out of the session.",
    ),
    Row(
        "NOT_IN_THIS_ROUND",
        lambda: after(started(), leave(1)),
        wager(1),
        "Box 1 has no wager to place in round 1: its player is away or short.",
    ),
    Row("BELOW_MINIMUM", started, wager(1, 5), "5 is below the minimum of 10."),
    Row(
        "ABOVE_MAXIMUM",
        started,
        wager(1, 505),
        "505 is above the maximum of 500, and what is above it is void.",
    ),
    Row(
        "NOT_IN_STEPS",
        started,
        wager(1, 12),
        "12 is not in steps of 5 from the minimum of 10, as the sign asks.",
    ),
    Row(
        "LOW_WAGER_VOID",
        low_twice,
        wager(1, 5, 2, oversight=True),
        "This is the second wager of box 1 below the minimum in this session: it is void.",
    ),
    Row(
        "RESTRICTED",
        lambda: after(in_time(), restrict(3, 2)),
        wager(3, 15, 2),
        "Box 3 made no wager in time and is held to the minimum of 10.",
    ),
    Row(
        "NOT_THE_LAST_WAGER",
        wagered,
        take_back(1),
        "The wager of box 1 is not the last one that was placed.",
    ),
    Row("NO_WAGER", started, correct_wager(1, 100), "No wager lies on box 1."),
    Row(
        "NO_TIME_LIMIT",
        started,
        restrict(1),
        "No time limit for wagers is in force in round 1.",
    ),
    Row(
        "STILL_IN_TIME",
        in_time,
        restrict(3, 2, second=39),
        "The player of box 3 has 30 seconds for the wager, and they are not over.",
    ),
    Row(
        "NOT_THE_TURN",
        started,
        missed(3),
        "It is not the turn of box 3; box 1 wagers next.",
    ),
    Row(
        "HELD_TO_MINIMUM_BEFORE",
        lambda: after(in_time(), restrict(3, 2)),
        restrict(3, 2, second=61),
        "Box 3 is held to the minimum in this round already.",
    ),
    Row(
        "NOTICE_NEEDED",
        started,
        limit_time(notice=""),
        "Nothing says how the players were told of the time limit.",
    ),
    Row(
        "NOTHING_TO_RULE",
        wagered,
        rule_on_wager(1, True),
        "No void wager of box 1 waits for a ruling.",
    ),
    # rounds
    Row("CARDS_OUT", dealt, deal(), "Round 1 is under way: its first card has left the shoe."),
    Row("WAGERS_MISSING", started, deal(), "Not all have wagered: it is the turn of box 1."),
    Row(
        "NOBODY_WAGERS",
        lambda: after(started(), *(leave(box) for box in (1, 3, 4, 7))),
        deal(),
        "No wager lies on the layout.",
    ),
    Row(
        "COUNT_UNDECIDED",
        lambda: after(started(), count((1, 995)), *(wager(box) for box in (1, 3, 4, 7))),
        deal(),
        "The count of box 1 differs from the ledger and is not decided.",
    ),
    Row("NO_CARD_OUT", wagered, record(), "The first card of round 1 has not left the shoe."),
    Row(
        "WAGER_RULING_NEEDED",
        lambda: after(low_twice(), wager(1, 5, 2, oversight=True), deal(2)),
        record(round_=2),
        "A void wager of box 1 waits for the director's ruling.",
    ),
    Row("HANDS_DIFFER", dealt, record(hand(2, LOST)), "No wager that counts lies on box 2."),
    Row(
        "ROUND_GONE",
        started,
        correct_round(),
        "Round 1 cannot be recorded anew: something else has followed it.",
    ),
    Row(
        "NOT_ENDED_BY_TIME",
        over,
        rule_begun(),
        "No complete round of wagers was stopped by the time.",
    ),
    Row(
        "SHUFFLE_NEEDED",
        lambda: after(wagered(), hold(vacated=True), resume()),
        deal(),
        "The cards have to be shuffled first: the table was vacant.",
    ),
    Row(
        "ROUND_LEFT_ALONE",
        lambda: after(dealt(), hold(vacated=True), resume()),
        shuffle(second=170),
        "Round 1 was under way when the table was left.",
    ),
    Row("SHUFFLE_NOT_DUE", started, shuffle(), "No shuffle is due: shoe 1 is in play."),
    Row(
        "CARDS_IMPOSSIBLE",
        dealt,
        record_cards("10H 7X", *FOUR),
        "'7X' is no card.",
    ),
    Row(
        "PLAY_NOT_ALLOWED",
        dealt,
        record_cards("10H 6D", *FOUR),
        "The dealer stood on 16.",
    ),
    # the table and its clock
    Row("TABLE_HELD", lambda: after(started(), hold()), wager(1), "The table is held since "),
    Row(
        "HELD_BEFORE", lambda: after(started(), hold()), hold(), "The table is held already, since "
    ),
    Row("TABLE_NOT_HELD", started, resume(), "The table is not held."),
    Row(
        "SESSION_HELD_TOO",
        lambda: after(started(), hold(session=True)),
        resume(),
        "The whole session is held, not this table alone.",
    ),
    Row("SAY_WHY", dealt, void_round(reason=" "), "No reason was given."),
    Row(
        "LEAVE_NOT_GIVEN",
        started,
        leave(3, LeaveGround.NONE),
        "The player of box 3 may not leave: it is no emergency, and the director did not approve.",
    ),
    Row(
        "AWAY_ALREADY",
        lambda: after(started(), leave(3)),
        leave(3),
        "The player of box 3 is away already.",
    ),
    Row("NOT_AWAY", started, back(3), "The player of box 3 is not away."),
    Row(
        "OUT_ALREADY",
        lambda: after(started(), disqualify(3)),
        disqualify(3),
        "The player of box 3 is out of the session already.",
    ),
    Row(
        "LEFT_FOR_GOOD",
        lambda: after(started(), leave(3, for_good=True)),
        back(3),
        "The player of box 3 left for good.",
    ),
    Row(
        "CHIPS_IN_VIEW",
        started,
        disqualify(3, DisqualifiedFor.HIDDEN_CHIPS, ""),
        "The chips of box 3 were neither hidden nor removed as far as this says.",
    ),
    # chips
    Row("COUNT_BETWEEN_ROUNDS", wagered, count((1, 5)), "Wagers of round 1 lie on the layout."),
    Row("COUNTED_TWICE", over, count((1, 5), (1, 6)), "A box stands twice in this count."),
    Row(
        "CHIPS_IN_PLAY",
        wagered,
        correct_chips(1, 99),
        "100 of box 1 lies on the layout, more than the 99 it is to have.",
    ),
    Row("TALLIED_BEFORE", finished, count((1, 5)), "The session is tallied at this table."),
    Row(
        "CHIPS_NOT_PRESENTED",
        over,
        hand_in(1),
        "The session at this table is not tallied yet.",
    ),
    Row(
        "CHIPS_GO_BACK",
        finished,
        hand_in(1, Disposal.KEPT),
        "The chips of box 1 were given free and are the operator's.",
    ),
    Row(
        "NOT_REDEEMED",
        finished,
        hand_in(1, Disposal.REDEEMED),
        "The chips of box 1 were given free: the rule on redeeming chips does not hold for them.",
    ),
    Row(
        "NOT_YET_KEPT",
        lambda: over(free=False),
        hand_in(1, Disposal.KEPT),
        "Chips are kept or redeemed when the session has ended and they are tallied.",
    ),
    Row(
        "DISPOSED_BEFORE",
        lambda: after(finished(), hand_in(1)),
        hand_in(1),
        "It is on record what became of the chips of box 1.",
    ),
)


def reasons() -> Iterator[Reason]:
    """All reasons that the modules of table and blackjack hold."""
    for package in (table_package, blackjack):
        for module in pkgutil.walk_packages(package.__path__, f"{package.__name__}."):
            for value in vars(importlib.import_module(module.name)).values():
                if isinstance(value, Reason):
                    yield value


def refusal_of(row: Row) -> Refused:
    try:
        decision = TABLES.decide(row.command, row.play().state)
    except Refused as refused:
        return refused
    assert decision.refusal is not None, f"{row.code} was not refused"
    return decision.refusal


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row.code)
def test_what_people_are_told(row: Row) -> None:
    refusal = refusal_of(row)
    assert refusal.reason.code == row.code
    whole = row.says.endswith(".")
    assert refusal.sentence == row.says if whole else refusal.sentence.startswith(row.says)
    failure = failure_of(refusal)
    assert failure is not None
    assert failure.advice.endswith(".")
    for gap in ("{", "}", "(box)", "(shoe)", "(due)"):
        assert gap not in failure.advice


def test_every_reason_of_the_table_is_reached() -> None:
    assert {row.code for row in ROWS} == {reason.code for reason in reasons()}


def test_a_code_is_one_reason() -> None:
    found = {id(reason): reason.code for reason in reasons()}
    assert len(set(found.values())) == len(found)


def test_whatever_the_tournament_can_be_refused_stands_on_record() -> None:
    """Its words are reactions: a refusal that can't be recorded would park the tournament."""
    recorded = {reason.code for reason in TABLE_CODEC.recorded}
    words = (
        *(open_table(), change_seats(*seats(1, 1)), call_session(), hold(session=True)),
        *(resume(session=True), director(), director(present=False), close()),
        replace(hold(session=True), reason=""),
        replace(open_table(), seats=seats(3, 3)),
    )
    plays = (
        *(Play, seated, started, dealt, over, finished, lambda: called(seated())),
        lambda: after(started(), hold(session=True)),
        lambda: after(started(), hold()),
        lambda: after(finished(), close()),
        lambda: after(called(seated(terms(MINUTES_20))), time(1)),
    )
    for make in plays:
        for word in words:
            assert refused_for(word, make()) in {"", *recorded}


def refused_for(command: Command, play: Play) -> str:
    """The code that a command is refused for; empty if it is carried out."""
    try:
        TABLES.decide(command, play.state)
    except Refused as refused:
        return refused.reason.code
    return ""
