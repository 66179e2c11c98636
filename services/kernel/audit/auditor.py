"""The audit of a journal: complete, chained, opened, and decided again.

It reads streams and nothing else; the law, and how commits are written, come from what services
register (`Audited`). Each stream is passed over once in its order, then every aggregate is read by
its subject and examined, so no more than one aggregate is ever held.
"""

from __future__ import annotations

import hashlib
from collections.abc import Awaitable, Callable, Iterable, Mapping, Sequence
from typing import Any

from google.protobuf.message import DecodeError

from eyesdown.journal.v1 import commit_pb2
from services.kernel.approval import Standing
from services.kernel.audit.again import Audited
from services.kernel.audit.approvals import Books, approvals_in
from services.kernel.audit.chain import Chain, Told
from services.kernel.audit.findings import Finding, Report
from services.kernel.audit.streams import Passage, Seen
from services.kernel.audit.watermark import Mark
from services.kernel.journal.archive import Archive, Raw
from services.kernel.journal.store import NoStream, Stored
from services.kernel.names import Name, first_sequence, stream
from services.kernel.record import commit as commits
from services.kernel.record import denials, player_lists, profile_books, revocations
from services.kernel.record.codec import UnknownFact
from services.kernel.record.commit import ChainBroken, ProfileRef
from services.kernel.record.seal import Keys
from services.kernel.record.shapes import NoWord

OWN: tuple[Audited[Any, Any, Any], ...] = (
    Audited(denials.DENIALS, denials.CODEC, denials.make),
    Audited(player_lists.PLAYER_LISTS, player_lists.CODEC, player_lists.make),
    Audited(profile_books.BOOKS, profile_books.CODEC, profile_books.make),
    Audited(revocations.REVOCATIONS, revocations.CODEC, revocations.make),
)
"""What every service leaves: denied access, bars of people who may not play, who stands for the
rules of the house, and tokens that were taken back."""

Progress = Callable[[str, int, int], None]
"""Told of a stream's name, how many messages of it were read, and how many will be in all."""

Fetch = Callable[[ProfileRef], Awaitable[None]]
"""Brings the text of a profile to where `make` looks for it, if it can be had."""


async def at_hand(_: ProfileRef) -> None:
    """A `Fetch` for when all texts are where they are looked for."""


