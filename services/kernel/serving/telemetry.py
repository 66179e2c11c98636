"""What is counted, timed and traced of a service: calls, commits, and what follows from them.

Names stand in `services.kernel.measuring.names`. Labels hold methods, reasons, clauses and venues
that are known here: never a game, card or player.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Collection
from contextlib import AbstractContextManager
from contextvars import ContextVar
from dataclasses import dataclass
from functools import partial
from typing import Any

import grpc
from prometheus_client import CollectorRegistry, Histogram
from prometheus_client import disable_created_metrics as leave_out_created
from prometheus_client.gc_collector import GCCollector
from prometheus_client.platform_collector import PlatformCollector
from prometheus_client.process_collector import ProcessCollector

from services.kernel.errors import (
    AlreadyExists,
    Failure,
    NotFound,
    PermissionDenied,
    Refusal,
    RequestIdReused,
    StaleState,
    TooMany,
    Unauthenticated,
)
from services.kernel.following.unasked import Unasked
from services.kernel.measuring import names
from services.kernel.names import Name
from services.kernel.serving.policy import Rule
from services.kernel.serving.spans import Calling, Metadata, Recording, Spans, headers, trace_id
from services.kernel.serving.tracing import Tracing

__all__ = ["Metadata", "Observation", "Telemetry", "headers", "observation", "registry", "trace_id"]

OTHER = "_OTHER"
"""The method of a call to something that is not served here."""

REHEARSED = "rehearsed"
"""The outcome of a call with `validate_only`: it was decided, and nothing was done."""

_ANSWERS = (Refusal, StaleState, NotFound, AlreadyExists, RequestIdReused)
_DECIDED = frozenset(("ok", *(answer.outcome for answer in _ANSWERS)))
_SERVER_FAULTS = frozenset(
    ("UNKNOWN", "DEADLINE_EXCEEDED", "UNIMPLEMENTED", "INTERNAL", "UNAVAILABLE", "DATA_LOSS")
)
# What anybody can make any number of without being known or let in.
_UNTOLD = frozenset(("ok", REHEARSED, "cancelled", Unauthenticated.outcome, TooMany.outcome))


def registry() -> CollectorRegistry:
    """A registry of one process's own: its memory, descriptors and garbage are in it already."""
    leave_out_created()  # type: ignore[no-untyped-call]  # it has no annotations
    made = CollectorRegistry(auto_describe=True)
    ProcessCollector(registry=made)
    PlatformCollector(registry=made)
    GCCollector(registry=made)
    return made


@dataclass(slots=True)
class Observation:
    """One call, as it will be counted: filled while it runs."""

    venue: str = ""
    aggregate: str = ""
    outcome: str = "error"  # until somebody says better
    rehearsed: bool = False
    code: str = "UNKNOWN"
    reason: str = ""
    clause: str = ""
    permitted: bool = False
    alone: bool = False  # one person tried to be the second one as well

    def failed(self, failure: Failure) -> None:
        """The call ends with this failure."""
        self.ended(failure.code, failure.outcome)
        self.reason = failure.reason.code
        self.clause = failure.clause
        self.alone = failure.reason.alone

    @property
    def counted(self) -> str:
        """The outcome as it is counted: a rehearsal is one, whatever it was decided to be."""
        return REHEARSED if self.rehearsed and self.outcome in _DECIDED else self.outcome

    def ended(self, code: grpc.StatusCode, outcome: str) -> None:
        """The call ends like this."""
        self.code = code.name
        self.outcome = outcome


_observed: ContextVar[Observation] = ContextVar("eyesdown_observation")


def observation() -> Observation:
    """The running call's; one that nobody looks at outside of a call."""
    return _observed.get(None) or Observation()


class Observing:
    """Stands around one call (see `Telemetry.rpc`)."""

    __slots__ = ("_began", "_calling", "_mark", "_metadata", "_rule", "_seen", "_telemetry")

    def __init__(self, telemetry: Telemetry, rule: Rule | None, metadata: Metadata) -> None:
        self._telemetry, self._rule, self._metadata = telemetry, rule, metadata

    def __enter__(self) -> Observation:
        self._seen = Observation()
        self._mark, self._began = _observed.set(self._seen), time.perf_counter()
        method = self._rule.method if self._rule else OTHER
        self._calling = self._telemetry.spans.call(method, self._metadata)
        self._calling.__enter__()
        return self._seen

    def __exit__(self, *_: object) -> None:
        took = time.perf_counter() - self._began
        try:
            self._telemetry.over(self._rule, self._seen, self._calling, took)
        finally:
            self._calling.__exit__()
            _observed.reset(self._mark)


