"""The RPCs of the draw that put right what went wrong: corrections, winners, signatures."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from typing import Any

from eyesdown.draw.v1 import draw_service_pb2 as pb
from eyesdown.draw.v1 import game_pb2
from tests.kit.draw_play import LINE, RECEPTACLE, Play, request_id
from tests.kit.matrix.draw.common import ENDED, NOT_ANNOUNCED, TEXT, UNKNOWN
from tests.kit.matrix.row import Refusal, Row

REASON = "misread"
ENDED_UNWON = Refusal("ended", "STAGE_NOT_WON")


def correcting(play: Play, **more: Any) -> pb.CorrectCallRequest:
    """A display showed another number than the last one that was called."""
    last = play.game.calls[-1] if play.game.calls else game_pb2.Call(position=1, number=42)
    return pb.CorrectCallRequest(
        **{
            "request_id": request_id(),
            "name": play.game.name,
            "version": play.game.version,
            "position": last.position,
            "kind": game_pb2.ERROR_KIND_SHOWN,
            "wrong": last.number % 90 + 1,
            "right": last.number,
            "reason": REASON,
            **more,
        }
    )


def taking_back(play: Play) -> pb.TakeBackCallRequest:
    """The last call was never called."""
    return pb.TakeBackCallRequest(
        request_id=request_id(),
        name=play.game.name,
        position=len(play.game.calls) or 1,
        reason=REASON,
    )


def voiding_winners(play: Play, stage: game_pb2.Stage.ValueType = LINE) -> pb.VoidWinnersRequest:
    """The winners of a stage should not have won."""
    return pb.VoidWinnersRequest(
        request_id=request_id(),
        name=play.game.name,
        version=play.game.version,
        stage=stage,
        reason=REASON,
    )


def approving(play: Play, proposal: int = 1) -> pb.ApproveProposalRequest:
    """The second person signs."""
    return pb.ApproveProposalRequest(
        request_id=request_id(), name=play.game.name, proposal=proposal
    )


def rejecting(play: Play, proposal: int = 1) -> pb.RejectProposalRequest:
    """The second person does not."""
    return pb.RejectProposalRequest(
        request_id=request_id(), name=play.game.name, proposal=proposal, reason="no"
    )


ROWS: Mapping[str, Row] = {
    "TakeBackCall": Row(
        "ball called",
        "caller",
        taking_back,
        frozenset(("caller",)),
        other={"reason": "a slip"},
        stale=lambda play: {"position": 9},
        refused=(
            NOT_ANNOUNCED,
            Refusal("called", "SELECTION_KEPT", "NZB-5.6(b)"),
            Refusal("ball confirmed", "CONFIRMED_BEFORE", "NZB-5.8"),
            ENDED,
        ),
        malformed={"position": (0,), "reason": TEXT},
    ),
    "CorrectCall": Row(
        "called",
        "caller",
        correcting,
        frozenset(("caller", "supervisor", "game_manager")),
        other={"reason": "a slip"},
        refused=(
            NOT_ANNOUNCED,
            Refusal("called", "CALL_DOES_NOT_COUNT", "", {"position": 2}),
            Refusal("called", "NOTHING_IS_KEYED", "NZB-5.6(b)", {"kind": 3}),
            Refusal("called", "NOT_A_NUMBER_HERE", "", {"wrong": 91}),
            Refusal("called", "STAGE_NOT_WON", "", {"voids": [LINE]}),
            Refusal("called", "CALL_DOES_NOT_COUNT", "", {"kind": 1, "swaps": 2}),
            Refusal("ended", "CALL_DOES_NOT_COUNT", "", {"position": 9}),
        ),
        malformed={
            "version": (0,),
            "position": (0,),
            "kind": (0, UNKNOWN),
            "wrong": (0, 1000),
            "right": (0, 1000),
            "reason": TEXT,
            "voids": ([LINE, LINE],),
            "voids[0]": ([0], [UNKNOWN]),
        },
    ),
    "VoidWinners": Row(
        "won",
        "supervisor",
        voiding_winners,
        frozenset(("supervisor", "game_manager")),
        other={"reason": "a slip"},
        refused=(NOT_ANNOUNCED, Refusal("called", "STAGE_NOT_WON"), ENDED_UNWON),
        malformed={
            "version": (0,),
            "stage": (0, UNKNOWN),
            "reason": TEXT,
            "call_outs": ([1, 1],),
            "call_outs[0]": ([0],),
        },
    ),
    "ApproveProposal": Row(
        "proposed",
        "caller",
        approving,
        frozenset(("caller", "supervisor", "deputy_supervisor", "game_manager")),
        other={"proposal": 2},
        refused=(
            Refusal("waiting", "NO_SUCH_PROPOSAL"),
            Refusal("proposed", "NO_SUCH_PROPOSAL", "", {"proposal": 2}),
            Refusal("rejected", "PROPOSAL_DECIDED"),
            Refusal("ended", "NO_SUCH_PROPOSAL"),
        ),
        malformed={"proposal": (0,)},
    ),
    "RejectProposal": Row(
        "proposed",
        "caller",
        rejecting,
        frozenset(("caller", "supervisor", "deputy_supervisor", "game_manager")),
        other={"reason": "never"},
        refused=(
            Refusal("waiting", "NO_SUCH_PROPOSAL"),
            Refusal("proposed", "NO_SUCH_PROPOSAL", "", {"proposal": 2}),
            Refusal("rejected", "PROPOSAL_DECIDED"),
            Refusal("ended", "NO_SUCH_PROPOSAL"),
        ),
        malformed={"proposal": (0,), "reason": TEXT},
    ),
}


# -- games to try them on --------------------------------------------------------------------------


async def _ball_called(play: Play) -> None:
    """Another game in its place, which is played with balls."""
    play.game = (await Play.announced(play.hall, play.draw, selector=RECEPTACLE)).game
    await play.select(ball=17)
    await play.call()


async def _ball_confirmed(play: Play) -> None:
    await _ball_called(play)
    await play.confirm(ball=17)


async def _won(play: Play) -> None:
    await play.announce()
    await play.round()
    number = await play.call_out()
    await play.decide(number, verdict=game_pb2.VERDICT_VALID, stages=[LINE])


async def _proposed(play: Play) -> None:
    await _won(play)
    reply = await play.draw.VoidWinners(voiding_winners(play), metadata=play.supervisor.at)
    play.game = reply.game


async def _rejected(play: Play) -> None:
    await _proposed(play)
    reply = await play.draw.RejectProposal(rejecting(play), metadata=play.caller.at)
    play.game = reply.game


PHASES: Mapping[str, Callable[[Play], Awaitable[None]]] = {
    "ball called": _ball_called,
    "ball confirmed": _ball_confirmed,
    "won": _won,
    "proposed": _proposed,
    "rejected": _rejected,
}
