"""The calls for a game that stands still or cannot go on, and what each says: see
`test_requests`."""

from __future__ import annotations

from datetime import UTC, datetime

from google.protobuf.timestamp_pb2 import Timestamp

from eyesdown.draw.v1 import draw_service_pb2 as rpc
from eyesdown.draw.v1 import game_pb2
from eyesdown_client import HoldCause, IrregularityKind, Remedy, Selector
from tests.client.house import NAME

RID = "6d7c1c2e-8f0b-4a57-9f1e-0d5a0c1f2b3a"
GAME = game_pb2.Game(name=NAME, version=3)
AT = datetime(2026, 11, 29, 8, 0, tzinfo=UTC)
STAMP = Timestamp(seconds=1_795_939_200)

CALLS = {
    "HoldGame": (
        lambda draw: draw.hold_game(NAME, cause=HoldCause.POWER, reason="a fuse", request_id=RID),
        rpc.HoldGameRequest(
            request_id=RID, name=NAME, cause=game_pb2.HOLD_CAUSE_POWER, reason="a fuse"
        ),
        rpc.HoldGameResponse(game=GAME),
    ),
    "ResumeGame": (
        lambda draw: draw.resume_game(NAME, version=3, request_id=RID),
        rpc.ResumeGameRequest(request_id=RID, name=NAME, version=3),
        rpc.ResumeGameResponse(game=GAME),
    ),
    "ReportIrregularity": (
        lambda draw: draw.report_irregularity(
            NAME, kind=IrregularityKind.DEFECT, ball=17, reason="cracked", request_id=RID
        ),
        rpc.ReportIrregularityRequest(
            request_id=RID,
            name=NAME,
            kind=game_pb2.IRREGULARITY_KIND_DEFECT,
            ball=17,
            reason="cracked",
        ),
        rpc.ReportIrregularityResponse(game=GAME),
    ),
    "DecideIrregularity": (
        lambda draw: draw.decide_irregularity(
            NAME,
            irregularity=2,
            remedy=Remedy.REBUILT,
            decision="told from cards",
            cards=[("Pat Jones", "1204")],
            numbers=[42, 17],
            selector=Selector.RECEPTACLE,
            request_id=RID,
        ),
        rpc.DecideIrregularityRequest(
            request_id=RID,
            name=NAME,
            irregularity=2,
            remedy=game_pb2.REMEDY_REBUILT,
            decision="told from cards",
            cards=[game_pb2.CardRead(player="Pat Jones", card="1204")],
            numbers=[42, 17],
            selector=game_pb2.SELECTOR_RECEPTACLE,
        ),
        rpc.DecideIrregularityResponse(game=GAME),
    ),
    "EnterHandCalls": (
        lambda draw: draw.enter_hand_calls(
            NAME, position=4, calls=[(17, AT)], reason="no power", request_id=RID
        ),
        rpc.EnterHandCallsRequest(
            request_id=RID,
            name=NAME,
            position=4,
            calls=[game_pb2.HandCall(number=17, called_at=STAMP)],
            reason="no power",
        ),
        rpc.EnterHandCallsResponse(game=GAME),
    ),
    "VoidGame": (
        lambda draw: draw.void_game(
            NAME,
            version=3,
            reason="a ball is stuck",
            why_not_corrected="it cannot come",
            start_over=True,
            key_lost=True,
            request_id=RID,
        ),
        rpc.VoidGameRequest(
            request_id=RID,
            name=NAME,
            version=3,
            reason="a ball is stuck",
            why_not_corrected="it cannot come",
            start_over=True,
            key_lost=True,
        ),
        rpc.VoidGameResponse(game=GAME),
    ),
}
