"""Claims: cards are examined and claims decided."""

from __future__ import annotations

from collections.abc import AsyncIterator, Sequence
from typing import Any

from eyesdown.verify.v1 import claim_service_pb2 as pb
from eyesdown.verify.v1 import claim_service_pb2_grpc, claims_pb2
from services.kernel.errors import InvalidArgument
from services.kernel.following.feed import Feed
from services.kernel.following.heads import Heads
from services.kernel.following.watching import watched
from services.kernel.names import Name
from services.kernel.record.aggregates import Outcome
from services.kernel.serving.calls import call
from services.kernel.serving.validation import named
from services.kernel.walk import Walk
from services.verify import names
from services.verify.codec.values import EXAMINATION
from services.verify.domain.desk import desk as law
from services.verify.domain.desk.claim import of_number
from services.verify.domain.desk.collecting import cards_are_here
from services.verify.domain.desk.desk import DESKS
from services.verify.domain.desk.examining import answered, at_call, examine_card, unbarred
from services.verify.domain.desk.state import State
from services.verify.facts.looking import Desks, Looking
from services.verify.views import claims as views
from services.verify.views.desk import opened


class ClaimRpc(claim_service_pb2_grpc.ClaimServiceServicer):
    """The RPCs of claims."""

    def __init__(
        self,
        desks: Desks,
        walk: Walk[law.Command, law.Event, State],
        looking: Looking,
        feed: Feed,
        heads: Heads,
    ) -> None:
        self._desks = desks
        self._walk = walk
        self._looking = looking
        self._feed = feed
        self._heads = heads

    # -- looking ---------------------------------------------------------------------------

    async def CheckCard(self, request: pb.CheckCardRequest, _: Any) -> pb.CheckCardResponse:
        name = await self._desk(request)
        desk = opened((await self._desks.read(name)).state)
        cards_are_here(desk)
        seen = await self._looking.game(name)
        found, _version = await self._looking.card(name, request.card)
        last = max((each.position for each in seen.said), default=0)
        if request.position > last:
            raise InvalidArgument("position", f"the last call of this game is {last}")
        said = at_call(seen, request.position) if request.position else answered(seen)
        readings = desk.rules.readings(seen.window_ends)
        examination = examine_card(found, request.serial_number, said, seen, readings, unbarred)
        return pb.CheckCardResponse(
            examination=EXAMINATION.to(examination), game_version=seen.version
        )

    async def GetDesk(self, request: pb.GetDeskRequest, _: Any) -> pb.GetDeskResponse:
        name = named(request, DESKS.kind)
        await self._feed.hasten(names.game_of(name))
        snapshot = await self._desks.read(name, request.at_least_version)
        return pb.GetDeskResponse(desk=views.resource(snapshot))

    def WatchDesk(
        self, request: pb.WatchDeskRequest, _: Any
    ) -> AsyncIterator[pb.WatchDeskResponse]:
        name = named(request, DESKS.kind)
        return watched(
            self._desks,
            self._heads,
            name,
            request.after_version,
            lambda last: pb.WatchDeskResponse(desk=views.resource(last), events=last.happened),
        )

    # -- the steps of a claim --------------------------------------------------------------

    async def CollectCard(self, request: pb.CollectCardRequest, _: Any) -> pb.CollectCardResponse:
        name = await self._desk(request)
        made = await self._put(name, request, request.card)
        return pb.CollectCardResponse(
            desk=views.resource(made.snapshot), claim=_claim(made, request.call_out)
        )

    async def ReadCard(self, request: pb.ReadCardRequest, _: Any) -> pb.ReadCardResponse:
        name = await self._desk(request)
        made = await self._put(name, request, await self._collected(name, request.call_out))
        return pb.ReadCardResponse(
            desk=views.resource(made.snapshot), numbers=views.to_read(made.state, request.call_out)
        )

    async def VerifyNumbers(
        self, request: pb.VerifyNumbersRequest, _: Any
    ) -> pb.VerifyNumbersResponse:
        name = await self._desk(request)
        made = await self._put(name, request, witnesses=request.witnesses)
        return pb.VerifyNumbersResponse(desk=views.resource(made.snapshot))

    async def DecideClaim(self, request: pb.DecideClaimRequest, _: Any) -> pb.DecideClaimResponse:
        name = await self._desk(request)
        card = 0 if request.no_card else await self._collected(name, request.call_out)
        made = await self._put(name, request, card, players=True)
        return pb.DecideClaimResponse(
            desk=views.resource(made.snapshot), claim=_claim(made, request.call_out)
        )

    async def RuleLateClaim(
        self, request: pb.RuleLateClaimRequest, _: Any
    ) -> pb.RuleLateClaimResponse:
        name = await self._desk(request)
        made = await self._put(name, request)
        return pb.RuleLateClaimResponse(desk=views.resource(made.snapshot))

    # -- how -------------------------------------------------------------------------------

    async def _desk(self, request: Any) -> Name:
        """The desk, as new as its game: a call out of this moment has its claim."""
        name = named(request, DESKS.kind)
        await self._feed.up_to_date(names.game_of(name))
        return name

    async def _collected(self, name: Name, call_out: int) -> int:
        """The card that is at the desk for a claim; 0 for none."""
        claim = of_number(opened((await self._desks.read(name)).state).claims, call_out)
        return claim.collected.card if claim is not None and claim.collected is not None else 0

    async def _put(
        self,
        name: Name,
        request: Any,
        card: int = 0,
        witnesses: Sequence[str] = (),
        players: bool = False,
    ) -> Outcome[law.Event, State]:
        facts: claims_pb2.ClaimFacts | None = None
        if not await self._desks.answered(name, request.request_id):
            facts = await self._looking.facts(name, request.call_out, card, witnesses, players)
        return await self._walk(call(), name, request, facts=facts)


def _claim(outcome: Outcome[law.Event, State], call_out: int) -> pb.Claim:
    return views.claim(opened(outcome.state), call_out)
