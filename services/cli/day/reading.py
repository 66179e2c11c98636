"""The commits that a day report is made of, read from the journals of a venue and nothing else."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date, datetime, timedelta
from pathlib import Path
from typing import Any, TypeVar

from google.protobuf.message import Message

from eyesdown.journal.v1 import commit_pb2
from services.kernel.audit.again import Audited
from services.kernel.journal.archive import EVERYTHING, Archive
from services.kernel.journal.store import Stored
from services.kernel.law import Opening
from services.kernel.names import Name, first_sequence, stream, year_of
from services.kernel.record import commit as commits
from services.kernel.record.codec import unpack
from services.kernel.record.commit import Place
from services.kernel.record.seal import Keys, Sealer
from services.kernel.record.shapes import instant
from services.kernel.settings import StartError
from services.kernel.venues import Venue

M = TypeVar("M", bound=Message)

WHOLE = ("jackpots", "tournaments")
"""Kinds that go on from day to day: all of their commits are read."""


@dataclass
class Day:
    """What a venue's journals say of a gaming day.

    `records` are all commits of what the day's ids begin with, and of kinds that go on from day to
    day; `during` those that were made in the day, of whatever they are; each in stream order.
    `made_of` is the last sequence that was read of each stream.
    """

    venue: Venue
    day: date
    records: dict[Name, list[Stored]] = field(default_factory=dict, repr=False)
    during: list[tuple[Name, commit_pb2.Commit]] = field(default_factory=list, repr=False)
    made_of: dict[str, int] = field(default_factory=dict)

    @property
    def begins(self) -> datetime:
        """When the gaming day begins."""
        return self.venue.starts(self.day)

    @property
    def ends(self) -> datetime:
        """When the next one begins."""
        return self.venue.starts(self.day + timedelta(days=1))

    def of(self, kind: str) -> list[Name]:
        """The names of a kind, by their ids."""
        return sorted(name for name in self.records if name.kind == kind)

    def folded(self, name: Name, audited: Audited[Any, Any, Any]) -> Any:
        """The state that an aggregate's commits add up to, nothing sealed opened.

        Raises `ChainBroken` and `UnknownFact`.
        """
        state, place = audited.decider.initial, Place.start(name)
        for stored in self.records[name]:
            commit = commits.read(stored, place, audited.codec, _CLOSED)
            for event in commit.events:
                state = audited.decider.evolve(state, event)
            place = Place(commit.version, commit.sequence, commit.hash)
        return state

    def commits(self, name: Name) -> Iterator[commit_pb2.Commit]:
        """The commits of an aggregate as they were written. Raises `ChainBroken`."""
        yield from (commits.parse(stored) for stored in self.records.get(name, ()))

    def row(self, name: Name) -> Message:
        """The row that an aggregate's last commit left. Raises `ChainBroken`."""
        return unpack(commits.parse(self.records[name][-1]).summary.row)


class _Closed(Sealer):
    """Opens nothing: no figure of a day is sealed."""

    def __init__(self) -> None:
        super().__init__(Keys(Path()))

    def open(self, name: Name, version: int, sealed: commit_pb2.Sealed) -> Opening | None:
        """See `Sealer`."""
        return None


_CLOSED = _Closed()


async def read_day(
    archive: Archive, venue: Venue, day: date, up_to: Mapping[int, int] | None = None
) -> Day:
    """Read what a day's report needs. `up_to` is the last sequence to be read by year; without one
    as far as the stream goes now.

    Raises `JournalDown`, `ChainBroken`, and `StartError` where the venue has no journal of the day.
    """
    streams = [year for _, year in await archive.streams(venue.id)]
    if day.year not in streams:
        raise StartError([f"{venue.id} has no journal of {day.year} on this NATS"])
    made = Day(venue, day)
    for year in streams:
        last = (await archive.extent(venue.id, year)).last
        last = min(last, (up_to or {}).get(year, last))
        made.made_of[stream(venue.id, year)] = last
        for kind in (EVERYTHING,) if year == day.year else WHOLE:
            await _read(archive, made, year, kind, last)
    return made


async def _read(archive: Archive, into: Day, year: int, kind: str, last: int) -> None:
    """Read a stream, or the aggregates of a kind in it, up to a sequence."""
    venue, after = into.venue.id, first_sequence(year) - 1
    subject = kind if kind == EVERYTHING else f"eyesdown.journal.{venue}.{year}.{kind}.*"
    while page := await archive.page(venue, year, after, subject):
        for raw in page:
            if raw.sequence > last:
                return
            name = Name.of_subject(raw.subject)
            _take(into, Stored(name, raw.sequence, raw.body, raw.headers))
        after = page[-1].sequence


def _take(into: Day, stored: Stored) -> None:
    name = stored.name
    if name.kind in WHOLE or name.id.startswith(into.day.isoformat()):
        into.records.setdefault(name, []).append(stored)
    commit = commits.parse(stored)
    if into.begins <= instant(commit.at) < into.ends:
        into.during.append((name, commit))


def happened(day: Day, kind: type[M]) -> Iterator[tuple[Name, commit_pb2.Commit, M]]:
    """Every event of a kind that came in the day, with its aggregate and commit."""
    for name, commit in day.during:
        for packed in commit.events:
            event = kind()
            if packed.Unpack(event):
                yield name, commit, event


def years(sequences: Sequence[int]) -> dict[int, int]:
    """Sequences by the year whose stream each is of."""
    return {year_of(each): each for each in sequences}
