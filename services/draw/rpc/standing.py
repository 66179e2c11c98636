"""gRPC in, for games that stand still or cannot go on: parse, put on record, render."""

from __future__ import annotations

from typing import Any

from eyesdown.draw.v1 import draw_service_pb2 as pb
from services.draw.domain.game.game import GAMES
from services.draw.domain.game.remedies import disinterested
from services.draw.domain.game.state import InPlay
from services.draw.rpc.putting import Putting
from services.kernel.errors import InvalidArgument
from services.kernel.names import Name
from services.kernel.record.people import People
from services.kernel.record.shapes import instant
from services.kernel.serving.validation import named


class StandingCalls(Putting):
    """Holds, irregularities, numbers called by hand, voiding; `_people` tells names."""

    _people: People

    async def HoldGame(self, request: pb.HoldGameRequest, _: Any) -> pb.HoldGameResponse:
        name = named(request, GAMES.kind)
        return pb.HoldGameResponse(game=await self._put(request, self._acknowledging.at_once(name)))

    async def ResumeGame(self, request: pb.ResumeGameRequest, _: Any) -> pb.ResumeGameResponse:
        return pb.ResumeGameResponse(game=await self._put(request))

    async def ReportIrregularity(
        self, request: pb.ReportIrregularityRequest, _: Any
    ) -> pb.ReportIrregularityResponse:
        return pb.ReportIrregularityResponse(game=await self._put(request))

    async def DecideIrregularity(
        self, request: pb.DecideIrregularityRequest, _: Any
    ) -> pb.DecideIrregularityResponse:
        """Names of players go to PEOPLE, so whose they are is looked at here."""
        name = named(request, GAMES.kind)
        if request.cards and not await self._games.answered(name, request.request_id):
            await self._look_at_players(name, request)
        return pb.DecideIrregularityResponse(game=await self._put(request))

    async def EnterHandCalls(
        self, request: pb.EnterHandCallsRequest, _: Any
    ) -> pb.EnterHandCallsResponse:
        for number, each in enumerate(request.calls):
            field = f"calls[{number}].called_at"
            if not each.HasField("called_at"):
                raise InvalidArgument(field, "it says when the number was called")
            try:
                instant(each.called_at)
            except OverflowError:
                raise InvalidArgument(field, "it is no instant of the years 1 to 9999") from None
        return pb.EnterHandCallsResponse(game=await self._put(request))

    async def VoidGame(self, request: pb.VoidGameRequest, _: Any) -> pb.VoidGameResponse:
        name = named(request, GAMES.kind)
        await self._key_is_lost(name, request)
        return pb.VoidGameResponse(game=await self._put(request, self._acknowledging.at_once(name)))

    async def _look_at_players(self, name: Name, request: pb.DecideIrregularityRequest) -> None:
        game = (await self._games.read(name)).state
        if not isinstance(game, InPlay):
            return
        references = {each.player for each in game.call_outs if each.player}
        names = [await self._people.name(name.venue, reference) for reference in references]
        claimants = frozenset(claimant for claimant in names if claimant)
        disinterested(tuple(card.player for card in request.cards), game, claimants)
