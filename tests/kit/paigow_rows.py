"""Every RPC of the pai gow service: on what table it goes through, who may call it, how it is
refused.

Roles, reasons and clauses are written down here by hand, from the design and the law, and not
read from the contracts that the service goes by. PYTEST_DONT_REWRITE: see `tests.kit.paigow`.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from typing import Any

import grpc
from google.protobuf.message import Message
from google.protobuf.timestamp_pb2 import Timestamp

from eyesdown.paigow.v1 import paigow_service_pb2 as pb
from eyesdown.paigow.v1 import sitting_pb2
from tests.kit.draw_hall import Metadata
from tests.kit.paigow import FLOAT, Floor, Replica, chips, laid, open_table, request_id
from tests.kit.paigow_play import (
    AMOUNTS,
    BANK,
    CO,
    HANDS,
    HOUSE,
    LOSE,
    WIN,
    Stub,
    TablePlay,
)

METHODS = tuple(pb.DESCRIPTOR.services_by_name["PaiGowService"].methods_by_name)
REGULATED = tuple(
    method
    for method in METHODS
    if "request_id" in pb.DESCRIPTOR.message_types_by_name[f"{method}Request"].fields_by_name
)
OF_VENUE = ("OpenTable", "ListSittings", "RestrictPlayers")
OF_RESTRICTIONS = ("RestrictPlayers", "LiftRestriction", "GetRestrictions")

DEALERS = frozenset(("dealer",))
SUPERVISORS = frozenset(("game_supervisor",))
CASINO = frozenset(("casino_supervisor",))
BOTH = SUPERVISORS | CASINO
SIGNERS = BOTH | DEALERS
READERS = SIGNERS | frozenset(("operator", "auditor"))
Changes = Mapping[str, Any]

AMISS = ((22, 24), (20, 28))
WIN_IS, PUSH_IS = sitting_pb2.OUTCOME_WIN, sitting_pb2.OUTCOME_PUSH
LONG = "x" * 600


@dataclass(frozen=True)
class Refusal:
    """What the law refuses: on a table at `stage`, the request with `changes`."""

    stage: str
    reason: str
    clause: str = ""
    changes: Changes = field(default_factory=dict)


@dataclass(frozen=True)
class Row:
    """One RPC. `fields` make a request that goes through on a table at `stage`, asked by `by`;
    `other` makes another request of it; `malformed` gives values that a field must not have."""

    stage: str
    by: str
    fields: Changes = field(default_factory=dict)
    roles: frozenset[str] = DEALERS
    other: Changes = field(default_factory=dict)
    refused: tuple[Refusal, ...] = ()
    malformed: Mapping[str, tuple[Any, ...]] = field(default_factory=dict)


def dealers(stage: str, fields: Changes | None = None, **more: Any) -> Row:
    """What is the dealer's."""
    return Row(stage, "dealer", fields or {}, DEALERS, **more)


def supervisors(stage: str, fields: Changes | None = None, **more: Any) -> Row:
    """What is the game supervisor's."""
    return Row(stage, "supervisor", fields or {}, SUPERVISORS, **more)


def casinos(stage: str, fields: Changes | None = None, **more: Any) -> Row:
    """What is a casino supervisor's."""
    return Row(stage, "casino", fields or {}, CASINO, **more)


def until(days: int) -> Timestamp:
    """So many days from now."""
    stamp = Timestamp()
    stamp.FromDatetime(datetime.now(UTC) + timedelta(days=days))
    return stamp


LIMITS = sitting_pb2.Limits(least=10_00, most=100_00)
REASON = {"reason": "seen on camera"}
BOXES: Mapping[str, tuple[Any, ...]] = {"box": (0, 9)}
WHY: Mapping[str, tuple[Any, ...]] = {"reason": ("", "  ", LONG)}

