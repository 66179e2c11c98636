"""What people see of a series."""

from __future__ import annotations

from typing import Any

from eyesdown.verify.v1 import cards_pb2
from services.kernel.record.histories import Snapshot
from services.kernel.record.shapes import timestamp
from services.verify.codec.values import CARDS
from services.verify.domain.series import Made, State


def resource(snapshot: Snapshot[Any, State]) -> cards_pb2.CardSeries:
    """The series as GetSeries answers it; of one that is not there yet its name."""
    series = snapshot.state
    if not isinstance(series, Made):
        return cards_pb2.CardSeries(name=str(snapshot.name))
    made = cards_pb2.CardSeries(
        name=str(snapshot.name),
        version=snapshot.version,
        title=series.title,
        serial_number=series.serial_number,
        cards=CARDS.to(series.cards),
        origin=cards_pb2.Origin.Value(f"ORIGIN_{series.origin.name}"),
        entropy=series.entropy,
        made_at=timestamp(series.made_at),
        sold_from=series.sold_from,
    )
    if snapshot.at is not None:
        made.updated_at.CopyFrom(timestamp(snapshot.at))
    return made


def row(series: State) -> cards_pb2.CardSeriesRow:
    """The series as lists show it; name and version are filled in by the list."""
    made = made_of(series)
    return cards_pb2.CardSeriesRow(
        title=made.title,
        serial_number=made.serial_number,
        cards=CARDS.to(made.cards),
        sold_from=made.sold_from,
    )


def made_of(series: State) -> Made:
    """A series that there is."""
    if not isinstance(series, Made):
        raise TypeError("a series that was never made has no view")
    return series
