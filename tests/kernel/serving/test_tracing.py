"""Which spans leave the process: those that are sampled, what follows from them, and what ended
badly."""

from __future__ import annotations

import pytest
from opentelemetry.sdk.trace import ReadableSpan
from opentelemetry.sdk.trace.export import SimpleSpanProcessor
from opentelemetry.sdk.trace.export.in_memory_span_exporter import InMemorySpanExporter
from opentelemetry.sdk.trace.sampling import ALWAYS_OFF, ALWAYS_ON, ParentBased, Sampler
from opentelemetry.trace import SpanKind, StatusCode, TraceFlags
from prometheus_client.openmetrics.exposition import generate_latest

from services.kernel import errors
from services.kernel.build import Build
from services.kernel.law import Reason
from services.kernel.names import Name
from services.kernel.serving import telemetry
from services.kernel.serving.policy import Rule, read
from services.kernel.serving.telemetry import Telemetry
from services.kernel.serving.tracing import Tracing, tracing

TRACE, SPAN = "4bf92f3577b34da6a3ce929d0e0e4736", "00f067aa0ba902b7"
SAMPLED = {"traceparent": f"00-{TRACE}-{SPAN}-01"}
UNSAMPLED = {"traceparent": f"00-{TRACE}-{SPAN}-00"}
GAME = Name("akl", "games", "2026-11-29-07")
PAUSED = Reason("PAUSED", "The game is paused.", "Wait.", "NZB-5.7(c)")
RULES = read(["eyesdown.draw.v1.DrawService"])
CALL = RULES["/eyesdown.draw.v1.DrawService/CallNumber"]
READ = RULES["/eyesdown.draw.v1.DrawService/GetGame"]


class Kept:
    """What a service with this sampler sends."""

    def __init__(self, sampler: Sampler) -> None:
        self.exporter = InMemorySpanExporter()
        provider = Tracing(sampler=sampler)
        provider.add_span_processor(SimpleSpanProcessor(self.exporter))
        self.telemetry = Telemetry("draw", telemetry.registry(), provider, ["akl"])
        self.telemetry.spans.belonging("games", lambda name: name.id)

    def call(self, rule: Rule, failure: errors.Failure | None = None, **metadata: str) -> str:
        """A call that ends well, or in a failure; the trace that a commit of it would carry."""
        with self.telemetry.rpc(rule, tuple(metadata.items())) as seen:
            seen.aggregate = str(GAME)
            seen.outcome, seen.code = "ok", "OK"
            if failure is not None:
                seen.failed(failure)
            return telemetry.headers()["traceparent"]

    @property
    def spans(self) -> tuple[ReadableSpan, ...]:
        return self.exporter.get_finished_spans()


@pytest.fixture
def seldom() -> Kept:
    """Nothing is chosen, unless a caller's trace was."""
    return Kept(ParentBased(ALWAYS_OFF))


@pytest.fixture
def always() -> Kept:
    return Kept(ParentBased(ALWAYS_ON))


def test_what_ends_well_and_is_not_chosen_is_not_sent(seldom: Kept):
    flags = int(seldom.call(CALL).rpartition("-")[2], 16)
    assert not flags & TraceFlags.SAMPLED, "and what reads its commit is not either"
    assert seldom.spans == ()


@pytest.mark.parametrize(
    ("failure", "error"),
    [
        (errors.Refusal(PAUSED), False),
        (errors.NotFound(str(GAME)), False),
        (errors.Contended(str(GAME)), False),
        (errors.OutcomeUnknownFailure(), True),
        (errors.Internal("x"), True),
    ],
    ids=lambda value: type(value).__name__,
)
def test_a_command_that_was_refused_or_failed_is_always_sent(seldom: Kept, failure, error):
    carried = seldom.call(CALL, failure, **UNSAMPLED)
    (span,) = seldom.spans
    context = span.get_span_context()
    assert context is not None
    assert carried == f"00-{TRACE}-{context.span_id:016x}-00", "what reads its commit is not"
    assert (span.name, span.kind) == (CALL.method, SpanKind.SERVER)
    assert span.parent is not None
    assert f"{span.parent.span_id:016x}" == SPAN
    assert context.trace_flags.sampled
    assert (span.status.status_code is StatusCode.ERROR) is error
    assert span.attributes is not None
    assert span.attributes["eyesdown.game"] == GAME.id
    assert span.attributes["rpc.method"] == CALL.method
    assert span.attributes["eyesdown.outcome"] == failure.outcome
    assert span.start_time is not None
    assert span.end_time is not None
    assert span.start_time <= span.end_time


def test_what_anybody_can_do_any_number_of_times_is_not(seldom: Kept):
    too_many = errors.TooMany(PAUSED)
    seldom.call(CALL, errors.Unauthenticated(PAUSED))
    seldom.call(CALL, too_many)
    seldom.call(READ, errors.NotFound(str(GAME)))
    assert seldom.spans == ()


def test_a_fault_of_ours_is_sent_of_whatever_call(seldom: Kept):
    seldom.call(READ, errors.Internal("x"))
    assert [span.name for span in seldom.spans] == [READ.method]


def test_without_a_receiver_nothing_is_made():
    silent = Kept(ALWAYS_OFF)
    silent.telemetry = Telemetry(
        "draw", telemetry.registry(), tracing("draw", "r", Build("1"), {}), ()
    )
    silent.call(CALL, errors.Internal("x"))
    assert silent.spans == ()


