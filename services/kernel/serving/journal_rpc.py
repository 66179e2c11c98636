"""The journal over gRPC, for back offices and auditors: every service answers it alike."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Iterable, Mapping
from contextlib import aclosing
from typing import Any

from google.protobuf.any_pb2 import Any as AnyMessage

from eyesdown.journal.v1 import commit_pb2, journal_service_pb2_grpc
from eyesdown.journal.v1 import journal_service_pb2 as pb
from services.kernel.errors import InvalidArgument, NotFound, Refusal
from services.kernel.following.heads import Head, Heads
from services.kernel.journal.archive import Archive, extent_of
from services.kernel.journal.store import Journal, Stored
from services.kernel.law import Reason
from services.kernel.names import venue_of, year_of
from services.kernel.record.revocations import KIND
from services.kernel.record.shapes import timestamp
from services.kernel.serving.calls import call
from services.kernel.serving.floor import QUIET, Floor
from services.kernel.serving.readout import Readout

POSITION_NOT_REACHED = Reason(
    "POSITION_NOT_REACHED",
    "The journal of {venue} ends at {last} in {year}; you were at {sequence}.",
    "If you got that position from here, call operations: commits are missing from the journal. "
    "Otherwise begin without it.",
)


class JournalRpc(journal_service_pb2_grpc.JournalServiceServicer):
    """Tells of the aggregates in `heads`, and of every commit.

    `alive` says whether the journal is being followed; `quiet` are the seconds without news after
    which a sign of life is sent.
    """

    def __init__(
        self,
        heads: Heads,
        journal: Journal,
        archive: Archive,
        alive: Callable[[], bool],
        quiet: float = QUIET,
    ) -> None:
        self._heads = heads
        self._journal = journal
        self._archive = archive
        self._alive = alive
        self._quiet = quiet

    async def WatchFloor(
        self, request: pb.WatchFloorRequest, _: Any
    ) -> AsyncIterator[pb.WatchFloorResponse]:
        """The last change of every aggregate, then each as it comes, for ever. What every service
        follows beside its own is left out."""
        scope = call().scope
        seen = _seen(request.after)
        for (venue, year), sequence in seen.items():
            # This replica may be a moment behind the one that told of it.
            if venue in scope and sequence > self._heads.reached(venue, year):
                await self._reaches(venue, year, sequence)
        floor = Floor(self._heads, scope, seen, self._alive, self._quiet, (KIND,))
        async with aclosing(floor.changes()) as changes:
            async for head in changes:
                if head is None:
                    yield pb.WatchFloorResponse(positions=_positions(floor.seen))
                    continue
                at = {(head.name.venue, head.name.year): head.sequence}
                yield pb.WatchFloorResponse(change=_change(head), positions=_positions(at))

    async def ReadCommits(
        self, request: pb.ReadCommitsRequest, _: Any
    ) -> AsyncIterator[pb.ReadCommitsResponse]:
        """Every commit of a venue's years, and with `follow` each as it comes."""
        venue = venue_of(request.parent)
        seen = {year: at for (of, year), at in _seen(request.after).items() if of == venue}
        readout = Readout(
            self._journal,
            self._archive,
            venue,
            await self._years(request, venue, seen),
            seen,
            kinds=request.kinds,
            follow=request.follow,
            alive=self._alive,
            quiet=self._quiet,
        )
        async with aclosing(readout.commits()) as commits:
            async for stored in commits:
                if stored is None:
                    at = {(venue, year): here for year, here in readout.positions.items()}
                    yield pb.ReadCommitsResponse(positions=_positions(at))
                    continue
                at = {(venue, stored.name.year): stored.sequence}
                yield pb.ReadCommitsResponse(commit=_commit(stored), positions=_positions(at))

    async def _years(
        self, request: pb.ReadCommitsRequest, venue: str, seen: Mapping[int, int]
    ) -> list[int]:
        """The years to read; raises for a position that is not there, or a year without a
        journal."""
        years = [year for _, year in await self._archive.streams(venue)]
        if request.year:
            if request.year not in years:
                raise NotFound(f"journal of {request.parent} in {request.year}")
            years = [request.year]
        elif seen:
            years = [year for year in years if year >= min(seen)]
        for year, sequence in seen.items():
            if not request.year or year == request.year:
                await self._reaches(venue, year, sequence)
        return years

    async def _reaches(self, venue: str, year: int, sequence: int) -> None:
        extent = await extent_of(self._archive, venue, year)
        last = extent.last if extent is not None else 0
        if sequence > last:
            raise Refusal(
                POSITION_NOT_REACHED,
                venue=f"venues/{venue}",
                last=last,
                year=year,
                sequence=sequence,
            )


def _seen(after: Iterable[pb.Position]) -> dict[tuple[str, int], int]:
    """Positions by venue and year; of two for the same stream the later one counts."""
    seen: dict[tuple[str, int], int] = {}
    for index, position in enumerate(after):
        year = year_of(position.sequence)
        if not 1000 <= year <= 9999:
            raise InvalidArgument(
                f"after[{index}].sequence", "it is not one that a commit has: the year comes first"
            )
        place = (position.venue, year)
        seen[place] = max(seen.get(place, 0), position.sequence)
    return seen


def _positions(at: Mapping[tuple[str, int], int]) -> list[pb.Position]:
    return [pb.Position(venue=venue, sequence=sequence) for (venue, _), sequence in at.items()]


def _change(head: Head) -> pb.Change:
    row = AnyMessage()
    row.Pack(head.row, deterministic=True)
    return pb.Change(
        name=str(head.name),
        kind=head.name.kind,
        version=head.version,
        standing=commit_pb2.Standing.Value(f"STANDING_{head.standing.name}"),
        at=timestamp(head.at),
        sequence=head.sequence,
        row=row,
    )


def _commit(stored: Stored) -> pb.StoredCommit:
    return pb.StoredCommit(
        sequence=stored.sequence,
        name=str(stored.name),
        commit=stored.body,
        events=[each for each in stored.headers.get("Eyesdown-Events", "").split(",") if each],
        traceparent=stored.headers.get("traceparent", ""),
    )
