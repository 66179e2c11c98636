"""Counting again finds what a service counted wrongly, and nothing else."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

import pytest
from prometheus_client import CollectorRegistry, generate_latest

from eyesdown.draw.v1 import game_pb2
from eyesdown.journal.v1 import commit_pb2
from services.kernel.audit.recount import NotCounted, Recounted, read, recount
from services.kernel.following.meter import Measured, Memory, Meter, Sample
from services.kernel.journal.store import Stored
from services.kernel.measuring.metric import HISTOGRAM, JOURNAL, Metric
from services.kernel.names import Name
from services.kernel.record.commit import OpenPart
from tests.kernel.audit.conftest import JARS, PLACE, VENUE, YEAR, Record
from tests.kit.archive_memory import MemoryArchive

LABELS = Metric(
    "eyesdown_toy_label_seconds", HISTOGRAM, "Events.", ("service", "venue"), (1, 2), of=JOURNAL
)


def measure(commit: OpenPart, memory: Memory) -> Iterator[Sample]:
    yield Sample(LABELS, (), len(commit.events))


MEASURED = {"toy": Measured((LABELS,), {"jars": measure})}


class Toy:
    """A service that counts a record, from after its first `skip` commits."""

    def __init__(self, record: Record, skip: int = 0) -> None:
        self.record = record
        self.stored = [
            Stored(Name.of_subject(raw.subject), raw.sequence, raw.body, raw.headers)
            for raw in record.raws
        ]
        self.meter = Meter("toy", MEASURED["toy"])
        before = self.stored[skip].sequence - 1
        self.meter.begin(VENUE, YEAR, before)
        for each in self.stored[skip:]:
            self.meter.take(OpenPart(each))

    def text(self) -> str:
        registry = CollectorRegistry()
        registry.register(self.meter)
        return generate_latest(registry).decode()

    async def again(self, text: str = "", kinds: tuple[str, ...] = ("jars",)) -> Recounted:
        archive = MemoryArchive({PLACE: self.record.raws})
        told = read(text or self.text(), MEASURED)
        return await recount(archive, told, kinds, MEASURED["toy"])


@pytest.mark.parametrize("skip", [0, 3])
async def test_what_was_counted_rightly_comes_to_the_same(record: Record, skip: int):
    toy = Toy(record, skip)
    done = await toy.again()
    assert (done.service, list(done.differences)) == ("toy", [])
    assert done.commits == len(toy.stored) - skip > 3


async def test_practice_is_left_out_by_both(record: Record):
    for number, raw in enumerate(record.raws):
        commit = commit_pb2.Commit.FromString(raw.body)
        if commit.name == str(JARS[0]):
            commit.summary.row.Pack(game_pb2.GameRow(practice=True), type_url_prefix="")
            practice = replace(raw, body=commit.SerializeToString())
            record.raws = (*record.raws[:number], practice, *record.raws[number + 1 :])
    toy = Toy(record)
    done = await toy.again()
    assert (done.commits, list(done.differences)) == (len(toy.stored), [])
    (opened,) = re.findall(r'events_total{event="JarOpened".*} (.*)', toy.text())
    assert float(opened) == len(JARS) - 1


async def test_commits_that_came_later_are_not_counted(record: Record):
    toy = Toy(record)
    text = toy.text()
    more = record.raws[-1]
    record.raws = (*record.raws, type(more)(more.subject, more.sequence + 1, more.body, {}))
    assert not (await toy.again(text)).differences


async def test_a_count_that_is_wrong_is_told(record: Record):
    toy = Toy(record)
    text = toy.text().replace(
        'event="JarOpened",kind="jars",service="toy",venue="akl"} 4.0',
        'event="JarOpened",kind="jars",service="toy",venue="akl"} 5.0',
    )
    assert text != toy.text()
    (found,) = (await toy.again(text)).differences
    assert str(found) == (
        'eyesdown_events_total{event="JarOpened",kind="jars",service="toy",venue="akl"} is 5, '
        "the journal says 4"
    )


async def test_a_series_that_is_missing_is_told(record: Record):
    toy = Toy(record)
    kept = [line for line in toy.text().splitlines() if "JarOpened" not in line]
    (found,) = (await toy.again("\n".join(kept) + "\n")).differences
    assert (found.told, found.counted) == (0, 4)


async def test_other_kinds_are_not_counted(record: Record):
    assert (await Toy(record).again(kinds=("eggs",))).commits == 0


def test_what_is_not_ours_is_not_taken_for_it():
    with pytest.raises(NotCounted):
        read("# HELP up Up.\nup 1\n", MEASURED)
