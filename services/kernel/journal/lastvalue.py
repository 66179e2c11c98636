"""The last message of a subject in a JetStream stream, read from its leader and changed by
compare-and-set. Boards, room pointers and the names of people are kept this way.

Direct reads may come from a replica that lags behind: a change decided on one could be lost, or
take a value for absent that is there. So every read here asks the leader.
"""

from __future__ import annotations

import asyncio
import json
import random
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime

import nats.errors
import nats.js.errors
from nats.aio.client import Client
from nats.js.api import Header

from services.kernel.journal.codes import NO_STREAM, TOO_LARGE, WRONG_LAST

# The server counts headers as payload and closes the connection above its limit; the client
# counts the body alone.
HEADERS = 1024


class Beaten(Exception):
    """Somebody else changed the value first; nothing of ours was stored."""


class StoreDown(Exception):
    """The store cannot be reached or does not answer; a write may have been stored or not."""


class TooLarge(Exception):
    """The value is larger than the server takes; the message says by what limit."""


@dataclass(frozen=True, slots=True)
class LastValue:
    """A stored value: its stream sequence, bytes, headers and the server's instant of storing."""

    sequence: int
    body: bytes
    headers: Mapping[str, str]
    stored_at: datetime


class LastValues:
    """The last values in one stream. Every method raises `StoreDown`."""

    def __init__(self, client: Client, stream: str, patience: float = 2.0) -> None:
        """Use `stream`; a request waits for `patience` seconds."""
        self._client = client
        self._stream = stream
        self._patience = patience
        self._jetstream = client.jetstream(timeout=patience)

    async def read(self, subject: str) -> LastValue | None:
        """The value of a subject; None if it never had one."""
        try:
            found = await self._jetstream.get_last_msg(self._stream, subject)
        except nats.js.errors.NotFoundError as error:
            if error.err_code == NO_STREAM:
                raise StoreDown(f"the stream {self._stream} is not provisioned") from error
            return None
        except nats.errors.Error as error:
            raise self._down(error) from error
        if found.seq is None or found.time is None:
            raise StoreDown(f"{self._stream} gave {subject} without sequence or time")
        return LastValue(found.seq, found.data or b"", found.headers or {}, found.time)

    async def subjects(self) -> list[str]:
        """Every subject that has a value, or a marker of one that was removed; sorted."""
        found: list[str] = []
        while True:
            try:
                more = await self._page(len(found))
            except nats.js.errors.NotFoundError as error:
                raise StoreDown(f"the stream {self._stream} is not provisioned") from error
            except nats.errors.Error as error:
                raise self._down(error) from error
            if not more:
                return sorted(found)
            found += more

    async def _page(self, offset: int) -> list[str]:
        """Subjects from the one at `offset` on, as many as the server gives at once."""
        asked = json.dumps({"subjects_filter": ">", "offset": offset}).encode()
        told = await self._client.request(
            f"$JS.API.STREAM.INFO.{self._stream}", asked, timeout=self._patience
        )
        answer = json.loads(told.data)
        if "error" in answer:
            raise nats.js.errors.APIError.from_error(answer["error"])
        return list(answer["state"].get("subjects") or {})

    async def write(
        self, subject: str, body: bytes, expected: int, headers: Mapping[str, str] | None = None
    ) -> int:
        """Store `body` if the value's sequence is still `expected` (0: it never had one).

        Returns the new sequence. Raises `Beaten` and `TooLarge` too.
        """
        fence = {Header.EXPECTED_LAST_SUBJECT_SEQUENCE.value: str(expected)}
        return await self._publish(subject, body, {**(headers or {}), **fence})

    async def purge(self, subject: str) -> None:
        """Remove a value of a key-value bucket and what came before it; a marker remains.

        The marker is a last value too: a `write` that expects none is beaten by it.
        """
        await self._publish(subject, b"", {"KV-Operation": "PURGE", Header.ROLLUP.value: "sub"})

    async def _publish(self, subject: str, body: bytes, headers: dict[str, str]) -> int:
        limit = self._client.max_payload - HEADERS
        if len(body) > limit:
            raise TooLarge(f"{len(body)} bytes for {subject}; the server takes {limit}")
        try:
            stored = await self._jetstream.publish(
                subject, body, stream=self._stream, headers=headers
            )
        except nats.js.errors.APIError as error:
            if error.err_code in WRONG_LAST:
                raise Beaten(subject) from error
            if error.err_code == TOO_LARGE:
                raise TooLarge(
                    f"{len(body)} bytes for {subject}: above the limit of {self._stream}"
                ) from error
            raise self._down(error) from error
        except nats.errors.Error as error:
            raise self._down(error) from error
        return stored.seq

    def _down(self, error: Exception) -> StoreDown:
        if isinstance(error, nats.js.errors.NoStreamResponseError):
            return StoreDown(f"no answer from the stream {self._stream}; is it provisioned?")
        if isinstance(error, TimeoutError):
            return StoreDown(f"the stream {self._stream} did not answer in time")
        return StoreDown(f"the stream {self._stream}: {error}")


async def moment() -> None:
    """A few milliseconds, so that two who were in each other's way do not meet again."""
    await asyncio.sleep(random.uniform(0.001, 0.01))
