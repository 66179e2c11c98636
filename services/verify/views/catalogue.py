"""What people see of a catalogue."""

from __future__ import annotations

from typing import Any

from eyesdown.verify.v1 import cards_pb2
from services.kernel.record.histories import Snapshot
from services.kernel.record.shapes import timestamp
from services.verify.codec.values import IN_USE
from services.verify.domain.catalogue import Catalogue


def resource(snapshot: Snapshot[Any, Catalogue]) -> cards_pb2.Catalogue:
    """The catalogue as GetCatalogue answers it."""
    made = cards_pb2.Catalogue(
        name=str(snapshot.name),
        version=snapshot.version,
        series=map(IN_USE.to, snapshot.state.series),
    )
    if snapshot.at is not None:
        made.updated_at.CopyFrom(timestamp(snapshot.at))
    return made


def row(catalogue: Catalogue) -> cards_pb2.CatalogueRow:
    """The catalogue as lists would show it."""
    return cards_pb2.CatalogueRow(series=len(catalogue.series))
