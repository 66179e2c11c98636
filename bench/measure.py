"""The measurements: short rounds of ours and bare in turns, since no machine is ever quiet."""

from __future__ import annotations

import statistics
import time
from collections import defaultdict
from dataclasses import dataclass
from pathlib import Path

from bench import bare as baseline
from bench.figures import Value, about, quantile, spread
from bench.games import Floor
from bench.house import Serving, bare, draw, hall
from bench.load import Burst, Method, burst, settled
from services.kernel.journal.connection import Connection
from services.kernel.journal.nats_store import NatsJournal
from services.kernel.names import Name
from tests.kit.draw_hall import Hall, connected

Samples = defaultdict[str, list[float]]


@dataclass(frozen=True)
class Size:
    """How much is measured: `workers` call at once, each of them `each` games in a round."""

    rounds: int = 30
    workers: int = 32
    each: int = 8
    appends: int = 100
    """Appends in each round that are made one after the other."""
    announcements: int = 2
    """Calls in each round that are watched on their way to the board, one after the other."""


async def measure(size: Size, folder: Path) -> dict[str, Value]:
    """Every figure; `folder` holds the journal meanwhile, so it must lie on a real disk."""
    samples: Samples = defaultdict(list)
    async with hall(folder) as venue, draw(venue) as ours:
        floor = await Floor.announced(venue, ours, size.workers, size.each)
        await _warm(floor)
        commit = await _commit_size(venue, floor.first)
        watched = await Floor.announced(venue, ours, 1, 1)
        async with bare(venue, commit) as theirs, connected(venue.url) as nats:
            await _bare_burst(theirs, size)
            appends = Appends(nats, venue, commit)
            for number in range(size.rounds):
                await _round(floor, theirs, size, number, samples)
                await appends.round(size.appends, samples)
                for position in range(size.announcements):
                    await _watched(watched, nats, number * size.announcements + position, samples)
    results: dict[str, Value] = {}
    for name, values in samples.items():
        results.update(spread(name, values))
    return {**results, **about(size.rounds), "commands_each_round": size.workers * size.each}


async def _round(floor: Floor, theirs: Serving, size: Size, number: int, samples: Samples) -> None:
    """Ours and bare, the other one first in every second round, then what is done alone."""
    position = number + 2
    await floor.select(position)
    await settled(floor.serving.pid)
    measured: dict[str, tuple[Burst, float]] = {}
    for which in ("ours", "bare") if number % 2 else ("bare", "ours"):
        serving = floor.serving if which == "ours" else theirs
        before = await settled(serving.pid)
        if which == "ours":
            done = await burst(floor.calling, floor.calls(position))
        else:
            done = await _bare_burst(theirs, size)
        used = await settled(serving.pid) - before
        measured[which] = (done, used / len(done.calls) * 1e6)
    _note(measured, samples)
    before = await settled(floor.serving.pid)
    read = await burst(floor.method("GetGame", floor.hall.auditor.at), floor.reads())
    used = await settled(floor.serving.pid) - before
    samples["read_game_us"].append(used / len(read.calls) * 1e6)
    await floor.confirm(position)
    await settled(floor.serving.pid)


def _note(measured: dict[str, tuple[Burst, float]], samples: Samples) -> None:
    (ours, our_cpu), (bare_, bare_cpu) = measured["ours"], measured["bare"]
    samples["command_throughput_32"].append(ours.rate / bare_.rate)
    samples["command_per_s"].append(ours.rate)
    samples["bare_per_s"].append(bare_.rate)
    samples["command_cpu_us"].append(our_cpu)
    samples["bare_cpu_us"].append(bare_cpu)
    samples["command_cpu_ratio"].append(our_cpu / bare_cpu)
    samples["command_above_bare_us"].append(our_cpu - bare_cpu)
    samples["command_ms_p50"].append(statistics.median(ours.calls) * 1e3)
    samples["command_ms_p99"].append(quantile(ours.calls, 0.99) * 1e3)


async def _warm(floor: Floor) -> None:
    """The first call of every game, which is measured for nobody."""
    await floor.select(1)
    await burst(floor.calling, floor.calls(1))
    await floor.confirm(1)


async def _commit_size(venue: Hall, name: Name) -> int:
    """The bytes of the commit of a CallNumber: the last but one, before its confirmation."""
    async with connected(venue.url) as nats:
        journal = NatsJournal(nats)
        commits = await journal.load(name, leader=True)
        await journal.close()
    return len(commits[-2].body)


async def _bare_burst(theirs: Serving, size: Size) -> Burst:
    """As many bare appends as a round has commands, with requests of about the same size."""
    padding = bytes(96)
    numbers = iter(range(size.workers * size.each))
    queues = [
        [next(numbers).to_bytes(2, "big") + padding for _ in range(size.each)]
        for _ in range(size.workers)
    ]
    method = Method(theirs.channel, f"/{baseline.SERVICE}/{baseline.METHOD}")
    return await burst(method, queues)


class Appends:
    """Appends to the journal itself, one after the other: what the disk and NATS give."""

    def __init__(self, nats: Connection, venue: Hall, size: int) -> None:
        self._journal = NatsJournal(nats)
        self._name = Name(venue.elsewhere, "bare", f"{venue.day}-alone")
        self._body = bytes(size)
        self._last = 0

    async def round(self, count: int, samples: Samples) -> None:
        """One round of them."""
        took = []
        for _ in range(count):
            began = time.perf_counter()
            self._last = await self._journal.append(self._name, self._last, self._body, {})
            took.append(time.perf_counter() - began)
        samples["append_ms_p50"].append(statistics.median(took) * 1e3)
        samples["append_ms_p99"].append(quantile(took, 0.99) * 1e3)


async def _watched(game: Floor, nats: Connection, earlier: int, samples: Samples) -> None:
    """Announce a number, and see how long after the answer its frame is on the board."""
    position = earlier + 1
    await game.select(position)
    await settled(game.serving.pid)
    frames = await nats.subscribe(game.first.board)
    await nats.flush()
    request = game.calls(position)[0][0]
    began = time.perf_counter()
    await game.calling(request)
    answered = time.perf_counter()
    await frames.next_msg(timeout=10)
    shown = time.perf_counter()
    await frames.unsubscribe()
    samples["call_to_board_ms_p50"].append((shown - began) * 1e3)
    samples["announce_to_board_ms_p50"].append((shown - answered) * 1e3)
    await game.confirm(position)
