"""The RPCs that hold a game, or say what becomes of one that cannot go on: see `draw_rows`.

PYTEST_DONT_REWRITE: see `tests.kit.draw`.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from datetime import UTC, datetime, timedelta
from typing import Any

from google.protobuf.timestamp_pb2 import Timestamp

from eyesdown.draw.v1 import draw_service_pb2 as pb
from eyesdown.draw.v1 import game_pb2
from tests.kit.draw_play import RECEPTACLE, Play, request_id
from tests.kit.matrix.draw.common import ENDED, NOT_ANNOUNCED, TEXT, UNKNOWN
from tests.kit.matrix.row import Refusal, Row
from tests.kit.matrix.rpc import LONG

SUPERVISORS = frozenset(("supervisor", "game_manager"))
SELECTOR, STUCK = game_pb2.IRREGULARITY_KIND_SELECTOR, game_pb2.IRREGULARITY_KIND_STUCK


def holding(play: Play, **more: Any) -> pb.HoldGameRequest:
    """Hold the game for an alarm."""
    chosen = {"cause": game_pb2.HOLD_CAUSE_ALARM, "reason": "smoke in the lobby", **more}
    return pb.HoldGameRequest(request_id=request_id(), name=play.game.name, **chosen)


def resuming(play: Play) -> pb.ResumeGameRequest:
    """Let it go on."""
    return pb.ResumeGameRequest(
        request_id=request_id(), name=play.game.name, version=play.game.version
    )


def reporting(play: Play, **more: Any) -> pb.ReportIrregularityRequest:
    """The selector does not work."""
    chosen = {"kind": SELECTOR, "reason": "it shows nothing", **more}
    return pb.ReportIrregularityRequest(request_id=request_id(), name=play.game.name, **chosen)


def deciding(play: Play, **more: Any) -> pb.DecideIrregularityRequest:
    """Balls take the selector's place."""
    chosen = {
        "irregularity": 1,
        "remedy": game_pb2.REMEDY_SWITCHED,
        "decision": "we go on with balls",
        "selector": RECEPTACLE,
        **more,
    }
    return pb.DecideIrregularityRequest(request_id=request_id(), name=play.game.name, **chosen)


def by_hand(play: Play, *numbers: int) -> pb.EnterHandCallsRequest:
    """These numbers, or 7 and 9, were called by hand a moment ago."""
    return pb.EnterHandCallsRequest(
        request_id=request_id(),
        name=play.game.name,
        position=play.next or 1,
        calls=[heard(number) for number in numbers or (7, 9)],
        reason="the network was down",
    )


def voiding(play: Play, **more: Any) -> pb.VoidGameRequest:
    """The game is void and started over."""
    chosen = {
        "version": play.game.version,
        "reason": "the tray fell over",
        "why_not_corrected": "nobody knows what was called",
        "start_over": True,
        **more,
    }
    return pb.VoidGameRequest(request_id=request_id(), name=play.game.name, **chosen)


def heard(number: int, ago: float = 0) -> game_pb2.HandCall:
    """A number called by hand so many seconds ago."""
    at = Timestamp()
    at.FromDatetime(datetime.now(UTC) - timedelta(seconds=ago))
    return game_pb2.HandCall(number=number, called_at=at)


def card(player: str = "Pat Jones", number: str = "1204") -> game_pb2.CardRead:
    """The card of a player."""
    return game_pb2.CardRead(player=player, card=number)


