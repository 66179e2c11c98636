"""A call's span, where the program that calls is traced; and its context for the service.

With `opentelemetry-api` installed and set up by that program, each call is a span within whatever
runs, its tries together, and the service's spans are within it. Without, nothing is done.
"""

from __future__ import annotations

import functools
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

import grpc
from google.protobuf.descriptor import Descriptor
from google.protobuf.message import Message

try:
    from opentelemetry import propagate, trace
except ImportError:
    _TRACED = False
else:
    _TRACED = True


@dataclass
class Traced:
    """A call: `headers` carry its context; `status` is how it ended."""

    headers: dict[str, str] = field(default_factory=dict)
    status: grpc.StatusCode = grpc.StatusCode.OK


@contextmanager
def traced(request: Message, address: str) -> Iterator[Traced]:
    """The span of a call with this request to the service at `address`."""
    told = Traced()
    if not _TRACED:
        yield told
        return
    method = method_of(request.DESCRIPTOR)
    about = {"rpc.system.name": "grpc", "rpc.method": method, "server.address": address}
    with trace.get_tracer("eyesdown_client").start_as_current_span(
        method,
        kind=trace.SpanKind.CLIENT,
        attributes=about,
        record_exception=False,
        set_status_on_exception=False,
    ) as span:
        propagate.inject(told.headers)
        try:
            yield told
        finally:
            span.set_attribute("rpc.response.status_code", told.status.name)
            if told.status is not grpc.StatusCode.OK:
                span.set_attribute("error.type", told.status.name)
                span.set_status(trace.StatusCode.ERROR)


@functools.cache
def method_of(request: Descriptor) -> str:
    """ "eyesdown.draw.v1.DrawService/CallNumber" for its request."""
    for service in request.file.services_by_name.values():
        for method in service.methods:
            if method.input_type is request:
                return f"{service.full_name}/{method.name}"
    return str(request.full_name.removesuffix("Request"))
