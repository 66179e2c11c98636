"""A commit's decision made again, from the request and the facts that it holds, and compared."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from google.protobuf.message import Message

from eyesdown.journal.v1 import commit_pb2
from services.kernel.build import Build
from services.kernel.errors import Failure, Unavailable
from services.kernel.law import Decider, Opening, Refused
from services.kernel.profiles import UnknownProfile
from services.kernel.record import commit as commits
from services.kernel.record.codec import Codec
from services.kernel.record.commit import Commit, Given
from services.kernel.record.deciding import Draft, decide
from services.kernel.record.histories import Snapshot

C = TypeVar("C")
E = TypeVar("E")
S = TypeVar("S")

_DIFFERS = {
    "events": "what is said to have happened is not what the law decides on this request",
    "refusal": "the refusal on record is not what the law decides on this request",
    "summary": "its row or standing is not that of the state it leads to",
    "profile": "it was decided under another profile than the commits before it",
}


class Wrong(Exception):
    """A commit is not as it must be; the message says why."""


@dataclass(frozen=True)
class Audited(Generic[C, E, S]):
    """How commits of one kind are decided again; services register theirs.

    `make` is the pure function that the service makes commands with. `opened` is the event of what
    is opened later than it is begun, and then rests on the profiles in its facts.
    """

    decider: Decider[C, E, S]
    codec: Codec[E, S]
    make: Callable[[Given], C]
    opened: type[Message] | None = None


def decided_again(
    audited: Audited[C, E, S],
    last: Snapshot[E, S],
    commit: Commit[E],
    message: commit_pb2.Commit,
    requests: dict[str, int],
) -> bool:
    """Decide a commit's command again; False when something it rests on is closed.

    Raises `Wrong` when it comes to anything else than what is stored.
    """
    given = commit.given
    closed = commit.sealed and commit.opening is None
    try:
        answer: Any = None
        if not closed:
            answer = decide(
                *(audited.decider, last, requests, given, audited.make),
                record=given.cause is not None,
            )
        requests[given.request_id] = commit.version
        if closed or isinstance(answer, Unavailable):
            return False
        expected = _expected(audited, last, answer, message)
    except UnknownProfile as unknown:
        raise Wrong(f"{unknown}: without it nothing can be decided again") from None
    except Wrong:
        raise
    except Exception as error:  # whatever an altered record does to the law is a finding
        raise Wrong(f"its command cannot be decided again: {said(error)}") from error
    _compare(message, commit.opening, *expected)
    return True


def _expected(
    audited: Audited[C, E, S], last: Snapshot[E, S], answer: Any, message: commit_pb2.Commit
) -> tuple[commit_pb2.Commit, commit_pb2.Closed]:
    """The commit that the decision leads to, and what is sealed of it."""
    match answer:
        case Draft():
            return commits.compose(
                *(last.name, last.place, answer.given, answer.decision, audited.codec),
                *(answer.state, audited.decider.standing(answer.state)),
                Build(message.software, message.build),
            )
        case int():
            raise Wrong(f"its request was answered before, in version {answer}")
        case Refused() | Failure():
            raise Wrong(f"this is refused: {answer.reason.code}: {answer.sentence}")
    raise Wrong("its command changes nothing, and yet it is on record")


def _compare(
    message: commit_pb2.Commit,
    opening: Opening | None,
    expected: commit_pb2.Commit,
    closed: commit_pb2.Closed,
) -> None:
    stored = commit_pb2.Commit()
    stored.CopyFrom(message)
    stored.ClearField("sealed")
    if _bytes(stored) != _bytes(expected):
        for field in commit_pb2.Commit.DESCRIPTOR.fields:
            if _bytes(stored, field.name) != _bytes(expected, field.name):
                other = f"its {field.name} is not as Eyesdown writes it"
                raise Wrong(_DIFFERS.get(field.name, other))
        raise Wrong("it says more than Eyesdown writes")
    content = opening.content if opening is not None else b""
    if content != closed.SerializeToString(deterministic=True):
        raise Wrong("what is sealed in it is not what the law decides on this request")


def _bytes(message: commit_pb2.Commit, field: str = "") -> bytes:
    """A message, or one field of it alone, in a form that can be compared."""
    if field:
        others = {other.name for other, _ in message.ListFields()} - {field}
        part: Any = commit_pb2.Commit()
        part.CopyFrom(message)
        for other in others:
            part.ClearField(other)
        message = part
    return message.SerializeToString(deterministic=True)


def said(error: Exception) -> str:
    """An error in words."""
    return f"{type(error).__name__}: {error}" if str(error) else type(error).__name__
