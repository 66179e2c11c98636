"""Reactions that stumble, and consumers that are otherwise than they should be."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator

from services.kernel.following.happenings import Happening
from services.kernel.following.orders import Order
from services.kernel.journal.connection import Connection
from services.kernel.journal.provision import feed
from tests.kernel.feed.kitchen import SERVICE, SOON, Kitchen
from tests.kit.nats import YEAR
from tests.kit.toy import tally


class Stumbles:
    """Reacts as the tally does, but not to jars of these numbers until it is mended."""

    def __init__(self, *jars: int) -> None:
        self.jars = {f"{number:02}" for number in jars}
        self.attempts = 0

    def mend(self) -> None:
        """Nothing is wrong any more."""
        self.jars.clear()

    def __call__(self, happening: Happening) -> Iterator[Order[tally.Count]]:
        for order in tally.count(happening):
            if happening.name.id.rpartition("-")[2] in self.jars:
                self.attempts += 1
                raise KeyError("what this hand is worth")
            yield order


async def consumer(
    connection: Connection, kitchen: Kitchen, year: int = YEAR, **config: object
) -> None:
    """Make the service's consumer otherwise than it would be made."""
    wanted = feed(SERVICE, kitchen.venue, year, ["jars"]).evolve(**config)
    await connection.jetstream().add_consumer(f"JOURNAL_{kitchen.venue}_{year}", wanted)


async def silent(connection: Connection, kitchen: Kitchen, year: int = YEAR) -> None:
    """Have no signal delivered, ever."""
    await consumer(connection, kitchen, year, pause_until="2100-01-01T00:00:00Z")


async def settled(connection: Connection, kitchen: Kitchen) -> None:
    """Wait until every signal is settled: whoever settles one is not told when it counts."""
    of = f"JOURNAL_{kitchen.venue}_{YEAR}", f"feed_{SERVICE}"
    async with asyncio.timeout(SOON):
        while True:
            left = await connection.jetstream().consumer_info(*of)
            if not (left.num_pending or left.num_ack_pending):
                return
