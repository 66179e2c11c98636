"""Receipt rolls in the journal."""

from __future__ import annotations

from eyesdown.verify.v1 import prizes_pb2
from services.kernel.record.codec import Codec
from services.kernel.record.shapes import Shape
from services.verify.domain import receipts
from services.verify.views.receipts import row

CODEC: Codec[receipts.ReceiptIssued, receipts.Roll] = Codec(
    shapes=(Shape(receipts.ReceiptIssued, prizes_pb2.ReceiptIssued),),
    row=row,
)
