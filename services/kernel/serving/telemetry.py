"""What is counted, timed and traced, and under which names. No other module names a metric but
`unasked`, for what a service does by itself.

Names follow OpenTelemetry's conventions for RPC; what is ours begins with `eyesdown`. Labels hold
methods, reasons, clauses and venues that are known here: never a game, card or player.
"""

from __future__ import annotations

import functools
import time
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass

import grpc
from opentelemetry import context, trace
from opentelemetry.sdk.resources import Resource
from opentelemetry.sdk.trace import TracerProvider
from opentelemetry.sdk.trace.export import BatchSpanProcessor
from opentelemetry.sdk.trace.sampling import ALWAYS_OFF
from opentelemetry.trace import Link, SpanKind, Status, StatusCode
from opentelemetry.trace.propagation.tracecontext import TraceContextTextMapPropagator
from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram
from prometheus_client import disable_created_metrics as leave_out_created
from prometheus_client.gc_collector import GCCollector
from prometheus_client.platform_collector import PlatformCollector
from prometheus_client.process_collector import ProcessCollector

from services.kernel.errors import (
    AlreadyExists,
    Failure,
    NotFound,
    PermissionDenied,
    Refusal,
    RequestIdReused,
    StaleState,
    Unauthenticated,
)
from services.kernel.following.unasked import Unasked
from services.kernel.serving.policy import Rule

# Attributes of spans.
VENUE = "eyesdown.venue"
AGGREGATE = "eyesdown.aggregate"
CLAUSE = "eyesdown.clause"
OUTCOME = "eyesdown.outcome"
REASON = "eyesdown.reason"
RPC_SYSTEM = "rpc.system.name"
RPC_METHOD = "rpc.method"
RPC_STATUS = "rpc.response.status_code"
ERROR_TYPE = "error.type"

Metadata = Iterable[tuple[str, str | bytes]]
"""What came with a call."""

OTHER = "_OTHER"
"""The method of a call to something that is not served here."""

REHEARSED = "rehearsed"
"""The outcome of a call with `validate_only`: it was decided, and nothing was done."""

_ANSWERS = (Refusal, StaleState, NotFound, AlreadyExists, RequestIdReused)
_DECIDED = frozenset(("ok", *(answer.outcome for answer in _ANSWERS)))
_SERVER_FAULTS = frozenset(
    ("UNKNOWN", "DEADLINE_EXCEEDED", "UNIMPLEMENTED", "INTERNAL", "UNAVAILABLE", "DATA_LOSS")
)
_CALL_SECONDS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30)
_APPEND_SECONDS = (0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10)
_TRACE_CONTEXT = TraceContextTextMapPropagator()


def registry() -> CollectorRegistry:
    """A registry of one process's own: its memory, descriptors and garbage are in it already."""
    leave_out_created()  # type: ignore[no-untyped-call]  # it has no annotations
    made = CollectorRegistry(auto_describe=True)
    ProcessCollector(registry=made)
    PlatformCollector(registry=made)
    GCCollector(registry=made)
    return made


def tracer_provider(
    service: str, replica: str, version: str, environment: Mapping[str, str]
) -> TracerProvider:
    """Makes spans, and sends them where `OTEL_EXPORTER_OTLP_ENDPOINT` says, if it says: all of
    them, or the part that `OTEL_TRACES_SAMPLER` and `OTEL_TRACES_SAMPLER_ARG` choose.

    Without it nothing leaves the process; log entries have their trace ids all the same.
    """
    about = {
        "service.namespace": "eyesdown",
        "service.name": f"eyesdown-{service}",
        "service.instance.id": replica,
        "service.version": version,
    }
    resource = Resource.create(about)
    if not environment.get("OTEL_EXPORTER_OTLP_ENDPOINT"):
        # A span that is not sampled has its ids and costs next to nothing.
        return TracerProvider(ALWAYS_OFF, resource, shutdown_on_exit=False)
    # Imported here since it takes a while, and most processes in development need it not.
    from opentelemetry.exporter.otlp.proto.grpc.trace_exporter import OTLPSpanExporter

    provider = TracerProvider(resource=resource, shutdown_on_exit=False)
    provider.add_span_processor(BatchSpanProcessor(OTLPSpanExporter()))
    return provider


