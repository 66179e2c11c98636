"""The one loop that every command walks: load, decide, append as one commit, answer.

A decision is made on a cached state, and appended only if nothing else was appended since. What
is *not* appended (a refusal, a command that changes nothing, an unknown aggregate, an old
request) is answered only from a state that was just read from the journal's leader.
"""

from __future__ import annotations

import asyncio
import random
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass, field, replace
from typing import Any, Generic, Protocol, TypeVar
from weakref import WeakValueDictionary

from services.kernel import reasons
from services.kernel.build import Build
from services.kernel.errors import NotFound, RequestIdReused, Unavailable
from services.kernel.journal.store import (
    Conflict,
    Journal,
    JournalDown,
    NoStream,
    OutcomeUnknown,
    Stored,
)
from services.kernel.law import Decider, KeyMissing, Reason, Refused, Stale, Standing
from services.kernel.names import Name
from services.kernel.record import commit as commits
from services.kernel.record.codec import Codec
from services.kernel.record.commit import Given
from services.kernel.record.deciding import Draft, NotAppended, decide
from services.kernel.record.histories import Histories, History, Snapshot
from services.kernel.record.retries import Course, digest
from services.kernel.record.seal import Sealer

C = TypeVar("C")
E = TypeVar("E")
S = TypeVar("S")

NO_JOURNAL = Reason(
    "NO_JOURNAL",
    "The venue has no journal for the year of {name}.",
    "Check the name. If the year is right, call operations: its journal has to be provisioned.",
)
VERSION_NOT_REACHED = Reason(
    "VERSION_NOT_REACHED",
    "{name} is at version {version}; version {wanted} is not there yet.",
    "Ask again in a moment.",
)


class InTrace(Protocol):
    """A commit on its way into the journal."""

    headers: Mapping[str, str]
    sequence: int


@dataclass
class _Untraced:
    headers: Mapping[str, str] = field(default_factory=dict)
    sequence: int = 0


@contextmanager
def untraced(name: Name, version: int) -> Iterator[InTrace]:
    """Nobody traces or times it."""
    yield _Untraced()


@dataclass(frozen=True)
class Outcome(Generic[E, S]):
    """What a command came to.

    `refusal` is one that went on record; `repeated` means that the same request was answered
    before, `changed` that this call put a commit on record.
    """

    snapshot: Snapshot[E, S]
    refusal: Refused | None = None
    repeated: bool = False
    changed: bool = False

    @property
    def state(self) -> S:
        """The state at the commit that answered the request."""
        return self.snapshot.state


