"""gRPC in for session tables: parse, put on record, render."""

from __future__ import annotations

from collections.abc import AsyncIterator
from typing import Any

from eyesdown.tournament.v1 import table_pb2, table_service_pb2_grpc
from eyesdown.tournament.v1 import table_service_pb2 as pb
from services.kernel.following.heads import Heads
from services.kernel.following.lists import Lists
from services.kernel.following.watching import watched
from services.kernel.record.aggregates import Aggregates
from services.kernel.serving.calls import call
from services.kernel.serving.validation import named
from services.kernel.walk import Walk
from services.tournament.domain.table.state import State
from services.tournament.domain.table.table import TABLES, Command, Event
from services.tournament.views.table import resource

Tables = Aggregates[Command, Event, State]


class TableRpc(table_service_pb2_grpc.SessionTableServiceServicer):
    """The session tables' RPCs. What the tournament tells a table comes by its reactions."""

    def __init__(
        self,
        tables: Tables,
        walk: Walk[Command, Event, State],
        heads: Heads,
        lists: Lists[table_pb2.SessionTableRow],
    ) -> None:
        self._tables = tables
        self._walk = walk
        self._heads = heads
        self._lists = lists

    # -- before play -----------------------------------------------------------------------------

    async def IssueChips(self, request: pb.IssueChipsRequest, _: Any) -> pb.IssueChipsResponse:
        return pb.IssueChipsResponse(table=await self._put(request))

    async def RecordName(self, request: pb.RecordNameRequest, _: Any) -> pb.RecordNameResponse:
        return pb.RecordNameResponse(table=await self._put(request))

    async def ShuffleCards(
        self, request: pb.ShuffleCardsRequest, _: Any
    ) -> pb.ShuffleCardsResponse:
        return pb.ShuffleCardsResponse(table=await self._put(request))

    async def StartTable(self, request: pb.StartTableRequest, _: Any) -> pb.StartTableResponse:
        return pb.StartTableResponse(table=await self._put(request))

    # -- wagers ----------------------------------------------------------------------------------

    async def PlaceWager(self, request: pb.PlaceWagerRequest, _: Any) -> pb.PlaceWagerResponse:
        return pb.PlaceWagerResponse(table=await self._put(request))

    async def TakeBackWager(
        self, request: pb.TakeBackWagerRequest, _: Any
    ) -> pb.TakeBackWagerResponse:
        return pb.TakeBackWagerResponse(table=await self._put(request))

    async def CorrectWager(
        self, request: pb.CorrectWagerRequest, _: Any
    ) -> pb.CorrectWagerResponse:
        return pb.CorrectWagerResponse(table=await self._put(request))

    async def LimitWagerTime(
        self, request: pb.LimitWagerTimeRequest, _: Any
    ) -> pb.LimitWagerTimeResponse:
        return pb.LimitWagerTimeResponse(table=await self._put(request))

    async def RestrictWager(
        self, request: pb.RestrictWagerRequest, _: Any
    ) -> pb.RestrictWagerResponse:
        return pb.RestrictWagerResponse(table=await self._put(request))

    async def RecordMissedWager(
        self, request: pb.RecordMissedWagerRequest, _: Any
    ) -> pb.RecordMissedWagerResponse:
        return pb.RecordMissedWagerResponse(table=await self._put(request))

    async def RuleOnWager(self, request: pb.RuleOnWagerRequest, _: Any) -> pb.RuleOnWagerResponse:
        return pb.RuleOnWagerResponse(table=await self._put(request))

    # -- rounds ----------------------------------------------------------------------------------

    async def DealRound(self, request: pb.DealRoundRequest, _: Any) -> pb.DealRoundResponse:
        return pb.DealRoundResponse(table=await self._put(request))

    async def RecordRound(self, request: pb.RecordRoundRequest, _: Any) -> pb.RecordRoundResponse:
        return pb.RecordRoundResponse(table=await self._put(request))

    async def RecordCards(self, request: pb.RecordCardsRequest, _: Any) -> pb.RecordCardsResponse:
        return pb.RecordCardsResponse(table=await self._put(request))

    async def CorrectRound(
        self, request: pb.CorrectRoundRequest, _: Any
    ) -> pb.CorrectRoundResponse:
        return pb.CorrectRoundResponse(table=await self._put(request))

    async def VoidRound(self, request: pb.VoidRoundRequest, _: Any) -> pb.VoidRoundResponse:
        return pb.VoidRoundResponse(table=await self._put(request))

    async def RuleRoundBegun(
        self, request: pb.RuleRoundBegunRequest, _: Any
    ) -> pb.RuleRoundBegunResponse:
        return pb.RuleRoundBegunResponse(table=await self._put(request))

    # -- the table -------------------------------------------------------------------------------

    async def LeaveTable(self, request: pb.LeaveTableRequest, _: Any) -> pb.LeaveTableResponse:
        return pb.LeaveTableResponse(table=await self._put(request))

    async def ReturnToTable(
        self, request: pb.ReturnToTableRequest, _: Any
    ) -> pb.ReturnToTableResponse:
        return pb.ReturnToTableResponse(table=await self._put(request))

    async def DisqualifyBox(
        self, request: pb.DisqualifyBoxRequest, _: Any
    ) -> pb.DisqualifyBoxResponse:
        return pb.DisqualifyBoxResponse(table=await self._put(request))

    async def ChangeSign(self, request: pb.ChangeSignRequest, _: Any) -> pb.ChangeSignResponse:
        return pb.ChangeSignResponse(table=await self._put(request))

    async def HoldTable(self, request: pb.HoldTableRequest, _: Any) -> pb.HoldTableResponse:
        return pb.HoldTableResponse(table=await self._put(request))

    async def ResumeTable(self, request: pb.ResumeTableRequest, _: Any) -> pb.ResumeTableResponse:
        return pb.ResumeTableResponse(table=await self._put(request))

    # -- chips -----------------------------------------------------------------------------------

    async def CountChips(self, request: pb.CountChipsRequest, _: Any) -> pb.CountChipsResponse:
        return pb.CountChipsResponse(table=await self._put(request))

    async def CorrectChips(
        self, request: pb.CorrectChipsRequest, _: Any
    ) -> pb.CorrectChipsResponse:
        return pb.CorrectChipsResponse(table=await self._put(request))

    async def HandInChips(self, request: pb.HandInChipsRequest, _: Any) -> pb.HandInChipsResponse:
        return pb.HandInChipsResponse(table=await self._put(request))

    # -- reading ---------------------------------------------------------------------------

    async def GetSessionTable(
        self, request: pb.GetSessionTableRequest, _: Any
    ) -> pb.GetSessionTableResponse:
        snapshot = await self._tables.read(named(request, TABLES.kind), request.at_least_version)
        return pb.GetSessionTableResponse(table=resource(snapshot))

    async def ListSessionTables(
        self, request: pb.ListSessionTablesRequest, _: Any
    ) -> pb.ListSessionTablesResponse:
        only = request.filter
        page = self._lists.page(
            request,
            call().scope,
            wanted=lambda row: (
                row.phase != table_pb2.TABLE_PHASE_UNSPECIFIED
                and (not only.phases or row.phase in only.phases)
                and only.tournament in ("", row.tournament)
            ),
            day=only.day,
        )
        return pb.ListSessionTablesResponse(tables=page.rows, next_page_token=page.next_token)

    def WatchSessionTable(
        self, request: pb.WatchSessionTableRequest, _: Any
    ) -> AsyncIterator[pb.WatchSessionTableResponse]:
        name = named(request, TABLES.kind)
        return watched(
            self._tables,
            self._heads,
            name,
            request.after_version,
            lambda last: pb.WatchSessionTableResponse(table=resource(last), events=last.happened),
        )

    # -- how -------------------------------------------------------------------------------

    async def _put(self, request: Any) -> table_pb2.SessionTable:
        """Put a request on record; the table as it is then."""
        outcome = await self._walk(call(), named(request, TABLES.kind), request)
        return resource(outcome.snapshot)
