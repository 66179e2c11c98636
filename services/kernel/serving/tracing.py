"""How spans are made, which of them leave the process, and how the last ones leave at its end."""

from __future__ import annotations

import asyncio
import threading
import time
from collections.abc import Mapping, Sequence
from contextlib import suppress
from typing import Any

import structlog
from opentelemetry.context import Context
from opentelemetry.sdk.resources import OTELResourceDetector, Resource
from opentelemetry.sdk.trace import ReadableSpan, SpanProcessor, TracerProvider
from opentelemetry.sdk.trace.export import BatchSpanProcessor
from opentelemetry.sdk.trace.sampling import ALWAYS_OFF, ALWAYS_ON, Sampler, SamplingResult
from opentelemetry.trace import (
    Link,
    SpanContext,
    SpanKind,
    Status,
    StatusCode,
    TraceFlags,
    TraceState,
)

from services.kernel.build import Build
from services.kernel.measuring import names

ENDPOINTS = ("OTEL_EXPORTER_OTLP_ENDPOINT", "OTEL_EXPORTER_OTLP_TRACES_ENDPOINT")

log = structlog.get_logger(__name__)


class Tracing(TracerProvider):
    """Makes spans and hands those that are sampled to its processors.

    Which ones are, the environment says (`OTEL_TRACES_SAMPLER`); what follows from a commit is if
    the span that made the commit is, so that a path is there whole or not at all. A span that was
    not chosen costs next to nothing, and can be kept all the same when it has ended badly.
    """

    def __init__(self, resource: Resource | None = None, sampler: Sampler | None = None) -> None:
        super().__init__(sampler, resource, shutdown_on_exit=False)
        self.sampler = _AsItsCause(self.sampler)
        self._processors: list[SpanProcessor] = []

    def add_span_processor(self, span_processor: SpanProcessor) -> None:
        """See the SDK's."""
        super().add_span_processor(span_processor)
        self._processors.append(span_processor)

    @property
    def sends(self) -> bool:
        """Whether spans go anywhere."""
        return bool(self._processors)

    def keep(
        self,
        name: str,
        kind: SpanKind,
        context: SpanContext,
        parent: SpanContext,
        began: int,
        attributes: Mapping[str, str],
        *,
        links: Sequence[Link] = (),
        error: bool = False,
    ) -> None:
        """Send a span that was not sampled. `began` is when, in nanoseconds since 1970."""
        kept = ReadableSpan(
            name,
            SpanContext(
                context.trace_id,
                context.span_id,
                False,
                TraceFlags(context.trace_flags | TraceFlags.SAMPLED),
                context.trace_state,
            ),
            parent if parent.is_valid else None,
            self.resource,
            dict(attributes),
            links=links,
            kind=kind,
            status=Status(StatusCode.ERROR if error else StatusCode.UNSET),
            start_time=began,
            end_time=time.time_ns(),
        )
        for processor in self._processors:
            processor.on_end(kept)


class _AsItsCause(Sampler):
    """Samples what is linked to a span as that was, and anything else as `chosen` says."""

    def __init__(self, chosen: Sampler) -> None:
        self._chosen = chosen

    def should_sample(
        self,
        parent_context: Context | None,
        trace_id: int,
        name: str,
        kind: SpanKind | None = None,
        attributes: Any = None,
        links: Sequence[Link] | None = None,
        trace_state: TraceState | None = None,
    ) -> SamplingResult:
        """See the SDK's."""
        chosen = self._chosen
        if links and chosen is not ALWAYS_OFF:
            sampled = any(link.context.trace_flags.sampled for link in links)
            chosen = ALWAYS_ON if sampled else ALWAYS_OFF
        return chosen.should_sample(
            parent_context, trace_id, name, kind, attributes, links, trace_state
        )

    def get_description(self) -> str:
        """See the SDK's."""
        return f"AsItsCause{{{self._chosen.get_description()}}}"


def tracing(service: str, replica: str, software: Build, environment: Mapping[str, str]) -> Tracing:
    """Makes spans, and sends them where `OTEL_EXPORTER_OTLP_ENDPOINT` says, if it says.

    Without it, or with `OTEL_TRACES_EXPORTER=none`, nothing leaves the process; log entries have
    their trace ids all the same. The other `OTEL_*` variables are the SDK's own.
    """
    about = {
        names.SERVICE_NAMESPACE: "eyesdown",
        names.SERVICE_NAME: f"eyesdown-{service}",
        names.SERVICE_INSTANCE: replica,
        names.SERVICE_VERSION: software.version,
        names.BUILD: software.digest.hex(),
    }
    resource = Resource.create(about).merge(OTELResourceDetector().detect())
    told = any(environment.get(each) for each in ENDPOINTS)
    if not told or environment.get("OTEL_TRACES_EXPORTER") == "none":
        # A span that is not sampled has its ids and costs next to nothing.
        return Tracing(resource, ALWAYS_OFF)
    # Imported here since it takes a while, and most processes in development need it not.
    from opentelemetry.exporter.otlp.proto.grpc.trace_exporter import OTLPSpanExporter

    provider = Tracing(resource)
    provider.add_span_processor(BatchSpanProcessor(OTLPSpanExporter()))
    return provider


async def flush(provider: TracerProvider, within: float) -> None:
    """Send the spans that are still here and end the provider.

    A receiver that is away is waited for `within` seconds at most: the exporter would try for ten,
    and a thread of the loop's own would hold up the end of the process as long.
    """
    loop, done = asyncio.get_running_loop(), asyncio.Event()

    def end() -> None:
        provider.shutdown()
        with suppress(RuntimeError):  # the loop has ended: nobody waits any more
            loop.call_soon_threadsafe(done.set)

    threading.Thread(target=end, name="last spans", daemon=True).start()
    try:
        async with asyncio.timeout(within):
            await done.wait()
    except TimeoutError:
        log.warning("spans_not_sent", waited=within)
