"""How a game is written in the journal: event class by message, and the row that lists show."""

from __future__ import annotations

from typing import Any

from eyesdown.draw.v1 import events_pb2
from services.draw.domain.game import (
    announcing,
    calling,
    callouts,
    checks,
    corrections,
    deciding,
    displaying,
    ending,
    handcalls,
    holding,
    irregularities,
    opening,
    proposals,
    remedies,
    restarting,
    sales,
    selecting,
    settling,
    showing,
    staff,
    taking_back,
    voiding,
    winners,
)
from services.draw.domain.game.game import Event
from services.draw.domain.game.state import State
from services.draw.views.game import row
from services.kernel.record.codec import Codec
from services.kernel.record.shapes import Shape

SHAPES: tuple[Shape[Any], ...] = (
    Shape(opening.GameOpened, events_pb2.GameOpened),
    Shape(staff.StaffAssigned, events_pb2.StaffAssigned),
    Shape(staff.StaffReleased, events_pb2.StaffReleased),
    Shape(staff.AttemptRefused, events_pb2.AttemptRefused),
    Shape(checks.AttendanceRecorded, events_pb2.AttendanceRecorded),
    Shape(checks.HearingChecked, events_pb2.HearingChecked),
    Shape(checks.EquipmentInspected, events_pb2.EquipmentInspected),
    Shape(sales.SalesWereClosed, events_pb2.SalesWereClosed),
    Shape(announcing.GameAnnounced, events_pb2.GameAnnounced),
    Shape(selecting.NumberSelected, events_pb2.NumberSelected),
    Shape(selecting.BallRekeyed, events_pb2.BallRekeyed),
    Shape(calling.NumberCalled, events_pb2.NumberCalled),
    Shape(calling.CallCutOff, events_pb2.CallCutOff),
    Shape(displaying.CallConfirmed, events_pb2.CallConfirmed),
    Shape(showing.CallAcknowledged, events_pb2.CallAcknowledged),
    Shape(showing.ConfirmedInRoom, events_pb2.ConfirmedInRoom),
    Shape(showing.WentOnWithoutRooms, events_pb2.WentOnWithoutRooms),
    Shape(callouts.CallOutRecorded, events_pb2.CallOutRecorded),
    Shape(deciding.CallOutDecided, events_pb2.CallOutDecided),
    Shape(settling.VerdictExamined, events_pb2.VerdictExamined),
    Shape(taking_back.CallTakenBack, events_pb2.CallTakenBack),
    Shape(taking_back.CutOffTakenBack, events_pb2.CutOffTakenBack),
    Shape(taking_back.SelectionTakenBack, events_pb2.SelectionTakenBack),
    Shape(corrections.CallCorrected, events_pb2.CallCorrected),
    Shape(winners.WinnersVoided, events_pb2.WinnersVoided),
    Shape(proposals.Proposed, events_pb2.Proposed),
    Shape(proposals.ProposalApproved, events_pb2.ProposalApproved),
    Shape(proposals.ProposalRejected, events_pb2.ProposalRejected),
    Shape(holding.GameHeld, events_pb2.GameHeld),
    Shape(holding.GameResumed, events_pb2.GameResumed),
    Shape(irregularities.IrregularityFound, events_pb2.IrregularityFound),
    Shape(remedies.IrregularityDecided, events_pb2.IrregularityDecided),
    Shape(handcalls.CalledByHand, events_pb2.CalledByHand),
    Shape(voiding.GameVoided, events_pb2.GameVoided),
    Shape(ending.GameEnded, events_pb2.GameEnded),
    Shape(restarting.RestartFollowed, events_pb2.RestartFollowed),
)

CODEC: Codec[Event, State] = Codec(
    shapes=SHAPES,
    row=row,
    recorded=(
        staff.NOT_THE_CALLER,
        staff.NOT_THE_SUPERVISOR,
        staff.NOT_THE_ANNOUNCER,
        displaying.BALL_DIFFERS,
        corrections.NOT_TO_CORRECT,
        corrections.FOUND_LATE,
        *settling.ON_RECORD,
        sales.SALES_KEPT_OUTSIDE,
        sales.SALES_CLOSED_BEFORE,
    ),
)
