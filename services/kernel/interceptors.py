"""What every call passes before and after its handler.

Outermost is `auth`; then `TelemetryInterceptor` opens the span and counts; innermost the `Guard`:
well formed? allowed? how long? then the handler, and whatever it raises is told to the client as
our own failures are, and nothing else of it.
"""

from __future__ import annotations

import asyncio
import math
import time
from collections.abc import AsyncGenerator, Awaitable, Callable
from contextlib import aclosing
from typing import Any

import grpc
import structlog
from google.protobuf.message import Message

from services.kernel import reasons
from services.kernel.auth import identity
from services.kernel.calls import Call, calling
from services.kernel.errors import (
    DeadlineExceeded,
    Failure,
    Internal,
    PermissionDenied,
    Unavailable,
    answer,
    failure_of,
)
from services.kernel.handlers import (
    Context,
    Continuation,
    Handler,
    Kept,
    like,
    parsed,
    serializer,
)
from services.kernel.law import Reason
from services.kernel.policy import ROLE_KEY, Access, Granted, Rule, Rules, resource_of
from services.kernel.settings import Settings
from services.kernel.telemetry import Observation, Telemetry, observation, trace_id
from services.kernel.tokens import Identity
from services.kernel.validation import Validation
from services.kernel.venues import Venues

Denied = Callable[[Identity, str, str, str, Reason], Awaitable[None]]
"""Told of denied access: who, method, resource, venue (empty unless known here), reason."""

_ON_THE_WAY = 0.1  # seconds of a deadline kept for the answer's way back, a tenth at most

_END = object()

log = structlog.get_logger(__name__)


async def unrecorded(
    identity: Identity, method: str, resource: str, venue: str, reason: Reason
) -> None:
    """A `Denied` that leaves it at the log entry and the count."""


class TelemetryInterceptor(grpc.aio.ServerInterceptor):
    """Opens the span of every call, counts it when it is over, and tells of its failure."""

    def __init__(self, telemetry: Telemetry, rules: Rules, open_to_all: tuple[str, ...]) -> None:
        self._telemetry = telemetry
        self._rules = rules
        self._open = open_to_all
        self._kept = Kept()

    async def intercept_service(
        self, continuation: Continuation, handler_call_details: grpc.HandlerCallDetails
    ) -> Handler | None:
        """Wrap the handler that the guard gives."""
        handler = await continuation(handler_call_details)
        method = handler_call_details.method
        if handler is None or method.startswith(self._open):
            return handler
        return self._kept.of(
            method, handler, lambda: self._observing(self._rules.get(method), handler)
        )

    def _observing(self, rule: Rule | None, handler: Handler) -> Handler:
        inner: Any = handler.unary_unary or handler.unary_stream

        async def observed(request: Any, context: Context) -> Any:
            try:
                with self._telemetry.rpc(rule, context.invocation_metadata() or ()):
                    return await inner(request, context)
            except Failure as failure:  # it is counted by now, and then told
                await answer(context, failure)

        return like(handler, observed)


