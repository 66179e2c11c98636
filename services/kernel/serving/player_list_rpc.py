"""Who may not play, over gRPC: every service answers `PlayerListService` alike."""

from __future__ import annotations

from contextlib import suppress
from typing import Any

from eyesdown.common.v1 import player_list_service_pb2 as pb
from eyesdown.common.v1 import player_list_service_pb2_grpc, players_pb2
from services.kernel.journal.lastvalue import StoreDown
from services.kernel.names import Name, venue_of
from services.kernel.record.histories import Snapshot
from services.kernel.record.people import People
from services.kernel.record.player_lists import BAR, KIND, Bars, Event, make
from services.kernel.record.players import Fit, Players, born_on, shown
from services.kernel.record.shapes import timestamp
from services.kernel.serving.calls import call
from services.kernel.serving.validation import moment, named
from services.kernel.venues import Venues
from services.kernel.walk import Walk, now


class PlayerListRpc(player_list_service_pb2_grpc.PlayerListServiceServicer):
    """Puts bars on record, by venue and year, and tells of them."""

    def __init__(self, players: Players, people: People, venues: Venues) -> None:
        self._players = players
        self._venues = venues
        self._walk = Walk(players.lists, make, people, venues, _resource)

    async def BarPlayer(self, request: pb.BarPlayerRequest, _: Any) -> pb.BarPlayerResponse:
        """A bar is kept with those of the year in which it is entered."""
        moment(request, "until")
        born_on(request.date_of_birth, "date_of_birth")
        venue = self._venues.get(venue_of(request.parent))
        name = Name(venue.id, KIND, str(venue.gaming_day(now()).year))
        outcome = await self._walk(call(), name, request)
        return pb.BarPlayerResponse(list=_resource(outcome.snapshot))

    async def LiftBar(self, request: pb.LiftBarRequest, _: Any) -> pb.LiftBarResponse:
        """What was kept of the person goes with it; where PEOPLE is away, by the sweep."""
        name = named(request, KIND)
        outcome = await self._walk(call(), name, request)
        if not request.validate_only:
            with suppress(StoreDown):
                await self._players.forget(name.venue, outcome.state[request.bar - 1])
        return pb.LiftBarResponse(list=_resource(outcome.snapshot))

    async def GetPlayerList(
        self, request: pb.GetPlayerListRequest, _: Any
    ) -> pb.GetPlayerListResponse:
        """The bars, without whom they are for."""
        last = await self._players.lists.read(named(request, KIND))
        return pb.GetPlayerListResponse(list=_resource(last))

    async def CheckPlayer(self, request: pb.CheckPlayerRequest, _: Any) -> pb.CheckPlayerResponse:
        """The answer that a till gets, and what it rests on."""
        venue = venue_of(request.parent)
        found = await self._players.find(venue, shown(request))
        answer = pb.CheckPlayerResponse(
            answer=found.answer.value,  # type: ignore[arg-type]  # the numbers are the same
            under_age=found.under_age,
        )
        for fit in found.fits:
            answer.found.append(await self._told(venue, fit))
        return answer

    async def _told(self, venue: str, fit: Fit) -> pb.CheckPlayerResponse.Found:
        name, number, born, category, note = await self._players.told(venue, fit.bar)
        return pb.CheckPlayerResponse.Found(
            list=str(fit.list),
            bar=fit.bar.bar,
            until=timestamp(fit.bar.until),
            player=name,
            member_number=number,
            date_of_birth=born,
            category=category,
            note=note,
        )


def _resource(last: Snapshot[Event, Bars]) -> players_pb2.PlayerList:
    made = players_pb2.PlayerList(
        name=str(last.name), version=last.version, bars=map(BAR.to, last.state)
    )
    if last.at is not None:
        made.updated_at.CopyFrom(timestamp(last.at))
    return made
