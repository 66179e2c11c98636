"""The floor and the commits: nothing twice or left out, whatever becomes of the connection."""

from __future__ import annotations

import asyncio
import json

import grpc
import pytest

from eyesdown.journal.v1 import journal_service_pb2 as rpc
from eyesdown_client import Denied, Eyesdown
from services.kernel import errors, reasons
from tests.client.house import Connect, House, fail

STOPPING = errors.Unavailable(reasons.STOPPING)


def at(venue: str, sequence: int, year: int = 2026) -> rpc.Position:
    return rpc.Position(venue=venue, sequence=year * 10**10 + sequence)


def change(venue: str, sequence: int) -> rpc.WatchFloorResponse:
    told = rpc.Change(name=f"venues/{venue}/games/2026-1", sequence=at(venue, sequence).sequence)
    return rpc.WatchFloorResponse(change=told, positions=[at(venue, sequence)])


def commit(sequence: int, year: int = 2026) -> rpc.ReadCommitsResponse:
    position = at("akl", sequence, year)
    told = rpc.StoredCommit(sequence=position.sequence, commit=b"bytes")
    return rpc.ReadCommitsResponse(commit=told, positions=[position])


def sign(*positions: rpc.Position, kind=rpc.WatchFloorResponse):
    return kind(positions=positions)


def answering(*answers, then=None):
    """Answer with these, then end, wait for ever, or fail as `then` says."""

    async def answer(request, context):
        for each in answers:
            yield each
        if isinstance(then, errors.Failure):
            await fail(context, then)
        if then == "wait":
            await asyncio.Event().wait()

    return answer


def asked(house: House, number: int) -> list[rpc.Position]:
    """The positions that a call came with, by venue and year."""
    return sorted(house.calls[number].request.after, key=lambda p: (p.venue, p.sequence))


async def test_a_watch_of_the_floor_goes_on_where_it_was(house: House, eyesdown: Eyesdown):
    house.answers(
        "WatchFloor",
        answering(change("akl", 3), change("wlg", 7), sign(at("akl", 3)), then=STOPPING),
        answering(change("akl", 4), then=STOPPING),
        answering(change("wlg", 9), then="wait"),
    )
    seen = []
    async for each in eyesdown.journal.watch_floor():
        seen.append((each.name.split("/")[1], each.sequence % 10**10))
        if len(seen) == 4:
            break
    assert seen == [("akl", 3), ("wlg", 7), ("akl", 4), ("wlg", 9)]
    assert [call.request.parent for call in house.calls] == ["venues/-"] * 3
    assert asked(house, 0) == []
    assert asked(house, 1) == [at("akl", 3), at("wlg", 7)]
    assert asked(house, 2) == [at("akl", 4), at("wlg", 7)]


async def test_a_watch_of_the_floor_says_when_the_service_is_lost_and_when_it_is_back(
    house: House, eyesdown: Eyesdown
):
    house.answers(
        "WatchFloor",
        answering(change("akl", 3), then=STOPPING),
        answering(then=STOPPING),
        answering(sign(at("akl", 3)), change("akl", 4), then="wait"),
    )
    told: list[bool] = []
    seen = []
    async for each in eyesdown.journal.watch_floor(linked=told.append):
        seen.append((each.sequence % 10**10, list(told)))
        if len(seen) == 2:
            break
    assert seen == [(3, []), (4, [False, True])]


async def test_commits_are_read_on_from_the_last_of_each_year(house: House, eyesdown: Eyesdown):
    signed = sign(at("akl", 3), at("akl", 0, year=2027), kind=rpc.ReadCommitsResponse)
    house.answers(
        "ReadCommits",
        answering(commit(1), commit(3), signed, commit(1, year=2027), then=STOPPING),
        answering(commit(2, year=2027)),
    )
    read = [
        each.sequence
        async for each in eyesdown.journal.read_commits("akl", follow=True, kinds=["games"])
    ]
    assert read == [each.commit.sequence for each in (commit(1), commit(3))] + [
        commit(1, year=2027).commit.sequence,
        commit(2, year=2027).commit.sequence,
    ]
    assert asked(house, 1) == [at("akl", 3), at("akl", 1, year=2027)]
    for call in house.calls:
        assert (call.request.parent, call.request.follow) == ("venues/akl", True)
        assert list(call.request.kinds) == ["games"]


async def test_positions_are_kept_for_another_day(house: House, connect: Connect):
    house.answers("ReadCommits", answering(commit(1), commit(2)), answering(commit(3)))
    positions: dict[str, int] = {}
    saved = []
    async with connect() as eyesdown:
        async for each in eyesdown.journal.read_commits("akl", positions=positions):
            saved.append((each.sequence, json.dumps(positions)))
    # What is saved after a commit was dealt with says that it was.
    assert saved == [
        (at("akl", number).sequence, f'{{"akl/2026": {at("akl", number).sequence}}}')
        for number in (1, 2)
    ]
    async with connect() as eyesdown:
        again = json.loads(saved[-1][1])
        read = [e.sequence async for e in eyesdown.journal.read_commits("akl", positions=again)]
    assert read == [at("akl", 3).sequence]
    assert asked(house, 1) == [at("akl", 2)]


async def test_one_year_is_asked_for_alone(house: House, eyesdown: Eyesdown):
    house.answers("ReadCommits", answering(commit(1)))
    assert len([e async for e in eyesdown.journal.read_commits("akl", year=2026)]) == 1
    assert (house.calls[0].request.year, house.calls[0].request.follow) == (2026, False)


@pytest.mark.parametrize("method", ["WatchFloor", "ReadCommits"])
async def test_what_is_denied_is_not_tried_again(house: House, eyesdown: Eyesdown, method: str):
    house.answers(method, answering(then=errors.PermissionDenied(reasons.ROLE_NOT_PERMITTED)))
    journal = eyesdown.journal
    streams = {
        "WatchFloor": lambda: journal.watch_floor(venue="akl"),
        "ReadCommits": lambda: journal.read_commits("akl"),
    }
    with pytest.raises(Denied) as raised:
        async for _ in streams[method]():
            pass
    assert raised.value.code is grpc.StatusCode.PERMISSION_DENIED
    assert len(house.calls) == 1
