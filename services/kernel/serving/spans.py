"""The spans of calls, of commits on their way into the journal, and of what follows from them."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager, nullcontext
from dataclasses import dataclass, field

from opentelemetry import context, trace
from opentelemetry.trace import Link, Span, SpanKind, Status, StatusCode, Tracer
from opentelemetry.trace.propagation.tracecontext import TraceContextTextMapPropagator

from services.kernel.measuring import names
from services.kernel.names import BadName, Name
from services.kernel.serving.tracing import Tracing

Metadata = Iterable[tuple[str, str | bytes]]
"""What came with a call."""
About = Mapping[str, str]
"""Attributes of a span; what is empty is left out."""

_TRACE_CONTEXT = TraceContextTextMapPropagator()


class Calling:
    """A call's span, the running one while this is entered. Whoever opens it ends it.

    Written out, as it stands around every call: a generator would cost as much as the span.
    """

    __slots__ = ("_about", "_began", "_caller", "_current", "_provider", "span")

    def __init__(self, tracer: Tracer, provider: Tracing, method: str, metadata: Metadata) -> None:
        self._began, self._provider = time.time_ns(), provider
        self._caller = _TRACE_CONTEXT.extract(_carrier(metadata))
        self._about = {names.RPC_SYSTEM: names.GRPC, names.RPC_METHOD: method}
        self.span = tracer.start_span(method, self._caller, SpanKind.SERVER, self._about)

    def __enter__(self) -> Calling:
        self._current = context.attach(trace.set_span_in_context(self.span))
        return self

    def __exit__(self, *_: object) -> None:
        context.detach(self._current)

    def end(self, about: Callable[[], About], wanted: bool, error: bool) -> dict[str, str] | None:
        """End it; `about` gives its attributes. One that is not sampled is sent if it is `wanted`.

        What leads from a metric to it is given back if it is sent.
        """
        if self.span.is_recording():
            self.span.set_attributes(_told(about()))
            if error:
                self.span.set_status(Status(StatusCode.ERROR))
            self.span.end()
        elif self._provider.sends and wanted:
            self._keep({**self._about, **_told(about())}, error)
        else:
            return None
        own = self.span.get_span_context()
        return {
            "trace_id": trace.format_trace_id(own.trace_id),
            "span_id": trace.format_span_id(own.span_id),
        }

    def _keep(self, about: About, error: bool) -> None:
        own, method = self.span.get_span_context(), self._about[names.RPC_METHOD]
        caller = trace.get_current_span(self._caller).get_span_context()
        self._provider.keep(method, SpanKind.SERVER, own, caller, self._began, about, error=error)


@dataclass(slots=True)
class Recording:
    """A commit on its way into the journal: the headers that carry its trace, and where it came
    to lie."""

    headers: Mapping[str, str] = field(default_factory=dict)
    sequence: int = 0


@dataclass(slots=True)
class Reacting:
    """A command that nobody asked for: `outcome` is what came of it, once that is known."""

    outcome: str = "failed"


class Spans:
    """Makes the spans of one service."""

    def __init__(self, service: str, provider: Tracing) -> None:
        self._service = service
        self._provider = provider
        self._tracer = provider.get_tracer("eyesdown")
        self._games: dict[str, Callable[[Name], str]] = {}

    def belonging(self, kind: str, game: Callable[[Name], str]) -> None:
        """Traces of a kind of aggregate are found by what they belong to: `game` gives the id."""
        self._games[kind] = game

    def game(self, aggregate: str) -> str:
        """The id of what an aggregate belongs to, or empty."""
        try:
            name = Name.parse(aggregate)
        except BadName:
            return ""
        return self._game_of(name)

    def _game_of(self, name: Name) -> str:
        of = self._games.get(name.kind)
        return of(name) if of is not None else ""

    def call(self, method: str, metadata: Metadata) -> Calling:
        """The span of a call within the caller's trace."""
        return Calling(self._tracer, self._provider, method, metadata)

    def recording(self, name: Name, version: int) -> AbstractContextManager[Recording]:
        """A commit is put on record, in a span of its own where its command has one.

        What reads the commit later is linked to that span. Set `sequence` when it is stored.
        """
        if not trace.get_current_span().is_recording():
            return nullcontext(Recording(headers()))
        return self._recording(name, version)

    @contextmanager
    def _recording(self, name: Name, version: int) -> Iterator[Recording]:
        where = names.SUBJECTS.replace("{kind}", name.kind)
        about = self._messaging("publish", "send", name) | {
            names.VENUE: name.venue,
            names.AGGREGATE: str(name),
            names.GAME: self._game_of(name),
            names.VERSION: str(version),
        }
        with self._span(f"publish {where}", SpanKind.PRODUCER, None, about) as span:
            made = Recording(headers())
            yield made
            span.set_attribute(names.MESSAGING_MESSAGE, f"{name.stream}:{made.sequence}")

    @contextmanager
    def reacting(
        self,
        name: str,
        headers: Mapping[str, str],
        *,
        venue: str = "",
        aggregate: str = "",
        source: Name | None = None,
    ) -> Iterator[Reacting]:
        """A span of its own for what nobody asked for, linked to the span that led to it.

        `source` is the aggregate whose commit, sent with `headers`, is its cause; what falls due
        by itself has none. Say in the end what came of it: what failed or was refused is sent in
        any case.
        """
        cause = trace.get_current_span(_TRACE_CONTEXT.extract(headers)).get_span_context()
        links = [Link(cause)] if cause.is_valid else []
        kind = SpanKind.CONSUMER if source or links else SpanKind.INTERNAL
        about = {names.VENUE: venue, names.AGGREGATE: aggregate, names.GAME: self.game(aggregate)}
        if source is not None:
            about |= self._messaging("process", "process", source)
            about[names.MESSAGING_GROUP] = self._service
        came, began = Reacting(), time.time_ns()
        with self._span(name, kind, context.Context(), about, links) as span:
            try:
                yield came
            finally:
                span.set_attribute(names.OUTCOME, came.outcome)
                failed = came.outcome == "failed"
                bad = failed or came.outcome == "refused"
                if bad and not span.is_recording() and self._provider.sends:
                    told = _told({**about, names.OUTCOME: came.outcome})
                    own, none = span.get_span_context(), trace.INVALID_SPAN_CONTEXT
                    self._provider.keep(
                        name, kind, own, none, began, told, links=links, error=failed
                    )

    @contextmanager
    def _span(
        self,
        name: str,
        kind: SpanKind,
        within: context.Context | None,
        about: About,
        links: Sequence[Link] = (),
    ) -> Iterator[Span]:
        """A span that is the running one; what is raised is its error, by its type alone."""
        with self._tracer.start_as_current_span(
            name,
            within,
            kind,
            _told(about),
            links,
            record_exception=False,
            set_status_on_exception=False,
        ) as span:
            try:
                yield span
            except Exception as error:
                span.set_attribute(names.ERROR_TYPE, type(error).__name__)
                span.set_status(Status(StatusCode.ERROR))
                raise

    def _messaging(self, operation: str, sort: str, about: Name) -> dict[str, str]:
        return {
            names.MESSAGING_SYSTEM: names.NATS,
            names.MESSAGING_OPERATION: operation,
            names.MESSAGING_OPERATION_TYPE: sort,
            names.MESSAGING_DESTINATION: about.subject,
            names.MESSAGING_TEMPLATE: names.SUBJECTS.replace("{kind}", about.kind),
        }


def headers() -> dict[str, str]:
    """The W3C trace context of what is running, for the headers of a message."""
    carrier: dict[str, str] = {}
    _TRACE_CONTEXT.inject(carrier)
    return carrier


def trace_id() -> str:
    """The trace that is running, 32 hexadecimal digits; empty for none."""
    running = trace.get_current_span().get_span_context()
    return trace.format_trace_id(running.trace_id) if running.is_valid else ""


def _told(about: About) -> dict[str, str]:
    return {key: text for key, text in about.items() if text}


def _carrier(metadata: Metadata) -> dict[str, str]:
    wanted = ("traceparent", "tracestate")
    return {key: value for key, value in metadata if key in wanted and isinstance(value, str)}
