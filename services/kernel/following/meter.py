"""What the commits themselves tell, counted: how many, what happened, and whatever a service
measures of its own games. What is for practice is on record, and so among the commits, and in no
other count.

A count is a function of the commits that lie between two sequences, in their order. So it can be
made again from the journal (`eyesdown audit recount`), and every replica has the same.
"""

from __future__ import annotations

import threading
from bisect import bisect_left
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any

import structlog
from google.protobuf.message import DecodeError, Message
from prometheus_client.core import (
    CounterMetricFamily,
    GaugeMetricFamily,
    HistogramMetricFamily,
)
from prometheus_client.metrics_core import Metric as Family
from prometheus_client.registry import Collector

from services.kernel.following.standings import PRACTICE
from services.kernel.following.unasked import Unasked
from services.kernel.law import Standing
from services.kernel.measuring import names
from services.kernel.measuring.metric import COUNTER, HISTOGRAM, Metric, action_of
from services.kernel.names import Name
from services.kernel.record.codec import UnknownFact
from services.kernel.record.commit import ChainBroken, OpenPart

UNREADABLE = "_UNREADABLE"
"""The event and action of a commit that this release cannot read."""

Memory = dict[str, Any]
"""What a measure keeps of an aggregate from one commit to the next, until that has ended."""

log = structlog.get_logger(__name__)


@dataclass(frozen=True, slots=True)
class Sample:
    """So much more of a counter, or one value of a histogram. `labels` are those after service
    and venue, in their order."""

    metric: Metric
    labels: tuple[str, ...] = ()
    value: float = 1


Measure = Callable[[OpenPart, Memory], Iterable[Sample]]
"""What a commit adds. It depends on nothing but commits since the count began: it must do with a
memory that lacks what came before."""


OfRow = Callable[[Message], Iterable[Sample]]
"""What the row of an aggregate that is not over is part of."""


@dataclass(frozen=True)
class Measured:
    """What a service measures: its metrics, and by kind of aggregate what a commit adds to them.

    `standing` are gauges of what there is now, and `of_row` by kind what a row is of them (see
    `Sums`).
    """

    metrics: tuple[Metric, ...] = ()
    by_kind: Mapping[str, Measure] = field(default_factory=dict)
    standing: tuple[Metric, ...] = ()
    of_row: Mapping[str, OfRow] = field(default_factory=dict)


NOTHING = Measured()


Labels = tuple[str, ...]
Journal = tuple[str, int]
"""A venue and a year."""
Key = tuple[str, tuple[tuple[str, str], ...]]
"""A name and its labels, sorted."""


def key_of(name: str, labels: Mapping[str, str]) -> Key:
    """What a count is known by."""
    return name, tuple(sorted(labels.items()))


def _named(metric: Metric, values: Labels) -> dict[str, str]:
    return dict(zip(metric.labels, values, strict=True))


def _now() -> datetime:
    return datetime.now(UTC)


