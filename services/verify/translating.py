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
from services.kernel.record.shapes import instant
from services.verify.domain.cards.patterns import Pattern
from services.verify.domain.cards.readings import WindowEnds
from services.verify.domain.game import game
from services.verify.domain.game.answering import Cry
from services.verify.domain.game.game import Event, Stage
from services.verify.domain.game.posts import Held, Post

_OF_NO_CONCERN = (
    *(draw.AttemptRefused, draw.AttendanceRecorded, draw.HearingChecked),
    *(draw.EquipmentInspected, draw.GameHeld, draw.GameResumed),
    *(draw.IrregularityFound, draw.IrregularityDecided),
    *(draw.Proposed, draw.ProposalApproved, draw.ProposalRejected),
    *(draw.NumberSelected, draw.BallRekeyed, draw.SelectionTakenBack),
    *(draw.CallConfirmed, draw.SalesWereClosed, draw.VerdictExamined),
)
_POSTS = {post.value for post in Post}
_TITLES = {
    game_pb2.STAGE_PART_SERIES: "line",
    game_pb2.STAGE_SECOND_PART_SERIES: "second line",
    game_pb2.STAGE_THIRD_PART_SERIES: "third line",
    game_pb2.STAGE_FOURTH_PART_SERIES: "fourth line",
    game_pb2.STAGE_SERIES: "bingo",
}


def translated(message: Message) -> Iterator[Event]:
    """An event of a game, as none or several of ours. Raises `UnknownFact`."""
    match message:
        case draw.GameOpened():
            yield _opened(message)
        case draw.GameAnnounced():
            yield game.Announced(message.serial_number)
        case draw.NumberCalled():
            yield game.Called(message.position, message.number)
        case draw.CalledByHand():
            for position, each in enumerate(message.calls, start=message.position):
                yield game.Called(position, each.number)
        case draw.CallCorrected():
            yield from _corrected(message)
        case draw.CallTakenBack():
            yield game.TakenBack(message.position)
        case draw.CallOutRecorded():
            yield game.CalledOut(
                message.call_out,
                message.room,
                message.after_position,
                Cry(message.cry),
                message.on_behalf,
                message.player,
                instant(message.heard_at),
                message.outside_play,
            )
        case draw.CallOutDecided():
            yield game.Decided(message.call_out, tuple(message.stages), message.ruled_in_time)
        case draw.WinnersVoided():
            yield game.WinnersVoided(message.stage)
        case draw.StaffAssigned():
            if message.post in _POSTS:
                held = Held(Post(message.post), message.person, message.room)
                yield game.PostTaken(held)
        case draw.CallCutOff():
            yield game.CutOff(message.position)
        case draw.GameEnded():
            yield game.Ended()
        case draw.GameVoided():
            yield game.Ended(void=True)
        case _:
            if not isinstance(message, _OF_NO_CONCERN):
                raise UnknownFact(message.DESCRIPTOR.full_name)


def pattern_of(text: str, stage: int) -> Pattern:
    """A pattern by its name, or by a mask such as "x....|.x...|..x..|...x.|....x", row by row.

    Of a stage for which none is told, as games of old, the usual one: a row, or the full card.
    """
    if not text:
        return Pattern("full_card" if stage == game_pb2.STAGE_SERIES else "any_row")
    if not set(text) <= set("x.|") or text == "x":
        return Pattern(text)
    cells = text.replace("|", "")
    return Pattern("mask", (sum(1 << cell for cell, mark in enumerate(cells) if mark == "x"),))


def _opened(message: draw.GameOpened) -> game.Opened:
    corrected = message.rules.window == draw.WINDOW_CORRECTED
    return game.Opened(
        message.profile,
        message.rules.numbers,
        message.serial_number,
        tuple(
            Stage(each.stage, _TITLES[each.stage], pattern_of(each.pattern, each.stage))
            for each in message.stages
        ),
        message.restart_of,
        WindowEnds.CORRECTED if corrected else WindowEnds.NEXT_SELECTED,
        message.rules.law,
    )


def _corrected(message: draw.CallCorrected) -> Iterator[Event]:
    """What the hall heard is corrected by announcing it; what was entered, on paper. What a display
    showed has told nobody a number."""
    position, right, at = message.position, message.right, instant(message.at)
    if message.kind == game_pb2.ERROR_KIND_SPOKEN:
        yield game.SaidWrongly(position, message.wrong, right, message.place, at)
    elif message.kind == game_pb2.ERROR_KIND_KEYED:
        yield game.KeyedWrongly(position, right)
