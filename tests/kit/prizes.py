"""Games whose prizes are won and paid, by the people of a hall.

PYTEST_DONT_REWRITE: tests import from here, and load it as a plugin as well:
`pytest_plugins = ["tests.kit.prizes"]`. See `tests.kit.claims`.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable
from typing import Any

import pytest_asyncio

from eyesdown.common.v1 import money_pb2
from eyesdown.draw.v1 import game_pb2
from eyesdown.verify.v1 import prize_service_pb2 as pb
from eyesdown.verify.v1 import prizes_pb2
from tests.kit.claims import Table
from tests.kit.draw import SOON, Hall, Replica
from tests.kit.draw_hall import Person
from tests.kit.draw_play import BINGO, LINE, request_id
from tests.kit.matrix.draw.righting import approving, voiding_winners
from tests.kit.verify import Hallway, Verify, nzd

pytest_plugins = ["tests.kit.claims"]

OF_STAGE = prizes_pb2.PRIZE_KIND_STAGE
CASH = prizes_pb2.PAYMENT_WAY_CASH
PAID, WAITS = pb.PAYMENT_STATE_PAID, pb.PAYMENT_STATE_WAITS


def playing_for(line: int, bingo: int = 50_000) -> dict[str, Any]:
    """A game that is played for so many cents; what `Table.laid` takes."""
    stages = [
        game_pb2.StagePrize(stage=LINE, prize=nzd(line)),
        game_pb2.StagePrize(stage=BINGO, prize=nzd(bingo)),
    ]
    return {"stages": stages, "announced": {"stages": stages}}


class Counter(Table):
    """A table whose prizes are paid by a cashier."""

    cashier: Person
    second: Person

    @classmethod
    async def laid(cls, cards_of: Hallway, draw: Replica, **more: Any) -> Counter:
        """As `Table.laid`."""
        counter = await super().laid(cards_of, draw, **more)
        assert isinstance(counter, cls)
        counter.cashier = counter.hall.person("cora", "cashier")
        counter.second = counter.hall.person("carl", "cashier")
        return counter

    # -- winning ---------------------------------------------------------------------------

    async def tie(self, strips: Iterable[int] = (1, 7), number: int = 45) -> list[int]:
        """Call what completes a line on one card of each strip with the same number, which is on
        one card of every strip; the cards. Strips are named by their first card."""
        cards, needed = [], []
        for strip in strips:
            for card in range(strip, strip + 6):
                for row in range(3):
                    numbers = await self.row(card, row)
                    if number in numbers:
                        cards.append(card)
                        needed.extend(numbers)
        await self.call([n for n in dict.fromkeys(needed) if n != number])
        await self.call([number])
        return cards

    async def win(self, *cards: int, **more: Any) -> list[int]:
        """Players call out with these cards, and each claim is allowed; their numbers."""
        numbers = [await self.play.call_out(**more) for _ in cards]
        for number, card in zip(numbers, cards, strict=True):
            await self.examined(number, card)
        for number in numbers:
            await self.settled(number)
        return numbers

    async def go_on(self, *cards: int) -> None:
        """The next number is called, one that is on none of these cards."""
        await self.call([await self.other(*cards)])

    async def void(self, *call_outs: int) -> None:
        """Two persons void winners of the line in the draw."""
        await self.play.look()
        request = voiding_winners(self.play)
        request.call_outs.extend(call_outs)
        draw, second = self.play.draw, self.hall.manager.at
        proposed = await draw.VoidWinners(request, metadata=self.play.supervisor.at)
        self.play.game = proposed.game
        signed = await draw.ApproveProposal(approving(self.play), metadata=second)
        self.play.game = signed.game

    # -- prizes ----------------------------------------------------------------------------

    @property
    def roll(self) -> str:
        """The receipts of this gaming day."""
        return f"venues/{self.hall.venue}/receiptRolls/{self.hall.day}"

    def paying(self, share: int = 1, cents: int = 5_000, **more: Any) -> pb.PayPrizeRequest:
        """Pay a share of the line."""
        return pb.PayPrizeRequest(
            **{
                "request_id": request_id(),
                "name": self.desk,
                "kind": OF_STAGE,
                "stage": LINE,
                "share": share,
                "amount": nzd(cents),
                "payee": "Ann Player",
                "way": CASH,
                "room": self.play.game.rooms[0],
                **more,
            }
        )

    async def pay(self, share: int = 1, cents: int = 5_000, **more: Any) -> pb.PaymentRecord:
        """The cashier pays."""
        request = self.paying(share, cents, **more)
        reply = await self.verify.prizes.PayPrize(request, metadata=self.cashier.at)
        return reply.payment

    def signing(self, payment: int = 1, **more: Any) -> pb.SignPaymentRequest:
        """Sign a payment."""
        room = self.play.game.rooms[0]
        return pb.SignPaymentRequest(**{**self._payment(payment), "room": room, **more})

    def rejecting(self, payment: int = 1, **more: Any) -> pb.RejectPaymentRequest:
        """Reject a payment."""
        room = self.play.game.rooms[0]
        reason = "the player has gone"
        return pb.RejectPaymentRequest(
            **{**self._payment(payment), "room": room, "reason": reason, **more}
        )

    def telling(self, *call_outs: int, **more: Any) -> pb.TellPlayersRequest:
        """Say that call outs are one player's."""
        return pb.TellPlayersRequest(
            **{
                "request_id": request_id(),
                "name": self.desk,
                "call_outs": call_outs,
                "same": True,
                **more,
            }
        )

    async def recovering(self, share: int = 1, cents: int = 5_000, **more: Any) -> Any:
        """Money came back, say they who saw the prizes as they are now."""
        return pb.RecordRecoveryRequest(
            **{
                "request_id": request_id(),
                "name": self.desk,
                "kind": OF_STAGE,
                "stage": LINE,
                "share": share,
                "recovery": prizes_pb2.RECOVERY_REPAID,
                "amount": nzd(cents),
                "reason": "the player brought it back",
                "version": (await self.prizes()).version,
                "room": self.play.game.rooms[0],
                **more,
            }
        )

    def _payment(self, payment: int) -> dict[str, Any]:
        return {"request_id": request_id(), "name": self.desk, "payment": payment}

    async def prizes(self) -> pb.GamePrizes:
        """The prizes as they are now."""
        request = pb.GetPrizesRequest(name=self.desk)
        return (await self.verify.prizes.GetPrizes(request, metadata=self.hall.auditor.at)).prizes

    async def line(self) -> pb.PrizeSettlement:
        """The settlement of the line, once it is there and stands."""
        found = await self.until(lambda each: any(s.stage == LINE for s in _standing(each)))
        return next(each for each in found.settlements if each.stage == LINE)

    async def until(self, enough: Callable[[pb.GamePrizes], bool]) -> pb.GamePrizes:
        """The prizes, once they are so."""
        since = (await self.prizes()).version - 1
        request = pb.WatchPrizesRequest(name=self.desk, after_version=since)
        watch = self.verify.prizes.WatchPrizes(request, metadata=self.hall.auditor.at)
        last = None
        try:
            async with asyncio.timeout(SOON):
                async for reply in watch:
                    last = reply.prizes
                    if enough(last):
                        return last
        except TimeoutError:
            raise AssertionError(f"the prizes never were so; they are {last}") from None
        finally:
            watch.cancel()
        raise AssertionError("nobody tells of the prizes any more")


def cents(*accounts: pb.PrizeAccount) -> list[int]:
    """What shares come to."""
    return [each.share.amount.minor_units for each in accounts]


def money(amount: money_pb2.Money) -> int:
    """Cents of New Zealand."""
    assert amount.currency == "NZD"
    return amount.minor_units


def _standing(prizes: pb.GamePrizes) -> list[pb.PrizeSettlement]:
    return [each for each in prizes.settlements if each.stands]


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def counter_of(hall: Hall, one: Replica, verify: Verify, cards_of: Hallway) -> Any:
    """Lays a new table whose prizes are paid."""

    async def laid(**more: Any) -> Counter:
        return await Counter.laid(cards_of, one, **more)

    return laid
