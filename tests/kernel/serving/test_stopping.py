"""A server that is told to stop finishes what runs, and keeps nobody waiting."""

from __future__ import annotations

import asyncio
import time
from pathlib import Path

import grpc
import pytest
from grpc_health.v1 import health_pb2, health_pb2_grpc

from eyesdown.draw.v1 import draw_service_pb2 as pb
from tests.kernel.serving.kit import GAME, WITHIN, House, call_number, open_house, told

UNAVAILABLE = grpc.StatusCode.UNAVAILABLE
GRACE = 1.0


class Held:
    """A handler that answers when it is let go; `begun` is set when it runs."""

    def __init__(self) -> None:
        self.begun, self.go = asyncio.Event(), asyncio.Event()

    async def __call__(self, request, context):
        self.begun.set()
        await self.go.wait()
        return pb.CallNumberResponse()


async def ready(house: House) -> bool:
    stub = health_pb2_grpc.HealthStub(house.channel)
    reply = await stub.Check(health_pb2.HealthCheckRequest(service="readiness"))
    return bool(reply.status == health_pb2.HealthCheckResponse.SERVING)


async def test_new_calls_are_told_to_go_elsewhere_while_running_ones_finish(tmp_path: Path):
    held = Held()
    async with open_house(tmp_path, stop_grace=WITHIN) as house:
        house.draw.answers["CallNumber"] = held
        caller = house.as_("caller")
        running = asyncio.ensure_future(house.play.CallNumber(call_number(), metadata=caller))
        await asyncio.wait_for(held.begun.wait(), WITHIN)
        assert await ready(house)
        stopping = asyncio.ensure_future(house.server.stop())
        failed = await told(house.play.CallNumber(call_number(), metadata=caller))
        assert (failed.code, failed.reason) == (UNAVAILABLE, "STOPPING")
        assert "same request_id" in failed.localized.message
        watching = house.play.WatchGame(pb.WatchGameRequest(name=GAME), metadata=caller)
        assert (await told(watching.read())).reason == "STOPPING"
        assert not await ready(house)
        assert not running.done()
        held.go.set()
        assert await running == pb.CallNumberResponse()
        await asyncio.wait_for(stopping, WITHIN)


@pytest.mark.parametrize(
    ("method", "request_", "reason"),
    [
        ("CallNumber", call_number(), "OUTCOME_UNKNOWN"),
        ("GetGame", pb.GetGameRequest(name=GAME), "STOPPING"),
    ],
)
async def test_a_call_that_does_not_finish_is_answered_within_the_grace(
    tmp_path: Path, method: str, request_, reason: str
):
    """It may yet be put on record, so who asked is told to repeat it, and nobody hangs."""
    held = Held()
    async with open_house(tmp_path, stop_grace=GRACE) as house:
        house.draw.answers[method] = held
        calling = asyncio.ensure_future(
            told(getattr(house.play, method)(request_, metadata=house.as_("caller"), timeout=30))
        )
        await asyncio.wait_for(held.begun.wait(), WITHIN)
        began = time.monotonic()
        stopping = asyncio.ensure_future(house.server.stop())
        failed = await calling
        assert (failed.code, failed.reason) == (UNAVAILABLE, reason)
        await asyncio.wait_for(stopping, WITHIN)
        assert time.monotonic() - began > GRACE / 2


async def test_a_handler_that_does_not_end_is_left_behind(tmp_path: Path):
    """Not even one that takes no notice of being cancelled holds up the stop."""
    begun, end = asyncio.Event(), asyncio.Event()

    async def stubborn(request, context):
        begun.set()
        while not end.is_set():
            try:
                await end.wait()
            except asyncio.CancelledError:
                continue
        return pb.CallNumberResponse()

    async with open_house(tmp_path, stop_grace=GRACE) as house:
        house.draw.answers["CallNumber"] = stubborn
        calling = asyncio.ensure_future(
            house.play.CallNumber(call_number(), metadata=house.as_("caller"), timeout=30)
        )
        await asyncio.wait_for(begun.wait(), WITHIN)
        await asyncio.wait_for(house.server.stop(), WITHIN)
        with pytest.raises(grpc.aio.AioRpcError) as raised:
            await calling
        assert raised.value.code() in (UNAVAILABLE, grpc.StatusCode.CANCELLED)
        end.set()


async def test_a_call_with_little_time_keeps_its_own_deadline(tmp_path: Path):
    held = Held()
    async with open_house(tmp_path, stop_grace=WITHIN, deadline_default=1.0) as house:
        house.draw.answers["CallNumber"] = held
        calling = asyncio.ensure_future(
            told(house.play.CallNumber(call_number(), metadata=house.as_("caller")))
        )
        await asyncio.wait_for(held.begun.wait(), WITHIN)
        stopping = asyncio.ensure_future(house.server.stop())
        assert (await calling).reason == "DEADLINE_EXCEEDED"
        await asyncio.wait_for(stopping, WITHIN)


async def test_what_is_left_of_the_grace_is_for_what_the_calls_began(tmp_path: Path):
    async with open_house(tmp_path, stop_grace=10 * WITHIN) as house:
        assert house.server.left == float("inf")
        await house.server.stop()
        assert 8 * WITHIN < house.server.left < 10 * WITHIN
    held = Held()
    async with open_house(tmp_path, stop_grace=GRACE) as house:
        house.draw.answers["CallNumber"] = held
        calling = asyncio.ensure_future(
            told(house.play.CallNumber(call_number(), metadata=house.as_("caller")))
        )
        await asyncio.wait_for(held.begun.wait(), WITHIN)
        await house.server.stop()
        await calling
        assert 0 < house.server.left <= 0.5
