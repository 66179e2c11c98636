"""gRPC in for tournaments: parse, put on record, render."""

from __future__ import annotations

from collections.abc import AsyncIterator
from datetime import date
from typing import Any

from google.protobuf.message import Message

from eyesdown.tournament.v1 import tournament_events_pb2 as events
from eyesdown.tournament.v1 import tournament_pb2, tournament_service_pb2_grpc
from eyesdown.tournament.v1 import tournament_service_pb2 as pb
from services.kernel.errors import InvalidArgument
from services.kernel.following.heads import Heads
from services.kernel.following.lists import Lists
from services.kernel.following.watching import watched
from services.kernel.profiles import Profiles
from services.kernel.record.aggregates import Aggregates, Outcome
from services.kernel.record.approvals import Approvals
from services.kernel.record.commit import ProfileRef
from services.kernel.record.shapes import timestamp
from services.kernel.serving.calls import call
from services.kernel.serving.validation import child, moment, named
from services.kernel.venues import Venues
from services.kernel.walk import Walk, entropy
from services.tournament.domain.tournament.entries import ApplicationReceived
from services.tournament.domain.tournament.state import State
from services.tournament.domain.tournament.tournament import TOURNAMENTS, Command, Event
from services.tournament.facts.at_tables import AtTables
from services.tournament.facts.checking import Checking
from services.tournament.profiles import TournamentProfiles
from services.tournament.views.tournament import resource


