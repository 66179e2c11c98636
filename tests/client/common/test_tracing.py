"""A call through the client is a span of the program that calls; the service's are within it."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator

import pytest
from opentelemetry import trace
from opentelemetry.sdk.trace import TracerProvider
from opentelemetry.sdk.trace.export import SimpleSpanProcessor
from opentelemetry.sdk.trace.export.in_memory_span_exporter import InMemorySpanExporter

from eyesdown.draw.v1 import draw_service_pb2 as rpc
from eyesdown.draw.v1 import game_pb2
from eyesdown_client import Eyesdown, Refused
from eyesdown_client.common.tracing import method_of
from services.kernel import errors, reasons
from services.kernel.law import Reason
from tests.client.house import NAME, House

METHOD = "eyesdown.draw.v1.DrawService/CallNumber"
PAUSED = errors.Refusal(Reason("PAUSED", "It is paused.", "Wait."))
CALLED = rpc.CallNumberResponse(game=game_pb2.Game(name=NAME, version=3))


@pytest.fixture
def exporter(monkeypatch: pytest.MonkeyPatch) -> Iterator[InMemorySpanExporter]:
    """What a program that is set up to be traced sends."""
    kept, provider = InMemorySpanExporter(), TracerProvider(shutdown_on_exit=False)
    provider.add_span_processor(SimpleSpanProcessor(kept))
    monkeypatch.setattr(trace, "get_tracer", provider.get_tracer)
    yield kept
    provider.shutdown()


async def test_a_call_and_all_its_tries_are_one_span(
    house: House, eyesdown: Eyesdown, exporter: InMemorySpanExporter
):
    house.answers("CallNumber", errors.Unavailable(reasons.JOURNAL_DOWN), CALLED)
    await eyesdown.draw.call_number(NAME, position=1)
    (span,) = exporter.get_finished_spans()
    assert (span.name, span.kind) == (METHOD, trace.SpanKind.CLIENT)
    assert dict(span.attributes or {}) == {
        "rpc.system.name": "grpc",
        "rpc.method": METHOD,
        "server.address": f"127.0.0.1:{house.port}",
        "rpc.response.status_code": "OK",
    }
    assert span.status.is_ok
    here = span.get_span_context()
    assert here is not None
    carried = {call.metadata["traceparent"].rpartition("-")[0] for call in house.calls}
    assert carried == {f"00-{here.trace_id:032x}-{here.span_id:016x}"}
    assert len(house.calls) == 2


async def test_a_failure_is_in_its_span(
    house: House, eyesdown: Eyesdown, exporter: InMemorySpanExporter
):
    house.answers("CallNumber", PAUSED)
    with pytest.raises(Refused):
        await eyesdown.draw.call_number(NAME, position=1)
    (span,) = exporter.get_finished_spans()
    assert (span.attributes or {})["rpc.response.status_code"] == "FAILED_PRECONDITION"
    assert (span.attributes or {})["error.type"] == "FAILED_PRECONDITION"
    assert not span.status.is_ok


async def test_where_nothing_is_traced_nothing_is_sent_along(house: House, eyesdown: Eyesdown):
    house.answers("CallNumber", CALLED)
    await eyesdown.draw.call_number(NAME, position=1)
    assert "traceparent" not in house.calls[0].metadata


def test_the_client_needs_no_opentelemetry():
    code = (
        "import sys; sys.modules['opentelemetry'] = None\n"
        "from eyesdown_client.common import tracing\n"
        "from eyesdown.draw.v1 import draw_service_pb2 as rpc\n"
        "with tracing.traced(rpc.CallNumberRequest(), 'here') as told: print(told.headers)\n"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "{}\n"


def test_a_method_is_known_by_its_request():
    assert method_of(rpc.CallNumberRequest.DESCRIPTOR) == METHOD
    assert method_of(game_pb2.Game.DESCRIPTOR) == "eyesdown.draw.v1.Game"
