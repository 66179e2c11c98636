"""Commands that no person asked for: reactions to other aggregates' commits, and timers.

Who issues them is the service itself, "service:verify" for the verify service.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import datetime
from typing import Generic, TypeVar

from google.protobuf.message import Message

from services.kernel import reasons
from services.kernel.errors import Contended, OutcomeUnknownFailure, Unavailable
from services.kernel.journal.lastvalue import StoreDown
from services.kernel.journal.store import JournalDown
from services.kernel.names import Name
from services.kernel.record.aggregates import Aggregates, Outcome
from services.kernel.record.commit import Actor, Cause, Given, ProfileRef
from services.kernel.walk import now

C = TypeVar("C")
E = TypeVar("E")
S = TypeVar("S")

WITHIN = 10.0
"""Seconds in which an order is carried out or tried again."""


@dataclass(frozen=True)
class Order(Generic[C]):
    """A command to `target`, as its commit will hold it.

    `make` is a pure function of what is given, so that the decision can be made again from the
    commit alone: all that it needs is in `request` and `facts`. `profile` is needed when the
    command makes the aggregate. The full name of `request` stands for the method.
    """

    target: Name
    request: Message = field(repr=False)
    make: Callable[[Given], C] = field(repr=False)
    facts: Message | None = field(default=None, repr=False)
    profile: ProfileRef | None = None

    @property
    def method(self) -> str:
        """What stands in the commit as the method."""
        return str(self.request.DESCRIPTOR.full_name)


class Orders:
    """Carries out orders in the name of a service, at one of its replicas.

    `venue_sha256` gives the hash of a venue's file by the venue's id, `clock` the instant in UTC.
    The replica stands in the commit as the device: two of them never write the same bytes, which
    the journal would take for one and the same append.
    """

    def __init__(
        self,
        service: str,
        replica: str,
        venue_sha256: Callable[[str], bytes],
        clock: Callable[[], datetime] = now,
        within: float = WITHIN,
    ) -> None:
        self.service = service
        self.replica = replica
        self.clock = clock
        self._actor = Actor(f"service:{service}", 0, replica)
        self._venue_sha256 = venue_sha256
        self._within = within

    async def react(
        self, aggregates: Aggregates[C, E, S], order: Order[C], cause: Cause
    ) -> Outcome[E, S]:
        """Carry out what follows from another aggregate's commit; a refusal goes on record.

        Once for each cause and target: its request id is "<stream>:<sequence>/<target>". Raises
        what `Aggregates.transact` raises.
        """
        request_id = f"{cause.stream}:{cause.sequence}/{order.target}"
        given = self._given(order, request_id, self.clock(), cause)
        deadline = time.monotonic() + self._within
        return await aggregates.transact(
            order.target, given, order.make, deadline, record_refusals=True
        )

    async def fire(
        self, aggregates: Aggregates[C, E, S], order: Order[C], request_id: str, at: datetime
    ) -> Outcome[E, S]:
        """Carry out what falls due at the instant `at`. Raises as `Aggregates.transact`."""
        given = self._given(order, request_id, max(at, self.clock()))
        deadline = time.monotonic() + self._within
        return await aggregates.transact(order.target, given, order.make, deadline)

    def _given(
        self, order: Order[C], request_id: str, at: datetime, cause: Cause | None = None
    ) -> Given:
        return Given(
            at=at,
            actor=self._actor,
            request_id=request_id,
            method=order.method,
            request=order.request,
            facts=order.facts,
            cause=cause,
            profile=order.profile,
            venue_sha256=self._venue_sha256(order.target.venue),
        )


def passes(error: Exception) -> bool:
    """Whether a failure is nobody's fault and will be over: NATS is away or its journal damaged, or
    others were faster."""
    if isinstance(error, Unavailable):
        return error.reason in (reasons.JOURNAL_DOWN, reasons.JOURNAL_DAMAGED)
    return isinstance(error, JournalDown | StoreDown | OutcomeUnknownFailure | Contended)
