"""A back office that asks for more than can be answered, and a hall that plays on beside it."""

from __future__ import annotations

import asyncio
from collections import Counter

import grpc
import pytest

from eyesdown.draw.v1 import draw_service_pb2 as pb
from services.kernel.journal.connection import Connection
from tests.kernel.serving.kit import read
from tests.kit.draw import SOON, Hall, Replica, replica
from tests.kit.draw_hall import Person
from tests.kit.draw_play import Play, record

pytest_plugins = ["tests.kit.draw"]
pytestmark = pytest.mark.asyncio(loop_scope="module")

CALLS = 8
"""Calls that are answered at a time."""


class Flood:
    """People who ask for a game again and again, thirty times side by side each."""

    def __init__(self, play: Play, running: Replica, people: list[Person]) -> None:
        self._request = pb.GetGameRequest(name=play.game.name)
        self._running = running
        self._people = people
        self._over = False
        self.answers: Counter[str] = Counter()

    async def __aenter__(self) -> Flood:
        self._askers = [
            asyncio.create_task(self._ask(person)) for person in self._people for _ in range(30)
        ]
        return self

    async def __aexit__(self, *_: object) -> None:
        self._over = True
        async with asyncio.timeout(SOON):
            await asyncio.gather(*self._askers)

    async def _ask(self, person: Person) -> None:
        while not self._over:
            try:
                await self._running.draw.GetGame(self._request, metadata=person.at)
                self.answers["OK"] += 1
            except grpc.aio.AioRpcError as error:
                self.answers[read(error).reason] += 1


async def test_call_outs_get_through_while_a_back_office_floods(hall: Hall, nats: Connection):
    most = str(CALLS)
    limits = {"CALLS_MAX": most, "CALLS_PER_PERSON": most, "RATE_PER_METHOD": "999999"}
    async with replica(hall, "flooded", None, **limits) as running:
        play = await Play.announced(hall, running.draw)
        office = [hall.person(f"clerk-{n}", "operator") for n in range(4)]
        async with Flood(play, running, [*office, hall.steward]) as flood:
            for _ in range(20):
                await play.call_out()
        assert flood.answers["OK"] > 0
        assert flood.answers["TOO_MANY_CALLS"] > 0
        assert flood.answers.keys() == {"OK", "TOO_MANY_CALLS"}
        before = 4  # opened, two at their posts, announced
        assert len(await record(nats, play.id)) == before + 20
