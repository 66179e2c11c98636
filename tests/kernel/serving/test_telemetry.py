"""What a call leaves behind: counts as Prometheus scrapes them, and one span."""

from __future__ import annotations

import asyncio
import re
import urllib.request
from typing import Any

import grpc
import pytest
from opentelemetry.trace import SpanKind

from eyesdown.draw.v1 import draw_service_pb2 as pb
from services.kernel import errors
from services.kernel.build import Build
from services.kernel.law import STALE, Reason, Stale
from services.kernel.names import Name
from services.kernel.serving import telemetry
from services.kernel.serving.tracing import tracing
from tests.kernel.serving.kit import GAME, House, call_number, told

pytestmark = pytest.mark.asyncio(loop_scope="module")

METHOD = "eyesdown.draw.v1.DrawService/CallNumber"
NOT_ANNOUNCED = Reason("NOT_ANNOUNCED", "Not announced.", "Announce it.", "NZB-5.6(c)")
TRACE = "4bf92f3577b34da6a3ce929d0e0e4736"


def actions(outcome: str, venue: str = "akl", action: str = "call_number") -> str:
    return (
        f'eyesdown_actions_total{{action="{action}",outcome="{outcome}",service="draw",'
        f'venue="{venue}"}}'
    )


def calls(status: str, method: str = METHOD) -> str:
    return (
        f'rpc_server_call_duration_seconds_count{{rpc_method="{method}",'
        f'rpc_response_status_code="{status}",rpc_system_name="grpc"}}'
    )


class Counted:
    """By how much series grow within a block."""

    def __init__(self, house: House) -> None:
        self._house = house

    async def __aenter__(self) -> Counted:
        self._before = await self._house.metrics()
        return self

    async def __aexit__(self, *_: object) -> None:
        after = await self._house.metrics()
        grown = {name: value - self._before.get(name, 0) for name, value in after.items()}
        self.grown = {name: value for name, value in grown.items() if value}

    def ours(self) -> dict[str, float]:
        """What grew of the series that are ours, and of the calls."""
        wanted = re.compile(r"eyesdown_(?!authorizations)|rpc_server_call_duration_seconds_count")
        return {name: value for name, value in self.grown.items() if wanted.match(name)}


def raises(house: House, error: BaseException) -> None:
    async def answer(request, context):
        raise error

    house.draw.answers["CallNumber"] = answer


async def test_an_action_that_is_done_is_counted_once(house: House):
    async with Counted(house) as counted:
        await house.play.CallNumber(call_number(), metadata=house.as_("caller"))
    assert counted.ours() == {actions("ok"): 1, calls("OK"): 1}


async def test_a_refusal_is_counted_with_reason_and_clause(house: House):
    raises(house, NOT_ANNOUNCED())
    async with Counted(house) as counted:
        await told(house.play.CallNumber(call_number(), metadata=house.as_("caller")))
    refusals = (
        'eyesdown_refusals_total{action="call_number",clause="NZB-5.6(c)",'
        'reason="NOT_ANNOUNCED",service="draw"}'
    )
    assert counted.ours() == {
        actions("refused"): 1,
        refusals: 1,
        calls("FAILED_PRECONDITION"): 1,
    }


async def test_denied_access_is_counted_with_its_reason(house: House):
    async with Counted(house) as counted:
        await told(house.play.CallNumber(call_number(), metadata=house.as_("seller")))
    denials = (
        'eyesdown_denials_total{action="call_number",reason="ROLE_NOT_PERMITTED",service="draw"}'
    )
    assert counted.ours() == {actions("denied"): 1, denials: 1, calls("PERMISSION_DENIED"): 1}


@pytest.mark.parametrize(
    ("error", "outcome", "status"),
    [
        (Stale(STALE, "", {}), "stale", "ABORTED"),
        (errors.NotFound(GAME), "not_found", "NOT_FOUND"),
        (errors.RequestIdReused("1"), "request_id_reused", "ALREADY_EXISTS"),
        (errors.Contended(GAME), "contended", "ABORTED"),
        (errors.OutcomeUnknownFailure(), "unknown", "UNAVAILABLE"),
        (RuntimeError("x"), "error", "INTERNAL"),
    ],
    ids=lambda value: value if isinstance(value, str) else None,
)
async def test_every_end_has_its_outcome(house: House, error, outcome: str, status: str):
    raises(house, error)
    async with Counted(house) as counted:
        await told(house.play.CallNumber(call_number(), metadata=house.as_("caller")))
    assert counted.ours() == {actions(outcome): 1, calls(status): 1}


async def test_malformed_requests_are_counted_without_a_venue(house: House):
    async with Counted(house) as counted:
        request = pb.CallNumberRequest(name="venues/akl/games/x")
        await told(house.play.CallNumber(request, metadata=house.as_("caller")))
    assert counted.ours() == {actions("invalid", venue=""): 1, calls("INVALID_ARGUMENT"): 1}


