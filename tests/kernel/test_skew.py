"""How far our clock is from the server's is measured, and told when it is too far."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
from structlog.testing import capture_logs

from services.kernel.following.skew import Skew
from services.kernel.journal.jetstream import NotSent
from services.kernel.serving import telemetry
from services.kernel.serving.telemetry import Telemetry
from services.kernel.serving.tracing import Tracing

pytest_plugins = ["tests.kit.nats"]

EXACT = 0.5
"""Seconds by which a measurement may be off: half of what an answer may take, and a slow day."""


class Enough(Exception):
    """A test has seen enough."""


class Wrong:
    """A clock that is wrong by so many seconds at each measurement, and the pauses between."""

    def __init__(self, *offsets: float) -> None:
        self._offsets = list(offsets)

    def now(self) -> datetime:
        """An instant that is wrong."""
        return datetime.now(UTC) + timedelta(seconds=self._offsets[0])

    async def pause(self, _: float) -> None:
        """The next measurement."""
        self._offsets.pop(0)
        if not self._offsets:
            raise Enough


@pytest.fixture
def measured() -> Telemetry:
    return Telemetry("draw", telemetry.registry(), Tracing())


def gauge(measured: Telemetry) -> float | None:
    return measured.registry.get_sample_value("eyesdown_clock_skew_seconds", {"service": "draw"})


@pytest.mark.parametrize("seconds", [-90.0, 0.0, 5.0])
async def test_a_clock_is_measured_against_the_servers(
    nats_connection, provisioned, measured, seconds
):
    clock = Wrong(seconds)
    skew = Skew(nats_connection, measured, clock.now, clock.pause)
    with pytest.raises(Enough):
        await skew.run()
    assert gauge(measured) == pytest.approx(seconds, abs=EXACT)


async def test_the_servers_instant_is_taken_for_the_middle_of_the_wait(
    nats_connection, provisioned, measured
):
    told = iter([datetime.now(UTC), datetime.now(UTC) + timedelta(seconds=8)])
    skew = Skew(nats_connection, measured, lambda: next(told))
    assert await skew.measure() == pytest.approx(4, abs=EXACT)


async def test_a_skew_above_a_second_is_told_once_and_its_end_too(
    nats_connection, provisioned, measured
):
    clock = Wrong(0, -3, -4, 0, 3)
    skew = Skew(nats_connection, measured, clock.now, clock.pause)
    with capture_logs() as logs, pytest.raises(Enough):
        await skew.run()
    told = [(each["log_level"], each["event"], round(each["seconds"])) for each in logs]
    assert told == [
        ("warning", "clock_skew", -3),
        ("info", "clock_in_step", 0),
        ("warning", "clock_skew", 3),
    ]


async def test_a_server_that_is_away_is_no_skew(nats_connect, measured):
    connection = await nats_connect()
    clock = Wrong(60)
    skew = Skew(connection, measured, clock.now, clock.pause)
    await connection.close()
    with pytest.raises(NotSent):
        await skew.measure()
    with pytest.raises(Enough):
        await skew.run()
    assert gauge(measured) is None
