"""What the rows of session tables have in common."""

from __future__ import annotations

from typing import Any

from tests.kit.matrix.row import Refusal
from tests.kit.matrix.rpc import LONG
from tests.kit.table_play import TablePlay

DIRECTOR = frozenset(("tournament_director",))
SUPERVISORS = DIRECTOR | {"game_supervisor"}
DEALERS = SUPERVISORS | {"dealer"}
CASHIERS = DEALERS | {"cashier"}
HOLDERS = DEALERS | {"casino_supervisor"}
READERS = HOLDERS | {"cashier", "operator", "auditor"}

BOX: dict[str, tuple[Any, ...]] = {"box": (0, 8)}
ROUND: dict[str, tuple[Any, ...]] = {"round": (0,)}
WHY: dict[str, tuple[Any, ...]] = {"reason": (LONG,)}
AMOUNT: dict[str, tuple[Any, ...]] = {"amount": (0, 1_000_000_001)}
NOT_YET = Refusal("ready", "SESSION_NOT_STARTED")
GONE = Refusal("over", "PLAY_CEASED", "TBJ-1.0-session")
NOBODY = Refusal("wagering", "NO_PLAYER_THERE", changes={"box": 2})
NO_REASON = {"reason": " "}


def next_round(play: TablePlay) -> dict[str, Any]:
    """Asked of a round that has not come yet."""
    return {"round": play.table.round.number + 1}
