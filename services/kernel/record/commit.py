"""One command as one message in the journal, and back.

A commit is built from what was given, what was decided and the commit before it; read back, its
chain is checked and its seal opened where the key is at hand.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from functools import cached_property
from typing import Any, Generic, TypeVar

from google.protobuf.any_pb2 import Any as AnyMessage
from google.protobuf.message import DecodeError, Message
from google.protobuf.unknown_fields import UnknownFieldSet

from eyesdown.journal.v1 import commit_pb2
from services.kernel.build import Build
from services.kernel.journal.store import Stored
from services.kernel.law import Decision, Opening, Refused, Standing
from services.kernel.names import Name
from services.kernel.record.codec import Codec, UnknownFact, unpack
from services.kernel.record.seal import Sealer, take_sealed
from services.kernel.record.shapes import instant, timestamp

E = TypeVar("E")
S = TypeVar("S")


class ChainBroken(Exception):
    """The aggregate's commits are not the ones that were written: the message says which."""


@dataclass(frozen=True, slots=True)
class Actor:
    """A person, in a role (number of `common.v1.Role`), at a device."""

    person: str
    role: int
    device: str = ""


@dataclass(frozen=True, slots=True)
class Cause:
    """The commit of another aggregate that a reaction answers: whose it is, and where it lies."""

    stream: str
    sequence: int
    name: str = ""


@dataclass(frozen=True, slots=True)
class ProfileRef:
    """A rule profile by its content."""

    id: str
    sha256: bytes


@dataclass(frozen=True)
class Given:
    """All that a decision is made from, apart from the state: a command is a function of it.

    Its repr leaves out request and facts, which may hold what is sealed.
    """

    at: datetime
    actor: Actor
    request_id: str
    method: str
    request: Message = field(repr=False)
    facts: Message | None = field(default=None, repr=False)
    cause: Cause | None = None
    profile: ProfileRef | None = None
    venue_sha256: bytes = b""


@dataclass(frozen=True)
class Commit(Generic[E]):
    """A commit as it was read.

    `row` is the service's summary message; `opening` opens what is `sealed`, None without the key.
    """

    name: Name
    version: int
    sequence: int
    hash: bytes
    given: Given
    software: Build
    events: tuple[E, ...]
    refusal: Refused | None
    standing: Standing
    row: Message = field(repr=False)
    sealed: bool = False
    opening: Opening | None = None


class OpenPart:
    """A commit as far as it is read without a key: what is sealed is absent.

    Nothing is read before it is asked for, and nothing twice. Each part raises `ChainBroken`,
    `UnknownFact`, or protobuf's `DecodeError` or `OverflowError`.
    """

    def __init__(self, stored: Stored) -> None:
        self.name = stored.name
        self.sequence = stored.sequence
        self._stored = stored

    @cached_property
    def message(self) -> commit_pb2.Commit:
        """The whole of it."""
        return parse(self._stored)

    @cached_property
    def at(self) -> datetime:
        """When it was made."""
        return instant(self.message.at)

    @cached_property
    def events(self) -> list[Message]:
        """What happened."""
        return [unpack(packed) for packed in self.message.events]

    @cached_property
    def row(self) -> Message:
        """Its summary."""
        return unpack(self.message.summary.row)

    @property
    def standing(self) -> Standing:
        """How the aggregate stands after it."""
        return standing_of(self.message)


@dataclass(frozen=True)
class Place:
    """Where the next commit goes: after which version, hash and sequence."""

    version: int
    sequence: int
    hash: bytes

    @classmethod
    def start(cls, name: Name) -> Place:
        """The place before the first commit."""
        return cls(0, 0, hashlib.sha256(str(name).encode()).digest())


def build(
    name: Name,
    place: Place,
    given: Given,
    decision: Decision[E],
    codec: Codec[E, S],
    state: S,
    standing: Standing,
    sealer: Sealer,
    software: Build,
) -> bytes:
    """The bytes of the commit after `place`; `state` and `standing` are those it leads to."""
    commit, closed = compose(name, place, given, decision, codec, state, standing, software)
    if closed.ByteSize():
        sealed, _ = sealer.close(name, commit.version, closed)
        commit.sealed.CopyFrom(sealed)
    return commit.SerializeToString(deterministic=True)


def compose(
    name: Name,
    place: Place,
    given: Given,
    decision: Decision[E],
    codec: Codec[E, S],
    state: S,
    standing: Standing,
    software: Build,
) -> tuple[commit_pb2.Commit, commit_pb2.Closed]:
    """The commit after `place` without its seal, and what is to be sealed of it."""
    commit = commit_pb2.Commit(
        name=str(name),
        version=place.version + 1,
        previous=place.hash,
        at=timestamp(given.at),
        actor=commit_pb2.Actor(
            person=given.actor.person,
            role=given.actor.role,  # type: ignore[arg-type]  # enum numbers are ints
            device=given.actor.device,
        ),
        request_id=given.request_id,
        command=commit_pb2.Command(method=given.method),
        venue_sha256=given.venue_sha256,
        software=software.version,
        build=software.digest,
    )
    if given.cause:
        commit.cause.stream, commit.cause.sequence = given.cause.stream, given.cause.sequence
        commit.cause.name = given.cause.name
    if given.profile:
        commit.profile.id, commit.profile.sha256 = given.profile.id, given.profile.sha256
    if decision.refusal:
        refusal = decision.refusal
        if refusal.reason not in codec.recorded:
            raise ValueError(f"{refusal.reason.code} is not among the reasons that can be recorded")
        commit.refusal.reason, commit.refusal.clause = refusal.reason.code, refusal.clause
        commit.refusal.facts.update(refusal.facts)
    commit.summary.standing = getattr(commit_pb2, f"STANDING_{standing.name}")
    closed = commit_pb2.Closed(
        request=_pack(given.request, commit.command.request),
        facts=_pack(given.facts, commit.command.facts) if given.facts is not None else b"",
        row=_pack(codec.row(state), commit.summary.row),
    )
    for index, event in enumerate(decision.events):
        taken = _pack(codec.message(event), commit.events.add())
        if taken:
            closed.events[index] = taken
    return commit, closed


