"""One connection to a service: who calls, how long a call may take, and what is tried again.

What is tried again is a call that got UNAVAILABLE, which is also how gRPC tells a lost connection:
with the same request, so with the same request_id, after a jittered pause, until the call's
deadline. Nothing else ever is, but for one more try with a fresh token after UNAUTHENTICATED.
"""

from __future__ import annotations

import asyncio
import inspect
import ipaddress
import random
from collections.abc import AsyncGenerator, Awaitable, Callable, Mapping
from dataclasses import dataclass
from types import TracebackType
from typing import TypeVar

import grpc
from google.protobuf.message import Message

from eyesdown_client.common.errors import (
    EyesdownError,
    TimedOut,
    Unauthenticated,
    error_of,
    unreachable,
)
from eyesdown_client.common.tracing import traced

Request = TypeVar("Request", bound=Message)
Answer = TypeVar("Answer", bound=Message)
Token = str | Callable[[], str | Awaitable[str]]

ROLE_KEY = "eyesdown-role"
# Seconds that a try is to have, or a tenth of the deadline if that is less: one that is cut off at
# once would hide why those before it failed.
_ENOUGH = 0.1
# Seconds within which a token that was just fetched is not fetched again for a stream.
_FRESH = 5.0


@dataclass(frozen=True, slots=True)
class Backoff:
    """How long to wait before the next try: about `first` seconds, doubling up to `most`."""

    first: float = 0.05
    most: float = 2.0

    def pause(self, tried: int) -> float:
        """Seconds to wait after `tried` tries, 1 or more; half of them are chance, so that
        clients that were cut off together do not come back together."""
        whole = min(self.first * 2.0 ** min(tried - 1, 30), self.most)
        return whole * random.uniform(0.5, 1.0)


class Tokens:
    """The access token in use, fetched when first needed and after it was refused."""

    def __init__(self, token: Token) -> None:
        self._fetch = None if isinstance(token, str) else token
        self._token: str | None = token if isinstance(token, str) else None
        self._lock = asyncio.Lock()

    @property
    def renewable(self) -> bool:
        """Whether a fresh one can be had."""
        return self._fetch is not None

    async def get(self, refused: str | None = None) -> str:
        """The token; a fresh one if the one in use is `refused`.

        Calls that were refused together fetch one fresh token together.
        """
        async with self._lock:
            if self._token is None or (self._token == refused and self._fetch is not None):
                assert self._fetch is not None
                fetched = self._fetch()
                self._token = await fetched if inspect.isawaitable(fetched) else fetched
            return self._token


