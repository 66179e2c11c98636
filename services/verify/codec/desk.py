"""Claim desks in the journal."""

from __future__ import annotations

from eyesdown.verify.v1 import desk_events_pb2
from services.kernel.record.codec import Codec
from services.kernel.record.shapes import Shape
from services.verify.domain.desk import (
    attempts,
    claims,
    collecting,
    course,
    deciding,
    heeding,
    jackpots,
    late,
    opening,
    paying,
    players,
    recovering,
    selling,
    settling,
    signing,
)
from services.verify.domain.desk.desk import Event
from services.verify.domain.desk.state import State
from services.verify.views.prizes import row

CODEC: Codec[Event, State] = Codec(
    shapes=(
        Shape(opening.DeskOpened, desk_events_pb2.DeskOpened),
        Shape(selling.SalesOpened, desk_events_pb2.SalesOpened),
        Shape(selling.BlockRegistered, desk_events_pb2.BlockRegistered),
        Shape(selling.SalesClosing, desk_events_pb2.SalesClosing),
        Shape(selling.BlockReported, desk_events_pb2.BlockReported),
        Shape(selling.SalesClosed, desk_events_pb2.SalesClosed),
        Shape(late.SalesAmended, desk_events_pb2.SalesAmended),
        Shape(late.SalesReduced, desk_events_pb2.SalesReduced),
        Shape(claims.ClaimOpened, desk_events_pb2.ClaimOpened),
        Shape(claims.DecidedElsewhere, desk_events_pb2.DecidedElsewhere),
        Shape(claims.ClaimReopened, desk_events_pb2.ClaimReopened),
        Shape(claims.WinVoided, desk_events_pb2.WinVoided),
        Shape(heeding.DrawAnswered, desk_events_pb2.DrawAnswered),
        Shape(attempts.AttemptRefused, desk_events_pb2.AttemptRefused),
        Shape(collecting.CardCollected, desk_events_pb2.CardCollected),
        Shape(collecting.NumbersRead, desk_events_pb2.NumbersRead),
        Shape(collecting.NumbersVerified, desk_events_pb2.NumbersVerified),
        Shape(deciding.LateClaimRuled, desk_events_pb2.LateClaimRuled),
        Shape(deciding.ClaimDecided, desk_events_pb2.ClaimDecided),
        Shape(course.PrizesAnnounced, desk_events_pb2.PrizesAnnounced),
        Shape(course.WinRecorded, desk_events_pb2.WinRecorded),
        Shape(course.PlayWentOn, desk_events_pb2.PlayWentOn),
        Shape(course.PlayEnded, desk_events_pb2.PlayEnded),
        Shape(players.PlayersTold, desk_events_pb2.PlayersTold),
        Shape(settling.StageSettled, desk_events_pb2.StageSettled),
        Shape(settling.SettlementReopened, desk_events_pb2.SettlementReopened),
        Shape(settling.RecoveryDue, desk_events_pb2.RecoveryDue),
        Shape(paying.PaymentProposed, desk_events_pb2.PaymentProposed),
        Shape(signing.PaymentRejected, desk_events_pb2.PaymentRejected),
        Shape(paying.PrizePaid, desk_events_pb2.PrizePaid),
        Shape(paying.ReceiptTaken, desk_events_pb2.ReceiptTaken),
        Shape(recovering.RecoveryRecorded, desk_events_pb2.RecoveryRecorded),
        Shape(recovering.PrizeLapsed, desk_events_pb2.PrizeLapsed),
        Shape(jackpots.JackpotDeclared, desk_events_pb2.JackpotDeclared),
        Shape(jackpots.JackpotAwarded, desk_events_pb2.JackpotAwarded),
        Shape(jackpots.JackpotReleased, desk_events_pb2.JackpotReleased),
    ),
    row=row,
    recorded=attempts.ON_RECORD,
)
