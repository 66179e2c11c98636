"""Sessions, tables and boxes (TBJ-3.3(c), 5.2, 5.4); cases T4 and T10."""

from __future__ import annotations

import hashlib
import itertools
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from services.kernel.law import Refused
from services.tournament.domain.tournament import leaving, sessions, staff, starting
from services.tournament.domain.tournament.advancing import going_on
from services.tournament.domain.tournament.entries import AcceptApplicant, ApplicantAccepted
from services.tournament.domain.tournament.leaving import Failing
from services.tournament.domain.tournament.parts import FixedSeat, SeatDraw
from services.tournament.domain.tournament.seating import (
    ChangeSeat,
    DropSession,
    SeatReserve,
    tables_for,
)
from services.tournament.domain.tournament.seats import (
    SeatingVoided,
    SeatsChanged,
    SeatsDrawn,
    TableSeated,
    draw_seats,
    even_sizes,
    shuffled,
)
from services.tournament.domain.tournament.sessions import new_session, seated_right
from tests.kit.law import permits, refuses
from tests.tournament.domain.tournaments import (
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
    final_of,
    opened,
    seat_session,
    tallied,
)

PLAYERS = tuple(range(1, 9))


def order_by_hand(entropy: bytes, players: list[int]) -> list[int]:
    """The draw as docs/auditing.md tells it, without the code that draws."""
    left, order = list(players), []
    for place in range(len(players) - 1, -1, -1):
        chance = hashlib.sha256(entropy + place.to_bytes(4, "big")).digest()
        number = int.from_bytes(hashlib.sha256(chance + bytes(4)).digest()[:8], "big")
        assert number < 2**64 - 2**64 % len(left)  # never thrown away for these bytes
        order.append(left.pop(number % len(left)))
    return order[::-1]


@pytest.mark.case("T10")
@permits("TBJ-3.3(c)(ii)")
def test_case_t10_anybody_draws_the_seats_again_from_the_record() -> None:
    story = opened(8)
    session = story.seat()
    found = story.state.session(session)
    assert found is not None
    assert found.draw is not None
    order = order_by_hand(found.draw.entropy, list(found.draw.players))
    assert shuffled(ENTROPY, PLAYERS) == tuple(order)
    assert story.players(session, 1) == tuple(order[:4])
    assert story.players(session, 2) == tuple(order[4:])
    assert draw_seats(found.draw) == {
        table.table: {seat.box: seat.player for seat in table.seats} for table in found.tables
    }


SESSION = {False: new_session(1, 1, START), True: new_session(2, 1, START, (1, 1))}
"""An ordinary session and a play-off."""


def test_every_order_of_three_players_is_as_likely() -> None:
    """6,000 draws over 6 orders; each within five standard deviations (28.9) of 1,000."""
    counts = dict.fromkeys(itertools.permutations((1, 2, 3)), 0)
    for number in range(6000):
        counts[shuffled(hashlib.sha256(number.to_bytes(4, "big")).digest(), (1, 2, 3))] += 1
    assert all(abs(count - 1000) < 145 for count in counts.values())


@pytest.mark.parametrize(
    ("players", "tables", "sizes"),
    [(56, 8, (7,) * 8), (10, 2, (5, 5)), (11, 2, (6, 5)), (15, 3, (5, 5, 5)), (4, 1, (4,))],
)
def test_tables_are_even(players: int, tables: int, sizes: tuple[int, ...]) -> None:
    assert even_sizes(players, tables) == sizes
    story = opened()
    story.do(sessions.PlanSession(1, START, EARLY))
    assert tables_for(story.state, story.state.sessions[0], players, 0) == tables


@permits("TBJ-5.4")
@pytest.mark.parametrize(("players", "playoff"), [(4, False), (7, False), (2, True), (7, True)])
def test_tbj_5_4_four_to_seven_and_two_in_a_play_off(players: int, playoff: bool) -> None:
    seated_right(opened().state, SESSION[playoff], 1, players)


@refuses("TBJ-5.4")
@pytest.mark.parametrize("players", [3, 8])
def test_tbj_5_4_neither_three_nor_eight(players: int) -> None:
    story = opened(players)
    story.do(sessions.PlanSession(1, START, EARLY))
    story.given.when(seat_session(1, tables=1)).refused("TABLE_SIZE", "TBJ-5.4")


def test_tbj_5_4_one_player_makes_no_play_off() -> None:
    with pytest.raises(Refused, match="TABLE_SIZE"):
        seated_right(opened().state, SESSION[True], 1, 1)


