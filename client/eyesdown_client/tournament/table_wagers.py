"""Session tables: chips before play, the start, and wagers."""

from __future__ import annotations

from eyesdown.tournament.v1 import table_pb2
from eyesdown.tournament.v1 import table_service_pb2 as rpc
from eyesdown_client.common.requests import id_of
from eyesdown_client.tournament.calls import SessionTableCalls


class Wagers(SessionTableCalls):
    """See `SessionTables`."""

    async def issue_chips(
        self,
        name: str,
        *,
        box: int,
        amount: int,
        design: str = "",
        validate_only: bool = False,
        request_id: str | None = None,
        deadline: float | None = None,
    ) -> table_pb2.SessionTable:
        """A player is given, or has bought, the chips to start with (TBJ-4.3)."""
        request = rpc.IssueChipsRequest(
            request_id=id_of(request_id),
            name=name,
            box=box,
            amount=amount,
            design=design,
            validate_only=validate_only,
        )
        return (await self._connection.call(self._stub.IssueChips, request, deadline)).table

    async def record_name(
        self,
        name: str,
        *,
        box: int,
        player_name: str,
        validate_only: bool = False,
        request_id: str | None = None,
        deadline: float | None = None,
    ) -> table_pb2.SessionTable:
        """On request a player gives a name for the record (TBJ-5.3)."""
        request = rpc.RecordNameRequest(
            request_id=id_of(request_id),
            name=name,
            box=box,
            player_name=player_name,
            validate_only=validate_only,
        )
        return (await self._connection.call(self._stub.RecordName, request, deadline)).table

    async def shuffle_cards(
        self,
        name: str,
        *,
        shoe_shown: int = 0,
        reason: str = "",
        validate_only: bool = False,
        request_id: str | None = None,
        deadline: float | None = None,
    ) -> table_pb2.SessionTable:
        """The dealer has shuffled (TBJ-5.7); by a ruling where none is due."""
        request = rpc.ShuffleCardsRequest(
            request_id=id_of(request_id),
            name=name,
            shoe_shown=shoe_shown,
            reason=reason,
            validate_only=validate_only,
        )
        return (await self._connection.call(self._stub.ShuffleCards, request, deadline)).table

    async def start_table(
        self,
        name: str,
        *,
        marker: int,
        shoe_shown: int = 0,
        validate_only: bool = False,
        request_id: str | None = None,
        deadline: float | None = None,
    ) -> table_pb2.SessionTable:
        """Play begins at the table, after the director has called the session (TBJ-5.8)."""
        request = rpc.StartTableRequest(
            request_id=id_of(request_id),
            name=name,
            marker=marker,
            shoe_shown=shoe_shown,
            validate_only=validate_only,
        )
        return (await self._connection.call(self._stub.StartTable, request, deadline)).table

    async def place_wager(
        self,
        name: str,
        *,
        round: int,
        box: int,
        amount: int,
        design: str = "",
        player: int = 0,
        by_oversight: bool = False,
        validate_only: bool = False,
        request_id: str | None = None,
        deadline: float | None = None,
    ) -> table_pb2.SessionTable:
        """A wager is taken on a box (TBJ-4.1 to 4.9)."""
        request = rpc.PlaceWagerRequest(
            request_id=id_of(request_id),
            name=name,
            round=round,
            box=box,
            amount=amount,
            design=design,
            player=player,
            by_oversight=by_oversight,
            validate_only=validate_only,
        )
        return (await self._connection.call(self._stub.PlaceWager, request, deadline)).table

    async def take_back_wager(
        self,
        name: str,
        *,
        round: int,
        box: int,
        validate_only: bool = False,
        request_id: str | None = None,
        deadline: float | None = None,
    ) -> table_pb2.SessionTable:
        """The last wager was keyed wrongly, and nothing has followed it yet (TBJ-4.2)."""
        request = rpc.TakeBackWagerRequest(
            request_id=id_of(request_id),
            name=name,
            round=round,
            box=box,
            validate_only=validate_only,
        )
        return (await self._connection.call(self._stub.TakeBackWager, request, deadline)).table

    async def correct_wager(
        self,
        name: str,
        *,
        round: int,
        box: int,
        amount: int,
        reason: str,
        by_oversight: bool = False,
        validate_only: bool = False,
        request_id: str | None = None,
        deadline: float | None = None,
    ) -> table_pb2.SessionTable:
        """A wager was keyed wrongly, and this is what lies there (TBJ-4.2)."""
        request = rpc.CorrectWagerRequest(
            request_id=id_of(request_id),
            name=name,
            round=round,
            box=box,
            amount=amount,
            by_oversight=by_oversight,
            reason=reason,
            validate_only=validate_only,
        )
        return (await self._connection.call(self._stub.CorrectWager, request, deadline)).table

    async def limit_wager_time(
        self,
        name: str,
        *,
        seconds: int,
        notice: str,
        validate_only: bool = False,
        request_id: str | None = None,
        deadline: float | None = None,
    ) -> table_pb2.SessionTable:
        """The director limits the time for wagers, from the next round on (TBJ-4.11)."""
        request = rpc.LimitWagerTimeRequest(
            request_id=id_of(request_id),
            name=name,
            seconds=seconds,
            notice=notice,
            validate_only=validate_only,
        )
        return (await self._connection.call(self._stub.LimitWagerTime, request, deadline)).table

    async def restrict_wager(
        self,
        name: str,
        *,
        round: int,
        box: int,
        validate_only: bool = False,
        request_id: str | None = None,
        deadline: float | None = None,
    ) -> table_pb2.SessionTable:
        """Who made no wager in time is held to the minimum in this round (TBJ-4.11)."""
        request = rpc.RestrictWagerRequest(
            request_id=id_of(request_id),
            name=name,
            round=round,
            box=box,
            validate_only=validate_only,
        )
        return (await self._connection.call(self._stub.RestrictWager, request, deadline)).table

    async def record_missed_wager(
        self,
        name: str,
        *,
        round: int,
        box: int,
        validate_only: bool = False,
        request_id: str | None = None,
        deadline: float | None = None,
    ) -> table_pb2.SessionTable:
        """The player whose turn it is makes no wager and is disqualified (TBJ-4.7)."""
        request = rpc.RecordMissedWagerRequest(
            request_id=id_of(request_id),
            name=name,
            round=round,
            box=box,
            validate_only=validate_only,
        )
        return (await self._connection.call(self._stub.RecordMissedWager, request, deadline)).table

    async def rule_on_wager(
        self,
        name: str,
        *,
        box: int,
        failed: bool,
        reason: str,
        validate_only: bool = False,
        request_id: str | None = None,
        deadline: float | None = None,
    ) -> table_pb2.SessionTable:
        """The director rules whether a void low wager is a failure to wager (TBJ-4.7, 4.8(a))."""
        request = rpc.RuleOnWagerRequest(
            request_id=id_of(request_id),
            name=name,
            box=box,
            failed=failed,
            reason=reason,
            validate_only=validate_only,
        )
        return (await self._connection.call(self._stub.RuleOnWager, request, deadline)).table
