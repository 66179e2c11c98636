"""How a receipt roll is written in the journal, and the row that lists show."""

from __future__ import annotations

from eyesdown.verify.v1 import prizes_pb2
from services.kernel.record.codec import Codec
from services.kernel.record.shapes import paired
from services.verify.domain.roll import ReceiptIssued, Roll
from services.verify.views.roll import row

CODEC: Codec[ReceiptIssued, Roll] = Codec(
    shapes=paired(ReceiptIssued, prizes_pb2),
    row=row,
)
