"""An archive in memory, of streams that a test may have altered."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

from services.kernel.journal.archive import EVERYTHING, Extent, Raw
from services.kernel.journal.store import NoStream
from services.kernel.names import first_sequence, stream
from tests.kit.journal_memory import MemoryStore

PAGE = 40
"""Messages in a page: few, so that tests turn pages."""


class MemoryArchive:
    """See `Archive`. `streams` are messages by venue and year, served as they are."""

    def __init__(
        self,
        streams: Mapping[tuple[str, int], Sequence[Raw]],
        extents: Mapping[tuple[str, int], Extent] | None = None,
    ) -> None:
        """`extents` are what streams claim, where that is not what they hold."""
        self._streams = streams
        self._extents = extents or {}
        self.pages = 0

    async def streams(self, venue: str = "") -> Sequence[tuple[str, int]]:
        """See `Archive`."""
        return sorted(place for place in self._streams if venue in ("", place[0]))

    async def extent(self, venue: str, year: int) -> Extent:
        """See `Archive`."""
        raws = self._of(venue, year)
        first = first_sequence(year)
        sequences = [raw.sequence for raw in raws]
        held = Extent(
            min(sequences, default=first), max(sequences, default=first - 1), len(sequences)
        )
        return self._extents.get((venue, year), held)

    async def page(
        self, venue: str, year: int, after: int, subject: str = EVERYTHING
    ) -> Sequence[Raw]:
        """See `Archive`."""
        self.pages += 1
        wanted = (
            raw
            for raw in self._of(venue, year)
            if raw.sequence > after and subject in (EVERYTHING, raw.subject)
        )
        return [raw for raw, _ in zip(wanted, range(PAGE), strict=False)]

    def _of(self, venue: str, year: int) -> Sequence[Raw]:
        if (venue, year) not in self._streams:
            raise NoStream(f"there is no stream {stream(venue, year)}")
        return self._streams[venue, year]


class StoreArchive(MemoryArchive):
    """The archive of a journal in memory that goes on growing; `places` are its streams."""

    def __init__(self, store: MemoryStore, places: Collection[tuple[str, int]]) -> None:
        super().__init__({})
        self._store = store
        self.places = set(places)

    async def streams(self, venue: str = "") -> Sequence[tuple[str, int]]:
        """See `Archive`."""
        return sorted(place for place in self.places if venue in ("", place[0]))

    def _of(self, venue: str, year: int) -> Sequence[Raw]:
        if (venue, year) not in self.places:
            raise NoStream(f"there is no stream {stream(venue, year)}")
        return raws_of(self._store, venue, year)


def raws_of(store: MemoryStore, venue: str, year: int) -> list[Raw]:
    """The messages of a journal in memory."""
    return [
        Raw(stored.name.subject, stored.sequence, stored.body, stored.headers)
        for stored in store.commits(venue, year)
    ]
