"""Watching a game: every version once and in order, whatever becomes of the connection."""

from __future__ import annotations

import asyncio
import socket

import grpc
import pytest

from eyesdown.draw.v1 import draw_service_pb2 as rpc
from eyesdown.draw.v1 import game_pb2
from eyesdown_client import Eyesdown, EyesdownError, NotFound, Unauthenticated, Unavailable
from services.kernel import errors, reasons
from tests.client.house import DEADLINE, NAME, Connect, House, fail

EXPIRED = errors.Unauthenticated(reasons.TOKEN_EXPIRED)


def version(number: int) -> rpc.WatchGameResponse:
    game = game_pb2.Game(name=NAME, version=number)
    return rpc.WatchGameResponse(game=game, events=[f"event {number}"])


def versions(*numbers: int, then=None):
    """Answer with these versions, then end, or do as `then` says."""

    async def answer(request, context):
        for number in numbers:
            yield version(number)
        if then is not None:
            await then(context)

    return answer


async def never(context) -> None:
    await asyncio.Event().wait()


def failing(failure: errors.Failure):
    async def then(context) -> None:
        await fail(context, failure)

    return then


async def watched(eyesdown: Eyesdown, **options) -> list[int]:
    async with asyncio.timeout(DEADLINE):
        watching = eyesdown.draw.watch_game(NAME, **options)
        return [answer.game.version async for answer in watching]


def resumed(house: House) -> list[int]:
    return [each.request.after_version for each in house.calls]


async def test_every_version_until_the_game_has_ended(house: House, eyesdown: Eyesdown):
    house.answers("WatchGame", versions(1, 2, 3))
    async with asyncio.timeout(DEADLINE):
        answers = [each async for each in eyesdown.draw.watch_game(NAME)]
    assert answers == [version(1), version(2), version(3)]
    assert [each.request for each in house.calls] == [rpc.WatchGameRequest(name=NAME)]
    assert house.calls[0].remaining is None


async def test_from_a_version_on(house: House, eyesdown: Eyesdown):
    house.answers("WatchGame", versions(8, 9))
    assert await watched(eyesdown, after_version=7) == [8, 9]
    assert resumed(house) == [7]


async def test_it_goes_on_after_the_service_was_away(house: House, eyesdown: Eyesdown):
    house.answers("WatchGame", versions(1, 2, then=never), versions(3, 4))
    watching = eyesdown.draw.watch_game(NAME)
    async with asyncio.timeout(DEADLINE):
        assert (await anext(watching)).game.version == 1
        assert (await anext(watching)).game.version == 2
        following = asyncio.ensure_future(anext(watching))
        await house.stop()
        assert not following.done()
        await house.start()
        assert (await following).game.version == 3
        assert [each.game.version async for each in watching] == [4]
    assert resumed(house) == [0, 2]


async def test_it_is_told_that_the_connection_is_lost_and_that_the_watch_goes_on(
    house: House, eyesdown: Eyesdown
):
    house.answers("WatchGame", versions(1, then=never), versions(2))
    links: list[bool] = []
    watching = eyesdown.draw.watch_game(NAME, linked=links.append)
    async with asyncio.timeout(DEADLINE):
        assert (await anext(watching)).game.version == 1
        assert links == []
        following = asyncio.ensure_future(anext(watching))
        await house.stop()
        await house.start()
        assert (await following).game.version == 2
        assert [each async for each in watching] == []
    assert links == [False, True]


async def test_it_goes_on_although_nothing_had_come_before_the_loss(house, eyesdown):
    house.answers("WatchGame", versions(then=never), versions(6))
    watching = asyncio.create_task(watched(eyesdown, after_version=5))
    await house.arrived(1)
    await house.stop()
    await house.start()
    assert await watching == [6]
    assert resumed(house) == [5, 5]