@permits("TBJ-5.2", "TBJ-3.3(c)(i)")
def test_tbj_5_2_every_player_of_the_session_gets_a_table_and_a_box() -> None:
    story = opened(8)
    story.do(sessions.PlanSession(1, START, EARLY))
    drawn, *tables = story.given.when(seat_session(1)).events
    assert isinstance(drawn, SeatsDrawn)
    assert drawn.draw == SeatDraw(ENTROPY, PLAYERS, (), 2, 1)
    seats = [seat for table in tables if isinstance(table, TableSeated) for seat in table.seats]
    assert sorted(seat.player for seat in seats) == list(PLAYERS)
    assert {seat.chips for seat in seats} == {1000}
    assert {seat.reference for seat in seats} == {f"ref-{n}" for n in PLAYERS}


@refuses("TBJ-5.2")
def test_tbj_5_2_a_session_without_seats_does_not_start() -> None:
    story = opened(4).do(sessions.PlanSession(1, START, EARLY))
    command = starting.StartSession(1, (), DORA, START)
    story.given.when(command).refused("NOT_SEATED", "TBJ-5.2")


@refuses("TBJ-3.3(c)(i)")
def test_tbj_3_3_c_i_nobody_is_allocated_to_two_sessions_of_a_stage() -> None:
    story = opened(8)
    story.do(sessions.PlanSession(1, START, EARLY), sessions.PlanSession(1, START + HOUR, EARLY))
    story.do(seat_session(1, players=(1, 2, 3, 4)))
    again = seat_session(2, players=(4, 5, 6, 7))
    story.given.when(again).refused("ALLOCATED_TWICE", "TBJ-3.3(c)(i)")
    story.do(seat_session(2))
    assert sorted(story.players(2)) == [5, 6, 7, 8]


@refuses("TBJ-3.3(c)(ii)")
def test_tbj_3_3_c_ii_seats_are_drawn_once() -> None:
    story = opened(4)
    session = story.seat()
    story.given.when(seat_session(session)).refused("SEATED_ALREADY", "TBJ-3.3(c)(ii)")


def test_who_needs_a_box_gets_it_and_nobody_else_does() -> None:
    story = opened(7)
    story.apply(box=7).do(AcceptApplicant(8, EARLY))
    session = story.seat()
    found = story.state.session(session)
    assert found is not None
    boxes = {seat.player: seat.box for table in found.tables for seat in table.seats}
    assert boxes[8] == 7
    assert sorted(boxes.values()) == [1, 1, 2, 2, 3, 3, 4, 7]


@pytest.mark.case("T4")
def test_case_t4_a_box_is_never_two_players() -> None:
    story = opened(8)
    story.do(sessions.PlanSession(1, START, EARLY))
    same = (FixedSeat(1, 1, 3), FixedSeat(2, 1, 3))
    story.given.when(seat_session(1, fixed=same)).refused("BOX_TAKEN", "TBJ-3.3(c)(ii)")
    story.do(seat_session(1, fixed=same[:1]))
    found = story.state.session(1)
    assert found is not None
    table = found.table(2)
    assert table is not None
    mover = table.players[0]
    moving = ChangeSeat(1, mover, 1, 3, "sees badly", OLGA, EARLY)
    story.given.when(moving).refused("BOX_TAKEN", "TBJ-3.3(c)(ii)")


def test_no_more_seats_are_fixed_at_a_table_than_it_has() -> None:
    """Eight players are four at each of two tables."""
    story = opened(8)
    story.do(sessions.PlanSession(1, START, EARLY))
    five = tuple(FixedSeat(player, 1, player) for player in range(1, 6))
    story.given.when(seat_session(1, fixed=five)).refused("BOX_TAKEN", "TBJ-3.3(c)(ii)")
    assert story.given.when(seat_session(1, fixed=five[:4])).refusal is None


def test_a_fixed_seat_has_to_be_there() -> None:
    story = opened(8)
    story.do(sessions.PlanSession(1, START, EARLY))
    for fixed in (FixedSeat(9, 1, 1), FixedSeat(1, 3, 1)):
        story.given.when(seat_session(1, fixed=(fixed,))).refused("SEAT_NOT_THERE")
    twice = (FixedSeat(1, 1, 1), FixedSeat(1, 2, 1))
    story.given.when(seat_session(1, fixed=twice)).refused("SEAT_NOT_THERE")


