"""gRPC in: parse, put on record, render."""

from __future__ import annotations

import time
from collections.abc import AsyncIterator, Sequence
from contextlib import aclosing
from typing import Any

from google.protobuf.message import Message

from eyesdown.draw.v1 import draw_service_pb2 as pb
from eyesdown.draw.v1 import events_pb2, game_pb2, rooms_pb2
from services.draw.domain.game.callouts import ROOM_NOT_IN_GAME, CallOutRecorded
from services.draw.domain.game.game import GAMES, Command, Event
from services.draw.domain.game.state import Game, InPlay, State, Waiting
from services.draw.facts.belonging import Belongings
from services.draw.profiles import BingoProfiles
from services.draw.rooms.acknowledging import Acknowledging
from services.draw.rooms.floor import Floor
from services.draw.rooms.watching import with_rooms
from services.draw.rpc.corrections import Corrections
from services.draw.rpc.putting import Games
from services.draw.rpc.rooms import RoomCalls
from services.draw.rpc.standing import StandingCalls
from services.draw.views.explained import explained
from services.draw.views.game import call_sheet, resource
from services.kernel.boards.rooms import LEASE, Rooms
from services.kernel.errors import Failure, NotFound, OutcomeUnknownFailure
from services.kernel.following.heads import Heads
from services.kernel.following.lists import Lists
from services.kernel.following.watching import versions
from services.kernel.law import Refused
from services.kernel.names import Name, room_in
from services.kernel.record.aggregates import Outcome
from services.kernel.record.approvals import Approvals
from services.kernel.record.histories import Snapshot
from services.kernel.record.people import People
from services.kernel.serving.calls import call
from services.kernel.serving.validation import child_of_day, moment, named, room
from services.kernel.venues import Venues
from services.kernel.walk import Walk, entropy, now

ANNOUNCED_WITHIN = LEASE.total_seconds() / 2
"""Seconds in which an announcement is over, whatever deadline its caller set: when the lease of
the rooms taken for it ends, they are anybody's."""


