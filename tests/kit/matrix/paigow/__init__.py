"""Every RPC of the pai gow service, and tables to try them on. PYTEST_DONT_REWRITE."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from operator import attrgetter

from eyesdown.paigow.v1 import paigow_service_pb2 as pb
from eyesdown.paigow.v1 import sitting_pb2
from tests.kernel.serving.kit import told
from tests.kit.matrix.matrix import Matrix
from tests.kit.matrix.paigow import opening, rounds, trouble
from tests.kit.matrix.paigow.common import AMISS, PUSH_IS, REASON, WIN_IS
from tests.kit.matrix.row import Changes, Row
from tests.kit.paigow import FLOAT, Floor, Replica, chips, laid, request_id
from tests.kit.paigow_play import AMOUNTS, BANK, CO, HANDS, HOUSE, TablePlay

ROWS: Mapping[str, Row] = {**opening.ROWS, **rounds.ROWS, **trouble.ROWS}
PAI_GOW = Matrix(
    services=(pb.DESCRIPTOR.services_by_name["PaiGowService"],),
    rows=ROWS,
    shown=attrgetter("sitting"),
    big=True,
)

Play = Callable[[TablePlay], Awaitable[object]]


def row(method: str) -> tuple[str, Changes]:
    """What goes through by the row of a method."""
    asks = ROWS[method].asks
    assert not callable(asks)
    return method, asks


def upto(stage: str, *then: tuple[str, Changes], mode: int = HOUSE) -> Play:
    """A round of the kit's hands up to a stage, and what the dealer or another does then."""

    async def play(table: TablePlay) -> None:
        await table.to(stage, mode=mode, box=0 if mode == HOUSE else 3)
        await _tell(table, then)

    return play


def tell(*then: tuple[str, Changes]) -> Play:
    """What the table is told before anybody is seated."""

    async def play(table: TablePlay) -> None:
        await _tell(table, then)

    return play


async def _tell(table: TablePlay, then: tuple[tuple[str, Changes], ...]) -> None:
    for method, fields in then:
        await table.do(method, getattr(table.floor, ROWS[method].by), **fields)


def _wagering(mode: int = HOUSE) -> Play:
    async def play(table: TablePlay) -> None:
        await table.to("stacked", mode=mode, box=0 if mode == HOUSE else 3)
        await table.do("CutTiles")
        for box, amount in AMOUNTS.items():
            await table.do("PlaceWager", box=box, amount=amount)

    return play


async def _matching(table: TablePlay) -> None:
    await _wagering(CO)(table)
    await table.do("PlaceBankersWager", amount=80_00)


async def _co_dealt(table: TablePlay) -> None:
    await upto("dealt", mode=CO)(table)
    for box, hand in HANDS.items():
        await table.do("SetHand", box=box, laid=laid(hand))


async def _co_placed(table: TablePlay) -> None:
    await _co_dealt(table)
    await table.do("PlaceBankersTiles")


async def _full(table: TablePlay) -> None:
    await table.seat(*range(2, 9))


async def _stopped(table: TablePlay) -> None:
    await upto("set", ("ExposeBankersHand", {}))(table)
    failed = await told(table.do("ExposeHand", box=2, outcome=PUSH_IS))
    assert failed.reason == "DIFFERS"
    table.sitting = await table.look()


SET: tuple[tuple[str, Changes], ...] = tuple(
    ("SetHand", {"box": box, "laid": laid(hand)}) for box, hand in HANDS.items()
)
SHOWDOWN: tuple[tuple[str, Changes], ...] = (("ExposeBankersHand", {}),)
WON: tuple[tuple[str, Changes], ...] = (*SHOWDOWN, ("ExposeHand", {"box": 2, "outcome": WIN_IS}))
LOST: tuple[tuple[str, Changes], ...] = (
    *WON,
    ("ExposeHand", {"box": 4, "outcome": sitting_pb2.OUTCOME_LOSE}),
)
PUSHED: tuple[tuple[str, Changes], ...] = (
    *LOST,
    ("CollectWager", {"box": 4, "amount": 20_00}),
    ("ExposeHand", {"box": 5, "outcome": PUSH_IS}),
)
REMOVING: tuple[tuple[str, Changes], ...] = (row("OrderRemoval"),)
NOTICED: tuple[tuple[str, Changes], ...] = (*REMOVING, ("AcknowledgeNotice", {"removal": 1}))
COUNT: tuple[str, Changes] = ("CountFloat", {"chips": chips(FLOAT)})
DISPUTED: tuple[tuple[str, Changes], ...] = (row("OpenDispute"),)


def full(*then: tuple[str, Changes]) -> Play:
    """All boxes are taken, and what is told then."""

    async def play(table: TablePlay) -> None:
        await _full(table)
        await table.stack()
        await _tell(table, then)

    return play


async def _restricted(table: TablePlay) -> None:
    _, fields = row("RestrictPlayers")
    parent = f"venues/{table.floor.venue}"
    request = pb.RestrictPlayersRequest(request_id=request_id(), parent=parent, **fields)
    reply = await table.stub.RestrictPlayers(request, metadata=table.floor.casino.at)
    table.restriction = reply.restrictions.restrictions[-1].restriction


STAGES: Mapping[str, Play] = {
    "open": tell(),
    "seated": upto("seated"),
    "shuffled": upto("seated", ("ShuffleTiles", {})),
    "stacked": upto("stacked"),
    "laja": upto("seated", ("ShuffleTiles", {}), ("StackTiles", {"exposed": 1})),
    "cut": upto("stacked", ("CutTiles", {})),
    "wagering": _wagering(),
    "co wagering": _wagering(CO),
    "co matching": _matching,
    "wagered": upto("wagered"),
    "shaken": upto("wagered", ("ShakeDice", {"dice": [1, 2, 6]})),
    "dealt": upto("dealt"),
    "co dealt": _co_dealt,
    "co placed": _co_placed,
    "shown": upto("dealt", row("RecordExposure")),
    "void": upto("dealt", ("DeclareMisdeal", REASON)),
    "all set": upto("dealt", *SET),
    "bank set": upto("dealt", *SET, ("SetBankersHand", {"laid": laid(BANK)})),
    "amiss": upto("dealt", *SET, ("SetBankersHand", {"laid": laid(AMISS)})),
    "set": upto("set"),
    "showdown": upto("set", *SHOWDOWN),
    "upset": upto("set", *SHOWDOWN, ("RecordDisturbed", {"box": 2})),
    "exposing": upto("set", *WON),
    "lost": upto("set", *LOST),
    "pushed": upto("set", *PUSHED),
    "stopped": _stopped,
    "exposed": upto("exposed"),
    "paid": upto("exposed", row("PayWinner")),
    "settled": upto("settled"),
    "disputed": upto("settled", *DISPUTED),
    "ruled": upto("settled", *DISPUTED, row("RuleDispute")),
    "full": full(),
    "removing": full(*REMOVING),
    "noticed": full(*NOTICED),
    "off": full(
        *NOTICED,
        row("ShakeForRemoval"),
        ("DecideRemoval", {"removal": 1, "out": True}),
    ),
    "counted": tell(COUNT),
    "miscounted": tell(("CountFloat", {"chips": chips({**FLOAT, 50: 99})})),
    "closed": tell(COUNT, ("SignClosing", {})),
    "restricted": _restricted,
}


async def table_at(stage: str, floor: Floor, replica: Replica) -> TablePlay:
    """A new table, played to where it stands so."""
    if stage == "opened":
        return await TablePlay.opened(floor, replica.paigow)
    play = await TablePlay.in_play(floor, replica.paigow)
    await STAGES[stage](play)
    return play