def test_a_player_is_moved_to_a_free_box_at_the_same_or_another_table() -> None:
    story = opened(9)
    session = story.seat()  # five at table 1, four at table 2
    player = story.players(session, 1)[0]
    here = ChangeSeat(session, player, 1, 7, "sees badly", OLGA, EARLY)
    (changed,) = story.given.when(here).events
    assert isinstance(changed, SeatsChanged)
    assert {seat.box: seat.player for seat in changed.seats}[7] == player
    there = ChangeSeat(session, player, 2, 5, "beside his wife", OLGA, EARLY)
    left, joined = story.given.when(there).events
    assert isinstance(left, SeatsChanged)
    assert isinstance(joined, SeatsChanged)
    assert (left.table, len(left.seats), joined.table, len(joined.seats)) == (1, 4, 2, 5)
    story.given.when(ChangeSeat(session, player, 1, 1, "", OLGA, EARLY)).nothing()
    story.given.when(ChangeSeat(session, 99, 1, 7, "", OLGA, EARLY)).refused("NOT_IN_SESSION")
    story.given.when(ChangeSeat(session, player, 3, 7, "", OLGA, EARLY)).refused("NO_SUCH_TABLE")


def test_a_reserve_takes_the_seat_of_who_did_not_come() -> None:
    made = conditions(fewest=4, most=5, stages=(FINAL,))
    story, session = final_of(5, made)
    story.apply()
    box = next(
        seat.box
        for table in story.state.sessions[0].tables
        for seat in table.seats
        if seat.player == 3
    )
    seating = SeatReserve(session, 6, 1, box, "for a no-show", OLGA, START)
    story.given.when(seating).refused("PLACES_GONE", "TBJ-3.2(e)")
    story.do(leaving.DisqualifyPlayer(3, Failing.ATTENDANCE, "", OLGA, START))
    accepted, changed = story.given.when(seating).events
    assert accepted == ApplicantAccepted(6, START)
    assert isinstance(changed, SeatsChanged)
    assert {seat.player for seat in changed.seats} == {1, 2, 4, 5, 6}
    twice = story.do(seating).given.when(seating)
    twice.refused("ALLOCATED_TWICE", "TBJ-3.3(c)(i)")


def test_no_table_takes_an_eighth() -> None:
    story = opened(7)
    session = story.seat()
    story.apply()
    seating = SeatReserve(session, 8, 1, 7, "", OLGA, START)
    story.given.when(seating).refused("TABLE_SIZE", "TBJ-5.4")


def test_who_is_out_is_no_reserve() -> None:
    story, session = final_of(5)
    story.apply().do(leaving.WithdrawEntry(6, EARLY))
    seating = SeatReserve(session, 6, 1, 7, "", OLGA, EARLY)
    story.given.when(seating).refused("NOT_GOING_ON", "TBJ-6.4")


def test_the_final_is_one_table() -> None:
    story = heat_of(4)
    story.do(sessions.PlanSession(2, START, START))
    story.given.when(seat_session(2)).refused("FINAL_IS_ONE_TABLE", "TBJ-6.5")


def heat_of(tables: int) -> Story:
    """A heat of four players a table that is over, two of each table having come through."""
    story = opened(4 * tables, conditions(stages=(replace(HEAT, advance=2), FINAL)))
    session = story.seat(tables=tables)
    story.start(session)
    for table in range(1, tables + 1):
        chips = dict(zip(story.players(session, table), (900, 800, 700, 600), strict=True))
        story.tally(session, table, tallied(chips))
    return story


def test_tbj_6_5_the_final_is_played_by_all_who_came_through() -> None:
    story = heat_of(3)
    through = (*story.players(1, 1)[:2], *story.players(1, 2)[:2], *story.players(1, 3)[:2])
    story.do(sessions.PlanSession(2, START, START))
    some = seat_session(2, players=through[:4])
    story.given.when(some).refused("FINAL_FOR_ALL", "TBJ-6.5")
    story.do(seat_session(2))
    assert sorted(story.players(2)) == sorted(through)


def test_tbj_6_5_there_is_one_final() -> None:
    story = heat_of(3)
    first = story.seat(2)
    story.do(sessions.PlanSession(2, START, START))
    story.given.when(seat_session(3)).refused("FINAL_SEATED", "TBJ-6.5")
    story.do(DropSession(first, "another room", OLGA, START), seat_session(3))
    assert len(story.players(3)) == 6


def test_tbj_6_4_nobody_who_was_accepted_is_passed_over() -> None:
    story = opened(13, conditions(stages=(replace(HEAT, advance=2), FINAL)))
    story.do(sessions.PlanSession(1, START, EARLY))
    story.do(seat_session(1, players=tuple(range(1, 13)), tables=3))
    story.start(1)
    for table in (1, 2, 3):
        chips = dict(zip(story.players(1, table), (900, 800, 700, 600), strict=True))
        story.tally(1, table, tallied(chips))
    story.do(sessions.PlanSession(2, START, START))
    said = story.given.when(seat_session(2)).refused("STAGE_UNDECIDED", "TBJ-6.4").sentence
    assert "player 13 had no seat in the stage before" in said
    story.do(leaving.WithdrawEntry(13, START), seat_session(2))


