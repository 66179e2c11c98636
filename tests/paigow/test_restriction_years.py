"""Which restrictions are read for a table: those of its gaming year and of the year before."""

from __future__ import annotations

from datetime import UTC, date, datetime
from typing import Any

import pytest

from eyesdown.paigow.v1 import events_pb2
from eyesdown.paigow.v1 import paigow_service_pb2 as pb
from services.kernel.errors import NotFound
from services.paigow.rpc import putting as telling
from services.paigow.rpc.paigow import PaiGowRpc


class Journal:
    """No restrictions at all; `asked` are the names that were read."""

    def __init__(self) -> None:
        self.asked: list[str] = []

    async def read(self, name: Any) -> Any:
        self.asked.append(str(name))
        raise NotFound(str(name))


class AtTheNewYear(PaiGowRpc):
    """Its venue's gaming day is 1 January 2027 while in UTC it is the last of December."""

    def __init__(self, journal: Journal) -> None:
        self._restricting = journal  # type: ignore[assignment]  # all that is asked of it

    def _today(self, venue: str) -> events_pb2.SittingFacts:
        return events_pb2.SittingFacts(gaming_day=date(2027, 1, 1).isoformat(), currency="NZD")


@pytest.mark.asyncio
async def test_the_gaming_days_year_counts_and_not_that_of_utc(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    # 06:30 in Auckland, half an hour into the gaming day
    monkeypatch.setattr(telling, "now", lambda: datetime(2026, 12, 31, 17, 30, tzinfo=UTC))
    journal = Journal()
    request = pb.CutTilesRequest(name="venues/akl/sittings/2027-01-01-pg1")
    facts = await AtTheNewYear(journal)._kept_apart(request)
    assert journal.asked == ["venues/akl/restrictions/2026", "venues/akl/restrictions/2027"]
    assert list(facts.restrictions_versions) == [0, 0]
