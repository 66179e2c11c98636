"""Requests to JetStream that fail as soon as the connection does, and say what a failure means.

nats-py's own requests wait for their whole time-out when the connection is lost, and cannot take
an answer of several messages. Both matter to the journal.
"""

from __future__ import annotations

import asyncio
import base64
import json
import secrets
from collections.abc import Awaitable, Callable, Mapping
from contextlib import suppress
from typing import Any, NamedTuple

import nats.errors
from nats.aio.msg import Msg
from nats.aio.subscription import Subscription

from services.kernel.journal.connection import Connection
from services.kernel.journal.store import Stored
from services.kernel.names import Name

NO_RESPONDERS = "503"
STATUS = "Status"
EXPECTED = "Nats-Expected-Last-Subject-Sequence"
"""The sequence after which, and right after which on its subject, a message was taken: stored with
it."""


class NotSent(Exception):
    """The request reached nobody."""


class NobodyThere(NotSent):
    """The server says that nobody serves this subject: there is no such stream, or no leader."""


class Lost(Exception):
    """No answer: the request may or may not have been carried out, or may be yet."""


class ApiError(Exception):
    """JetStream's own refusal."""

    def __init__(self, error: Mapping[str, Any]) -> None:
        self.code = int(error.get("err_code", 0))
        self.status = int(error.get("code", 0))
        super().__init__(f"{error.get('description', 'no reason given')} ({self.code})")


class _Answer:
    """The answer to one request: one message, or several that end with a status."""

    __slots__ = ("future", "messages", "several")

    def __init__(self, several: bool) -> None:
        self.several = several
        self.messages: list[Msg] = []
        self.future: asyncio.Future[list[Msg]] = asyncio.get_running_loop().create_future()

    def take(self, message: Msg) -> None:
        self.messages.append(message)
        ended = not self.several or (message.headers is not None and STATUS in message.headers)
        if ended and not self.future.done():
            self.future.set_result(self.messages)

    def lose(self) -> None:
        if not self.future.done():
            self.future.set_exception(Lost("the connection to NATS was lost"))

    def forget(self) -> None:
        """Nobody waits for it any more."""
        if self.future.done() and not self.future.cancelled():
            self.future.exception()  # looked at, so that asyncio does not complain
        self.future.cancel()


class Requests:
    """Requests over one connection. `close` it when done."""

    def __init__(self, connection: Connection, prefix: str = "$JS.API") -> None:
        """`prefix` is "$JS.<domain>.API" for the JetStream of another domain."""
        self.connection = connection
        self.link = connection.link
        self.prefix = prefix
        self._waiting: dict[str, _Answer] = {}
        self._inbox = connection.new_inbox()
        self._count = 0
        self._opening: asyncio.Task[Subscription] | None = None
        self._listening = False
        self._unwatch = self.link.watch(self._changed)

    async def close(self) -> None:
        """Give up whatever is under way, as lost."""
        self._unwatch()
        self._changed(up=False)
        if self._listening and self._opening is not None and not self.link.closed:
            with suppress(nats.errors.Error):
                await self._opening.result().unsubscribe()

    async def up(self, within: float) -> None:
        """Wait for the connection; raises `NotSent` after `within` seconds."""
        if self.link.up:
            return
        try:
            async with asyncio.timeout(within):
                await self.link.wait()
        except (TimeoutError, ConnectionError) as error:
            raise NotSent(str(error) or "there is no connection to NATS") from error

    async def ask(
        self,
        subject: str,
        payload: bytes = b"",
        headers: Mapping[str, str] | None = None,
        *,
        within: float,
    ) -> Msg:
        """One answer. Raises `NotSent`, `NobodyThere`, or `Lost` after `within` seconds."""
        return (await self._request(_Answer(several=False), subject, payload, headers, within))[0]

    async def collect(self, subject: str, payload: bytes, *, within: float) -> list[Msg]:
        """Every message of an answer, the last being its status. Raises as `ask`."""
        return await self._request(_Answer(several=True), subject, payload, None, within)

    async def api(
        self, verb: str, request: Mapping[str, Any] | None = None, *, within: float
    ) -> dict[str, Any]:
        """A JSON request to JetStream, `verb` being "STREAM.INFO.<stream>" or alike.

        Raises `ApiError` and as `ask`.
        """
        payload = json.dumps(request).encode() if request is not None else b""
        message = await self.ask(f"{self.prefix}.{verb}", payload, within=within)
        return answer(message.data)

    async def _request(
        self,
        awaited: _Answer,
        subject: str,
        payload: bytes,
        headers: Mapping[str, str] | None,
        within: float,
    ) -> list[Msg]:
        self._count += 1
        token = str(self._count)
        try:
            async with asyncio.timeout(within):
                await self._listen()
                self._waiting[token] = awaited
                await self._send(subject, payload, f"{self._inbox}.{token}", headers)
                messages = await awaited.future
        except TimeoutError:
            raise Lost(f"no answer on {subject} within {within:g} s") from None
        finally:
            self._waiting.pop(token, None)
            awaited.forget()
        headers_back = messages[-1].headers
        if headers_back is not None and headers_back.get(STATUS) == NO_RESPONDERS:
            raise NobodyThere(f"nobody serves {subject}")
        return messages

    async def _send(
        self, subject: str, payload: bytes, reply: str, headers: Mapping[str, str] | None
    ) -> None:
        try:
            await self.connection.publish(
                subject, payload, reply, dict(headers) if headers else None
            )
        except nats.errors.Error as error:
            raise NotSent(f"there is no connection to NATS ({type(error).__name__})") from error

    async def _listen(self) -> None:
        if self._listening:
            return
        if self._opening is None:
            self._opening = asyncio.create_task(self._subscribe())
        try:
            await asyncio.shield(self._opening)
        except nats.errors.Error as error:
            self._opening = None
            raise NotSent(f"the connection to NATS was closed ({type(error).__name__})") from error

    async def _subscribe(self) -> Subscription:
        subscription = await self.connection.subscribe(f"{self._inbox}.*", cb=self._arrived)
        self._listening = True
        return subscription

    async def _arrived(self, message: Msg) -> None:
        # A direct read's messages keep their inbox as subject, so the token is always there.
        awaited = self._waiting.get(message.subject.rpartition(".")[2])
        if awaited is not None:
            awaited.take(message)

    def _changed(self, up: bool) -> None:
        if not up:
            for awaited in list(self._waiting.values()):
                awaited.lose()