def test_a_bucket_leads_to_the_trace_that_fell_into_it(always: Kept):
    trace = always.call(CALL).split("-")[1]
    told = generate_latest(always.telemetry.registry).decode()
    (bucket,) = [line for line in told.splitlines() if trace in line]
    assert bucket.startswith("rpc_server_call_duration_seconds_bucket")
    assert f'trace_id="{trace}"}}' in bucket.partition(" # ")[2]


# -- commits, and what follows from them -----------------------------------------------------


def test_a_commit_is_a_span_of_its_own_that_its_readers_link_to(always: Kept):
    with always.telemetry.rpc(CALL, tuple(SAMPLED.items())) as seen:
        seen.outcome = "ok"
        with always.telemetry.recording(GAME, 5) as made:
            made.sequence = 20260000000042
    with always.telemetry.reacting(
        "eyesdown.verify.v1.FollowGame", made.headers, venue="akl", aggregate=str(GAME), source=GAME
    ) as came:
        came.outcome = "done"
    commit, call, reaction = always.spans
    here = commit.get_span_context()
    assert here is not None
    assert call.context is not None
    assert made.headers["traceparent"] == f"00-{TRACE}-{here.span_id:016x}-01"
    assert commit.parent is not None
    assert commit.parent.span_id == call.context.span_id
    assert commit.name == "publish eyesdown.journal.{venue}.{year}.games.{id}"
    assert commit.kind is SpanKind.PRODUCER
    assert dict(commit.attributes or {}) == {
        "messaging.system": "nats",
        "messaging.operation.name": "publish",
        "messaging.operation.type": "send",
        "messaging.destination.name": "eyesdown.journal.akl.2026.games.2026-11-29-07",
        "messaging.destination.template": "eyesdown.journal.{venue}.{year}.games.{id}",
        "messaging.message.id": "JOURNAL_akl_2026:20260000000042",
        "eyesdown.venue": "akl",
        "eyesdown.aggregate": str(GAME),
        "eyesdown.game": GAME.id,
        "eyesdown.version": "5",
    }
    assert [link.context.span_id for link in reaction.links] == [here.span_id]
    assert (reaction.parent, reaction.kind) == (None, SpanKind.CONSUMER)
    assert (reaction.attributes or {})["messaging.consumer.group.name"] == "draw"


def test_an_append_that_fails_is_an_error_without_its_text(always: Kept):
    def failing() -> None:
        with (
            always.telemetry.rpc(CALL, ()),
            always.telemetry.recording(GAME, 5),
        ):
            raise ConnectionError("hunter2")

    with pytest.raises(ConnectionError):
        failing()
    commit, _ = always.spans
    assert commit.status.status_code is StatusCode.ERROR
    assert (commit.attributes or {})["error.type"] == "ConnectionError"
    assert "hunter2" not in commit.to_json()


@pytest.mark.parametrize(("cause", "sent"), [(SAMPLED, 1), (UNSAMPLED, 0)])
def test_what_follows_from_a_commit_is_sent_if_its_command_was(always: Kept, cause, sent: int):
    with always.telemetry.reacting("a reaction", cause, source=GAME) as came:
        came.outcome = "done"
    assert len(always.spans) == sent


@pytest.mark.parametrize(("outcome", "error"), [("refused", False), ("failed", True)])
def test_a_reaction_that_was_refused_or_failed_is_always_sent(seldom: Kept, outcome, error):
    with seldom.telemetry.reacting("a reaction", UNSAMPLED, source=GAME) as came:
        came.outcome = outcome
    (span,) = seldom.spans
    assert [f"{link.context.trace_id:032x}" for link in span.links] == [TRACE]
    assert (span.attributes or {})["eyesdown.outcome"] == outcome
    assert (span.status.status_code is StatusCode.ERROR) is error


def test_what_falls_due_by_itself_has_no_cause(always: Kept):
    with always.telemetry.reacting("eyesdown.tournament.v1.CallTime", {}) as came:
        came.outcome = "done"
    (span,) = always.spans
    assert (span.kind, span.links) == (SpanKind.INTERNAL, ())


def test_the_environment_names_the_service_and_what_else_is_said_of_it(
    monkeypatch: pytest.MonkeyPatch,
):
    monkeypatch.setenv("OTEL_RESOURCE_ATTRIBUTES", "deployment.environment.name=hall-two")
    monkeypatch.setenv("OTEL_SERVICE_NAME", "draw-of-hall-two")
    about = tracing("draw", "r1", Build("0.1.0", b"\xab\xcd"), {}).resource.attributes
    assert about["deployment.environment.name"] == "hall-two"
    assert about["service.name"] == "draw-of-hall-two"
    assert about["service.namespace"] == "eyesdown"
    assert (about["service.version"], about["eyesdown.build"]) == ("0.1.0", "abcd")


@pytest.mark.parametrize(
    ("environment", "sends"),
    [
        ({"OTEL_EXPORTER_OTLP_TRACES_ENDPOINT": "http://127.0.0.1:1"}, True),
        ({"OTEL_EXPORTER_OTLP_ENDPOINT": "http://127.0.0.1:1"}, True),
        (
            {
                "OTEL_EXPORTER_OTLP_ENDPOINT": "http://127.0.0.1:1",
                "OTEL_TRACES_EXPORTER": "none",
            },
            False,
        ),
        ({}, False),
    ],
)
def test_the_environment_says_whether_spans_are_sent(
    monkeypatch: pytest.MonkeyPatch, environment: dict[str, str], sends: bool
):
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    provider = tracing("draw", "r1", Build("0.1.0"), environment)
    assert provider.sends is sends
    provider.shutdown()
