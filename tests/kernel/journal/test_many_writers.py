"""Many who write at once: one wins each position, and nobody reads what never was."""

from __future__ import annotations

import asyncio
import random

import pytest

from services.kernel.journal import pull
from services.kernel.journal.store import Conflict, Journal, Stored
from services.kernel.names import Name, first_sequence
from tests.kernel.journal.conftest import SOON, House, bodies, take
from tests.kit.nats import YEAR

pytest_plugins = ["tests.kit.nats"]

WRITERS = 64


async def win(journal: Journal, name: Name, who: bytes) -> int:
    """Append after whatever is last until that succeeds; the sequence."""
    while True:
        head = await journal.head(name)
        try:
            return await journal.append(name, head.sequence if head else 0, who, {})
        except Conflict:
            continue


async def test_one_writer_wins_a_position(house: House):
    journals = [await house.replica() for _ in range(2)]
    tries = [
        journals[number % 2].append(house.name(), 0, b"%d" % number, {})
        for number in range(WRITERS)
    ]
    results = await asyncio.gather(*tries, return_exceptions=True)
    won = [number for number, result in enumerate(results) if isinstance(result, int)]
    assert sum(isinstance(result, Conflict) for result in results) == WRITERS - 1
    assert bodies(await journals[0].load(house.name(), leader=True)) == [b"%d" % won[0]]


async def test_every_writer_wins_one_position_in_the_end(house: House):
    journals = [await house.replica() for _ in range(2)]
    writers = [b"%d" % number for number in range(WRITERS)]
    sequences = await asyncio.gather(
        *(win(journals[number % 2], house.name(), who) for number, who in enumerate(writers))
    )
    commits = await journals[0].load(house.name(), leader=True)
    assert [commit.sequence for commit in commits] == sorted(sequences)
    assert sorted(bodies(commits)) == sorted(writers)
    first = first_sequence(YEAR)
    assert sorted(sequences) == list(range(first, first + WRITERS))  # nothing else was stored


async def test_heads_are_exact_at_their_position_while_others_write(house: House):
    journals = [await house.replica() for _ in range(2)]
    names = [house.name(number) for number in range(1, 21)]
    stop = asyncio.Event()

    async def write() -> None:
        while not stop.is_set():
            await win(journals[0], random.choice(names), b"on")

    writing = [asyncio.create_task(write()) for _ in range(8)]
    taken = [await journals[1].heads(house.venue, YEAR, ["games"]) for _ in range(20)]
    async with asyncio.timeout(SOON):  # until it was written to meanwhile
        while taken[-1][1] == taken[0][1]:
            taken.append(await journals[1].heads(house.venue, YEAR, ["games"]))
    stop.set()
    await asyncio.gather(*writing)
    everything: list[Stored] = []
    for name in names:
        everything += await journals[1].load(name, leader=True)
    everything.sort(key=lambda commit: commit.sequence)
    for heads, position in taken:
        as_it_stood = {commit.name: commit for commit in everything if commit.sequence <= position}
        assert {head.name: head for head in heads} == as_it_stood
    assert taken[-1][1] > taken[0][1]


async def test_a_tail_sees_each_commit_once_in_order_while_others_write(house: House):
    journals = [await house.replica() for _ in range(2)]
    names = [house.name(number) for number in range(1, 9)]
    tail = await journals[1].tail(house.venue, YEAR, ["games"], 0)

    async def write(name: Name) -> None:
        for number in range(50):
            await win(journals[0], name, b"%d" % number)

    reading = asyncio.create_task(take(tail, len(names) * 50))
    await asyncio.gather(*(write(name) for name in names))
    sequences = [stored.sequence for stored in await reading]
    first = first_sequence(YEAR)
    assert sequences == list(range(first, first + len(names) * 50))
    await tail.close()


async def test_more_than_a_tail_holds_at_once(house: House, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(pull, "SILENCE", 3600)  # more is asked for because there is room
    journal = await house.replica()
    count = 2500
    names = [house.name(number) for number in range(count)]
    for some in range(0, count, 500):
        await asyncio.gather(
            *(journal.append(name, 0, name.id.encode(), {}) for name in names[some : some + 500])
        )
    tail = await journal.tail(house.venue, YEAR, ["games"], 0)
    commits = await take(tail, count)
    first = first_sequence(YEAR)
    assert [stored.sequence for stored in commits] == list(range(first, first + count))
    assert {stored.name for stored in commits} == set(names)
    await tail.close()
    heads, position = await journal.heads(house.venue, YEAR, ["games"])
    assert [head.sequence for head in heads] == list(range(first, first + count))
    assert position == first + count - 1
