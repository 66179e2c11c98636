"""Watching a game."""

from __future__ import annotations

import asyncio

import grpc
import pytest

from eyesdown.draw.v1 import draw_service_pb2 as pb
from tests.kernel.serving.kit import told
from tests.kit.draw import SOON, Hall, Replica, replica
from tests.kit.draw_hall import Person
from tests.kit.draw_play import BINGO, LINE, Draw, Play

pytest_plugins = ["tests.kit.draw"]
pytestmark = pytest.mark.asyncio(loop_scope="module")

Status = grpc.StatusCode


def watch(draw: Draw, name: str, person: Person, after: int = 0):
    return draw.WatchGame(pb.WatchGameRequest(name=name, after_version=after), metadata=person.at)


async def seen_to(watching, version: int) -> list[pb.WatchGameResponse]:
    """What comes up to and with a version."""
    seen: list[pb.WatchGameResponse] = []
    async with asyncio.timeout(SOON):
        async for reply in watching:
            seen.append(reply)
            if reply.game.version >= version:
                return seen
    raise AssertionError(f"the watch ended at {seen[-1:]}")


async def played(play: Play, commands: int) -> None:
    for number in range(commands):
        await (play.select, play.call, play.confirm)[number % 3]()


async def test_a_watcher_sees_every_version_once_and_in_order(
    hall: Hall, one: Replica, two: Replica
):
    play = await Play.announced(hall, one.draw)
    first = play.game.version
    watchers = [watch(at.draw, play.game.name, hall.auditor) for at in (one, two, one, two)]
    playing = asyncio.create_task(played(play, 30))
    seen = await asyncio.gather(*(seen_to(each, first + 30) for each in watchers))
    await playing
    for replies in seen:
        assert [reply.game.version for reply in replies] == list(range(1, first + 31))
        assert [list(reply.events) for reply in replies[:4]] == [
            ["GameOpened"],
            ["StaffAssigned"],
            ["StaffAssigned"],
            ["GameAnnounced"],
        ]
        assert [reply.events[0] for reply in replies[4:7]] == [
            "NumberSelected",
            "NumberCalled",
            "CallConfirmed",
        ]
        assert replies[-1].game == play.game
    for each in watchers:
        each.cancel()


async def test_a_watcher_resumes_after_what_it_has_seen(hall: Hall, one: Replica, two: Replica):
    play = await Play.announced(hall, one.draw)
    seen: list[int] = []
    for turn in range(6):
        watching = watch((one, two)[turn % 2].draw, play.game.name, hall.steward, len(seen))
        playing = asyncio.create_task(played(play, 6))
        replies = await seen_to(watching, len(seen) + 3)
        watching.cancel()
        await playing
        seen += [reply.game.version for reply in replies]
    assert seen == list(range(1, len(seen) + 1))


async def test_a_watcher_ahead_of_the_game_gets_what_is_new_alone(hall: Hall, one: Replica):
    play = await Play.announced(hall, one.draw)
    ahead = play.game.version + 2
    watching = watch(one.draw, play.game.name, hall.auditor, ahead)
    await played(play, 3)
    (reply,) = await seen_to(watching, ahead + 1)
    assert reply.game.version == ahead + 1
    watching.cancel()


async def test_a_watch_ends_with_the_game(hall: Hall, one: Replica, two: Replica):
    play = await Play.announced(hall, one.draw)
    watchers = [watch(at.draw, play.game.name, hall.auditor) for at in (one, two)]
    for each in watchers:
        await seen_to(each, play.game.version)
    await play.round()
    await play.end()

    async def rest(watching) -> list[pb.WatchGameResponse]:
        return [reply async for reply in watching]

    async with asyncio.timeout(SOON):
        for replies in await asyncio.gather(*map(rest, watchers)):
            assert replies[-1].events[-1] == "GameEnded"
            assert replies[-1].game == play.game
        late = await rest(watch(one.draw, play.game.name, hall.auditor))
        assert [reply.game.version for reply in late] == list(range(1, play.game.version + 1))
        assert await rest(watch(one.draw, play.game.name, hall.auditor, play.game.version)) == []


async def test_a_watch_of_a_server_that_stops_is_resumed_elsewhere(hall: Hall, two: Replica):
    async with replica(hall, "short-lived") as short:
        play = await Play.announced(hall, two.draw)
        watching = watch(short.draw, play.game.name, hall.auditor)
        seen = [reply.game.version for reply in await seen_to(watching, play.game.version)]
        short.stopping.set()
        failed = await told(rest_of(watching))
        assert (failed.code, failed.reason) == (Status.UNAVAILABLE, "STOPPING")
    await play.round()
    again = watch(two.draw, play.game.name, hall.auditor, len(seen))
    seen += [reply.game.version for reply in await seen_to(again, play.game.version)]
    assert seen == list(range(1, play.game.version + 1))
    again.cancel()


async def rest_of(watching) -> None:
    async for _ in watching:
        raise AssertionError("something came after the stop")


async def test_many_watchers_cost_nobody_a_version(hall: Hall, one: Replica):
    play = await Play.announced(hall, one.draw)
    last = play.game.version + 12
    watchers = [watch(one.draw, play.game.name, hall.steward) for _ in range(25)]
    quick = asyncio.gather(*(seen_to(each, last) for each in watchers[1:]))
    await played(play, 12)  # the first of them does not read meanwhile
    for replies in [*await quick, await seen_to(watchers[0], last)]:
        assert [reply.game.version for reply in replies] == list(range(1, last + 1))
    for each in watchers:
        each.cancel()


# -- queries -----------------------------------------------------------------------------------


async def test_a_query_can_ask_for_a_version(hall: Hall, one: Replica, two: Replica):
    play = await Play.announced(hall, one.draw)
    for _ in range(5):
        await play.round()
        request = pb.GetGameRequest(name=play.game.name, at_least_version=play.game.version)
        for at in (two, one):
            assert (await at.draw.GetGame(request, metadata=hall.auditor.at)).game == play.game
    request.at_least_version = play.game.version + 1
    failed = await told(one.draw.GetGame(request, metadata=hall.auditor.at))
    assert (failed.code, failed.reason) == (Status.UNAVAILABLE, "VERSION_NOT_REACHED")


async def test_a_call_out_after_the_end_is_seen_by_who_looks_again(hall: Hall, one: Replica):
    play = await Play.announced(hall, one.draw)
    await play.round()
    await play.call_out()
    await play.decide(1, verdict=1, stages=[LINE])
    await play.end()
    assert [won.stage for won in play.game.won] == [LINE]
    assert BINGO not in [won.stage for won in play.game.won]
    ended = play.game.version
    await play.call_out()
    later = watch(one.draw, play.game.name, hall.auditor, ended)
    async with asyncio.timeout(SOON):
        assert [list(reply.events) async for reply in later] == [["CallOutRecorded"]]
