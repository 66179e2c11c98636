"""What stands in the director's log: about whom, by whom, when and how it was told."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from datetime import datetime

import pytest

from services.tournament.domain.terms import TallyStatus
from services.tournament.domain.tournament.extraordinary import (
    AllowFewer,
    EndWithoutFinal,
    ReturnHeld,
)
from services.tournament.domain.tournament.goods import DecideGoods
from services.tournament.domain.tournament.leaving import (
    CancelTournament,
    DisqualifyPlayer,
    Failing,
    WithdrawEntry,
)
from services.tournament.domain.tournament.log import OpenDispute, RuleDispute
from services.tournament.domain.tournament.parts import (
    Cancelling,
    Dispute,
    FrozenRecord,
    Kind,
    LogEntry,
    LogKind,
)
from services.tournament.domain.tournament.prizes import AddValue
from services.tournament.domain.tournament.rulings import RuleOnHeld, RuleOnResult
from services.tournament.domain.tournament.seating import ChangeSeat, DropSession
from services.tournament.domain.tournament.sessions import MoveSession, PlanSession
from tests.tournament.domain.tournaments import (
    DORA,
    EARLY,
    FINAL,
    HEAT,
    HOUR,
    OLGA,
    START,
    Story,
    conditions,
    confirm,
    final_of,
    nzd,
    opened,
    tallied,
)

Line = tuple[LogKind, str, tuple[int, ...], str, str, datetime]
RULING, NOTICE = LogKind.RULING, LogKind.NOTICE


def lines(story: Story) -> list[Line]:
    """The log, and that its lines are numbered."""
    log: tuple[LogEntry, ...] = story.state.log
    assert [each.number for each in log] == list(range(1, len(log) + 1))
    return [(e.kind, e.text, e.players, e.how, e.by, e.at) for e in log]


def out(player: int, reason: str = "hid chips", at: datetime = START) -> DisqualifyPlayer:
    return DisqualifyPlayer(player, Failing.RULES, reason, OLGA, at)


def heat(out_there: int = 0) -> Story:
    """A heat of two tables that is over, two of each going on but for who is disqualified there."""
    story = opened(8, conditions(stages=(replace(HEAT, advance=2), FINAL)))
    session = story.seat()
    story.start(session)
    for table, gone in ((1, out_there), (2, 0)):
        players = story.players(session, table)
        statuses = dict.fromkeys(players[:gone], TallyStatus.DISQUALIFIED)
        chips = dict(zip(players, (900, 800, 700, 600), strict=True))
        story.tally(session, table, tallied(chips, statuses=statuses))
    return story


def test_that_a_session_is_moved_is_a_notice_to_its_players() -> None:
    story, session = final_of(4)
    moving = MoveSession(session, START + HOUR, "a fair", "by letter", DORA, EARLY)
    players = story.players(session)
    text = f"Session {session} starts 2026-11-29 07:00 UTC: a fair"
    assert lines(story.do(moving)) == [(NOTICE, text, players, "by letter", DORA, EARLY)]


def test_that_seats_change_is_told_of_each_table() -> None:
    story = opened(9)
    session = story.seat()
    player = story.players(session, 1)[0]
    story.do(ChangeSeat(session, player, 2, 5, "beside his wife", OLGA, EARLY))
    said = "beside his wife"
    assert lines(story) == [
        (
            *(RULING, f"Seats of table {table}, session {session}: {said}"),
            *(story.players(session, table), "", OLGA, EARLY),
        )
        for table in (1, 2)
    ]


@pytest.mark.parametrize("by_a_ruling", [True, False])
def test_who_leaves_gives_the_seat_up_by_whom_it_was_said(by_a_ruling: bool) -> None:
    story, session = final_of(5)
    leaving = out(2, "rude", EARLY) if by_a_ruling else WithdrawEntry(2, EARLY)
    story.do(leaving)
    why, by = ("disqualified", OLGA) if by_a_ruling else ("withdrawn", "")
    freed = (
        *(RULING, f"Seats of table 1, session {session}: {why}"),
        *(story.players(session), "", by, EARLY),
    )
    ruled = (RULING, "Player 2 disqualified: rude", (2,), "", OLGA, EARLY)
    assert lines(story) == [*([ruled] if by_a_ruling else []), freed]


def test_a_session_that_is_dropped_is_told_to_who_would_have_played() -> None:
    story, session = final_of(4)
    players = story.players(session)
    story.do(DropSession(session, "a fire", DORA, EARLY))
    text = f"Session {session} is not held: a fire"
    assert lines(story) == [(RULING, text, players, "", DORA, EARLY)]


def test_a_session_that_others_play_in_now_is_not_held() -> None:
    story = heat()
    final = story.seat(2, starts_at=START + HOUR)
    seated = story.players(final)
    second = story.players(1, 1)[1]
    story.do(out(second))
    why = f"player {second} is disqualified"
    assert lines(story)[-1] == (
        *(RULING, f"Session {final} is not held: {why}"),
        *(tuple(player for player in seated if player != second), "", OLGA, START),
    )


def test_rulings_on_results_and_on_what_is_held_name_whom_they_are_about() -> None:
    story, session = final_of(5, conditions(stages=(FINAL,)))
    story.played(session, (900, 700, 500, 300, 100))
    story.do(AddValue(Kind.GOODS, None, "a cup", OLGA, START), confirm(story))
    players = story.players(session)
    first, second = players[:2]
    story.do(
        RuleOnHeld(second, nzd(20), "a spot prize", DORA, START),
        DecideGoods(0, 1, second, "as announced", DORA, START),
        RuleOnResult(session, 1, second, 750, "a chip under the cushion", DORA, START),
        out(first),
    )
    gone = f"player {first} is disqualified"
    assert lines(story) == [
        (
            RULING,
            f"NZD 20.00 of the pool to player {second}: a spot prize",
            (second,),
            "",
            DORA,
            START,
        ),
        (
            RULING,
            f"a cup of addition 1 to player {second}: as announced",
            (second,),
            "",
            DORA,
            START,
        ),
        (
            RULING,
            f"Player {second} is ruled to have held 750 chips at table 1, session {session}, "
            "not 700: a chip under the cushion",
            *(tuple(sorted(players)), "", DORA, START),
        ),
        (RULING, f"Player {first} disqualified: hid chips", (first,), "", OLGA, START),
        (RULING, f"The placings are open again: {gone}", (), "", OLGA, START),
    ]


Ruling = tuple[Callable[[], Story], object, str, str]


@pytest.mark.parametrize(
    ("make", "command", "text", "by"),
    [
        (
            lambda: heat(out_there=3).do(PlanSession(2, START + HOUR, START)),
            AllowFewer(2, "three are out", DORA, START),
            "Stage 2 may start with fewer than four players: three are out",
            DORA,
        ),
        (
            heat,
            EndWithoutFinal("the hall burnt", DORA, START),
            "Play is over without a final: the hall burnt",
            DORA,
        ),
        (
            lambda: (
                opened()
                .do(AddValue(Kind.CASH, nzd(1000), "", OLGA, EARLY))
                .do(CancelTournament(Cancelling.DOES_NOT_PROCEED, "nobody", OLGA, EARLY))
            ),
            ReturnHeld("added by the house", OLGA, START),
            "NZD 1,000.00 back to the operator: added by the house",
            OLGA,
        ),
    ],
)
def test_what_goes_otherwise_than_planned_is_in_the_log(
    make: Callable[[], Story], command: object, text: str, by: str
) -> None:
    story = make()
    story.do(command)  # type: ignore[arg-type]  # each is a command of tournaments
    assert lines(story)[-1] == (RULING, text, (), "", by, START)


def test_a_dispute_holds_who_opened_it_and_who_ruled() -> None:
    story = opened(2)
    record = (FrozenRecord("venues/akl/tables/2026-open-s1-t1", 41),)
    story.do(OpenDispute("the last card", (1, 2), record, OLGA, EARLY))
    opened_ = Dispute(1, "the last card", (1, 2), record, OLGA, EARLY, "", "", None)
    assert story.state.disputes == (opened_,)
    story.do(RuleDispute(1, "it stands", DORA, START))
    assert story.state.disputes == (
        replace(opened_, ruling="it stands", ruled_by=DORA, ruled_at=START),
    )
    assert lines(story) == [(RULING, "Dispute 1: it stands", (1, 2), "", DORA, START)]