class Guard(grpc.aio.ServerInterceptor):
    """Admits calls, hands them to their handlers, and makes a `Failure` of whatever these raise.

    Handlers are coroutines that return the reply, or async generators of replies. They find the
    call in `calls.call()`.
    """

    def __init__(
        self,
        rules: Rules,
        access: Access,
        validation: Validation,
        settings: Settings,
        venues: Venues,
        denied: Denied = unrecorded,
        open_to_all: tuple[str, ...] = (),
    ) -> None:
        self._rules = rules
        self._access = access
        self._validation = validation
        self._settings = settings
        self._venues = venues
        self._denied = denied
        self._open = open_to_all
        self._kept = Kept()
        self._waits: set[asyncio.Timeout] = set()
        self._stopping = False

    async def intercept_service(
        self, continuation: Continuation, handler_call_details: grpc.HandlerCallDetails
    ) -> Handler | None:
        """Wrap the service's own handler."""
        handler = await continuation(handler_call_details)
        method = handler_call_details.method
        if handler is None or method.startswith(self._open):
            return handler
        return self._kept.of(
            method, handler, lambda: self._guarding(self._rules.get(method), handler)
        )

    def _guarding(self, rule: Rule | None, handler: Handler) -> Handler:
        async def guarded(raw: bytes, context: Context) -> bytes | None:
            seen = observation()
            try:
                return await self._answer(rule, handler, raw, context, seen)
            except asyncio.CancelledError:
                if not _cancelled():  # something that the handler waited for was cancelled
                    raise _seen(_unexpected(rule), seen) from None
                late = context.time_remaining() == 0  # the client's deadline, not its wish
                code = grpc.StatusCode.DEADLINE_EXCEEDED if late else grpc.StatusCode.CANCELLED
                seen.ended(code, "deadline" if late else "cancelled")
                raise
            except grpc.aio.AbortError:
                seen.ended(context.code(), "error")
                raise
            except Exception as error:
                raise _seen(failure_of(error) or _unexpected(rule), seen) from error

        return like(handler, guarded)

    def end_streams(self) -> None:
        """End every running stream with UNAVAILABLE; its client resumes elsewhere."""
        self._stopping = True
        now = asyncio.get_running_loop().time()
        for wait in tuple(self._waits):
            wait.reschedule(now)

    async def _answer(
        self,
        rule: Rule | None,
        handler: Handler,
        raw: bytes,
        context: Context,
        seen: Observation,
    ) -> bytes | None:
        """Admit the call and run its handler. The reply, or None when they went out as a stream."""
        if rule is None:
            raise PermissionDenied(reasons.METHOD_NOT_PERMITTED)
        request = parsed(handler, raw)
        self._validation.check(request)
        seen.aggregate = _aggregate(rule, request)
        seen.rehearsed = bool(getattr(request, "validate_only", False))
        try:
            granted = self._admit(rule, request, context)
            seen.venue = granted.venue
            streams = handler.unary_stream is not None
            seconds = self._seconds(context.time_remaining(), streams)
            deadline = time.monotonic() + seconds - min(_ON_THE_WAY, seconds / 10)
            call = Call(
                identity(),
                granted.actor,
                rule.method,
                granted.venue,
                granted.scope,
                deadline,
                trace_id(),
            )
            with calling(call):
                if streams:
                    await self._stream(handler, request, context, seen)
                    return None
                return await _unary(handler, request, context, seconds, seen)
        except PermissionDenied as denied:
            await self._report(rule, request, denied, seen)
            raise

    def _admit(self, rule: Rule, request: Message, context: Context) -> Granted:
        metadata = context.invocation_metadata() or ()
        role = next((str(value) for key, value in metadata if key == ROLE_KEY), "")
        return self._access.authorize(identity(), rule, request, role)

    def _seconds(self, remaining: float | None, streams: bool) -> float:
        """How long the call may take: what the client asked within our limit, or our default."""
        if streams:
            return math.inf if remaining is None else remaining
        if remaining is None:
            return self._settings.deadline_default
        return min(remaining, self._settings.deadline_max)

    async def _stream(
        self, handler: Handler, request: Message, context: Context, seen: Observation
    ) -> None:
        """Send the replies. A stop comes in between them: gRPC cannot end a call with a status
        after a write to it was cancelled, and its client would wait for ever."""
        serialize = serializer(handler)
        serve: Any = handler.unary_stream
        replies: AsyncGenerator[Message, None] = serve(request, context)
        async with aclosing(replies):
            while (reply := await self._next(replies)) is not _END:
                await context.write(serialize(reply))
        seen.ended(grpc.StatusCode.OK, "ok")

    async def _next(self, replies: AsyncGenerator[Message, None]) -> Any:
        """The next reply, or `_END`. Raises `Unavailable` when the server is being stopped."""
        if self._stopping:
            raise Unavailable(reasons.STOPPING)
        try:
            async with asyncio.timeout(None) as wait:
                self._waits.add(wait)
                try:
                    return await anext(replies, _END)
                finally:
                    self._waits.discard(wait)
        except TimeoutError:
            if wait.expired():
                raise Unavailable(reasons.STOPPING) from None
            raise

    async def _report(
        self, rule: Rule, request: Message, denied: PermissionDenied, seen: Observation
    ) -> None:
        """Tell of denied access. The answer is the same if that cannot be put on record."""
        who, resource = identity(), resource_of(rule, request)
        named = resource.split("/")[1] if resource.startswith("venues/") else ""
        seen.venue = venue = named if named in self._venues else ""
        log.warning(
            "access denied",
            person=who.person,
            device=who.device,
            method=rule.method,
            resource=resource,
            reason=denied.reason.code,
        )
        try:
            async with asyncio.timeout(self._settings.deadline_default):
                await self._denied(who, rule.method, resource, venue, denied.reason)
        except Exception:
            log.exception("denied access could not be put on record", method=rule.method)


async def _unary(
    handler: Handler, request: Message, context: Context, seconds: float, seen: Observation
) -> bytes:
    serve: Any = handler.unary_unary
    try:
        async with asyncio.timeout(seconds) as limit:
            reply = await serve(request, context)
    except TimeoutError:
        if not limit.expired():
            raise
        raise DeadlineExceeded from None
    body = serializer(handler)(reply)
    seen.ended(grpc.StatusCode.OK, "ok")
    return body


def _seen(failure: Failure, seen: Observation) -> Failure:
    seen.failed(failure)
    return failure


def _unexpected(rule: Rule | None) -> Internal:
    """What the client gets for a fault of ours, whose text and traceback stay in the log."""
    log.exception("a call failed", method=rule.method if rule else "")
    return Internal(trace_id())


def _cancelled() -> bool:
    """Whether this call itself was cancelled, by its client or the end of the server."""
    task = asyncio.current_task()
    return task is not None and task.cancelling() > 0


def _aggregate(rule: Rule, request: Message) -> str:
    """The aggregate that a request names, or empty."""
    resource = resource_of(rule, request)
    return resource if resource.count("/") == 3 else ""
