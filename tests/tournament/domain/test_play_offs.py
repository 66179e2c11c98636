"""Play-offs: who plays one, for what, and with which chips (TBJ-4.10, 6.2, 6.6); T1."""

from __future__ import annotations

from dataclasses import replace

import pytest

from services.tournament.domain.terms import TableEnd
from services.tournament.domain.tournament.conditions_state import FurtherChips
from services.tournament.domain.tournament.outcomes import correctable
from services.tournament.domain.tournament.playoffs import CallPlayoff, PlayoffCalled
from services.tournament.domain.tournament.results import (
    QualifiersDetermined,
    RecordTableResult,
    SessionCompleted,
    TableResultRecorded,
)
from services.tournament.domain.tournament.seating import SeatReserve
from services.tournament.domain.tournament.seats import SeatsDrawn, TableSeated
from services.tournament.domain.tournament.starting import TablesClosed
from tests.kit.law import means, permits, refuses
from tests.tournament.domain.heats import by_box, heats
from tests.tournament.domain.tournaments import (
    DORA,
    ENTROPY,
    OLGA,
    START,
    conditions,
    final_of,
    readings,
    tallied,
)

# -- play-offs ---------------------------------------------------------------------------------


@means("TBJ-1.0-playoff", side="inside")
@permits("TBJ-6.2")
@pytest.mark.case("T1")
def test_case_t1_equals_of_a_table_play_off_and_no_coin_is_tossed() -> None:
    story, one, _ = heats(conditions())
    story.tally(1, 1, tallied(by_box(one, (900, 900, 700, 0))))
    called, drawn, seated = story.given.when(CallPlayoff(1, 1, START, ENTROPY, DORA, START)).events
    assert called == PlayoffCalled(2, 1, 1, 1, START, DORA, START)
    assert isinstance(drawn, SeatsDrawn)
    assert isinstance(seated, TableSeated)
    assert {seat.player: seat.chips for seat in seated.seats} == {one[0]: 500, one[1]: 500}
    assert seated.terms.playoff
    assert (seated.terms.required, seated.table) == (1, 1)


@means("TBJ-1.0-playoff", side="outside")
@refuses("TBJ-1.0-playoff")
def test_tbj_1_0_no_play_off_where_no_result_is_needed() -> None:
    story, one, _ = heats()
    story.tally(1, 1, tallied(by_box(one, (900, 900, 700, 0))))  # both of the equals go on
    command = CallPlayoff(1, 1, START, ENTROPY, DORA, START)
    story.given.when(command).refused("NO_TIE", "TBJ-1.0-playoff")


@refuses("TBJ-6.2")
def test_tbj_6_2_one_play_off_after_the_other() -> None:
    story, one, _ = heats(conditions())
    story.tally(1, 1, tallied(by_box(one, (900, 900, 700, 0))))
    story.playoff(1)
    again = CallPlayoff(1, 1, START, ENTROPY, DORA, START)
    story.given.when(again).refused("PLAYOFF_UNDER_WAY", "TBJ-6.2")


@refuses("TBJ-1.0-playoff")
def test_tbj_1_0_nothing_is_played_off_before_the_table_is_over_nor_at_a_play_off() -> None:
    story, one, _ = heats(conditions())
    early = CallPlayoff(1, 1, START, ENTROPY, DORA, START)
    story.given.when(early).refused("NO_TIE", "TBJ-1.0-playoff")
    story.tally(1, 1, tallied(by_box(one, (900, 900, 700, 0))))
    playoff = story.playoff(1)
    story.played(playoff, (20, 20))
    # that it has to be played off again is a matter of the table that it settles
    of_it = CallPlayoff(playoff, 1, START, ENTROPY, DORA, START)
    story.given.when(of_it).refused("NO_TIE", "TBJ-1.0-playoff")
    again = story.given.when(early).events[0]
    assert again == PlayoffCalled(3, 1, 1, 1, START, DORA, START)


