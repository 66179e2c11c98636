"""A metric as it is declared, once, and what its labels may hold."""

from __future__ import annotations

import functools
import re
from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass
from typing import Any

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram

COUNTER, GAUGE, HISTOGRAM = "counter", "gauge", "histogram"
PROCESS, JOURNAL = "process", "journal"

LABELS = {
    "service": "one of our services, or audit",
    "venue": "the id of a venue that is known here, or empty",
    "action": "an RPC, a reaction or a timer, in the contracts' words",
    "outcome": "one of a few words",
    "reason": "the code of a reason",
    "clause": "a clause of the law, or empty",
    "kind": "a kind of aggregate, of call, of prize, of entry or of difference",
    "event": "the name of an event in the contracts",
    "phase": "the phase of an aggregate, in the contracts' words, or practice",
    "check": "a check of readiness",
    "year": "the year of a journal",
    "stream": "a stream of NATS",
    "state": "what a display is: showing, late, dark or awaited",
    "why": "why a word was not taken, one of a few",
    "what": "what was found, or what waits: one of a few words",
    "decision": "permitted, or why not, one of a few words",
    "stage": "a stage of a game, in the contracts' words",
    "room": "the id of a room in the venue's file",
    "currency": "an ISO 4217 code",
    "version": "a release of ours",
    "build": "the beginning of the digest of a build of ours",
    "rpc_system_name": "grpc",
    "rpc_method": "an RPC that is served, or _OTHER",
    "rpc_response_status_code": "a gRPC status",
}
"""Every label there is, and what bounds it. None holds what there is one more of with each game:
no id of a game, card, person or request."""


@functools.cache
def action_of(method: str) -> str:
    """ "call_number" of "eyesdown.draw.v1.DrawService/CallNumber", or of the full name of a message
    that is what was asked for."""
    last = re.split(r"[./]", method)[-1]
    return re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "_", last).lower()


@dataclass(frozen=True)
class Metric:
    """What is measured under one name. `what` is the help that Prometheus shows.

    `of` says whose it is: of this process, so that replicas add up, or of the journal, so that
    all replicas of a service tell the same. `at_start` are values of the labels after service and
    venue: these series are told from the start on, as 0. A counter that appears with its first
    count has not grown, as Prometheus sees it.
    """

    name: str
    kind: str
    what: str
    labels: tuple[str, ...] = ()
    buckets: tuple[float, ...] = ()
    of: str = PROCESS
    at_start: tuple[tuple[str, ...], ...] = ()

    def __post_init__(self) -> None:
        unknown = set(self.labels) - set(LABELS)
        if unknown:
            raise ValueError(f"{self.name}: nothing bounds the labels {sorted(unknown)}")
        if (self.kind == COUNTER) != self.name.endswith("_total"):
            raise ValueError(f"{self.name}: counters alone end in _total")
        if (self.kind == HISTOGRAM) != bool(self.buckets):
            raise ValueError(f"{self.name}: histograms alone have buckets")
        own = len([label for label in self.labels if label not in ("service", "venue")])
        if any(len(values) != own for values in self.at_start):
            raise ValueError(f"{self.name}: a value at the start for each label of its own")

    def first_series(self, service: str, venues: Collection[str]) -> Iterator[tuple[str, ...]]:
        """The values of all labels of the series that are told from the start on."""
        for place in [(venue,) for venue in venues] if "venue" in self.labels else [()]:
            for values in self.at_start:
                yield (service, *place, *values)

    def registered(
        self, registry: CollectorRegistry, service: str, venues: Collection[str]
    ) -> Callable[..., Any]:
        """As `register`, with the series that are told from the start on."""
        made = self.register(registry)
        for values in self.first_series(service, venues):
            made(*values)
        return made

    def register(self, registry: CollectorRegistry) -> Callable[..., Any]:
        """Make it in a registry; what is given back takes label values and gives the series.

        Series are kept by `functools.cache`: cheaper than looking them up in the metric.
        """
        made: Counter | Gauge | Histogram
        match self.kind:
            case "counter":
                made = Counter(self.name, self.what, self.labels, registry=registry)
            case "gauge":
                made = Gauge(self.name, self.what, self.labels, registry=registry)
            case _:
                made = Histogram(
                    self.name, self.what, self.labels, registry=registry, buckets=self.buckets
                )
        return functools.cache(made.labels)
