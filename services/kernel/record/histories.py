"""What an aggregate's commits add up to: folded from the journal, its chain checked, cached.

The cache is for speed and never trusted: it is brought up to the journal's leader before anything
is answered from it, and an append on an old state conflicts.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Any, Generic, TypeVar

from services.kernel.errors import Unavailable
from services.kernel.journal.store import Journal, Stored, load_all
from services.kernel.latest import Latest
from services.kernel.law import Decider, Reason
from services.kernel.names import Name
from services.kernel.record import commit as commits
from services.kernel.record.codec import Codec, UnknownFact
from services.kernel.record.commit import Cause, Commit, Place, ProfileRef
from services.kernel.record.seal import SealBroken, Sealer

E = TypeVar("E")
S = TypeVar("S")

CACHED = 4096
"""How many aggregates a process keeps folded."""

RECORD_DAMAGED = Reason(
    "RECORD_DAMAGED",
    "The record of {name} is not as it was written, so nothing more can be decided on it.",
    "Stop play on it and call operations: the journal has to be checked before anything else.",
)
RECORD_TOO_NEW = Reason(
    "RECORD_TOO_NEW",
    "{name} holds entries that this release of the service cannot read.",
    "Call operations: this service must be upgraded before it can go on.",
)


@dataclass(frozen=True)
class Snapshot(Generic[E, S]):
    """An aggregate as it was after a commit; version 0 for one that has none.

    `events` are those of that commit, `changed_at` is the version of the last commit that was no
    refusal: what people saw since then is what is. `closed` says that something sealed in it, or
    before, could not be opened for want of the key.
    """

    name: Name
    place: Place
    state: S
    at: datetime | None = None
    profile: ProfileRef | None = None
    events: tuple[E, ...] = ()
    changed_at: int = 0
    closed: bool = False

    @property
    def version(self) -> int:
        """How many commits it has."""
        return self.place.version

    @property
    def happened(self) -> list[str]:
        """What that commit says has happened: the names of its events."""
        return [type(event).__name__ for event in self.events]

    def after(self, commit: Commit[E], state: S) -> Snapshot[E, S]:
        """The aggregate after its next commit, which led to `state`."""
        return Snapshot(
            self.name,
            Place(commit.version, commit.sequence, commit.hash),
            state,
            at=commit.given.at,
            profile=commit.given.profile,
            events=commit.events,
            changed_at=commit.version if commit.refusal is None else self.changed_at,
            closed=self.closed or (commit.sealed and commit.opening is None),
        )


@dataclass(frozen=True)
class History(Generic[E, S]):
    """A snapshot and what led to it: requests by version, and by the name of each other aggregate
    the sequence of its last commit that was reacted to."""

    last: Snapshot[E, S]
    requests: dict[str, int] = field(default_factory=dict)
    marks: dict[str, int] = field(default_factory=dict)

    def passed(self, cause: Cause) -> bool:
        """Whether this commit of another aggregate, or a later one of it, was reacted to."""
        return self.marks.get(cause.name, 0) >= cause.sequence

    def note(self, commit: Commit[E]) -> None:
        """Remember a commit that led to `last`, or to a snapshot after it."""
        self.requests[commit.given.request_id] = commit.version
        cause = commit.given.cause
        if cause is not None:
            self.marks[cause.name] = max(self.marks.get(cause.name, 0), cause.sequence)


class Histories(Generic[E, S]):
    """The histories of all aggregates of one kind.

    `alarm` is told of an aggregate that cannot be read, with the code of the reason.
    """

    def __init__(
        self,
        decider: Decider[Any, E, S],
        codec: Codec[E, S],
        journal: Journal,
        sealer: Sealer,
        alarm: Callable[[Name, str], None],
    ) -> None:
        self._decider = decider
        self._codec = codec
        self._journal = journal
        self._sealer = sealer
        self._alarm = alarm
        self._cache: Latest[Name, History[E, S]] = Latest(CACHED)

    def cached(self, name: Name) -> History[E, S] | None:
        """What is known without asking the journal; may be old."""
        return self._cache.get(name)

    async def latest(self, name: Name) -> History[E, S]:
        """What the journal's leader holds; version 0 for nothing.

        Raises `JournalDown`, or `Unavailable` for a record that cannot be read.
        """
        known = self._cache.get(name) or History(self.empty(name))
        last = known.last
        # The last one known is read again: a journal that lost or changed it goes no further.
        after = max(0, last.place.sequence - 1)
        loaded = await load_all(self._journal, name, after)
        if last.version:
            self._check_known(last, loaded)
            loaded = loaded[1:]
        self._check_chain(last, loaded)
        for stored in loaded:
            last, commit = self.fold(last, stored)
            known.note(commit)
        return self._keep(replace(known, last=last))

    async def walk(self, name: Name) -> Iterator[tuple[Snapshot[E, S], Commit[E]]]:
        """Every commit of an aggregate with the snapshot after it, from the first on."""
        return self._walk(name, await load_all(self._journal, name))

    def _walk(
        self, name: Name, stored: Sequence[Stored]
    ) -> Iterator[tuple[Snapshot[E, S], Commit[E]]]:
        snapshot = self.empty(name)
        self._check_chain(snapshot, stored)
        for one in stored:
            snapshot, commit = self.fold(snapshot, one)
            yield snapshot, commit

    async def since(self, last: Snapshot[E, S]) -> list[Snapshot[E, S]]:
        """The snapshots after each commit that came after `last`. Raises `JournalDown`."""
        snapshots = []
        loaded = await load_all(self._journal, last.name, last.place.sequence)
        self._check_chain(last, loaded)
        for stored in loaded:
            last, _ = self.fold(last, stored)
            snapshots.append(last)
        return snapshots

    def advance(self, last: Snapshot[E, S], stored: Stored) -> Snapshot[E, S]:
        """Take in a commit that was just appended after `last`."""
        snapshot, commit = self.fold(last, stored)
        known = self._cache.get(last.name) or History(self.empty(last.name))
        if known.last.version >= last.version:  # or requests between the two would be forgotten
            known.note(commit)
            self._keep(replace(known, last=snapshot))
        return snapshot

    def fold(self, last: Snapshot[E, S], stored: Stored) -> tuple[Snapshot[E, S], Commit[E]]:
        """The snapshot after one more commit, its chain checked. Raises `Unavailable`."""
        try:
            commit = commits.read(stored, last.place, self._codec, self._sealer)
        except (commits.ChainBroken, SealBroken) as broken:
            raise self._damaged(last.name) from broken
        except UnknownFact as unknown:
            self._alarm(last.name, RECORD_TOO_NEW.code)
            raise Unavailable(RECORD_TOO_NEW, name=last.name) from unknown
        state = last.state
        for event in commit.events:
            state = self._decider.evolve(state, event)
        return last.after(commit, state), commit

    def empty(self, name: Name) -> Snapshot[E, S]:
        """The aggregate before its first commit."""
        return Snapshot(name, Place.start(name), self._decider.initial)

    def _check_known(self, last: Snapshot[E, S], loaded: Sequence[Stored]) -> None:
        stored = loaded[0] if loaded else None
        if stored is None or hashlib.sha256(stored.body).digest() != last.place.hash:
            raise self._damaged(last.name)

    def _check_chain(self, last: Snapshot[E, S], loaded: Sequence[Stored]) -> None:
        try:
            commits.check_chain(loaded, last.place)
        except commits.ChainBroken as broken:
            raise self._damaged(last.name) from broken

    def _damaged(self, name: Name) -> Unavailable:
        self._alarm(name, RECORD_DAMAGED.code)
        return Unavailable(RECORD_DAMAGED, name=name)

    def _keep(self, history: History[E, S]) -> History[E, S]:
        """Cache a history unless a newer one is cached; give back the newer.

        One that lacks a key is not cached, so that a key that is put back is used at once.
        """
        name = history.last.name
        known = self._cache.get(name)
        if known is not None and known.last.version >= history.last.version:
            history = known
        if history.last.closed:
            self._cache.pop(name, None)
        elif history.last.version:
            self._cache[name] = history
        return history
