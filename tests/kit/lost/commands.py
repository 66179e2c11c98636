"""What was given as a command: pure, so that anyone can make it again from a commit."""

from __future__ import annotations

from services.kernel.record.commit import Given
from services.kernel.record.shapes import instant
from tests.kit.lost.domain import book
from tests.kit.lost.domain.item import item
from tests.kit.lost.domain.item.claiming import ClaimItem, ReturnItem
from tests.kit.lost.domain.item.handing_in import HandInItem
from tests.kit.lost.domain.item.keeping import PassOnItem
from tests.kit.lost.v1 import lost_pb2
from tests.kit.lost.v1 import lost_service_pb2 as pb


def item_command(given: Given) -> item.Command:
    """The command to an item."""
    match given.request:
        case pb.HandInItemRequest() as request:
            return _hand_in(given, request)
        case pb.ClaimItemRequest() as request:
            return ClaimItem(request.mark, request.claimant)
        case pb.ReturnItemRequest():
            return ReturnItem(given.actor.person)
        case lost_pb2.PassOnItem():
            return PassOnItem(given.at)
    raise TypeError(f"{given.method} is nothing that an item is told")


def book_command(given: Given) -> book.Command:
    """The command to a book."""
    match given.request:
        case lost_pb2.EnterItem() as request:
            return book.EnterItem(request.item)
        case lost_pb2.StrikeItem() as request:
            return book.StrikeItem(request.item)
    raise TypeError(f"{given.method} is nothing that a book is told")


def _hand_in(given: Given, request: pb.HandInItemRequest) -> HandInItem:
    if not isinstance(given.facts, lost_pb2.ItemFacts):
        raise TypeError(f"{given.method} was decided without its facts")
    return HandInItem(
        what=request.what,
        mark=request.mark.strip(),
        keep_until=instant(request.keep_until),
        day=request.item_id[:10],
        today=given.facts.gaming_day,
        at=given.at,
    )
