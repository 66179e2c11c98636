"""Prizes are paid while NATS comes and goes: each is paid once, and has one receipt."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from pathlib import Path

import grpc
import pytest

from eyesdown.verify.v1 import prize_service_pb2 as pb
from tests.kit.draw import SOON, Hall, replica
from tests.kit.nats import Nats
from tests.kit.prizes import PAID, Counter, playing_for
from tests.kit.verify import Hallway, Verify, verifying

pytest_plugins = ["tests.kit.prizes"]

UNKNOWN = (grpc.StatusCode.UNAVAILABLE, grpc.StatusCode.DEADLINE_EXCEEDED)
"""What says: repeat it with the same request_id, and it is not done twice."""


async def test_case_b5_whatever_is_cut_off_a_prize_is_paid_once_and_has_one_receipt(
    tmp_path: Path,
):
    """Half-way a payment is made and its receipt is to come; it comes by itself, by whichever
    process is there."""
    async with Nats(tmp_path / "nats") as server:
        hall = Hall(tmp_path / "hall", server.url)
        await hall.provision()
        async with replica(hall, "one") as one, verifying(hall) as verify:
            table = await Counter.laid(
                Hallway(hall, verify), one, sold=((1, 18),), **playing_for(9_000)
            )
            cards = await table.tie((1, 7, 13))
            await table.win(*cards)
            await table.go_on(*cards)
            await table.line()
            for share in (1, 2, 3):
                request, at = table.paying(share, 3_000), table.cashier.at
                await server.kill()
                with pytest.raises(grpc.aio.AioRpcError) as failed:
                    await verify.prizes.PayPrize(request, metadata=at, timeout=0.5)
                assert failed.value.code() in UNKNOWN
                waiting = asyncio.ensure_future(paid(verify, table, request))
                await server.start()
                assert (await waiting).payment.share == share
        async with replica(hall, "two") as two, verifying(hall, "v-two") as later:
            table.play.draw, table.verify = two.draw, later
            prizes = await table.until(
                lambda each: len(each.payments) == 3 and all(p.receipt for p in each.payments)
            )
            assert [each.payment.share for each in prizes.payments] == [1, 2, 3]
            looking = pb.GetReceiptRollRequest(name=table.roll)
            roll = (await later.prizes.GetReceiptRoll(looking, metadata=hall.auditor.at)).roll
            assert [each.receipt for each in roll.receipts] == [1, 2, 3]
            assert sorted(each.payment.payment for each in roll.receipts) == [1, 2, 3]
            assert roll.paid.minor_units == 9_000


async def paid(verify: Verify, table: Counter, request: pb.PayPrizeRequest) -> pb.PaymentRecord:
    """What a cashier gets who repeats a payment until it is answered."""
    async with asyncio.timeout(SOON):
        while True:
            with suppress(grpc.aio.AioRpcError):
                stub, at = verify.prizes, table.cashier.at
                made = (await stub.PayPrize(request, metadata=at, timeout=SOON)).payment
                assert made.state == PAID
                return made
