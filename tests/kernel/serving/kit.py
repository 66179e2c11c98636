"""A house to call: a real server on a free port, its fake draw, and what it tells and counts."""

from __future__ import annotations

import asyncio
import re
import urllib.request
import uuid
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from datetime import timedelta
from pathlib import Path
from typing import Any

import grpc
from google.protobuf import descriptor_pb2, descriptor_pool
from google.protobuf.message import Message
from google.rpc import error_details_pb2, status_pb2
from opentelemetry.sdk.trace import ReadableSpan
from opentelemetry.sdk.trace.export import SimpleSpanProcessor
from opentelemetry.sdk.trace.export.in_memory_span_exporter import InMemorySpanExporter
from opentelemetry.trace import SpanKind, StatusCode

from eyesdown.common.v1 import options_pb2, venue_service_pb2_grpc
from eyesdown.draw.v1 import draw_service_pb2 as pb
from eyesdown.draw.v1 import draw_service_pb2_grpc
from services.kernel.law import Reason
from services.kernel.parsing import Address
from services.kernel.serving import telemetry
from services.kernel.serving.authority import Authority
from services.kernel.serving.guard import Denied
from services.kernel.serving.keysets import Sought, nothing_sought
from services.kernel.serving.server import Server
from services.kernel.serving.telemetry import Telemetry
from services.kernel.serving.tokens import DevIssuer, Identity, verifier_of
from services.kernel.serving.tracing import Tracing
from services.kernel.settings import Settings
from services.kernel.venues import Venues

VENUES = Path(__file__).resolve().parents[3] / "venues"
GAME = "venues/akl/games/2026-11-29-07"
WITHIN = 10.0
"""Seconds after which a test that waits has failed."""

Answer = Callable[[Any, Any], Awaitable[Message]]


class FakeDraw:
    """A draw that answers as a test says: `answers["CallNumber"] = …`; empty replies otherwise.

    `answers["WatchGame"]` is an async generator function.
    """

    def __init__(self) -> None:
        self.answers: dict[str, Callable[[Any, Any], Any]] = {}

    def __getattr__(self, method: str) -> Any:
        async def answer(request: Message, context: Any) -> Message:
            if method in self.answers:
                reply: Message = await self.answers[method](request, context)
                return reply
            empty: Message = getattr(pb, f"{method}Response")()
            return empty

        async def watch(request: Message, context: Any) -> AsyncIterator[Message]:
            async for reply in self.answers[method](request, context):
                yield reply

        return watch if method == "WatchGame" else answer


@dataclass
class Denial:
    """What the house was told of denied access."""

    person: str
    method: str
    resource: str
    venue: str
    reason: str


@dataclass
class Ended:
    """A span that has ended; ids in hexadecimal digits, `links` as the traces they lead to."""

    name: str
    kind: SpanKind
    error: bool
    attributes: dict[str, Any]
    trace: str
    id: str
    parent: str
    links: list[str]
    text: str

    @classmethod
    def read(cls, span: ReadableSpan) -> Ended:
        """What the exporter got."""
        context = span.get_span_context()
        assert context is not None
        return cls(
            span.name,
            span.kind,
            span.status.status_code is StatusCode.ERROR,
            dict(span.attributes or {}),
            f"{context.trace_id:032x}",
            f"{context.span_id:016x}",
            f"{span.parent.span_id:016x}" if span.parent else "",
            [f"{link.context.trace_id:032x}" for link in span.links],
            span.to_json(),
        )


@dataclass
class House:
    """The server and everything around it."""

    server: Server
    draw: FakeDraw
    issuer: DevIssuer
    channel: grpc.aio.Channel
    exporter: InMemorySpanExporter
    telemetry: Telemetry
    denials: list[Denial] = field(default_factory=list)

    @property
    def play(self) -> Any:
        """The draw's stub."""
        return draw_service_pb2_grpc.DrawServiceStub(self.channel)

    @property
    def venues(self) -> Any:
        """The venue service's stub."""
        return venue_service_pb2_grpc.VenueServiceStub(self.channel)

    def as_(
        self, grants: Mapping[str, Sequence[str]] | str, person: str = "mia", **metadata: str
    ) -> tuple[tuple[str, str], ...]:
        """Metadata of a person with these grants; a word is a role in akl."""
        held = {"akl": [grants]} if isinstance(grants, str) else grants
        token = self.issuer.issue(person, held, device="desk-1", lifetime=timedelta(minutes=5))
        more = ((key.replace("_", "-"), value) for key, value in metadata.items())
        return (("authorization", f"Bearer {token}"), *more)

    async def metrics(self) -> dict[str, float]:
        """What Prometheus would scrape now: value by series."""
        url = f"http://127.0.0.1:{self.server.metrics_port}/metrics"

        def scrape() -> str:
            with urllib.request.urlopen(url, timeout=WITHIN) as reply:
                text: str = reply.read().decode()
                return text

        lines = (await asyncio.to_thread(scrape)).splitlines()
        found = (re.fullmatch(r"(\S+) (\S+)", line) for line in lines)
        return {match[1]: float(match[2]) for match in found if match}

    def raw(self, path: str) -> Any:
        """A method by its path, called with bytes and answered in bytes."""
        return self.channel.unary_unary(path)

    def spans(self) -> list[Ended]:
        """Every span that has ended."""
        return [Ended.read(span) for span in self.exporter.get_finished_spans()]