def _pack(message: Message, into: AnyMessage) -> bytes:
    """Pack the open part of `message` and return its sealed part."""
    part = type(message)()
    part.CopyFrom(message)
    taken = take_sealed(part)
    into.Pack(part, deterministic=True)
    return taken


def read(stored: Stored, place: Place, codec: Codec[E, Any], sealer: Sealer) -> Commit[E]:
    """Read the commit after `place`. Raises `ChainBroken`, `UnknownFact` or `SealBroken`."""
    try:
        return _decode(stored, linked(stored, place), codec, sealer)
    except (DecodeError, OverflowError) as error:
        raise ChainBroken(f"{stored.name}: sequence {stored.sequence} is damaged") from error


def linked(stored: Stored, place: Place) -> commit_pb2.Commit:
    """The message of stored bytes, which must be the commit after `place`.

    Raises `ChainBroken`.
    """
    commit = parse(stored)
    expected = (str(stored.name), place.version + 1, place.hash)
    if (commit.name, commit.version, commit.previous) != expected:
        raise ChainBroken(f"{stored.name}: the commit after version {place.version} is another's")
    return commit


def check_chain(commits: Sequence[Stored], place: Place) -> list[commit_pb2.Commit]:
    """The messages of these, which must be the commits after `place`, in order. Raises
    `ChainBroken`.

    A changed commit shows in the one after it, so all are checked before the first is read:
    what is damaged must not be taken for something new.
    """
    messages = []
    for stored in commits:
        message = linked(stored, place)
        messages.append(message)
        place = Place(message.version, stored.sequence, hashlib.sha256(stored.body).digest())
    return messages


def _decode(
    stored: Stored, commit: commit_pb2.Commit, codec: Codec[E, Any], sealer: Sealer
) -> Commit[E]:
    if len(UnknownFieldSet(commit)):
        raise UnknownFact("a commit with a field that is not known")
    opening = None
    if commit.HasField("sealed"):
        opening = sealer.open(stored.name, commit.version, commit.sealed)
    closed = commit_pb2.Closed.FromString(opening.content) if opening else commit_pb2.Closed()
    command = commit.command
    facts = unpack(command.facts, closed.facts) if command.HasField("facts") else None
    given = Given(
        at=instant(commit.at),
        actor=Actor(commit.actor.person, commit.actor.role, commit.actor.device),
        request_id=commit.request_id,
        method=command.method,
        request=unpack(command.request, closed.request),
        facts=facts,
        cause=Cause(commit.cause.stream, commit.cause.sequence, commit.cause.name)
        if commit.HasField("cause")
        else None,
        profile=ProfileRef(commit.profile.id, commit.profile.sha256)
        if commit.HasField("profile")
        else None,
        venue_sha256=commit.venue_sha256,
    )
    return Commit(
        name=stored.name,
        version=commit.version,
        sequence=stored.sequence,
        hash=hashlib.sha256(stored.body).digest(),
        given=given,
        software=Build(commit.software, commit.build),
        events=tuple(
            codec.event(unpack(packed, closed.events.get(index, b"")), opening)
            for index, packed in enumerate(commit.events)
        ),
        refusal=_refusal(commit, codec),
        standing=standing_of(commit),
        row=unpack(commit.summary.row, closed.row),
        sealed=commit.HasField("sealed"),
        opening=opening,
    )


def parse(stored: Stored) -> commit_pb2.Commit:
    """The message of stored bytes; raises `ChainBroken` when they are none."""
    try:
        return commit_pb2.Commit.FromString(stored.body)
    except DecodeError as error:
        raise ChainBroken(f"{stored.name}: sequence {stored.sequence} is no commit") from error


def standing_of(commit: commit_pb2.Commit) -> Standing:
    """How the aggregate stands after a commit."""
    try:
        return Standing(commit.summary.standing)
    except ValueError as error:
        raise UnknownFact(f"standing {commit.summary.standing}") from error


def _refusal(commit: commit_pb2.Commit, codec: Codec[Any, Any]) -> Refused | None:
    if not commit.HasField("refusal"):
        return None
    for reason in codec.recorded:
        if reason.code == commit.refusal.reason:
            return Refused(reason, commit.refusal.clause, dict(commit.refusal.facts))
    raise UnknownFact(commit.refusal.reason)


def stamped(given: Given, not_before: datetime | None) -> Given:
    """`given` with an instant that does not go back within the aggregate."""
    if not_before is None or given.at >= not_before:
        return given
    return replace(given, at=not_before)