ROWS: Mapping[str, Row] = {
    "OpenTable": Row(
        "open",
        "supervisor",
        roles=BOTH,
        other={"table": "Pai gow 2"},
        refused=(
            Refusal(
                "open",
                "LIMITS_UPSIDE_DOWN",
                changes={"limits": sitting_pb2.Limits(least=50_00, most=5_00)},
            ),
            Refusal("open", "SITTING_DAY_NOT_OPEN", changes={"sitting_id": "2026-01-01-pg1"}),
        ),
        malformed={
            "sitting_id": ("", "7", "2026-11-29", "2026-13-40-01"),
            "profile": ("", "NZ", "spare-pai-gow"),
            "table": ("", LONG),
            "limits": (None, sitting_pb2.Limits(least=0, most=5_00)),
            "chips": ([], chips({0: 1})),
        },
    ),
    "SignOpening": Row(
        "opened",
        "relief",
        roles=SIGNERS,
        refused=(Refusal("open", "FLOAT_SIGNED"), Refusal("closed", "SITTING_CLOSED")),
    ),
    "AssignStaff": Row(
        "open",
        "supervisor",
        {"post": 1, "person": "ria"},
        BOTH,
        other={"person": "bob"},
        refused=(Refusal("open", "ONE_PERSON_TWO_POSTS", changes={"person": "sue"}),),
        malformed={"post": (0, 3), "person": ("", LONG, " ria")},
    ),
    "SetLimits": supervisors(
        "open",
        {"limits": LIMITS},
        other={"limits": sitting_pb2.Limits(least=20_00, most=100_00)},
        refused=(Refusal("cut", "ROUND_OPEN"), Refusal("opened", "FLOAT_NOT_SIGNED")),
        malformed={"limits": (None, sitting_pb2.Limits(least=1))},
    ),
    "TakeFill": supervisors(
        "open",
        {"chips": chips({25_00: 4}), "signed_by": "ria"},
        other={"signed_by": "bob"},
        refused=(
            Refusal("open", "SECOND_PERSON", changes={"signed_by": "sue"}),
            Refusal("open", "NO_SUCH_CHIP", changes={"chips": chips({7_00: 1})}),
        ),
        malformed={"chips": ([],), "signed_by": ("",)},
    ),
    "TakeCredit": supervisors(
        "open",
        {"chips": chips({25_00: 4}), "signed_by": "ria"},
        other={"signed_by": "bob"},
        refused=(Refusal("cut", "ROUND_OPEN"), Refusal("closed", "SITTING_CLOSED")),
        malformed={"chips": ([],), "signed_by": ("",)},
    ),
    "CountFloat": Row(
        "open",
        "supervisor",
        {"chips": chips(FLOAT)},
        BOTH,
        other={"chips": chips({**FLOAT, 50: 7})},
        refused=(Refusal("cut", "ROUND_OPEN"), Refusal("closed", "SITTING_CLOSED")),
        malformed={"chips": ([],)},
    ),
    "DecideCount": casinos(
        "miscounted",
        REASON,
        other={"reason": "another"},
        refused=(Refusal("counted", "COUNT_AGREES"), Refusal("open", "NOT_COUNTED")),
        malformed=WHY,
    ),
    "SignClosing": Row(
        "counted",
        "relief",
        roles=SIGNERS,
        refused=(Refusal("miscounted", "COUNT_DIFFERS"), Refusal("open", "NOT_COUNTED")),
    ),
    "SeatPlayer": dealers(
        "open",
        {"box": 2, "player": "card-2"},
        other={"player": "card-3"},
        refused=(
            Refusal("seated", "BOX_HAS_PLAYER"),
            Refusal("seated", "HAS_A_BOX", changes={"box": 7, "player": "p2"}),
            Refusal("off", "BOX_OFF", "PG-10.12", {"box": 3}),
        ),
        malformed={**BOXES, "player": ("", "A B", LONG)},
    ),
    "LeaveBox": dealers(
        "seated",
        {"box": 2},
        other={"box": 4},
        refused=(
            Refusal("open", "BOX_EMPTY"),
            Refusal("dealt", "WAGER_ON_BOX", "PG-10.17"),
        ),
        malformed=BOXES,
    ),
    "MarkAbsent": dealers(
        "seated",
        {"box": 2, "absent": True},
        other={"box": 4},
        refused=(Refusal("open", "BOX_EMPTY"),),
        malformed=BOXES,
    ),
    "GiveBank": dealers(
        "seated",
        {"mode": CO, "box": 2, "chung": 2},
        other={"box": 4, "chung": 4},
        refused=(
            Refusal("seated", "CHUNG_ELSEWHERE", "PG-9.3(a)", {"chung": 4}),
            Refusal("cut", "ROUND_OPEN"),
        ),
        malformed={"mode": (0, 4), "box": (9,), "chung": (0, 9)},
    ),
    "ShuffleTiles": dealers("open", refused=(Refusal("cut", "ROUND_OPEN"),)),
    "StackTiles": dealers(
        "shuffled",
        {"exposed": 1},
        other={"exposed": 2},
        refused=(Refusal("open", "NOT_SHUFFLED"),),
        malformed={"exposed": (33,)},
    ),
    "PerformLaja": dealers(
        "stacked",
        {"exposed": 3},
        other={"exposed": 1},
        refused=(Refusal("shuffled", "NO_LAJA_DUE", "PG-10.1"),),
        malformed={"exposed": (33,)},
    ),
    "CutTiles": dealers(
        "stacked",
        refused=(
            Refusal("laja", "LAJA_NEEDED", "PG-10.1"),
            Refusal("void", "NOT_SHUFFLED", "PG-10.14"),
            Refusal("removing", "NOT_DECIDED", "PG-10.9"),
        ),
    ),
    "CallOffRound": supervisors(
        "cut", REASON, other={"reason": "x"}, refused=(Refusal("dealt", "NOT_NOW"),), malformed=WHY
    ),
    "PlaceWager": dealers(
        "cut",
        {"box": 2, "amount": 7_00},
        other={"amount": 8_00},
        refused=(
            Refusal("cut", "OFF_LIMITS", changes={"amount": 1_000_00}),
            Refusal("cut", "BOX_EMPTY", changes={"box": 7}),
            Refusal("dealt", "NOT_NOW"),
            Refusal("open", "NO_ROUND"),
        ),
        malformed={**BOXES, "amount": (0, -1)},
    ),
    "TakeBackWager": dealers(
        "wagering",
        {"box": 2},
        other={"box": 4},
        refused=(Refusal("cut", "NO_WAGER_THERE"),),
        malformed=BOXES,
    ),
    "CloseWagers": dealers(
        "wagering",
        refused=(
            Refusal("cut", "NO_WAGERS"),
            Refusal("co wagering", "BANKERS_WAGER_DUE", "PG-9.3(b)"),
        ),
    ),
    "PlaceBankersWager": dealers(
        "co wagering",
        {"amount": 40_00},
        other={"amount": 50_00},
        refused=(
            Refusal("co wagering", "BANKERS_WAGER_TOO_SMALL", "PG-9.3(b)", {"amount": 39_50}),
            Refusal("wagering", "HOUSE_BANKS"),
        ),
        malformed={"amount": (0, -1)},
    ),
    "MatchBankersWager": dealers(
        "co matching",
        {"amount": 80_00},
        other={"amount": 1_00},
        refused=(Refusal("co matching", "NOT_MATCHED", "PG-9.3(c)", {"amount": 79_50}),),
        malformed={"amount": (0,)},
    ),
    "ShakeDice": dealers(
        "wagered",
        {"dice": [1, 2, 6]},
        other={"dice": [1, 1, 1]},
        refused=(
            Refusal("co matching", "NOT_NOW", "PG-9.3(c)"),
            Refusal("dealt", "NOT_NOW"),
        ),
        malformed={"dice": ([], [1, 2], [1, 2, 7]), "dice[0]": ([0, 1, 1],)},
    ),
    "DealHand": dealers(
        "shaken",
        {"box": 1, "tiles": [20, 24, 22, 28]},
        other={"tiles": [0, 1, 2, 3]},
        refused=(
            Refusal("shaken", "NOT_THE_NEXT_BOX", changes={"box": 4}),
            Refusal("shaken", "NOT_FOUR_TILES", changes={"tiles": [0, 1, 2, 3, 4]}),
            Refusal("shaken", "NOT_FOUR_TILES", changes={"tiles": [0, 1, 2, 2]}),
            Refusal("shaken", "NO_SUCH_TILE", changes={"tiles": [0, 1, 2, 32]}),
            Refusal("shaken", "TILES_NOT_READ", changes={"tiles": []}),
        ),
        malformed={**BOXES, "tiles": (list(range(33)),)},
    ),
    "PlaceBankersTiles": dealers(
        "co dealt", refused=(Refusal("dealt", "NO_CO_BANK", "PG-9.3(d)"),)
    ),
    "SetHand": dealers(
        "dealt",
        {"box": 2, "laid": laid(WIN)},
        other={"laid": laid(LOSE)},
        refused=(
            Refusal("dealt", "NOT_ITS_TILES", changes={"box": 4}),
            Refusal("dealt", "NO_HAND", changes={"box": 7}),
            Refusal("upset", "DISTURBED", "PG-10.15"),
        ),
        malformed={**BOXES, "laid": (None, sitting_pb2.Laid(high=[0], low=[1, 2]))},
    ),
    "SetHouseWay": dealers(
        "dealt",
        {"box": 2, "cause": sitting_pb2.SET_BY_REQUEST},
        other={"box": 4},
        refused=(Refusal("dealt", "PLAYER_THERE", "PG-10.17", {"cause": 3}),),
        malformed={**BOXES, "cause": (0, 1, 5, 9)},
    ),
    "SetBankersHand": dealers(
        "all set",
        {"laid": laid(BANK)},
        other={"laid": laid(AMISS)},
        refused=(
            Refusal("dealt", "NOT_ALL_SET"),
            Refusal("co dealt", "TILES_NOT_PLACED", "PG-9.3(d)"),
            Refusal("exposing", "HAND_STANDS", "PG-10.8(b)"),
        ),
        malformed={"laid": (None,)},
    ),
    "ExposeCoBankersTiles": dealers(
        "co dealt",
        {"tiles": [20, 28]},
        other={"tiles": [20, 22]},
        refused=(Refusal("dealt", "CO_BANKER_SHOWS_TWO", "PG-9.3(e)"),),
        malformed={"tiles": ([],)},
    ),
    "ConfirmHouseWay": supervisors(
        "bank set",
        refused=(
            Refusal("amiss", "NOT_THE_HOUSE_WAY", "PG-10.8(a)"),
            Refusal("dealt", "BANKS_HAND_NOT_SET"),
        ),
    ),
    "ReportNotHouseWay": supervisors(
        "amiss",
        {"laid": laid(AMISS)},
        other={"laid": laid(BANK)},
        refused=(Refusal("bank set", "IS_THE_HOUSE_WAY", "PG-10.8(a)", {"laid": laid(BANK)}),),
        malformed={"laid": (None,)},
    ),
    "ExposeBankersHand": dealers(
        "set",
        refused=(
            Refusal("bank set", "HOUSE_WAY_NOT_CONFIRMED"),
            Refusal("exposing", "EXPOSED_ALREADY"),
        ),
    ),
    "ExposeHand": dealers(
        "showdown",
        {"box": 2, "outcome": WIN_IS},
        other={"outcome": PUSH_IS},
        refused=(
            Refusal("showdown", "NOT_THE_NEXT_HAND", changes={"box": 4}),
            Refusal("lost", "LOSER_NOT_PICKED_UP", changes={"box": 5}),
            Refusal("set", "BANK_COMES_FIRST"),
        ),
        malformed={**BOXES, "outcome": (0, 9)},
    ),
    "CollectWager": dealers(
        "lost",
        {"box": 4, "amount": 20_00},
        other={"amount": 10_00},
        refused=(Refusal("lost", "NOT_LOST", changes={"box": 2}),),
        malformed={**BOXES, "amount": (0,)},
    ),
    "ClearPush": dealers(
        "pushed",
        {"box": 5},
        other={"box": 4},
        refused=(Refusal("pushed", "NOT_A_PUSH", changes={"box": 4}),),
        malformed=BOXES,
    ),
    "PayWinner": dealers(
        "exposed",
        {"box": 2, "from_losing_area": 20_00, "from_bank": 30_00, "commission": 2_50},
        other={"commission": 3_00},
        refused=(
            Refusal("exposed", "NOT_WON", "PG-6.16", {"box": 4}),
            Refusal("lost", "NOT_ALL_EXPOSED"),
        ),
        malformed={**BOXES, "from_bank": (-1,), "commission": (-1,)},
    ),
    "HandOverRest": dealers(
        "paid",
        other={"to_float": 1_00},
        refused=(Refusal("exposed", "WINNERS_NOT_PAID"),),
        malformed={"to_banker": (-1,), "to_float": (-1,)},
    ),
    "DecideDifference": supervisors(
        "stopped",
        {"entered_stands": True, **REASON},
        other={"entered_stands": False},
        refused=(Refusal("showdown", "NOTHING_DIFFERS"),),
        malformed=WHY,
    ),
    "RecordExposure": dealers(
        "dealt",
        {"box": 2, "tiles": [0, 1], "by_dealer": True},
        other={"tiles": [0]},
        refused=(Refusal("dealt", "NOT_IN_HAND", changes={"tiles": [9]}),),
        malformed={**BOXES, "tiles": ([],)},
    ),
    "RecordViewed": dealers(
        "dealt",
        {"box": 2},
        other={"box": 4},
        refused=(Refusal("dealt", "NO_HAND", changes={"box": 7}),),
        malformed=BOXES,
    ),
    "CallHandVoid": dealers(
        "shown",
        {"box": 2},
        other={"box": 4},
        refused=(
            Refusal("dealt", "NO_MISDEAL", "PG-10.4"),
            Refusal("dealt", "HOUSE_PLAYS_ON", "PG-10.6", {"box": 1}),
        ),
        malformed=BOXES,
    ),
    "OrderReshuffle": supervisors(
        "stacked",
        REASON,
        other={"reason": "another"},
        refused=(Refusal("exposing", "TOO_LATE_TO_RESHUFFLE", "PG-10.5"),),
        malformed=WHY,
    ),
    "DeclareMisdeal": supervisors(
        "dealt",
        REASON,
        other={"reason": "another"},
        refused=(
            Refusal("paid", "WINNER_WAS_PAID", "PG-10.14"),
            Refusal("wagered", "NOT_NOW"),
        ),
        malformed=WHY,
    ),
    "RecordDisturbed": dealers(
        "showdown",
        {"box": 2},
        other={"box": 4},
        refused=(Refusal("showdown", "NOT_BEING_EXPOSED", "PG-10.15", {"box": 4}),),
        malformed=BOXES,
    ),
    "RecordMixedHands": supervisors(
        "dealt",
        {"boxes": [2, 4], "reconstructed": False},
        other={"reconstructed": True},
        refused=(Refusal("dealt", "ONE_HAND_ALONE", "PG-10.16", {"boxes": [2]}),),
        malformed={"boxes": ([], [2, 2]), "boxes[0]": ([9, 2],)},
    ),
    "OrderRemoval": supervisors(
        "full",
        {"gone": 1, "suspicion": "signs"},
        other={"suspicion": "talk"},
        refused=(Refusal("seated", "NOT_ALL_BOXES_IN_PLAY", "PG-10.9"),),
        malformed={"gone": (0, 3), "box": (9,), "suspicion": ("",)},
    ),
    "ShakeForRemoval": dealers(
        "removing",
        {"removal": 1, "dice": [1, 1, 1], "off_box": 3},
        other={"dice": [1, 1, 2]},
        refused=(
            Refusal("removing", "OTHER_BOX", "PG-10.10", {"off_box": 4}),
            Refusal("removing", "HOUSES_BOX", "PG-10.11", {"dice": [1, 2, 6], "off_box": 1}),
        ),
        malformed={"removal": (0,), "dice": ([1],), "off_box": (9,)},
    ),
    "AcknowledgeNotice": casinos(
        "removing",
        {"removal": 1},
        other={"removal": 2},
        refused=(Refusal("full", "NO_SUCH_REMOVAL"),),
        malformed={"removal": (0,)},
    ),
    "DecideRemoval": casinos(
        "noticed",
        {"removal": 1, "out": True},
        other={"out": False},
        refused=(
            Refusal("removing", "NOT_ACKNOWLEDGED", "PG-10.9"),
            Refusal("off", "DECIDED_BEFORE", "PG-10.9"),
        ),
        malformed={"removal": (0,)},
    ),
    "Reinstate": casinos(
        "off",
        {"removal": 1},
        other={"removal": 2},
        refused=(Refusal("noticed", "NOT_DECIDED", "PG-10.9"),),
        malformed={"removal": (0,)},
    ),
    "DirectToSetFirst": casinos(
        "seated",
        {"boxes": [2], **REASON},
        other={"boxes": [4]},
        refused=(Refusal("open", "BOX_EMPTY"), Refusal("closed", "SITTING_CLOSED")),
        malformed={"boxes": ([2, 2],), **WHY},
    ),
    "DirectEnglish": casinos(
        "open",
        {"only": True, **REASON},
        other={"reason": "another"},
        refused=(Refusal("closed", "SITTING_CLOSED"),),
        malformed=WHY,
    ),
    "OpenDispute": supervisors(
        "settled",
        {"round": 1, "box": 4, "claim": "a push", "surveillance": "camera 7"},
        other={"box": 5},
        refused=(
            Refusal("open", "NO_SUCH_ROUND"),
            Refusal("settled", "NOT_IN_ROUND", changes={"box": 8}),
        ),
        malformed={**BOXES, "round": (0,), "claim": ("", " "), "surveillance": (LONG,)},
    ),
    "RuleDispute": casinos(
        "disputed",
        {"dispute": 1, "ruling": sitting_pb2.RULING_FOR_PLAYER, "amount": 20_00, **REASON},
        other={"amount": 10_00},
        refused=(
            Refusal("settled", "DISPUTE_UNKNOWN"),
            Refusal("disputed", "RULING_WITHOUT_MONEY", changes={"amount": 0}),
        ),
        malformed={"dispute": (0,), "ruling": (0, 9), "amount": (-1,), **WHY},
    ),
    "ReviewDispute": Row(
        "ruled",
        "casino2",
        {"dispute": 1},
        CASINO,
        other={"dispute": 2},
        refused=(Refusal("disputed", "NOT_RULED"),),
        malformed={"dispute": (0,)},
    ),
    "RestrictPlayers": casinos(
        "open",
        {"players": ["card-1", "card-2"], "until": until(3), **REASON},
        other={"players": ["card-1", "card-3"]},
        refused=(Refusal("open", "OVER_BEFORE_IT_BEGINS", "PG-10.13(b)", {"until": until(-3)}),),
        malformed={
            "players": ([], ["card-1"], ["card-1", "card-1"]),
            "players[0]": (["A B", "card-1"],),
            "until": (None, Timestamp(seconds=10**15)),
            **WHY,
        },
    ),
    "LiftRestriction": casinos(
        "restricted",
        {"restriction": 1, **REASON},
        other={"restriction": 300},
        refused=(Refusal("restricted", "NO_SUCH_RESTRICTION", "", {"restriction": 400}),),
        malformed={"restriction": (0,), **WHY},
    ),
    "GetSitting": Row("open", "auditor", roles=READERS),
    "GetRound": Row("cut", "auditor", {"round": 1}, READERS, malformed={"round": (0,)}),
    "ListSittings": Row(
        "open",
        "auditor",
        roles=READERS,
        malformed={
            "page_size": (501,),
            "page_token": (LONG, "!"),
            "filter.day": (
                pb.ListSittingsRequest.Filter(day="today"),
                pb.ListSittingsRequest.Filter(day="2026-02-30"),
            ),
        },
    ),
    "WatchTable": Row("open", "auditor", roles=READERS),
    "GetRestrictions": Row("restricted", "auditor", roles=READERS),
}


