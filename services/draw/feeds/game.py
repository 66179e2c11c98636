"""Games follow their claim desks and each other.

A desk says when sales are closed, and what is decided of call outs; a void game hears of the one
that is played in its place.
"""

from __future__ import annotations

from collections.abc import Iterator

from google.protobuf.message import Message

from eyesdown.draw.v1 import events_pb2, game_pb2
from eyesdown.verify.v1 import desk_events_pb2
from services.draw.commands import game as game_commands
from services.draw.domain.game.game import Command
from services.kernel.following.happenings import Happening
from services.kernel.following.orders import Order
from services.kernel.names import Name

_VERDICTS = {
    desk_events_pb2.OUTCOME_ALLOWED: game_pb2.VERDICT_VALID,
    desk_events_pb2.OUTCOME_REFUSED: game_pb2.VERDICT_NOT_VALID,
    desk_events_pb2.OUTCOME_FORFEITED: game_pb2.VERDICT_OUT_OF_TIME,
}


def games_following_desks(happening: Happening) -> Iterator[Order[Command]]:
    """What a commit of a claim desk leads to in its game.

    A commit either closes the sales or decides one claim, so there is one command for the game.
    """
    for event in happening.events:
        match event:
            case desk_events_pb2.SalesClosed():
                yield Order(Name.parse(event.game), _closed(event), game_commands.command)
            case desk_events_pb2.ClaimDecided():
                yield Order(Name.parse(event.game), _settled(event), game_commands.command)


def games_following_games(happening: Happening) -> Iterator[Order[Command]]:
    """What a commit of a game leads to in the void game that it starts over: an order when it was
    opened, announced, or ended."""
    row = happening.row
    if not isinstance(row, game_pb2.GameRow) or not row.restart_of:
        return
    for event in happening.events:
        step = _step(event)
        if step:
            order = events_pb2.FollowRestart(game=str(happening.name), step=step)
            yield Order(Name.parse(row.restart_of), order, game_commands.command)
            return


def _closed(event: desk_events_pb2.SalesClosed) -> events_pb2.RecordSalesClosed:
    sales = game_pb2.SalesClosed(
        cards_sold=event.cards_sold,
        cards_digest=event.cards_digest,
        series_digests=event.series_digests,
        at=event.at,
    )
    return events_pb2.RecordSalesClosed(sales=sales, prizes=event.prizes)


def _settled(event: desk_events_pb2.ClaimDecided) -> events_pb2.SettleCallOut:
    return events_pb2.SettleCallOut(
        call_out=event.call_out,
        verdict=_VERDICTS[event.outcome],
        stages=event.stages,
        by=event.by,
        clause=event.clause,
        reason=event.reason,
        ruled_in_time=event.ruled_in_time,
    )


def _step(event: Message) -> events_pb2.RestartStep.ValueType:
    match event:
        case events_pb2.GameOpened():
            return events_pb2.RESTART_STEP_OPENED
        case events_pb2.GameAnnounced():
            return events_pb2.RESTART_STEP_ANNOUNCED
        case events_pb2.GameEnded() | events_pb2.GameVoided():
            return events_pb2.RESTART_STEP_ENDED
    return events_pb2.RESTART_STEP_UNSPECIFIED
