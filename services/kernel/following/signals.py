"""Signals on JetStream: that an aggregate has reached a sequence, told to one replica of a service.

The replicas share one durable consumer for each venue and year. A signal holds no commit: it may
come twice, late, in any order. One that is not settled within seconds goes to another replica.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field

import nats.errors
import structlog
from nats.aio.msg import Msg
from nats.aio.subscription import Subscription

from services.kernel.journal.jetstream import STATUS, ApiError, Lost, NotSent, Requests, delivery
from services.kernel.journal.provision import SIGNAL_HELD, bring_feed
from services.kernel.journal.reads import loop_time
from services.kernel.names import BadName, Name, stream
from services.kernel.tasks import end

# Signals that a replica holds at most, and has to have room for before it asks for more.
WINDOW, ROOM = 256, 64
# Seconds: a request ends, a sign of life is sent, and its absence is noticed.
EXPIRES, HEARTBEAT, SILENCE = 10.0, 1.0, 3.0
# Seconds between saying that what is held is in hand, and between attempts to come back.
IN_HAND = SIGNAL_HELD / 3
FIRST_PAUSE, LONGEST_PAUSE = 0.1, 3.0
NANO = 10**9

_LIFE = "100"
_ENDED = ("Request Timeout", "Batch Completed")

log = structlog.get_logger(__name__)


@dataclass(frozen=True, slots=True)
class Signal:
    """An aggregate has reached a sequence. `again` says that it was delivered before."""

    name: Name
    sequence: int
    again: bool = False
    reply: str = field(default="", repr=False)


class Signals:
    """The signals of one venue and year for one replica: `take` gets each; `settle` what is done.

    `waiting` is told how many signals no replica has settled.
    """

    def __init__(
        self,
        requests: Requests,
        service: str,
        venue: str,
        year: int,
        kinds: Sequence[str],
        take: Callable[[Signal], None],
        waiting: Callable[[int], None] = lambda signals: None,
    ) -> None:
        self.stream = stream(venue, year)
        self._requests = requests
        self._of = service, venue, year, tuple(kinds)
        self._consumer = f"feed_{service}"
        self._take = take
        self._waiting = waiting
        self._held: set[str] = set()
        self._asked = 0
        self._heard = 0.0
        self._broken = ""
        self._wake = asyncio.Event()

    async def open(self) -> None:
        """Make the consumer if it is not there. Raises nats-py's errors."""
        await bring_feed(self._requests.connection, *self._of)

    async def run(self) -> None:
        """Read for ever; comes back after lost connections, servers and consumers."""
        unwatch = self._requests.link.watch(self._changed)
        keeping = asyncio.create_task(self._keep(), name=f"{self._consumer} of {self.stream}")
        pause = FIRST_PAUSE
        try:
            while True:
                await self._requests.link.wait()
                began = loop_time()
                try:
                    await self._read()
                except (nats.errors.Error, TimeoutError) as error:
                    self._broken = str(error) or type(error).__name__
                log.info("signals_broken", stream=self.stream, why=self._broken)
                lasted = loop_time() - began > LONGEST_PAUSE
                pause = FIRST_PAUSE if lasted else min(pause * 2, LONGEST_PAUSE)
                await asyncio.sleep(pause)
        finally:
            unwatch()
            await end([keeping])

    async def settle(self, signals: Sequence[Signal]) -> None:
        """Say that these are done with; what cannot be said now is delivered again."""
        for signal in signals:
            self._held.discard(signal.reply)
            await self._say(signal.reply, b"+ACK")
        self._wake.set()

    async def close(self) -> None:
        """Give back what is held, so that another replica gets it at once."""
        for reply in self._held:
            await self._say(reply, b"-NAK")
        self._held.clear()

    # -- reading -----------------------------------------------------------------------------

    async def _read(self) -> None:
        """Read until it breaks."""
        await self.open()
        inbox = self._requests.connection.new_inbox()
        subscription: Subscription = await self._requests.connection.subscribe(
            inbox, cb=self._arrived
        )
        self._broken, self._asked = "", 0
        self._heard = loop_time()
        try:
            while not self._broken:
                await self._ask(inbox)
                await self._rest()
        finally:
            with suppress(nats.errors.Error):
                await subscription.unsubscribe()

    async def _ask(self, inbox: str) -> None:
        """Ask for as many as there is room for."""
        room = WINDOW - len(self._held) - self._asked
        if room < ROOM:
            return
        self._asked += room
        request = {
            "batch": room,
            "expires": int(EXPIRES * NANO),
            "idle_heartbeat": int(HEARTBEAT * NANO),
        }
        subject = f"{self._requests.prefix}.CONSUMER.MSG.NEXT.{self.stream}.{self._consumer}"
        await self._requests.connection.publish(subject, json.dumps(request).encode(), inbox)

    async def _rest(self) -> None:
        """Wait until there is something to do; one that is silent too long is broken."""
        try:
            async with asyncio.timeout(SILENCE):
                await self._wake.wait()
        except TimeoutError:
            if self._asked > 0 and loop_time() - self._heard >= SILENCE:
                self._broken = self._broken or "no sign of life"
        self._wake.clear()

    async def _arrived(self, message: Msg) -> None:
        self._heard = loop_time()
        if message.headers is not None and STATUS in message.headers:
            self._told(message.headers)
            return
        self._asked -= 1
        if self._asked <= 0:
            self._wake.set()
        try:
            name = Name.of_subject(message.subject)
        except BadName as error:  # whoever reads the journal stops at it: nobody may write such
            log.error("signal_of_no_aggregate", stream=self.stream, why=str(error))
            await self._say(message.reply, b"+TERM")
            return
        told = delivery(message.reply)
        self._held.add(message.reply)
        self._take(Signal(name, told.sequence, told.times > 1, message.reply))

    def _told(self, headers: Mapping[str, str]) -> None:
        if headers[STATUS] == _LIFE:
            return
        why = headers.get("Description", "").strip()
        if why.startswith(_ENDED):
            self._asked -= int(headers.get("Nats-Pending-Messages", WINDOW))
        else:
            self._broken = f"{headers[STATUS]} {why}".strip()
        self._wake.set()

    # -- in hand -----------------------------------------------------------------------------

    async def _keep(self) -> None:
        """Say that what is held is in hand, and look how much there is to do in all."""
        while True:
            await asyncio.sleep(IN_HAND)
            for reply in tuple(self._held):
                await self._say(reply, b"+WPI")
            with suppress(ApiError, NotSent, Lost):
                await self.look()

    async def look(self) -> None:
        """Tell `waiting` how much there is to do. Raises `ApiError`, `NotSent` or `Lost`."""
        verb = f"CONSUMER.INFO.{self.stream}.{self._consumer}"
        info = await self._requests.api(verb, within=IN_HAND)
        self._waiting(int(info["num_pending"]) + int(info["num_ack_pending"]))

    async def _say(self, reply: str, what: bytes) -> None:
        with suppress(nats.errors.Error):
            await self._requests.connection.publish(reply, what)

    def _changed(self, up: bool) -> None:
        if not up:
            self._broken = "the connection was lost"
            self._wake.set()