def test_a_final_of_players_who_came_late_does_not_start_without_them() -> None:
    story, session = final_of(5)
    story.enter(1).do(staff.RecordPresence(session, True, DORA, START))
    command = starting.StartSession(session, (), DORA, START)
    story.given.when(command).refused("FINAL_FOR_ALL", "TBJ-6.5")
    story.do(SeatReserve(session, 6, 1, 7, "came late", OLGA, START), command)


def test_who_needs_a_box_has_it_in_a_play_off() -> None:
    made = conditions(stages=(FINAL,))
    story = opened(3, made).apply(box=6).do(AcceptApplicant(4, EARLY))
    story.apply(box=6).do(AcceptApplicant(5, EARLY))
    story.do(sessions.PlanSession(1, START, EARLY))
    story.do(seat_session(1, fixed=(FixedSeat(5, 1, 7),)))
    players = story.players(1)
    story.start(1)
    story.tally(1, 1, tallied({p: 900 if p in (4, 5) else 10 for p in players}))
    number = story.playoff(1)
    off = story.state.session(number)
    assert off is not None
    assert {seat.player: seat.box for seat in off.tables[0].seats} == {4: 6, 5: 1}


def test_who_left_a_table_short_keeps_it_from_starting() -> None:
    story, session = final_of(4)
    story.do(staff.RecordPresence(session, True, DORA, START))
    story.do(leaving.DisqualifyPlayer(1, Failing.ATTENDANCE, "", OLGA, START))
    command = starting.StartSession(session, (), DORA, START)
    story.given.when(command).refused("TABLE_SIZE", "TBJ-5.4")


@given(
    entropy=st.binary(min_size=32, max_size=32),
    count=st.integers(8, 70),
    fixed=st.lists(st.tuples(st.integers(1, 70), st.integers(1, 7)), max_size=5),
)
def test_no_player_is_in_two_boxes_and_no_box_has_two_players(
    entropy: bytes, count: int, fixed: list[tuple[int, int]]
) -> None:
    players = tuple(range(1, count + 1))
    tables = -(-count // 7)
    wanted = {player: box for player, box in fixed if player <= count}
    by_box = list(wanted.values())
    if any(by_box.count(box) > tables for box in by_box):
        return  # not to be had
    anywhere = tuple(FixedSeat(player, 0, box) for player, box in wanted.items())
    draw = SeatDraw(entropy, players, anywhere, tables, 1)
    try:
        seats = draw_seats(draw)
    except Refused:
        return  # there is such a box, but not where there is room
    boxes = [(table, box) for table, of in seats.items() for box in of]
    seated = [player for of in seats.values() for player in of.values()]
    assert len(boxes) == len(set(boxes)) == count
    assert sorted(seated) == list(players)
    sizes = sorted(len(of) for of in seats.values())
    assert sizes[-1] - sizes[0] <= 1
    assert {p: b for of in seats.values() for b, p in of.items() if p in wanted} == wanted


def test_a_stage_is_chosen_from_the_conditions() -> None:
    story = opened(4, conditions(stages=(HEAT, FINAL)))
    for stage in (0, 3):
        story.given.when(sessions.PlanSession(stage, START, EARLY)).refused("NO_SUCH_STAGE")


def test_a_session_that_has_not_started_is_dropped_and_its_players_seated_anew() -> None:
    story = opened(9)
    session = story.seat()
    dropping = DropSession(session, "three tables are better", OLGA, EARLY)
    voided = SeatingVoided(session, (1, 2), "three tables are better", OLGA, EARLY)
    after = story.given.when(dropping).then(voided).state
    assert after.log[-1].text == "Session 1 is not held: three tables are better"
    story.do(dropping)
    again = story.seat()
    assert sorted(story.players(again, 1) + story.players(again, 2)) == list(range(1, 10))
    story.given.when(dropping).refused("SESSION_OVER")
    story.start(again)
    story.given.when(DropSession(again, "", OLGA, START)).refused("SESSION_OVER")


def test_a_session_planned_by_mistake_does_not_keep_the_next_stage_waiting() -> None:
    story = opened(8)
    played = story.seat()
    story.do(sessions.PlanSession(1, START, EARLY))
    story.start(played)
    for table in (1, 2):
        chips = dict(zip(story.players(played, table), (900, 800, 700, 600), strict=True))
        story.tally(played, table, tallied(chips))
    _, why = going_on(story.state, 2)
    assert why == "session 2 is not over"
    story.do(DropSession(2, "planned by mistake", OLGA, START))
    players, why = going_on(story.state, 2)
    assert (len(players), why) == (2, "")