def make(method: str, play: TablePlay) -> Message:
    """The request that goes through on this table."""
    fields = dict(ROWS[method].fields)
    floor = play.floor
    if method == "OpenTable":
        return open_table(floor)
    request: Any = getattr(pb, f"{method}Request")(**fields)
    if method in REGULATED:
        request.request_id = request_id()
    if method == "LiftRestriction":
        request.restriction = play.restriction
    if method in OF_VENUE:
        request.parent = f"venues/{floor.venue}"
    elif method in OF_RESTRICTIONS:
        request.name = f"venues/{floor.venue}/restrictions/{floor.day[:4]}"
    else:
        request.name = play.sitting.name
    made: Message = request
    return made


async def ask(stub: Stub, method: str, request: Message, at: Metadata) -> Message:
    """The reply to a request; of a stream, its first."""
    if method != "WatchTable":
        reply: Message = await getattr(stub, method)(request, metadata=at)
        return reply
    stream = stub.WatchTable(request, metadata=at)  # type: ignore[arg-type]  # it is its request
    try:
        async for first in stream:
            return first
        raise AssertionError("the stream ended without a word")
    finally:
        stream.cancel()


# -- tables to try them on -------------------------------------------------------------------

Play = Callable[[TablePlay], Awaitable[object]]


def upto(stage: str, *then: tuple[str, Changes], mode: int = HOUSE) -> Play:
    """A round of the kit's hands up to a stage, and what the dealer or another does then."""

    async def play(table: TablePlay) -> None:
        await table.to(stage, mode=mode, box=0 if mode == HOUSE else 3)
        await _tell(table, then)

    return play


