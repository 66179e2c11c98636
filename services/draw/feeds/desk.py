"""A game follows its claim desk: when sales are closed, and what is decided of call outs."""

from __future__ import annotations

from collections.abc import Iterator

from eyesdown.draw.v1 import events_pb2, game_pb2
from eyesdown.verify.v1 import desk_events_pb2
from services.draw.commands.game import following
from services.draw.domain.game.game import Command
from services.kernel.following.happenings import Happening
from services.kernel.following.orders import Order
from services.kernel.names import Name

DESKS = "claimDesks"
"""The collection of the verify service's claim desks."""

_VERDICTS = {
    desk_events_pb2.OUTCOME_ALLOWED: game_pb2.VERDICT_VALID,
    desk_events_pb2.OUTCOME_REFUSED: game_pb2.VERDICT_NOT_VALID,
    desk_events_pb2.OUTCOME_FORFEITED: game_pb2.VERDICT_OUT_OF_TIME,
}


def decisions(happening: Happening) -> Iterator[Order[Command]]:
    """What a commit of a claim desk leads to in its game.

    A commit either closes the sales or decides one claim, so there is one command for the game.
    """
    for event in happening.events:
        match event:
            case desk_events_pb2.SalesClosed():
                yield Order(Name.parse(event.game), _closed(event), following)
            case desk_events_pb2.ClaimDecided():
                yield Order(Name.parse(event.game), _settled(event), following)


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
