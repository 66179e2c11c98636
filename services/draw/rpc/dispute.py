"""gRPC in, for disputes: parse, put on record, render."""

from __future__ import annotations

from collections.abc import AsyncIterator
from typing import Any

from google.protobuf.message import Message

from eyesdown.draw.v1 import dispute_pb2, dispute_service_pb2_grpc
from eyesdown.draw.v1 import dispute_service_pb2 as pb
from services.draw.domain.dispute.dispute import DISPUTES, Command, Event
from services.draw.domain.dispute.state import Dispute, State
from services.draw.domain.game.game import GAMES
from services.draw.facts.disputed import Disputed
from services.draw.views.dispute import resource
from services.kernel.errors import InvalidArgument
from services.kernel.following.heads import Heads
from services.kernel.following.lists import Lists
from services.kernel.following.watching import watched
from services.kernel.names import Name
from services.kernel.profiles import Profiles
from services.kernel.record.aggregates import Aggregates, Outcome
from services.kernel.serving.calls import call
from services.kernel.serving.validation import child_of_day, named, named_beside
from services.kernel.walk import Walk

Disputes = Aggregates[Command, Event, State]


class DisputeRpc(dispute_service_pb2_grpc.DisputeServiceServicer):
    """The RPCs of disputes. `disputed` are the games that they are about, `profiles` know the
    clauses."""

    def __init__(
        self,
        disputes: Disputes,
        disputed: Disputed,
        walk: Walk[Command, Event, State],
        profiles: Profiles,
        heads: Heads,
        lists: Lists[dispute_pb2.DisputeRow],
    ) -> None:
        self._disputes = disputes
        self._disputed = disputed
        self._walk = walk
        self._profiles = profiles
        self._heads = heads
        self._lists = lists

    # -- commands --------------------------------------------------------------------------

    async def OpenDispute(self, request: pb.OpenDisputeRequest, _: Any) -> pb.OpenDisputeResponse:
        name = child_of_day(request, DISPUTES.kind, "dispute_id")
        about = named_beside(request, GAMES.kind, "game", name.venue)
        facts = await self._disputed.frozen(about, request.position)
        outcome = await self._walk(call(), name, request, facts=facts)
        return pb.OpenDisputeResponse(dispute=resource(outcome.snapshot))

    async def AddEvidence(self, request: pb.AddEvidenceRequest, _: Any) -> pb.AddEvidenceResponse:
        outcome = await self._walk(call(), named(request, DISPUTES.kind), request)
        return pb.AddEvidenceResponse(dispute=resource(outcome.snapshot))

    async def RuleDispute(self, request: pb.RuleDisputeRequest, _: Any) -> pb.RuleDisputeResponse:
        name = named(request, DISPUTES.kind)
        if not self._profiles.cites(request.clause):
            raise InvalidArgument("clause", f"the rule index has no {request.clause}")
        outcome = await self._judge(name, request)
        return pb.RuleDisputeResponse(dispute=resource(outcome.snapshot))

    async def ReviewDispute(
        self, request: pb.ReviewDisputeRequest, _: Any
    ) -> pb.ReviewDisputeResponse:
        outcome = await self._judge(named(request, DISPUTES.kind), request)
        return pb.ReviewDisputeResponse(dispute=resource(outcome.snapshot))

    # -- reading ---------------------------------------------------------------------------

    async def GetDispute(self, request: pb.GetDisputeRequest, _: Any) -> pb.GetDisputeResponse:
        name = named(request, DISPUTES.kind)
        snapshot = await self._disputes.read(name, request.at_least_version)
        return pb.GetDisputeResponse(dispute=resource(snapshot))

    async def ListDisputes(
        self, request: pb.ListDisputesRequest, _: Any
    ) -> pb.ListDisputesResponse:
        only = request.filter
        page = self._lists.page(
            request,
            call().scope,
            wanted=lambda row: (
                (not only.phases or row.phase in only.phases) and only.game in ("", row.game)
            ),
            day=only.day,
        )
        return pb.ListDisputesResponse(disputes=page.rows, next_page_token=page.next_token)

    def WatchDispute(
        self, request: pb.WatchDisputeRequest, _: Any
    ) -> AsyncIterator[pb.WatchDisputeResponse]:
        name = named(request, DISPUTES.kind)
        return watched(
            self._disputes,
            self._heads,
            name,
            request.after_version,
            lambda last: pb.WatchDisputeResponse(dispute=resource(last), events=last.happened),
        )

    # -- how -------------------------------------------------------------------------------

    async def _judge(self, name: Name, request: Message) -> Outcome[Event, State]:
        """A ruling or a review, with everybody who has called or judged in the game until now."""
        dispute = (await self._disputes.read(name)).state
        if not isinstance(dispute, Dispute):
            raise TypeError(f"{name} is on record and is no dispute")
        facts = await self._disputed.judged(Name.parse(dispute.record.game))
        return await self._walk(call(), name, request, facts=facts)