class Aggregates(Generic[C, E, S]):
    """All aggregates of one kind.

    `committed` is told of every snapshot that this process appended; `alarm` of an aggregate that
    cannot be read, with the code of the reason. An append runs within `recording`, which gives the
    headers that carry its trace and is told where the commit came to lie.
    """

    def __init__(
        self,
        decider: Decider[C, E, S],
        codec: Codec[E, S],
        journal: Journal,
        sealer: Sealer,
        *,
        software: Build,
        recording: Callable[[Name, int], AbstractContextManager[InTrace]] = untraced,
        committed: Callable[[Snapshot[E, S]], None] = lambda snapshot: None,
        alarm: Callable[[Name, str], None] = lambda name, reason: None,
    ) -> None:
        self.decider = decider
        self.codec = codec
        self._journal = journal
        self._sealer = sealer
        self._software = software
        self._recording = recording
        self._committed = committed
        self._histories = Histories(decider, codec, journal, sealer, alarm)
        self._locks: WeakValueDictionary[Name, asyncio.Lock] = WeakValueDictionary()
        self._appends: set[asyncio.Future[Any]] = set()

    # -- commands --------------------------------------------------------------------------

    async def transact(
        self,
        name: Name,
        given: Given,
        make: Callable[[Given], C],
        deadline: float,
        record_refusals: bool = False,
    ) -> Outcome[E, S]:
        """Carry out a command and put it on record.

        `make` turns what is given into the command (pure; it may run several times). `deadline` is
        a `time.monotonic()` instant until which conflicts and outages are tried again. With
        `record_refusals` every refusal goes on record. A reaction to a commit up to the source's
        mark is repeated.

        Raises `Refused`, or `Stale` with the fresh snapshot as its `state`; `NotFound`,
        `RequestIdReused`, `Contended`, `OutcomeUnknownFailure` or `Unavailable`. A refusal that
        goes on record is not raised but stands in the outcome.
        """
        lock = self._locks.setdefault(name, asyncio.Lock())
        course = Course(name)
        try:
            async with asyncio.timeout(deadline - time.monotonic()) as limit, lock:
                return await self._carry_out(name, given, make, record_refusals, course)
        except TimeoutError:
            if not limit.expired():
                raise
            raise course.failure from None

    async def _carry_out(
        self,
        name: Name,
        given: Given,
        make: Callable[[Given], C],
        record: bool,
        course: Course,
    ) -> Outcome[E, S]:
        history, fresh = self._histories.cached(name), False
        while True:
            try:
                if history is None:
                    history, fresh = await self._histories.latest(name), True
                if given.cause is not None and history.passed(given.cause):
                    return Outcome(history.last, repeated=True)
                answer = decide(self.decider, history.last, history.requests, given, make, record)
                if isinstance(answer, Draft):
                    course.appending()
                    return await self._append(history.last, answer)
                if fresh:
                    return await self._answer(history.last, answer, given)
                history = None  # nothing to append, so the cache is no ground to answer on
                continue
            except NoStream as none:
                raise Unavailable(NO_JOURNAL, name=name) from none
            except (Conflict, OutcomeUnknown, JournalDown) as trouble:
                course.ended(trouble)
            history, fresh = None, False
            await asyncio.sleep(random.uniform(0.002, 0.05))  # jittered, or rivals meet again

    async def _append(self, last: Snapshot[E, S], draft: Draft[E, S]) -> Outcome[E, S]:
        """Append the draft, whatever becomes of the caller meanwhile."""
        append = asyncio.ensure_future(self._store(last, draft))
        self._appends.add(append)
        append.add_done_callback(self._appends.discard)
        append.add_done_callback(lambda done: done.cancelled() or done.exception())
        return await asyncio.shield(append)

    async def _store(self, last: Snapshot[E, S], draft: Draft[E, S]) -> Outcome[E, S]:
        body = self._body(last, draft)
        with self._recording(last.name, last.version + 1) as made:
            headers = {
                **made.headers,
                "Eyesdown-Version": str(last.version + 1),
                "Eyesdown-Events": ",".join(type(each).__name__ for each in draft.decision.events),
            }
            sequence = await self._journal.append(last.name, last.place.sequence, body, headers)
            made.sequence = sequence
        snapshot = self._histories.advance(last, Stored(last.name, sequence, body, headers))
        self._committed(snapshot)
        return Outcome(snapshot, refusal=draft.decision.refusal, changed=True)

    def _body(self, last: Snapshot[E, S], draft: Draft[E, S]) -> bytes:
        try:
            return commits.build(
                last.name,
                last.place,
                draft.given,
                draft.decision,
                self.codec,
                draft.state,
                self.decider.standing(draft.state),
                self._sealer,
                self._software,
            )
        except KeyMissing as missing:
            raise Unavailable(reasons.KEY_MISSING) from missing

    async def _answer(
        self, last: Snapshot[E, S], answer: NotAppended, given: Given
    ) -> Outcome[E, S]:
        """Answer what is not appended; `last` is what the journal's leader holds."""
        if answer is None:
            return Outcome(last)
        if isinstance(answer, int):
            return await self._repeat(last.name, answer, given)
        if isinstance(answer, Stale):
            answer.state = last
        raise answer

    async def _repeat(self, name: Name, version: int, given: Given) -> Outcome[E, S]:
        """The answer that the request had, from the state as it was at its commit."""
        for snapshot, commit in await self._histories.walk(name):
            if commit.version < version:
                continue
            if commit.sealed and commit.opening is None:
                raise Unavailable(reasons.KEY_MISSING)
            if digest(commit.given) != digest(given):
                raise RequestIdReused(given.request_id)
            return Outcome(snapshot, refusal=commit.refusal, repeated=True)
        raise JournalDown(f"{name} lost version {version} while it was read")

    async def rehearse(
        self, name: Name, given: Given, make: Callable[[Given], C]
    ) -> Snapshot[E, S] | None:
        """Decide a command and append nothing: the aggregate as it is if the command would go on
        record, None if it was answered before or changes nothing.

        Raises what `transact` would raise; a refusal that would go on record does not count.
        """
        outcome = await self.validate(name, given, make)
        return outcome.snapshot if outcome.changed and outcome.refusal is None else None

    async def validate(self, name: Name, given: Given, make: Callable[[Given], C]) -> Outcome[E, S]:
        """Decide a command on what the journal's leader holds, and append nothing.

        The outcome has the aggregate as it is, whether the command would put a commit on record
        (`changed`) or was answered before (`repeated`), and the refusal that would go on record.
        Raises what `transact` would raise.
        """
        history = await self._latest_history(name)
        last = history.last
        answer = decide(self.decider, last, history.requests, given, make)
        if isinstance(answer, Draft):
            if last.version == 0:
                await self._journal_of(name)
            return Outcome(last, refusal=answer.decision.refusal, changed=True)
        return replace(await self._answer(last, answer, given), snapshot=last)

    async def _journal_of(self, name: Name) -> None:
        """Raise `Unavailable` if there is no journal that the aggregate could be put in."""
        try:
            await self._journal.head(name)
        except NoStream as none:
            raise Unavailable(NO_JOURNAL, name=name) from none
        except JournalDown as down:
            raise Unavailable(reasons.JOURNAL_DOWN) from down

    # -- reading ---------------------------------------------------------------------------

    async def read(self, name: Name, at_least: int = 0) -> Snapshot[E, S]:
        """The aggregate as the journal's leader has it. Raises `NotFound` or `Unavailable`."""
        last = await self._latest(name)
        if last.version == 0:
            raise NotFound(str(name))
        if last.version < at_least:
            raise Unavailable(VERSION_NOT_REACHED, name=name, version=last.version, wanted=at_least)
        return last

    def known(self, name: Name) -> Snapshot[E, S] | None:
        """The aggregate as it was here last, without asking the journal; it may be old."""
        history = self._histories.cached(name)
        return history.last if history is not None and history.last.version else None

    async def reached(self, name: Name, version: int) -> Snapshot[E, S]:
        """The aggregate at `version` or after, which it was seen to have: as it was here last, or,
        where that is older, as the journal's leader has it. Raises as `read`.

        For what follows from a commit; what is answered or decided is read.
        """
        known = self.known(name)
        return known if known and known.version >= version else await self.read(name, version)

    async def standing(self, name: Name) -> Standing | None:
        """How an aggregate stands; None when there is none of that name."""
        last = await self._latest(name)
        return self.decider.standing(last.state) if last.version else None

    async def answered(self, name: Name, request_id: str) -> bool:
        """Whether a request has gone on record: what it was checked against may have changed."""
        return request_id in (await self._latest_history(name)).requests

    async def mark(self, name: Name, source: Name) -> int:
        """The sequence of the last commit of `source` that was reacted to here, 0 for none."""
        return (await self._latest_history(name)).marks.get(str(source), 0)

    async def versions(self, name: Name, after: int = 0) -> list[Snapshot[E, S]]:
        """The aggregate after each commit above version `after`, in order."""
        try:
            walked = await self._histories.walk(name)
            return [snapshot for snapshot, _ in walked if snapshot.version > after]
        except JournalDown as down:
            raise Unavailable(reasons.JOURNAL_DOWN) from down

    async def since(self, last: Snapshot[E, S]) -> list[Snapshot[E, S]]:
        """The aggregate after each commit that came after `last`, in order."""
        try:
            return await self._histories.since(last)
        except JournalDown as down:
            raise Unavailable(reasons.JOURNAL_DOWN) from down

    async def drained(self) -> None:
        """Wait until every append that was begun is over."""
        while self._appends:
            await asyncio.wait(self._appends)

    async def _latest(self, name: Name) -> Snapshot[E, S]:
        return (await self._latest_history(name)).last

    async def _latest_history(self, name: Name) -> History[E, S]:
        try:
            return await self._histories.latest(name)
        except JournalDown as down:
            raise Unavailable(reasons.JOURNAL_DOWN) from down