class Meter(Collector):
    """Counts the commits of one service's aggregates. Prometheus gets all of it of one moment."""

    def __init__(self, service: str, measured: Measured = NOTHING) -> None:
        self._service = service
        self._measures = measured.by_kind
        self._metrics = (names.COMMITS, names.EVENTS, *measured.metrics)
        self._lock = threading.Lock()  # whoever scrapes is another thread
        self._from: dict[Journal, int] = {}
        self._position: dict[Journal, int] = {}
        self._missed: dict[str, int] = defaultdict(int)
        # By the metric's name: a string is hashed once, a metric with each commit.
        self._counts: dict[str, dict[Labels, float]] = {
            metric.name: defaultdict(float) for metric in self._metrics if metric.kind == COUNTER
        }
        self._spreads: dict[str, dict[Labels, _Spread]] = {
            metric.name: {} for metric in self._metrics if metric.kind == HISTOGRAM
        }
        self._memories: dict[str, Memory] = {}
        self._practice: dict[str, bool] = {}

    def begin(self, venue: str, year: int, position: int) -> None:
        """Count a year's commits after this sequence."""
        with self._lock:
            self._from[venue, year] = self._position[venue, year] = position
            self._missed[venue] += 0
            for metric in self._metrics:
                for labels in metric.first_series(self._service, (venue,)):
                    self._counts[metric.name][labels] += 0

    def take(self, commit: OpenPart, known: int | None = None) -> datetime | None:
        """Count a commit; when it was made. One that was counted before is not counted again.

        `known` is the version of its aggregate that was known before it: what lies between was
        missed.
        """
        journal = (commit.name.venue, commit.name.year)
        if commit.sequence <= self._position[journal]:
            return None
        with self._lock:
            self._position[journal] = commit.sequence
            try:
                return self._count(commit, known)
            except (ChainBroken, UnknownFact, DecodeError, OverflowError) as wrong:
                log.error("commit_not_counted", name=str(commit.name), why=str(wrong))
                self._counts[names.COMMITS.name][self._of(commit.name, UNREADABLE, "")] += 1
                return None

    def _count(self, commit: OpenPart, known: int | None) -> datetime:
        name, message = commit.name, commit.message
        measure = self._measures.get(name.kind)
        # Before anything is counted: either all of a commit is, or that it cannot be read.
        at, practice = commit.at, self._for_practice(str(name), commit)
        if measure is not None and not practice:
            _ = commit.events
        if known is not None:
            self._missed[name.venue] += message.version - known - 1
        refused = "refused" if message.HasField("refusal") else "done"
        action = action_of(message.command.method)
        self._counts[names.COMMITS.name][self._of(name, action, refused)] += 1
        if practice:
            return at
        for packed in message.events:
            event = packed.type_url.rpartition(".")[2]
            self._counts[names.EVENTS.name][self._of(name, event)] += 1
        if measure is not None:
            self._measure(measure, commit)
        return at

    def _for_practice(self, key: str, commit: OpenPart) -> bool:
        """As the first commit of its aggregate here says: it stays so, and a row takes its time."""
        if key not in self._practice:
            self._practice[key] = getattr(commit.row, PRACTICE, False)
        if commit.standing is Standing.ENDED:
            return self._practice.pop(key)
        return self._practice[key]

    def _measure(self, measure: Measure, commit: OpenPart) -> None:
        key, venue = str(commit.name), commit.name.venue
        memory = self._memories.setdefault(key, {})
        try:
            for sample in measure(commit, memory):
                self._add(sample, (self._service, venue, *sample.labels))
        except Exception:  # nobody's game stops for a figure
            log.exception("commit_not_measured", name=key)
        if not memory or commit.standing is Standing.ENDED:
            self._memories.pop(key, None)

    def _add(self, sample: Sample, labels: Labels) -> None:
        metric = sample.metric
        if metric.kind == HISTOGRAM:
            spreads = self._spreads[metric.name]
            if labels not in spreads:
                spreads[labels] = _Spread(metric.buckets)
            spreads[labels].observe(sample.value)
        else:
            self._counts[metric.name][labels] += sample.value

    def _of(self, name: Name, *more: str) -> Labels:
        return (self._service, name.venue, name.kind, *more)

    def missed(self, venue: str) -> int:
        """By how many commits of a venue the count is too low; negative: too high."""
        return self._missed[venue]

    def samples(self) -> dict[Key, float]:
        """Every count by its name and labels, a histogram as its buckets and sum."""
        told: dict[Key, float] = {}
        with self._lock:
            for metric in self._metrics:
                for values, count in self._counts.get(metric.name, {}).items():
                    told[key_of(metric.name, _named(metric, values))] = count
                for values, spread in self._spreads.get(metric.name, {}).items():
                    labels = _named(metric, values)
                    told[key_of(f"{metric.name}_sum", labels)] = spread.sum
                    for bound, number in spread.cumulated():
                        told[key_of(f"{metric.name}_bucket", {**labels, "le": bound})] = number
        return told

    def told_as(self) -> frozenset[str]:
        """The names under which Prometheus gets what is in `samples`."""
        return frozenset(
            f"{metric.name}{end}"
            for metric in self._metrics
            for end in (("_bucket", "_sum") if metric.kind == HISTOGRAM else ("",))
        )

    def collect(self) -> Iterator[Family]:
        """See `prometheus_client`."""
        with self._lock:
            families = [
                self._journals(names.POSITION, self._position),
                self._journals(names.COUNTED_FROM, self._from),
                self._uncounted(),
                *(self._family(metric) for metric in self._metrics),
            ]
        yield from families

    def _journals(self, metric: Metric, values: Mapping[Journal, int]) -> Family:
        family = GaugeMetricFamily(metric.name, metric.what, labels=metric.labels)
        for (venue, year), value in values.items():
            family.add_metric((self._service, venue, str(year)), value)
        return family

    def _uncounted(self) -> Family:
        metric = names.UNCOUNTED
        family = GaugeMetricFamily(metric.name, metric.what, labels=metric.labels)
        for venue, missed in self._missed.items():
            family.add_metric((self._service, venue), missed)
        return family

    def _family(self, metric: Metric) -> Family:
        if metric.kind == COUNTER:
            counts = CounterMetricFamily(metric.name, metric.what, labels=metric.labels)
            for labels, value in self._counts[metric.name].items():
                counts.add_metric(labels, value)
            return counts
        spreads = HistogramMetricFamily(metric.name, metric.what, labels=metric.labels)
        for labels, spread in self._spreads[metric.name].items():
            spreads.add_metric(labels, spread.cumulated(), spread.sum)
        return spreads


class Followed:
    """A meter on the tail, and how far behind the journal that tail is."""

    def __init__(
        self, meter: Meter, unasked: Unasked, clock: Callable[[], datetime] = _now
    ) -> None:
        self._meter = meter
        self._unasked = unasked
        self._clock = clock
        self.begin = meter.begin

    def take(self, commit: OpenPart, known: int) -> None:
        """See `Counting`."""
        at = self._meter.take(commit, known)
        if at is not None:
            self._unasked.seen(commit.name.venue, (self._clock() - at).total_seconds())


class _Spread:
    """A histogram: how many values lie in each bucket, and their sum."""

    def __init__(self, bounds: tuple[float, ...]) -> None:
        self._bounds = bounds
        self._in = [0] * (len(bounds) + 1)
        self.sum = 0.0

    def observe(self, value: float) -> None:
        """One more value."""
        self._in[bisect_left(self._bounds, value)] += 1
        self.sum += value

    def cumulated(self) -> list[tuple[str, float]]:
        """The bounds as Prometheus writes them, and how many values are not above each."""
        told, so_far = [], 0
        for bound, count in zip((*map(float, self._bounds), "+Inf"), self._in, strict=True):
            so_far += count
            told.append((str(bound), float(so_far)))
        return told
