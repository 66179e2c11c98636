"""Every RPC of prizes: on what it goes through, who may call it, how it goes wrong.

Roles, reasons and clauses are written down here by hand, from the design and the law, and not
read from the contracts that the service goes by. PYTEST_DONT_REWRITE: see `tests.kit.prizes`.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from google.protobuf.message import Message

from eyesdown.common.v1.money_pb2 import Money
from eyesdown.verify.v1 import prize_service_pb2 as pb
from eyesdown.verify.v1 import prizes_pb2
from tests.kit.draw_hall import Metadata, Person
from tests.kit.draw_play import BINGO
from tests.kit.draw_rows import changed as changed
from tests.kit.prizes import Counter, playing_for
from tests.kit.verify import Verify, nzd
from tests.kit.verify_rows import BAD_MONEY, DESK_NAMES, IDS, LONG, NO_DESK, TOO_MUCH, Refusal

METHODS = tuple(pb.DESCRIPTOR.services_by_name["PrizeService"].methods_by_name)
ROOMS = ("", "Main", "venues/akl/rooms", "venues/akl/rooms/", "a b")
PAYING = frozenset(("cashier", "supervisor", "deputy_supervisor", "game_manager", "operator"))
SAYING = frozenset(("supervisor", "game_manager", "operator"))
LOOKING = PAYING | {"auditor"}
ROLL_NAMES = ("", "venues/akl/claimDesks/2026-11-29", "venues/akl/receiptRolls/2026", "rolls/7")
NO_ROLL = "venues/{venue}/receiptRolls/2026-01-01"
PRIZE = 250_000
"""What is played for where a payment takes a second signature, in cents."""


@dataclass(frozen=True)
class Row:
    """One RPC. `make` gives a request that goes through on a counter at `phase`, asked by `by`;
    `other` makes another request of it; `malformed` gives values that a field must not have;
    `unknown` is a name of what there is not."""

    phase: str
    by: str
    make: Callable[[Counter], Message]
    roles: frozenset[str]
    other: Mapping[str, Any] = field(default_factory=dict)
    refused: tuple[Refusal, ...] = ()
    malformed: Mapping[str, tuple[Any, ...]] = field(default_factory=dict)
    unknown: str = NO_DESK


COMMON: Mapping[str, tuple[Any, ...]] = {"request_id": IDS, "name": DESK_NAMES}
SHARE: Mapping[str, tuple[Any, ...]] = {
    **COMMON,
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
        lambda counter: pb.GetPrizesRequest(name=counter.desk),
        LOOKING,
        malformed={"name": DESK_NAMES},
    ),
    "WatchPrizes": Row(
        "settled",
        "auditor",
        lambda counter: pb.WatchPrizesRequest(name=counter.desk),
        LOOKING,
        malformed={"name": DESK_NAMES},
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
            Refusal("settled", "AMOUNT_DIFFERS", "", {"amount": nzd(4_999)}),
            Refusal("settled", "AMOUNT_DIFFERS", "", {"amount": nzd(0)}),
            Refusal("settled", "AMOUNT_DIFFERS", "", {"amount": nzd(10**15)}),
            Refusal("settled", "AMOUNT_DIFFERS", "", {"amount": USD}),
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
            Refusal("waiting", "NO_SUCH_PAYMENT", "", {"payment": 2}),
            Refusal("paid", "NO_SUCH_PAYMENT"),
        ),
        malformed={**COMMON, "payment": (0,), "room": ROOMS},
    ),
    "RejectPayment": Row(
        "waiting",
        "manager",
        lambda counter: counter.rejecting(),
        PAYING,
        other={"why": "another reason"},
        refused=(
            Refusal("waiting", "NO_SUCH_PAYMENT", "", {"payment": 2}),
            Refusal("paid", "NO_SUCH_PAYMENT"),
        ),
        malformed={**COMMON, "payment": (0,), "why": ("", LONG), "room": ROOMS},
    ),
    "TellPlayers": Row(
        "shared",
        "supervisor",
        lambda counter: counter.telling(1, 2),
        SAYING,
        other={"call_outs": [2, 1, 2]},
        refused=(
            Refusal("shared", "ONE_CALL_OUT", "NZB-5.4", {"call_outs": [1, 1]}),
            Refusal("shared", "NO_SUCH_CLAIM", "", {"call_outs": [1, 9]}),
        ),
        malformed={**COMMON, "call_outs": ([], [1], [1] * 101)},
    ),
    "RecordRecovery": Row(
        "voided",
        "manager",
        lambda counter: counter.recovering(),
        PAYING,
        other={"amount": nzd(1)},
        refused=(
            Refusal("settled", "NOTHING_DUE"),
            Refusal("voided", "NOTHING_DUE", "", {"share": 2}),
            Refusal("voided", "TOO_MUCH_RECOVERED", "", {"amount": nzd(5_001)}),
            Refusal("voided", "TOO_MUCH_RECOVERED", "", {"amount": nzd(0)}),
            Refusal("voided", "TOO_MUCH_RECOVERED", "", {"amount": USD}),
        ),
        malformed={**SHARE, "recovery": (0, 9), "why": ("", LONG)},
    ),
    "GetReceipts": Row(
        "paid",
        "auditor",
        lambda counter: pb.GetReceiptsRequest(name=counter.roll),
        LOOKING,
        malformed={"name": ROLL_NAMES},
        unknown=NO_ROLL,
    ),
}
LISTS = ("ListPrizes", "ListReceiptRolls")
"""Those that list over venues: tried apart."""
REGULATED = ("PayPrize", "SignPayment", "RejectPayment", "TellPlayers", "RecordRecovery")
"""Those that leave a commit."""


async def ask(verify: Verify, method: str, request: Message, at: Metadata) -> Any:
    """The reply to a request; of a watch its first."""
    call = getattr(verify.prizes, method)(request, metadata=at)
    if method != "WatchPrizes":
        return await call
    try:
        async for first in call:
            return first
        raise AssertionError("the stream ended without a word")
    finally:
        call.cancel()


def by(counter: Counter, who: str) -> Person:
    """One of the people of a hall."""
    person: Person = counter.cashier if who == "cashier" else getattr(counter.hall, who)
    return person


# -- counters to try them on ---------------------------------------------------------------------


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


class Untouched:
    """Counters for tests of what changes nothing: one for each phase."""

    def __init__(self, laid: Callable[..., Awaitable[Counter]]) -> None:
        self._laid = laid
        self._counters: dict[str, Counter] = {}

    async def at(self, phase: str) -> Counter:
        """The counter that stands so."""
        if phase not in self._counters:
            self._counters[phase] = await self.new(phase)
        return self._counters[phase]

    async def new(self, phase: str) -> Counter:
        """A counter of its own that stands so."""
        counter = await self._laid(**(playing_for(PRIZE) if phase == "waiting" else {}))
        await PHASES[phase](counter)
        return counter
