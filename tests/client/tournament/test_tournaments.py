"""Every call of tournaments and session tables is there, and says what it was told to say."""

from __future__ import annotations

import inspect
import re
from datetime import UTC, date, datetime
from typing import Any

import pytest
from google.protobuf.descriptor import FieldDescriptor, MethodDescriptor
from google.protobuf.message_factory import GetMessageClass
from google.protobuf.timestamp_pb2 import Timestamp

import eyesdown_client
from eyesdown.tournament.v1 import table_pb2, table_service_pb2, terms_pb2, tournament_pb2
from eyesdown.tournament.v1 import tournament_service_pb2 as rpc
from eyesdown_client import (
    Admission,
    Cancelling,
    ChipIssue,
    Eyesdown,
    Failing,
    SessionTablePhase,
    TournamentPhase,
    ValueKind,
    minutes,
    rounds,
    shoes,
    stage,
)
from tests.client.house import Connect, House

TOURNAMENTS = rpc.DESCRIPTOR.services_by_name["TournamentService"]
TABLES = table_service_pb2.DESCRIPTOR.services_by_name["SessionTableService"]
RID = "6d7c1c2e-8f0b-4a57-9f1e-0d5a0c1f2b3a"
NAME = "venues/akl/tournaments/2026-11-29-open"
WHEN = datetime(2026, 11, 29, 6, tzinfo=UTC)
MADE = ("request_id", "name", "parent")

COMMANDS = [
    method
    for service in (TOURNAMENTS, TABLES)
    for method in service.methods
    if "request_id" in method.input_type.fields_by_name
]


def caller(eyesdown: Eyesdown, method: MethodDescriptor) -> Any:
    """The client's method of an RPC."""
    calls = eyesdown.tournaments if method.containing_service is TOURNAMENTS else eyesdown.tables
    return getattr(calls, re.sub(r"(?<!^)(?=[A-Z])", "_", method.name).lower())


def value(field: FieldDescriptor) -> Any:
    """Something to say in a field, other than its default."""
    made: Any
    if field.message_type is not None:
        whole = GetMessageClass(field.message_type)
        made = WHEN if whole is Timestamp else whole()
    elif field.type == FieldDescriptor.TYPE_STRING:
        made = f"some {field.name}"
    elif field.type == FieldDescriptor.TYPE_BOOL:
        made = True
    else:
        made = 1
    return [made] if field.is_repeated else made


@pytest.mark.parametrize("method", COMMANDS, ids=lambda method: method.name)
async def test_a_call_says_what_it_was_told(
    method: MethodDescriptor, house: House, eyesdown: Eyesdown
):
    reply = GetMessageClass(method.output_type)()
    house.answers(method.name, reply)
    said = {
        field.name: value(field) for field in method.input_type.fields if field.name not in MADE
    }
    call = caller(eyesdown, method)
    if "parent" in method.input_type.fields_by_name:
        answered = await call(venue="akl", request_id=RID, **said)
        where = {"parent": "venues/akl"}
    else:
        answered = await call(NAME, request_id=RID, **said)
        where = {"name": NAME}
    expected = GetMessageClass(method.input_type)(request_id=RID, **where)
    for name, each in said.items():
        field = method.input_type.fields_by_name[name]
        if isinstance(each, datetime):
            getattr(expected, name).FromDatetime(each)
        elif field.is_repeated:
            getattr(expected, name).extend(each)
        elif field.message_type is not None:
            getattr(expected, name).CopyFrom(each)
        else:
            setattr(expected, name, each)
    (arrived,) = house.calls
    assert arrived.request == expected
    whole = type(reply) is rpc.ApplyResponse
    assert answered == (reply if whole else type(answered)())


def test_every_rpc_has_a_call(connect: Connect):
    for service, calls in (
        (TOURNAMENTS, eyesdown_client.Tournaments),
        (TABLES, eyesdown_client.SessionTables),
    ):
        names = {re.sub(r"(?<!^)(?=[A-Z])", "_", each).lower() for each in service.methods_by_name}
        ours = {name for name, each in inspect.getmembers(calls, callable) if name[0] != "_"}
        assert ours == names


async def test_an_instant_without_a_zone_is_refused(eyesdown: Eyesdown):
    with pytest.raises(ValueError, match="zone"):
        await eyesdown.tournaments.plan_session(NAME, stage=1, starts_at=datetime(2026, 11, 29))


