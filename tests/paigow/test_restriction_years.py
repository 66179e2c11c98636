"""Which restrictions are read for a table: those of its gaming year and of the year before."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

import pytest

from eyesdown.paigow.v1 import events_pb2
from services.kernel.errors import NotFound
from services.paigow.facts.keeping_apart import KeptApart


class Journal:
    """No restrictions at all; `asked` are the names that were read."""

    def __init__(self) -> None:
        self.asked: list[str] = []

    async def read(self, name: Any) -> Any:
        self.asked.append(str(name))
        raise NotFound(str(name))


@pytest.mark.asyncio
async def test_the_gaming_days_year_counts_and_not_that_of_utc() -> None:
    # 06:30 in Auckland, half an hour into the gaming day: in UTC it is the last of December
    at = datetime(2026, 12, 31, 17, 30, tzinfo=UTC)
    journal: Any = Journal()  # all that is asked of the aggregates
    facts = events_pb2.SittingFacts(gaming_day="2027-01-01")
    await KeptApart(journal).add("akl", at, facts)
    assert journal.asked == ["venues/akl/restrictions/2026", "venues/akl/restrictions/2027"]
    assert list(facts.restrictions_versions) == [0, 0]
