"""The pulse beats each second, and goes on beating."""

from __future__ import annotations

import asyncio
import json
from datetime import UTC, datetime

import nats.errors
import pytest

from services.kernel.boards import pulse as pulses
from services.kernel.boards.pulse import Pulse

pytest_plugins = ["tests.kit.nats"]

DEADLINE = 20
EVERY = 0.02


class Log:
    """Takes what is logged, so that a test can wait for it."""

    def __init__(self) -> None:
        self.events: asyncio.Queue[str] = asyncio.Queue()

    def warning(self, event: str, **_: object) -> None:
        self.events.put_nowait(event)

    info = warning

    async def next(self) -> str:
        return await asyncio.wait_for(self.events.get(), DEADLINE)


@pytest.fixture
def log(monkeypatch) -> Log:
    log = Log()
    monkeypatch.setattr(pulses, "log", log)
    return log


def clock() -> datetime:
    return datetime(2026, 11, 29, 7, 30, tzinfo=UTC)


async def test_every_venue_gets_instant_position_and_replica(client, venue):
    display = await client.subscribe(f"eyesdown.pulse.{venue}.draw")
    other = await client.subscribe(f"eyesdown.pulse.{venue}-b.draw")
    positions = {venue: 20260000000042, f"{venue}-b": 7}
    pulse = Pulse(client, list(positions), "draw", "draw-1", positions.__getitem__, clock, EVERY)
    async with pulse:
        beats = [json.loads((await display.next_msg(DEADLINE)).data) for _ in range(3)]
        beside = json.loads((await other.next_msg(DEADLINE)).data)
    assert beats == 3 * [
        {"at": "2026-11-29T07:30:00Z", "position": "20260000000042", "replica": "draw-1"}
    ]
    assert beside["position"] == "7"


async def test_it_ends_with_its_block(client, venue):
    display = await client.subscribe(f"eyesdown.pulse.{venue}.draw")
    async with Pulse(client, [venue], "draw", "draw-1", lambda venue: 1, clock, EVERY):
        await display.next_msg(DEADLINE)
    await client.flush()
    for _ in range(display.pending_msgs):
        await display.next_msg(DEADLINE)
    with pytest.raises(nats.errors.TimeoutError):
        await display.next_msg(10 * EVERY)


async def test_each_run_of_errors_is_told_once_and_the_pulse_goes_on(client, venue, log):
    display = await client.subscribe(f"eyesdown.pulse.{venue}.draw")
    tries = 0

    def position(venue: str) -> int:
        nonlocal tries
        tries += 1
        if tries in (1, 2, 3, 5, 6):
            raise LookupError(venue)
        return tries

    async with Pulse(client, [venue], "draw", "draw-1", position, clock, EVERY):
        beats = [json.loads((await display.next_msg(DEADLINE)).data) for _ in range(3)]
        told = [await log.next() for _ in range(4)]
    assert [beat["position"] for beat in beats] == ["4", "7", "8"]
    assert told == 2 * ["pulse_missed", "pulse_back"]
    assert log.events.empty()


async def test_an_outage_is_told_once_and_survived(spare_server, nats_connect, log):
    client = await nats_connect(spare_server.url)
    connected: list[bool] = []

    def position(venue: str) -> int:
        connected.append(client.is_connected)
        return 1

    display = await client.subscribe("eyesdown.pulse.akl.draw")
    async with Pulse(client, ["akl"], "draw", "draw-1", position, clock, EVERY):
        await display.next_msg(DEADLINE)
        await spare_server.stop()
        assert await log.next() == "pulse_missed"
        await spare_server.start()
        assert await log.next() == "pulse_back"
        assert log.events.empty()
        await display.next_msg(DEADLINE)
    assert all(connected), "it tried to beat without a connection"
