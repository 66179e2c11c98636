"""What a commit of a tournament tells its tables: one command each, made again from the request."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from google.protobuf.message import Message

from eyesdown.tournament.v1 import table_events_pb2, terms_pb2, tournament_pb2
from eyesdown.tournament.v1 import tournament_events_pb2 as words
from services.kernel.following.happenings import Happening
from services.kernel.law import Due, Standing
from services.kernel.names import Name
from services.kernel.options import Options
from services.kernel.profiles import Profiles
from services.kernel.record.commit import Actor, Given, ProfileRef
from services.kernel.record.shapes import timestamp
from services.tournament.commands.table import maker as table_maker
from services.tournament.domain.table.clock import CallTime, HoldTable, ResumeTable
from services.tournament.domain.table.closing import CloseTable
from services.tournament.domain.table.conduct import ReportDirector
from services.tournament.domain.table.leaving import ExpelPlayer, WithdrawPlayer
from services.tournament.domain.table.options import TableOptions
from services.tournament.domain.table.seating import (
    CallSession,
    ChangeSeats,
    OpenTable,
    VoidSeating,
)
from services.tournament.domain.table.state import HoldCause
from services.tournament.domain.table.table import FollowTournament
from services.tournament.domain.table.terms import Sign, TableReadings
from services.tournament.domain.terms import Length, LengthUnit, Seat
from services.tournament.feeds.table import calling_time, tables_following_tournaments

CUP = Name("akl", "tournaments", "2026-cup")
PROFILE = ProfileRef("nz-tournament-blackjack", b"p" * 32)
AT = datetime(2026, 11, 29, 8, tzinfo=UTC)
STAMP = timestamp(AT)
TEXT = Profiles.load(Path(__file__).parents[2] / "rules").get("nz-tournament-blackjack")
OPTIONS = TableOptions.of(Options(TEXT.values))
make = table_maker(lambda ref: OPTIONS)


def told(*events: Message) -> dict[str, FollowTournament]:
    """The commands that follow from a commit with these events, by their table's id."""
    happening = Happening(
        name=CUP,
        version=7,
        sequence=20260000000007,
        at=AT,
        actor=Actor("dora", 9, "desk-1"),
        events=events,
        refusal="",
        standing=Standing.IN_PLAY,
        row=tournament_pb2.TournamentRow(),
        profile=PROFILE,
    )
    found = {}
    for order in tables_following_tournaments(make)(happening):
        assert order.target.venue == "akl"
        assert order.target.kind == "tables"
        command = order.make(given(order.request))
        assert isinstance(command, FollowTournament)
        assert order.target.id not in found
        found[order.target.id] = command
    return found


def given(request: Any, profile: ProfileRef | None = PROFILE) -> Given:
    return Given(AT, Actor("service:tournament", 0, "one"), "id", "m", request, profile=profile)


SEATS = [terms_pb2.Seat(player=11, box=1, reference="ref-1", chips=1000)]
OURS = (Seat(11, 1, "ref-1", 1000),)


def seated(**more: Any) -> words.TableSeated:
    terms = terms_pb2.TableTerms(
        issue=terms_pb2.CHIP_ISSUE_FACE_VALUE,
        min_wager=10,
        max_wager=500,
        increment=5,
        multiples=True,
        length=terms_pb2.Length(unit=terms_pb2.LENGTH_UNIT_SHOES, count=2),
        **more,
    )
    return words.TableSeated(
        session=1, table=2, seats=SEATS, terms=terms, starts_at=STAMP, at=STAMP
    )


