"""Which aggregates are not reacted to for now, as one replica knows it.

The bucket `FEEDS` is what counts; every replica follows it and reads it anew when it may have
missed something.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextlib import suppress

import nats.errors
import structlog

from services.kernel.following.feed_store import FeedStore, Parked
from services.kernel.following.unasked import Unasked
from services.kernel.journal.lastvalue import StoreDown
from services.kernel.names import Name

AGAIN = 0.25
"""Seconds after which what could not be stored is stored again."""

log = structlog.get_logger(__name__)


class Parking:
    """The parked aggregates of a service. `retry` is told of each that is to be tried again."""

    def __init__(self, store: FeedStore, unasked: Unasked, retry: Callable[[Name], None]) -> None:
        self._store = store
        self._unasked = unasked
        self._retry = retry
        self._parked: dict[Name, Parked] = {}
        self._released: set[Name] = set()
        self._venues: set[str] = set()
        self._changed: asyncio.Queue[Name] = asyncio.Queue()

    def __contains__(self, source: Name) -> bool:
        """Whether an aggregate is parked."""
        return source in self._parked

    async def park(self, parked: Parked) -> None:
        """Park an aggregate for every replica; returns when that is stored."""
        log.error("feed_parked", source=str(parked.source), why=parked.reason, after=parked.after)
        self._note(parked.source, parked)
        while True:
            try:
                self._note(parked.source, await self._store.park(parked))
                return
            except StoreDown as down:
                log.warning("feed_not_parked", source=str(parked.source), why=str(down))
                await asyncio.sleep(AGAIN)

    async def recovered(self, source: Name) -> None:
        """An aggregate is caught up with; if somebody had asked for that, nobody need any more.

        Raises `StoreDown`.
        """
        if source in self._released:
            await self._store.clear(source)
            self._released.discard(source)
            log.info("feed_caught_up", source=str(source))

    async def refresh(self, venue: str) -> None:
        """Read everything of a venue anew, and follow it from now on. Raises `StoreDown`."""
        self._venues.add(venue)
        found = {parked.source: parked for parked in await self._store.parked(venue)}
        known = {source for source in self._parked if source.venue == venue}
        for source in known | set(found):
            self._note(source, found.get(source))

    async def run(self) -> None:
        """Follow what other replicas and operators do, for ever."""
        while True:
            try:
                subscription = await self._store.watch(self._changed.put_nowait)
                break
            except StoreDown:
                await asyncio.sleep(AGAIN)
        try:
            while True:
                source = await self._changed.get()
                if source.venue not in self._venues:
                    continue  # another replica's
                with suppress(StoreDown):  # when NATS is back, everything is read anew
                    self._note(source, await self._store.look(source))
        finally:
            with suppress(nats.errors.Error):
                await subscription.unsubscribe()

    def _note(self, source: Name, found: Parked | None) -> None:
        if found is not None and not found.retry:
            self._parked[source] = found
            self._released.discard(source)
        else:
            self._parked.pop(source, None)
            if found is not None:
                self._released.add(source)
                self._retry(source)
        count = sum(each.venue == source.venue for each in self._parked)
        self._unasked.parked(source.venue, count)
