"""What the rows of pai gow have in common."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC, datetime, timedelta
from typing import Any

from google.protobuf.timestamp_pb2 import Timestamp

from eyesdown.paigow.v1 import sitting_pb2
from tests.kit.matrix.row import Changes, Make, Row
from tests.kit.matrix.rpc import LONG

DEALERS = frozenset(("dealer",))
SUPERVISORS = frozenset(("game_supervisor",))
CASINO = frozenset(("casino_supervisor",))
BOTH = SUPERVISORS | CASINO
SIGNERS = BOTH | DEALERS
READERS = SIGNERS | frozenset(("operator", "auditor"))

AMISS = ((22, 24), (20, 28))
WIN_IS, PUSH_IS = sitting_pb2.OUTCOME_WIN, sitting_pb2.OUTCOME_PUSH


def dealers(at: str, asks: Make | Changes | None = None, **more: Any) -> Row:
    """What is the dealer's."""
    return Row(at, "dealer", asks or {}, DEALERS, **more)


def supervisors(at: str, asks: Make | Changes | None = None, **more: Any) -> Row:
    """What is the game supervisor's."""
    return Row(at, "supervisor", asks or {}, SUPERVISORS, **more)


def casinos(at: str, asks: Make | Changes | None = None, **more: Any) -> Row:
    """What is a casino supervisor's."""
    return Row(at, "casino", asks or {}, CASINO, **more)


def until(days: int) -> Timestamp:
    """So many days from now."""
    stamp = Timestamp()
    stamp.FromDatetime(datetime.now(UTC) + timedelta(days=days))
    return stamp


LIMITS = sitting_pb2.Limits(least=10_00, most=100_00)
REASON = {"reason": "seen on camera"}
BOXES: Mapping[str, tuple[Any, ...]] = {"box": (0, 9)}
WHY: Mapping[str, tuple[Any, ...]] = {"reason": ("", "  ", LONG)}
