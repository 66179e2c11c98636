"""What a server says about itself: that it lives, and whether it is ready."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import grpc
import pytest
from grpc_health.v1 import health_pb2, health_pb2_grpc
from structlog.testing import capture_logs

from services.kernel.serving.health import Readiness
from tests.kernel.serving.kit import WITHIN, House, open_house

pytestmark = pytest.mark.asyncio(loop_scope="module")

SERVING = health_pb2.HealthCheckResponse.SERVING
NOT_SERVING = health_pb2.HealthCheckResponse.NOT_SERVING


async def check(house: House, name: str) -> int:
    """How a name stands, asked without a token."""
    stub = health_pb2_grpc.HealthStub(house.channel)
    reply = await stub.Check(health_pb2.HealthCheckRequest(service=name))
    return int(reply.status)


def watch(house: House, name: str) -> Any:
    stub = health_pb2_grpc.HealthStub(house.channel)
    return stub.Watch(health_pb2.HealthCheckRequest(service=name))


async def following(stream: Any) -> int | None:
    """The next state, or None at the end."""
    reply = await asyncio.wait_for(stream.read(), WITHIN)
    return None if reply is grpc.aio.EOF else reply.status


async def test_a_running_server_lives_and_is_ready(house: House):
    for name in ("", "liveness", "readiness", "eyesdown.draw.v1.DrawService"):
        assert await check(house, name) == SERVING


async def test_a_name_that_there_is_not(house: House):
    with pytest.raises(grpc.aio.AioRpcError) as raised:
        await check(house, "elsewhere")
    assert raised.value.code() is grpc.StatusCode.NOT_FOUND


async def test_a_check_that_fails_takes_readiness_away_not_life(house: House):
    house.server.ready.set("journal", False, "the journal is away")
    assert await check(house, "liveness") == SERVING
    for name in ("", "readiness", "eyesdown.draw.v1.DrawService"):
        assert await check(house, name) == NOT_SERVING
    house.server.ready.set("journal", True)
    assert await check(house, "readiness") == SERVING


async def test_a_watch_sees_each_change(house: House):
    stream = watch(house, "readiness")
    assert await following(stream) == SERVING
    house.server.ready.set("journal", False, "away")
    assert await following(stream) == NOT_SERVING
    house.server.ready.set("keys", False, "missing")
    house.server.ready.set("journal", True)
    house.server.ready.set("keys", True)
    assert await following(stream) == SERVING
    stream.cancel()


async def test_all_names_at_once(house: House):
    stub = health_pb2_grpc.HealthStub(house.channel)
    reply = await stub.List(health_pb2.HealthListRequest())
    assert {name: status.status for name, status in reply.statuses.items()} == dict.fromkeys(
        (
            "",
            "liveness",
            "readiness",
            "eyesdown.draw.v1.DrawService",
            "eyesdown.common.v1.VenueService",
        ),
        SERVING,
    )


async def test_a_stop_is_told_to_who_watches_and_not_held_up_by_them(tmp_path: Path):
    async with open_house(tmp_path, stop_grace=3600) as house:
        stream = watch(house, "readiness")
        assert await following(stream) == SERVING
        stopping = asyncio.ensure_future(house.server.stop())
        assert await following(stream) == NOT_SERVING
        assert await following(stream) is None
        await asyncio.wait_for(stopping, WITHIN)


# -- the checks themselves -------------------------------------------------------------------


async def test_without_any_check_nothing_is_ready():
    assert Readiness().ok is False


async def test_readiness_needs_every_check_and_says_which_fail_and_why():
    told: list[tuple[str, bool]] = []
    ready = Readiness(lambda check, ok: told.append((check, ok)))
    ready.set("journal", False, "not connected yet")
    ready.set("keys", True)
    assert not ready.ok
    assert ready.failing == {"journal": "not connected yet"}
    ready.set("journal", True)
    ready.set("journal", True)
    assert ready.ok
    assert ready.failing == {}
    assert told == [("journal", False), ("keys", True), ("journal", True)]


async def test_another_why_is_told():
    ready = Readiness()
    ready.set("journal", False, "slow")
    ready.set("journal", False, "gone")
    assert ready.failing == {"journal": "gone"}


async def test_whoever_was_warned_is_told_when_it_is_over():
    ready = Readiness()
    with capture_logs() as log:
        ready.set("nats", False, "not connected yet")  # as it must be at the start
        ready.set("nats", True)
        ready.set("nats", False, "no connection to NATS")
        ready.set("nats", True)
        ready.set("keys", True)
    assert [(entry["check"], entry["ok"], entry["log_level"]) for entry in log] == [
        ("nats", False, "info"),
        ("nats", True, "info"),
        ("nats", False, "warning"),
        ("nats", True, "warning"),
        ("keys", True, "info"),
    ]
