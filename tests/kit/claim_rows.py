"""Every RPC of claims and the house's own eye: what goes through, who may call it, what is wrong.

Roles, reasons and clauses are written down here by hand, from the design and the law, and not
read from the contracts that the service goes by. PYTEST_DONT_REWRITE: see `tests.kit.claims`.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from google.protobuf.message import Message

from eyesdown.verify.v1 import claim_service_pb2 as pb
from eyesdown.verify.v1 import eye_service_pb2 as eye
from tests.kit.claims import Table
from tests.kit.draw_hall import Metadata, Person
from tests.kit.draw_rows import changed as changed
from tests.kit.verify import Verify
from tests.kit.verify_rows import DESK_NAMES, IDS, LONG, NO_DESK, Refusal

EYE = tuple(eye.DESCRIPTOR.services_by_name["EyeService"].methods_by_name)
METHODS = (*pb.DESCRIPTOR.services_by_name["ClaimService"].methods_by_name, *EYE)
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
NO_CLAIM = Refusal("called out", "NO_SUCH_CLAIM", "", {"call_out": 9})
DECIDED = Refusal("decided", "CLAIM_DECIDED", "NZB-5.7(c)")
ELSEWHERE = Refusal("collected", "OTHER_HALL", "NZB-5.7(c)", {"room": "other"})


@dataclass(frozen=True)
class Row:
    """One RPC. `make` gives a request that goes through on a table at `phase`, asked by `by`;
    `other` makes another request of it; `malformed` gives values that a field must not have."""

    phase: str
    by: str
    make: Callable[[Table], Message]
    roles: frozenset[str]
    other: Mapping[str, Any] = field(default_factory=dict)
    refused: tuple[Refusal, ...] = ()
    malformed: Mapping[str, tuple[Any, ...]] = field(default_factory=dict)


STEP: Mapping[str, tuple[Any, ...]] = {
    "request_id": IDS,
    "name": DESK_NAMES,
    "call_out": (0,),
}

ROWS: Mapping[str, Row] = {
    "CheckCard": Row(
        "called out",
        "supervisor",
        lambda table: pb.CheckCardRequest(name=table.desk, card=1, position=5),
        LOOKING,
        malformed={
            "name": DESK_NAMES,
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
            Refusal("late", "NO_SUCH_CLAIM", "", {"call_out": 9}),
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
        lambda table: pb.GetDeskRequest(name=table.desk),
        READING,
        malformed={"name": DESK_NAMES},
    ),
    "WatchDesk": Row(
        "called out",
        "auditor",
        lambda table: pb.WatchDeskRequest(name=table.desk),
        READING,
        malformed={"name": DESK_NAMES},
    ),
    "GetSight": Row(
        "called out",
        "supervisor",
        lambda table: eye.GetSightRequest(name=table.desk),
        WATCHFUL,
        malformed={"name": DESK_NAMES},
    ),
    "WatchSight": Row(
        "called out",
        "supervisor",
        lambda table: eye.WatchSightRequest(name=table.desk),
        WATCHFUL,
        malformed={"name": DESK_NAMES},
    ),
}
REGULATED = ("CollectCard", "ReadCard", "VerifyNumbers", "DecideClaim", "RuleLateClaim")
"""Those that leave a commit."""
UNKNOWN = NO_DESK


async def ask(verify: Verify, method: str, request: Message, at: Metadata) -> Message:
    """The reply to a request; of a watch its first."""
    stub = verify.eye if method in EYE else verify.claims
    call = getattr(stub, method)(request, metadata=at)
    if not method.startswith("Watch"):
        reply: Message = await call
        return reply
    try:
        async for first in call:
            return first  # type: ignore[no-any-return]
        raise AssertionError("the stream ended without a word")
    finally:
        call.cancel()


def by(table: Table, who: str) -> Person:
    """One of the people of a hall."""
    person: Person = getattr(table.hall, who)
    return person


# -- tables to try them on ---------------------------------------------------------------------


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


class Untouched:
    """Tables for tests of what changes nothing: one for each phase."""

    def __init__(self, laid: Callable[[], Awaitable[Table]]) -> None:
        self._laid = laid
        self._tables: dict[str, Table] = {}

    async def at(self, phase: str) -> Table:
        """The table that stands so."""
        if phase not in self._tables:
            self._tables[phase] = await self.new(phase)
        return self._tables[phase]

    async def new(self, phase: str) -> Table:
        """A table of its own that stands so."""
        table = await self._laid()
        await PHASES[phase](table)
        return table
