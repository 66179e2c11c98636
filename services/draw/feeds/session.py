"""Sessions follow their games: what a commit of a game says to the session it belongs to."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from google.protobuf.message import Message

from eyesdown.draw.v1 import events_pb2, game_pb2
from eyesdown.draw.v1.session_events_pb2 import FollowGame, GameNews
from services.draw.commands import session as session_commands
from services.draw.domain.session.session import Command
from services.kernel.following.happenings import Happening
from services.kernel.following.orders import Order
from services.kernel.names import Name


def sessions_following_games(happening: Happening) -> Iterator[Order[Command]]:
    """What a commit of a game leads to in its session: one order, or none where it changes nothing
    that a session counts, or the game belongs to none."""
    row = happening.row
    if not isinstance(row, game_pb2.GameRow) or not row.session:
        return
    told = GameNews()
    for event in happening.events:
        _tell(event, told)
    if told.ByteSize():
        told.game, told.called = str(happening.name), row.called
        yield Order(Name.parse(row.session), FollowGame(news=told), session_commands.command)


def _tell(event: Message, told: GameNews) -> None:
    """Put into `told` what an event says to a session."""
    match event:
        case events_pb2.GameOpened():
            told.opened_as, told.practice = event.programme_number, event.practice
            told.restart_of = event.restart_of
        case events_pb2.GameAnnounced():
            told.announced = True
            told.prizes.extend(event.stages)
        case events_pb2.SalesWereClosed():
            told.prizes.extend(event.prizes)
        case events_pb2.CallOutRecorded():
            told.call_outs.add(call_out=event.call_out)
        case events_pb2.CallOutDecided():
            told.call_outs.add(call_out=event.call_out, verdict=event.verdict)
            told.won.extend(event.stages)
        case events_pb2.WinnersVoided():
            if not event.still:
                told.voided.append(event.stage)
            for call_out in event.call_outs:
                told.call_outs.add(call_out=call_out, verdict=game_pb2.VERDICT_VOIDED)
            _tell_again(event.reopened, told)
        case events_pb2.CallCorrected() | events_pb2.CallTakenBack():
            told.corrections += 1
            _tell_again(event.reopened, told)
        case events_pb2.CutOffTakenBack() | events_pb2.CalledByHand():
            _tell_again(event.reopened, told)
        case events_pb2.IrregularityFound():
            told.irregularities += 1
        case events_pb2.GameVoided():
            told.ending = game_pb2.ENDING_VOID
        case events_pb2.GameEnded():
            told.ending = event.ending


def _tell_again(reopened: Iterable[int], told: GameNews) -> None:
    """These call outs are undecided once more."""
    for call_out in reopened:
        told.call_outs.add(call_out=call_out)