@dataclass
class Told:
    """How a call failed, as its client reads it."""

    code: grpc.StatusCode
    message: str
    info: error_details_pb2.ErrorInfo
    localized: error_details_pb2.LocalizedMessage
    violations: dict[str, str]
    others: list[Any]

    @property
    def reason(self) -> str:
        """The stable reason."""
        return self.info.reason


async def told(call: Awaitable[Any]) -> Told:
    """Await a call that has to fail, and read its failure."""
    try:
        reply = await asyncio.wait_for(call, WITHIN)
    except grpc.aio.AioRpcError as error:
        return read(error)
    raise AssertionError(f"the call did not fail: {reply!r}")


def read(error: grpc.aio.AioRpcError) -> Told:
    """Read a failure from the trailing metadata."""
    body = dict(error.trailing_metadata() or ())["grpc-status-details-bin"]
    status = status_pb2.Status.FromString(body)
    assert status.code == error.code().value[0]
    assert status.message == error.details()
    info = error_details_pb2.ErrorInfo()
    localized = error_details_pb2.LocalizedMessage()
    bad = error_details_pb2.BadRequest()
    others = [each for each in status.details if not any(map(each.Unpack, (info, localized, bad)))]
    violations = {each.field: each.description for each in bad.field_violations}
    return Told(error.code(), error.details() or "", info, localized, violations, others)


def request_id() -> str:
    """A new one."""
    return str(uuid.uuid4())


def call_number(name: str = GAME, position: int = 1) -> pb.CallNumberRequest:
    """A well formed request."""
    return pb.CallNumberRequest(request_id=request_id(), name=name, position=position)


def served(
    name: str, *methods: tuple[str, str, options_pb2.Policy | None, bool], streams: bool = False
) -> str:
    """Make the contract of a service: method, request message, policy, client streaming. With
    `streams` they answer with one."""
    file = descriptor_pb2.FileDescriptorProto(
        name=f"test/{name}.proto", package=f"test.{name}", syntax="proto3"
    )
    file.dependency.append(pb.DESCRIPTOR.name)
    service = file.service.add(name="Odd")
    for method, request, rule, streamed in methods:
        made = service.method.add(
            name=method, input_type=request, output_type=".eyesdown.draw.v1.GetGameResponse"
        )
        made.client_streaming = streamed
        made.server_streaming = streams
        if rule is not None:
            made.options.Extensions[options_pb2.policy].CopyFrom(rule)
    descriptor_pool.Default().Add(file)
    return f"test.{name}.Odd"


def settings(folder: Path, **more: Any) -> Settings:
    """Settings of a server on free ports with its data in `folder`."""
    chosen: dict[str, Any] = {
        "data_folder": folder,
        "venues_folder": VENUES,
        "grpc_address": Address("127.0.0.1", 0),
        "metrics_port": 0,
        "stop_grace": 0.5,
        **more,
    }
    return Settings(**chosen)


def credentials(authority: Authority, name: str = "client") -> grpc.ChannelCredentials:
    """Those of a client that the authority signed for."""
    certificate, key = authority.sign(name)
    return grpc.ssl_channel_credentials(
        authority.certificate.read_bytes(), key.read_bytes(), certificate.read_bytes()
    )


def channel_to(port: int, authority: Authority | None = None) -> grpc.aio.Channel:
    """A channel to a server here, over TLS if an authority is given."""
    address = f"127.0.0.1:{port}"
    if authority is None:
        return grpc.aio.insecure_channel(address)
    return grpc.aio.secure_channel(address, credentials(authority))


@asynccontextmanager
async def open_house(
    folder: Path,
    *,
    denied: Denied | None = None,
    verify: Callable[[str], Identity] | None = None,
    also: Callable[[Any, Any], None] | None = None,
    issuer: DevIssuer | None = None,
    start: bool = True,
    authority: Authority | None = None,
    sought: Sought = nothing_sought,
    **more: Any,
) -> AsyncIterator[House]:
    """A running server, its tokens signed by `issuer` or by its own; `also` registers another
    service, `more` are settings. With an `authority` it has a certificate, and asks for one."""
    if authority is not None:
        certificate, key = authority.sign("server")
        more |= {"tls_certificate": certificate, "tls_key": key}
        more |= {"tls_client_ca": authority.certificate}
    chosen = settings(folder, **more)
    venues = Venues.load(chosen.venues_folder)
    exporter, provider = InMemorySpanExporter(), Tracing()
    provider.add_span_processor(SimpleSpanProcessor(exporter))
    counted = Telemetry("draw", telemetry.registry(), provider, venues.ids)
    denials: list[Denial] = []

    async def noted(who: Identity, method: str, resource: str, venue: str, reason: Reason) -> None:
        denials.append(Denial(who.person, method, resource, venue, reason.code))

    server = Server(
        chosen,
        venues=venues,
        verify=verify or verifier_of(chosen),
        telemetry=counted,
        denied=denied or noted,
        sought=sought,
    )
    if also is not None:
        server.add(also, object())
    draw = FakeDraw()
    server.add(draw_service_pb2_grpc.add_DrawServiceServicer_to_server, draw)
    try:
        if start:
            await server.start()
        async with channel_to(server.port, authority) as channel:
            signer = issuer or DevIssuer.of(chosen)
            yield House(server, draw, signer, channel, exporter, counted, denials)
    finally:
        await server.stop()
        provider.shutdown()
