"""One aggregate's record examined: its chain, its seals, and every decision made again.

Nothing here trusts a service: a decision is made again from the request and facts that the commit
holds, on the state that the commits before it add up to, and what comes of it has to be what is
stored.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, TypeVar

from google.protobuf.message import Message

from eyesdown.journal.v1 import commit_pb2
from services.kernel.audit.again import Audited, Wrong, decided_again, said
from services.kernel.audit.findings import Finding, Report
from services.kernel.following.happenings import place_after
from services.kernel.journal.archive import Raw
from services.kernel.journal.jetstream import EXPECTED
from services.kernel.journal.store import Stored
from services.kernel.law import Opening, witness
from services.kernel.names import Name
from services.kernel.record import commit as commits
from services.kernel.record.codec import Codec, UnknownFact, unpack
from services.kernel.record.commit import ChainBroken, Commit, Place
from services.kernel.record.histories import Snapshot
from services.kernel.record.seal import Keys, SealBroken, Sealer, opens

C = TypeVar("C")
E = TypeVar("E")
S = TypeVar("S")


Clauses = tuple[str, ...]
Told = Callable[[Stored, commit_pb2.Commit, Clauses], None]
"""Told of a commit, and of the clauses whose functions had a part in deciding it."""


class Openings(Sealer):
    """Opens what is sealed, by what later commits gave away and by the keys at hand."""

    def __init__(self, keys: Keys, later: Mapping[int, Opening], report: Report) -> None:
        super().__init__(keys)
        self._later = later
        self._proven = report.proven

    def open(self, name: Name, version: int, sealed: commit_pb2.Sealed) -> Opening | None:
        """See `Sealer`: where a key is at hand, what is encrypted has to fit as well."""
        by_key = super().open(name, version, sealed)
        later = self._later.get(version)
        self._proven.sealed += 1
        self._proven.by_key += by_key is not None
        self._proven.by_later += later is not None
        self._proven.closed += by_key is None and later is None
        return later or by_key


class Chain:
    """The record of one aggregate. `audited` is None for a kind that nobody knows."""

    def __init__(
        self,
        name: Name,
        audited: Audited[Any, Any, Any] | None,
        keys: Keys,
        report: Report,
        told: Told | None = None,
    ) -> None:
        """`told` hears of every commit that is decided again."""
        self._told = told
        self._name = name
        self._audited = audited
        self._keys = keys
        self._report = report

    def examine(self, raws: Sequence[Raw]) -> Sequence[tuple[Stored, commit_pb2.Commit]]:
        """Examine the aggregate's messages, all of them in stream order; those before the first
        break."""
        self._report.proven.aggregates += 1
        chain = list(self._linked(raws))
        if self._audited is None:
            first = raws[0].sequence if raws else 0
            self._found(first, 0, f"no service knows what {self._name.kind} are")
            self._report.proven.unexamined += len(raws)
            return chain
        decided = self._decided(self._audited, chain)
        self._report.proven.unexamined += len(raws) - decided
        return chain

    def _found(self, sequence: int, version: int, why: str) -> None:
        finding = Finding(self._name.stream, sequence, str(self._name), version, why)
        self._report.findings.append(finding)

    # -- the chain -------------------------------------------------------------------------

    def _linked(self, raws: Sequence[Raw]) -> Iterator[tuple[Stored, commit_pb2.Commit]]:
        """The commits before the first break; every break is a finding."""
        place, before, broken = Place.start(self._name), None, False
        for raw in raws:
            stored = Stored(self._name, raw.sequence, raw.body, raw.headers)
            try:
                commit = commits.parse(stored)
            except ChainBroken:
                self._found(raw.sequence, place.version + 1, "its bytes are no commit")
                broken, before = True, None
                place = place_after(stored, commit_pb2.Commit(version=place.version + 1))
                continue
            for why, breaks in self._breaks(raw, commit, place, before):
                self._found(raw.sequence, commit.version, why)
                broken = broken or breaks
            if not broken:
                yield stored, commit
            place, before = place_after(stored, commit), commit

    def _breaks(
        self, raw: Raw, commit: commit_pb2.Commit, place: Place, before: commit_pb2.Commit | None
    ) -> Iterator[tuple[str, bool]]:
        """What is wrong between a commit and the one before, and whether it breaks the chain."""
        if commit.name != str(self._name):
            yield f"it says that it belongs to {commit.name or 'nothing'}", True
        if commit.version != place.version + 1:
            yield f"it comes after version {place.version}: one was left out, put in or moved", True
        if commit.previous != place.hash:
            yield (
                "it does not hold the hash of the commit before: one of the two is not as it was "
                "written",
                True,
            )
        if before is not None and _moment(commit) < _moment(before):
            yield "it was decided before the commit before it", False
        expected = raw.headers.get(EXPECTED)
        if expected is not None and expected != str(place.sequence):
            yield (
                f"it was appended after sequence {expected}, and the commit before it lies at "
                f"{place.sequence}: commits were moved or taken out of the stream",
                False,
            )

    # -- the seals -------------------------------------------------------------------------

    def _openings(self, chain: Sequence[tuple[Stored, commit_pb2.Commit]]) -> dict[int, Opening]:
        """What later commits open, by version; each has to fit its commitment."""
        openings: dict[int, Opening] = {}
        for stored, commit in chain:
            for told in _told_openings(commit):
                opening = Opening(told.version, told.salt, told.content)
                sealed = chain[told.version - 1][1] if 0 < told.version < commit.version else None
                if sealed is None or not sealed.HasField("sealed"):
                    why = f"it opens version {told.version}, in which nothing was sealed"
                    self._found(stored.sequence, commit.version, why)
                elif not opens(self._name, opening, sealed.sealed.commitment):
                    why = f"what it opens is not what version {told.version} committed to"
                    self._found(stored.sequence, commit.version, why)
                else:
                    openings[told.version] = opening
        return openings

    # -- the decisions ---------------------------------------------------------------------

    def _decided(
        self,
        audited: Audited[C, E, S],
        chain: Sequence[tuple[Stored, commit_pb2.Commit]],
    ) -> int:
        """Read, fold and decide again; how many commits that went well for."""
        last: Snapshot[E, S] = Snapshot(
            self._name, Place.start(self._name), audited.decider.initial
        )
        sealer = Openings(self._keys, self._openings(chain), self._report)
        requests: dict[str, int] = {}
        marks: dict[str, int] = {}
        for done, (stored, message) in enumerate(chain):
            try:
                commit = _read(stored, last.place, audited.codec, sealer)
                _reacts_once(commit, marks)
                again, clauses = self._again(audited, last, commit, message, requests)
                last = _after(audited, last, commit)
                if self._told is not None:
                    self._told(stored, message, clauses)
            except Wrong as wrong:
                self._found(stored.sequence, message.version, str(wrong))
                return done
            self._report.proven.builds[commit.software] += 1
            self._report.proven.decided += again
            self._report.proven.undecided += not again
            self._report.proven.refusals += again and commit.refusal is not None
        return len(chain)

    def _again(
        self,
        audited: Audited[C, E, S],
        last: Snapshot[E, S],
        commit: Commit[E],
        message: commit_pb2.Commit,
        requests: dict[str, int],
    ) -> tuple[bool, Clauses]:
        """Decide it again; under which clauses, in their order, if anybody wants to hear that."""
        if self._told is None:
            return decided_again(audited, last, commit, message, requests), ()
        clauses: dict[str, None] = {}
        with witness(lambda call: clauses.update(dict.fromkeys(call.clauses))):
            again = decided_again(audited, last, commit, message, requests)
        return again, tuple(clauses)


def _read(stored: Stored, place: Place, codec: Codec[E, Any], sealer: Sealer) -> Commit[E]:
    try:
        return commits.read(stored, place, codec, sealer)
    except SealBroken:
        raise Wrong("what is sealed in it does not decrypt, or is not what it commits to") from None
    except UnknownFact as unknown:
        raise Wrong(f"it holds what this release cannot read: {unknown}") from None
    except ChainBroken:
        raise Wrong("a message in it cannot be read") from None
    except Exception as error:
        raise Wrong(f"it cannot be read: {said(error)}") from error


def _reacts_once(commit: Commit[Any], marks: dict[str, int]) -> None:
    """Each commit of another aggregate is reacted to once, in its order."""
    cause = commit.given.cause
    if cause is None:
        return
    if cause.sequence <= marks.get(cause.name, 0):
        raise Wrong(f"it reacts to sequence {cause.sequence} of {cause.name}, as one before did")
    marks[cause.name] = cause.sequence


def _after(audited: Audited[C, E, S], last: Snapshot[E, S], commit: Commit[E]) -> Snapshot[E, S]:
    state = last.state
    try:
        for event in commit.events:
            state = audited.decider.evolve(state, event)
    except Exception as error:
        raise Wrong(f"its events do not fit the state before: {said(error)}") from error
    return last.after(commit, state)


def _told_openings(commit: commit_pb2.Commit) -> Iterator[commit_pb2.Opening]:
    """Every opening in the events of a commit, as far as they can be read."""
    for packed in commit.events:
        try:
            event = unpack(packed)
        except Exception:  # told of when the commit is read
            continue
        yield from (each for each in _messages(event) if isinstance(each, commit_pb2.Opening))


def _messages(message: Message) -> Iterator[Message]:
    yield message
    for field, value in message.ListFields():
        if field.message_type is None or field.message_type.GetOptions().map_entry:
            continue
        for inner in value if field.is_repeated else (value,):
            yield from _messages(inner)


def _moment(commit: commit_pb2.Commit) -> tuple[int, int]:
    return commit.at.seconds, commit.at.nanos
