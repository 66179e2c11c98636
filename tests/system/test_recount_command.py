"""`eyesdown audit recount`, on what a draw and a verify say that they counted; and what their
labels hold."""

from __future__ import annotations

import asyncio
import re
import urllib.request
from collections.abc import AsyncIterator
from functools import partial
from typing import Any

import pytest
import pytest_asyncio
from prometheus_client.parser import text_string_to_metric_families

from eyesdown.common.v1 import access_service_pb2 as pb
from eyesdown.common.v1 import access_service_pb2_grpc
from services.kernel.measuring.metric import LABELS
from tests.cli.command import Done, eyesdown
from tests.kernel.serving.kit import request_id, told
from tests.kit.claims import Table
from tests.kit.draw import SOON, Hall, Replica, replica
from tests.kit.listing import once
from tests.kit.verify import Hallway, verifying

pytest_plugins = ["tests.kit.claims"]
pytestmark = pytest.mark.asyncio(loop_scope="module")

EVENTS = "eyesdown_events_total"
ID = re.compile(
    r"\d{4}-\d{2}-\d{2}|[0-9a-f]{8}-[0-9a-f]{4}|[0-9a-f]{12,}|/(games|tables|claimDesks)/|Aroha"
)


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def places(hall: Hall) -> AsyncIterator[list[str]]:
    """Where the metrics of services are that have seen a claim, a refusal and a late starter."""
    async with replica(hall, "counted") as draw, verifying(hall, "counted-v") as verify:
        table = await Table.laid(Hallway(hall, verify), draw)
        await table.call(await table.row(1))
        line = await table.play.call_out(player="Aroha")
        await told(draw.draw.SelectNumber(table.play.selecting(), metadata=table.play.caller.at))
        await table.examined(line, 1)
        await table.settled(line)
        await revoked(hall, draw)
        async with replica(hall, "late") as late:
            await table.call(await table.row(1, 1))
            # What is counted is a moment behind the journal.
            await once(partial(draw.counted, EVENTS, event="CallConfirmed"), lambda n: n == 10)
            await once(partial(late.counted, EVENTS, event="CallConfirmed"), lambda n: n == 5)
            yield [
                draw.metrics_at,
                f"127.0.0.1:{verify.server.metrics_port}",
                late.metrics_at,
            ]


async def revoked(hall: Hall, draw: Replica) -> None:
    """A token is taken back, which is on record beside the games."""
    request = pb.RevokeTokensRequest(
        request_id=request_id(),
        parent=f"venues/{hall.venue}",
        person="gone",
        reason="the tablet was left on a bus",
    )
    stub: Any = access_service_pb2_grpc.AccessServiceStub(draw.channel)
    await stub.RevokeTokens(request, metadata=hall.manager.at)


async def recount(hall: Hall, *places: str) -> Done:
    chosen = [part for place in places for part in ("--metrics", place)]
    more = hall.environment("recount")
    return await eyesdown("audit", "recount", *chosen, data=hall.folder, more=more)


async def scraped(place: str) -> str:
    def read() -> str:
        with urllib.request.urlopen(f"http://{place}/metrics", timeout=SOON) as reply:
            text: str = reply.read().decode()
            return text

    return await asyncio.to_thread(read)


async def test_what_services_counted_is_what_the_journal_holds(hall: Hall, places: list[str]):
    done = await recount(hall, *places)
    assert (done.code, done.err) == (0, ""), done.out
    counted = re.findall(r"^(\w+): (\d+) commits counted again, as it says$", done.out, re.M)
    draw, verify, late = [int(commits) for _, commits in counted]
    assert [service for service, _ in counted] == ["draw", "verify", "draw"]
    assert draw > late >= 15, "five calls of three commits each came after the other had begun"
    assert verify > 10


async def test_a_count_that_is_wrong_fails(hall: Hall, places: list[str]):
    text = (await scraped(places[0])).replace('event="NumberCalled"', 'event="NumberSold"')

    async def answer(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await reader.readuntil(b"\r\n\r\n")
        body = text.encode()
        head = f"HTTP/1.1 200 OK\r\nContent-Length: {len(body)}\r\nConnection: close\r\n\r\n"
        writer.write(head.encode() + body)
        await writer.drain()
        writer.close()
        await writer.wait_closed()

    async with await asyncio.start_server(answer, "127.0.0.1", 0) as server:
        host, port = server.sockets[0].getsockname()
        done = await recount(hall, f"{host}:{port}")
    assert done.code == 1
    assert 'event="NumberCalled",kind="games"' in done.out
    assert "is 0, the journal says 10" in done.out
    assert done.out.endswith("2 counts differ\n")


async def test_nobody_there_is_told_apart_from_a_difference(hall: Hall):
    done = await recount(hall, "127.0.0.1:1")
    assert done.code == 2
    assert "127.0.0.1:1 cannot be read" in done.err


async def test_no_label_holds_an_id(places: list[str]):
    for place in places:
        families = [*text_string_to_metric_families(await scraped(place))]
        ours = [each for each in families if each.name.startswith(("eyesdown_", "rpc_"))]
        assert len(ours) > 20
        for family in families:
            for sample in family.samples:
                assert family not in ours or set(sample.labels) <= {*LABELS, "le"}, family.name
                for label, value in sample.labels.items():
                    if label == "build":
                        continue  # the code's own digest, one for each process
                    assert not ID.search(value), f"{sample.name} {label}={value}"
