"""Every call of prizes is there, and says what it was told to say."""

from __future__ import annotations

import re
from datetime import date
from typing import Any

import pytest

import eyesdown_client
from eyesdown.draw.v1 import game_pb2
from eyesdown.verify.v1 import prize_service_pb2 as rpc
from eyesdown.verify.v1 import prizes_pb2, sales_pb2
from eyesdown_client import Eyesdown, PaymentWay, PrizeKind, Prizes, Recovery, Stage, money
from tests.client.house import House

RID = "6d7c1c2e-8f0b-4a57-9f1e-0d5a0c1f2b3a"
DESK = "venues/akl/claimDesks/2026-11-29-07"
ROLL = "venues/akl/receiptRolls/2026-11-29"
PRIZES = rpc.GamePrizes(name=DESK, version=3)
PAYMENT = rpc.PaymentRecord(receipt=17)
COMMON: dict[str, Any] = {"request_id": RID, "name": DESK, "room": "main"}

# Of each call: how it is made; the request's fields; the answer's one field.
CALLS: dict[str, tuple[Any, dict[str, Any], dict[str, Any]]] = {
    "GetPrizes": (
        lambda c: c.get_prizes(DESK, at_least_version=2),
        {"name": DESK, "at_least_version": 2},
        {"prizes": PRIZES},
    ),
    "GetReceiptRoll": (
        lambda c: c.get_receipt_roll(ROLL),
        {"name": ROLL},
        {"roll": prizes_pb2.ReceiptRoll(name=ROLL, version=1)},
    ),
    "PayPrize": (
        lambda c: c.pay_prize(
            DESK,
            stage=Stage.SERIES,
            amount=money("NZD", 33_34),
            payee="Ann Lee",
            room="main",
            share=2,
            way=PaymentWay.CHEQUE,
            kind=PrizeKind.JACKPOT,
            request_id=RID,
        ),
        {
            **COMMON,
            "kind": prizes_pb2.PRIZE_KIND_JACKPOT,
            "stage": game_pb2.STAGE_SERIES,
            "share": 2,
            "amount": money("NZD", 33_34),
            "payee": "Ann Lee",
            "way": prizes_pb2.PAYMENT_WAY_CHEQUE,
        },
        {"payment": PAYMENT},
    ),
    "SignPayment": (
        lambda c: c.sign_payment(DESK, payment=4, room="main", request_id=RID),
        {**COMMON, "payment": 4},
        {"payment": PAYMENT},
    ),
    "RejectPayment": (
        lambda c: c.reject_payment(DESK, payment=4, reason="gone", room="main", request_id=RID),
        {**COMMON, "payment": 4, "reason": "gone"},
        {"prizes": PRIZES},
    ),
    "TellPlayers": (
        lambda c: c.tell_players(DESK, call_outs=[2, 5], same=False, request_id=RID),
        {"request_id": RID, "name": DESK, "call_outs": [2, 5], "same": False},
        {"prizes": PRIZES},
    ),
    "RecordRecovery": (
        lambda c: c.record_recovery(
            DESK,
            version=4,
            stage=Stage.PART_SERIES,
            amount=money("NZD", 50_00),
            reason="never came back",
            room="main",
            share=3,
            recovery=Recovery.WRITTEN_OFF,
            request_id=RID,
        ),
        {
            **COMMON,
            "version": 4,
            "kind": prizes_pb2.PRIZE_KIND_STAGE,
            "stage": game_pb2.STAGE_PART_SERIES,
            "share": 3,
            "recovery": prizes_pb2.RECOVERY_WRITTEN_OFF,
            "amount": money("NZD", 50_00),
            "reason": "never came back",
        },
        {"prizes": PRIZES},
    ),
}
STREAMS = {"WatchPrizes", "ListPrizes", "ListReceiptRolls"}
"""Tried by tests of their own."""


@pytest.mark.parametrize("method", CALLS)
async def test_a_call_says_what_it_was_told(house: House, eyesdown: Eyesdown, method: str):
    make, asked, answered = CALLS[method]
    house.answers(method, getattr(rpc, f"{method}Response")(**answered))
    assert await make(eyesdown.prizes) == next(iter(answered.values()))
    (call,) = house.calls
    assert (call.method, call.request) == (method, getattr(rpc, f"{method}Request")(**asked))


def test_there_is_a_method_for_each_rpc():
    (service,) = rpc.DESCRIPTOR.services_by_name.values()
    snake = {re.sub(r"(?<!^)(?=[A-Z])", "_", each.name).lower() for each in service.methods}
    assert {name for name in vars(Prizes) if not name.startswith("_")} == snake
    assert set(service.methods_by_name) == set(CALLS) | STREAMS


async def test_prizes_and_receipts_are_listed_page_by_page(house: House, eyesdown: Eyesdown):
    row, roll = sales_pb2.ClaimDeskRow(name=DESK), prizes_pb2.ReceiptRollRow(name=ROLL)
    pages, rolls = rpc.ListPrizesResponse, rpc.ListReceiptRollsResponse
    house.answers("ListPrizes", pages(prizes=[row], next_page_token="p2"), pages(prizes=[row]))
    house.answers("ListReceiptRolls", rolls(rolls=[roll]))
    listed = eyesdown.prizes.list_prizes(
        venue="akl", open_only=True, no_practice=True, day=date(2026, 11, 29), page_size=1
    )
    assert [each async for each in listed] == [row, row]
    assert [each async for each in eyesdown.prizes.list_receipt_rolls(day="2026-11-29")] == [roll]
    first, second, last = (each.request for each in house.calls)
    only = rpc.ListPrizesRequest.Filter(open=True, day="2026-11-29", no_practice=True)
    assert (first.parent, first.filter, second.page_token) == ("venues/akl", only, "p2")
    assert (last.parent, last.filter.day) == ("venues/-", "2026-11-29")


async def test_a_watch_gives_each_version_once(house: House, eyesdown: Eyesdown):
    async def versions(request: Any, context: Any) -> Any:
        for version in (7, 7, 8):
            yield rpc.WatchPrizesResponse(prizes=rpc.GamePrizes(name=DESK, version=version))

    house.answers("WatchPrizes", versions)
    watch = eyesdown.prizes.watch_prizes(DESK, after_version=6)
    assert [each.prizes.version async for each in watch] == [7, 8]


async def test_a_client_that_is_not_open_says_so(connect: Any):
    with pytest.raises(RuntimeError, match="async with"):
        _ = connect().prizes


@pytest.mark.parametrize(
    ("word", "contract", "values"),
    [
        ("PrizeKind", "PRIZE_KIND_", prizes_pb2.PrizeKind),
        ("PaymentWay", "PAYMENT_WAY_", prizes_pb2.PaymentWay),
        ("PaymentState", "PAYMENT_STATE_", rpc.PaymentState),
        ("Recovery", "RECOVERY_", prizes_pb2.Recovery),
    ],
)
def test_the_words_are_those_of_the_contract(word: str, contract: str, values: Any):
    said = {name.removeprefix(contract): number for name, number in values.items() if number}
    assert {each.name: each.value for each in getattr(eyesdown_client, word)} == said
