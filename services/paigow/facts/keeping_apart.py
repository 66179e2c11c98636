"""Who is kept apart at the tables, looked up for those who play together."""

from __future__ import annotations

from datetime import date, datetime

from eyesdown.paigow.v1 import events_pb2
from services.kernel.errors import NotFound
from services.kernel.names import Name
from services.kernel.record.aggregates import Aggregates
from services.paigow.domain import restrictions
from services.paigow.domain.restrictions import RESTRICTIONS, Restrictions, pairs

Restricting = Aggregates[restrictions.Command, restrictions.Event, Restrictions]


class KeptApart:
    """Reads the restrictions from the journal's leader: what is decided on is as it is now."""

    def __init__(self, restricting: Restricting) -> None:
        self._restricting = restricting

    async def add(self, venue: str, at: datetime, to: events_pb2.SittingFacts) -> None:
        """Add who is kept apart `at` this instant to facts that have the gaming day: a restriction
        may have been made in the gaming year before, and hold."""
        this_year = date.fromisoformat(to.gaming_day).year
        for year in (this_year - 1, this_year):
            try:
                read = await self._restricting.read(Name(venue, RESTRICTIONS.kind, str(year)))
            except NotFound:
                to.restrictions_versions.append(0)
                continue
            to.restrictions_versions.append(read.version)
            for pair in pairs(read.state, at):
                to.apart.add(one=pair.one, other=pair.other)
