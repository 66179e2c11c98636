"""Commits of other services' aggregates, as anybody can read them: messages, without the sealed.

A service knows the contracts of the others and none of their code, so it reads what happened there
from messages. Whatever it does not know is an error, never skipped.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime

from google.protobuf.message import DecodeError, Message
from google.protobuf.unknown_fields import UnknownFieldSet

from eyesdown.journal.v1 import commit_pb2
from services.kernel.journal.store import Stored
from services.kernel.law import Standing
from services.kernel.names import Name
from services.kernel.record import commit as commits
from services.kernel.record.codec import UnknownFact, says_more, unpack
from services.kernel.record.commit import Actor, Cause, ChainBroken, Place, ProfileRef
from services.kernel.record.shapes import instant


@dataclass(frozen=True)
class Happening:
    """One commit of an aggregate that is not ours.

    `events` are its messages in order, sealed fields absent; `refusal` is the code of a refusal on
    record, or empty; `row` is its summary; `headers` carry the trace it was made in. `command` and
    `refused` are the command and the whole of the refusal as they were stored.
    """

    name: Name
    version: int
    sequence: int
    at: datetime
    actor: Actor
    events: tuple[Message, ...]
    refusal: str
    standing: Standing
    row: Message = field(repr=False)
    profile: ProfileRef | None = None
    headers: Mapping[str, str] = field(default_factory=dict, repr=False)
    command: commit_pb2.Command = field(default_factory=commit_pb2.Command, repr=False)
    refused: commit_pb2.Refusal = field(default_factory=commit_pb2.Refusal, repr=False)

    @property
    def cause(self) -> Cause:
        """What a reaction to it names as its cause."""
        return Cause(self.name.stream, self.sequence, str(self.name))


def happenings(commits_: Sequence[Stored], place: Place) -> Iterator[tuple[Happening, Place]]:
    """Each commit after `place`, and the place after it; the chain of all is checked first.

    Raises `ChainBroken` for a record that is not as it was written, `UnknownFact` at a commit that
    this release cannot read.
    """
    for stored, commit in zip(commits_, commits.check_chain(commits_, place), strict=True):
        place = place_after(stored, commit)
        try:
            yield _read(stored, commit), place
        except (DecodeError, OverflowError) as error:
            raise ChainBroken(f"{stored.name}: sequence {stored.sequence} is damaged") from error


def place_after(stored: Stored, commit: commit_pb2.Commit) -> Place:
    """Where the commit after this one goes."""
    return Place(commit.version, stored.sequence, hashlib.sha256(stored.body).digest())


def _read(stored: Stored, commit: commit_pb2.Commit) -> Happening:
    if len(UnknownFieldSet(commit)):
        raise UnknownFact(f"{stored.name}: a commit with a field that is not known")
    events = tuple(unpack(packed) for packed in commit.events)
    for event in events:
        if says_more(event):
            raise UnknownFact(f"{event.DESCRIPTOR.full_name} with a field that is not known")
    profile = None
    if commit.HasField("profile"):
        profile = ProfileRef(commit.profile.id, commit.profile.sha256)
    return Happening(
        name=stored.name,
        version=commit.version,
        sequence=stored.sequence,
        at=instant(commit.at),
        actor=Actor(commit.actor.person, commit.actor.role, commit.actor.device),
        events=events,
        refusal=commit.refusal.reason,
        standing=commits.standing_of(commit),
        row=unpack(commit.summary.row),
        profile=profile,
        headers=stored.headers,
        command=commit.command,
        refused=commit.refusal,
    )