async def test_a_service_that_stops_or_lacks_its_journal_is_asked_again(house, eyesdown):
    stopping = failing(errors.Unavailable(reasons.STOPPING))
    down = failing(errors.Unavailable(reasons.JOURNAL_DOWN))
    house.answers(
        "WatchGame",
        versions(1, then=stopping),
        versions(then=down),
        versions(then=down),
        versions(2),
    )
    assert await watched(eyesdown) == [1, 2]
    assert resumed(house) == [0, 1, 1, 1]


async def test_a_version_that_comes_twice_is_shown_once(house: House, eyesdown: Eyesdown):
    stopping = failing(errors.Unavailable(reasons.STOPPING))
    house.answers("WatchGame", versions(1, 2, then=stopping), versions(2, 1, 3))
    assert await watched(eyesdown) == [1, 2, 3]


async def test_a_game_that_is_not_there(house: House, eyesdown: Eyesdown):
    house.answers("WatchGame", versions(then=failing(errors.NotFound(NAME))))
    with pytest.raises(NotFound):
        await watched(eyesdown)
    assert len(house.calls) == 1


async def test_a_failure_after_some_versions_is_told(house: House, eyesdown: Eyesdown):
    house.answers("WatchGame", versions(1, then=failing(errors.Internal("4bf92f"))))
    watching = eyesdown.draw.watch_game(NAME)
    assert (await anext(watching)).game.version == 1
    with pytest.raises(EyesdownError, match="4bf92f") as caught:
        await anext(watching)
    assert caught.value.code is grpc.StatusCode.INTERNAL


async def test_a_token_that_expires_while_watching_is_renewed(house: House, connect: Connect):
    tokens = iter(("t1", "t2", "t3"))
    expired = failing(EXPIRED)
    house.answers("WatchGame", versions(1, then=expired), versions(2))
    async with connect(token=lambda: next(tokens)) as eyesdown:
        assert await watched(eyesdown) == [1, 2]
    assert [each.metadata["authorization"] for each in house.calls] == ["Bearer t1", "Bearer t2"]


async def test_a_fresh_token_that_is_refused_ends_the_watch(house: House, connect: Connect):
    house.answers("WatchGame", versions(then=failing(EXPIRED)))
    tokens = iter(("t1", "t2", "t3"))
    async with connect(token=lambda: next(tokens)) as eyesdown:
        with pytest.raises(Unauthenticated):
            await watched(eyesdown)
    assert len(house.calls) == 2


async def test_a_service_that_is_not_there_at_the_start_is_told():
    with socket.socket() as taken:  # bound and not listening: nobody else gets the port
        taken.bind(("127.0.0.1", 0))
        address = f"127.0.0.1:{taken.getsockname()[1]}"
        async with Eyesdown(address, token="t", deadline=0.1) as eyesdown:
            with pytest.raises(Unavailable, match=f"cannot be reached at {address}"):
                await watched(eyesdown)


async def test_who_stops_watching_ends_the_call(house: House, eyesdown: Eyesdown):
    begun, ended = asyncio.Event(), asyncio.Event()

    async def until_cut(context) -> None:
        begun.set()
        try:
            await asyncio.Event().wait()
        finally:
            ended.set()

    house.answers("WatchGame", versions(1, then=until_cut))
    watching = eyesdown.draw.watch_game(NAME)
    async with asyncio.timeout(DEADLINE):
        assert (await anext(watching)).game.version == 1
        # The first answer may be here before the service is past giving it: cut there, the call
        # would end without this step.
        await begun.wait()
        await watching.aclose()
        await ended.wait()


async def test_with_its_rooms_the_last_version_comes_again(house: House, eyesdown: Eyesdown):
    house.answers("WatchGame", versions(7, 7, 8, 7, 8))
    assert await watched(eyesdown, after_version=7, rooms=True) == [7, 7, 8, 8]
    assert [each.request for each in house.calls] == [
        rpc.WatchGameRequest(name=NAME, after_version=7, rooms=True)
    ]
