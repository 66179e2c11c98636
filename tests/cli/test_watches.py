"""What follows something: whoever has seen enough ends it with Ctrl-C, and nothing is wrong."""

from __future__ import annotations

import asyncio
import signal
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
from google.protobuf.message import Message

from eyesdown.common.v1 import venue_service_pb2
from eyesdown.journal.v1 import journal_service_pb2
from eyesdown.paigow.v1 import paigow_service_pb2, sitting_pb2
from eyesdown.tournament.v1 import table_pb2, table_service_pb2
from eyesdown.verify.v1 import eye_pb2, eye_service_pb2
from tests.cli.command import DEADLINE, start
from tests.cli.running import line_with
from tests.client.house import House

NAME = "akl/2026-11-29-07"
SIGHT = eye_service_pb2.WatchSightResponse(sight=eye_pb2.Sight(version=1, cards=12))
SITTING = paigow_service_pb2.WatchSittingResponse(
    sitting=sitting_pb2.Sitting(version=3), events=["LimitsSet"]
)
TABLE = table_service_pb2.WatchSessionTableResponse(
    table=table_pb2.SessionTable(version=5), events=["RoundRecorded"]
)
CHANGE = journal_service_pb2.WatchFloorResponse(
    change=journal_service_pb2.Change(name=f"venues/{NAME}", version=2)
)


@pytest.fixture
async def house() -> AsyncIterator[House]:
    house = House()
    await house.start()
    house.answers("ListVenues", venue_service_pb2.ListVenuesResponse())
    yield house
    await house.stop()


def once(answer: Message) -> Any:
    """A stream of one answer, which then goes on without one."""

    async def stream(request: Any, context: Any) -> AsyncIterator[Message]:
        yield answer
        await asyncio.Event().wait()

    return stream


@pytest.mark.parametrize(
    ("command", "service", "method", "answer", "line"),
    [
        (("claim", "watch", NAME), "verify", "WatchSight", SIGHT, "12 cards"),
        (("sitting", "watch", NAME), "paigow", "WatchSitting", SITTING, "v3  LimitsSet"),
        (
            *(("session-table", "watch", NAME), "tournament", "WatchSessionTable"),
            *(TABLE, "v5  RoundRecorded"),
        ),
        (("floor",), "draw", "WatchFloor", CHANGE, f"venues/{NAME} v2"),
    ],
    ids=["claim", "sitting", "session-table", "floor"],
)
async def test_ctrl_c_ends_a_watch_without_a_word(
    house: House,
    tmp_path: Path,
    command: tuple[str, ...],
    service: str,
    method: str,
    answer: Message,
    line: str,
):
    house.answers(method, once(answer))
    where = {f"EYESDOWN_{service.upper()}": f"127.0.0.1:{house.port}", "EYESDOWN_TOKEN": "t1"}
    process = await start(*command, data=tmp_path, more=where)
    try:
        await line_with(process, line)
        process.send_signal(signal.SIGINT)
        async with asyncio.timeout(DEADLINE):
            left = await process.communicate()
        assert (process.returncode, *left) == (0, b"", b"")
    finally:
        if process.returncode is None:
            process.kill()
            await process.communicate()