class Connection:
    """Makes calls over one channel. Open it with `async with`."""

    def __init__(
        self,
        address: str,
        *,
        token: Token,
        role: str = "",
        credentials: grpc.ChannelCredentials | None = None,
        deadline: float = 10.0,
        keepalive: float = 20.0,
        backoff: Backoff | None = None,
    ) -> None:
        """See `Eyesdown`."""
        self.address = address
        self._tokens = Tokens(token)
        self._role = role
        self._credentials = credentials
        self._deadline = deadline
        self._keepalive = keepalive
        self._backoff = backoff or Backoff()
        self._channel: grpc.aio.Channel | None = None

    async def __aenter__(self) -> Connection:
        if self._channel is None:
            self._channel = self._open()
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if self._channel is not None:
            channel, self._channel = self._channel, None
            await channel.close()

    @property
    def channel(self) -> grpc.aio.Channel:
        """The open channel. Raises `RuntimeError` when there is none."""
        if self._channel is None:
            raise RuntimeError("not open: use it as `async with Eyesdown(…) as eyesdown`")
        return self._channel

    async def call(
        self,
        rpc: grpc.aio.UnaryUnaryMultiCallable[Request, Answer],
        request: Request,
        deadline: float | None = None,
    ) -> Answer:
        """The answer to a request, within `deadline` seconds (None: the connection's).

        Raises an `EyesdownError`.
        """
        with traced(request, self.address) as told:
            try:
                return await self._call(rpc, request, deadline, told.headers)
            except EyesdownError as failed:
                told.status = failed.code
                raise

    async def _call(
        self,
        rpc: grpc.aio.UnaryUnaryMultiCallable[Request, Answer],
        request: Request,
        deadline: float | None,
        headers: Mapping[str, str],
    ) -> Answer:
        now = asyncio.get_running_loop().time
        seconds = self._deadline if deadline is None else deadline
        ends, enough = now() + seconds, min(_ENOUGH, seconds / 10)
        token = await self._token(ends, request)
        tried, renewed = 0, False
        while True:
            try:
                return await rpc(
                    request,
                    timeout=max(ends - now(), 0.0),
                    metadata=self._metadata(token, headers),
                )
            except grpc.aio.AioRpcError as caught:
                failed = self._failed(caught, request)
            tried += 1
            if isinstance(failed, Unauthenticated) and self._tokens.renewable and not renewed:
                renewed = True
                token = await self._token(ends, request, refused=token)
                continue
            pause = self._backoff.pause(tried)
            if failed.code is not grpc.StatusCode.UNAVAILABLE or now() + pause + enough > ends:
                raise failed
            await asyncio.sleep(pause)

    async def stream(
        self,
        rpc: grpc.aio.UnaryStreamMultiCallable[Request, Answer],
        request: Callable[[], Request],
        linked: Callable[[bool], None] = lambda up: None,
    ) -> AsyncGenerator[Answer, None]:
        """The answers to a request; when the connection is lost, those to another `request()`.

        `linked` is told False when it is lost, and True at the first answer after that.

        The service has to be reached within the connection's deadline; after that it may be away
        for as long as it takes. Raises an `EyesdownError`.
        """
        now = asyncio.get_running_loop().time
        await self._reach()
        token = await self._token(now() + self._deadline, request())
        tried, renewed_at, lost = 0, -_FRESH, False
        while True:
            asked = request()
            call = rpc(asked, metadata=self._metadata(token))
            try:
                async for answer in call:
                    if lost:
                        linked(True)
                    tried, lost = 0, False
                    yield answer
                return
            except grpc.aio.AioRpcError as caught:
                failed = self._failed(caught, asked)
            finally:
                call.cancel()
            if not lost and failed.code is grpc.StatusCode.UNAVAILABLE:
                lost = True
                linked(False)
            tried += 1
            if isinstance(failed, Unauthenticated) and self._tokens.renewable:
                if now() - renewed_at < _FRESH:
                    raise failed
                token = await self._token(now() + self._deadline, asked, refused=token)
                renewed_at = now()
            elif failed.code is grpc.StatusCode.UNAVAILABLE:
                await asyncio.sleep(self._backoff.pause(tried))
            else:
                raise failed

    async def _reach(self) -> None:
        try:
            async with asyncio.timeout(self._deadline):
                await self.channel.channel_ready()
        except TimeoutError:
            raise unreachable(self.address) from None

    async def _token(self, ends: float, request: Message, refused: str | None = None) -> str:
        try:
            async with asyncio.timeout_at(ends):
                return await self._tokens.get(refused)
        except TimeoutError as error:
            raise TimedOut(
                "TOKEN_NOT_IN_TIME",
                "No access token could be had in time, so nothing was asked.",
                "Check the token's source.",
                request_id=_request_id(request),
            ) from error

    def _metadata(self, token: str, headers: Mapping[str, str] | None = None) -> grpc.aio.Metadata:
        metadata = grpc.aio.Metadata(*(headers or {}).items())
        if token:
            metadata.add("authorization", f"Bearer {token}")
        if self._role:
            metadata.add(ROLE_KEY, self._role)
        return metadata

    def _failed(self, error: grpc.aio.AioRpcError, request: Message) -> EyesdownError:
        failed = error_of(error, _request_id(request), self.address)
        failed.__cause__ = error
        return failed

    def _open(self) -> grpc.aio.Channel:
        options = [
            ("grpc.enable_retries", 0),  # tried again here, where it is known what may be
            ("grpc.initial_reconnect_backoff_ms", 100),
            ("grpc.min_reconnect_backoff_ms", 2_000),
            ("grpc.max_reconnect_backoff_ms", 2_000),
        ]
        if self._keepalive:
            # A link that went silent while a stream waits is noticed after these two.
            options.append(("grpc.keepalive_time_ms", int(self._keepalive * 1000)))
            options.append(("grpc.keepalive_timeout_ms", 5_000))
        if self._credentials is None and not this_machine(self.address):
            raise ValueError(f"{self.address} is not this machine: give credentials, for TLS")
        if self._credentials is not None:
            return grpc.aio.secure_channel(self.address, self._credentials, options)
        return grpc.aio.insecure_channel(self.address, options)


def this_machine(address: str) -> bool:
    """Whether nobody can listen on the way there: a token must not cross a network in the clear."""
    host = address.rpartition(":")[0].strip("[]")
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == "localhost" or address.startswith("unix:")


def _request_id(request: Message) -> str:
    return str(getattr(request, "request_id", ""))
