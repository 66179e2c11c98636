"""What a row of the list of RPCs is: on what table one goes through, who calls it, how it fails.

Roles, reasons and clauses are written down here by hand, from the design and the law, and not
read from the contracts that the service goes by. PYTEST_DONT_REWRITE: see `tests.kit.paigow`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from typing import Any

from google.protobuf.timestamp_pb2 import Timestamp

from eyesdown.paigow.v1 import paigow_service_pb2 as pb
from eyesdown.paigow.v1 import sitting_pb2

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
