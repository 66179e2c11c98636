"""Sales blocks in the journal."""

from __future__ import annotations

from eyesdown.verify.v1 import sales_pb2
from services.kernel.admission import TURNED_AWAY
from services.kernel.record.codec import Codec
from services.kernel.record.shapes import Shape
from services.verify.domain.sales import closing, replacing, selling, undoing
from services.verify.domain.sales.block import Event
from services.verify.domain.sales.state import State
from services.verify.views.block import row

CODEC: Codec[Event, State] = Codec(
    shapes=(
        Shape(selling.BlockOpened, sales_pb2.BlockOpened),
        Shape(selling.CardsSold, sales_pb2.CardsSold),
        Shape(selling.LateSaleEntered, sales_pb2.LateSaleEntered),
        Shape(undoing.SaleVoided, sales_pb2.SaleVoided),
        Shape(undoing.CardsReturned, sales_pb2.CardsReturned),
        Shape(closing.BlockClosed, sales_pb2.BlockClosed),
        Shape(replacing.CardsReplaced, sales_pb2.CardsReplaced),
        Shape(replacing.ReplacementSold, sales_pb2.ReplacementSold),
        Shape(replacing.ReplacementClashed, sales_pb2.ReplacementClashed),
        Shape(replacing.ReplacedFreed, sales_pb2.ReplacedFreed),
    ),
    row=row,
    recorded=TURNED_AWAY,
)
