"""One command as one message in the journal, and back.

A commit is built from what was given, what was decided and the commit before it; read back, its
chain is checked and its seal opened where the key is at hand.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Any, Generic, TypeVar

from google.protobuf.any_pb2 import Any as AnyMessage
from google.protobuf.message import DecodeError, Message
from google.protobuf.symbol_database import Default as symbols

from eyesdown.journal.v1 import commit_pb2
from services.kernel.journal import Stored
from services.kernel.law import Decision, Opening, Reason, Refused, Standing
from services.kernel.names import Name
from services.kernel.seal import Sealer, take_sealed
from services.kernel.shapes import Shape, instant, timestamp

E = TypeVar("E")
S = TypeVar("S")


class ChainBroken(Exception):
    """The aggregate's commits are not the ones that were written: the message says which."""


class UnknownFact(Exception):
    """A commit holds something that this release has not learned to read."""


@dataclass(frozen=True, slots=True)
class Actor:
    """A person, in a role (number of `common.v1.Role`), at a device."""

    person: str
    role: int
    device: str = ""


@dataclass(frozen=True, slots=True)
class Cause:
    """The commit of another aggregate that a reaction answers."""

    stream: str
    sequence: int


@dataclass(frozen=True, slots=True)
class ProfileRef:
    """A rule profile by its content."""

    id: str
    sha256: bytes


@dataclass(frozen=True)
class Given:
    """All that a decision is made from, apart from the state: a command is a function of it."""

    at: datetime
    actor: Actor
    request_id: str
    method: str
    request: Message
    facts: Message | None = None
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
    software: str
    events: tuple[E, ...]
    refusal: Refused | None
    standing: Standing
    row: Message
    sealed: bool = False
    opening: Opening | None = None


@dataclass(frozen=True)
class Codec(Generic[E, S]):
    """How a service's aggregate is written.

    `shapes` pair every event class with its message; `row` makes the summary of a state;
    `recorded` are the reasons that can stand in a commit; `upcasts` turn an old message, by full
    name, into a present one.
    """

    shapes: Sequence[Shape[Any]]
    row: Callable[[S], Message]
    recorded: Sequence[Reason] = ()
    upcasts: Mapping[str, Callable[[Message], Message]] = field(default_factory=dict)

    def message(self, event: E) -> Any:
        """The message of an event."""
        return self._by_class[type(event)].to(event)

    def event(self, message: Message, opening: Opening | None) -> E:
        """The event of a message; raises `UnknownFact`."""
        upcast = self.upcasts.get(message.DESCRIPTOR.full_name)
        if upcast:
            message = upcast(message)
        shape = self._by_message.get(message.DESCRIPTOR.full_name)
        if shape is None:
            raise UnknownFact(message.DESCRIPTOR.full_name)
        value: E = shape.of(message, opening)
        return value

    @property
    def _by_class(self) -> dict[type, Shape[Any]]:
        return _index(self, "class", lambda shape: shape.cls)

    @property
    def _by_message(self) -> dict[str, Shape[Any]]:
        return _index(self, "message", lambda shape: shape.message.DESCRIPTOR.full_name)


def _index(codec: Codec[Any, Any], slot: str, key: Callable[[Shape[Any]], Any]) -> dict[Any, Any]:
    """Each index is made once and kept on the (frozen) codec."""
    kept = codec.__dict__.get(f"_{slot}_index")
    if kept is None:
        kept = {key(shape): shape for shape in codec.shapes}
        codec.__dict__[f"_{slot}_index"] = kept
    return kept


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
    software: str,
) -> bytes:
    """The bytes of the commit after `place`; `state` and `standing` are those it leads to."""
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
        software=software,
    )
    if given.cause:
        commit.cause.stream, commit.cause.sequence = given.cause.stream, given.cause.sequence
    if given.profile:
        commit.profile.id, commit.profile.sha256 = given.profile.id, given.profile.sha256
    if decision.refusal:
        refusal = decision.refusal
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
    if closed.ByteSize():
        sealed, _ = sealer.close(name, commit.version, closed)
        commit.sealed.CopyFrom(sealed)
    return commit.SerializeToString(deterministic=True)


def _pack(message: Message, into: AnyMessage) -> bytes:
    """Pack the open part of `message` and return its sealed part."""
    part = type(message)()
    part.CopyFrom(message)
    taken = take_sealed(part)
    into.Pack(part, deterministic=True)
    return taken


def read(stored: Stored, place: Place, codec: Codec[E, Any], sealer: Sealer) -> Commit[E]:
    """Read the commit after `place`. Raises `ChainBroken`, `UnknownFact` or `SealBroken`."""
    commit = parse(stored)
    expected = (str(stored.name), place.version + 1, place.hash)
    if (commit.name, commit.version, commit.previous) != expected:
        raise ChainBroken(f"{stored.name}: the commit after version {place.version} is another's")
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
        cause=Cause(commit.cause.stream, commit.cause.sequence)
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
        software=commit.software,
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


def unpack(packed: AnyMessage, closed: bytes = b"") -> Message:
    """The message in `packed`, its sealed part merged in. Raises `UnknownFact`."""
    full_name = packed.TypeName()
    try:
        message: Message = symbols().GetSymbol(full_name)()
    except KeyError as error:
        raise UnknownFact(full_name) from error
    message.ParseFromString(packed.value)
    if closed:
        message.MergeFromString(closed)
    return message


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
