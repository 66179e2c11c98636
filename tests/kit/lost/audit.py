"""How the record of lost property is decided again, for the audit."""

from __future__ import annotations

from typing import Any

from google.protobuf.message import Message

from services.kernel.audit.again import Audited
from services.kernel.profiles import Profiles
from tests.kit.lost.codec import BOOK_CODEC, ITEM_CODEC
from tests.kit.lost.commands import book_command, item_command
from tests.kit.lost.domain.book import BOOKS
from tests.kit.lost.domain.item.item import ITEMS
from tests.kit.lost.v1 import lost_service_pb2 as pb


def audited(_: Profiles) -> tuple[Audited[Any, Any, Any], ...]:
    """What lost property leaves in journals. No profile has a say in it."""
    return (
        Audited(ITEMS, ITEM_CODEC, item_command, _seen),
        Audited(BOOKS, BOOK_CODEC, book_command),
    )


def _seen(request: Message) -> int | None:
    return request.version if isinstance(request, pb.ReturnItemRequest) else None
