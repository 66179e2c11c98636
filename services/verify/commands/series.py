"""The commands to a series."""

from __future__ import annotations

from eyesdown.verify.v1 import card_service_pb2 as pb
from eyesdown.verify.v1 import cards_pb2
from services.kernel.record.commit import Given
from services.kernel.record.making import facts_of
from services.verify.codec.values import CARDS, SAME_CARD
from services.verify.domain.series import ChangeSeries, Command, MakeSeries, Origin, SellFrom


def command(given: Given) -> Command:
    """The command to a series."""
    match given.request:
        case pb.LoadSeriesRequest() as request:
            return _make(given, request, Origin.LOADED)
        case pb.GenerateSeriesRequest() as request:
            return _make(given, request, Origin.GENERATED)
        case pb.ChangeSeriesRequest() as request:
            return ChangeSeries(request.title, request.serial_number, given.at)
        case cards_pb2.SellFrom() as request:
            return SellFrom(request.game, given.at)
    raise TypeError(f"{given.method} is nothing that a series is told")


def _make(
    given: Given, request: pb.LoadSeriesRequest | pb.GenerateSeriesRequest, origin: Origin
) -> MakeSeries:
    facts = facts_of(given, cards_pb2.SeriesFacts)
    return MakeSeries(
        title=request.title,
        serial_number=request.serial_number,
        cards=CARDS.of(facts.cards),
        origin=origin,
        entropy=facts.entropy,
        same=SAME_CARD.of(facts.same) if facts.HasField("same") else None,
        at=given.at,
    )