@dataclass(slots=True)
class Observation:
    """One call, as it will be counted: filled while it runs."""

    venue: str = ""
    aggregate: str = ""
    outcome: str = "error"  # until somebody says better
    rehearsed: bool = False
    code: str = "UNKNOWN"
    reason: str = ""
    clause: str = ""
    permitted: bool = False
    alone: bool = False  # one person tried to be the second one as well

    def failed(self, failure: Failure) -> None:
        """The call ends with this failure."""
        self.ended(failure.code, failure.outcome)
        self.reason = failure.reason.code
        self.clause = failure.clause
        self.alone = failure.reason.alone

    @property
    def counted(self) -> str:
        """The outcome as it is counted: a rehearsal is one, whatever it was decided to be."""
        return REHEARSED if self.rehearsed and self.outcome in _DECIDED else self.outcome

    def ended(self, code: grpc.StatusCode, outcome: str) -> None:
        """The call ends like this."""
        self.code = code.name
        self.outcome = outcome


_observed: ContextVar[Observation] = ContextVar("eyesdown_observation")


def observation() -> Observation:
    """The running call's; one that nobody looks at outside of a call."""
    return _observed.get(None) or Observation()


class Telemetry:
    """The metrics and spans of one service.

    `venues` are the ids that may stand in a label; any other is counted under the empty one.
    """

    def __init__(
        self,
        service: str,
        registry: CollectorRegistry,
        provider: TracerProvider,
        venues: Collection[str] = (),
    ) -> None:
        self.service = service
        self.registry = registry
        self.provider = provider
        self._venues = frozenset(venues)
        self._tracer = provider.get_tracer("eyesdown")
        # `functools.cache` keeps the children of a metric: cheaper than looking them up in it.
        self._actions = functools.cache(
            Counter(
                "eyesdown_actions_total",
                "Regulated actions that were asked for, by what became of them.",
                ("service", "action", "venue", "outcome"),
                registry=registry,
            ).labels
        )
        self._refusals = functools.cache(
            Counter(
                "eyesdown_refusals_total",
                "Actions that the law or the state of things refused.",
                ("service", "action", "reason", "clause"),
                registry=registry,
            ).labels
        )
        self._denials = functools.cache(
            Counter(
                "eyesdown_denials_total",
                "Calls by somebody unknown, or by somebody known who may not make them.",
                ("service", "action", "reason"),
                registry=registry,
            ).labels
        )
        self._calls = functools.cache(
            Histogram(
                "rpc_server_call_duration_seconds",
                "How long calls took, by method and gRPC status.",
                ("rpc_system_name", "rpc_method", "rpc_response_status_code"),
                buckets=_CALL_SECONDS,
                registry=registry,
            ).labels
        )
        self._appends = Histogram(
            "eyesdown_journal_append_seconds",
            "How long the journal took to acknowledge a commit.",
            ("service",),
            buckets=_APPEND_SECONDS,
            registry=registry,
        ).labels(service)
        self._unreadable = functools.cache(
            Counter(
                "eyesdown_records_unreadable_total",
                "Times that an aggregate's record could not be read, by why.",
                ("service", "reason"),
                registry=registry,
            ).labels
        )
        self.unasked = Unasked(service, registry, self._venues)
        self._in_flight = Gauge(
            "eyesdown_calls_in_flight",
            "Calls under way: ordinary ones, urgent ones, streams.",
            ("service", "kind"),
            registry=registry,
        ).labels
        self._decisions = functools.cache(
            Counter(
                "eyesdown_authorizations_total",
                "Calls by whether somebody known might make them.",
                ("service", "action", "decision"),
                registry=registry,
            ).labels
        )
        self._self_approvals = functools.cache(
            Counter(
                "eyesdown_self_approvals_total",
                "Times that one person tried to be the second one as well, by why it was refused.",
                ("service", "action", "reason"),
                registry=registry,
            ).labels
        )
        self._ready = functools.cache(
            Gauge(
                "eyesdown_ready",
                "1 while a check of readiness passes, 0 while it fails.",
                ("service", "check"),
                registry=registry,
            ).labels
        )

    @contextmanager
    def rpc(self, rule: Rule | None, metadata: Metadata) -> Iterator[Observation]:
        """Observe one call: a span within the caller's trace, a duration, and its counts.

        `rule` is None for a method that is not served. What is said in the observation until the
        end is what is counted.
        """
        seen = Observation()
        mark = _observed.set(seen)
        method = rule.method if rule else OTHER
        began = time.perf_counter()
        span = self._tracer.start_span(
            method,
            _TRACE_CONTEXT.extract(_carrier(metadata)),
            SpanKind.SERVER,
            {RPC_SYSTEM: "grpc", RPC_METHOD: method},
        )
        current = context.attach(trace.set_span_in_context(span))
        try:
            yield seen
        finally:
            if span.is_recording():
                _describe(span, seen)
            span.end()
            context.detach(current)
            _observed.reset(mark)
            self._calls("grpc", method, seen.code).observe(time.perf_counter() - began)
            self._count(rule, seen)

    def _count(self, rule: Rule | None, seen: Observation) -> None:
        action = rule.action if rule else OTHER
        venue = seen.venue if seen.venue in self._venues else ""
        if rule and rule.regulated:
            self._actions(self.service, action, venue, seen.counted).inc()
        if seen.counted == Refusal.outcome:
            self._refusals(self.service, action, seen.reason, seen.clause).inc()
            if seen.alone:
                self._self_approvals(self.service, action, seen.reason).inc()
        elif seen.outcome in (PermissionDenied.outcome, Unauthenticated.outcome):
            self._denials(self.service, action, seen.reason).inc()
            self._decisions(self.service, action, seen.outcome).inc()
        if seen.permitted:
            self._decisions(self.service, action, "permitted").inc()

    @contextmanager
    def reacting(
        self, name: str, headers: Mapping[str, str], *, venue: str = "", aggregate: str = ""
    ) -> Iterator[None]:
        """A span of its own for what a message leads to, linked to the span that sent it."""
        cause = trace.get_current_span(_TRACE_CONTEXT.extract(headers)).get_span_context()
        with self._tracer.start_as_current_span(
            name,
            context.Context(),
            SpanKind.CONSUMER,
            {key: text for key, text in ((VENUE, venue), (AGGREGATE, aggregate)) if text},
            links=[Link(cause)] if cause.is_valid else [],
        ):
            yield

    def appended(self, seconds: float) -> None:
        """The journal acknowledged a commit after so long."""
        self._appends.observe(seconds)

    def unreadable(self, reason: str) -> None:
        """An aggregate's record could not be read, for this reason's code."""
        self._unreadable(self.service, reason).inc()

    def in_flight(self, kind: str, number: Callable[[], int]) -> None:
        """`number` says how many of a kind of calls are under way."""
        self._in_flight(self.service, kind).set_function(number)

    def certificate(self, ends: Callable[[], float]) -> None:
        """`ends` says when the server's certificate ends, in seconds since 1970."""
        Gauge(
            "eyesdown_certificate_ends_timestamp_seconds",
            "When the server's certificate ends.",
            ("service",),
            registry=self.registry,
        ).labels(self.service).set_function(ends)

    def issuer_keys(self, age: Callable[[], float]) -> None:
        """`age` says how many seconds ago the issuer's keys were fetched."""
        Gauge(
            "eyesdown_issuer_keys_age_seconds",
            "How long ago the keys of the tokens' issuer were fetched; 0 while there are none.",
            ("service",),
            registry=self.registry,
        ).labels(self.service).set_function(age)

    def ready(self, check: str, ok: bool) -> None:
        """A check of readiness passes or fails."""
        self._ready(self.service, check).set(ok)


def headers() -> dict[str, str]:
    """The W3C trace context of what is running, for the headers of a message."""
    carrier: dict[str, str] = {}
    _TRACE_CONTEXT.inject(carrier)
    return carrier


def trace_id() -> str:
    """The trace that is running, 32 hexadecimal digits; empty for none."""
    running = trace.get_current_span().get_span_context()
    return trace.format_trace_id(running.trace_id) if running.is_valid else ""


def _carrier(metadata: Metadata) -> dict[str, str]:
    wanted = ("traceparent", "tracestate")
    return {key: value for key, value in metadata if key in wanted and isinstance(value, str)}


def _describe(span: trace.Span, seen: Observation) -> None:
    about = {
        RPC_STATUS: seen.code,
        OUTCOME: seen.counted,
        VENUE: seen.venue,
        AGGREGATE: seen.aggregate,
        REASON: seen.reason,
        CLAUSE: seen.clause,
    }
    span.set_attributes({key: text for key, text in about.items() if text})
    if seen.code in _SERVER_FAULTS:
        span.set_attribute(ERROR_TYPE, seen.code)
        span.set_status(Status(StatusCode.ERROR))
