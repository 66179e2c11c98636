"""What the draw puts on record, in verify's own words.

An event that is known and says nothing that verify needs is named here as well: one that is not
named is of a newer draw, and then nothing is decided on it.
"""

from __future__ import annotations

from collections.abc import Iterator

from google.protobuf.message import Message

from eyesdown.draw.v1 import events_pb2 as draw
from eyesdown.draw.v1 import game_pb2
from services.kernel.record.codec import UnknownFact
from services.verify.domain.cards.patterns import Pattern
from services.verify.domain.game import game
from services.verify.domain.game.game import Event, Stage

_OF_NO_CONCERN = (
    draw.StaffAssigned,
    draw.AttemptRefused,
    draw.NumberSelected,
    draw.BallRekeyed,
    draw.CallConfirmed,
)
_TITLES = {game_pb2.STAGE_PART_SERIES: "line", game_pb2.STAGE_SERIES: "bingo"}
_PATTERNS = {game_pb2.STAGE_PART_SERIES: "any_row", game_pb2.STAGE_SERIES: "full_card"}


def translated(message: Message) -> Iterator[Event]:
    """An event of a game, as none or several of ours. Raises `UnknownFact`."""
    match message:
        case draw.GameOpened():
            yield _opened(message)
        case draw.GameAnnounced():
            yield game.Announced(message.serial_number)
        case draw.NumberCalled():
            yield game.Called(message.position, message.number)
        case draw.CallOutRecorded():
            yield game.CalledOut(
                message.call_out,
                message.room,
                message.after_position,
                message.player,
                message.late,
                message.outside_play,
            )
        case draw.CallOutDecided():
            if message.ruled_in_time:
                yield game.RuledInTime(message.call_out)
        case draw.GameEnded():
            yield game.Ended()
        case _:
            if not isinstance(message, _OF_NO_CONCERN):
                raise UnknownFact(message.DESCRIPTOR.full_name)


def _opened(message: draw.GameOpened) -> game.Opened:
    return game.Opened(
        message.profile,
        message.rules.numbers,
        message.serial_number,
        tuple(
            Stage(each.stage, _TITLES[each.stage], Pattern(_PATTERNS[each.stage]))
            for each in message.stages
        ),
    )
