"""How items and books are written in the journal: event class by message, and the row of lists."""

from __future__ import annotations

from services.kernel.record.codec import Codec
from services.kernel.record.shapes import Shape
from tests.kit.lost.domain import book
from tests.kit.lost.domain.book import Book
from tests.kit.lost.domain.item import claiming, handing_in, item, keeping
from tests.kit.lost.domain.item.state import State
from tests.kit.lost.v1 import lost_pb2
from tests.kit.lost.views import book_row, item_row

ITEM_CODEC: Codec[item.Event, State] = Codec(
    shapes=(
        Shape(handing_in.ItemHandedIn, lost_pb2.ItemHandedIn),
        Shape(claiming.ItemClaimed, lost_pb2.ItemClaimed),
        Shape(claiming.ItemReturned, lost_pb2.ItemReturned),
        Shape(keeping.ItemPassedOn, lost_pb2.ItemPassedOn),
    ),
    row=item_row,
    recorded=(claiming.NOT_ITS_MARK,),
)

BOOK_CODEC: Codec[book.Event, Book] = Codec(
    shapes=(
        Shape(book.ItemEntered, lost_pb2.ItemEntered),
        Shape(book.ItemStruck, lost_pb2.ItemStruck),
    ),
    row=book_row,
)
