"""Denied access on record: who tried what is not theirs, by venue and gaming day.

It stands apart from the aggregate that was tried, so nobody can fill that one's record from
outside.
"""

from __future__ import annotations

from dataclasses import dataclass

from eyesdown.journal.v1 import denials_pb2
from services.kernel.law import Decider, Decision, Standing, happened
from services.kernel.record.codec import Codec
from services.kernel.record.commit import Given
from services.kernel.record.shapes import Shape

KIND = "denials"
MOST = 5_000
"""Denials of a venue and day that are put on record; more are counted and logged alone."""


@dataclass(frozen=True, slots=True)
class Deny:
    """Somebody known was denied `resource` by `method`."""

    method: str
    resource: str
    reason: str


@dataclass(frozen=True, slots=True)
class AccessDenied:
    """Somebody known tried what is not theirs."""

    method: str
    resource: str
    reason: str


def make(given: Given) -> Deny:
    """The command that a denial is put on record by."""
    request = given.request
    if not isinstance(request, denials_pb2.AccessDenied):
        raise TypeError(f"{request.DESCRIPTOR.full_name} is no denial")
    return Deny(request.method, request.resource, request.reason)


def decide(command: Deny, count: int) -> Decision[AccessDenied]:
    """Every denial goes on record, up to the day's limit."""
    if count >= MOST:
        return Decision()
    return happened(AccessDenied(command.method, command.resource, command.reason))


def evolve(count: int, _: AccessDenied) -> int:
    """One more."""
    return count + 1


DENIALS: Decider[Deny, AccessDenied, int] = Decider(
    kind=KIND,
    initial=0,
    decide=decide,
    evolve=evolve,
    standing=lambda _: Standing.WAITING,
    anytime=(Deny,),
)

CODEC: Codec[AccessDenied, int] = Codec(
    shapes=(Shape(AccessDenied, denials_pb2.AccessDenied),),
    row=lambda count: denials_pb2.DenialsRow(count=count),
)
