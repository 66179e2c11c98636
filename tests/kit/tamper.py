"""Ways to tamper with a stream, and what a clever insider does to hide it.

Every way is a function of the messages and of chance; nothing is changed in place.
"""

from __future__ import annotations

import hashlib
import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any

from google.protobuf.descriptor import FieldDescriptor
from google.protobuf.message import Message

from eyesdown.journal.v1 import commit_pb2
from services.kernel.journal.archive import Raw
from services.kernel.record.codec import unpack


@dataclass(frozen=True)
class Tampered:
    """What became of a stream.

    `subjects` are those that were touched; `shows` says that the stream shows it by itself, and
    otherwise only a watermark does; `moved` that messages that were not touched have other
    sequences now.
    """

    how: str
    raws: Sequence[Raw]
    subjects: frozenset[str]
    shows: bool
    moved: bool = False


Way = Callable[[random.Random, Sequence[Raw]], Tampered]


def flip_body(chance: random.Random, raws: Sequence[Raw]) -> Tampered:
    """One bit of one body; in an aggregate's last commit it can go unseen."""
    at = chance.randrange(len(raws))
    body = bytearray(raws[at].body)
    bit = chance.randrange(len(body) * 8)
    body[bit // 8] ^= 1 << bit % 8
    changed = replace(raws[at], body=bytes(body))
    return _one("flip a bit of the body", raws, at, changed, not _is_head(raws, at))


def flip_subject(chance: random.Random, raws: Sequence[Raw]) -> Tampered:
    """One bit of one subject."""
    at = chance.randrange(len(raws))
    letters = bytearray(raws[at].subject.encode())
    letters[chance.randrange(len(letters))] ^= 1 << chance.randrange(7)
    changed = replace(raws[at], subject=letters.decode("latin-1"))
    return _one("flip a bit of the subject", raws, at, changed, True)


def drop(chance: random.Random, raws: Sequence[Raw]) -> Tampered:
    """One message, leaving a gap; or closing it, and then an aggregate's last is not missed."""
    at = chance.randrange(len(raws))
    left = [*raws[:at], *raws[at + 1 :]]
    subjects = frozenset([raws[at].subject])
    if chance.random() < 0.5:
        return Tampered("drop", left, subjects, shows=at < len(raws) - 1)
    shows = not _is_head(raws, at)
    return Tampered("drop and close the gap", _numbered(raws, left), subjects, shows, moved=True)


def insert(chance: random.Random, raws: Sequence[Raw]) -> Tampered:
    """A message between others: noise on a known subject, or a copy of one from elsewhere."""
    at, pattern = chance.randrange(len(raws) + 1), chance.choice(raws)
    new = pattern
    if chance.random() < 0.5:
        new = replace(pattern, body=chance.randbytes(chance.randrange(200)))
    left = _numbered(raws, [*raws[:at], new, *raws[at:]])
    return Tampered("insert", left, frozenset([new.subject]), shows=True, moved=True)


def double(chance: random.Random, raws: Sequence[Raw]) -> Tampered:
    """One message twice."""
    at = chance.randrange(len(raws))
    left = _numbered(raws, [*raws[: at + 1], *raws[at:]])
    return Tampered("double", left, frozenset([raws[at].subject]), shows=True, moved=True)


def swap(chance: random.Random, raws: Sequence[Raw]) -> Tampered:
    """Two messages, each in the other's place; of two aggregates it may break neither chain."""
    one, two = sorted(chance.sample(range(len(raws)), 2))
    left = list(raws)
    left[one] = replace(raws[two], sequence=raws[one].sequence)
    left[two] = replace(raws[one], sequence=raws[two].sequence)
    subjects = frozenset((raws[one].subject, raws[two].subject))
    shows = any(raw.subject in subjects for raw in raws[one + 1 : two]) or len(subjects) == 1
    return Tampered("swap", left, subjects, shows)


def truncate(chance: random.Random, raws: Sequence[Raw]) -> Tampered:
    """The last ones away."""
    left = raws[: -chance.randint(1, 5)]
    gone = frozenset(raw.subject for raw in raws[len(left) :])
    return Tampered("truncate", left, gone, shows=False)


WAYS: Sequence[Way] = (flip_body, flip_subject, drop, insert, double, swap, truncate)


def _one(how: str, raws: Sequence[Raw], at: int, new: Raw, shows: bool) -> Tampered:
    subjects = frozenset((raws[at].subject, new.subject))
    return Tampered(how, [*raws[:at], new, *raws[at + 1 :]], subjects, shows)


def _is_head(raws: Sequence[Raw], at: int) -> bool:
    return all(raw.subject != raws[at].subject for raw in raws[at + 1 :])


def _numbered(raws: Sequence[Raw], left: Sequence[Raw]) -> list[Raw]:
    first = raws[0].sequence
    return [replace(raw, sequence=first + index) for index, raw in enumerate(left)]


# -- an insider ------------------------------------------------------------------------------


def rewritten(
    raws: Sequence[Raw], at: int, change: Callable[[commit_pb2.Commit], None]
) -> list[Raw]:
    """The stream with one commit changed, and the chain of its aggregate made whole again."""
    left = list(raws)
    commit = commit_pb2.Commit.FromString(left[at].body)
    change(commit)
    left[at] = replace(left[at], body=commit.SerializeToString(deterministic=True))
    before = left[at].body
    for index in range(at + 1, len(left)):
        if left[index].subject == left[at].subject:
            following = commit_pb2.Commit.FromString(left[index].body)
            following.previous = hashlib.sha256(before).digest()
            before = following.SerializeToString(deterministic=True)
            left[index] = replace(left[index], body=before)
    return left


def change_a_fact(chance: random.Random, commit: commit_pb2.Commit) -> str:
    """Change one field of one event, row or refusal; which one. Empty if there is none."""
    holders: list[Any] = [*commit.events, commit.summary.row]
    packed = chance.choice(holders)
    message = unpack(packed)
    places = [place for place in _scalars(message) if "opening" not in place[2]]
    if not places:
        return ""
    holder, field, path = chance.choice(places)
    value = getattr(holder, field.name)
    setattr(holder, field.name, _other(chance, field, value))
    packed.Pack(message, deterministic=True)
    return f"{message.DESCRIPTOR.name}.{path}"


def _scalars(message: Message, path: str = "") -> list[tuple[Any, FieldDescriptor, str]]:
    found: list[tuple[Any, FieldDescriptor, str]] = []
    for field, value in message.ListFields():
        here = f"{path}{field.name}"
        if field.message_type is not None:
            for index, inner in enumerate(value if field.is_repeated else (value,)):
                found += _scalars(inner, f"{here}[{index}].")
        elif not field.is_repeated:
            found.append((message, field, here))
    return found


def _other(chance: random.Random, field: FieldDescriptor, value: Any) -> Any:
    """Another value of the field's type."""
    if field.type == FieldDescriptor.TYPE_BOOL:
        return not value
    if field.type == FieldDescriptor.TYPE_ENUM and field.enum_type is not None:
        return chance.choice([v.number for v in field.enum_type.values if v.number != value])
    if field.type == FieldDescriptor.TYPE_STRING:
        return value + "x"
    if field.type == FieldDescriptor.TYPE_BYTES:
        return bytes([value[0] ^ 1]) + value[1:]
    return value + 1
