"""Results, who goes on, corrections and rulings (TBJ-6.1 to 6.4, 4.10); T9, T12."""

from __future__ import annotations

from dataclasses import replace

import pytest

from services.tournament.domain.terms import TableEnd, TallyStatus
from services.tournament.domain.tournament import sessions
from services.tournament.domain.tournament.advancing import Scores, Settled, settle
from services.tournament.domain.tournament.conditions_state import BehindSurvivor
from services.tournament.domain.tournament.leaving import (
    DisqualifyPlayer,
    Failing,
    PlayerDisqualified,
)
from services.tournament.domain.tournament.outcomes import correctable
from services.tournament.domain.tournament.parts import LogKind, SessionState
from services.tournament.domain.tournament.playoffs import CallPlayoff
from services.tournament.domain.tournament.prizes import ConfirmPlacings
from services.tournament.domain.tournament.results import (
    CorrectTableResult,
    QualifiersDetermined,
    RecordTableResult,
    SessionCompleted,
    TableResultCorrected,
    TableResultRecorded,
)
from services.tournament.domain.tournament.rulings import ResultRuled, RuleOnResult, still_remaining
from services.tournament.domain.tournament.seating import SeatReserve
from services.tournament.domain.tournament.seats import SeatingVoided
from services.tournament.domain.tournament.starting import TablesClosed
from tests.kit.law import permits, refuses
from tests.tournament.domain.heats import by_box, heats
from tests.tournament.domain.tournaments import (
    DORA,
    EARLY,
    ENTROPY,
    HOUR,
    OLGA,
    START,
    conditions,
    final_of,
    seat_session,
    tallied,
)

PLAY_OFF, NOBODY = BehindSurvivor.PLAY_OFF, BehindSurvivor.NOBODY


def corrected(players, chips) -> CorrectTableResult:
    tallies = tallied(by_box(players, chips)).tallies
    about = ("stack counted twice", "gus", START)
    return CorrectTableResult(1, 1, tallies, TableEnd.LENGTH, (), *about)


# -- who goes on -------------------------------------------------------------------------------


@permits("TBJ-6.2", "TBJ-6.3")
def test_tbj_6_2_the_most_chips_go_on_as_many_as_the_conditions_say() -> None:
    scores = Scores.of(tallied({1: 400, 2: 900, 3: 700, 4: 0}))
    assert settle(scores, (), 1, PLAY_OFF) == Settled((2,))
    assert settle(scores, (), 2, PLAY_OFF) == Settled((2, 3))


def test_tbj_6_2_equals_who_all_go_on_need_no_play_off() -> None:
    scores = Scores.of(tallied({1: 900, 2: 900, 3: 700, 4: 100}))
    assert settle(scores, (), 2, PLAY_OFF) == Settled((1, 2))


def test_tbj_6_2_equals_for_the_last_place_play_off_for_it() -> None:
    scores = Scores.of(tallied({1: 900, 2: 700, 3: 700, 4: 700}))
    assert settle(scores, (), 2, PLAY_OFF) == Settled((1,), (2, 3, 4), 1)
    settled = Scores.of(tallied({2: 100, 3: 400, 4: 400}))
    assert settle(scores, (settled,), 2, PLAY_OFF) == Settled((1,), (3, 4), 1)
    again = Scores.of(tallied({3: 10, 4: 20}))
    assert settle(scores, (settled, again), 2, PLAY_OFF) == Settled((1, 4))


def test_behind_a_single_survivor_the_others_play_off_or_nobody_else_goes_on() -> None:
    scores = Scores.of(tallied({1: 900, 2: 0, 3: 0, 4: 0}))
    assert settle(scores, (), 2, PLAY_OFF) == Settled((1,), (2, 3, 4), 1)
    assert settle(scores, (), 2, NOBODY) == Settled((1,))


def test_tbj_4_10_those_who_remained_stand_before_those_who_were_out_before() -> None:
    broke = tallied({1: 0, 2: 0, 3: 0, 4: 0}, TableEnd.ALL_BROKE, remaining=(2, 4))
    assert settle(Scores.of(broke), (), 1, PLAY_OFF) == Settled((), (2, 4), 1)


