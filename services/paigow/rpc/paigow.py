"""The pai gow service's calls, all together."""

from __future__ import annotations

from collections.abc import AsyncIterator
from typing import Any

from eyesdown.paigow.v1 import paigow_service_pb2 as pb
from services.kernel.errors import NotFound
from services.kernel.following.watching import watched
from services.kernel.names import Name, venue_of
from services.kernel.serving.calls import call
from services.kernel.serving.validation import child_of_day, moment, named
from services.kernel.walk import now
from services.paigow.domain.restrictions import RESTRICTIONS
from services.paigow.domain.sitting.sitting import SITTINGS
from services.paigow.rpc.round import RoundCalls
from services.paigow.rpc.table import TableCalls
from services.paigow.rpc.trouble import TroubleCalls
from services.paigow.views import restrictions as restrictions_views
from services.paigow.views.sitting import resource, round_of


class PaiGowRpc(TableCalls, RoundCalls, TroubleCalls):
    """The pai gow service's RPCs."""

    async def OpenSitting(self, request: pb.OpenSittingRequest, _: Any) -> pb.OpenSittingResponse:
        name = child_of_day(request, SITTINGS.kind, "sitting_id")
        profile, facts = None, self._today(name.venue)
        if not await self._sittings.answered(name, request.request_id):
            profile = self._profiles.chosen(self._venues.get(name.venue), request.profile)
            facts.approval.CopyFrom(await self._approvals.fact(name.venue, profile))
        outcome = await self._walk(call(), name, request, facts=facts, profile=profile)
        return pb.OpenSittingResponse(sitting=resource(outcome.snapshot))

    async def GetSitting(self, request: pb.GetSittingRequest, _: Any) -> pb.GetSittingResponse:
        name = named(request, SITTINGS.kind)
        snapshot = await self._sittings.read(name, request.at_least_version)
        return pb.GetSittingResponse(sitting=resource(snapshot))

    async def GetRound(self, request: pb.GetRoundRequest, _: Any) -> pb.GetRoundResponse:
        snapshot = await self._sittings.read(named(request, SITTINGS.kind))
        found = round_of(snapshot.state, request.round)
        if found is None:
            raise NotFound(f"{request.name}, round {request.round}")
        return pb.GetRoundResponse(round=found)

    async def ListSittings(
        self, request: pb.ListSittingsRequest, _: Any
    ) -> pb.ListSittingsResponse:
        only = request.filter
        page = self._lists.page(
            request,
            call().scope,
            wanted=lambda row: (
                (not only.phases or row.phase in only.phases)
                and not (only.no_practice and row.practice)
            ),
            day=only.day,
        )
        return pb.ListSittingsResponse(sittings=page.rows, next_page_token=page.next_token)

    def WatchSitting(
        self, request: pb.WatchSittingRequest, _: Any
    ) -> AsyncIterator[pb.WatchSittingResponse]:
        name = named(request, SITTINGS.kind)
        return watched(
            self._sittings,
            self._heads,
            name,
            request.after_version,
            lambda last: pb.WatchSittingResponse(sitting=resource(last), events=last.happened),
        )

    async def RestrictPlayers(
        self, request: pb.RestrictPlayersRequest, _: Any
    ) -> pb.RestrictPlayersResponse:
        """A restriction is kept with those of the year in which it is made."""
        moment(request, "until")
        venue = venue_of(request.parent)
        year = self._venues.get(venue).gaming_day(now()).year
        name = Name(venue, RESTRICTIONS.kind, str(year))
        outcome = await self._restricted(call(), name, request)
        return pb.RestrictPlayersResponse(
            restrictions=restrictions_views.resource(outcome.snapshot)
        )

    async def LiftRestriction(
        self, request: pb.LiftRestrictionRequest, _: Any
    ) -> pb.LiftRestrictionResponse:
        outcome = await self._restricted(call(), named(request, RESTRICTIONS.kind), request)
        return pb.LiftRestrictionResponse(
            restrictions=restrictions_views.resource(outcome.snapshot)
        )

    async def GetRestrictions(
        self, request: pb.GetRestrictionsRequest, _: Any
    ) -> pb.GetRestrictionsResponse:
        snapshot = await self._restricting.read(named(request, RESTRICTIONS.kind))
        return pb.GetRestrictionsResponse(restrictions=restrictions_views.resource(snapshot))