async def test_reading_listing_and_watching(house: House, eyesdown: Eyesdown):
    it = tournament_pb2.Tournament(name=NAME, version=3)
    house.answers("GetTournament", rpc.GetTournamentResponse(tournament=it))
    assert await eyesdown.tournaments.get_tournament(NAME, at_least_version=3) == it
    rows = [tournament_pb2.TournamentRow(name=f"{NAME}-{number}") for number in range(3)]
    house.answers(
        "ListTournaments",
        rpc.ListTournamentsResponse(tournaments=rows[:2], next_page_token="p2"),
        rpc.ListTournamentsResponse(tournaments=rows[2:]),
    )
    listing = eyesdown.tournaments.list_tournaments(
        venue="akl", phases=[TournamentPhase.OPEN], day=date(2026, 11, 29), page_size=2
    )
    assert [row async for row in listing] == rows
    only = rpc.ListTournamentsRequest.Filter(phases=[tournament_pb2.PHASE_OPEN], day="2026-11-29")
    assert [each.request for each in house.calls[1:]] == [
        rpc.ListTournamentsRequest(parent="venues/akl", page_size=2, page_token=token, filter=only)
        for token in ("", "p2")
    ]

    async def versions(request: Any, context: Any):
        for version in (1, 1, 2):
            yield rpc.WatchTournamentResponse(tournament=tournament_pb2.Tournament(version=version))

    house.answers("WatchTournament", versions)
    watched = [e.tournament.version async for e in eyesdown.tournaments.watch_tournament(NAME)]
    assert watched == [1, 2]


async def test_reading_listing_and_watching_tables(house: House, eyesdown: Eyesdown):
    table = table_pb2.SessionTable(name="venues/akl/tables/2026-open-s1-t1", version=2)
    house.answers("GetSessionTable", table_service_pb2.GetSessionTableResponse(table=table))
    assert await eyesdown.tables.get_session_table(table.name) == table
    row = table_pb2.SessionTableRow(name=table.name)
    house.answers("ListSessionTables", table_service_pb2.ListSessionTablesResponse(tables=[row]))
    listing = eyesdown.tables.list_session_tables(
        venue="akl", phases=[SessionTablePhase.HELD], day="2026-11-29", tournament="2026-open"
    )
    assert [each async for each in listing] == [row]
    only = table_service_pb2.ListSessionTablesRequest.Filter(
        phases=[table_pb2.TABLE_PHASE_HELD], day="2026-11-29", tournament="2026-open"
    )
    assert house.calls[-1].request == table_service_pb2.ListSessionTablesRequest(
        parent="venues/akl", filter=only
    )

    async def versions(request: Any, context: Any):
        yield table_service_pb2.WatchSessionTableResponse(table=table)

    house.answers("WatchSessionTable", versions)
    watched = [e.table.version async for e in eyesdown.tables.watch_session_table(table.name)]
    assert watched == [2]


def test_a_client_that_is_not_open_says_so(connect: Connect):
    closed = connect()
    for name in ("tournaments", "tables"):
        with pytest.raises(RuntimeError, match="async with"):
            getattr(closed, name)


@pytest.mark.parametrize(
    ("word", "contract"),
    [
        (SessionTablePhase, table_pb2.TablePhase),
        (TournamentPhase, tournament_pb2.Phase),
        (Admission, tournament_pb2.Admission),
        (ChipIssue, terms_pb2.ChipIssue),
        (Failing, rpc.Failing),
        (Cancelling, tournament_pb2.Cancelling),
        (ValueKind, tournament_pb2.Kind),
    ],
)
def test_the_words_are_those_of_the_contract(word: Any, contract: Any):
    assert {int(each) for each in word} == {number for _, number in contract.items() if number}
    for each in word:
        assert contract.Name(each).endswith(f"_{each.name}")


def test_lengths_and_stages():
    assert (minutes(20).count, shoes(2).unit, rounds(3).unit) == (20, 2, 3)
    made = stage(
        "heat", chips=1000, length=rounds(5), min_wager=10, max_wager=500, increment=5, advance=2
    )
    assert made.limits[0] == tournament_pb2.Limits(min_wager=10, max_wager=500, increment=5)
    assert (made.issue, made.advance) == (terms_pb2.CHIP_ISSUE_FREE, 2)