class TournamentRpc(tournament_service_pb2_grpc.TournamentServiceServicer):
    """The tournament service's RPCs."""

    def __init__(
        self,
        tournaments: Aggregates[Command, Event, State],
        walk: Walk[Command, Event, State],
        venues: Venues,
        texts: Profiles,
        profiles: TournamentProfiles,
        approvals: Approvals,
        heads: Heads,
        lists: Lists[tournament_pb2.TournamentRow],
        checking: Checking,
        at_tables: AtTables,
    ) -> None:
        self._tournaments = tournaments
        self._walk = walk
        self._venues = venues
        self._texts = texts
        self._profiles = profiles
        self._approvals = approvals
        self._heads = heads
        self._lists = lists
        self._checking = checking
        self._at_tables = at_tables

    # -- conditions ------------------------------------------------------------------------

    async def PlanTournament(
        self, request: pb.PlanTournamentRequest, _: Any
    ) -> pb.PlanTournamentResponse:
        name = child(request, TOURNAMENTS.kind, "tournament_id")
        _begins(request.conditions)
        _day(request.tournament_id)
        facts = events.TournamentFacts()
        profile: ProfileRef | None = None
        if not await self._tournaments.answered(name, request.request_id):
            venue = self._venues.get(name.venue)
            profile = self._profiles.chosen(venue, request.profile)
            facts.approval.CopyFrom(await self._approvals.fact(venue.id, profile))
            text = self._texts.get(profile.id)
            facts.currency, facts.time_zone = venue.currency, venue.zone.key
            facts.approved = text.approved_for(venue.id)
            if text.commencement is not None:
                facts.commencement.CopyFrom(timestamp(text.commencement))
        outcome = await self._walk(call(), name, request, facts=facts, profile=profile)
        return pb.PlanTournamentResponse(tournament=resource(outcome.snapshot))

    async def AmendConditions(
        self, request: pb.AmendConditionsRequest, _: Any
    ) -> pb.AmendConditionsResponse:
        _begins(request.conditions)
        return pb.AmendConditionsResponse(tournament=await self._put(request))

    async def PublishConditions(
        self, request: pb.PublishConditionsRequest, _: Any
    ) -> pb.PublishConditionsResponse:
        return pb.PublishConditionsResponse(tournament=await self._put(request))

    async def DesignateDirector(
        self, request: pb.DesignateDirectorRequest, _: Any
    ) -> pb.DesignateDirectorResponse:
        return pb.DesignateDirectorResponse(tournament=await self._put(request))

    # -- entries ---------------------------------------------------------------------------

    async def Apply(self, request: pb.ApplyRequest, _: Any) -> pb.ApplyResponse:
        facts = await self._checking.applying(request)
        outcome = await self._outcome(request, facts)
        made = pb.ApplyResponse(tournament=resource(outcome.snapshot))
        if not request.validate_only:
            received = (e for e in outcome.snapshot.events if isinstance(e, ApplicationReceived))
            made.player = next(received).player
        return made

    async def EndorseConditions(
        self, request: pb.EndorseConditionsRequest, _: Any
    ) -> pb.EndorseConditionsResponse:
        return pb.EndorseConditionsResponse(tournament=await self._put(request))

    async def AcceptApplicant(
        self, request: pb.AcceptApplicantRequest, _: Any
    ) -> pb.AcceptApplicantResponse:
        facts = await self._checking.of_entries(request, (request.player,))
        return pb.AcceptApplicantResponse(tournament=await self._put(request, facts))

    async def RefuseApplicant(
        self, request: pb.RefuseApplicantRequest, _: Any
    ) -> pb.RefuseApplicantResponse:
        return pb.RefuseApplicantResponse(tournament=await self._put(request))

    async def WithdrawEntry(
        self, request: pb.WithdrawEntryRequest, _: Any
    ) -> pb.WithdrawEntryResponse:
        return pb.WithdrawEntryResponse(tournament=await self._put(request))

    async def DisqualifyPlayer(
        self, request: pb.DisqualifyPlayerRequest, _: Any
    ) -> pb.DisqualifyPlayerResponse:
        return pb.DisqualifyPlayerResponse(tournament=await self._put(request))

    async def CancelTournament(
        self, request: pb.CancelTournamentRequest, _: Any
    ) -> pb.CancelTournamentResponse:
        return pb.CancelTournamentResponse(tournament=await self._put(request))

    async def PayRefund(self, request: pb.PayRefundRequest, _: Any) -> pb.PayRefundResponse:
        return pb.PayRefundResponse(tournament=await self._put(request))

    # -- sessions --------------------------------------------------------------------------

    async def PlanSession(self, request: pb.PlanSessionRequest, _: Any) -> pb.PlanSessionResponse:
        moment(request, "starts_at")
        return pb.PlanSessionResponse(tournament=await self._put(request))

    async def MoveSession(self, request: pb.MoveSessionRequest, _: Any) -> pb.MoveSessionResponse:
        moment(request, "starts_at")
        return pb.MoveSessionResponse(tournament=await self._put(request))

    async def SeatSession(self, request: pb.SeatSessionRequest, _: Any) -> pb.SeatSessionResponse:
        facts = await self._checking.of_entries(request, tuple(request.players))
        facts.entropy = entropy()
        return pb.SeatSessionResponse(tournament=await self._put(request, facts))

    async def ChangeSeat(self, request: pb.ChangeSeatRequest, _: Any) -> pb.ChangeSeatResponse:
        return pb.ChangeSeatResponse(tournament=await self._put(request))

    async def SeatReserve(self, request: pb.SeatReserveRequest, _: Any) -> pb.SeatReserveResponse:
        facts = await self._checking.of_entries(request, (request.player,))
        return pb.SeatReserveResponse(tournament=await self._put(request, facts))

    async def DropSession(self, request: pb.DropSessionRequest, _: Any) -> pb.DropSessionResponse:
        return pb.DropSessionResponse(tournament=await self._put(request))

    async def RecordPresence(
        self, request: pb.RecordPresenceRequest, _: Any
    ) -> pb.RecordPresenceResponse:
        return pb.RecordPresenceResponse(tournament=await self._put(request))

    async def StartSession(
        self, request: pb.StartSessionRequest, _: Any
    ) -> pb.StartSessionResponse:
        name = named(request, TOURNAMENTS.kind)
        facts = events.TournamentFacts()
        if not await self._tournaments.answered(name, request.request_id):
            facts = await self._at_tables.readiness(name, request.session)
        return pb.StartSessionResponse(tournament=await self._put(request, facts))

    async def HoldSession(self, request: pb.HoldSessionRequest, _: Any) -> pb.HoldSessionResponse:
        return pb.HoldSessionResponse(tournament=await self._put(request))

    async def ResumeSession(
        self, request: pb.ResumeSessionRequest, _: Any
    ) -> pb.ResumeSessionResponse:
        return pb.ResumeSessionResponse(tournament=await self._put(request))

    async def CallPlayoff(self, request: pb.CallPlayoffRequest, _: Any) -> pb.CallPlayoffResponse:
        moment(request, "starts_at")
        facts = events.TournamentFacts(entropy=entropy())
        return pb.CallPlayoffResponse(tournament=await self._put(request, facts))

    async def RuleOnResult(
        self, request: pb.RuleOnResultRequest, _: Any
    ) -> pb.RuleOnResultResponse:
        return pb.RuleOnResultResponse(tournament=await self._put(request))

    # -- prizes ----------------------------------------------------------------------------

    async def AddValue(self, request: pb.AddValueRequest, _: Any) -> pb.AddValueResponse:
        return pb.AddValueResponse(tournament=await self._put(request))

    async def ConfirmPlacings(
        self, request: pb.ConfirmPlacingsRequest, _: Any
    ) -> pb.ConfirmPlacingsResponse:
        return pb.ConfirmPlacingsResponse(tournament=await self._put(request))

    async def DecideGoods(self, request: pb.DecideGoodsRequest, _: Any) -> pb.DecideGoodsResponse:
        return pb.DecideGoodsResponse(tournament=await self._put(request))

    async def RuleOnHeld(self, request: pb.RuleOnHeldRequest, _: Any) -> pb.RuleOnHeldResponse:
        return pb.RuleOnHeldResponse(tournament=await self._put(request))

    async def AllowFewer(self, request: pb.AllowFewerRequest, _: Any) -> pb.AllowFewerResponse:
        return pb.AllowFewerResponse(tournament=await self._put(request))

    async def EndWithoutFinal(
        self, request: pb.EndWithoutFinalRequest, _: Any
    ) -> pb.EndWithoutFinalResponse:
        return pb.EndWithoutFinalResponse(tournament=await self._put(request))

    async def ReturnHeld(self, request: pb.ReturnHeldRequest, _: Any) -> pb.ReturnHeldResponse:
        return pb.ReturnHeldResponse(tournament=await self._put(request))

    async def PayPrize(self, request: pb.PayPrizeRequest, _: Any) -> pb.PayPrizeResponse:
        return pb.PayPrizeResponse(tournament=await self._put(request))

    async def CloseTournament(
        self, request: pb.CloseTournamentRequest, _: Any
    ) -> pb.CloseTournamentResponse:
        return pb.CloseTournamentResponse(tournament=await self._put(request))

    # -- the director's log ----------------------------------------------------------------

    async def GiveNotice(self, request: pb.GiveNoticeRequest, _: Any) -> pb.GiveNoticeResponse:
        return pb.GiveNoticeResponse(tournament=await self._put(request))

    async def WarnPlayer(self, request: pb.WarnPlayerRequest, _: Any) -> pb.WarnPlayerResponse:
        return pb.WarnPlayerResponse(tournament=await self._put(request))

    async def OpenDispute(self, request: pb.OpenDisputeRequest, _: Any) -> pb.OpenDisputeResponse:
        name = named(request, TOURNAMENTS.kind)
        facts = events.TournamentFacts()
        if not await self._tournaments.answered(name, request.request_id):
            facts = await self._at_tables.record(name, request)
        return pb.OpenDisputeResponse(tournament=await self._put(request, facts))

    async def RuleDispute(self, request: pb.RuleDisputeRequest, _: Any) -> pb.RuleDisputeResponse:
        return pb.RuleDisputeResponse(tournament=await self._put(request))

    # -- reading ---------------------------------------------------------------------------

    async def GetTournament(
        self, request: pb.GetTournamentRequest, _: Any
    ) -> pb.GetTournamentResponse:
        name = named(request, TOURNAMENTS.kind)
        snapshot = await self._tournaments.read(name, request.at_least_version)
        return pb.GetTournamentResponse(tournament=resource(snapshot))

    async def ListTournaments(
        self, request: pb.ListTournamentsRequest, _: Any
    ) -> pb.ListTournamentsResponse:
        only = request.filter
        page = self._lists.page(
            request,
            call().scope,
            wanted=lambda row: not only.phases or row.phase in only.phases,
            day=only.day,
        )
        return pb.ListTournamentsResponse(tournaments=page.rows, next_page_token=page.next_token)

    def WatchTournament(
        self, request: pb.WatchTournamentRequest, _: Any
    ) -> AsyncIterator[pb.WatchTournamentResponse]:
        name = named(request, TOURNAMENTS.kind)
        return watched(
            self._tournaments,
            self._heads,
            name,
            request.after_version,
            lambda last: pb.WatchTournamentResponse(
                tournament=resource(last), events=last.happened
            ),
        )

    # -- how -------------------------------------------------------------------------------

    async def _put(self, request: Any, facts: Message | None = None) -> tournament_pb2.Tournament:
        return resource((await self._outcome(request, facts)).snapshot)

    async def _outcome(self, request: Any, facts: Message | None = None) -> Outcome[Event, State]:
        return await self._walk(call(), named(request, TOURNAMENTS.kind), request, facts=facts)


def _begins(conditions: tournament_pb2.Conditions) -> None:
    if conditions.HasField("starts_at"):
        try:
            moment(conditions, "starts_at")
        except InvalidArgument as wrong:
            why = "it is no instant of the years 1 to 9999"
            raise InvalidArgument("conditions.starts_at", why) from wrong


def _day(tournament_id: str) -> None:
    """An id that begins as a day does begins with one. Raises `InvalidArgument`."""
    head = tournament_id[:10]
    if len(head) == 10 and head.count("-") == 2 and head.replace("-", "").isdecimal():
        try:
            date.fromisoformat(head)
        except ValueError as wrong:
            raise InvalidArgument("tournament_id", f"{head} is no day") from wrong
