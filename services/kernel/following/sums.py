"""What the rows of all that is not over come to together: money that is owed, what is played for.

Counters tell what came and went since a process began. What there is now follows from the last
commit of each aggregate, as lists do, and so is whole from the start on.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection

from prometheus_client import CollectorRegistry

from services.kernel.following.heads import Head
from services.kernel.following.meter import Labels, Measured
from services.kernel.law import Standing
from services.kernel.names import Name

Series = tuple[str, Labels]
"""A metric's name, and labels."""


class Sums:
    """Keeps the sums true to every head it is told of. `venues` are the ids that may stand in a
    label."""

    def __init__(
        self,
        service: str,
        registry: CollectorRegistry,
        venues: Collection[str],
        measured: Measured,
    ) -> None:
        self._service = service
        self._venues = frozenset(venues)
        self._of_row = measured.of_row
        self._gauges = {each.name: each.register(registry) for each in measured.standing}
        self._parts: dict[Name, Counter[Series]] = {}
        self._sums: dict[Series, float] = defaultdict(float)

    def seen(self, head: Head) -> None:
        """An aggregate has a new last commit."""
        before, after = self._parts.pop(head.name, Counter()), self._part(head)
        if after:
            self._parts[head.name] = after
        for series in {*before, *after}:
            self._sums[series] += after[series] - before[series]
            name, labels = series
            self._gauges[name](*labels).set(self._sums[series])

    def _part(self, head: Head) -> Counter[Series]:
        part: Counter[Series] = Counter()
        tell = self._of_row.get(head.name.kind)
        if tell is None or head.standing is Standing.ENDED:
            return part
        venue = head.name.venue if head.name.venue in self._venues else ""
        for sample in tell(head.row):
            part[sample.metric.name, (self._service, venue, *sample.labels)] += int(sample.value)
        return part
