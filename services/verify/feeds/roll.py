"""The receipt roll of a day follows the desks.

A payment gets its number in the roll, and the desk takes it over. Half-way it is paid, and its
receipt is to come.
"""

from __future__ import annotations

from collections.abc import Iterator

from eyesdown.verify.v1 import desk_events_pb2, prizes_pb2
from services.kernel.following.happenings import Happening
from services.kernel.following.orders import Order
from services.verify import names
from services.verify.commands import roll as roll_commands
from services.verify.domain.roll import IssueReceipt


def rolls_following_desks(happening: Happening) -> Iterator[Order[IssueReceipt]]:
    """A payment that was made at a desk gets its receipt."""
    for event in happening.events:
        if isinstance(event, desk_events_pb2.PrizePaid):
            payment = event.payment
            target = names.roll_of(payment.venue, payment.day)
            issue = prizes_pb2.IssueReceipt(desk=str(happening.name), payment=payment)
            yield Order(target, issue, roll_commands.command)
