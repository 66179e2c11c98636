"""An ephemeral consumer of a stream, read with requests in flight, that knows when it is broken.

The reader bounds how much is under way: a server cuts a client off whose outbound queue grows
past its `max_pending`. Nothing is acknowledged; who reads keeps its own position and opens a new
consumer there when this one breaks.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from typing import Any

import nats.errors
from nats.aio.msg import Msg
from nats.aio.subscription import Subscription

from services.kernel.journal.jetstream import (
    STATUS,
    ApiError,
    Lost,
    NotSent,
    Requests,
    delivery,
    own,
    unique,
)
from services.kernel.journal.store import MAX_BYTES, Stored
from services.kernel.names import BadName, Name

# One request for messages: whichever is reached first. A message of the largest size fits.
BATCH = 1000
BATCH_BYTES = MAX_BYTES + 64 * 1024
# Messages that may be under way or wait for the reader.
WINDOW = 2 * BATCH
# Seconds: a request ends, a sign of life is sent, and its absence is noticed.
EXPIRES = 10.0
HEARTBEAT = 1.0
SILENCE = 5.0
# Seconds after which the server forgets a consumer that nobody asks.
INACTIVE = 60.0
NANO = 10**9

# Statuses that end one request and no more; any other but a heartbeat breaks the consumer.
_HEARTBEAT = "100"
_ENDED = ("Request Timeout", "Batch Completed", "Message Size Exceeds MaxBytes")


class Pull:
    """One consumer. `take` gets each message in the consumer's order, and how many more wait."""

    def __init__(
        self, requests: Requests, stream: str, take: Callable[[Stored, int], None], within: float
    ) -> None:
        """`within` are the seconds that each request to JetStream may take."""
        self._requests = requests
        self._stream = stream
        self._take = take
        self._within = within
        self._consumer = unique("eyesdown")
        self._inbox = requests.connection.new_inbox()
        self._subscription: Subscription | None = None
        self._unwatch = requests.link.watch(self._changed)
        self._delivered = 0
        self._outstanding = 0
        self._asked = 0
        self._heard = asyncio.get_running_loop().time()
        self.broken = ""
        self.wake = asyncio.Event()

    async def open(self, subjects: Sequence[str], start: Mapping[str, Any]) -> int:
        """Make the consumer; how many messages wait in it. `start` is its deliver policy.

        Raises `ApiError`, `NotSent` or `Lost`.
        """
        client = self._requests.connection
        try:
            self._subscription = await client.subscribe(f"{self._inbox}.*", cb=self._arrived)
        except nats.errors.Error as error:
            raise NotSent(f"the connection to NATS was closed ({error})") from error
        config = {
            "name": self._consumer,
            "ack_policy": "none",
            "replay_policy": "instant",
            "mem_storage": True,
            "num_replicas": 1,
            "inactive_threshold": int(INACTIVE * NANO),
            **start,
        }
        verb = f"CONSUMER.CREATE.{self._stream}.{self._consumer}"
        if len(subjects) == 1:
            config["filter_subject"] = subjects[0]
            verb += f".{subjects[0]}"
        else:
            config["filter_subjects"] = list(subjects)
        made = await self._requests.api(
            verb, {"stream_name": self._stream, "config": config}, within=self._within
        )
        return int(made.get("num_pending", 0))

    def offer(self, waiting: int, urgent: bool = False) -> None:
        """Wake whoever rests, if there is room for more, or anyway."""
        if urgent or waiting + self._outstanding <= WINDOW - BATCH:
            self.wake.set()

    async def refill(self, waiting: int) -> None:
        """Ask for more, if the `waiting` messages and those under way leave room."""
        while not self.broken and waiting + self._outstanding <= WINDOW - BATCH:
            self._outstanding += BATCH
            self._asked += 1
            request = {
                "batch": BATCH,
                "max_bytes": BATCH_BYTES,
                "expires": int(EXPIRES * NANO),
                "idle_heartbeat": int(HEARTBEAT * NANO),
            }
            try:
                await self._requests.connection.publish(
                    f"{self._requests.prefix}.CONSUMER.MSG.NEXT.{self._stream}.{self._consumer}",
                    json.dumps(request).encode(),
                    reply=f"{self._inbox}.{self._asked}",
                )
            except nats.errors.Error as error:
                self.give_up(f"not connected ({type(error).__name__})")

    async def rest(self) -> None:
        """Wait until there is something to do; a consumer that is silent too long is broken."""
        try:
            async with asyncio.timeout(SILENCE):
                await self.wake.wait()
        except TimeoutError:
            silent = asyncio.get_running_loop().time() - self._heard
            if self._outstanding and silent >= SILENCE:
                self.give_up(f"no sign of life for {silent:.1f} s")
        self.wake.clear()

    async def close(self) -> None:
        """Let the consumer go. Never raises: the server forgets one that cannot be told."""
        self.give_up("closed")
        self._unwatch()
        if self._subscription is not None:
            with suppress(nats.errors.Error):
                await self._subscription.unsubscribe()
        if self._requests.link.up:
            with suppress(ApiError, NotSent, Lost):
                verb = f"CONSUMER.DELETE.{self._stream}.{self._consumer}"
                await self._requests.api(verb, within=0.5)

    async def _arrived(self, message: Msg) -> None:
        if self.broken:
            return
        self._heard = asyncio.get_running_loop().time()
        if message.headers is not None and STATUS in message.headers:
            self._told(message.headers)
            return
        told = delivery(message.reply)
        if told.number != self._delivered + 1:
            self.give_up(f"delivery {told.number} after {self._delivered}")
            return
        try:
            name = Name.of_subject(message.subject)
        except BadName as error:  # never skipped: nobody but us may write here
            self.give_up(f"sequence {told.sequence}: {error}")
            return
        self._delivered = told.number
        self._outstanding -= 1
        stored = Stored(name, told.sequence, message.data, own(message.headers))
        self._take(stored, told.waiting)

    def _told(self, headers: Mapping[str, str]) -> None:
        if headers[STATUS] == _HEARTBEAT:
            return
        why = headers.get("Description", "")
        if why.startswith(_ENDED):
            self._outstanding -= int(headers.get("Nats-Pending-Messages", BATCH))
            self.wake.set()
        else:
            self.give_up(f"{headers[STATUS]} {why}".strip())

    def _changed(self, up: bool) -> None:
        if not up:
            self.give_up("the connection was lost")

    def give_up(self, why: str) -> None:
        """Break it: nothing more is taken from it."""
        self.broken = self.broken or why
        self.wake.set()
