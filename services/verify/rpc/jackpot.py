"""Jackpots: opened, declared for games, carried over; their ledgers, and a session's figures."""

from __future__ import annotations

import re
from collections.abc import AsyncIterator
from typing import Any

from eyesdown.verify.v1 import jackpot_service_pb2 as pb
from eyesdown.verify.v1 import jackpot_service_pb2_grpc, jackpots_pb2
from services.kernel.errors import InvalidArgument
from services.kernel.following.feed import Feed
from services.kernel.following.heads import Heads
from services.kernel.following.lists import PAGE, Lists
from services.kernel.following.watching import watched
from services.kernel.names import Name
from services.kernel.record.aggregates import Aggregates
from services.kernel.record.approvals import Approvals
from services.kernel.record.commit import ProfileRef
from services.kernel.record.histories import Snapshot
from services.kernel.serving.calls import call
from services.kernel.serving.validation import child, named, named_beside
from services.kernel.venues import Venues
from services.kernel.walk import Walk
from services.verify import names
from services.verify.codec.values import JACKPOT_TERMS
from services.verify.domain.desk import desk
from services.verify.domain.desk.desk import DESKS
from services.verify.domain.desk.state import State as DeskState
from services.verify.domain.game.game import Phase
from services.verify.domain.jackpot import jackpot as cycle
from services.verify.domain.jackpot.jackpot import JACKPOTS
from services.verify.domain.jackpot.state import State, Won
from services.verify.facts.figures import SessionFigures
from services.verify.facts.games import Games
from services.verify.facts.looking import Desks
from services.verify.profiles import JackpotProfiles
from services.verify.rpc.timing import looking_up
from services.verify.views import desk as desk_views
from services.verify.views import jackpot as views

Cycles = Aggregates[cycle.Command, cycle.Event, State]


