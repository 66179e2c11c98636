"""What a command comes to on a state: the one decision that is made live, in rehearsals and again
by the audit. Pure but for what `make` and the decider do, which is pure too.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Generic, TypeVar

from google.protobuf.descriptor import Descriptor, FieldDescriptor
from google.protobuf.message import Message

from eyesdown.common.v1 import options_pb2
from services.kernel import reasons
from services.kernel.errors import AlreadyExists, Failure, NotFound, Unavailable
from services.kernel.law import Decider, Decision, KeyMissing, Refused, expect
from services.kernel.record import commit as commits
from services.kernel.record.commit import Given
from services.kernel.record.histories import Snapshot

C = TypeVar("C")
E = TypeVar("E")
S = TypeVar("S")


@dataclass(frozen=True)
class Draft(Generic[E, S]):
    """A decision that is to be appended, and the state it leads to."""

    given: Given
    decision: Decision[E]
    state: S


NotAppended = int | Refused | Failure | None
"""The version that answered this request before, a refusal, or None for no change."""


def decide(
    decider: Decider[C, E, S],
    last: Snapshot[E, S],
    requests: Mapping[str, int],
    given: Given,
    make: Callable[[Given], C],
    record: bool = False,
) -> Draft[E, S] | NotAppended:
    """A draft to append after `last`, or what is answered without one.

    `requests` gives the version that answered a request id before; with `record` every refusal
    goes on record. A request that says which version its person saw is stale
    when anything but refusals has come on record since.
    """
    if given.request_id in requests:
        return requests[given.request_id]
    given = commits.stamped(replace(given, profile=last.profile or given.profile), last.at)
    command = make(given)
    creates = isinstance(command, decider.creates)
    exists = last.version > 0 or isinstance(command, decider.anytime)
    if creates and last.version > 0:
        return AlreadyExists(str(last.name))
    if not creates and not exists:
        return NotFound(str(last.name))
    try:
        seen = seen_version(given.request)
        if seen is not None and not last.changed_at <= seen <= last.version:
            expect("version", seen, last.version)
        decision = decider.decide(command, last.state)
    except Refused as refused:
        if not (record and exists):
            return refused
        decision = Decision(refusal=refused)
    except KeyMissing:
        return Unavailable(reasons.KEY_MISSING)
    if not decision.events and decision.refusal is None:
        return None
    state = last.state
    for event in decision.events:
        state = decider.evolve(state, event)
    return Draft(given, decision, state)


def seen_version(request: Message) -> int | None:
    """The version of the aggregate that a request was made on, in the field that is marked
    `seen_version`; None where it has none, or leaves an optional one out."""
    field = _seen_field(request.DESCRIPTOR)
    if field is None or (field.has_presence and not request.HasField(field.name)):
        return None
    return int(getattr(request, field.name))


@functools.cache
def _seen_field(request: Descriptor) -> FieldDescriptor | None:
    marked = (f for f in request.fields if f.GetOptions().Extensions[options_pb2.seen_version])
    return next(marked, None)