ROWS: Mapping[str, Row] = {
    "HoldGame": Row(
        "called",
        "caller",
        holding,
        SUPERVISORS | {"caller", "announcer", "deputy_supervisor"},
        other={"reason": "water in the lobby"},
        refused=(
            Refusal(
                "called",
                "HOLD_REASON_NEEDED",
                "",
                {"cause": game_pb2.HOLD_CAUSE_OTHER, "reason": " "},
            ),
            ENDED,
        ),
        malformed={"cause": (0, 9), "reason": (LONG,)},
    ),
    "ResumeGame": Row(
        "held",
        "supervisor",
        resuming,
        SUPERVISORS,
        other={"version": 1},
        refused=(
            Refusal("waiting", "NOT_HELD"),
            Refusal("called", "NOT_HELD"),
            ENDED,
        ),
        malformed={"version": (0,)},
    ),
    "ReportIrregularity": Row(
        "called",
        "caller",
        reporting,
        SUPERVISORS | {"caller", "announcer"},
        other={"reason": "it smokes"},
        refused=(
            NOT_ANNOUNCED,
            Refusal("called", "OTHER_EQUIPMENT", "", {"kind": STUCK}),
            Refusal("called", "OTHER_EQUIPMENT", "", {"ball": 7}),
            ENDED,
        ),
        malformed={"kind": (0, 9), "ball": (1000,), "reason": TEXT},
    ),
    "DecideIrregularity": Row(
        "irregular",
        "supervisor",
        deciding,
        SUPERVISORS,
        other={"decision": "we go on"},
        refused=(
            NOT_ANNOUNCED,
            Refusal("called", "NO_SUCH_IRREGULARITY"),
            Refusal("irregular", "NO_REMEDY", "NZB-5.6(b)", {"remedy": game_pb2.REMEDY_VOID}),
            Refusal("irregular", "REMEDY_NOT_SAID", "", {"selector": 0}),
            Refusal(
                "irregular",
                "NOT_INSPECTED_AGAIN",
                "NZB-5.6(b)",
                {"remedy": game_pb2.REMEDY_PUT_RIGHT, "selector": 0},
            ),
            ENDED,
        ),
        malformed={
            "irregularity": (0,),
            "remedy": (0, 9),
            "decision": TEXT,
            "cards": ([card()] * 21,),
            "cards[0].player": ([card(player="")], [card(player=LONG)]),
            "cards[0].card": ([card(number="")], [card(number=LONG)]),
            "numbers": ([7, 7], list(range(1, 92))),
            "selector": (UNKNOWN,),
        },
    ),
    "EnterHandCalls": Row(
        "announced",
        "supervisor",
        by_hand,
        SUPERVISORS | {"caller"},
        other={"reason": "no power"},
        stale=lambda play: {"position": play.next + 1},
        refused=(
            NOT_ANNOUNCED,
            Refusal("announced", "NO_SUCH_BALL", "NZB-5.6(b)", {"calls": [heard(91)]}),
            Refusal(
                "announced", "BALL_DRAWN_BEFORE", "NZB-5.6(b)", {"calls": [heard(7), heard(7)]}
            ),
            Refusal("announced", "CALLED_OUT_OF_ORDER", "", {"calls": [heard(7, -3600)]}),
            ENDED,
        ),
        malformed={
            "position": (0,),
            "calls": ([], [heard(7)] * 91),
            "calls[0].number": ([heard(0)], [heard(1000)]),
            "calls[0].called_at": (
                [game_pb2.HandCall(number=7)],
                [game_pb2.HandCall(number=7, called_at=Timestamp(seconds=10**15))],
            ),
            "reason": TEXT,
        },
    ),
    "VoidGame": Row(
        "called",
        "supervisor",
        voiding,
        SUPERVISORS,
        other={"reason": "a fire"},
        refused=(
            NOT_ANNOUNCED,
            Refusal("paused", "PAUSED", "NZB-5.7(c)"),
            Refusal("called", "CORRECTION_FIRST", "", {"why_not_corrected": " "}),
            Refusal("selected", "KEY_AT_HAND", "NZB-5.6(b)", {"key_lost": True}),
            ENDED,
        ),
        malformed={"version": (0,), "reason": TEXT, "why_not_corrected": (LONG,)},
    ),
}


async def _held(play: Play) -> None:
    await play.announce()
    reply = await play.draw.HoldGame(holding(play), metadata=play.caller.at)
    play.game = reply.game


async def _irregular(play: Play) -> None:
    await play.announce()
    reply = await play.draw.ReportIrregularity(reporting(play), metadata=play.caller.at)
    play.game = reply.game


PHASES: Mapping[str, Callable[[Play], Awaitable[None]]] = {"held": _held, "irregular": _irregular}
