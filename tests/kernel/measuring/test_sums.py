"""What there is now follows from the last row of each aggregate that is not over."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from datetime import UTC, datetime

from google.protobuf.message import Message
from prometheus_client import CollectorRegistry

from services.kernel.following.heads import Head
from services.kernel.following.meter import Measured, Sample
from services.kernel.following.sums import Sums
from services.kernel.law import Standing
from services.kernel.measuring.metric import GAUGE, JOURNAL, Metric
from services.kernel.names import Name
from tests.kit.toy.v1 import toy_pb2

NOON = datetime(2026, 11, 29, 12, tzinfo=UTC)
BEADS = Metric(
    "eyesdown_toy_beads", GAUGE, "Beads in jars.", ("service", "venue", "currency"), of=JOURNAL
)


def of_row(row: Message) -> Iterable[Sample]:
    """The beads of a jar."""
    if isinstance(row, toy_pb2.JarRow):
        yield Sample(BEADS, ("NZD",), row.beads)


def jar(number: int, beads: int, venue: str = "akl") -> Head:
    name = Name(venue, "jars", f"2026-11-29-{number:02}")
    return Head(name, 1, 1, NOON, Standing.IN_PLAY, toy_pb2.JarRow(beads=beads))


class Wall:
    def __init__(self) -> None:
        self.registry = CollectorRegistry()
        measured = Measured(standing=(BEADS,), of_row={"jars": of_row})
        self.sums = Sums("toy", self.registry, ["akl"], measured)

    def shown(self, venue: str = "akl") -> float | None:
        labels = {"service": "toy", "venue": venue, "currency": "NZD"}
        return self.registry.get_sample_value("eyesdown_toy_beads", labels)


def test_rows_are_added_up_and_the_newest_of_each_counts():
    wall = Wall()
    assert wall.shown() is None, "of what never was nothing is told"
    wall.sums.seen(jar(1, 5))
    wall.sums.seen(jar(2, 7))
    assert wall.shown() == 12
    wall.sums.seen(jar(1, 2))
    wall.sums.seen(jar(1, 2))
    assert wall.shown() == 9


def test_what_is_over_is_part_of_nothing():
    wall = Wall()
    wall.sums.seen(jar(1, 5))
    wall.sums.seen(jar(2, 7))
    wall.sums.seen(replace(jar(1, 5), standing=Standing.ENDED))
    wall.sums.seen(replace(jar(1, 5), standing=Standing.ENDED))
    assert wall.shown() == 7
    wall.sums.seen(replace(jar(2, 7), standing=Standing.ENDED))
    assert wall.shown() == 0, "it stays at nothing rather than vanish"


def test_other_kinds_and_unknown_venues_do_not_come_into_a_label():
    wall = Wall()
    wall.sums.seen(replace(jar(1, 5), name=Name("akl", "lids", "2026-11-29-01")))
    wall.sums.seen(jar(3, 4, venue="elsewhere"))
    assert (wall.shown(), wall.shown("elsewhere"), wall.shown("")) == (None, None, 4)
