"""Jackpots of a hall, on the running services.

PYTEST_DONT_REWRITE: tests import from here, and load it as a plugin as well:
`pytest_plugins = ["tests.kit.jackpots"]`. See `tests.kit.prizes`.
"""

from __future__ import annotations

import asyncio
import random
from collections.abc import Awaitable, Callable
from typing import Any

import grpc
import pytest_asyncio

from eyesdown.draw.v1 import game_pb2
from eyesdown.verify.v1 import jackpot_service_pb2 as pb
from eyesdown.verify.v1 import jackpots_pb2
from tests.kit.draw import SOON, Hall
from tests.kit.draw_hall import Person
from tests.kit.draw_play import BINGO
from tests.kit.prizes import Counter
from tests.kit.verify import Hallway, Verify, desk, nzd, request_id

pytest_plugins = ["tests.kit.prizes"]

LETTERS = "abcdefghijklmnopqrstuvwxyz"


class Jackpots:
    """The jackpots of a hall, opened and declared by its manager."""

    def __init__(self, cards_of: Hallway) -> None:
        self.cards_of = cards_of
        self.hall = cards_of.hall
        self.verify = cards_of.verify
        self.manager = cards_of.staff.manager

    # -- requests --------------------------------------------------------------------------

    def opening(self, **more: Any) -> pb.OpenJackpotRequest:
        """Open a jackpot: a tenth of the receipts, and a seed of five hundred dollars."""
        word = "".join(random.choices(LETTERS, k=12))  # a name
        chosen: dict[str, Any] = {
            "request_id": request_id(),
            "parent": f"venues/{self.hall.venue}",
            "jackpot_id": f"{self.hall.day[:4]}-{word}",
            "profile": "nz-casino-bingo",
            "title": "Friday jackpot",
            "share": 1_000,
            "seed": nzd(500_00),
            **more,
        }
        return pb.OpenJackpotRequest(**chosen)

    def declaring(self, game: str, jackpot: str, **more: Any) -> pb.DeclareJackpotRequest:
        """A full card in fifty calls wins it in a game."""
        chosen: dict[str, Any] = {
            "request_id": request_id(),
            "name": desk(game),
            "jackpot": jackpot,
            "stage": BINGO,
            "within": 50,
            **more,
        }
        return pb.DeclareJackpotRequest(**chosen)

    # -- calls -----------------------------------------------------------------------------

    async def open(self, **more: Any) -> jackpots_pb2.Jackpot:
        """A new jackpot."""
        request = self.opening(**more)
        reply = await self.verify.jackpots.OpenJackpot(request, metadata=self.manager.at)
        return reply.jackpot

    async def declare(self, game: str, jackpot: str, **more: Any) -> jackpots_pb2.GameJackpot:
        """A game is declared to it."""
        request = self.declaring(game, jackpot, **more)
        reply = await self.verify.jackpots.DeclareJackpot(request, metadata=self.manager.at)
        return reply.declared

    async def carry_over(self, name: str, by: Person | None = None) -> jackpots_pb2.Jackpot:
        """A win of which no winner is left goes to the next cycle."""
        request = pb.CarryJackpotOverRequest(request_id=request_id(), name=name)
        at = (by or self.manager).at
        return (await self.verify.jackpots.CarryJackpotOver(request, metadata=at)).jackpot

    async def close(self, name: str, into: str) -> jackpots_pb2.Jackpot:
        """What is left of it goes into another one."""
        request = await self.closing(name, into)
        reply = await self.verify.jackpots.CloseJackpot(request, metadata=self.manager.at)
        return reply.jackpot

    async def closing(self, name: str, into: str) -> pb.CloseJackpotRequest:
        """The request for that, of one who saw it as it is now."""
        version = (await self.get(name)).version
        return pb.CloseJackpotRequest(
            request_id=request_id(), name=name, version=version, into=into
        )

    async def get(self, name: str) -> jackpots_pb2.Jackpot:
        """A cycle as it is now."""
        request = pb.GetJackpotRequest(name=name)
        reply = await self.verify.jackpots.GetJackpot(request, metadata=self.hall.auditor.at)
        return reply.jackpot

    async def next_cycle(self, name: str) -> jackpots_pb2.Jackpot:
        """A cycle that follows one which was won, once it is opened: by itself, a moment later than
        the desk divides what was won."""
        async with asyncio.timeout(SOON):
            while True:
                try:
                    return await self.get(name)
                except grpc.aio.AioRpcError as error:
                    if error.code() is not grpc.StatusCode.NOT_FOUND:
                        raise

    async def balances(self, name: str) -> dict[str, int]:
        """What is in each account of a cycle that is not empty."""
        request = pb.ListEntriesRequest(name=name)
        reply = await self.verify.jackpots.ListEntries(request, metadata=self.hall.auditor.at)
        assert sum(each.minor_units for each in reply.balances) == 0
        return {each.account: each.minor_units for each in reply.balances if each.minor_units}

    async def figures(self, session: str) -> jackpots_pb2.SessionFigures:
        """What a session took, paid and held."""
        request = pb.GetSessionFiguresRequest(name=session)
        at = self.hall.auditor.at
        return (await self.verify.jackpots.GetSessionFigures(request, metadata=at)).figures

    async def when(self, name: str, account: str, cents: int) -> dict[str, int]:
        """What is in each account, once it is so much in this one."""
        request = pb.WatchJackpotRequest(name=name)
        watch = self.verify.jackpots.WatchJackpot(request, metadata=self.hall.auditor.at)
        try:
            async with asyncio.timeout(SOON):
                async for _ in watch:
                    found = await self.balances(name)
                    if found.get(account, 0) == cents:
                        return found
        finally:
            watch.cancel()
        raise AssertionError("there was never so much in it")

    async def kinds(self, name: str) -> list[Any]:
        """What every entry of a cycle's ledger is, in order."""
        request = pb.ListEntriesRequest(name=name, page_size=500)
        reply = await self.verify.jackpots.ListEntries(request, metadata=self.hall.auditor.at)
        return [each.kind for each in reply.entries]

    async def once(
        self, name: str, enough: Callable[[jackpots_pb2.Jackpot], bool]
    ) -> jackpots_pb2.Jackpot:
        """A cycle, as soon as this holds of it."""
        request = pb.WatchJackpotRequest(name=name)
        watch = self.verify.jackpots.WatchJackpot(request, metadata=self.hall.auditor.at)
        try:
            async with asyncio.timeout(SOON):
                async for reply in watch:
                    if enough(reply.jackpot):
                        return reply.jackpot
        finally:
            watch.cancel()
        raise AssertionError("it never came to that")

    async def at(self, name: str, phase: Any) -> jackpots_pb2.Jackpot:
        """A cycle, once it has come so far."""
        return await self.once(name, lambda jackpot: jackpot.phase == phase)

    def for_game(self, name: str, **more: Any) -> Callable[[str], Awaitable[Any]]:
        """What declares a game to a jackpot; for `Table.laid`."""

        async def declare(game: str) -> None:
            await self.declare(game, name, **more)

        return declare


async def full_card(table: Counter, card: int) -> int:
    """Every number of a card is called, and its bingo called out and allowed, which stands for the
    line as well: the call out."""
    await table.call(n for n in await table.numbers(card) if n not in table.play.numbers)
    (bingo,) = await table.win(card, cry=game_pb2.CRY_BINGO)
    return bingo


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def jackpots(hall: Hall, verify: Verify, cards_of: Hallway) -> Jackpots:
    """The hall's jackpots."""
    return Jackpots(cards_of)
