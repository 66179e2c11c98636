"""Runs handlers: calls within their time, streams until they end, and both until we stop."""

from __future__ import annotations

import asyncio
import math
import time
from collections.abc import AsyncGenerator, Callable
from contextlib import aclosing
from dataclasses import dataclass
from typing import Any

import grpc
from google.protobuf.message import Message

from services.kernel import reasons
from services.kernel.errors import (
    DeadlineExceeded,
    Failure,
    OutcomeUnknownFailure,
    TooSlow,
    Unauthenticated,
    Unavailable,
)
from services.kernel.serving.calls import Call
from services.kernel.serving.handlers import Context, Handler, serializer
from services.kernel.serving.tokens import AUDITOR, Identity, TokenRevoked

_END = object()


class Left(Exception):
    """The client left at the very moment at which a stream was to begin."""


@dataclass(eq=False)
class _Open:
    """A stream that is open, until its token ends at this instant of the loop's clock; `failure`
    is why it is to end before."""

    call: Call
    until: float
    failure: Failure | None = None
    wait: asyncio.Timeout | None = None

    def revoke(self, left: Callable[[Identity], Identity]) -> None:
        """End it if what is left of the identity does not reach to where it looks."""
        venues = (self.call.venue, *self.call.scope)
        now = left(self.call.identity)
        taken = now.revoked_in.intersection(venues)
        if self.call.actor.role not in AUDITOR:
            taken |= now.auditing_in.intersection(venues)
        if taken and self.failure is None:
            self.failure = TokenRevoked(min(taken))
            if self.wait is not None:
                self.wait.reschedule(0)


class Answering:
    """The handlers that run in this process.

    A reply of a stream that is not read within `patience` seconds ends the stream: until then one
    reply waits for its reader and nothing more is made for it.
    """

    def __init__(self, patience: float) -> None:
        self._patience = patience
        self._calls: set[asyncio.Timeout] = set()
        self._streams: set[_Open] = set()
        self._by = math.inf

    @property
    def stopping(self) -> bool:
        """Whether nothing new is to be answered."""
        return self._by < math.inf

    def stop(self, within: float) -> None:
        """End every stream now, and every call after `within` seconds, with UNAVAILABLE: its
        client goes on elsewhere."""
        if self.stopping:
            return
        now = asyncio.get_running_loop().time()
        self._by = now + within
        for stream in tuple(self._streams):
            if stream.wait is not None:
                stream.wait.reschedule(now)
        for call in tuple(self._calls):
            if (when := call.when()) is not None and when > self._by:
                call.reschedule(self._by)

    def revoke(self, left: Callable[[Identity], Identity]) -> None:
        """End the streams whose token was taken back; `left` says what is left of an identity."""
        for stream in tuple(self._streams):
            stream.revoke(left)

    async def call(
        self, handler: Handler, request: Message, context: Context, seconds: float, regulated: bool
    ) -> bytes:
        """The reply of a handler, within `seconds`."""
        serve: Any = handler.unary_unary
        ends = asyncio.get_running_loop().time() + seconds
        try:
            async with asyncio.timeout_at(min(ends, self._by)) as limit:
                self._calls.add(limit)
                try:
                    reply = await serve(request, context)
                finally:
                    self._calls.discard(limit)
        except TimeoutError:
            if not limit.expired():
                raise
            if self._by < ends:
                raise _stopped(regulated) from None
            raise DeadlineExceeded from None
        return serializer(handler)(reply)

    async def stream(
        self, handler: Handler, request: Message, context: Context, call: Call
    ) -> None:
        """Send the replies of a handler. A stop comes in between them, and so does the end of the
        token that it was asked with. Raises `TooSlow`, `Unauthenticated` or `Left`."""
        left = call.identity.ends - time.time()
        stream = _Open(call, asyncio.get_running_loop().time() + left)
        self._streams.add(stream)
        try:
            await self._replies(handler, request, context, stream)
        finally:
            self._streams.discard(stream)

    async def _replies(
        self, handler: Handler, request: Message, context: Context, stream: _Open
    ) -> None:
        serialize = serializer(handler)
        serve: Any = handler.unary_stream
        replies: AsyncGenerator[Message, None] = serve(request, context)
        begun = False
        async with aclosing(replies):
            while (reply := await self._next(replies, stream)) is not _END:
                body = serialize(reply)
                if not begun:
                    # A first write that is cancelled leaves it open whether the metadata went
                    # out, and then gRPC cannot end the call: its client would wait for ever.
                    try:
                        await context.send_initial_metadata(())
                    except grpc.aio.InternalError as error:
                        raise Left from error
                    begun = True
                await self._write(context, body)

    async def _write(self, context: Context, body: bytes) -> None:
        try:
            async with asyncio.timeout(self._patience) as limit:
                await context.write(body)
        except TimeoutError:
            if not limit.expired():
                raise
            raise TooSlow(self._patience) from None

    async def _next(self, replies: AsyncGenerator[Message, None], stream: _Open) -> Any:
        """The next reply, or `_END`. Raises why the stream is to end instead."""
        self._look(stream)
        until = stream.until if stream.until < math.inf else None
        try:
            async with asyncio.timeout_at(until) as wait:
                stream.wait = wait
                try:
                    return await anext(replies, _END)
                finally:
                    stream.wait = None
        except TimeoutError:
            if not wait.expired():
                raise
            self._look(stream)
            raise Unauthenticated(reasons.TOKEN_EXPIRED) from None

    def _look(self, stream: _Open) -> None:
        """Raise why a stream is to end, if it is."""
        if self.stopping:
            raise Unavailable(reasons.STOPPING)
        if stream.failure is not None:
            raise stream.failure
        if asyncio.get_running_loop().time() >= stream.until:
            raise Unauthenticated(reasons.TOKEN_EXPIRED)


def _stopped(regulated: bool) -> Failure:
    """What is told of a call that a stop has cut off: what it began may yet be put on record."""
    return OutcomeUnknownFailure() if regulated else Unavailable(reasons.STOPPING)