def answer(data: bytes) -> dict[str, Any]:
    """JetStream's JSON answer; raises `ApiError` when it is a refusal."""
    told: dict[str, Any] = json.loads(data)
    if "error" in told:
        raise ApiError(told["error"])
    return told


# -- stored messages -------------------------------------------------------------------------


def own(headers: Mapping[str, str] | None) -> dict[str, str]:
    """The headers that the writer gave: without those of the server and of the append."""
    given = headers or {}
    return {name: value for name, value in given.items() if not name.startswith("Nats-")}


def of_direct(message: Msg) -> Stored:
    """A message as a direct read gives it: subject and sequence are headers."""
    headers = message.headers or {}
    name = Name.of_subject(headers["Nats-Subject"])
    return Stored(name, int(headers["Nats-Sequence"]), message.data, own(headers))


def of_api(message: Mapping[str, Any]) -> tuple[Stored, str | None]:
    """A message as `STREAM.MSG.GET` gives it, base64 in JSON; and what was `EXPECTED` by its
    append, None where nothing was."""
    headers = dict(_lines(base64.b64decode(message.get("hdrs", ""))))
    body = base64.b64decode(message.get("data", ""))
    stored = Stored(Name.of_subject(message["subject"]), int(message["seq"]), body, own(headers))
    return stored, headers.get(EXPECTED)


def _lines(raw: bytes) -> list[tuple[str, str]]:
    pairs = (line.partition(b":") for line in raw.split(b"\r\n")[1:])
    return [
        (name.strip().decode("ascii", "replace"), value.strip().decode("utf-8", "replace"))
        for name, colon, value in pairs
        if colon
    ]


class Delivery(NamedTuple):
    """What the server tells of a message that a consumer delivers."""

    times: int
    """How often it was delivered, this time included."""
    sequence: int
    """Its sequence in the stream."""
    number: int
    """Which one of the consumer's deliveries this is, 1 for the first."""
    waiting: int
    """How many more wait."""


def delivery(reply: str) -> Delivery:
    """The delivery with this reply subject, in which all that stands, with or without the domain
    and account in front."""
    tokens = reply.split(".")
    times, sequence, number, _, waiting = tokens[4:9] if len(tokens) == 9 else tokens[6:11]
    return Delivery(int(times), int(sequence), int(number), int(waiting))


Ask = Callable[[dict[str, Any]], Awaitable[Mapping[str, Any]]]
"""Sends one request to JetStream and gives its answer."""


async def stream_names(ask: Ask, subject: str) -> list[str]:
    """The streams that take a subject, page by page; `ask` asks "STREAM.NAMES"."""
    names: list[str] = []
    while True:
        told = await ask({"subject": subject, "offset": len(names)})
        page = told.get("streams") or []
        names += page
        if not page or len(names) >= int(told.get("total", 0)):
            return names


def unique(prefix: str) -> str:
    """A name that nobody else has, for a consumer."""
    return f"{prefix}-{secrets.token_hex(8)}"
