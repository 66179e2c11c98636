"""Every RPC of prizes: on what it goes through, who may call it, how it goes wrong."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from typing import Any

from eyesdown.common.v1.money_pb2 import Money
from eyesdown.verify.v1 import prize_service_pb2 as pb
from eyesdown.verify.v1 import prizes_pb2
from tests.kit.draw_play import BINGO
from tests.kit.matrix.cards.common import BAD_MONEY, TOO_MUCH
from tests.kit.matrix.matrix import Matrix
from tests.kit.matrix.row import Refusal, Row
from tests.kit.matrix.rpc import LONG
from tests.kit.prizes import Counter, playing_for
from tests.kit.verify import nzd

NO_DAYS = ("2026", "2026-11-31", "today")
ROOMS = ("", "Main", "venues/akl/rooms", "venues/akl/rooms/", "a b")
PAYING = frozenset(("cashier", "supervisor", "deputy_supervisor", "game_manager", "operator"))
SAYING = frozenset(("supervisor", "game_manager", "operator"))
LOOKING = PAYING | {"auditor"}
PRIZE = 250_000
"""What is played for where a payment takes a second signature, in cents."""


SHARE: Mapping[str, tuple[Any, ...]] = {
    "kind": (0, 9),
    "stage": (0, 9),
    "share": (0,),
    "amount": (None,),
    "amount.minor_units": (BAD_MONEY[0], TOO_MUCH),
    "amount.currency": (BAD_MONEY[1],),
    "room": ROOMS,
}
USD = Money(currency="USD", minor_units=5_000)

ROWS: Mapping[str, Row] = {
    "GetPrizes": Row(
        "settled",
        "auditor",
        {},
        LOOKING,
    ),
    "WatchPrizes": Row(
        "settled",
        "auditor",
        {},
        LOOKING,
    ),
    "PayPrize": Row(
        "settled",
        "cashier",
        lambda counter: counter.paying(),
        PAYING,
        other={"share": 2},
        refused=(
            Refusal("won", "NOT_SETTLED", "NZB-5.4"),
            Refusal("settled", "NOT_SETTLED", "NZB-5.4", {"stage": BINGO}),
            Refusal("settled", "NOT_SETTLED", "NZB-5.4", {"kind": prizes_pb2.PRIZE_KIND_JACKPOT}),
            Refusal("settled", "NO_SUCH_SHARE", "NZB-5.4", {"share": 2}),
            Refusal("settled", "AMOUNT_DIFFERS", changes={"amount": nzd(4_999)}),
            Refusal("settled", "AMOUNT_DIFFERS", changes={"amount": nzd(0)}),
            Refusal("settled", "AMOUNT_DIFFERS", changes={"amount": nzd(10**15)}),
            Refusal("settled", "AMOUNT_DIFFERS", changes={"amount": USD}),
            Refusal("paid", "PRIZE_PAID_BEFORE"),
            Refusal("waiting", "PAYMENT_WAITS"),
            Refusal("contested", "CLAIM_UNDECIDED", "NZB-5.4"),
            Refusal("voided", "NOT_SETTLED", "NZB-5.4"),
        ),
        malformed={**SHARE, "payee": ("", LONG), "way": (0, 9)},
    ),
    "SignPayment": Row(
        "waiting",
        "manager",
        lambda counter: counter.signing(),
        PAYING,
        other={"payment": 2},
        refused=(
            Refusal("waiting", "NO_SUCH_PAYMENT", changes={"payment": 2}),
            Refusal("paid", "NO_SUCH_PAYMENT"),
        ),
        malformed={"payment": (0,), "room": ROOMS},
    ),
    "RejectPayment": Row(
        "waiting",
        "manager",
        lambda counter: counter.rejecting(),
        PAYING,
        other={"reason": "another reason"},
        refused=(
            Refusal("waiting", "NO_SUCH_PAYMENT", changes={"payment": 2}),
            Refusal("paid", "NO_SUCH_PAYMENT"),
        ),
        malformed={"payment": (0,), "reason": ("", LONG), "room": ROOMS},
    ),
    "TellPlayers": Row(
        "shared",
        "supervisor",
        lambda counter: counter.telling(1, 2),
        SAYING,
        other={"call_outs": [2, 1, 2]},
        refused=(
            Refusal("shared", "ONE_CALL_OUT", "NZB-5.4", {"call_outs": [1, 1]}),
            Refusal("shared", "NO_SUCH_CLAIM", changes={"call_outs": [1, 9]}),
        ),
        malformed={"call_outs": ([], [1], [1] * 101)},
    ),
    "RecordRecovery": Row(
        "voided",
        "manager",
        lambda counter: counter.recovering(),
        PAYING,
        other={"amount": nzd(1)},
        refused=(
            Refusal("settled", "NOTHING_DUE"),
            Refusal("voided", "NOTHING_DUE", changes={"share": 2}),
            Refusal("voided", "TOO_MUCH_RECOVERED", changes={"amount": nzd(5_001)}),
            Refusal("voided", "TOO_MUCH_RECOVERED", changes={"amount": nzd(0)}),
            Refusal("voided", "TOO_MUCH_RECOVERED", changes={"amount": USD}),
        ),
        malformed={**SHARE, "recovery": (0, 9), "reason": ("", LONG), "version": (0,)},
        stale=lambda counter: {"version": 1},
    ),
    "ListPrizes": Row(
        "paid",
        "auditor",
        {},
        LOOKING,
        malformed={
            "filter.day": tuple(pb.ListPrizesRequest.Filter(day=each) for each in NO_DAYS),
        },
    ),
    "ListReceiptRolls": Row(
        "paid",
        "auditor",
        {},
        LOOKING,
        malformed={
            "filter.day": tuple(pb.ListReceiptRollsRequest.Filter(day=each) for each in NO_DAYS),
        },
    ),
    "GetReceiptRoll": Row(
        "paid",
        "auditor",
        lambda counter: pb.GetReceiptRollRequest(name=counter.roll),
        LOOKING,
    ),
}


async def _won(counter: Counter) -> None:
    await counter.call(await counter.row(1))
    await counter.win(1)


async def _settled(counter: Counter) -> None:
    await _won(counter)
    await counter.go_on(1)
    await counter.line()


async def _shared(counter: Counter) -> None:
    cards = await counter.tie()
    await counter.win(*cards)
    await counter.go_on(*cards)
    await counter.line()


async def _contested(counter: Counter) -> None:
    await _settled(counter)
    await counter.play.call_out(after_position=5)


async def _paid(counter: Counter) -> None:
    await _settled(counter)
    await counter.pay()


async def _waiting(counter: Counter) -> None:
    await _settled(counter)
    await counter.pay(1, PRIZE)


async def _voided(counter: Counter) -> None:
    await _paid(counter)
    await counter.void(1)
    await counter.until(lambda each: not each.settlements[0].stands)


PHASES: Mapping[str, Callable[[Counter], Awaitable[None]]] = {
    "won": _won,
    "settled": _settled,
    "shared": _shared,
    "contested": _contested,
    "paid": _paid,
    "waiting": _waiting,
    "voided": _voided,
}


async def counter_at(at: str, laid: Callable[..., Awaitable[Counter]]) -> Counter:
    """A new counter that stands so."""
    counter = await laid(**(playing_for(PRIZE) if at == "waiting" else {}))
    await PHASES[at](counter)
    return counter


PRIZES = Matrix(
    services=(pb.DESCRIPTOR.services_by_name["PrizeService"],),
    rows=ROWS,
    shown=lambda counter: pb.GamePrizes(name=counter.desk),
)
