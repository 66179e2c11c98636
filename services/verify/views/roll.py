"""What people see of a receipt roll."""

from __future__ import annotations

from typing import Any

from eyesdown.common.v1 import money_pb2
from eyesdown.verify.v1 import prizes_pb2
from services.kernel.record.histories import Snapshot
from services.kernel.record.shapes import timestamp
from services.verify.codec.values import MONEY, RECEIPT
from services.verify.domain.roll import Roll


def resource(snapshot: Snapshot[Any, Roll]) -> prizes_pb2.ReceiptRoll:
    """The roll as GetReceiptRoll answers it."""
    made = prizes_pb2.ReceiptRoll(
        name=str(snapshot.name),
        version=snapshot.version,
        receipts=map(RECEIPT.to, snapshot.state.receipts),
    )
    _put_paid(made.paid, snapshot.state)
    if snapshot.at is not None:
        made.updated_at.CopyFrom(timestamp(snapshot.at))
    return made


def row(roll: Roll) -> prizes_pb2.ReceiptRollRow:
    """The roll as lists show it; name and version are filled in by the list."""
    made = prizes_pb2.ReceiptRollRow(receipts=len(roll.receipts))
    _put_paid(made.paid, roll)
    return made


def _put_paid(message: money_pb2.Money, roll: Roll) -> None:
    """What was paid by all of them; one venue has one currency."""
    if roll.receipts:
        amounts = [each.payment.amount for each in roll.receipts]
        message.CopyFrom(MONEY.to(sum(amounts[1:], amounts[0])))
