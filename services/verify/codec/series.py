"""Series of cards in the journal."""

from __future__ import annotations

from eyesdown.verify.v1 import cards_pb2
from services.kernel.record.codec import Codec
from services.kernel.record.shapes import Shape
from services.verify.domain import series
from services.verify.views.series import row

CODEC: Codec[series.Event, series.State] = Codec(
    shapes=(
        Shape(series.SeriesMade, cards_pb2.SeriesMade),
        Shape(series.SeriesChanged, cards_pb2.SeriesChanged),
        Shape(series.SeriesSoldFrom, cards_pb2.SeriesSoldFrom),
    ),
    row=row,
)
