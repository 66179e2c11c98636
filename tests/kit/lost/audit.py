"""How the record of lost property is decided again, for the audit."""

from __future__ import annotations

from typing import Any

from services.kernel.audit.again import Audited
from services.kernel.profiles import Profiles
from tests.kit.lost.codec import BOOK_CODEC, ITEM_CODEC
from tests.kit.lost.commands import book_command, item_command
from tests.kit.lost.domain.book import BOOKS
from tests.kit.lost.domain.item.item import ITEMS


def audited(_: Profiles) -> tuple[Audited[Any, Any, Any], ...]:
    """What lost property leaves in journals. No profile has a say in it."""
    return (
        Audited(ITEMS, ITEM_CODEC, item_command),
        Audited(BOOKS, BOOK_CODEC, book_command),
    )
