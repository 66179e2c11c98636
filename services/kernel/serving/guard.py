"""What every call passes before and after its handler.

It came in by the `gate`; then `observing` opens the span and counts; innermost the `Guard`: is
there room? well formed? allowed? how long? then the handler, and whatever it raises is told to the
client as our own failures are, and nothing else of it.
"""

from __future__ import annotations

import asyncio
import math
import time
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import Any

import grpc
import structlog
from google.protobuf.message import Message

from services.kernel import reasons
from services.kernel.errors import (
    Failure,
    Internal,
    PermissionDenied,
    TooSlow,
    Unavailable,
    answer,
    failure_of,
)
from services.kernel.law import Reason
from services.kernel.serving import limits
from services.kernel.serving.answering import Answering, Left
from services.kernel.serving.auth import came_with, identity
from services.kernel.serving.calls import Call, calling
from services.kernel.serving.gate import Wrap
from services.kernel.serving.handlers import Context, Handler, behaviour, like, parsed
from services.kernel.serving.limits import Limits
from services.kernel.serving.policy import ROLE_KEY, Access, Granted, Rule, resource_of
from services.kernel.serving.rooms import in_one_form
from services.kernel.serving.telemetry import Observation, Telemetry, observation, trace_id
from services.kernel.serving.tokens import Identity, TokenRevoked
from services.kernel.serving.validation import Validation
from services.kernel.settings import Settings
from services.kernel.venues import Venues

Denied = Callable[[Identity, str, str, str, Reason], Awaitable[None]]
"""Told of denied access: who, method, resource, venue (empty unless known here), reason."""

_ON_THE_WAY = 0.1  # seconds of a deadline kept for the answer's way back, a tenth at most

log = structlog.get_logger(__name__)


async def unrecorded(
    identity: Identity, method: str, resource: str, venue: str, reason: Reason
) -> None:
    """A `Denied` that leaves it at the log entry and the count."""


def observing(telemetry: Telemetry) -> Wrap:
    """Opens the span of every call, counts it when it is over, and tells of its failure."""

    def wrap(rule: Rule | None, handler: Handler) -> Handler:
        inner = behaviour(handler)

        async def observed(raw: bytes, context: Context) -> bytes | None:
            try:
                with telemetry.rpc(rule, came_with()):
                    reply: bytes | None = await inner(raw, context)
                    return reply
            except Failure as failure:  # it is counted by now, and then told
                with suppress(grpc.aio.InternalError):  # to a client that may have left
                    await answer(context, failure)
                return None

        return like(handler, observed)

    return wrap


class Guard:
    """Admits calls, hands them to their handlers, and makes a `Failure` of whatever these raise.

    Handlers are coroutines that return the reply, or async generators of replies. They find the
    call in `calls.call()`.
    """

    def __init__(
        self,
        access: Access,
        validation: Validation,
        settings: Settings,
        venues: Venues,
        denied: Denied = unrecorded,
    ) -> None:
        self._access = access
        self._validation = validation
        self._settings = settings
        self._venues = venues
        self._denied = denied
        self._answering = Answering(settings.stream_patience)
        self.limits = Limits(
            settings.calls_max,
            settings.calls_per_person,
            settings.calls_per_method,
            settings.streams_per_person,
            settings.rate_per_method,
        )

    def wrap(self, rule: Rule | None, handler: Handler) -> Handler:
        """See `gate.Wrap`."""

        async def guarded(raw: bytes, context: Context) -> bytes | None:
            seen = observation()
            try:
                return await self._answer(rule, handler, raw, context, seen)
            except asyncio.CancelledError:
                if not _cancelled():  # something that the handler waited for was cancelled
                    raise _seen(_unexpected(rule), seen) from None
                _left(context, seen)
                raise
            except Left:
                _left(context, seen)
                raise asyncio.CancelledError from None  # or gRPC would try to tell it more
            except grpc.aio.AbortError:
                seen.ended(context.code(), "error")
                raise
            except Exception as error:
                raise _seen(failure_of(error) or _unexpected(rule), seen) from error

        return like(handler, guarded)

    def stop(self, within: float) -> None:
        """Refuse what is new, end the streams, and give calls `within` seconds to be answered."""
        self._answering.stop(within)

    def revoke(self, left: Callable[[Identity], Identity]) -> None:
        """End the streams whose token was taken back; `left` says what is left of an identity."""
        self._answering.revoke(left)

    async def _answer(
        self,
        rule: Rule | None,
        handler: Handler,
        raw: bytes,
        context: Context,
        seen: Observation,
    ) -> bytes | None:
        """Answer a call that there is room for: the reply, or None when a stream went out."""
        if rule is None:
            raise PermissionDenied(reasons.METHOD_NOT_PERMITTED)
        over: Any = self._begin(rule, handler)
        try:
            reply = await self._admitted(rule, handler, raw, context, seen)
        except TooSlow:
            # Its end waits to be read as well. Until then it takes its place, or whoever opens
            # streams and reads none could have any number of them wait.
            context.add_done_callback(over)
            raise
        except BaseException:
            over()
            raise
        over()
        return reply

    async def _admitted(
        self, rule: Rule, handler: Handler, raw: bytes, context: Context, seen: Observation
    ) -> bytes | None:
        """Look at what is asked and by whom, and run the handler."""
        request = parsed(handler, raw)
        in_one_form(rule, request)
        self._validation.check(request)
        seen.aggregate = _aggregate(rule, request)
        seen.rehearsed = bool(getattr(request, "validate_only", False))
        try:
            granted = self._admit(rule, request)
            seen.venue = granted.venue
            seen.permitted = True
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
            reply = None
            with calling(call):
                if streams:
                    await self._answering.stream(handler, request, context, call)
                else:
                    reply = await self._answering.call(
                        handler, request, context, seconds, rule.regulated
                    )
            seen.ended(grpc.StatusCode.OK, "ok")
            return reply
        except (PermissionDenied, TokenRevoked) as denied:
            await self._report(rule, request, denied, seen)
            raise

    def _begin(self, rule: Rule, handler: Handler) -> Callable[..., None]:
        """Count a call that begins; to be called when it is over. Raises `TooMany`."""
        if self._answering.stopping:
            raise Unavailable(reasons.STOPPING)
        kind = limits.URGENT if rule.urgent else limits.CALL
        if handler.unary_stream is not None:
            kind = limits.STREAM
        return self.limits.begin(kind, identity().person, rule.method)

    def _admit(self, rule: Rule, request: Message) -> Granted:
        role = next((str(value) for key, value in came_with() if key == ROLE_KEY), "")
        return self._access.authorize(identity(), rule, request, role)

    def _seconds(self, remaining: float | None, streams: bool) -> float:
        """How long the call may take: what the client asked within our limit, or our default."""
        if streams:
            return math.inf if remaining is None else remaining
        if remaining is None:
            return self._settings.deadline_default
        return min(remaining, self._settings.deadline_max)

    async def _report(
        self, rule: Rule, request: Message, denied: Failure, seen: Observation
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


def _left(context: Context, seen: Observation) -> None:
    """Nobody waits for the answer any more."""
    late = _late(context.time_remaining())
    code = grpc.StatusCode.DEADLINE_EXCEEDED if late else grpc.StatusCode.CANCELLED
    seen.ended(code, "deadline" if late else "cancelled")


def _late(remaining: float | None) -> bool:
    """Whether it is the client's deadline, not its wish: the client is there first, since what we
    are told of it is rounded up and counts from when the call came in."""
    return remaining is not None and remaining < _ON_THE_WAY


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
