"""The commands to a receipt roll."""

from __future__ import annotations

from eyesdown.verify.v1 import prizes_pb2
from services.kernel.record.commit import Given
from services.verify.codec.values import PAYMENT
from services.verify.domain.roll import IssueReceipt


def command(given: Given) -> IssueReceipt:
    """The command to a receipt roll."""
    match given.request:
        case prizes_pb2.IssueReceipt() as request:
            return IssueReceipt(request.desk, PAYMENT.of(request.payment), given.at)
    raise TypeError(f"{given.method} is nothing that a receipt roll is told")
