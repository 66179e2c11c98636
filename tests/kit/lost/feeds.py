"""What nobody asks for: the books follow the items, and an item's time comes to an end."""

from __future__ import annotations

from collections.abc import Iterator

from services.kernel.following.happenings import Happening
from services.kernel.following.orders import Order
from services.kernel.law import Due
from services.kernel.names import Name
from tests.kit.lost.commands import book_command, item_command
from tests.kit.lost.domain import book
from tests.kit.lost.domain.book import BOOKS
from tests.kit.lost.domain.item import item
from tests.kit.lost.v1 import lost_pb2


def book_of(item: Name) -> Name:
    """The book that an item stands in, for life: that of its day."""
    return Name(item.venue, BOOKS.kind, item.id[:10])


def books_following_items(happening: Happening) -> Iterator[Order[book.Command]]:
    """What a commit of an item leads to in its book."""
    name = str(happening.name)
    for event in happening.events:
        match event:
            case lost_pb2.ItemHandedIn():
                request = lost_pb2.EnterItem(item=name)
                yield Order(book_of(happening.name), request, book_command)
            case lost_pb2.ItemReturned() | lost_pb2.ItemPassedOn():
                struck = lost_pb2.StrikeItem(item=name)
                yield Order(book_of(happening.name), struck, book_command)


def pass_on(name: Name, _: Due) -> Order[item.Command]:
    """What an item is told when its time is up."""
    return Order(name, lost_pb2.PassOnItem(), item_command)
