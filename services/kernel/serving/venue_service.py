"""The venues and rooms, asked over gRPC: every service answers `VenueService` alike."""

from __future__ import annotations

from typing import Any

from eyesdown.common.v1 import venue_service_pb2, venue_service_pb2_grpc
from services.kernel.names import venue_of
from services.kernel.serving.calls import call
from services.kernel.venues import Room, Venue, Venues


class VenueRpc(venue_service_pb2_grpc.VenueServiceServicer):
    """Answers from the venue files."""

    def __init__(self, venues: Venues) -> None:
        self._venues = venues

    async def ListVenues(
        self, request: venue_service_pb2.ListVenuesRequest, context: Any
    ) -> venue_service_pb2.ListVenuesResponse:
        """The venues in which the caller holds a role, by id."""
        ids = call().identity.venues(self._venues.ids)
        return venue_service_pb2.ListVenuesResponse(
            venues=[_venue(self._venues.get(each)) for each in ids]
        )

    async def ListRooms(
        self, request: venue_service_pb2.ListRoomsRequest, context: Any
    ) -> venue_service_pb2.ListRoomsResponse:
        """The rooms of a venue, in the order of its file.

        Somebody without a role there was turned away before, whether or not there is such a venue.
        """
        venue = self._venues.get(venue_of(request.parent))
        return venue_service_pb2.ListRoomsResponse(
            rooms=[_room(venue, room) for room in venue.rooms]
        )


def _venue(venue: Venue) -> venue_service_pb2.Venue:
    return venue_service_pb2.Venue(
        name=f"venues/{venue.id}",
        title=venue.title,
        time_zone=venue.zone.key,
        currency=venue.currency,
        day_starts=venue.day_starts.isoformat("minutes"),
        profiles=venue.profiles,
    )


def _room(venue: Venue, room: Room) -> venue_service_pb2.Room:
    return venue_service_pb2.Room(
        name=f"venues/{venue.id}/rooms/{room.id}",
        title=room.title,
        displays=room.displays,
        heard_by=room.heard_by,
    )
