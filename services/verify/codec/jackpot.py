"""Jackpot cycles in the journal."""

from __future__ import annotations

from eyesdown.verify.v1 import jackpots_pb2
from services.kernel.record.codec import Codec
from services.kernel.record.shapes import Shape
from services.verify.domain.jackpots import carrying, ending, feeding, opening, winning
from services.verify.domain.jackpots.cycle import Event
from services.verify.domain.jackpots.state import State
from services.verify.views.jackpot import row

CODEC: Codec[Event, State] = Codec(
    shapes=(
        Shape(opening.JackpotOpened, jackpots_pb2.JackpotOpened),
        Shape(feeding.GameDeclared, jackpots_pb2.GameDeclared),
        Shape(feeding.ReceiptsHeld, jackpots_pb2.ReceiptsHeld),
        Shape(feeding.OddCentsTaken, jackpots_pb2.OddCentsTaken),
        Shape(feeding.StageNoted, jackpots_pb2.StageNoted),
        Shape(feeding.GameOver, jackpots_pb2.GameOver),
        Shape(winning.JackpotWon, jackpots_pb2.JackpotWon),
        Shape(winning.JackpotNotWon, jackpots_pb2.JackpotNotWon),
        Shape(winning.JackpotShared, jackpots_pb2.JackpotShared),
        Shape(winning.SharingReopened, jackpots_pb2.SharingReopened),
        Shape(winning.ShareMoved, jackpots_pb2.ShareMoved),
        Shape(carrying.CarriedOver, jackpots_pb2.CarriedOver),
        Shape(carrying.CarriedIn, jackpots_pb2.CarriedIn),
        Shape(carrying.MadeUp, jackpots_pb2.MadeUp),
        Shape(carrying.RestReturned, jackpots_pb2.RestReturned),
        Shape(ending.WinGivenUp, jackpots_pb2.WinGivenUp),
        Shape(ending.JackpotClosed, jackpots_pb2.JackpotClosed),
        Shape(ending.ClosingUndone, jackpots_pb2.ClosingUndone),
        Shape(carrying.PassedOn, jackpots_pb2.PassedOn),
    ),
    row=row,
)
