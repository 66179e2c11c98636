"""gRPC in, for sessions: parse, put on record, render."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterable
from typing import Any

from google.protobuf.message import Message

from eyesdown.common.v1.profiles_pb2 import ProfileApproval
from eyesdown.draw.v1 import game_pb2, session_events_pb2, session_pb2, session_service_pb2_grpc
from eyesdown.draw.v1 import session_service_pb2 as pb
from services.draw.domain.game.game import GAMES
from services.draw.domain.session.session import SESSIONS, Command, Event
from services.draw.domain.session.state import Session, State
from services.draw.profiles import BingoProfiles
from services.draw.views.session import resource
from services.kernel.errors import InvalidArgument, NotFound
from services.kernel.following.feed import Feed
from services.kernel.following.heads import Heads
from services.kernel.following.lists import Lists
from services.kernel.following.watching import watched
from services.kernel.names import Name
from services.kernel.record.aggregates import Aggregates
from services.kernel.record.approvals import Approvals
from services.kernel.serving.calls import call
from services.kernel.serving.validation import child_of_day, named
from services.kernel.venues import Venues
from services.kernel.walk import Walk, now

Sessions = Aggregates[Command, Event, State]


class SessionRpc(session_service_pb2_grpc.SessionServiceServicer):
    """The RPCs of sessions. `feed` is the one by which sessions follow their games."""

    def __init__(
        self,
        sessions: Sessions,
        walk: Walk[Command, Event, State],
        venues: Venues,
        profiles: BingoProfiles,
        approvals: Approvals,
        heads: Heads,
        feed: Feed,
        lists: Lists[session_pb2.SessionRow],
    ) -> None:
        self._sessions = sessions
        self._walk = walk
        self._venues = venues
        self._profiles = profiles
        self._approvals = approvals
        self._heads = heads
        self._feed = feed
        self._lists = lists

    # -- before play -----------------------------------------------------------------------

    async def PrepareSession(
        self, request: pb.PrepareSessionRequest, _: Any
    ) -> pb.PrepareSessionResponse:
        name = child_of_day(request, SESSIONS.kind, "session_id")
        await self._can_be_played(name, request, "programme", request.programme)
        return pb.PrepareSessionResponse(session=await self._put(name, request))

    async def ChangeProgramme(
        self, request: pb.ChangeProgrammeRequest, _: Any
    ) -> pb.ChangeProgrammeResponse:
        name = named(request, SESSIONS.kind)
        await self._can_be_played(name, request, "programme", request.programme)
        return pb.ChangeProgrammeResponse(session=await self._put(name, request))

    async def OpenSession(self, request: pb.OpenSessionRequest, _: Any) -> pb.OpenSessionResponse:
        name = named(request, SESSIONS.kind)
        approvals = await self._rules_of(name, request)
        return pb.OpenSessionResponse(session=await self._put(name, request, approvals))

    async def CancelSession(
        self, request: pb.CancelSessionRequest, _: Any
    ) -> pb.CancelSessionResponse:
        name = named(request, SESSIONS.kind)
        return pb.CancelSessionResponse(session=await self._put(name, request))

    # -- while it is open ------------------------------------------------------------------

    async def AmendProgramme(
        self, request: pb.AmendProgrammeRequest, _: Any
    ) -> pb.AmendProgrammeResponse:
        name = named(request, SESSIONS.kind)
        await self._can_be_played(name, request, "entries", request.entries)
        await self._knows_its_games(name)
        return pb.AmendProgrammeResponse(session=await self._put(name, request))

    async def SignAmendment(
        self, request: pb.SignAmendmentRequest, _: Any
    ) -> pb.SignAmendmentResponse:
        name = named(request, SESSIONS.kind)
        await self._knows_its_games(name)
        return pb.SignAmendmentResponse(session=await self._put(name, request))

    async def CloseSession(
        self, request: pb.CloseSessionRequest, _: Any
    ) -> pb.CloseSessionResponse:
        name = named(request, SESSIONS.kind)
        await self._knows_its_games(name)
        return pb.CloseSessionResponse(session=await self._put(name, request))

    async def ResumeSession(
        self, request: pb.ResumeSessionRequest, _: Any
    ) -> pb.ResumeSessionResponse:
        name = named(request, SESSIONS.kind)
        return pb.ResumeSessionResponse(session=await self._put(name, request))

    async def SignSession(self, request: pb.SignSessionRequest, _: Any) -> pb.SignSessionResponse:
        name = named(request, SESSIONS.kind)
        await self._knows_its_games(name)
        return pb.SignSessionResponse(session=await self._put(name, request))

    # -- reading ---------------------------------------------------------------------------

    async def GetSession(self, request: pb.GetSessionRequest, _: Any) -> pb.GetSessionResponse:
        name = named(request, SESSIONS.kind)
        snapshot = await self._sessions.read(name, request.at_least_version)
        return pb.GetSessionResponse(session=resource(snapshot))

    async def ListSessions(
        self, request: pb.ListSessionsRequest, _: Any
    ) -> pb.ListSessionsResponse:
        only = request.filter
        page = self._lists.page(
            request,
            call().scope,
            wanted=lambda row: not only.phases or row.phase in only.phases,
            day=only.day,
        )
        return pb.ListSessionsResponse(sessions=page.rows, next_page_token=page.next_token)

    def WatchSession(
        self, request: pb.WatchSessionRequest, _: Any
    ) -> AsyncIterator[pb.WatchSessionResponse]:
        name = named(request, SESSIONS.kind)
        return watched(
            self._sessions,
            self._heads,
            name,
            request.after_version,
            lambda last: pb.WatchSessionResponse(session=resource(last), events=last.happened),
        )

    # -- how -------------------------------------------------------------------------------

    async def _put(
        self, name: Name, request: Message, approvals: Iterable[ProfileApproval] = ()
    ) -> session_pb2.Session:
        venue = self._venues.get(name.venue)
        facts = session_events_pb2.SessionFacts(
            gaming_day=venue.gaming_day(now()).isoformat(),
            currency=venue.currency,
            approvals=approvals,
        )
        outcome = await self._walk(call(), name, request, facts=facts)
        return resource(outcome.snapshot)

    async def _can_be_played(self, name: Name, request: Any, field: str, entries: Any) -> None:
        """Refuse a game whose profile is not approved in the venue, or has not that version.

        A request that went on record is not looked at again: what is approved may have changed.
        """
        if await self._sessions.answered(name, request.request_id):
            return
        venue = self._venues.get(name.venue)
        for place, entry in enumerate(entries):
            where = f"{field}[{place}]"
            try:
                profile = self._profiles(self._profiles.chosen(venue, entry.profile))
            except (InvalidArgument, NotFound) as wrong:
                why = f"{entry.profile} is no profile approved in {venue.title}"
                raise InvalidArgument(f"{where}.profile", why) from wrong
            if entry.game_version not in profile.versions:
                why = f"{entry.profile} has no version {entry.game_version}"
                raise InvalidArgument(f"{where}.game_version", why)

    async def _rules_of(self, name: Name, request: pb.OpenSessionRequest) -> list[ProfileApproval]:
        """How the rules of all games on the programme stand, each profile once."""
        if await self._sessions.answered(name, request.request_id):
            return []
        # Of the version that was seen, or of a newer one: then it is not signed.
        session = (await self._sessions.read(name)).state
        programme = session.programme if isinstance(session, Session) else ()
        wanted = dict.fromkeys(each.profile for each in programme)
        return await self._approvals.facts(name.venue, map(self._profiles.loaded, wanted))

    async def _knows_its_games(self, name: Name) -> None:
        """Wait until the session knows all that its games have on record.

        Raises `Unavailable` when that takes too long, never a refusal.
        """
        for head in list(self._heads.rows(name.venue, name.year, GAMES.kind)):
            if isinstance(head.row, game_pb2.GameRow) and head.row.session == str(name):
                await self._feed.up_to_date(head.name)