class Audit:
    """Examines journals; `report` is what it has come to, `marks` what the streams hold.

    `keys` open what is still sealed, as far as they are at hand. `since` are the marks of a
    watermark by venue and year. `fetch` is asked once for the profile of each text that something
    was begun under.
    """

    def __init__(
        self,
        archive: Archive,
        audited: Iterable[Audited[Any, Any, Any]],
        keys: Keys,
        since: Mapping[tuple[str, int], Mark] | None = None,
        progress: Progress = lambda stream, read, all_: None,
        fetch: Fetch = at_hand,
        told: Told | None = None,
    ) -> None:
        """`told` hears of every commit that is decided again."""
        self._told = told
        self._archive = archive
        self._kinds = {each.decider.kind: each for each in (*audited, *OWN)}
        self._keys = keys
        self._since = since or {}
        self._progress = progress
        self._fetch = fetch
        self._fetched: set[ProfileRef] = set()
        self._books = Books(self._book)
        self.report = Report()
        self.marks: dict[tuple[str, int], Mark] = {}

    async def everything(self, venue: str = "", year: int = 0) -> bool:
        """Examine every journal, or a venue's, or a year's; False if there is none.

        A journal that the watermark knows and that is not there is a finding.
        """

        def chosen(place: tuple[str, int]) -> bool:
            return venue in ("", place[0]) and year in (0, place[1])

        found = [place for place in await self._archive.streams(venue) if chosen(place)]
        for gone in sorted({place for place in self._since if chosen(place)} - set(found)):
            last = self._since[gone].last
            why = f"there is no such stream; the watermark saw it up to sequence {last}"
            self.report.findings.append(Finding(stream(*gone), 0, "", 0, why))
        for place in found:
            await self.stream(*place)
        return bool(found)

    async def stream(self, venue: str, year: int) -> None:
        """Examine the stream of a venue's year as it is now. Raises `NoStream`, `JournalDown`."""
        extent = await self._archive.extent(venue, year)
        read, name = 0, stream(venue, year)

        def told(messages: int) -> None:
            nonlocal read
            read += messages
            self._progress(name, read, 2 * extent.messages)

        passage = Passage(venue, year, self.report, self._since.get((venue, year)))
        await passage.over(self._archive, extent, told)
        self.marks[venue, year] = passage.mark()
        for seen in passage.seen.values():
            raws = await self._read(seen.name, extent.last)
            self._same(seen, raws)
            await self._chain(seen.name, raws)
            told(len(raws))

    async def aggregate(self, name: Name) -> bool:
        """Examine one aggregate alone; False if there is none. Raises as `stream`."""
        extent = await self._archive.extent(name.venue, name.year)
        raws = await self._read(name, extent.last)
        mark = self._since.get((name.venue, name.year))
        known = mark.heads.get(f"{name.kind}/{name.id}") if mark else None
        if known is not None:
            sequence, digest = known
            if any(raw.sequence == sequence and _hash(raw) == digest for raw in raws):
                self.report.proven.watched += 1
            else:
                why = "the commit that the watermark saw here is another now, or gone"
                self.report.findings.append(Finding(name.stream, sequence, str(name), 0, why))
        if raws:
            self.report.proven.commits += len(raws)
            await self._chain(name, raws)
        return bool(raws or known)

    async def _chain(self, name: Name, raws: Sequence[Raw]) -> None:
        for raw in raws[:1]:  # what an aggregate is begun under stays
            profile = _profile(name, raw)
            if profile is not None and profile not in self._fetched:
                self._fetched.add(profile)
                await self._fetch(profile)
        audited = self._kinds.get(name.kind)
        chain = Chain(name, audited, self._keys, self.report, self._told).examine(raws)
        for stored, commit in chain:
            await self._stood_for(stored, commit)

    async def _stood_for(self, stored: Stored, commit: commit_pb2.Commit) -> None:
        """Hold what an opening says of its profiles against the venue's book."""
        if commit.HasField("refusal"):
            return  # nothing was opened
        audited = self._kinds.get(stored.name.kind)
        try:
            told = approvals_in(commit, audited.opened if audited else None)
        except (DecodeError, NoWord, UnknownFact):
            return  # a finding of its chain
        if not told:
            return
        standings = {each.standing for each in told}
        self.report.proven.approved += standings == {Standing.APPROVED}
        self.report.proven.undemanded += Standing.NOT_DEMANDED in standings
        name = stored.name
        for each in told:
            why = await self._books.wrong(name, commit, each)
            if why:
                finding = Finding(name.stream, stored.sequence, str(name), commit.version, why)
                self.report.findings.append(finding)

    async def _book(self, name: Name) -> Sequence[Raw]:
        try:
            extent = await self._archive.extent(name.venue, name.year)
        except NoStream:
            return ()
        return await self._read(name, extent.last)

    async def _read(self, name: Name, last: int) -> list[Raw]:
        """The aggregate's messages up to a sequence."""
        raws: list[Raw] = []
        after = first_sequence(name.year) - 1
        while after < last:
            page = await self._archive.page(name.venue, name.year, after, name.subject)
            raws += [raw for raw in page if raw.sequence <= last]
            if not page or page[-1].sequence <= after:
                break
            after = page[-1].sequence
        return raws

    def _same(self, seen: Seen, raws: Sequence[Raw]) -> None:
        """Both ways to read an aggregate give the same, or the stream's index is damaged."""
        again = Seen(seen.name)
        for raw in raws:
            again.take(raw.sequence, hashlib.sha256(raw.body).digest())
        if again != seen:
            why = f"by its subject it has {again.messages} commits, in the stream {seen.messages}"
            if again.messages == seen.messages:
                why = "by its subject it reads otherwise than in the stream"
            finding = Finding(seen.name.stream, seen.sequence, str(seen.name), 0, why)
            self.report.findings.append(finding)


def _profile(name: Name, raw: Raw) -> ProfileRef | None:
    try:
        commit = commits.parse(Stored(name, raw.sequence, raw.body, raw.headers))
    except ChainBroken:
        return None
    if not commit.HasField("profile"):
        return None
    return ProfileRef(commit.profile.id, commit.profile.sha256)


def _hash(raw: Raw) -> str:
    return hashlib.sha256(raw.body).hexdigest()
