"""What the draw puts on record, in verify's own words.

An event that is known and says nothing that verify needs is named here as well: one that is not
named is of a newer draw, and then nothing is decided on it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from google.protobuf.message import Message

from eyesdown.draw.v1 import events_pb2 as draw
from eyesdown.draw.v1 import game_pb2
from services.kernel.record.codec import UnknownFact
from services.kernel.record.shapes import instant
from services.verify.domain.cards.patterns import Pattern
from services.verify.domain.cards.readings import WindowEnds
from services.verify.domain.desk import prizes as desk_prizes
from services.verify.domain.game import game
from services.verify.domain.game.answering import Cry
from services.verify.domain.game.awaited import Awaited
from services.verify.domain.game.game import Event, Stage
from services.verify.domain.game.posts import Held, Post

_OF_NO_CONCERN = (
    *(draw.AttemptRefused, draw.AttendanceRecorded, draw.HearingChecked),
    *(draw.EquipmentInspected, draw.GameHeld, draw.GameResumed),
    *(draw.IrregularityFound, draw.IrregularityDecided),
    *(draw.NumberSelected, draw.SelectionTakenBack),
    *(draw.CallConfirmed, draw.SalesWereClosed, draw.VerdictExamined),
    *(draw.CallAcknowledged, draw.ConfirmedInRoom, draw.WentOnWithoutRooms),
)


def translated(message: Message) -> Iterator[Event]:
    """An event of a game, as none or several of ours. Raises `UnknownFact`."""
    make = _TOLD.get(type(message))
    if make is not None:
        yield from make(message)
    elif not isinstance(message, _OF_NO_CONCERN):
        raise UnknownFact(message.DESCRIPTOR.full_name)


def _calls(message: Message) -> Iterator[Event]:
    """What the hall heard, and what came of it."""
    match message:
        case draw.NumberCalled():
            yield game.Called(message.position, message.number, instant(message.at))
        case draw.CalledByHand():
            yield game.Reopened(tuple(message.reopened))
            calls = enumerate(message.calls, start=message.position)
            yield game.CalledByHand(
                tuple(game.Called(at, each.number, instant(each.called_at)) for at, each in calls),
                message.HasField("opening"),
            )
        case draw.CallCorrected():
            yield from _corrected(message)
            yield game.Reopened(tuple(message.reopened))
        case draw.CallTakenBack():
            yield game.TakenBack(message.position)
            yield game.Reopened(tuple(message.reopened))
        case draw.CallCutOff():
            yield game.CutOff(message.position)
        case draw.CutOffTakenBack():
            yield game.Reopened(tuple(message.reopened))
            yield game.CutOffTakenBack(message.position)
        case draw.BallRekeyed():
            yield game.Rekeyed(bool(message.cut_off))


def _call_outs(message: Message) -> Iterator[Event]:
    """Who called out, and who has won."""
    match message:
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
                instant(message.entered_at),
                message.asked,
                tuple(message.witnesses),
            )
        case draw.CallOutDecided():
            yield game.Decided(message.call_out, tuple(message.stages), message.ruled_in_time)
        case draw.WinnersVoided():
            yield game.WinnersVoided(message.stage, tuple(message.call_outs))
            yield game.Reopened(tuple(message.reopened))


def _course(message: Message) -> Iterator[Event]:
    """How the game goes, who conducts it, and what waits for a signature."""
    match message:
        case draw.GameOpened():
            yield _opened(message)
        case draw.GameAnnounced():
            yield game.Announced(message.serial_number)
        case draw.StaffAssigned():
            yield game.PostTaken(Held(Post(message.post), message.person, message.room))
        case draw.StaffReleased():
            yield game.PostLeft(Post(message.post), message.person)
        case draw.Proposed():
            yield game.SignatureAwaited(_awaited(message.proposal))
        case draw.ProposalApproved() | draw.ProposalRejected():
            yield game.SignatureGiven(message.proposal)
        case draw.GameEnded():
            yield game.Ended()
        case draw.GameVoided():
            yield game.Ended(void=True, start_over=message.start_over)
        case draw.RestartFollowed():
            yield game.RestartFollowed(message.game, game.RestartStep(message.step))


_OF_CALLS = (
    *(draw.NumberCalled, draw.CalledByHand, draw.CallCorrected, draw.CallTakenBack),
    *(draw.CallCutOff, draw.CutOffTakenBack, draw.BallRekeyed),
)
_OF_CALL_OUTS = (draw.CallOutRecorded, draw.CallOutDecided, draw.WinnersVoided)
_OF_COURSE = (
    *(draw.GameOpened, draw.GameAnnounced, draw.GameEnded, draw.GameVoided),
    *(draw.StaffAssigned, draw.StaffReleased),
    *(draw.Proposed, draw.ProposalApproved, draw.ProposalRejected, draw.RestartFollowed),
)
_TOLD: Mapping[type[Message], Callable[[Message], Iterator[Event]]] = {
    **dict.fromkeys(_OF_CALLS, _calls),
    **dict.fromkeys(_OF_CALL_OUTS, _call_outs),
    **dict.fromkeys(_OF_COURSE, _course),
}


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
            Stage(
                each.stage,
                desk_prizes.Stage(each.stage).title,
                pattern_of(each.pattern, each.stage),
            )
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
        wrong, place = message.wrong, message.place
        yield game.SaidWrongly(position, wrong, right, place, at, message.swaps)
    elif message.kind == game_pb2.ERROR_KIND_KEYED:
        other = message.wrong if message.swaps else 0
        yield game.KeyedWrongly(position, right, message.swaps, other)


def _awaited(proposal: game_pb2.Proposal) -> Awaited:
    """What a proposal keeps waiting. What a display showed keeps nobody."""
    right = proposal.correction
    told = proposal.HasField("correction") and right.kind != game_pb2.ERROR_KIND_SHOWN
    positions = {right.position, right.swaps or right.position} if told else set()
    return Awaited(proposal.proposal, proposal.by, tuple(sorted(positions)), tuple(proposal.voids))
