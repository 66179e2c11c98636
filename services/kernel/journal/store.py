"""The journal as the kernel needs it: what a store must promise; `nats_store` is one.

An aggregate's commits are messages on its own subject, in the stream of its venue and year. A
sequence is a stream sequence; an aggregate's version is counted inside its commits.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

from services.kernel.names import Name

EVERY_KIND = "*"
"""Stands for every kind of aggregate where a tail is opened."""
MAX_BYTES = 1024 * 1024
"""The most that one message may hold, headers included."""


class Conflict(Exception):
    """Somebody else appended first; nothing of ours was stored."""


class OutcomeUnknown(Exception):
    """It cannot be said whether the append was stored: repeat and the journal will tell."""


class JournalDown(Exception):
    """The journal cannot be reached, or refuses reads and writes; nothing was stored by this
    call."""


class NoStream(JournalDown):
    """The venue has no journal for that year: an aggregate of it does not exist, unless the year's
    stream is yet to be provisioned."""


@dataclass(frozen=True, slots=True)
class Stored:
    """A commit as the journal holds it: its name, stream sequence, bytes and headers."""

    name: Name
    sequence: int
    body: bytes
    headers: Mapping[str, str]


class Tail(Protocol):
    """Every commit of some kinds in a venue, in stream order, without gaps."""

    def __aiter__(self) -> AsyncIterator[Stored]:
        """Yield each commit after the position it was opened at, for ever."""
        ...

    async def close(self) -> None:
        """Stop; the iteration ends."""
        ...


class Journal(Protocol):
    """The store of commits."""

    async def append(
        self, name: Name, expected: int, body: bytes, headers: Mapping[str, str]
    ) -> int:
        """Store `body` as the next commit of `name` and return its sequence.

        `expected` is the sequence of the aggregate's last commit, 0 for none. Returns only when
        the bytes are stored durably. An append that was stored although the reply was lost is
        found by reading back the subject's last message from the leader: the same bytes there
        mean ours. Raises `Conflict`, `OutcomeUnknown` or `JournalDown`.
        """
        ...

    async def load(self, name: Name, after: int = 0, leader: bool = False) -> Sequence[Stored]:
        """The aggregate's commits with a sequence above `after`, in order.

        With `leader`, nothing that was acknowledged before the call is missing. Raises
        `JournalDown`.
        """
        ...

    async def head(self, name: Name) -> Stored | None:
        """The aggregate's last commit, from the leader; None if it has none."""
        ...

    async def heads(
        self, venue: str, year: int, kinds: Sequence[str]
    ) -> tuple[Sequence[Stored], int]:
        """The last commit of every aggregate of these kinds in a year's stream, and the position
        of the stream up to which they are complete (start a tail there)."""
        ...

    async def tail(self, venue: str, year: int, kinds: Sequence[str], after: int) -> Tail:
        """Follow the commits of these kinds, or of `EVERY_KIND`, in a year's stream from `after`
        on."""
        ...


async def load_all(journal: Journal, name: Name, after: int = 0) -> Sequence[Stored]:
    """The aggregate's commits above `after` as the leader has them; none where its year has no
    journal, since then there is nothing in it. Raises `JournalDown`."""
    try:
        return await journal.load(name, after=after, leader=True)
    except NoStream:
        return ()
