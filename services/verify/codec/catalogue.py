"""Catalogues in the journal."""

from __future__ import annotations

from eyesdown.verify.v1 import cards_pb2
from services.kernel.record.codec import Codec
from services.kernel.record.shapes import Shape
from services.verify.domain import catalogue
from services.verify.views.catalogue import row

CODEC: Codec[catalogue.Event, catalogue.Catalogue] = Codec(
    shapes=(
        Shape(catalogue.SeriesEntered, cards_pb2.SeriesEntered),
        Shape(catalogue.SeriesWithdrawn, cards_pb2.SeriesWithdrawn),
    ),
    row=row,
)
