"""What a collector of traces gets of the draw, and what becomes of the draw when there is none."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest

from services.kernel import build
from services.kernel.build import Build
from services.kernel.serving import telemetry
from services.kernel.serving.telemetry import Telemetry
from services.kernel.serving.tracing import flush, tracing
from tests.kernel.serving.kit import told
from tests.kit.collector import collector
from tests.kit.draw import SOON, Hall, child
from tests.kit.draw_play import Play, open_game

pytest_plugins = ["tests.kit.draw"]
pytestmark = pytest.mark.asyncio(loop_scope="module")

DRAW = "eyesdown.draw.v1.DrawService"
TRACE, PARENT = "4bf92f3577b34da6a3ce929d0e0e4736", "00f067aa0ba902b7"


@pytest.fixture(autouse=True)
def seldom(monkeypatch: pytest.MonkeyPatch) -> None:
    """Spans are sent once an hour: what arrives before, arrives because the process ends."""
    monkeypatch.setenv("OTEL_BSP_SCHEDULE_DELAY", "3600000")


async def test_the_spans_of_commands_arrive_before_the_process_has_ended(
    hall: Hall, monkeypatch: pytest.MonkeyPatch
):
    async with collector() as received, child(hall) as process:
        monkeypatch.setenv("OTEL_EXPORTER_OTLP_ENDPOINT", received.endpoint)
        running = await process.start()
        opening = open_game(hall)
        of_ours = ("traceparent", f"00-{TRACE}-{PARENT}-01")
        opened = await running.draw.OpenGame(opening, metadata=(*hall.manager.at, of_ours))
        refused = Play(hall, running.draw, opened.game)
        await told(running.draw.CallNumber(refused.calling(1), metadata=hall.caller.at))
        assert received.spans == []
        process.terminate()
        assert await process.ended() == 0
        span = await received.named(f"{DRAW}/OpenGame")
        assert (span.trace, span.parent, span.kind) == (TRACE, PARENT, "SPAN_KIND_SERVER")
        assert span.attributes == {
            "rpc.system.name": "grpc",
            "rpc.method": f"{DRAW}/OpenGame",
            "rpc.response.status_code": "OK",
            "eyesdown.venue": hall.venue,
            "eyesdown.outcome": "ok",
        }
        resource = {
            "service.namespace": "eyesdown",
            "service.name": "eyesdown-draw",
            "service.instance.id": "child",
            "service.version": build.here().version,
            "eyesdown.build": build.here().digest.hex(),
        }
        assert resource.items() <= span.resource.items()
        other = await received.named(f"{DRAW}/CallNumber")
        assert other.attributes["eyesdown.aggregate"] == opened.game.name
        assert other.attributes["eyesdown.outcome"] == "refused"
        assert other.attributes["eyesdown.reason"] == "NOT_ANNOUNCED"
        assert other.attributes["eyesdown.clause"] == "NZB-5.6(a)(i)"
        assert not other.error
        assert other.trace != TRACE


async def test_what_follows_from_a_commit_is_linked_to_the_call_that_made_it(
    monkeypatch: pytest.MonkeyPatch,
):
    async with collector() as received:
        monkeypatch.setenv("OTEL_EXPORTER_OTLP_ENDPOINT", received.endpoint)
        environment = {"OTEL_EXPORTER_OTLP_ENDPOINT": received.endpoint}
        provider = tracing("verify", "one", Build("1.2.3"), environment)
        counted = Telemetry("verify", telemetry.registry(), provider)
        with counted.rpc(None, ()):
            headers = telemetry.headers()
        with counted.reacting("eyesdown.draw.v1.CallAnnounced", headers, venue="akl"):
            pass
        await flush(provider, SOON)
        call, reaction = (
            await received.named("_OTHER"),
            await received.named("eyesdown.draw.v1.CallAnnounced"),
        )
        assert reaction.links == [(call.trace, call.id)]
        assert reaction.trace != call.trace
        assert reaction.kind == "SPAN_KIND_CONSUMER"
        assert reaction.resource["service.name"] == "eyesdown-verify"


@asynccontextmanager
async def nobody(listens: bool) -> AsyncIterator[str]:
    """An endpoint that refuses connections, or takes them and never answers."""
    with socket.socket() as reserved:
        reserved.bind(("127.0.0.1", 0))
        if listens:
            reserved.listen()
        yield f"http://127.0.0.1:{reserved.getsockname()[1]}"


@pytest.mark.parametrize("listens", [False, True], ids=["refuses", "hangs"])
async def test_a_collector_that_is_away_holds_up_neither_calls_nor_the_end(
    hall: Hall, monkeypatch: pytest.MonkeyPatch, listens: bool
):
    monkeypatch.setenv("OTEL_BSP_SCHEDULE_DELAY", "50")
    # Seconds, and milliseconds: whoever waited for it would do so for an hour.
    monkeypatch.setenv("OTEL_EXPORTER_OTLP_TIMEOUT", "3600")
    monkeypatch.setenv("OTEL_BSP_EXPORT_TIMEOUT", "3600000")
    async with nobody(listens) as endpoint, child(hall, STOP_GRACE="3") as process:
        monkeypatch.setenv("OTEL_EXPORTER_OTLP_ENDPOINT", endpoint)
        running = await process.start()
        play = await Play.announced(hall, running.draw)
        for _ in range(3):
            await play.round()
        process.terminate()
        assert await process.ended() == 0
        log = process.log.read_text()
        assert "Traceback" not in log
        assert "spans_not_sent" in log


async def test_without_a_collector_nothing_is_waited_for():
    provider = tracing("draw", "one", Build("1.2.3"), {})
    async with asyncio.timeout(SOON):
        await flush(provider, 10 * SOON)
