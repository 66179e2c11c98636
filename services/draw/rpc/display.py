"""gRPC in, for displays: parse, put on record, tell the screen, render."""

from __future__ import annotations

import hashlib
from collections.abc import AsyncIterator
from typing import Any

from eyesdown.draw.v1 import display_events_pb2, display_pb2, display_service_pb2_grpc
from eyesdown.draw.v1 import display_service_pb2 as pb
from services.draw.domain.display import (
    DISPLAYS,
    NO_SUCH_CODE,
    Command,
    Event,
    State,
)
from services.draw.screens.guessing import TOO_MANY_CODES, Guessing
from services.draw.screens.hanging import Hanging
from services.draw.screens.pairing import Pairing
from services.draw.views.display import resource
from services.kernel.errors import Unavailable
from services.kernel.following.heads import Heads
from services.kernel.following.lists import Lists
from services.kernel.following.watching import watched
from services.kernel.law import Reason, Refused
from services.kernel.names import Name, venue_of
from services.kernel.record.aggregates import Aggregates
from services.kernel.serving.calls import call
from services.kernel.serving.validation import named
from services.kernel.venues import Venues
from services.kernel.walk import Walk, now

DISPLAYS_NOT_LET_IN = Reason(
    "DISPLAYS_NOT_LET_IN",
    "This service has no key to let displays in with.",
    "Call operations: EYESDOWN_DISPLAY_KEY has to name the key that NATS knows.",
)


class DisplayRpc(display_service_pb2_grpc.DisplayServiceServicer):
    """The RPCs of displays. `pairing` is None where there is no key of displays."""

    def __init__(
        self,
        displays: Aggregates[Command, Event, State],
        walk: Walk[Command, Event, State],
        venues: Venues,
        heads: Heads,
        hanging: Hanging,
        lists: Lists[display_pb2.DisplayRow],
        pairing: Pairing | None,
    ) -> None:
        self._displays = displays
        self._walk = walk
        self._venues = venues
        self._heads = heads
        self._hanging = hanging
        self._lists = lists
        self._pairing = pairing
        self._guessing = Guessing()

    # -- commands --------------------------------------------------------------------------

    async def BindDisplay(self, request: pb.BindDisplayRequest, _: Any) -> pb.BindDisplayResponse:
        if self._pairing is None:
            raise Unavailable(DISPLAYS_NOT_LET_IN)
        person = call().identity.person
        if self._guessing.too_many(person):
            raise TOO_MANY_CODES()
        venue = self._venues.get(venue_of(request.parent))
        venue.room(request.room)  # NOT_FOUND
        name = self._hanging.named(venue.id, request.display, venue.gaming_day(now()).year)
        facts = await self._facts(self._pairing, name, request)
        try:
            outcome = await self._walk(call(), name, request, facts=facts)
        except Refused as refused:
            if refused.reason is NO_SUCH_CODE:
                self._guessing.wrong(person)
            await self._pairing.release(request.code, name, request.request_id)
            raise
        if outcome.changed or outcome.repeated:
            await self._pairing.tell(request.code)
        return pb.BindDisplayResponse(display=resource(outcome.snapshot))

    async def RevokeDisplay(
        self, request: pb.RevokeDisplayRequest, _: Any
    ) -> pb.RevokeDisplayResponse:
        outcome = await self._walk(call(), named(request, DISPLAYS.kind), request)
        return pb.RevokeDisplayResponse(display=resource(outcome.snapshot))

    # -- reading ---------------------------------------------------------------------------

    async def GetDisplay(self, request: pb.GetDisplayRequest, _: Any) -> pb.GetDisplayResponse:
        name = named(request, DISPLAYS.kind)
        snapshot = await self._displays.read(name, request.at_least_version)
        return pb.GetDisplayResponse(display=resource(snapshot))

    async def ListDisplays(
        self, request: pb.ListDisplaysRequest, _: Any
    ) -> pb.ListDisplaysResponse:
        only = request.filter
        page = self._lists.page(
            request,
            call().scope,
            wanted=lambda row: (
                (not only.phases or row.phase in only.phases) and only.room in ("", row.room)
            ),
            every_year=True,
        )
        return pb.ListDisplaysResponse(displays=page.rows, next_page_token=page.next_token)

    def WatchDisplay(
        self, request: pb.WatchDisplayRequest, _: Any
    ) -> AsyncIterator[pb.WatchDisplayResponse]:
        name = named(request, DISPLAYS.kind)
        return watched(
            self._displays,
            self._heads,
            name,
            request.after_version,
            lambda last: pb.WatchDisplayResponse(display=resource(last), events=last.happened),
        )

    # -- how -------------------------------------------------------------------------------

    async def _facts(
        self, pairing: Pairing, name: Name, request: pb.BindDisplayRequest
    ) -> display_events_pb2.DisplayFacts:
        look = pairing.waits if request.validate_only else pairing.claim
        secret = pairing.secret_for(name, request.request_id)
        return display_events_pb2.DisplayFacts(
            waiting=await look(request.code, name, request.request_id),
            secret_sha256=hashlib.sha256(secret.encode()).digest(),
            hangs_in=self._hanging.listed_in(name.venue, request.display),
        )