def test_a_table_is_seated_under_the_tournaments_conditions_and_the_profiles_options() -> None:
    ((table, follow),) = told(seated()).items()
    (opened,) = follow.words
    assert table == "2026-cup-s1-t2"
    assert isinstance(opened, OpenTable)
    assert (opened.tournament, opened.session, opened.table) == ("2026-cup", 1, 2)
    assert (opened.profile, opened.seats) == ("nz-tournament-blackjack", OURS)
    assert opened.sign == Sign(10, 500, 5, multiples=True)
    assert opened.terms.length == Length(LengthUnit.SHOES, 2)
    assert (opened.terms.free, opened.terms.play_off) == (False, False)
    assert (opened.terms.fewest, opened.terms.most) == (4, 7)
    assert opened.terms.chip_design == "tournament"
    assert opened.terms.readings == TableReadings()


def test_a_play_off_may_start_with_two() -> None:
    (follow,) = told(seated(playoff=True)).values()
    (opened,) = follow.words
    assert isinstance(opened, OpenTable)
    assert (opened.terms.fewest, opened.terms.play_off) == (2, True)


SESSION: dict[str, Any] = {"session": 1, "tables": [2, 3], "at": STAMP}


@pytest.mark.parametrize(
    ("said", "word"),
    [
        (words.SeatingVoided(**SESSION, reason="few"), VoidSeating("few", AT)),
        (words.SessionStarted(**SESSION, by="dora"), CallSession(None, AT)),
        (words.SessionStarted(**SESSION, ends_at=STAMP, by="dora"), CallSession(AT, AT)),
        (
            words.SessionHeld(**SESSION, reason="alarm", by="dora"),
            HoldTable(HoldCause.OTHER, "alarm", False, True, "dora", AT),
        ),
        (words.SessionResumed(**SESSION, by="dora"), ResumeTable("", True, "dora", AT)),
        (
            words.DirectorPresence(**SESSION, present=True, person="dora"),
            ReportDirector(True, "dora", AT),
        ),
        (table_events_pb2.TablesClosed(**SESSION), CloseTable(AT)),
    ],
    ids=lambda each: type(each).__name__,
)
def test_what_is_said_of_several_tables_each_is_told(said: Message, word: object) -> None:
    found = told(said)
    assert list(found) == ["2026-cup-s1-t2", "2026-cup-s1-t3"]
    assert all(follow.words == (word,) for follow in found.values())


def test_seats_changed_and_players_disqualified_at_one_table() -> None:
    changed = words.SeatsChanged(
        session=1, table=2, seats=SEATS, reason="a no-show", by="dora", at=STAMP
    )
    out = words.PlayerDisqualified(
        player=11, session=1, table=2, reason="late", by="dora", at=STAMP
    )
    (follow,) = told(changed, out).values()
    assert follow.words == (
        ChangeSeats(OURS, "a no-show", AT),
        ExpelPlayer(11, "late", "dora", AT),
    )


def test_a_player_who_withdraws_in_a_session_is_told_to_the_table() -> None:
    gone = words.EntryWithdrawn(player=11, session=1, table=2, at=STAMP)
    ((table, follow),) = told(gone).items()
    assert (table, follow.words) == ("2026-cup-s1-t2", (WithdrawPlayer(11, AT),))
    assert told(words.EntryWithdrawn(player=11, at=STAMP)) == {}


def test_whoever_sits_nowhere_concerns_no_table_and_nor_does_anything_else() -> None:
    assert told(words.PlayerDisqualified(player=11, reason="late", by="dora", at=STAMP)) == {}
    assert told(words.TournamentPlanned()) == {}


def test_a_table_needs_the_tournaments_profile() -> None:
    request = table_events_pb2.FollowTournament(tournament=str(CUP))
    request.words.add().seated.CopyFrom(seated())
    with pytest.raises(TypeError, match="profile"):
        make(given(request, None))


def test_when_time_is_up_the_table_is_told_at_that_instant() -> None:
    name = Name("akl", "tables", "2026-cup-s1-t2")
    order = calling_time(make)(name, Due("time", AT))
    assert (order.target, order.request) == (name, table_events_pb2.CallTime())
    assert order.make(given(order.request)) == CallTime(AT)
