"""Games played with cards that were sold, and their claims, by the people of a hall.

PYTEST_DONT_REWRITE: tests import from here, and load it as a plugin as well:
`pytest_plugins = ["tests.kit.claims"]`. See `tests.kit.verify`.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterable
from typing import Any

import pytest_asyncio

from eyesdown.draw.v1 import draw_service_pb2 as draw_pb
from eyesdown.draw.v1 import game_pb2
from eyesdown.verify.v1 import claim_service_pb2 as pb
from eyesdown.verify.v1 import claims_pb2, eye_pb2
from eyesdown.verify.v1 import eye_service_pb2 as eye
from tests.kit.draw import SOON, Hall, Replica
from tests.kit.draw_hall import Person
from tests.kit.draw_play import RECEPTACLE, Play, request_id
from tests.kit.verify import Hallway, Verify, desk

pytest_plugins = ["tests.kit.verify"]


class Table:
    """A game of the draw, its cards and its claim desk. Cards 1 to 12 are sold by the seller."""

    def __init__(self, cards_of: Hallway, play: Play, serial: str) -> None:
        self.cards_of = cards_of
        self.hall = cards_of.hall
        self.play = play
        self.serial = serial
        self.verify = cards_of.verify
        self.desk = desk(play.game.name)
        self.faces: dict[int, tuple[int, ...]] = {}

    @classmethod
    async def laid(cls, cards_of: Hallway, draw: Replica, **more: Any) -> Table:
        """A game with balls, in play, its sales closed; `more` are fields of the game's opening, or
        the `series` of its cards, the spans that are `sold` of them, or the `play` that was opened
        with these; `announced` is what is said when it is announced, and `declare` is called with
        its name while its cards are on sale."""
        declare = more.pop("declare", None)
        sold = more.pop("sold", ((1, 12),))
        announced = more.pop("announced", {})
        series = more.pop("series", None) or await cards_of.series()
        serial = series.serial_number
        chosen = {"serial_number": serial, "selector": RECEPTACLE, **more}
        play = more.get("play") or await Play.opened(cards_of.hall, draw.draw, **chosen)
        table = cls(cards_of, play, serial)
        await cards_of.watch_for(play.game.name)
        await cards_of.open_sales(play.game.name, series.name)
        if declare is not None:
            await declare(play.game.name)
        for first, last in sold:
            strips = (last - first + 1) // 6
            await cards_of.sell(play.game.name, first, last, strips * 1_000)
        await cards_of.close_sales(play.game.name)
        await play.look()
        reply = await draw.draw.AnnounceGame(
            play.announcing(serial_number=serial, **announced), metadata=play.caller.at
        )
        play.game = reply.game
        return table

    # -- cards and numbers -----------------------------------------------------------------

    async def face(self, card: int) -> tuple[int, ...]:
        """The cells of a card that is on sale, row by row."""
        if card not in self.faces:
            self.faces[card] = tuple((await self.check(card)).face)
        return self.faces[card]

    async def row(self, card: int, row: int = 0) -> list[int]:
        """The numbers of a card's row."""
        cells = (await self.face(card))[row * 9 : row * 9 + 9]
        return [number for number in cells if number]

    async def numbers(self, card: int) -> list[int]:
        """All numbers of a card."""
        return [number for number in await self.face(card) if number]

    async def other(self, *cards: int) -> int:
        """A number that is on none of these cards, and was not called."""
        taken = {number for card in cards for number in await self.face(card)}
        return next(n for n in range(1, 91) if n not in taken and n not in self.play.numbers)

    async def call(self, numbers: Iterable[int]) -> None:
        """Draw, announce and confirm balls."""
        for number in numbers:
            await self.play.select(ball=number)
            await self.play.call()
            await self.play.confirm(ball=number)

    async def check(self, card: int, **more: Any) -> claims_pb2.Examination:
        """Look at a card."""
        request = pb.CheckCardRequest(**{"name": self.desk, "card": card, **more})
        reply = await self.verify.claims.CheckCard(request, metadata=self.hall.supervisor.at)
        return reply.examination

    # -- requests of a claim ---------------------------------------------------------------

    def collecting(self, call_out: int, card: int, **more: Any) -> pb.CollectCardRequest:
        """Collect a card."""
        return pb.CollectCardRequest(
            **{
                **self._step(call_out),
                "card": card,
                "serial_number": self.serial,
                "room": self.play.game.rooms[0],
                **more,
            }
        )

    def reading(self, call_out: int, **more: Any) -> pb.ReadCardRequest:
        """Read it aloud."""
        room = self.play.game.rooms[0]
        return pb.ReadCardRequest(**{**self._step(call_out), "room": room, **more})

    def verifying(self, call_out: int, **more: Any) -> pb.VerifyNumbersRequest:
        """Verify its numbers."""
        return pb.VerifyNumbersRequest(**{**self._step(call_out), **more})

    def deciding(self, call_out: int, **more: Any) -> pb.DecideClaimRequest:
        """Decide the claim."""
        room = self.play.game.rooms[0]
        return pb.DecideClaimRequest(**{**self._step(call_out), "room": room, **more})

    def ruling(self, call_out: int, **more: Any) -> pb.RuleLateClaimRequest:
        """Rule that it was made in time."""
        room = self.play.game.rooms[0]
        return pb.RuleLateClaimRequest(
            **{**self._step(call_out), "room": room, "in_time": True, **more}
        )

    def _step(self, call_out: int) -> dict[str, Any]:
        return {"request_id": request_id(), "name": self.desk, "call_out": call_out}

    # -- the steps of a claim --------------------------------------------------------------

    async def collect(
        self, call_out: int, card: int, by: Person | None = None, **more: Any
    ) -> pb.Claim:
        """The supervisor, or another person, collects a card."""
        request = self.collecting(call_out, card, **more)
        at = (by or self.play.supervisor).at
        reply = await self.verify.claims.CollectCard(request, metadata=at)
        return reply.claim

    async def read(self, call_out: int) -> list[int]:
        """Its numbers are read aloud."""
        request = self.reading(call_out)
        reply = await self.verify.claims.ReadCard(request, metadata=self.play.supervisor.at)
        return list(reply.numbers)

    async def confirm(self, call_out: int, **more: Any) -> None:
        """The caller verifies them."""
        request = self.verifying(call_out, **more)
        await self.verify.claims.VerifyNumbers(request, metadata=self.play.caller.at)

    async def decide(self, call_out: int, **more: Any) -> pb.Claim:
        """The supervisor decides."""
        request = self.deciding(call_out, **more)
        reply = await self.verify.claims.DecideClaim(request, metadata=self.play.supervisor.at)
        return reply.claim

    async def examined(self, call_out: int, card: int) -> pb.Claim:
        """All steps, to the decision."""
        await self.collect(call_out, card)
        await self.read(call_out)
        await self.confirm(call_out)
        return await self.decide(call_out)

    async def rule(self, call_out: int, in_time: bool = True) -> pb.ClaimDesk:
        """The supervisor rules on a late call out."""
        request = self.ruling(call_out, in_time=in_time)
        reply = await self.verify.claims.RuleLateClaim(request, metadata=self.play.supervisor.at)
        return reply.desk

    async def claim(self, call_out: int) -> pb.Claim:
        """A claim as it is now."""
        return (await self.claims())[call_out - 1]

    async def claims(self) -> list[pb.Claim]:
        """All claims as they are now."""
        return list((await self.desk_now()).claims)

    async def desk_now(self) -> pb.ClaimDesk:
        """The desk as it is now."""
        request = pb.GetDeskRequest(name=self.desk)
        reply = await self.verify.claims.GetDesk(request, metadata=self.hall.auditor.at)
        return reply.desk

    # -- waiting ---------------------------------------------------------------------------

    async def settled(self, call_out: int) -> game_pb2.CallOut:
        """The call out in the draw, once it is decided there and not in question."""
        return await self._until(lambda each: each.HasField("decided"), call_out)

    async def differing(self, call_out: int) -> game_pb2.CallOut:
        """The call out in the draw, once it is flagged there that verify comes to another."""
        return await self._until(lambda each: each.differs, call_out)

    async def examined_in_draw(self, call_out: int) -> game_pb2.CallOut:
        """The call out in the draw, once what a supervisor decided is verified."""
        return await self._until(
            lambda each: each.HasField("decided") and not each.decided.unverified, call_out
        )

    async def reopened(self, call_out: int) -> pb.Claim:
        """The claim, once it is to be judged again."""
        request = pb.WatchDeskRequest(name=self.desk)
        watch = self.verify.claims.WatchDesk(request, metadata=self.hall.auditor.at)
        try:
            async with asyncio.timeout(SOON):
                async for reply in watch:
                    claim = reply.desk.claims[call_out - 1 : call_out]
                    if claim and claim[0].reopened:
                        return claim[0]
        finally:
            watch.cancel()
        raise AssertionError("the claim was never opened again")

    async def _until(self, enough: Any, call_out: int) -> game_pb2.CallOut:
        game = self.play.game
        request = draw_pb.WatchGameRequest(name=game.name, after_version=game.version - 1)
        watch = self.play.draw.WatchGame(request, metadata=self.hall.auditor.at)
        try:
            async with asyncio.timeout(SOON):
                async for reply in watch:
                    self.play.game = reply.game
                    found = reply.game.call_outs[call_out - 1 : call_out]
                    if found and enough(found[0]):
                        return found[0]
        finally:
            watch.cancel()
        raise AssertionError("the draw never heard of it")


async def sight(table: Table, verify: Verify | None = None) -> eye_pb2.Sight:
    """What the supervisor is told of a table's game."""
    request = eye.GetSightRequest(name=table.desk)
    stub = (verify or table.verify).eye
    return (await stub.GetSight(request, metadata=table.hall.supervisor.at)).sight


def completed(seen: eye_pb2.Sight) -> list[tuple[Any, ...]]:
    """The cards that completed something: stage, card, call, claim, missed."""
    return [
        (each.stage, each.card, each.position, each.call_out, each.missed)
        for each in seen.completed
    ]


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def table_of(hall: Hall, one: Replica, verify: Verify, cards_of: Hallway) -> Any:
    """Lays a new table."""

    async def laid(**more: Any) -> Table:
        return await Table.laid(cards_of, one, **more)

    return laid
