"""Counts are a function of commits: each once, in order, and the same for whoever counts again."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from prometheus_client import CollectorRegistry, generate_latest

from eyesdown.draw.v1 import game_pb2
from eyesdown.journal.v1 import commit_pb2
from services.kernel.following.heads import Heads
from services.kernel.following.meter import Followed, Measured, Memory, Meter, Sample
from services.kernel.following.unasked import Unasked
from services.kernel.journal.store import Stored
from services.kernel.measuring.metric import COUNTER, HISTOGRAM, JOURNAL, Metric
from services.kernel.names import Name, first_sequence
from services.kernel.record.commit import OpenPart
from services.kernel.record.seal import Keys
from tests.kit.faulty import Faulty
from tests.kit.journal_memory import MemoryJournal
from tests.kit.toy.shelf import Requests, Shelf
from tests.kit.toy.v1 import toy_pb2

START = first_sequence(2026) - 1
JAR = Requests(Name("akl", "jars", "2026-11-29-03"))
BEADS = Metric("eyesdown_toy_beads_total", COUNTER, "Beads.", ("service", "venue"), of=JOURNAL)
PAUSE = Metric(
    "eyesdown_toy_pause_seconds", HISTOGRAM, "Pauses.", ("service", "venue"), (1, 5), of=JOURNAL
)
NOON = datetime(2026, 11, 29, 12, tzinfo=UTC)


def measure(commit: OpenPart, memory: Memory) -> Iterator[Sample]:
    """Beads that were put in, and how long nothing was."""
    for event in commit.events:
        if isinstance(event, toy_pb2.BeadsPut):
            yield Sample(BEADS, (), event.beads.count)
            if "put" in memory:
                yield Sample(PAUSE, (), (commit.at - memory["put"]).total_seconds())
            memory["put"] = commit.at


class Bench:
    """A journal of jars, its clock, and a meter that has seen none of it yet."""

    def __init__(self, keys: Path) -> None:
        self.now = NOON
        self.journal = Faulty(MemoryJournal())
        self.shelf = Shelf(self.journal, Keys.prepare(keys), clock=lambda: self.now)

    async def fill(self) -> None:
        """A jar with seven beads, one lid tried, put in at 0, 3 and 63 seconds."""
        await self.shelf.send(JAR.open())
        for count, pause in ((4, 3), (2, 60), (1, 0)):
            await self.shelf.send(JAR.put(count))
            self.now += timedelta(seconds=pause)
        await self.shelf.send(JAR.try_lid(), by="ben")

    async def stored(self):
        return await self.journal.load(JAR.name)


@pytest.fixture
def bench(tmp_path: Path) -> Bench:
    return Bench(tmp_path / "keys")


def meter() -> Meter:
    made = Meter("toy", Measured((BEADS, PAUSE), {"jars": measure}))
    made.begin("akl", 2026, START)
    return made


def counts(meter: Meter) -> dict[str, float]:
    """What Prometheus gets, by name and labels, without service and venue."""
    registry = CollectorRegistry()
    registry.register(meter)
    told = {}
    for line in generate_latest(registry).decode().splitlines():
        if not line.startswith("#"):
            series, _, value = line.rpartition(" ")
            told[series.replace('service="toy",', "").replace('venue="akl"', "")] = float(value)
    return told


async def test_commits_and_what_happened_are_counted(bench: Bench):
    await bench.fill()
    ours = meter()
    for stored in await bench.stored():
        ours.take(OpenPart(stored))
    told = counts(ours)
    commit = 'eyesdown_commits_total{action="%s",kind="jars",outcome="%s",}'
    assert told[commit % ("put_beads_request", "done")] == 3
    assert told[commit % ("open_jar_request", "done")] == 1
    assert told[commit % ("try_lid_request", "refused")] == 1
    assert told['eyesdown_events_total{event="BeadsPut",kind="jars",}'] == 3
    assert told['eyesdown_journal_position{,year="2026"}'] == START + 5
    assert told['eyesdown_journal_counted_from{,year="2026"}'] == START


async def test_a_service_measures_its_own(bench: Bench):
    await bench.fill()
    ours = meter()
    for stored in await bench.stored():
        ours.take(OpenPart(stored))
    told = counts(ours)
    assert told["eyesdown_toy_beads_total{}"] == 7
    bucket = 'eyesdown_toy_pause_seconds_bucket{le="%s",}'
    assert [told[bucket % le] for le in ("1.0", "5.0", "+Inf")] == [0, 1, 2]
    assert told["eyesdown_toy_pause_seconds_sum{}"] == 63


async def test_a_commit_that_comes_again_is_not_counted_again(bench: Bench):
    await bench.fill()
    ours = meter()
    for _ in range(2):
        for stored in await bench.stored():
            ours.take(OpenPart(stored))
    twice, once = counts(ours), meter()
    for stored in await bench.stored():
        once.take(OpenPart(stored))
    assert twice == counts(once)


async def test_nothing_is_remembered_of_what_has_ended(bench: Bench):
    await bench.fill()
    await bench.shelf.send(JAR.close())
    ours = meter()
    for stored in await bench.stored():
        ours.take(OpenPart(stored))
    assert (ours._memories, ours._practice) == ({}, {})


def for_practice(stored: Stored) -> Stored:
    """The same commit, as a practice game would have it."""
    commit = commit_pb2.Commit.FromString(stored.body)
    commit.summary.row.Pack(game_pb2.GameRow(practice=True), type_url_prefix="")
    return replace(stored, body=commit.SerializeToString())


async def test_practice_is_among_the_commits_and_in_no_other_count(bench: Bench):
    await bench.fill()
    ours = meter()
    for stored in await bench.stored():
        ours.take(OpenPart(for_practice(stored)))
    told = counts(ours)
    assert sum(value for key, value in told.items() if "commits_total" in key) == 5
    assert not [key for key in told if "events_total" in key or "toy" in key]


async def test_nothing_is_remembered_of_practice_that_has_ended(bench: Bench):
    await bench.fill()
    await bench.shelf.send(JAR.close())
    ours = meter()
    for stored in await bench.stored():
        ours.take(OpenPart(for_practice(stored)))
    assert ours._practice == {}


async def test_a_commit_that_was_missed_shows(bench: Bench):
    await bench.fill()
    ours = meter()
    for version, stored in enumerate(await bench.stored(), 1):
        if version != 3:
            ours.take(OpenPart(stored), known=2 if version == 4 else version - 1)
    assert ours.missed("akl") == 1
    assert counts(ours)["eyesdown_uncounted_commits{}"] == 1


async def test_a_commit_that_cannot_be_read_is_counted_as_such_alone(bench: Bench):
    await bench.fill()
    first, *rest = await bench.stored()
    ours = meter()
    assert ours.take(OpenPart(replace(first, body=b"\xff"))) is None
    for stored in rest:
        ours.take(OpenPart(stored))
    told = counts(ours)
    assert told['eyesdown_commits_total{action="_UNREADABLE",kind="jars",outcome="",}'] == 1
    assert told['eyesdown_events_total{event="BeadsPut",kind="jars",}'] == 3


async def test_what_was_there_at_the_start_is_not_counted_and_what_follows_is(bench: Bench):
    await bench.shelf.send(JAR.open())
    ours, unasked = Meter("toy"), Unasked("toy", CollectorRegistry(), ["akl"])
    heads = Heads(bench.journal, ["jars"], counting=Followed(ours, unasked, lambda: bench.now))
    await heads.follow("akl", 2026)
    await bench.shelf.send(JAR.put(4))
    await heads.beyond(JAR.name, 1)
    await heads.close()
    assert sum(ours.samples().values()) == 2, "one commit, one event"
    assert ours.missed("akl") == 0


async def test_a_measure_that_fails_stops_nothing(bench: Bench):
    def broken(commit: OpenPart, memory: Memory) -> Iterator[Sample]:
        raise ZeroDivisionError

    await bench.fill()
    ours = Meter("toy", Measured((), {"jars": broken}))
    ours.begin("akl", 2026, START)
    for stored in await bench.stored():
        ours.take(OpenPart(stored))
    assert counts(ours)['eyesdown_events_total{event="BeadsPut",kind="jars",}'] == 3
