"""By which rules a house plays, over gRPC: every service answers `ProfileService` alike."""

from __future__ import annotations

from typing import Any

from eyesdown.common.v1 import profile_service_pb2 as pb
from eyesdown.common.v1 import profile_service_pb2_grpc, profiles_pb2
from services.kernel.errors import NotFound
from services.kernel.names import Name, venue_of
from services.kernel.profiles import Profiles
from services.kernel.record.approvals import Approvals
from services.kernel.record.histories import Snapshot
from services.kernel.record.people import People
from services.kernel.record.profile_books import APPROVAL, CHANGE, KIND, make
from services.kernel.record.profile_changes import Changes, Event, ProfilePutForward
from services.kernel.record.shapes import timestamp
from services.kernel.serving.calls import call
from services.kernel.serving.validation import named
from services.kernel.venues import Venue, Venues
from services.kernel.walk import Walk, now


class ProfileRpc(profile_service_pb2_grpc.ProfileServiceServicer):
    """Puts on record who stands for which text, by venue and year, and tells of it."""

    def __init__(
        self, approvals: Approvals, profiles: Profiles, people: People, venues: Venues
    ) -> None:
        self._approvals = approvals
        self._profiles = profiles
        self._venues = venues
        self._walk = Walk(approvals.books, make, people, venues, _resource)

    async def PutProfileForward(
        self, request: pb.PutProfileForwardRequest, _: Any
    ) -> pb.PutProfileForwardResponse:
        """A text is kept with those of the year in which it is put forward."""
        venue = self._venues.get(venue_of(request.parent))
        name = Name(venue.id, KIND, str(venue.gaming_day(now()).year))
        facts = None
        if not await self._approvals.books.answered(name, request.request_id):
            facts = await self._facts(venue, request)
        outcome = await self._walk(call(), name, request, facts=facts)
        made = pb.PutProfileForwardResponse(book=_resource(outcome.snapshot))
        if not request.validate_only:
            events = outcome.snapshot.events
            made.change = next(e.change for e in events if isinstance(e, ProfilePutForward))
        return made

    async def ApproveProfile(
        self, request: pb.ApproveProfileRequest, _: Any
    ) -> pb.ApproveProfileResponse:
        """From here on things are opened under it."""
        outcome = await self._walk(call(), named(request, KIND), request)
        return pb.ApproveProfileResponse(book=_resource(outcome.snapshot))

    async def WithdrawProfile(
        self, request: pb.WithdrawProfileRequest, _: Any
    ) -> pb.WithdrawProfileResponse:
        """From here on nothing is."""
        outcome = await self._walk(call(), named(request, KIND), request)
        return pb.WithdrawProfileResponse(book=_resource(outcome.snapshot))

    async def GetProfileBook(
        self, request: pb.GetProfileBookRequest, _: Any
    ) -> pb.GetProfileBookResponse:
        """What was put forward, and what became of it."""
        last = await self._approvals.books.read(named(request, KIND))
        return pb.GetProfileBookResponse(book=_resource(last))

    async def ListProfiles(
        self, request: pb.ListProfilesRequest, _: Any
    ) -> pb.ListProfilesResponse:
        """A venue has a handful, so they come at once."""
        made = pb.ListProfilesResponse(demanded=self._approvals.demanded)
        for venue in map(self._venues.get, call().scope):
            for each, approval in await self._approvals.loaded(venue, self._profiles):
                made.profiles.add(
                    name=f"venues/{venue.id}/profiles/{each.id}",
                    profile=each.id,
                    title=each.title,
                    sort=each.sort,
                    approval=APPROVAL.to(approval),
                )
        return made

    async def _facts(
        self, venue: Venue, request: pb.PutProfileForwardRequest
    ) -> profiles_pb2.ProfileBookFacts:
        for loaded, found in await self._approvals.loaded(venue, self._profiles):
            if loaded.id == request.profile:
                return profiles_pb2.ProfileBookFacts(
                    loaded_sha256=loaded.sha256, found=APPROVAL.to(found)
                )
        raise NotFound(f"profile {request.profile} in {venue.title}")


def _resource(last: Snapshot[Event, Changes]) -> profiles_pb2.ProfileBook:
    made = profiles_pb2.ProfileBook(
        name=str(last.name), version=last.version, changes=map(CHANGE.to, last.state)
    )
    if last.at is not None:
        made.updated_at.CopyFrom(timestamp(last.at))
    return made
