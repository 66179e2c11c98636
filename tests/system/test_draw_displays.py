"""Displays on real services and a real NATS: paired by code, let in by secret, cut off."""

from __future__ import annotations

import asyncio

import grpc
import pytest
import pytest_asyncio
from google.protobuf import json_format

from eyesdown.board.v1 import board_pb2
from eyesdown.draw.v1.display_service_pb2 import ListDisplaysRequest
from services.kernel.journal.connection import Connection
from services.kernel.names import Name
from tests.kernel.serving.kit import told
from tests.kit.draw import SOON, Hall, Replica, replica
from tests.kit.draw_beside import World
from tests.kit.draw_play import record
from tests.kit.draw_screen import Screen
from tests.kit.nats import Nats
from tests.kit.wire import Refused, Wire

pytest_plugins = ["tests.kit.draw"]
pytestmark = pytest.mark.asyncio(loop_scope="module")

Status = grpc.StatusCode


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def world(hall: Hall, one: Replica) -> World:
    """The module's hall, at its first replica."""
    return World(hall, one)


def wire(server: Nats, screen: board_pb2.PairingTold) -> Wire:
    """The bound screen's own connection."""
    return Wire(str(server.websocket_url), f"{screen.venue}.{screen.display}", screen.secret)


def parsed(body: bytes) -> board_pb2.PairingTold:
    """What a screen was told."""
    return json_format.Parse(body, board_pb2.PairingTold())


async def refused(server: Nats, screen: board_pb2.PairingTold) -> bool:
    """Whether the screen is not let in."""
    try:
        async with wire(server, screen):
            return False
    except Refused:
        return True


async def test_a_screen_is_paired_shows_its_room_and_is_revoked(
    world: World, two: Replica, nats: Connection, nats_server: Nats
):
    hall = world.hall
    async with Wire(str(nats_server.websocket_url), "new", "k" * 32) as new:
        assert await new.subscribe(f"eyesdown.pairing.told.{'k' * 32}") == ""
        assert await new.publish(f"eyesdown.pairing.ask.{'k' * 32}", b"{}") == ""
        code = parsed((await new.message())[1])
        assert not code.secret
        request = await world.binding(code=code.code, display="north")
        bound = (await world.ask("BindDisplay", request, hall.steward)).display
        screen = parsed((await new.message())[1])
    assert (screen.venue, screen.room, screen.display) == (hall.venue, "room-1", "north")
    async with wire(nats_server, screen) as display:
        assert await display.subscribe(f"eyesdown.room.{hall.venue}.room-1") == ""
        assert "Permissions Violation" in await display.subscribe(
            f"eyesdown.room.{hall.venue}.room-2"
        )
        there = World(hall, two)
        await there.do("RevokeDisplay", hall.manager, bound, reason="stolen")
        await display.closed()
    assert await refused(nats_server, screen)
    commits = await record(nats, Name.parse(bound.name))
    assert [commit.actor.person for commit in commits] == ["stu", "mere"]
    assert all(screen.secret.encode() not in commit.SerializeToString() for commit in commits)


async def test_a_code_is_good_once(world: World, two: Replica):
    async with Screen(world.hall.url) as screen:
        code = (await screen.told()).code
        first, second = [
            await world.binding(code=code, display=display) for display in ("first", "second")
        ]
        replies = await asyncio.gather(
            world.ask("BindDisplay", first, world.hall.steward),
            World(world.hall, two).ask("BindDisplay", second, world.hall.manager),
            return_exceptions=True,
        )
        (lost,) = [each for each in replies if isinstance(each, grpc.aio.AioRpcError)]
        assert lost.code() is Status.FAILED_PRECONDITION
        won = "first" if isinstance(replies[1], grpc.aio.AioRpcError) else "second"
        assert (await screen.until_bound()).display == won


async def test_a_screen_that_did_not_hear_its_secret_is_told_again_by_any_replica(
    world: World, two: Replica
):
    async with Screen(world.hall.url) as screen:
        request = await world.binding(code=(await screen.told()).code)
        await world.ask("BindDisplay", request, world.hall.steward)
        first, again = await screen.until_bound(), await screen.until_bound()
        assert again == first


async def test_a_code_of_a_refused_binding_can_be_used_yet(world: World):
    async with Screen(world.hall.url) as screen:
        code = (await screen.told()).code
        wrong = await world.binding(code=code, display="listed")
        failed = await told(world.ask("BindDisplay", wrong, world.hall.steward))
        assert failed.reason == "HANGS_ELSEWHERE"
        assert (await screen.told()).code == code
        await world.ask("BindDisplay", await world.binding(code=code), world.hall.steward)
        assert (await screen.until_bound()).room == "room-1"


async def test_a_display_bound_again_has_another_screen_and_the_old_one_is_cut_off(
    world: World, nats_server: Nats
):
    async def bound(version: int) -> board_pb2.PairingTold:
        async with Screen(world.hall.url) as screen:
            request = await world.binding(code=(await screen.told()).code, display="again")
            shown = (await world.ask("BindDisplay", request, world.hall.steward)).display
            assert shown.version == version
            return await screen.until_bound()

    first = await bound(version=1)
    async with wire(nats_server, first) as display:
        second = await bound(version=2)
        await display.closed()
    assert await refused(nats_server, first)
    async with asyncio.timeout(SOON):
        while await refused(nats_server, second):  # the server waits two seconds for an answer
            pass


async def test_codes_are_not_to_be_guessed(world: World):
    guesser = world.hall.person("gus", "steward")
    for code in ("22222", "33333", "44444", "55555", "66666"):
        request = await world.binding(code=code)
        assert (await told(world.ask("BindDisplay", request, guesser))).reason == "NO_SUCH_CODE"
    failed = await told(world.ask("BindDisplay", await world.binding(), guesser))
    assert (failed.code, failed.reason) == (Status.FAILED_PRECONDITION, "TOO_MANY_CODES")
    await world.ask("BindDisplay", await world.binding(), world.hall.steward)


async def test_displays_are_listed_by_room_and_phase(world: World):
    async with Screen(world.hall.url) as screen:
        request = await world.binding(code=(await screen.told()).code, room="room-7")
        shown = (await world.ask("BindDisplay", request, world.hall.steward)).display

    async def names(**wanted) -> list[str]:
        only = ListDisplaysRequest.Filter(**wanted)
        return [row.name for row in await world.rows("ListDisplays", filter=only)]

    async with asyncio.timeout(SOON):
        while await names(room="room-7") != [shown.name]:
            pass
    assert await names(room="room-7", phases=[2]) == []


async def test_an_unknown_room_is_not_found(world: World):
    request = await world.binding(room="cellar")
    failed = await told(world.ask("BindDisplay", request, world.hall.steward))
    assert (failed.code, failed.reason) == (Status.NOT_FOUND, "NOT_FOUND")


async def test_without_a_key_no_screen_is_bound(world: World):
    async with replica(world.hall, "keyless", DISPLAY_KEY="") as bare:
        there = World(world.hall, bare)
        failed = await told(there.ask("BindDisplay", await world.binding(), world.hall.steward))
        assert (failed.code, failed.reason) == (Status.UNAVAILABLE, "DISPLAYS_NOT_LET_IN")
