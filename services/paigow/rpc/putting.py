"""What all calls to a sitting have in common: facts fetched, put on record, rendered."""

from __future__ import annotations

from typing import Any

from google.protobuf.message import Message

from eyesdown.paigow.v1 import events_pb2, paigow_service_pb2_grpc, sitting_pb2
from services.kernel.following.heads import Heads
from services.kernel.following.lists import Lists
from services.kernel.record.aggregates import Aggregates
from services.kernel.record.approvals import Approvals
from services.kernel.record.players import Players
from services.kernel.serving.calls import call
from services.kernel.serving.validation import named
from services.kernel.venues import Venues
from services.kernel.walk import Walk, entropy, now
from services.paigow.domain import restrictions
from services.paigow.domain.restrictions import Restrictions
from services.paigow.domain.sitting.sitting import SITTINGS, Command, Event
from services.paigow.domain.sitting.state import State, Table
from services.paigow.facts.keeping_apart import KeptApart, Restricting
from services.paigow.profiles import PaiGowProfiles
from services.paigow.views.sitting import resource

Sittings = Aggregates[Command, Event, State]


class Putting(paigow_service_pb2_grpc.PaiGowServiceServicer):
    """What the chapters of the RPCs have in common: sittings, and the walk of a command."""

    def __init__(
        self,
        sittings: Sittings,
        walk: Walk[Command, Event, State],
        restricting: Restricting,
        kept_apart: KeptApart,
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
        self._kept_apart = kept_apart
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

    async def _playing_together(self, request: Any) -> events_pb2.SittingFacts:
        """Today, and who is kept apart."""
        name = named(request, SITTINGS.kind)
        facts = self._today(name.venue)
        await self._kept_apart.add(name.venue, now(), facts)
        return facts