def told(*then: tuple[str, Changes]) -> Play:
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


async def _full(table: TablePlay) -> None:
    await table.seat(*range(2, 9))


async def _stopped(table: TablePlay) -> None:
    await upto("set", ("ExposeBankersHand", {}))(table)
    try:
        await table.do("ExposeHand", box=2, outcome=PUSH_IS)
    except grpc.aio.AioRpcError:
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
REMOVING: tuple[tuple[str, Changes], ...] = (("OrderRemoval", ROWS["OrderRemoval"].fields),)
NOTICED: tuple[tuple[str, Changes], ...] = (*REMOVING, ("AcknowledgeNotice", {"removal": 1}))
COUNT: tuple[str, Changes] = ("CountFloat", {"chips": chips(FLOAT)})
DISPUTED: tuple[tuple[str, Changes], ...] = (("OpenDispute", ROWS["OpenDispute"].fields),)


def full(*then: tuple[str, Changes]) -> Play:
    """All boxes are taken, and what is told then."""

    async def play(table: TablePlay) -> None:
        await _full(table)
        await table.stack()
        await _tell(table, then)

    return play


async def _restricted(table: TablePlay) -> None:
    request = make("RestrictPlayers", table)
    reply: Any = await ask(table.stub, "RestrictPlayers", request, table.floor.casino.at)
    table.restriction = reply.restrictions.restrictions[-1].restriction


