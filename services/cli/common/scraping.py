"""What services tell Prometheus, as commands read it."""

from __future__ import annotations

import asyncio
import urllib.request
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field

import click
from prometheus_client.parser import text_string_to_metric_families
from prometheus_client.samples import Sample

METRICS = click.option(
    "--metrics",
    "places",
    multiple=True,
    help="Where a replica serves /metrics, host:port; may be given again. [default: all that run "
    "here]",
)
WITHIN = 10.0
"""Seconds in which a service tells its metrics."""


@dataclass(frozen=True)
class Scraped:
    """One replica's metrics. `silent` says why there are none."""

    place: str
    samples: Sequence[Sample] = field(default_factory=tuple, repr=False)
    silent: str = ""

    def named(self, name: str, **labels: str) -> Iterator[Sample]:
        """The samples of a name that have these labels."""
        for each in self.samples:
            if each.name == name and labels.items() <= each.labels.items():
                yield each

    def sum(self, name: str, **labels: str) -> float:
        """Their sum."""
        return sum(each.value for each in self.named(name, **labels))

    def by(self, name: str, label: str, **labels: str) -> dict[str, float]:
        """Their sums by what a label holds."""
        sums: dict[str, float] = defaultdict(float)
        for each in self.named(name, **labels):
            sums[each.labels[label]] += each.value
        return dict(sums)

    def within(
        self, name: str, part: float, counts: Callable[[Sample], bool] = lambda each: True
    ) -> float | None:
        """The least bound of a histogram within which this part of all values lie that count;
        infinite for none of its bounds, None without a value."""
        buckets: dict[float, float] = defaultdict(float)
        for each in self.named(f"{name}_bucket"):
            if counts(each):
                buckets[float(each.labels["le"])] += each.value
        most = max(buckets.values(), default=0)
        reached = (bound for bound, count in sorted(buckets.items()) if count >= part * most)
        return next(reached) if most else None

    @property
    def service(self) -> str:
        """Which service it is, or where."""
        return next(iter(self.by("eyesdown_ready", "service")), self.place)


def text_of(place: str) -> str:
    """The metrics at host:port as text. Raises `OSError`."""
    with urllib.request.urlopen(f"http://{place}/metrics", timeout=WITHIN) as reply:
        text: str = reply.read().decode()
        return text


async def scrape(place: str) -> Scraped:
    """The metrics at host:port, or why there are none."""
    try:
        text = await asyncio.to_thread(text_of, place)
    except OSError as error:
        return Scraped(place, silent=str(error))
    families = text_string_to_metric_families(text)
    return Scraped(place, [each for family in families for each in family.samples])
