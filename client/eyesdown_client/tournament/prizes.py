"""Tournaments: prizes, the pool and the director's log."""

from __future__ import annotations

from collections.abc import Iterable

from eyesdown.common.v1 import money_pb2
from eyesdown.tournament.v1 import tournament_pb2
from eyesdown.tournament.v1 import tournament_service_pb2 as rpc
from eyesdown_client.common.requests import id_of
from eyesdown_client.tournament.calls import TournamentCalls
from eyesdown_client.tournament.words import ValueKind


class Prizes(TournamentCalls):
    """See `Tournaments`."""

    async def add_value(
        self,
        name: str,
        *,
        kind: ValueKind,
        what: str,
        cash: money_pb2.Money | None = None,
        validate_only: bool = False,
        request_id: str | None = None,
        deadline: float | None = None,
    ) -> tournament_pb2.Tournament:
        """The operator adds to the prizes (TBJ-3.4)."""
        request = rpc.AddValueRequest(
            request_id=id_of(request_id),
            name=name,
            kind=tournament_pb2.Kind.ValueType(kind),
            cash=cash,
            what=what,
            validate_only=validate_only,
        )
        return (await self._connection.call(self._stub.AddValue, request, deadline)).tournament

    async def confirm_placings(
        self,
        name: str,
        *,
        version: int,
        validate_only: bool = False,
        request_id: str | None = None,
        deadline: float | None = None,
    ) -> tournament_pb2.Tournament:
        """Make the placings final and award the prizes (TBJ-6.5 to 6.8)."""
        request = rpc.ConfirmPlacingsRequest(
            request_id=id_of(request_id),
            name=name,
            version=version,
            validate_only=validate_only,
        )
        return (
            await self._connection.call(self._stub.ConfirmPlacings, request, deadline)
        ).tournament

    async def decide_goods(
        self,
        name: str,
        *,
        player: int,
        reason: str,
        place: int = 0,
        added: int = 0,
        validate_only: bool = False,
        request_id: str | None = None,
        deadline: float | None = None,
    ) -> tournament_pb2.Tournament:
        """Decide who gets goods of a place that players share, or goods that were added."""
        request = rpc.DecideGoodsRequest(
            request_id=id_of(request_id),
            name=name,
            place=place,
            added=added,
            player=player,
            reason=reason,
            validate_only=validate_only,
        )
        return (await self._connection.call(self._stub.DecideGoods, request, deadline)).tournament

    async def rule_on_held(
        self,
        name: str,
        *,
        player: int,
        amount: money_pb2.Money,
        reason: str,
        validate_only: bool = False,
        request_id: str | None = None,
        deadline: float | None = None,
    ) -> tournament_pb2.Tournament:
        """Decide which player gets money that is still held."""
        request = rpc.RuleOnHeldRequest(
            request_id=id_of(request_id),
            name=name,
            player=player,
            amount=amount,
            reason=reason,
            validate_only=validate_only,
        )
        return (await self._connection.call(self._stub.RuleOnHeld, request, deadline)).tournament

    async def return_held(
        self,
        name: str,
        *,
        reason: str,
        validate_only: bool = False,
        request_id: str | None = None,
        deadline: float | None = None,
    ) -> tournament_pb2.Tournament:
        """Give back to the operator what is held and no player can have (TBJ-3.4)."""
        request = rpc.ReturnHeldRequest(
            request_id=id_of(request_id),
            name=name,
            reason=reason,
            validate_only=validate_only,
        )
        return (await self._connection.call(self._stub.ReturnHeld, request, deadline)).tournament

    async def end_without_final(
        self,
        name: str,
        *,
        reason: str,
        validate_only: bool = False,
        request_id: str | None = None,
        deadline: float | None = None,
    ) -> tournament_pb2.Tournament:
        """The director rules that play is over and there is no final (TBJ-6.5)."""
        request = rpc.EndWithoutFinalRequest(
            request_id=id_of(request_id),
            name=name,
            reason=reason,
            validate_only=validate_only,
        )
        return (
            await self._connection.call(self._stub.EndWithoutFinal, request, deadline)
        ).tournament

    async def pay_prize(
        self,
        name: str,
        *,
        award: int,
        validate_only: bool = False,
        request_id: str | None = None,
        deadline: float | None = None,
    ) -> tournament_pb2.Tournament:
        """Pay an award, or hand its goods over."""
        request = rpc.PayPrizeRequest(
            request_id=id_of(request_id),
            name=name,
            award=award,
            validate_only=validate_only,
        )
        return (await self._connection.call(self._stub.PayPrize, request, deadline)).tournament

    async def close_tournament(
        self,
        name: str,
        *,
        version: int,
        validate_only: bool = False,
        request_id: str | None = None,
        deadline: float | None = None,
    ) -> tournament_pb2.Tournament:
        """Close the books: nothing may be held any more."""
        request = rpc.CloseTournamentRequest(
            request_id=id_of(request_id),
            name=name,
            version=version,
            validate_only=validate_only,
        )
        return (
            await self._connection.call(self._stub.CloseTournament, request, deadline)
        ).tournament

    async def give_notice(
        self,
        name: str,
        *,
        text: str,
        how: str,
        players: Iterable[int] = (),
        validate_only: bool = False,
        request_id: str | None = None,
        deadline: float | None = None,
    ) -> tournament_pb2.Tournament:
        """Record a notice that was given."""
        request = rpc.GiveNoticeRequest(
            request_id=id_of(request_id),
            name=name,
            text=text,
            how=how,
            players=players,
            validate_only=validate_only,
        )
        return (await self._connection.call(self._stub.GiveNotice, request, deadline)).tournament

    async def warn_player(
        self,
        name: str,
        *,
        player: int,
        reason: str,
        validate_only: bool = False,
        request_id: str | None = None,
        deadline: float | None = None,
    ) -> tournament_pb2.Tournament:
        """Record a warning."""
        request = rpc.WarnPlayerRequest(
            request_id=id_of(request_id),
            name=name,
            player=player,
            reason=reason,
            validate_only=validate_only,
        )
        return (await self._connection.call(self._stub.WarnPlayer, request, deadline)).tournament

    async def open_dispute(
        self,
        name: str,
        *,
        about: str,
        players: Iterable[int] = (),
        tables: Iterable[str] = (),
        validate_only: bool = False,
        request_id: str | None = None,
        deadline: float | None = None,
    ) -> tournament_pb2.Tournament:
        """Record a dispute, with what stands on record at that moment."""
        request = rpc.OpenDisputeRequest(
            request_id=id_of(request_id),
            name=name,
            about=about,
            players=players,
            tables=tables,
            validate_only=validate_only,
        )
        return (await self._connection.call(self._stub.OpenDispute, request, deadline)).tournament

    async def rule_dispute(
        self,
        name: str,
        *,
        version: int,
        dispute: int,
        ruling: str,
        validate_only: bool = False,
        request_id: str | None = None,
        deadline: float | None = None,
    ) -> tournament_pb2.Tournament:
        """Rule a dispute."""
        request = rpc.RuleDisputeRequest(
            request_id=id_of(request_id),
            name=name,
            version=version,
            dispute=dispute,
            ruling=ruling,
            validate_only=validate_only,
        )
        return (await self._connection.call(self._stub.RuleDispute, request, deadline)).tournament
