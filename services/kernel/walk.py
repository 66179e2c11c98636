"""The walk of a command: what a request, the caller and the moment come to on the record.

A service says for each RPC how a command is made of what was given; everything else is the same
for all of them and stands here.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime
from typing import Any, Generic, TypeVar

from google.protobuf.message import Message

from services.kernel.law import Stale
from services.kernel.names import Name
from services.kernel.record.aggregates import Aggregates, Outcome
from services.kernel.record.commit import Given, ProfileRef
from services.kernel.record.histories import Snapshot
from services.kernel.record.people import People, referring
from services.kernel.serving.calls import Call
from services.kernel.venues import Venues

C = TypeVar("C")
E = TypeVar("E")
S = TypeVar("S")


def now() -> datetime:
    """This moment, in UTC."""
    return datetime.now(UTC)


def entropy() -> bytes:
    """32 bytes from the operating system's source of chance."""
    return secrets.token_bytes(32)


class Walk(Generic[C, E, S]):
    """Carries the commands of one kind of aggregate from the request to the record.

    `make` gives the command of what is given; it is pure. `fresh` makes the message that a stale
    command is answered with.
    """

    def __init__(
        self,
        aggregates: Aggregates[C, E, S],
        make: Callable[[Given], C],
        people: People,
        venues: Venues,
        fresh: Callable[[Snapshot[E, S]], Message],
        clock: Callable[[], datetime] = now,
    ) -> None:
        self._aggregates = aggregates
        self._make = make
        self._people = people
        self._venues = venues
        self._fresh = fresh
        self._clock = clock

    async def __call__(
        self,
        call: Call,
        name: Name,
        request: Any,
        *,
        facts: Message | None = None,
        profile: ProfileRef | None = None,
    ) -> Outcome[E, S]:
        """Put the command on record and give back what came of it.

        `facts` is what the shell fetched for it; `profile` is needed when the command makes the
        aggregate. Raises what `Aggregates.transact` raises; a refusal on record is raised as well.
        A request that is `validate_only` leaves nothing: what comes of it is the aggregate as it
        is.
        """
        given, names = self._given(call, name, request, facts, profile)
        try:
            if getattr(request, "validate_only", False):
                return await self._validated(name, given)
            # Names are kept for what goes on record: any other could never be erased again.
            if names and await self._aggregates.rehearse(name, given, self._make):
                await self._people.keep(name.venue, request.request_id, request)
            outcome = await self._aggregates.transact(name, given, self._make, call.deadline)
        except Stale as stale:
            raise self._with_fresh_state(stale) from None
        if outcome.refusal is not None:
            raise outcome.refusal
        return outcome

    async def rehearse(
        self,
        call: Call,
        name: Name,
        request: Any,
        *,
        facts: Message | None = None,
    ) -> Snapshot[E, S] | None:
        """What the aggregate is now if the command would go on record; None if it was answered
        before or changes nothing. Raises as the command itself would."""
        given, _ = self._given(call, name, request, facts, None)
        try:
            return await self._aggregates.rehearse(name, given, self._make)
        except Stale as stale:
            raise self._with_fresh_state(stale) from None

    def suppose(
        self, call: Call, name: Name, request: Any, state: S, *, facts: Message | None = None
    ) -> None:
        """Decide a `validate_only` request on the `state` that an aggregate would have which
        is not there yet. Raises as the command itself would."""
        given, _ = self._given(call, name, request, facts, None)
        decision = self._aggregates.decider.decide(self._make(given), state)
        if decision.refusal is not None:
            raise decision.refusal

    async def _validated(self, name: Name, given: Given) -> Outcome[E, S]:
        outcome = await self._aggregates.validate(name, given, self._make)
        if outcome.refusal is not None:
            raise outcome.refusal
        return replace(outcome, changed=False)

    def _given(
        self,
        call: Call,
        name: Name,
        request: Any,
        facts: Message | None,
        profile: ProfileRef | None,
    ) -> tuple[Given, dict[str, str]]:
        """What is given to the decision, and the names of people that are to be kept for it."""
        referred, names = referring(name.venue, request.request_id, request)
        if "validate_only" in referred.DESCRIPTOR.fields_by_name:
            referred.validate_only = False  # it is the same request as the one that is rehearsed
        given = Given(
            at=self._clock(),
            actor=call.actor,
            request_id=request.request_id,
            method=call.method,
            request=referred,
            facts=facts,
            profile=profile,
            venue_sha256=self._venues.get(name.venue).sha256,
        )
        return given, names

    def _with_fresh_state(self, stale: Stale) -> Stale:
        if isinstance(stale.state, Snapshot):
            stale.state = self._fresh(stale.state)
        return stale
