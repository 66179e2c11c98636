"""Every RPC of claims and of the house's own eye: what goes through, who may call it."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from typing import Any

from eyesdown.verify.v1 import claim_service_pb2 as pb
from eyesdown.verify.v1 import eye_service_pb2 as eye
from tests.kit.claims import Table
from tests.kit.matrix.matrix import Matrix
from tests.kit.matrix.row import Refusal, Row
from tests.kit.matrix.rpc import LONG

ROOMS = ("", "Main", "venues/akl/rooms", "venues/akl/rooms/", "a b")
SUPERVISING = frozenset(("supervisor", "deputy_supervisor"))
LOOKING = frozenset(
    (
        *("supervisor", "deputy_supervisor", "caller", "announcer"),
        *("game_manager", "operator", "auditor"),
    )
)
WATCHFUL = frozenset(("supervisor", "deputy_supervisor", "game_manager", "auditor"))
READING = LOOKING | {"steward", "cashier"}
NO_CLAIM = Refusal("called out", "NO_SUCH_CLAIM", changes={"call_out": 9})
DECIDED = Refusal("decided", "CLAIM_DECIDED", "NZB-5.7(c)")
ELSEWHERE = Refusal("collected", "OTHER_HALL", "NZB-5.7(c)", {"room": "other"})


STEP: Mapping[str, tuple[Any, ...]] = {"call_out": (0,)}

ROWS: Mapping[str, Row] = {
    "CheckCard": Row(
        "called out",
        "supervisor",
        {"card": 1, "position": 5},
        LOOKING,
        malformed={
            "card": (0, 10_000_000),
            "serial_number": (LONG,),
            "position": (6, 1_000),
        },
    ),
    "CollectCard": Row(
        "called out",
        "supervisor",
        lambda table: table.collecting(1, 1),
        SUPERVISING,
        other={"card": 2},
        refused=(NO_CLAIM, DECIDED, ELSEWHERE),
        malformed={
            **STEP,
            "card": (0, 10_000_000),
            "serial_number": ("", LONG),
            "room": ROOMS,
        },
    ),
    "ReadCard": Row(
        "collected",
        "supervisor",
        lambda table: table.reading(1),
        SUPERVISING,
        other={"call_out": 2},
        refused=(
            NO_CLAIM,
            DECIDED,
            ELSEWHERE,
            Refusal("called out", "CARD_NOT_COLLECTED", "NZB-5.7(c)"),
        ),
        malformed={**STEP, "room": ROOMS},
    ),
    "VerifyNumbers": Row(
        "read",
        "caller",
        lambda table: table.verifying(1),
        frozenset(("caller",)),
        other={"unconfirmed": [1]},
        refused=(
            NO_CLAIM,
            DECIDED,
            Refusal("called out", "CARD_NOT_COLLECTED", "NZB-5.7(c)"),
            Refusal("collected", "NUMBERS_NOT_READ", "NZB-5.7(c)(iv)"),
        ),
        malformed={
            **STEP,
            "unconfirmed[0]": ([0], [1_000]),
            "unconfirmed": ([1] * 91,),
            "witnesses[0]": ([""], [LONG]),
            "witnesses": (["Ann"] * 11,),
        },
    ),
    "DecideClaim": Row(
        "verified",
        "supervisor",
        lambda table: table.deciding(1),
        SUPERVISING,
        other={"no_card": True},
        refused=(
            NO_CLAIM,
            DECIDED,
            ELSEWHERE,
            Refusal("called out", "CARD_NOT_COLLECTED", "NZB-5.7(c)"),
            Refusal("collected", "NUMBERS_NOT_READ", "NZB-5.7(c)(iv)"),
            Refusal("read", "NUMBERS_NOT_VERIFIED", "NZB-5.7(c)(iv)"),
            Refusal("late", "CLAIM_TO_BE_RULED", "NZB-5.10"),
            Refusal("collected", "CARD_AT_THE_DESK", "NZB-5.7(c)", {"no_card": True}),
        ),
        malformed={**STEP, "room": ROOMS},
    ),
    "RuleLateClaim": Row(
        "late",
        "supervisor",
        lambda table: table.ruling(1),
        SUPERVISING,
        other={"in_time": False},
        refused=(
            Refusal("late", "NO_SUCH_CLAIM", changes={"call_out": 9}),
            DECIDED,
            Refusal("late", "OTHER_HALL", "NZB-5.7(c)", {"room": "other"}),
            Refusal("verified", "CLAIM_IN_TIME", "NZB-5.10"),
            Refusal("ruled", "CLAIM_RULED_BEFORE", "NZB-5.10"),
        ),
        malformed={**STEP, "room": ROOMS},
    ),
    "GetDesk": Row(
        "called out",
        "auditor",
        {},
        READING,
    ),
    "WatchDesk": Row(
        "called out",
        "auditor",
        {},
        READING,
    ),
    "GetSight": Row(
        "called out",
        "supervisor",
        {},
        WATCHFUL,
    ),
    "WatchSight": Row(
        "called out",
        "supervisor",
        {},
        WATCHFUL,
    ),
}


async def _called_out(table: Table) -> None:
    await table.call(await table.row(1))
    await table.play.call_out()


async def _collected(table: Table) -> None:
    await _called_out(table)
    await table.collect(1, 1)


async def _read(table: Table) -> None:
    await _collected(table)
    await table.read(1)


async def _verified(table: Table) -> None:
    await _read(table)
    await table.confirm(1)


async def _decided(table: Table) -> None:
    await _verified(table)
    await table.decide(1)
    await table.settled(1)  # what the draw says to it is another version of the desk


async def _late(table: Table) -> None:
    await table.call(await table.row(1))
    await table.call([await table.other(1)])
    await table.play.call_out(after_position=5)
    await table.collect(1, 1)
    await table.read(1)
    await table.confirm(1)


async def _ruled(table: Table) -> None:
    await _late(table)
    await table.rule(1)


PHASES: Mapping[str, Callable[[Table], Awaitable[None]]] = {
    "called out": _called_out,
    "collected": _collected,
    "read": _read,
    "verified": _verified,
    "decided": _decided,
    "late": _late,
    "ruled": _ruled,
}


async def table_at(at: str, laid: Callable[[], Awaitable[Table]]) -> Table:
    """A new table that stands so."""
    table = await laid()
    await PHASES[at](table)
    return table


CLAIMS = Matrix(
    services=(
        pb.DESCRIPTOR.services_by_name["ClaimService"],
        eye.DESCRIPTOR.services_by_name["EyeService"],
    ),
    rows=ROWS,
    shown=lambda table: pb.ClaimDesk(name=table.desk),
)