async def test_reading_is_no_action(house: House):
    async with Counted(house) as counted:
        await house.play.GetGame(pb.GetGameRequest(name=GAME), metadata=house.as_("caller"))
    assert counted.ours() == {calls("OK", "eyesdown.draw.v1.DrawService/GetGame"): 1}


async def test_labels_hold_no_venue_that_is_not_known(house: House):
    """Whoever calls with names of their own must not make a series for each."""
    for venue in ("aaa", "bbb"):
        nowhere = call_number(f"venues/{venue}/games/2026-11-29-07")
        await told(house.play.CallNumber(nowhere, metadata=house.as_({"*": ["caller"]})))
        await told(house.play.CallNumber(nowhere, metadata=house.as_("caller")))
    names = " ".join(await house.metrics())
    assert 'venue="aaa"' not in names
    assert 'venue="bbb"' not in names


async def test_every_decision_on_access_is_counted(house: House):
    def decided(decision: str) -> str:
        return (
            f'eyesdown_authorizations_total{{action="call_number",decision="{decision}",'
            'service="draw"}'
        )

    async with Counted(house) as counted:
        await house.play.CallNumber(call_number(), metadata=house.as_("caller"))
        await told(house.play.CallNumber(call_number(), metadata=house.as_("seller")))
        await told(house.play.CallNumber(call_number()))
        raises(house, ValueError("permitted, whatever comes of it"))
        await told(house.play.CallNumber(call_number(), metadata=house.as_("caller")))
        malformed = pb.CallNumberRequest(name=GAME)
        await told(house.play.CallNumber(malformed, metadata=house.as_("caller")))
    grown = {name: n for name, n in counted.grown.items() if "authorizations" in name}
    assert grown == {decided("permitted"): 2, decided("denied"): 1, decided("unauthenticated"): 1}


async def test_whoever_wants_to_be_the_second_person_too_is_counted(house: House):
    alone = Reason("SECOND_PERSON", "It takes two.", "Ask somebody.", "NZB-5.5", alone=True)
    raises(house, alone())
    series = (
        'eyesdown_self_approvals_total{action="call_number",reason="SECOND_PERSON",service="draw"}'
    )
    async with Counted(house) as counted:
        await told(house.play.CallNumber(call_number(), metadata=house.as_("caller")))
    assert counted.grown[series] == 1


async def test_labels_hold_no_method_that_is_not_served(house: House):
    async with Counted(house) as counted:
        for method in ("/a.B/C", "/a.B/D"):
            await told(house.raw(method)(b""))
    assert counted.ours() == {
        calls("UNAUTHENTICATED", "_OTHER"): 2,
        'eyesdown_denials_total{action="_OTHER",reason="TOKEN_MISSING",service="draw"}': 2,
    }


async def test_the_process_itself_is_measured(house: House):
    metrics = await house.metrics()
    assert metrics["process_open_fds"] > 0
    assert not [name for name in metrics if "_created" in name]


async def test_who_asks_for_openmetrics_gets_the_traces_that_fell_into_buckets(house: House):
    await house.play.CallNumber(call_number(), metadata=house.as_("caller"))
    (span,) = house.spans()
    url = f"http://127.0.0.1:{house.server.metrics_port}/metrics"
    wanted = {"Accept": "application/openmetrics-text; version=1.0.0"}

    def scrape() -> str:
        with urllib.request.urlopen(urllib.request.Request(url, headers=wanted)) as reply:
            text: str = reply.read().decode()
            return text

    led = [line for line in (await asyncio.to_thread(scrape)).splitlines() if span.trace in line]
    assert len(led) == 1
    assert led[0].startswith("rpc_server_call_duration_seconds_bucket{")
    assert f'rpc_method="{METHOD}"' in led[0]


async def test_appends_and_checks_are_measured(house: House):
    async with Counted(house) as counted:
        with house.telemetry.recording(Name.parse(GAME), 2) as made:
            made.sequence = 7
        house.server.ready.set("journal", False, "away")
    assert counted.grown['eyesdown_journal_append_seconds_count{service="draw"}'] == 1
    assert (await house.metrics())['eyesdown_ready{check="journal",service="draw"}'] == 0
    house.server.ready.set("journal", True)
    assert (await house.metrics())['eyesdown_ready{check="journal",service="draw"}'] == 1


# -- spans -----------------------------------------------------------------------------------


async def test_a_call_is_one_span_named_after_the_rpc(house: House):
    await house.play.CallNumber(call_number(), metadata=house.as_("caller"))
    (span,) = house.spans()
    assert span.name == METHOD
    assert span.kind is SpanKind.SERVER
    assert not span.error
    assert span.attributes == {
        "rpc.system.name": "grpc",
        "rpc.method": METHOD,
        "rpc.response.status_code": "OK",
        "eyesdown.venue": "akl",
        "eyesdown.aggregate": GAME,
        "eyesdown.outcome": "ok",
    }


