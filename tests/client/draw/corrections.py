"""The calls that put right what went wrong in a game, and what they say."""

from __future__ import annotations

from collections.abc import Callable, Coroutine, Mapping
from typing import Any

from google.protobuf.message import Message

from eyesdown.draw.v1 import draw_service_pb2 as rpc
from eyesdown.draw.v1 import game_pb2
from eyesdown_client import Draw, ErrorKind, Stage
from tests.client.house import NAME

RID = "6d7c1c2e-8f0b-4a57-9f1e-0d5a0c1f2b3a"
GAME = game_pb2.Game(name=NAME, version=3)

CALLS: Mapping[str, tuple[Callable[[Draw], Coroutine[Any, Any, Any]], Message, Message]] = {
    "TakeBackCall": (
        lambda draw: draw.take_back_call(NAME, position=4, reason="a slip", request_id=RID),
        rpc.TakeBackCallRequest(request_id=RID, name=NAME, position=4, reason="a slip"),
        rpc.TakeBackCallResponse(game=GAME),
    ),
    "CorrectCall": (
        lambda draw: draw.correct_call(
            NAME,
            version=9,
            position=4,
            kind=ErrorKind.SPOKEN,
            wrong=71,
            right=17,
            reason="misread",
            voids=[Stage.SERIES],
            request_id=RID,
        ),
        rpc.CorrectCallRequest(
            request_id=RID,
            name=NAME,
            version=9,
            position=4,
            kind=game_pb2.ERROR_KIND_SPOKEN,
            wrong=71,
            right=17,
            reason="misread",
            voids=[game_pb2.STAGE_SERIES],
        ),
        rpc.CorrectCallResponse(game=GAME),
    ),
    "VoidWinners": (
        lambda draw: draw.void_winners(
            NAME, version=9, stage=Stage.PART_SERIES, reason="misread", request_id=RID
        ),
        rpc.VoidWinnersRequest(
            request_id=RID,
            name=NAME,
            version=9,
            stage=game_pb2.STAGE_PART_SERIES,
            reason="misread",
        ),
        rpc.VoidWinnersResponse(game=GAME),
    ),
    "ApproveProposal": (
        lambda draw: draw.approve_proposal(NAME, proposal=2, request_id=RID),
        rpc.ApproveProposalRequest(request_id=RID, name=NAME, proposal=2),
        rpc.ApproveProposalResponse(game=GAME),
    ),
    "RejectProposal": (
        lambda draw: draw.reject_proposal(NAME, proposal=2, reason="no", request_id=RID),
        rpc.RejectProposalRequest(request_id=RID, name=NAME, proposal=2, reason="no"),
        rpc.RejectProposalResponse(game=GAME),
    ),
}
