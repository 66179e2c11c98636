"""Replicas that are cut off, killed and replaced, and a server that goes and comes back."""

from __future__ import annotations

import asyncio
import random
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from services.kernel.journal.connection import Connection
from services.kernel.journal.provision import feed, provision
from services.kernel.tasks import end
from tests.kernel.feed.kitchen import SERVICE, SOON, Kitchen, opened
from tests.kit.nats import NOW, YEAR, ZONE, Connect, Nats
from tests.kit.proxy import Proxy
from tests.kit.toy import tally
from tests.kit.toy.shelf import Requests

pytest_plugins = ["tests.kit.nats"]

JARS, HANDS = 20, 15
KILLED = 25
"""Hands after which a replica is killed."""


async def impatient(kitchen: Kitchen, connection: Connection) -> None:
    """Have what a dead replica held delivered again after a second."""
    wanted = feed(SERVICE, kitchen.venue, YEAR, ["jars"]).evolve(ack_wait=1.0)
    await connection.jetstream().add_consumer(f"JOURNAL_{kitchen.venue}_{YEAR}", wanted)


@pytest.mark.parametrize("how", ["cut", "stall"])
async def test_a_replica_that_is_cut_off_in_the_middle_and_comes_back(
    kitchen: Kitchen,
    nats_connection: Connection,
    nats_connect: Connect,
    nats_proxy: Proxy,
    how: str,
):
    await impatient(kitchen, nats_connection)
    far = await kitchen.replica(connection=await nats_connect(nats_proxy.url))
    near = await kitchen.replica()
    jars = [kitchen.jar(number) for number in range(1, 9)]
    await asyncio.gather(*(kitchen.fill(jar, 1, 2, 3) for jar in jars))
    if how == "cut":
        await nats_proxy.cut()
    else:
        nats_proxy.stall()
    await asyncio.gather(*(kitchen.fill(jar, 4, 5) for jar in jars))
    day = tally.of_day(jars[0].name)
    await kitchen.counted(day, 40)  # without the one that is cut off
    await kitchen.check(*jars)
    await nats_proxy.heal()
    async with asyncio.timeout(SOON):
        await far.connection.link.wait()
    await near.stop()
    await asyncio.gather(*(kitchen.fill(jar, 6) for jar in jars))
    await kitchen.counted(day, 48)  # by the one that is back
    await kitchen.check(*jars)


async def test_replicas_that_are_killed_at_random_count_every_hand_once_and_in_order(
    kitchen: Kitchen, nats_connection: Connection
):
    """300 hands in 20 jars, three kinds of days; a replica is killed every few commits."""
    await impatient(kitchen, nats_connection)
    chance = random.Random(11)
    days = [f"{YEAR}-11-{day}" for day in (28, 29, 30)]
    jars = [kitchen.jar(number, days[number % 3]) for number in range(1, JARS + 1)]
    running = [await kitchen.replica() for _ in range(2)]
    filled, kills = 0, 0
    more, done = asyncio.Semaphore(0), asyncio.Semaphore(0)

    async def fill(number: int) -> None:
        nonlocal filled
        for hand in range(HANDS):
            await kitchen.fill(jars[number], 1 + hand)
            filled += 1
            if filled % KILLED == 0:
                more.release()
                await done.acquire()  # the others go on meanwhile

    async def kill() -> None:
        nonlocal kills
        while True:
            await more.acquire()
            number = chance.randrange(2)
            await running[number].crash()
            running[number] = await kitchen.replica()
            kills += 1
            done.release()

    killing = asyncio.create_task(kill())
    await asyncio.gather(*(fill(number) for number in range(JARS)))
    for number, day in enumerate(days):
        ours = [jar for index, jar in enumerate(jars, 1) if index % 3 == number]
        await kitchen.counted(tally.of_day(kitchen.jar(1, day).name), len(ours) * HANDS)
    await end([killing])
    assert kills == JARS * HANDS // KILLED
    await kitchen.check(*jars)
    for replica in running:
        await replica.stop()
        assert replica.metric("eyesdown_feed_failures_total") == 0
    await kitchen.check(*jars)


@pytest.fixture
async def own_server(tmp_path: Path) -> AsyncIterator[Nats]:
    """A server of the test's own, to be killed and started again."""
    async with Nats(tmp_path / "nats") as server:
        yield server


@pytest.fixture
async def own_kitchen(
    own_server: Nats, nats_connect: Connect, venue: str, tmp_path: Path
) -> AsyncIterator[Kitchen]:
    """A kitchen on that server."""
    connection = await nats_connect(own_server.url)
    await provision(connection, [(venue, ZONE)], NOW)
    async with opened(venue, tmp_path / "keys", lambda: nats_connect(own_server.url)) as kitchen:
        await impatient(kitchen, connection)
        yield kitchen


async def test_a_server_that_is_killed_and_comes_back(own_server: Nats, own_kitchen: Kitchen):
    replicas = [await own_kitchen.replica() for _ in range(2)]
    jars = [own_kitchen.jar(number) for number in range(1, 9)]
    enough = asyncio.Event()
    hands = 0

    async def fill(jar: Requests) -> None:
        nonlocal hands
        for hand in range(1, 11):
            await own_kitchen.fill(jar, hand)
            hands += 1
            if hands % 20 == 0:
                enough.set()

    filling = [asyncio.create_task(fill(jar)) for jar in jars]
    for _ in range(2):
        async with asyncio.timeout(SOON):
            await enough.wait()
        enough.clear()
        await own_server.kill()
        await own_server.start()
    await asyncio.gather(*filling)
    await own_kitchen.counted(tally.of_day(jars[0].name), 80)
    await own_kitchen.check(*jars)
    assert [each.metric("eyesdown_feed_failures_total") for each in replicas] == [0, 0]
