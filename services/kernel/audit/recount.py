"""What a service says it counted, held against the commits that it says it counted."""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import AsyncIterator, Iterator, Mapping, Sequence
from dataclasses import dataclass

from prometheus_client.parser import text_string_to_metric_families

from services.kernel.following.meter import Journal, Key, Measured, Meter, key_of
from services.kernel.journal.archive import Archive
from services.kernel.journal.store import Stored
from services.kernel.measuring import names
from services.kernel.names import Name
from services.kernel.record import revocations
from services.kernel.record.commit import OpenPart


class NotCounted(ValueError):
    """What was read are not the metrics of a service of ours."""


@dataclass(frozen=True)
class Told:
    """What a replica says: the journals that it counts, by venue and year, after which sequence
    and up to which, and what it came to."""

    service: str
    journals: Mapping[Journal, tuple[int, int]]
    counts: Mapping[Key, float]


@dataclass(frozen=True)
class Difference:
    """A count that is not what the journal comes to."""

    key: Key
    told: float
    counted: float

    def __str__(self) -> str:
        name, pairs = self.key
        labels = ",".join(f'{label}="{text}"' for label, text in pairs)
        return f"{name}{{{labels}}} is {self.told:g}, the journal says {self.counted:g}"


@dataclass(frozen=True)
class Recounted:
    """What came of counting again."""

    service: str
    commits: int
    differences: Sequence[Difference]


def read(text: str, measured: Mapping[str, Measured]) -> Told:
    """Read what Prometheus would scrape. `measured` is what each service measures.

    Raises `NotCounted`.
    """
    families = text_string_to_metric_families(text)
    samples = [each for family in families for each in family.samples]
    places: dict[str, dict[Journal, int]] = defaultdict(dict)
    service = ""
    for each in samples:
        if each.name in (names.POSITION.name, names.COUNTED_FROM.name):
            places[each.name][each.labels["venue"], int(each.labels["year"])] = int(each.value)
            service = each.labels["service"]
    if service not in measured:
        raise NotCounted("these are not the metrics of a service of ours")
    after, upto = places[names.COUNTED_FROM.name], places[names.POSITION.name]
    wanted = Meter(service, measured[service]).told_as()
    return Told(
        service,
        {journal: (after[journal], upto[journal]) for journal in after},
        {key_of(each.name, each.labels): each.value for each in samples if each.name in wanted},
    )


async def recount(
    archive: Archive, told: Told, kinds: Sequence[str], measured: Measured
) -> Recounted:
    """Count the same commits again, those of aggregates of `kinds` and of the tokens that were
    taken back, which every service follows. Raises `JournalDown`, and `BadName` for a message that
    no service has written."""
    meter, commits = Meter(told.service, measured), 0
    for (venue, year), (after, upto) in told.journals.items():
        meter.begin(venue, year, after)
        async for stored in _between(archive, venue, year, after, upto):
            if stored.name.kind in (*kinds, revocations.KIND):
                meter.take(OpenPart(stored))
                commits += 1
    return Recounted(told.service, commits, list(_differences(told, meter)))


async def _between(
    archive: Archive, venue: str, year: int, after: int, upto: int
) -> AsyncIterator[Stored]:
    while after < upto:
        page = await archive.page(venue, year, after)
        for raw in page:
            if raw.sequence <= upto:
                yield Stored(Name.of_subject(raw.subject), raw.sequence, raw.body, raw.headers)
        after = page[-1].sequence if page else upto


def _differences(told: Told, meter: Meter) -> Iterator[Difference]:
    counted = meter.samples()
    for key in sorted({*told.counts, *counted}):
        ours, theirs = counted.get(key, 0.0), told.counts.get(key, 0.0)
        if not math.isclose(ours, theirs, rel_tol=1e-9, abs_tol=1e-6):
            yield Difference(key, theirs, ours)