def test_who_is_disqualified_at_the_table_goes_nowhere() -> None:
    statuses = {2: TallyStatus.DISQUALIFIED, 3: TallyStatus.LEFT}
    scores = Scores.of(tallied({1: 400, 2: 900, 3: 700, 4: 0}, statuses=statuses))
    assert settle(scores, (), 1, PLAY_OFF) == Settled((3,))


def test_tbj_6_1_a_result_tells_at_once_who_goes_on_and_the_last_one_ends_the_session() -> None:
    story, one, two = heats()
    first = tallied(by_box(one, (900, 100, 700, 0)))
    story.given.when(RecordTableResult(1, 1, first, START)).then(
        TableResultRecorded(1, 1, first, START),
        QualifiersDetermined(1, 1, (one[0], one[2]), (), START),
    )
    story.tally(1, 1, first)
    second = tallied(by_box(two, (0, 500, 500, 500)))
    tied = tuple(sorted(two[1:]))
    story.given.when(RecordTableResult(1, 2, second, START)).then(
        TableResultRecorded(1, 2, second, START),
        QualifiersDetermined(1, 2, (), tied, START),
        SessionCompleted(1, START),
    )


def test_a_result_counts_once_and_only_of_a_session_in_play() -> None:
    story, one, _ = heats()
    first = tallied(by_box(one, (900, 100, 700, 0)))
    story.tally(1, 1, first)
    story.given.when(RecordTableResult(1, 1, first, START)).nothing()
    for session, table in (1, 9), (2, 1):
        command = RecordTableResult(session, table, first, START)
        story.given.when(command).refused("RESULT_NOT_EXPECTED", "TBJ-6.1")


@permits("TBJ-6.4")
def test_tbj_6_4_only_those_who_won_through_play_in_the_next_stage() -> None:
    story, one, two = heats()
    story.tally(1, 1, tallied(by_box(one, (900, 100, 700, 0))))
    story.tally(1, 2, tallied(by_box(two, (900, 100, 700, 0))))
    final = story.seat(2, starts_at=START + HOUR)
    assert sorted(story.players(final)) == sorted((one[0], one[2], two[0], two[2]))


@refuses("TBJ-6.4")
def test_tbj_6_4_nobody_else_is_seated_in_it() -> None:
    story, one, two = heats()
    story.do(sessions.PlanSession(2, START + HOUR, START))
    story.given.when(seat_session(2)).refused("STAGE_UNDECIDED", "TBJ-6.4")
    story.tally(1, 1, tallied(by_box(one, (900, 100, 700, 0))))
    story.tally(1, 2, tallied(by_box(two, (900, 500, 500, 0))))
    waits = story.given.when(seat_session(2)).refused("STAGE_UNDECIDED", "TBJ-6.4")
    assert "table 2 of session 1 needs a play-off" in waits.sentence
    story.played(story.playoff(1, 2), (10, 0), table=2)
    lost = seat_session(2, players=(one[0], one[1], one[2], two[0]))
    story.given.when(lost).refused("NOT_GOING_ON", "TBJ-6.4")
    story.do(seat_session(2))
    reserve = SeatReserve(2, one[1], 1, 7, "", OLGA, START)
    story.given.when(reserve).refused("NOT_GOING_ON", "TBJ-6.4")


# -- corrections and rulings -------------------------------------------------------------------


@pytest.mark.case("T12")
def test_case_t12_a_correction_says_who_when_old_new_and_why() -> None:
    story, one, _ = heats()
    was = tallied(by_box(one, (900, 100, 700, 0)))
    story.tally(1, 1, was)
    command = corrected(one, (900, 800, 700, 0))
    after = story.given.when(command).then(
        TableResultCorrected(
            *(1, 1, was.tallies, command.tallies, TableEnd.LENGTH, ()),
            *("stack counted twice", "gus", START),
        ),
        QualifiersDetermined(1, 1, (one[0], one[1]), (), START),
    )
    entry = after.state.log[-1]
    assert (entry.kind, entry.by, entry.at) == (LogKind.RULING, "gus", START)
    a, b, c, d = one
    assert entry.text == (
        f"Tally of table 1, session 1: {a}: 900, {b}: 100, {c}: 700, {d}: 0 corrected to "
        f"{a}: 900, {b}: 800, {c}: 700, {d}: 0: stack counted twice"
    )


