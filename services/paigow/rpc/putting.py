"""What all calls to a sitting have in common: facts fetched, put on record, rendered."""

from __future__ import annotations

from datetime import date
from typing import Any

from google.protobuf.message import Message

from eyesdown.paigow.v1 import events_pb2, paigow_service_pb2_grpc, sitting_pb2
from services.kernel.errors import NotFound
from services.kernel.following.heads import Heads
from services.kernel.following.lists import Lists
from services.kernel.names import Name
from services.kernel.record.aggregates import Aggregates
from services.kernel.record.approvals import Approvals
from services.kernel.record.players import Players
from services.kernel.serving.calls import call
from services.kernel.serving.validation import named
from services.kernel.venues import Venues
from services.kernel.walk import Walk, entropy, now
from services.paigow.domain import restrictions
from services.paigow.domain.restrictions import RESTRICTIONS, Restrictions, pairs
from services.paigow.domain.sitting.sitting import SITTINGS, Command, Event
from services.paigow.domain.sitting.state import State, Table
from services.paigow.profiles import PaiGowProfiles
from services.paigow.views.sitting import resource

Sittings = Aggregates[Command, Event, State]
Restricting = Aggregates[restrictions.Command, restrictions.Event, Restrictions]


class Putting(paigow_service_pb2_grpc.PaiGowServiceServicer):
    """What the chapters of the RPCs have in common: sittings, and the walk of a command."""

    def __init__(
        self,
        sittings: Sittings,
        walk: Walk[Command, Event, State],
        restricting: Restricting,
        restricted: Walk[restrictions.Command, restrictions.Event, Restrictions],
        venues: Venues,
        profiles: PaiGowProfiles,
        approvals: Approvals,
        heads: Heads,
        lists: Lists[sitting_pb2.SittingRow],
        players: Players,
    ) -> None:
        self._sittings = sittings
        self._walk = walk
        self._restricting = restricting
        self._restricted = restricted
        self._venues = venues
        self._profiles = profiles
        self._approvals = approvals
        self._heads = heads
        self._lists = lists
        self._players = players

    async def _put(self, request: Any, facts: Message | None = None) -> sitting_pb2.Sitting:
        """Put a request on record, and render what came of it."""
        outcome = await self._walk(call(), named(request, SITTINGS.kind), request, facts=facts)
        return resource(outcome.snapshot)

    async def _chance(self, request: Any) -> events_pb2.SittingFacts:
        """Chance for a recorded shuffle; real tiles are mixed by hand, and need none."""
        state = (await self._sittings.read(named(request, SITTINGS.kind))).state
        trains = isinstance(state, Table) and state.practice
        return events_pb2.SittingFacts(entropy=entropy() if trains else b"")

    def _today(self, venue: str) -> events_pb2.SittingFacts:
        of = self._venues.get(venue)
        day = of.gaming_day(now()).isoformat()
        return events_pb2.SittingFacts(gaming_day=day, currency=of.currency)

    async def _kept_apart(self, request: Any) -> events_pb2.SittingFacts:
        """Today, and who is kept apart as the journal's leader has it: a restriction may have been
        made in the gaming year before, and hold."""
        name = named(request, SITTINGS.kind)
        facts = self._today(name.venue)
        at, year_now = now(), date.fromisoformat(facts.gaming_day).year
        for year in (year_now - 1, year_now):
            try:
                read = await self._restricting.read(Name(name.venue, RESTRICTIONS.kind, str(year)))
            except NotFound:
                facts.restrictions_versions.append(0)
                continue
            facts.restrictions_versions.append(read.version)
            for pair in pairs(read.state, at):
                facts.apart.add(one=pair.one, other=pair.other)
        return facts