async def test_a_refusal_is_in_its_span_and_no_error_of_the_server(house: House):
    raises(house, NOT_ANNOUNCED())
    await told(house.play.CallNumber(call_number(), metadata=house.as_("caller")))
    (span,) = house.spans()
    assert span.attributes["eyesdown.outcome"] == "refused"
    assert span.attributes["eyesdown.reason"] == "NOT_ANNOUNCED"
    assert span.attributes["eyesdown.clause"] == "NZB-5.6(c)"
    assert not span.error


async def test_a_fault_is_an_error_without_its_text(house: House):
    raises(house, RuntimeError("hunter2"))
    await told(house.play.CallNumber(call_number(), metadata=house.as_("caller")))
    (span,) = house.spans()
    assert span.error
    assert span.attributes["error.type"] == "INTERNAL"
    assert "hunter2" not in span.text


async def test_the_callers_trace_goes_on(house: House):
    seen: dict[str, str] = {}

    async def answer(request, context):
        seen.update(telemetry.headers(), trace=telemetry.trace_id())
        return pb.CallNumberResponse()

    house.draw.answers["CallNumber"] = answer
    parent = f"00-{TRACE}-00f067aa0ba902b7-01"
    await house.play.CallNumber(call_number(), metadata=house.as_("caller", traceparent=parent))
    (span,) = house.spans()
    assert span.trace == TRACE
    assert span.parent == "00f067aa0ba902b7"
    assert seen["trace"] == TRACE
    assert seen["traceparent"] == f"00-{TRACE}-{span.id}-01"


async def test_a_malformed_trace_context_starts_a_new_trace(house: House):
    metadata = house.as_("caller", traceparent="garbage")
    await house.play.CallNumber(call_number(), metadata=metadata)
    (span,) = house.spans()
    assert span.parent == ""


async def test_health_leaves_no_span(house: House):
    await house.raw("/grpc.health.v1.Health/Check")(b"")
    assert house.spans() == []


async def test_a_reaction_is_linked_to_what_caused_it(house: House):
    parent = {"traceparent": f"00-{TRACE}-00f067aa0ba902b7-01"}
    with house.telemetry.reacting("draw reaction", parent, venue="akl", aggregate=GAME) as came:
        assert telemetry.trace_id() != TRACE
        came.outcome = "done"
    (span,) = house.spans()
    assert span.links == [TRACE]
    assert span.kind is SpanKind.CONSUMER
    assert span.attributes == {
        "eyesdown.venue": "akl",
        "eyesdown.aggregate": GAME,
        "eyesdown.outcome": "done",
    }


async def test_outside_of_a_call_there_is_no_trace():
    assert telemetry.headers() == {}
    assert telemetry.trace_id() == ""


async def test_spans_leave_the_process_only_when_told_where_to():
    silent = tracing("draw", "r1", Build("0.1.0"), {})
    assert not silent.sends
    assert dict(silent.resource.attributes)["service.name"] == "eyesdown-draw"
    silent.shutdown()


@pytest.mark.parametrize(("part", "sampled"), [("0", False), ("1", True)])
async def test_the_environment_says_which_part_of_the_traces_is_sent(
    monkeypatch: pytest.MonkeyPatch, part: str, sampled: bool
):
    environment = {
        "OTEL_EXPORTER_OTLP_ENDPOINT": "http://127.0.0.1:1",
        "OTEL_TRACES_SAMPLER": "parentbased_traceidratio",
        "OTEL_TRACES_SAMPLER_ARG": part,
    }
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    provider = tracing("draw", "r1", Build("0.1.0"), environment)
    span = provider.get_tracer("test").start_span("one")  # never ended, so never sent
    assert span.get_span_context().trace_flags.sampled is sampled
    await asyncio.to_thread(provider.shutdown)


async def test_spans_are_sent_where_the_environment_says(monkeypatch: pytest.MonkeyPatch):
    received: list[bytes] = []

    async def export(request: bytes, context: object) -> bytes:
        received.append(request)
        return b""

    collector = grpc.aio.server()
    service = "opentelemetry.proto.collector.trace.v1.TraceService"
    handler: Any = grpc.unary_unary_rpc_method_handler(export)
    collector.add_generic_rpc_handlers(
        (grpc.method_handlers_generic_handler(service, {"Export": handler}),)
    )
    port = collector.add_insecure_port("127.0.0.1:0")
    await collector.start()
    endpoint = f"http://127.0.0.1:{port}"
    monkeypatch.setenv("OTEL_EXPORTER_OTLP_ENDPOINT", endpoint)
    provider = tracing("draw", "r1", Build("0.1.0"), {"OTEL_EXPORTER_OTLP_ENDPOINT": endpoint})
    with provider.get_tracer("test").start_as_current_span("a span of ours"):
        pass
    await asyncio.to_thread(provider.force_flush)  # while this loop answers it
    await asyncio.to_thread(provider.shutdown)
    await collector.stop(None)
    assert b"a span of ours" in b"".join(received)
    assert b"eyesdown-draw" in b"".join(received)