@pytest.mark.case("T9")
@permits("TBJ-6.4")
def test_case_t9_a_correction_before_the_next_session_leaves_only_the_right_player_in_it() -> None:
    story, one, two = heats()
    story.tally(1, 1, tallied(by_box(one, (900, 100, 700, 0))))
    story.tally(1, 2, tallied(by_box(two, (900, 100, 700, 0))))
    final = story.seat(2, starts_at=START + HOUR)
    assert one[2] in story.players(final)
    voided = story.given.when(corrected(one, (900, 800, 700, 0))).events[-1]
    why = "the tally of table 1 in session 1 was corrected"
    assert voided == SeatingVoided(final, (1,), why, "gus", START)
    story.do(corrected(one, (900, 800, 700, 0)))
    again = story.seat(2, starts_at=START + HOUR)
    assert one[1] in story.players(again)
    assert one[2] not in story.players(again)
    assert story.state.sessions[final - 1].state is SessionState.VOID


@pytest.mark.case("T9")
@refuses("TBJ-6.4")
def test_case_t9_after_it_has_started_only_a_ruling_with_those_affected_listed() -> None:
    story, one, two = heats()
    story.tally(1, 1, tallied(by_box(one, (900, 100, 700, 0))))
    story.tally(1, 2, tallied(by_box(two, (900, 100, 700, 0))))
    final = story.seat(2, starts_at=START + HOUR)
    assert correctable(story.state, 1, 1)
    ruling = RuleOnResult(1, 1, one[1], 800, "stack counted twice", DORA, START + HOUR)
    story.given.when(ruling).refused("CORRECT_INSTEAD", "TBJ-6.1")
    story.start(final)
    assert story.events[-1] == TablesClosed(1, (1, 2), START + HOUR)
    assert not correctable(story.state, 1, 1)
    late = story.given.when(corrected(one, (900, 800, 700, 0)))
    late.refused("NEXT_SESSION_STARTED", "TBJ-6.4")
    affected = tuple(sorted({*one, two[0], two[2]}))
    after = story.given.when(ruling).then(
        ResultRuled(1, 1, one[1], 100, 800, "stack counted twice", affected, DORA, START + HOUR)
    )
    # Who went on stays.
    table = after.state.sessions[0].table(1)
    assert table is not None
    assert table.qualified == (one[0], one[2])
    assert after.state.log[-1].players == affected


def test_a_correction_that_changes_nobodys_way_leaves_the_seats() -> None:
    story, one, two = heats()
    story.tally(1, 1, tallied(by_box(one, (900, 100, 700, 0))))
    story.tally(1, 2, tallied(by_box(two, (900, 100, 700, 0))))
    story.seat(2, starts_at=START + HOUR)
    events = story.given.when(corrected(one, (950, 100, 700, 0))).events
    assert [type(event) for event in events] == [TableResultCorrected, QualifiersDetermined]
    story.given.when(corrected(one, (900, 100, 700, 0))).nothing()


def test_a_correction_that_makes_a_play_off_needless_voids_it() -> None:
    story, one, _ = heats(conditions())
    story.tally(1, 1, tallied(by_box(one, (900, 900, 700, 0))))
    playoff = story.playoff(1)
    voided = story.given.when(corrected(one, (900, 890, 700, 0))).events[-1]
    assert isinstance(voided, SeatingVoided)
    assert voided.session == playoff
    story.start(playoff)
    late = story.given.when(corrected(one, (900, 890, 700, 0)))
    late.refused("NEXT_SESSION_STARTED", "TBJ-6.4")