class Timed:
    """Stands around a commit that is put on record (see `Telemetry.recording`)."""

    __slots__ = ("_began", "_span", "_times")

    def __init__(self, span: AbstractContextManager[Recording], times: Histogram) -> None:
        self._span, self._times = span, times

    def __enter__(self) -> Recording:
        self._began = time.perf_counter()
        return self._span.__enter__()

    def __exit__(self, *raised: Any) -> None:
        self._span.__exit__(*raised)
        if raised[0] is None:
            self._times.observe(time.perf_counter() - self._began)


class Telemetry:
    """The metrics and spans of one service.

    `venues` are the ids that may stand in a label; any other is counted under the empty one.
    `spans` are those of what is not a call, `unasked` the metrics of it.
    """

    def __init__(
        self,
        service: str,
        registry: CollectorRegistry,
        provider: Tracing,
        venues: Collection[str] = (),
    ) -> None:
        self.service = service
        self.registry = registry
        self.venues = frozenset(venues)
        self.spans = Spans(service, provider)
        self.reacting = self.spans.reacting
        self._actions = names.ACTIONS.register(registry)
        self._refusals = names.REFUSALS.register(registry)
        self._denials = names.DENIALS.register(registry)
        self._calls = names.CALL_DURATION.register(registry)
        self._appends = names.APPEND.register(registry)(service)
        self._unreadable = names.UNREADABLE.registered(registry, service, venues)
        self._in_flight = names.IN_FLIGHT.register(registry)
        self._decisions = names.AUTHORIZATIONS.register(registry)
        self._self_approvals = names.SELF_APPROVALS.register(registry)
        self._ready = names.READY.register(registry)
        self.unasked = Unasked(service, registry, self.venues)

    def rpc(self, rule: Rule | None, metadata: Metadata) -> Observing:
        """Observe one call: a span within the caller's trace, a duration, and its counts.

        `rule` is None for a method that is not served. What is said in the observation until the
        end is what is counted. The span of an action that was refused or failed is always sent.
        """
        return Observing(self, rule, metadata)

    def over(self, rule: Rule | None, seen: Observation, calling: Calling, took: float) -> None:
        """A call is over after so many seconds."""
        error = seen.code in _SERVER_FAULTS
        regulated, counted = bool(rule and rule.regulated), seen.counted
        told = regulated and counted not in _UNTOLD
        leads = calling.end(partial(self._about, seen), error or told, error)
        self._calls(names.GRPC, rule.method if rule else OTHER, seen.code).observe(took, leads)
        self._count(rule, seen)

    def _about(self, seen: Observation) -> dict[str, str]:
        return {
            names.RPC_STATUS: seen.code,
            names.OUTCOME: seen.counted,
            names.VENUE: seen.venue,
            names.AGGREGATE: seen.aggregate,
            names.GAME: self.spans.game(seen.aggregate),
            names.REASON: seen.reason,
            names.CLAUSE: seen.clause,
            names.ERROR_TYPE: seen.code if seen.code in _SERVER_FAULTS else "",
        }

    def _count(self, rule: Rule | None, seen: Observation) -> None:
        action = rule.action if rule else OTHER
        venue = seen.venue if seen.venue in self.venues else ""
        if rule and rule.regulated:
            self._actions(self.service, action, venue, seen.counted).inc()
        if seen.counted == Refusal.outcome:
            self._refusals(self.service, action, seen.reason, seen.clause).inc()
            if seen.alone:
                self._self_approvals(self.service, action, seen.reason).inc()
        elif seen.outcome in (PermissionDenied.outcome, Unauthenticated.outcome):
            self._denials(self.service, action, seen.reason).inc()
            self._decisions(self.service, action, seen.outcome).inc()
        if seen.permitted:
            self._decisions(self.service, action, "permitted").inc()

    def recording(self, name: Name, version: int) -> Timed:
        """A commit is put on record: timed once it is stored, and traced. See `Spans`."""
        return Timed(self.spans.recording(name, version), self._appends)

    def unreadable(self, reason: str) -> None:
        """An aggregate's record could not be read, for this reason's code."""
        self._unreadable(self.service, reason).inc()

    def in_flight(self, kind: str, number: Callable[[], int]) -> None:
        """`number` says how many of a kind of calls are under way."""
        self._in_flight(self.service, kind).set_function(number)

    def certificate(self, ends: Callable[[], float]) -> None:
        """`ends` says when the server's certificate ends, in seconds since 1970."""
        names.CERTIFICATE_ENDS.register(self.registry)(self.service).set_function(ends)

    def issuer_keys(self, age: Callable[[], float]) -> None:
        """`age` says how many seconds ago the issuer's keys were fetched."""
        names.ISSUER_KEYS_AGE.register(self.registry)(self.service).set_function(age)

    def ready(self, check: str, ok: bool) -> None:
        """A check of readiness passes or fails."""
        self._ready(self.service, check).set(ok)