STAGES: Mapping[str, Play] = {
    "open": told(),
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
    "shown": upto("dealt", ("RecordExposure", ROWS["RecordExposure"].fields)),
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
    "paid": upto("exposed", ("PayWinner", ROWS["PayWinner"].fields)),
    "settled": upto("settled"),
    "disputed": upto("settled", *DISPUTED),
    "ruled": upto("settled", *DISPUTED, ("RuleDispute", ROWS["RuleDispute"].fields)),
    "full": full(),
    "removing": full(*REMOVING),
    "noticed": full(*NOTICED),
    "off": full(
        *NOTICED,
        ("ShakeForRemoval", ROWS["ShakeForRemoval"].fields),
        ("DecideRemoval", {"removal": 1, "out": True}),
    ),
    "counted": told(COUNT),
    "miscounted": told(("CountFloat", {"chips": chips({**FLOAT, 50: 99})})),
    "closed": told(COUNT, ("SignClosing", {})),
    "restricted": _restricted,
}


async def table_at(stage: str, floor: Floor, replica: Replica) -> TablePlay:
    """A new table, played to where it stands so."""
    if stage == "opened":
        return await TablePlay.opened(floor, replica.paigow)
    play = await TablePlay.in_play(floor, replica.paigow)
    await STAGES[stage](play)
    return play


class Untouched:
    """Tables for tests of what changes nothing: one for each stage."""

    def __init__(self, floor: Floor, replica: Replica) -> None:
        self._floor = floor
        self._replica = replica
        self._tables: dict[str, TablePlay] = {}

    async def at(self, stage: str) -> TablePlay:
        """The table that stands so."""
        if stage not in self._tables:
            self._tables[stage] = await table_at(stage, self._floor, self._replica)
        return self._tables[stage]