@permits("TBJ-6.6")
def test_tbj_6_6_the_tally_of_a_final_says_at_once_who_plays_off() -> None:
    story, session = final_of(4)
    story.start(session)
    players = story.players(session)
    tied = tuple(sorted(players[:2]))
    over = tallied(by_box(players, (900, 900, 500, 300)))
    story.given.when(RecordTableResult(session, 1, over, START)).then(
        TableResultRecorded(session, 1, over, START),
        QualifiersDetermined(session, 1, (), tied, START),
        SessionCompleted(session, START),
    )


def test_two_start_a_play_off_and_its_winner_goes_on() -> None:
    story, one, _ = heats(conditions())
    story.tally(1, 1, tallied(by_box(one, (900, 900, 700, 0))))
    playoff = story.playoff(1)
    winner = story.players(playoff)[1]
    story.played(playoff, (10, 20))
    table = story.state.sessions[0].table(1)
    assert table is not None
    assert (table.qualified, table.tied) == ((winner,), ())


def test_the_start_of_a_play_off_closes_the_table_that_it_is_for_and_no_other() -> None:
    story, one, two = heats(conditions())
    story.tally(1, 1, tallied(by_box(one, (900, 900, 700, 0))))
    story.tally(1, 2, tallied(by_box(two, (900, 100, 700, 0))))
    story.start(story.playoff(1))
    assert story.events[-1] == TablesClosed(1, (1,), START)
    assert not correctable(story.state, 1, 1)
    assert correctable(story.state, 1, 2)


def test_a_play_off_is_nobody_elses() -> None:
    story, one, _ = heats(conditions())
    story.tally(1, 1, tallied(by_box(one, (900, 900, 700, 0))))
    playoff = story.playoff(1)
    reserve = SeatReserve(playoff, one[2], 1, 7, "", OLGA, START)
    story.given.when(reserve).refused("PLAYOFF_SEATS", "TBJ-1.0-playoff")


@pytest.mark.parametrize(
    ("reading", "held"),
    [(FurtherChips.REPLACE, (500, 500)), (FurtherChips.ADD, (504, 508))],
)
def test_tbj_4_10_b_all_short_play_off_with_an_equal_further_amount(
    reading: FurtherChips, held: tuple[int, int]
) -> None:
    made = conditions(readings=readings(further_chips=reading))
    story, one, _ = heats(made)
    short = tallied(by_box(one, (4, 8, 0, 0)), TableEnd.ALL_SHORT, remaining=(one[0], one[1]))
    story.tally(1, 1, short)
    number = story.playoff(1)
    playoff = story.state.session(number)
    assert playoff is not None
    chips = {seat.player: seat.chips for seat in playoff.tables[0].seats}
    assert (chips[one[0]], chips[one[1]]) == held


def test_tbj_4_10_a_further_chips_are_at_most_what_the_session_started_with() -> None:
    """A play-off starts with 500; when both go broke in one round, each has at most 500 again."""
    made = conditions()
    assert made.playoffs is not None
    story, one, _ = heats(replace(made, playoffs=replace(made.playoffs, further=900)))
    story.tally(1, 1, tallied(by_box(one, (900, 900, 700, 0))))
    playoff = story.playoff(1)
    story.start(playoff)
    a, b = story.players(playoff)
    story.tally(playoff, 1, tallied({a: 0, b: 0}, TableEnd.ALL_BROKE, remaining=(a, b)))
    number = story.playoff(1)
    second = story.state.session(number)
    assert second is not None
    assert {seat.chips for seat in second.tables[0].seats} == {500}


def test_behind_a_single_survivor_of_the_final_an_equal_reissue() -> None:
    story, session = final_of(4)
    story.played(session, (4000, 0, 0, 0))
    number = story.playoff(session)
    playoff = story.state.session(number)
    assert playoff is not None
    assert {seat.chips for seat in playoff.tables[0].seats} == {500}
    assert len(playoff.players) == 3