class DrawRpc(Corrections, StandingCalls, RoomCalls):
    """The draw service's RPCs."""

    def __init__(
        self,
        games: Games,
        walk: Walk[Command, Event, State],
        venues: Venues,
        profiles: BingoProfiles,
        approvals: Approvals,
        rooms: Rooms,
        heads: Heads,
        lists: Lists[game_pb2.GameRow],
        belongings: Belongings,
        people: People,
        acknowledging: Acknowledging,
        floor: Floor,
    ) -> None:
        super().__init__(games, walk, acknowledging)
        self._venues = venues
        self._profiles = profiles
        self._approvals = approvals
        self._rooms = rooms
        self._heads = heads
        self._lists = lists
        self._belongings = belongings
        self._people = people
        self._floor = floor

    # -- before play -----------------------------------------------------------------------

    async def OpenGame(self, request: pb.OpenGameRequest, _: Any) -> pb.OpenGameResponse:
        name = child_of_day(request, GAMES.kind, "game_id")
        venue = self._venues.get(name.venue)
        profile, facts = None, self._facts(name)
        if not await self._games.answered(name, request.request_id):
            profile = self._profiles.chosen(venue, request.profile)
            facts.approval.CopyFrom(await self._approvals.fact(venue.id, profile))
            for room in request.rooms:
                self._venues.room(venue.id, room)
            await self._belongings.add(name, request, facts)
        outcome = await self._outcome(name, request, facts=facts, profile=profile)
        if not request.validate_only:
            await self._comes_next(name)
        return pb.OpenGameResponse(game=resource(outcome.snapshot))

    async def AssignStaff(self, request: pb.AssignStaffRequest, _: Any) -> pb.AssignStaffResponse:
        return pb.AssignStaffResponse(game=await self._put(request))

    async def ReleaseStaff(
        self, request: pb.ReleaseStaffRequest, _: Any
    ) -> pb.ReleaseStaffResponse:
        return pb.ReleaseStaffResponse(game=await self._put(request))

    async def RecordAttendance(
        self, request: pb.RecordAttendanceRequest, _: Any
    ) -> pb.RecordAttendanceResponse:
        return pb.RecordAttendanceResponse(game=await self._put(request))

    async def CheckHearing(
        self, request: pb.CheckHearingRequest, _: Any
    ) -> pb.CheckHearingResponse:
        return pb.CheckHearingResponse(game=await self._put(request))

    async def InspectEquipment(
        self, request: pb.InspectEquipmentRequest, _: Any
    ) -> pb.InspectEquipmentResponse:
        return pb.InspectEquipmentResponse(game=await self._put(request))

    async def AnnounceGame(
        self, request: pb.AnnounceGameRequest, _: Any
    ) -> pb.AnnounceGameResponse:
        name = named(request, GAMES.kind)
        facts = self._facts(name)
        if not await self._games.answered(name, request.request_id):
            await self._belongings.add_turn(name, facts)
        outcome = await self._in_its_rooms(name, request, facts)
        return pb.AnnounceGameResponse(game=resource(outcome.snapshot))

    # -- play ------------------------------------------------------------------------------

    async def SelectNumber(
        self, request: pb.SelectNumberRequest, _: Any
    ) -> pb.SelectNumberResponse:
        """The only reply that holds an unannounced number: the law refuses all but the caller."""
        facts = events_pb2.GameFacts(entropy=entropy())
        outcome = await self._outcome(named(request, GAMES.kind), request, facts=facts)
        game = outcome.state
        if not isinstance(game, InPlay) or game.selected is None:
            raise TypeError(f"{request.name} has nothing selected after a selection")
        number = game.selected.reveal().number
        letter = game.rules.letter_of(number)
        return pb.SelectNumberResponse(
            game=resource(outcome.snapshot), number=number, letter=letter
        )

    async def CallNumber(self, request: pb.CallNumberRequest, _: Any) -> pb.CallNumberResponse:
        name = named(request, GAMES.kind)
        facts = await self._awaited(name, request)
        return pb.CallNumberResponse(game=await self._put(request, facts))

    async def CutOffCall(self, request: pb.CutOffCallRequest, _: Any) -> pb.CutOffCallResponse:
        return pb.CutOffCallResponse(game=await self._put(request))

    async def ConfirmCall(self, request: pb.ConfirmCallRequest, _: Any) -> pb.ConfirmCallResponse:
        return pb.ConfirmCallResponse(game=await self._put(request))

    async def CallOut(self, request: pb.CallOutRequest, _: Any) -> pb.CallOutResponse:
        name = named(request, GAMES.kind)
        if request.HasField("heard_at"):
            moment(request, "heard_at")
        try:
            outcome = await self._outcome(name, request, facts=self._acknowledging.at_once(name))
        except Refused as refused:
            if refused.reason is ROOM_NOT_IN_GAME:
                self._venues.room(name.venue, request.room)  # one that there is not: NOT_FOUND
            raise
        if request.validate_only:
            return pb.CallOutResponse(game=resource(outcome.snapshot))
        recorded = next(e for e in outcome.snapshot.events if isinstance(e, CallOutRecorded))
        return pb.CallOutResponse(game=resource(outcome.snapshot), call_out=recorded.call_out)

    async def DecideCallOut(
        self, request: pb.DecideCallOutRequest, _: Any
    ) -> pb.DecideCallOutResponse:
        return pb.DecideCallOutResponse(game=await self._put(request))

    async def EndGame(self, request: pb.EndGameRequest, _: Any) -> pb.EndGameResponse:
        name = named(request, GAMES.kind)
        await self._key_is_lost(name, request)
        facts = await self._awaited(name, request)
        return pb.EndGameResponse(game=await self._put(request, facts))

    # -- reading ---------------------------------------------------------------------------

    async def GetGame(self, request: pb.GetGameRequest, _: Any) -> pb.GetGameResponse:
        snapshot = await self._games.read(named(request, GAMES.kind), request.at_least_version)
        return pb.GetGameResponse(game=resource(snapshot))

    async def ExplainGame(self, request: pb.ExplainGameRequest, _: Any) -> pb.ExplainGameResponse:
        snapshot, at = await self._games.read(named(request, GAMES.kind)), now()
        game = snapshot.state
        seen = isinstance(game, Game) and self._acknowledging.expected(snapshot.name, game, at)
        return explained(snapshot, at, seen or ())

    async def GetCallSheet(
        self, request: pb.GetCallSheetRequest, _: Any
    ) -> pb.GetCallSheetResponse:
        """The game as it was when the call was announced first; later corrections are not in it,
        but what the rooms had of the calls is."""
        name = named(request, GAMES.kind)
        last = snapshot = await self._games.read(name)
        if request.position:
            past = await self._games.versions(name)
            snapshot = next((each for each in past if _calls(each) >= request.position), snapshot)
            if _calls(snapshot) < request.position:
                raise NotFound(f"call {request.position} of {name}")
        return pb.GetCallSheetResponse(game=call_sheet(snapshot, last))

    async def ListGames(self, request: pb.ListGamesRequest, _: Any) -> pb.ListGamesResponse:
        only = request.filter
        if only.room:
            room(only, "room")
        page = self._lists.page(
            request,
            call().scope,
            wanted=lambda row: (
                (not only.phases or row.phase in only.phases)
                and not (only.no_practice and row.practice)
            ),
            day=only.day,
            of=lambda name, row: played_in(only.room, name, row),
        )
        return pb.ListGamesResponse(games=page.rows, next_page_token=page.next_token)

    async def WatchGame(
        self, request: pb.WatchGameRequest, _: Any
    ) -> AsyncIterator[pb.WatchGameResponse]:
        name = named(request, GAMES.kind)
        watched = versions(self._games, self._heads, name, request.after_version)
        if request.rooms:
            now_is = await self._games.read(name)
            there = now_is if now_is.version <= request.after_version else None
            async with aclosing(with_rooms(watched, self._rooms_changed, there)) as told:
                async for last, is_new in told:
                    yield _watched(last, is_new, self._rooms_of(last))
            return
        async with aclosing(watched) as snapshots:
            async for last in snapshots:
                yield _watched(last)

    # -- how -------------------------------------------------------------------------------

    async def _comes_next(self, name: Name) -> None:
        """Have its rooms find a game that waits. That it does is asked of what it is now: the
        answer to a retry is as old as the first one, and the game may be over."""
        last = self._games.known(name)
        if last is not None and isinstance(last.state, Waiting):
            await self._rooms.expect(name, last.state.rooms)

    async def _in_its_rooms(
        self, name: Name, request: pb.AnnounceGameRequest, facts: Message
    ) -> Outcome[Event, State]:
        """Take the game's rooms before it is announced, and give them back if it surely is not.

        One that is announced again, since something was said wrongly, has its rooms and keeps them.
        """
        until = time.monotonic() + ANNOUNCED_WITHIN
        last = await self._walk.rehearse(call(), name, request, facts=facts)
        taken = None
        if last is not None and isinstance(last.state, Waiting):
            rooms = last.state.rooms
            if request.validate_only:
                await self._rooms.look(name, rooms, now(), self._games.standing)
            else:
                taken = await self._rooms.take(
                    name, rooms, last.version + 1, now(), self._games.standing
                )
        try:
            return await self._outcome(name, request, facts=facts, until=until)
        except (Refused, Failure) as refused:
            # An append whose outcome is unknown may yet bring the game into play.
            if taken is not None and not isinstance(refused, OutcomeUnknownFailure):
                await self._rooms.release(taken, self._games.standing)
            raise

    def _facts(self, name: Name) -> events_pb2.GameFacts:
        venue = self._venues.get(name.venue)
        day = venue.gaming_day(now()).isoformat()
        return events_pb2.GameFacts(gaming_day=day, currency=venue.currency)


def _watched(
    snapshot: Snapshot[Event, State], is_new: bool = True, rooms: Sequence[rooms_pb2.RoomState] = ()
) -> pb.WatchGameResponse:
    events = snapshot.happened if is_new else []
    return pb.WatchGameResponse(game=resource(snapshot), events=events, rooms=rooms)


def played_in(room: str, name: Name, row: game_pb2.GameRow) -> bool:
    """Whether a game is played in a room, which in its own venue is written in short. In any where
    none is given."""
    return not room or room_in(name.venue, room) in row.rooms


def _calls(snapshot: Snapshot[Event, State]) -> int:
    return len(snapshot.state.calls) if isinstance(snapshot.state, Game) else 0
