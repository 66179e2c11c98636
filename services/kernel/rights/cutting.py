"""Cutting off: a screen that would not be let in now does not stay either.

The servers keep a connection that they have once let in. So whoever lets screens in also looks at
what is connected, through the servers' system account, and has those ended that would not be let
in any more: when something has changed, and now and then by itself.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Awaitable, Callable
from typing import Any

import nats.errors
import structlog
from nats.aio.client import Client

from services.kernel.errors import Failure
from services.kernel.rights.admission import MARK

EVERY = 30.0
"""Seconds between looks when nothing is known to have changed."""
ANSWERS = 0.5
"""Seconds in which each server of a cluster answers."""
PAGE = 1024

log = structlog.get_logger(__name__)


class Cutting:
    """Ends connections: `run` for as long as screens are let in, `changed` when that changes."""

    def __init__(self, system: Client, still: Callable[[str], Awaitable[bool]]) -> None:
        """`system` is a connection of the system account; `still` says whether the screen of that
        name would be let in now."""
        self._system = system
        self._still = still
        self._changed = asyncio.Event()

    def changed(self) -> None:
        """Look soon."""
        self._changed.set()

    async def run(self) -> None:
        """Look now and again, for ever; what fails is tried again."""
        while True:
            try:
                await self.look()
            except (nats.errors.Error, Failure, TimeoutError, ValueError, KeyError) as error:
                log.warning("screens_not_looked_at", why=repr(error))
            try:
                async with asyncio.timeout(EVERY):
                    await self._changed.wait()
            except TimeoutError:
                continue
            self._changed.clear()

    async def look(self) -> list[str]:
        """End what is to be ended, once; the names of the screens that were cut off."""
        cut = []
        async for server, connection in self._connections():
            name = str(connection.get("authorized_user", ""))
            if MARK in name and not await self._still(name):
                await self._kick(server, int(connection["cid"]))
                log.warning("screen_cut_off", user=name.partition(MARK)[0])
                cut.append(name)
        return cut

    async def _connections(self) -> AsyncIterator[tuple[str, dict[str, Any]]]:
        """Every connection with the id of its server, of every server."""
        offset, more = 0, True
        while more:
            more = False
            for answer in await self._ask({"auth": True, "limit": PAGE, "offset": offset}):
                found = answer["data"]["connections"] or []
                for each in found:
                    yield answer["server"]["id"], each
                more = more or len(found) == PAGE
            offset += PAGE

    async def _ask(self, request: dict[str, Any]) -> list[dict[str, Any]]:
        """What each server answers; how many there are is known only by waiting."""
        answers: list[dict[str, Any]] = []
        inbox = self._system.new_inbox()
        subscription = await self._system.subscribe(inbox)
        try:
            payload = json.dumps(request).encode()
            await self._system.publish("$SYS.REQ.SERVER.PING.CONNZ", payload, reply=inbox)
            while True:
                message = await subscription.next_msg(ANSWERS)
                if message.data:
                    answers.append(json.loads(message.data))
        except TimeoutError:
            return answers
        finally:
            await subscription.unsubscribe()

    async def _kick(self, server: str, connection: int) -> None:
        request = json.dumps({"cid": connection}).encode()
        await self._system.request(f"$SYS.REQ.SERVER.{server}.KICK", request, timeout=2)