def test_a_ruling_is_about_a_tally_that_there_is() -> None:
    story, one, two = heats()
    missing = RuleOnResult(1, 1, one[0], 800, "", DORA, START)
    story.given.when(missing).refused("NO_RESULT", "TBJ-6.1")
    story.tally(1, 1, tallied(by_box(one, (900, 100, 700, 0))))
    other = RuleOnResult(1, 1, two[0], 800, "", DORA, START)
    story.given.when(other).refused("NO_RESULT", "TBJ-6.1")
    by_olga = replace(other, by=OLGA)
    story.given.when(by_olga).refused("NOT_THE_DIRECTOR", "TBJ-1.0-director")


def test_who_is_disqualified_while_tied_leaves_the_others_to_play_off_or_go_on() -> None:
    story, one, two = heats(conditions())
    story.tally(1, 1, tallied(by_box(one, (900, 900, 900, 0))))
    story.tally(1, 2, tallied(by_box(two, (900, 100, 700, 0))))
    out = DisqualifyPlayer(one[0], Failing.RULES, "left the table", OLGA, START)
    story.do(out, replace(out, player=one[1]))
    # One of the three is left: nothing has to be played off any more.
    command = CallPlayoff(1, 1, START, ENTROPY, DORA, START)
    story.given.when(command).refused("NO_TIE")
    made = story.do(sessions.PlanSession(2, START + HOUR, EARLY)).given
    refused = made.when(seat_session(len(story.state.sessions))).refused("TABLE_SIZE")
    assert refused.facts["players"] == "2"  # the survivor of table 1 and the winner of table 2


def test_who_is_disqualified_at_a_play_off_has_no_place_and_the_other_wins() -> None:
    """Two tie for the most chips, and one of them hides chips in the play-off (rule 5.10)."""
    story, session = final_of(4)
    story.played(session, (900, 900, 700, 100))
    playoff = story.playoff(session)
    story.start(playoff)
    cheat, other = story.players(playoff)
    result = tallied({cheat: 800, other: 100}, statuses={cheat: TallyStatus.DISQUALIFIED})
    events = story.given.when(RecordTableResult(playoff, 1, result, START)).events
    out = PlayerDisqualified(cheat, 0, 0, f"at table 1 of session {playoff}", "", START)
    assert out in events
    assert QualifiersDetermined(session, 1, (), (), START) in events
    story.tally(playoff, 1, result)
    assert cheat in story.state.out
    story.do(ConfirmPlacings(DORA, START))
    third = story.players(session)[2]
    assert [each.players for each in story.state.placings][:2] == [(other,), (third,)]
    assert cheat not in {award.player for award in story.state.awards}


def test_tbj_4_10_a_who_is_found_to_have_chips_plays_off_with_nobody() -> None:
    """All lost their last chips in one round, and then a stack is found: who has it goes on."""
    story, one, _ = heats()
    story.tally(1, 1, tallied(dict.fromkeys(one, 0), TableEnd.ALL_BROKE, one))
    session = story.state.session(1)
    assert session is not None
    assert session.tables[0].tied == tuple(sorted(one))
    tallies = tallied({**dict.fromkeys(one, 0), one[2]: 700}).tallies
    about = ("a stack under the cushion", "gus", START)
    correcting = CorrectTableResult(1, 1, tallies, TableEnd.LAST_PLAYER, (), *about)
    _, now = story.given.when(correcting).events
    assert isinstance(now, QualifiersDetermined)
    # Two of each table go on: one, and a play-off for the other place.
    assert now.qualified[:1] == (one[2],)
    assert one[2] not in now.tied
    after = story.do(correcting).state.session(1)
    assert after is not None
    result = after.tables[0].result
    assert result is not None
    assert (result.end, result.remaining) == (TableEnd.LAST_PLAYER, ())
    story.given.when(correcting).nothing()


def test_tbj_4_10_b_a_ruling_that_one_could_have_wagered_leaves_no_play_off_of_all() -> None:
    result = tallied({1: 9, 2: 9, 3: 9, 4: 0}, TableEnd.ALL_SHORT, (1, 2, 3))
    assert still_remaining(result, 10) == result
    assert still_remaining(result, 9).remaining == ()
    assert still_remaining(result, 9).end is TableEnd.LENGTH