class JackpotRpc(jackpot_service_pb2_grpc.JackpotServiceServicer):
    """The RPCs of jackpots."""

    def __init__(
        self,
        cycles: Cycles,
        desks: Desks,
        cycle_walk: Walk[cycle.Command, cycle.Event, State],
        desk_walk: Walk[desk.Command, desk.Event, DeskState],
        venues: Venues,
        profiles: JackpotProfiles,
        approvals: Approvals,
        games: Games,
        feed: Feed,
        heads: Heads,
        lists: Lists[jackpots_pb2.JackpotRow],
    ) -> None:
        self._cycles = cycles
        self._desks = desks
        self._cycle_walk = cycle_walk
        self._desk_walk = desk_walk
        self._venues = venues
        self._profiles = profiles
        self._approvals = approvals
        self._games = games
        self._feed = feed
        self._heads = heads
        self._lists = lists
        self._figures = SessionFigures(desks, cycles, feed, heads)

    # -- changing --------------------------------------------------------------------------

    async def OpenJackpot(self, request: pb.OpenJackpotRequest, _: Any) -> pb.OpenJackpotResponse:
        name = child(request, JACKPOTS.kind, "jackpot_id")
        venue = self._venues.get(name.venue)
        profile: ProfileRef | None = None
        facts = jackpots_pb2.OpenJackpotFacts(currency=venue.currency)
        if not await self._cycles.answered(name, request.request_id):
            profile = self._profiles.chosen(venue, request.profile)
            facts.approval.CopyFrom(await self._approvals.fact(venue.id, profile))
            facts.taken = self._bearing(name)
        outcome = await self._cycle_walk(call(), name, request, facts=facts, profile=profile)
        return pb.OpenJackpotResponse(jackpot=views.resource(outcome.snapshot))

    async def DeclareJackpot(
        self, request: pb.DeclareJackpotRequest, _: Any
    ) -> pb.DeclareJackpotResponse:
        name, facts = named(request, DESKS.kind), None
        jackpot = named_beside(request, JACKPOTS.kind, "jackpot", name.venue)
        async with looking_up():
            await self._feed.up_to_date(names.game_of(name))  # it may have been opened just now
            if not await self._desks.answered(name, request.request_id):
                facts = await self._facts(name, jackpot)
        outcome = await self._desk_walk(call(), name, request, facts=facts)
        await self._feed.hasten(name)
        declared = desk_views.game_jackpot(desk_views.opened(outcome.state))
        return pb.DeclareJackpotResponse(declared=declared)

    async def CarryJackpotOver(
        self, request: pb.CarryJackpotOverRequest, _: Any
    ) -> pb.CarryJackpotOverResponse:
        name = named(request, JACKPOTS.kind)
        known = (await self._cycles.read(name)).state
        if isinstance(known, Won) and known.by:  # whether it has winners its desk says
            await self._feed.up_to_date(names.desk_of(Name.parse(known.by)))
        outcome = await self._cycle_walk(call(), name, request)
        await self._feed.hasten(name)
        return pb.CarryJackpotOverResponse(jackpot=views.resource(outcome.snapshot))

    async def CloseJackpot(
        self, request: pb.CloseJackpotRequest, _: Any
    ) -> pb.CloseJackpotResponse:
        name, facts = named(request, JACKPOTS.kind), None
        other = named_beside(request, JACKPOTS.kind, "into", name.venue)
        await self._cycles.read(name)
        if not await self._cycles.answered(name, request.request_id):
            running = await self._running(other)
            facts = jackpots_pb2.CloseJackpotFacts(into=str(running.name), version=running.version)
        outcome = await self._cycle_walk(call(), name, request, facts=facts)
        await self._feed.hasten(name)
        return pb.CloseJackpotResponse(jackpot=views.resource(outcome.snapshot))

    # -- looking ---------------------------------------------------------------------------

    async def GetJackpot(self, request: pb.GetJackpotRequest, _: Any) -> pb.GetJackpotResponse:
        snapshot = await self._cycles.read(named(request, JACKPOTS.kind), request.at_least_version)
        return pb.GetJackpotResponse(jackpot=views.resource(snapshot))

    def WatchJackpot(
        self, request: pb.WatchJackpotRequest, _: Any
    ) -> AsyncIterator[pb.WatchJackpotResponse]:
        name = named(request, JACKPOTS.kind)
        return watched(
            self._cycles,
            self._heads,
            name,
            request.after_version,
            lambda last: pb.WatchJackpotResponse(
                jackpot=views.resource(last), events=last.happened
            ),
        )

    async def ListJackpots(
        self, request: pb.ListJackpotsRequest, _: Any
    ) -> pb.ListJackpotsResponse:
        only = request.filter
        page = self._lists.page(
            request,
            call().scope,
            wanted=lambda row: not only.phases or row.phase in only.phases,
            every_year=True,
        )
        return pb.ListJackpotsResponse(jackpots=page.rows, next_page_token=page.next_token)

    async def ListEntries(self, request: pb.ListEntriesRequest, _: Any) -> pb.ListEntriesResponse:
        snapshot = await self._cycles.read(named(request, JACKPOTS.kind))
        after = _entries_before(request.page_token)
        return views.entries(snapshot.state, after, request.page_size or PAGE)

    async def GetSessionFigures(
        self, request: pb.GetSessionFiguresRequest, _: Any
    ) -> pb.GetSessionFiguresResponse:
        session = named(request, names.SESSIONS)
        figures = await self._figures.of(session, self._venues.get(session.venue).currency)
        return pb.GetSessionFiguresResponse(figures=figures)

    # -- how -------------------------------------------------------------------------------

    async def _facts(self, name: Name, jackpot: Name) -> jackpots_pb2.DeclareFacts:
        """The game as the draw has it, and the cycle that is running."""
        seen = await self._games.latest(names.game_of(name))
        running = await self._running(jackpot)
        return jackpots_pb2.DeclareFacts(
            begun=seen.game.phase is not Phase.WAITING or seen.game.first_number_called,
            game_version=seen.place.version,
            jackpot=str(running.name),
            terms=JACKPOT_TERMS.to(views.opened(running.state).terms),
            jackpot_version=running.version,
            law=seen.game.law,
        )

    def _bearing(self, name: Name) -> str:
        """A cycle of another jackpot that is named by the same word, of whatever year; or empty."""
        word = name.id.partition("-")[2]
        for head in self._heads.rows(name.venue, None, JACKPOTS.kind):
            row = head.row
            ours = isinstance(row, jackpots_pb2.JackpotRow) and row.word == word
            if ours and head.name != name:
                return str(head.name)
        return ""

    async def _running(self, name: Name) -> Snapshot[Any, State]:
        """The cycle that is played for, of a jackpot that is named by any of its cycles.

        Raises:
            InvalidArgument: it was closed into one that was closed into it, and nothing has come
                to either since.
        """
        snapshot, passed = await self._cycles.read(name), set[Name]()
        while isinstance(snapshot.state, Won):
            if snapshot.name in passed:
                raise InvalidArgument(
                    "jackpot", f"{name} and {snapshot.state.next} are closed into each other"
                )
            passed.add(snapshot.name)
            await self._feed.up_to_date(snapshot.name)
            snapshot = await self._cycles.read(Name.parse(snapshot.state.next))
        return snapshot


def _entries_before(token: str) -> int:
    """How many entries of a ledger were on the pages before: a ledger only grows."""
    if not token:
        return 0
    if not re.fullmatch("[1-9][0-9]{0,8}", token):
        raise InvalidArgument("page_token", "it is not one that a list gave")
    return int(token)
