"""How items and books are written in the journal, and the rows that lists show."""

from __future__ import annotations

from services.kernel.record.codec import Codec
from services.kernel.record.shapes import paired
from tests.kit.lost.domain import book
from tests.kit.lost.domain.book import Book
from tests.kit.lost.domain.item import claiming, item
from tests.kit.lost.domain.item.state import State
from tests.kit.lost.v1 import lost_pb2
from tests.kit.lost.views import book_row, item_row

ITEM_CODEC: Codec[item.Event, State] = Codec(
    shapes=paired(item.Event, lost_pb2),
    row=item_row,
    recorded=(claiming.NOT_ITS_MARK,),
)

BOOK_CODEC: Codec[book.Event, Book] = Codec(
    shapes=paired(book.Event, lost_pb2),
    row=book_row,
)
