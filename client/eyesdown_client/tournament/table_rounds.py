"""Session tables: rounds as they are dealt, recorded and put right."""

from __future__ import annotations

from collections.abc import Iterable

from eyesdown.tournament.v1 import table_pb2
from eyesdown.tournament.v1 import table_service_pb2 as rpc
from eyesdown_client.common.requests import id_of
from eyesdown_client.tournament.calls import SessionTableCalls


class Rounds(SessionTableCalls):
    """See `SessionTables`."""

    async def deal_round(
        self,
        name: str,
        *,
        round: int,
        validate_only: bool = False,
        request_id: str | None = None,
        deadline: float | None = None,
    ) -> table_pb2.SessionTable:
        """The first card of the round leaves the shoe."""
        request = rpc.DealRoundRequest(
            request_id=id_of(request_id),
            name=name,
            round=round,
            validate_only=validate_only,
        )
        return (await self._connection.call(self._stub.DealRound, request, deadline)).table

    async def record_round(
        self,
        name: str,
        *,
        round: int,
        hands: Iterable[table_pb2.PlayedHand] = (),
        cutting_card: bool = False,
        validate_only: bool = False,
        request_id: str | None = None,
        deadline: float | None = None,
    ) -> table_pb2.SessionTable:
        """The outcomes of the round, as the dealer settled it."""
        request = rpc.RecordRoundRequest(
            request_id=id_of(request_id),
            name=name,
            round=round,
            hands=hands,
            cutting_card=cutting_card,
            validate_only=validate_only,
        )
        return (await self._connection.call(self._stub.RecordRound, request, deadline)).table

    async def record_cards(
        self,
        name: str,
        *,
        round: int,
        dealer: Iterable[str] = (),
        hands: Iterable[table_pb2.CardHand] = (),
        insurances: Iterable[table_pb2.Insurance] = (),
        cutting_card: bool = False,
        validate_only: bool = False,
        request_id: str | None = None,
        deadline: float | None = None,
    ) -> table_pb2.SessionTable:
        """The cards of the round; the hands are settled by the rules of the profile."""
        request = rpc.RecordCardsRequest(
            request_id=id_of(request_id),
            name=name,
            round=round,
            dealer=dealer,
            hands=hands,
            insurances=insurances,
            cutting_card=cutting_card,
            validate_only=validate_only,
        )
        return (await self._connection.call(self._stub.RecordCards, request, deadline)).table

    async def correct_round(
        self,
        name: str,
        *,
        version: int,
        round: int,
        reason: str,
        hands: Iterable[table_pb2.PlayedHand] = (),
        cutting_card: bool = False,
        validate_only: bool = False,
        request_id: str | None = None,
        deadline: float | None = None,
    ) -> table_pb2.SessionTable:
        """The last round was recorded wrongly; as long as nothing else has followed it."""
        request = rpc.CorrectRoundRequest(
            request_id=id_of(request_id),
            name=name,
            version=version,
            round=round,
            hands=hands,
            cutting_card=cutting_card,
            reason=reason,
            validate_only=validate_only,
        )
        return (await self._connection.call(self._stub.CorrectRound, request, deadline)).table

    async def void_round(
        self,
        name: str,
        *,
        version: int,
        round: int,
        reason: str,
        cutting_card: bool = False,
        validate_only: bool = False,
        request_id: str | None = None,
        deadline: float | None = None,
    ) -> table_pb2.SessionTable:
        """The director voids a round that was dealt; it is played again."""
        request = rpc.VoidRoundRequest(
            request_id=id_of(request_id),
            name=name,
            version=version,
            round=round,
            cutting_card=cutting_card,
            reason=reason,
            validate_only=validate_only,
        )
        return (await self._connection.call(self._stub.VoidRound, request, deadline)).table

    async def rule_round_begun(
        self,
        name: str,
        *,
        version: int,
        reason: str,
        validate_only: bool = False,
        request_id: str | None = None,
        deadline: float | None = None,
    ) -> table_pb2.SessionTable:
        """The director rules that the first card was out before time was up (1.0-session(b))."""
        request = rpc.RuleRoundBegunRequest(
            request_id=id_of(request_id),
            name=name,
            version=version,
            reason=reason,
            validate_only=validate_only,
        )
        return (await self._connection.call(self._stub.RuleRoundBegun, request, deadline)).table
