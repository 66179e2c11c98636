"""Whether the journals are whole: damage on a disk is silent.

A NATS server that lost commits with a flipped bit goes on as if they never were, and says that it
is well. But nothing is ever deleted from a journal, so it must hold as many commits as it has
sequences, and never end before one that was seen. Where that does not hold nothing more is
written, until it is whole again.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

import structlog

from services.kernel.journal.archive import Archive, Extent
from services.kernel.journal.store import JournalDown
from services.kernel.names import Name, first_sequence, stream
from services.kernel.serving.health import Readiness
from services.kernel.serving.telemetry import Telemetry

CHECK = "journal"
EVERY = 120.0
"""Seconds between two looks."""

log = structlog.get_logger(__name__)


class Integrity:
    """Keeps the check "journal" of `ready` true to the journals of `venues` (ids)."""

    def __init__(
        self, venues: Sequence[str], archive: Archive, telemetry: Telemetry, ready: Readiness
    ) -> None:
        self._venues = tuple(venues)
        self._archive = archive
        self._telemetry = telemetry
        self._ready = ready
        self._ends: dict[tuple[str, int], int] = {}
        self._lost: dict[tuple[str, int], int] = {}

    def damaged(self, name: Name) -> bool:
        """Whether the journal that an aggregate lies in lacks commits."""
        return (name.venue, name.year) in self._lost

    async def run(self) -> None:
        """Look every two minutes, for ever."""
        while True:
            await asyncio.sleep(EVERY)
            try:
                await self.look()
            except JournalDown as down:  # which readiness says elsewhere
                log.warning("journal_not_looked_at", why=str(down))

    async def look(self) -> None:
        """Look at every journal now. Raises `JournalDown` when one could not be looked at."""
        unseen: JournalDown | None = None
        for venue in self._venues:
            try:
                for _, year in await self._archive.streams(venue):
                    await self._look_at(venue, year)
            except JournalDown as down:
                unseen = down
            ours = (lost for (of, _), lost in self._lost.items() if of == venue)
            self._telemetry.unasked.lost(venue, sum(ours))
        lacking = (f"{stream(*key)} lacks {lost} commits" for key, lost in self._lost.items())
        self._ready.set(CHECK, not self._lost, ", ".join(sorted(lacking)))
        if unseen is not None:
            raise unseen

    async def _look_at(self, venue: str, year: int) -> None:
        name, unasked = stream(venue, year), self._telemetry.unasked
        try:
            extent = await self._archive.extent(venue, year)
        except JournalDown:
            unasked.replicas(name, -1)
            raise
        unasked.replicas(name, extent.missing)
        unasked.stored(name, extent.bytes)
        self._note(venue, year, extent)

    def _note(self, venue: str, year: int, extent: Extent) -> None:
        key = (venue, year)
        end = self._ends[key] = max(extent.last, self._ends.get(key, 0))
        lost = end - first_sequence(year) + 1 - extent.messages
        if lost > 0 and self._lost.get(key) != lost:
            log.error("journal_damaged", stream=stream(venue, year), lost=lost, extent=str(extent))
        elif not lost and key in self._lost:
            log.warning("journal_whole_again", stream=stream(venue, year))
        if lost > 0:
            self._lost[key] = lost
        else:
            self._lost.pop(key, None)
