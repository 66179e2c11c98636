"""Runs handlers: calls within their time, streams until they end, and both until we stop."""

from __future__ import annotations

import asyncio
import math
from collections.abc import AsyncGenerator
from contextlib import aclosing
from typing import Any

from google.protobuf.message import Message

from services.kernel import reasons
from services.kernel.errors import (
    DeadlineExceeded,
    Failure,
    OutcomeUnknownFailure,
    TooSlow,
    Unavailable,
)
from services.kernel.serving.handlers import Context, Handler, serializer

_END = object()


class Answering:
    """The handlers that run in this process.

    A reply of a stream that is not read within `patience` seconds ends the stream: until then one
    reply waits for its reader and nothing more is made for it.
    """

    def __init__(self, patience: float) -> None:
        self._patience = patience
        self._calls: set[asyncio.Timeout] = set()
        self._waits: set[asyncio.Timeout] = set()
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
        for wait in tuple(self._waits):
            wait.reschedule(now)
        for call in tuple(self._calls):
            if (when := call.when()) is not None and when > self._by:
                call.reschedule(self._by)

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

    async def stream(self, handler: Handler, request: Message, context: Context) -> None:
        """Send the replies of a handler. A stop comes in between them. Raises `TooSlow`."""
        serialize = serializer(handler)
        serve: Any = handler.unary_stream
        replies: AsyncGenerator[Message, None] = serve(request, context)
        begun = False
        async with aclosing(replies):
            while (reply := await self._next(replies)) is not _END:
                body = serialize(reply)
                if not begun:
                    # A first write that is cancelled leaves it open whether the metadata went
                    # out, and then gRPC cannot end the call: its client would wait for ever.
                    await context.send_initial_metadata(())
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

    async def _next(self, replies: AsyncGenerator[Message, None]) -> Any:
        """The next reply, or `_END`. Raises `Unavailable` when the server is being stopped."""
        if self.stopping:
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


def _stopped(regulated: bool) -> Failure:
    """What is told of a call that a stop has cut off: what it began may yet be put on record."""
    return OutcomeUnknownFailure() if regulated else Unavailable(reasons.STOPPING)
