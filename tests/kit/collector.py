"""A receiver of traces as a collector is one: OTLP over gRPC.

PYTEST_DONT_REWRITE: it asserts nothing.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Iterable, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Any

import grpc
from opentelemetry.proto.collector.trace.v1 import trace_service_pb2, trace_service_pb2_grpc
from opentelemetry.proto.trace.v1 import trace_pb2


@dataclass
class Received:
    """A span as it arrived; ids in hexadecimal digits, `links` as (trace, span)."""

    name: str
    kind: str
    error: bool
    trace: str
    id: str
    parent: str
    attributes: Mapping[str, str]
    resource: Mapping[str, str]
    links: list[tuple[str, str]] = field(default_factory=list)


class Collector(trace_service_pb2_grpc.TraceServiceServicer):
    """Keeps what it is sent; `endpoint` is for OTEL_EXPORTER_OTLP_ENDPOINT."""

    def __init__(self) -> None:
        self.spans: list[Received] = []
        self.endpoint = ""
        self._arrived = asyncio.Condition()

    async def Export(self, request: Any, context: Any) -> Any:
        """Take spans."""
        for of_resource in request.resource_spans:
            resource = _texts(of_resource.resource.attributes)
            for scope in of_resource.scope_spans:
                self.spans += [_received(span, resource) for span in scope.spans]
        async with self._arrived:
            self._arrived.notify_all()
        return trace_service_pb2.ExportTraceServiceResponse()

    async def named(self, name: str) -> Received:
        """The first span of this name, when it is here."""
        return await self.first(lambda span: span.name == name)

    async def first(self, wanted: Callable[[Received], bool]) -> Received:
        """The first span that is wanted, when it is here."""
        async with self._arrived:
            await self._arrived.wait_for(lambda: any(map(wanted, self.spans)))
        return next(filter(wanted, self.spans))


@asynccontextmanager
async def collector() -> AsyncIterator[Collector]:
    """A running collector."""
    made, server = Collector(), grpc.aio.server(options=(("grpc.so_reuseport", 0),))
    add: Any = trace_service_pb2_grpc.add_TraceServiceServicer_to_server
    add(made, server)
    made.endpoint = f"http://127.0.0.1:{server.add_insecure_port('127.0.0.1:0')}"
    await server.start()
    try:
        yield made
    finally:
        await server.stop(0)


def _received(span: trace_pb2.Span, resource: Mapping[str, str]) -> Received:
    return Received(
        span.name,
        trace_pb2.Span.SpanKind.Name(span.kind),
        span.status.code == trace_pb2.Status.STATUS_CODE_ERROR,
        span.trace_id.hex(),
        span.span_id.hex(),
        span.parent_span_id.hex(),
        _texts(span.attributes),
        resource,
        [(link.trace_id.hex(), link.span_id.hex()) for link in span.links],
    )


def _texts(attributes: Iterable[Any]) -> dict[str, str]:
    return {each.key: each.value.string_value for each in attributes}
