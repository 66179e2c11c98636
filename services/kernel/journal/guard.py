"""What stands between the service and the journal's appends: nothing is put on a journal that is
damaged, readiness says when the journal takes nothing, and what was put there is remembered a
moment, for whoever would read it from there at once.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping, Sequence

from services.kernel import reasons
from services.kernel.errors import Unavailable
from services.kernel.journal.store import (
    Journal,
    JournalDown,
    NoStream,
    OutcomeUnknown,
    Stored,
    Tail,
)
from services.kernel.latest import Latest
from services.kernel.names import Name

CHECK = "writes"
REMEMBERED, LARGEST = 1024, 16 * 1024
"""Aggregates whose last append here is remembered, well above what signals are under way; and the
bytes of a commit that is: a larger one is read from the journal."""
HOLD = 15.0
"""Seconds after a failed append in which the journal counts as one that takes nothing."""


class Writes:
    """Whether the journal takes commits, as the appends show it; `told` gets it with a reason.

    Nothing else shows it: where the disk is full, connection, health and reading are well. It
    fails with an append, and passes again with the next that is stored, with a server that is
    back, or by itself after a while: who is not ready gets no commands to try it with.
    """

    def __init__(self, told: Callable[[bool, str], None], hold: float = HOLD) -> None:
        self._told = told
        self._hold = hold
        self._passing: asyncio.TimerHandle | None = None

    def failed(self, why: str) -> None:
        """An append was not acknowledged."""
        self._forget()
        self._passing = asyncio.get_running_loop().call_later(self._hold, self.passed)
        self._told(False, why)

    def passed(self) -> None:
        """An append was stored, or there is new hope for the next."""
        self._forget()
        self._told(True, "")

    def _forget(self) -> None:
        if self._passing is not None:
            self._passing.cancel()
            self._passing = None

    close = _forget


class GuardedJournal:
    """A `Journal` that appends to `journal`, but not where `damaged` says that it is not whole."""

    def __init__(self, journal: Journal, damaged: Callable[[Name], bool], writes: Writes) -> None:
        self._journal = journal
        self._damaged = damaged
        self._writes = writes
        self._appended: Latest[Name, tuple[int, Stored]] = Latest(REMEMBERED)

    def appended(self, name: Name, after: int, reached: int) -> Stored | None:
        """The commit of sequence `reached` if it was appended here right after `after`: then it is
        all that the journal has of the aggregate between the two. None where that is not known."""
        expected, stored = self._appended.get(name, (-1, None))
        known = stored is not None and expected == after and stored.sequence == reached
        return stored if known else None

    async def append(
        self, name: Name, expected: int, body: bytes, headers: Mapping[str, str]
    ) -> int:
        """See `Journal`. Raises `Unavailable` where the journal is damaged."""
        if self._damaged(name):
            raise Unavailable(reasons.JOURNAL_DAMAGED, venue=f"venues/{name.venue}")
        try:
            sequence = await self._journal.append(name, expected, body, headers)
        except NoStream:
            raise
        except (OutcomeUnknown, JournalDown) as failure:
            self._writes.failed(str(failure))
            raise
        self._writes.passed()
        if len(body) <= LARGEST:
            self._appended[name] = expected, Stored(name, sequence, body, headers)
        return sequence

    async def load(self, name: Name, after: int = 0, leader: bool = False) -> Sequence[Stored]:
        """See `Journal`."""
        return await self._journal.load(name, after, leader)

    async def head(self, name: Name) -> Stored | None:
        """See `Journal`."""
        return await self._journal.head(name)

    async def heads(
        self, venue: str, year: int, kinds: Sequence[str]
    ) -> tuple[Sequence[Stored], int]:
        """See `Journal`."""
        return await self._journal.heads(venue, year, kinds)

    async def tail(self, venue: str, year: int, kinds: Sequence[str], after: int) -> Tail:
        """See `Journal`."""
        return await self._journal.tail(venue, year, kinds, after)
