"""What alerts wait for is told from the start of a service on: a counter that appears with its
first count has not grown, as Prometheus sees it."""

from __future__ import annotations

from pathlib import Path

from services.cli.common.scraping import scrape
from services.cli.common.where import SERVICES
from services.cli.docs.metrics import all_metrics
from services.kernel.measuring.metric import HISTOGRAM
from services.kernel.settings import read
from services.kernel.venues import Venues
from tests.cli.running import running


async def test_what_is_counted_at_the_start_is_nothing_and_told(tmp_path: Path):
    venues = Venues.load(read({}).venues_folder).ids
    async with running(tmp_path) as house:
        told = {service: await scrape(place) for service, place in house.metrics.items()}
    assert set(told) == set(SERVICES)
    looked_at = 0
    for whose, metrics in all_metrics():
        for metric in metrics:
            name = f"{metric.name}_count" if metric.kind == HISTOGRAM else metric.name
            for service in [whose] if whose in SERVICES else SERVICES:
                for values in metric.first_series(service, venues):
                    labels = dict(zip(metric.labels, values, strict=True))
                    found = [each.value for each in told[service].named(name, **labels)]
                    assert found == [0], f"{name} {labels}"
                    looked_at += 1
    assert looked_at > 100
