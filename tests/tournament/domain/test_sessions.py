"""The director, and sessions that are moved, started, held (TBJ-1.0-director, 3.8, 5.1)."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

from services.tournament.domain.terms import Length
from services.tournament.domain.tournament import staff
from services.tournament.domain.tournament.holding import (
    HoldSession,
    ResumeSession,
    SessionHeld,
    SessionResumed,
)
from services.tournament.domain.tournament.parts import LogKind
from services.tournament.domain.tournament.sessions import (
    MoveSession,
    PlanSession,
    SessionMoved,
    SessionPlanned,
)
from services.tournament.domain.tournament.staff import (
    DesignateDirector,
    DirectorDesignated,
    DirectorPresence,
    RecordPresence,
)
from services.tournament.domain.tournament.starting import (
    Readiness,
    SessionStarted,
    StartSession,
)
from tests.kit.law import permits, refuses
from tests.tournament.domain.tournaments import (
    DORA,
    EARLY,
    FINAL,
    HOUR,
    OLGA,
    ROUNDS,
    START,
    conditions,
    confirm,
    final_of,
    opened,
)

LATER = START + HOUR
THIRTY = timedelta(minutes=30)
"""Reasonable notice, by the profile."""


def moving(starts_at=LATER, at=START - THIRTY, by=DORA) -> MoveSession:
    return MoveSession(1, starts_at, "a fire alarm", "announced at the tables", by, at)


@permits("TBJ-1.0-director")
def test_tbj_1_0_the_operator_designates_the_director() -> None:
    story = opened()
    story.given.when(DesignateDirector("eva", EARLY)).then(DirectorDesignated("eva", EARLY))
    for spelled in (" DORA", "do\u200bra", "dora\u3164", "do\ufe0fra"):
        story.given.when(DesignateDirector(spelled, EARLY)).nothing()


@refuses("TBJ-1.0-director")
def test_tbj_1_0_nobody_but_the_director_conducts_the_tournament() -> None:
    story, session = final_of(4)
    for command in (
        moving(by=OLGA),
        RecordPresence(session, True, OLGA, START),
        StartSession(session, (), OLGA, START),
    ):
        story.given.when(command).refused("NOT_THE_DIRECTOR", "TBJ-1.0-director")


def test_a_director_who_is_relieved_is_present_no_more() -> None:
    story, session = final_of(4)
    story.start(session)
    story.given.when(DesignateDirector("eva", START)).then(
        DirectorDesignated("eva", START),
        DirectorPresence(session, (1,), False, DORA, START),
    )


@permits("TBJ-5.1")
def test_tbj_5_1_the_director_comes_and_play_begins() -> None:
    story, session = final_of(4)
    coming = RecordPresence(session, True, DORA, START)
    story.given.when(coming).then(DirectorPresence(session, (1,), True, DORA, START))
    story.do(coming).given.when(coming).nothing()
    ends = START + timedelta(minutes=20)
    story.given.when(StartSession(session, (), DORA, START)).then(
        SessionStarted(session, (1,), ends, DORA, START)
    )


@refuses("TBJ-5.1")
def test_tbj_5_1_without_the_director_no_session_starts() -> None:
    story, session = final_of(4)
    starting = StartSession(session, (), DORA, START)
    story.given.when(starting).refused("DIRECTOR_AWAY", "TBJ-5.1")
    story.do(
        RecordPresence(session, True, DORA, START), RecordPresence(session, False, DORA, START)
    )
    story.given.when(starting).refused("DIRECTOR_AWAY", "TBJ-5.1")


def test_presence_is_recorded_where_there_is_something_to_be_present_at() -> None:
    story = opened(4).do(PlanSession(1, START, EARLY))
    story.given.when(RecordPresence(1, True, DORA, START)).refused("SESSION_OVER")
    story.given.when(RecordPresence(2, True, DORA, START)).refused("NO_SUCH_SESSION")


def test_a_session_of_rounds_has_no_instant_at_which_it_ends() -> None:
    made = conditions(stages=(replace(FINAL, length=Length(ROUNDS, 30)),))
    story, session = final_of(4, made)
    story.do(staff.RecordPresence(session, True, DORA, START))
    story.given.when(StartSession(session, (), DORA, START)).then(
        SessionStarted(session, (1,), None, DORA, START)
    )


def test_tbj_4_3_a_table_that_lacks_something_keeps_the_session_from_starting() -> None:
    story, session = final_of(4)
    story.do(RecordPresence(session, True, DORA, START))
    lacking = (Readiness(1, 3, "player 2 has no chips"),)
    starting = StartSession(session, lacking, DORA, START)
    refused = story.given.when(starting).refused("TABLES_NOT_READY", "TBJ-4.3")
    assert refused.sentence == "Table 1 is not ready: player 2 has no chips."
    ready = StartSession(session, (Readiness(1, 4, ""),), DORA, START)
    assert story.given.when(ready).refusal is None


@permits("TBJ-3.8")
def test_tbj_3_8_the_director_moves_a_session_with_thirty_minutes_of_warning() -> None:
    story, _ = final_of(4)
    moved = SessionMoved(
        1, START, LATER, "a fire alarm", "announced at the tables", DORA, START - THIRTY
    )
    after = story.given.when(moving()).then(moved).state
    assert after.log[-1].kind is LogKind.NOTICE
    assert after.log[-1].how == "announced at the tables"
    assert after.sessions[0].starts_at == LATER
    story.given.when(moving(starts_at=START)).nothing()


@refuses("TBJ-3.8")
def test_tbj_3_8_not_with_less_whichever_of_the_two_times_is_the_earlier() -> None:
    story, _ = final_of(4)
    second = timedelta(seconds=1)
    late = story.given.when(moving(at=START - THIRTY + second))
    assert "29 minutes" in late.refused("TOO_LITTLE_NOTICE", "TBJ-3.8").sentence
    forward = moving(starts_at=START - HOUR, at=START - HOUR - THIRTY + second)
    story.given.when(forward).refused("TOO_LITTLE_NOTICE", "TBJ-3.8")
    in_time = moving(starts_at=START - HOUR, at=START - HOUR - THIRTY)
    assert story.given.when(in_time).refusal is None


def test_tbj_3_8_no_session_starts_before_its_time() -> None:
    story, session = final_of(4)
    story.do(RecordPresence(session, True, DORA, EARLY))
    early = StartSession(session, (), DORA, START - timedelta(microseconds=1))
    story.given.when(early).refused("NOT_TIME_YET", "TBJ-3.8")


def test_sessions_are_numbered_from_one() -> None:
    story, session = final_of(4)
    numbered = [story.state.session(number) is not None for number in (-1, 0, session, 2)]
    assert numbered == [False, False, True, False]


def test_no_session_starts_once_the_placings_are_confirmed() -> None:
    story, session = final_of(4)
    story.played(session, (900, 700, 500, 300))
    story.do(PlanSession(1, LATER, START), confirm(story))
    late = StartSession(2, (), DORA, LATER)
    story.given.when(late).refused("PLACES_CONFIRMED")


def test_no_session_is_planned_before_play_begins() -> None:
    story = opened(4)
    early = PlanSession(1, START - timedelta(seconds=1), EARLY)
    story.given.when(early).refused("BEFORE_ITS_BEGINNING", "TBJ-3.8")
    story.given.when(PlanSession(2, LATER, EARLY)).then(SessionPlanned(1, 2, LATER, EARLY))


def test_a_session_that_has_started_is_neither_moved_nor_started_again() -> None:
    story, session = final_of(4)
    story.start(session)
    story.given.when(moving()).refused("SESSION_OVER")
    story.given.when(StartSession(session, (), DORA, START)).refused("SESSION_OVER")


def test_a_session_is_held_and_goes_on_by_whom_and_why() -> None:
    story, session = final_of(4)
    holding, going_on = (
        HoldSession(session, "alarm", "gus", START),
        ResumeSession(session, DORA, START),
    )
    story.given.when(holding).refused("NOT_STARTED")
    story.start(session)
    story.given.when(going_on).nothing()
    story.given.when(holding).then(SessionHeld(session, (1,), "alarm", "gus", START))
    story.do(holding).given.when(holding).nothing()
    story.given.when(going_on).then(SessionResumed(session, (1,), DORA, START))
    running, held = story.state.sessions[0], replace(story.state.sessions[0], held=True)
    assert running == held
    assert story.do(going_on).state.sessions[0] == replace(held, held=False)
