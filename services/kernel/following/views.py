"""Views that are new enough to decide on.

A decision about another service's aggregate rests on what this process has read of it, a few
milliseconds behind the journal. So the journal is asked first how far the aggregate has come, and
the view is waited for. The version that is used belongs in the facts of the commit.
"""

from __future__ import annotations

import asyncio
from typing import Generic, Protocol, TypeVar

from services.kernel import reasons
from services.kernel.errors import NotFound, Unavailable
from services.kernel.journal.store import Journal, JournalDown, NoStream
from services.kernel.law import Reason
from services.kernel.names import Name
from services.kernel.record import commit as commits

UP_TO_DATE = 2.0
"""Seconds in which a view has to be new enough."""

BEHIND = Reason(
    "VIEW_BEHIND",
    "What is known here of {name} is not up to date, so nothing can be decided on it just now.",
    "Repeat the call with the same request_id in a moment; if it goes on, call operations.",
)


class Versioned(Protocol):
    """What is seen of an aggregate, as of a version."""

    @property
    def version(self) -> int:
        """How many commits are in it."""
        ...


V_co = TypeVar("V_co", bound=Versioned, covariant=True)
V = TypeVar("V", bound=Versioned)


class View(Protocol[V_co]):
    """What a tail keeps of aggregates: `Heads` is one, with the rows of lists."""

    def get(self, name: Name) -> V_co | None:
        """What is seen of one aggregate now."""
        ...

    async def beyond(self, name: Name, version: int) -> None:
        """Wait until more than `version` commits of it are seen."""
        ...


class Views(Generic[V]):
    """A view, and the journal that says how new it has to be."""

    def __init__(self, journal: Journal, view: View[V], within: float = UP_TO_DATE) -> None:
        self._journal = journal
        self._view = view
        self._within = within

    async def at_least(self, name: Name, version: int | None = None) -> V:
        """What is seen of an aggregate, at `version` or later; without one, at whatever version
        the journal's leader holds now.

        Raises `NotFound` for one that does not exist, and `Unavailable` when the view is not
        there within 2 s: never a refusal.
        """
        if version is None:
            version = await self._version(name)
        try:
            async with asyncio.timeout(self._within):
                await self._view.beyond(name, version - 1)
        except TimeoutError as late:
            raise Unavailable(BEHIND, name=name) from late
        seen = self._view.get(name)
        if seen is None:
            raise NotFound(str(name))
        return seen

    async def _version(self, name: Name) -> int:
        try:
            head = await self._journal.head(name)
        except NoStream:
            head = None
        except JournalDown as down:
            raise Unavailable(reasons.JOURNAL_DOWN) from down
        if head is None:
            raise NotFound(str(name))
        return commits.parse(head).version
