"""What people see of items and books: the resource, the row of a list, the frame on the wall.

How an item is marked is in none of them.
"""

from __future__ import annotations

from typing import Any

from services.kernel.record.histories import Snapshot
from services.kernel.record.shapes import timestamp
from tests.kit.lost.domain.book import Book
from tests.kit.lost.domain.item.state import Claimed, Ending, Gone, Item, Lying, State, Unknown
from tests.kit.lost.v1 import lost_pb2


def phase(item: State) -> lost_pb2.Phase.ValueType:
    """Where an item stands."""
    match item:
        case Lying():
            return lost_pb2.PHASE_LYING
        case Claimed():
            return lost_pb2.PHASE_CLAIMED
        case Gone(ending=Ending.RETURNED):
            return lost_pb2.PHASE_RETURNED
        case Gone():
            return lost_pb2.PHASE_PASSED_ON
        case Unknown():
            return lost_pb2.PHASE_UNSPECIFIED


def item_resource(snapshot: Snapshot[Any, State]) -> lost_pb2.Item:
    """The item as GetItem answers it."""
    item = _known(snapshot.state)
    made = lost_pb2.Item(
        name=str(snapshot.name),
        version=snapshot.version,
        phase=phase(snapshot.state),
        what=item.what,
        keep_until=timestamp(item.keep_until),
    )
    if isinstance(item, Claimed | Gone):
        made.claimant = item.claimant or ""
    return made


def item_row(item: State) -> lost_pb2.ItemRow:
    """The item as lists show it; name and version are filled in by the list."""
    return lost_pb2.ItemRow(phase=phase(item), what=_known(item).what)


def item_frame(snapshot: Snapshot[Any, State]) -> lost_pb2.ItemFrame:
    """The item as a display shows it."""
    return lost_pb2.ItemFrame(
        name=str(snapshot.name),
        version=snapshot.version,
        what=_known(snapshot.state).what,
        phase=phase(snapshot.state),
    )


def lacks_key(item: State) -> bool:
    """Whether nobody here can say if a claimant names the mark, for want of its key."""
    return isinstance(item, Lying) and item.mark.value is None


def book_resource(snapshot: Snapshot[Any, Book]) -> lost_pb2.Book:
    """The book as GetBook answers it."""
    return lost_pb2.Book(
        name=str(snapshot.name), version=snapshot.version, lying=snapshot.state.lying
    )


def book_row(book: Book) -> lost_pb2.BookRow:
    """The book as lists would show it."""
    return lost_pb2.BookRow(lying=len(book.lying))


def _known(item: State) -> Item:
    if isinstance(item, Unknown):
        raise TypeError("an item that was never handed in has no view")
    return item
