"""Every commit of a venue, year after year, for one reader: from where it was, without a gap.

What is read ahead is bounded: a reader that is slow slows its tails, and nothing else.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Callable, Collection, Coroutine, Mapping
from contextlib import aclosing
from typing import Any

import structlog

from services.kernel.journal.archive import Archive
from services.kernel.journal.store import EVERY_KIND, Journal, JournalDown, Stored, Tail
from services.kernel.names import first_sequence
from services.kernel.serving.floor import QUIET
from services.kernel.tasks import end

NEW_YEARS = 60.0
"""Seconds after which a follower looks whether there is another year."""

log = structlog.get_logger(__name__)


class Readout:
    """What one reader reads of `venue`: `years` in order, and with `follow` each new commit.

    `positions` are the sequences up to which every year was read, and are kept up to date. An
    empty `kinds` is every kind. `alive` says whether the journal is being followed.
    """

    def __init__(
        self,
        journal: Journal,
        archive: Archive,
        venue: str,
        years: Collection[int],
        positions: Mapping[int, int],
        *,
        kinds: Collection[str] = (),
        follow: bool = False,
        alive: Callable[[], bool] = lambda: True,
        quiet: float = QUIET,
        new_years: float = NEW_YEARS,
    ) -> None:
        self._journal = journal
        self._archive = archive
        self._venue = venue
        self._years = sorted(years)
        self._kinds = frozenset(kinds)
        self._follow = follow
        self._alive = alive
        self._quiet = quiet
        self._new_years = new_years
        self._tails: dict[int, Tail] = {}
        self._work: list[asyncio.Task[None]] = []
        self._arrived: asyncio.Queue[tuple[int, Stored] | Exception] = asyncio.Queue(maxsize=1)
        self.positions = {
            year: max(positions.get(year, 0), first_sequence(year) - 1) for year in self._years
        }

    async def commits(self) -> AsyncGenerator[Stored | None, None]:
        """Each commit; None is a sign of life. Raises `JournalDown`."""
        try:
            for year in self._years:
                async with aclosing(self._up_to_now(year)) as commits:
                    async for stored in commits:
                        yield stored
                yield None
            if self._follow:
                async with aclosing(self._from_now()) as following:
                    async for arrived in following:
                        yield arrived
        finally:
            await self._close()

    async def _up_to_now(self, year: int) -> AsyncGenerator[Stored, None]:
        """The commits of a year up to its last one now."""
        end = (await self._archive.extent(self._venue, year)).last
        if end <= self.positions[year]:
            return
        tail = await self._open(year)
        async for stored in tail:
            self.positions[year] = stored.sequence
            if self._wanted(stored):
                yield stored
            if stored.sequence >= end:
                break
        if not self._follow:
            await self._tails.pop(year).close()

    async def _from_now(self) -> AsyncGenerator[Stored | None, None]:
        """Each commit of any year as it comes."""
        for year in self._years:
            self._start(self._pump(year))
        self._start(self._look_for_years())
        while True:
            try:
                async with asyncio.timeout(self._quiet):
                    arrived = await self._arrived.get()
            except TimeoutError:
                if self._alive():
                    yield None
                continue
            if isinstance(arrived, Exception):
                raise arrived
            year, stored = arrived
            self.positions[year] = stored.sequence
            if self._wanted(stored):
                yield stored

    async def _pump(self, year: int) -> None:
        try:
            tail = self._tails.get(year) or await self._open(year)
            async for stored in tail:
                await self._arrived.put((year, stored))
        except Exception as error:  # whatever it is, the reader has to hear of it
            await self._arrived.put(error)

    async def _look_for_years(self) -> None:
        while True:
            await asyncio.sleep(self._new_years)
            try:
                found = await self._archive.streams(self._venue)
            except JournalDown as down:
                log.warning("years_not_read", venue=self._venue, why=str(down))
                continue
            for _, year in found:
                if year > max(self.positions, default=0):
                    self.positions[year] = first_sequence(year) - 1
                    self._start(self._pump(year))

    async def _open(self, year: int) -> Tail:
        tail = await self._journal.tail(self._venue, year, [EVERY_KIND], self.positions[year])
        self._tails[year] = tail
        return tail

    def _wanted(self, stored: Stored) -> bool:
        return not self._kinds or stored.name.kind in self._kinds

    def _start(self, work: Coroutine[Any, Any, None]) -> None:
        self._work.append(asyncio.create_task(work))

    async def _close(self) -> None:
        await end(self._work)
        for tail in self._tails.values():
            await tail.close()
