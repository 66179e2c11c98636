"""The commands to a catalogue."""

from __future__ import annotations

from eyesdown.verify.v1 import card_service_pb2 as pb
from eyesdown.verify.v1 import cards_pb2
from services.kernel.record.commit import Given
from services.kernel.record.making import facts_of
from services.verify.codec.values import CARDS, SAME_CARD
from services.verify.domain.catalogue import Command, UseSeries, WithdrawSeries


def command(given: Given) -> Command:
    """The command to a catalogue."""
    match given.request:
        case pb.UseSeriesRequest() as request:
            facts = facts_of(given, cards_pb2.CatalogueFacts)
            return UseSeries(
                series=request.name,
                serial_number=facts.serial_number,
                cards=CARDS.of(facts.cards),
                compared=frozenset(facts.compared),
                same=SAME_CARD.of(facts.same) if facts.HasField("same") else None,
                at=given.at,
            )
        case pb.WithdrawSeriesRequest() as request:
            year = facts_of(given, cards_pb2.CatalogueFacts).year
            return WithdrawSeries(request.name, year, given.at)
    raise TypeError(f"{given.method} is nothing that a catalogue is told")
