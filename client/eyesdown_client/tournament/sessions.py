"""Tournaments: sessions, seats, play-offs and the director."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime

from eyesdown.tournament.v1 import tournament_pb2
from eyesdown.tournament.v1 import tournament_service_pb2 as rpc
from eyesdown_client.common.requests import id_of, timestamp
from eyesdown_client.tournament.calls import TournamentCalls


class Sessions(TournamentCalls):
    """See `Tournaments`."""

    async def plan_session(
        self,
        name: str,
        *,
        stage: int,
        starts_at: datetime,
        validate_only: bool = False,
        request_id: str | None = None,
        deadline: float | None = None,
    ) -> tournament_pb2.Tournament:
        """Plan a session of a stage (TBJ-3.3(c)(i))."""
        request = rpc.PlanSessionRequest(
            request_id=id_of(request_id),
            name=name,
            stage=stage,
            starts_at=timestamp("starts_at", starts_at),
            validate_only=validate_only,
        )
        return (await self._connection.call(self._stub.PlanSession, request, deadline)).tournament

    async def move_session(
        self,
        name: str,
        *,
        session: int,
        starts_at: datetime,
        reason: str,
        how: str,
        validate_only: bool = False,
        request_id: str | None = None,
        deadline: float | None = None,
    ) -> tournament_pb2.Tournament:
        """Start a session at another time, on notice (TBJ-3.8)."""
        request = rpc.MoveSessionRequest(
            request_id=id_of(request_id),
            name=name,
            session=session,
            starts_at=timestamp("starts_at", starts_at),
            reason=reason,
            how=how,
            validate_only=validate_only,
        )
        return (await self._connection.call(self._stub.MoveSession, request, deadline)).tournament

    async def seat_session(
        self,
        name: str,
        *,
        session: int,
        version: int,
        players: Iterable[int] = (),
        tables: int = 0,
        fixed: Iterable[tournament_pb2.FixedSeat] = (),
        validate_only: bool = False,
        request_id: str | None = None,
        deadline: float | None = None,
    ) -> tournament_pb2.Tournament:
        """Draw tables and boxes of a session (TBJ-3.3(c)(ii), 5.2, 5.4)."""
        request = rpc.SeatSessionRequest(
            request_id=id_of(request_id),
            name=name,
            session=session,
            players=players,
            tables=tables,
            fixed=fixed,
            version=version,
            validate_only=validate_only,
        )
        return (await self._connection.call(self._stub.SeatSession, request, deadline)).tournament

    async def change_seat(
        self,
        name: str,
        *,
        session: int,
        player: int,
        table: int,
        box: int,
        reason: str,
        validate_only: bool = False,
        request_id: str | None = None,
        deadline: float | None = None,
    ) -> tournament_pb2.Tournament:
        """Put a player in another box before the session starts."""
        request = rpc.ChangeSeatRequest(
            request_id=id_of(request_id),
            name=name,
            session=session,
            player=player,
            table=table,
            box=box,
            reason=reason,
            validate_only=validate_only,
        )
        return (await self._connection.call(self._stub.ChangeSeat, request, deadline)).tournament

    async def seat_reserve(
        self,
        name: str,
        *,
        session: int,
        player: int,
        table: int,
        box: int,
        reason: str,
        validate_only: bool = False,
        request_id: str | None = None,
        deadline: float | None = None,
    ) -> tournament_pb2.Tournament:
        """Put a reserve in a box that is free before the session starts."""
        request = rpc.SeatReserveRequest(
            request_id=id_of(request_id),
            name=name,
            session=session,
            player=player,
            table=table,
            box=box,
            reason=reason,
            validate_only=validate_only,
        )
        return (await self._connection.call(self._stub.SeatReserve, request, deadline)).tournament

    async def drop_session(
        self,
        name: str,
        *,
        session: int,
        reason: str,
        validate_only: bool = False,
        request_id: str | None = None,
        deadline: float | None = None,
    ) -> tournament_pb2.Tournament:
        """Drop a session that has not started; its players can be seated in another one."""
        request = rpc.DropSessionRequest(
            request_id=id_of(request_id),
            name=name,
            session=session,
            reason=reason,
            validate_only=validate_only,
        )
        return (await self._connection.call(self._stub.DropSession, request, deadline)).tournament

    async def record_presence(
        self,
        name: str,
        *,
        session: int,
        present: bool,
        validate_only: bool = False,
        request_id: str | None = None,
        deadline: float | None = None,
    ) -> tournament_pb2.Tournament:
        """The director comes to a session or leaves it (TBJ-5.1)."""
        request = rpc.RecordPresenceRequest(
            request_id=id_of(request_id),
            name=name,
            session=session,
            present=present,
            validate_only=validate_only,
        )
        return (
            await self._connection.call(self._stub.RecordPresence, request, deadline)
        ).tournament

    async def start_session(
        self,
        name: str,
        *,
        session: int,
        version: int,
        validate_only: bool = False,
        request_id: str | None = None,
        deadline: float | None = None,
    ) -> tournament_pb2.Tournament:
        """Play begins at all tables of a session."""
        request = rpc.StartSessionRequest(
            request_id=id_of(request_id),
            name=name,
            session=session,
            version=version,
            validate_only=validate_only,
        )
        return (await self._connection.call(self._stub.StartSession, request, deadline)).tournament

    async def hold_session(
        self,
        name: str,
        *,
        session: int,
        reason: str,
        validate_only: bool = False,
        request_id: str | None = None,
        deadline: float | None = None,
    ) -> tournament_pb2.Tournament:
        """Stop a session's clock at all its tables."""
        request = rpc.HoldSessionRequest(
            request_id=id_of(request_id),
            name=name,
            session=session,
            reason=reason,
            validate_only=validate_only,
        )
        return (await self._connection.call(self._stub.HoldSession, request, deadline)).tournament

    async def resume_session(
        self,
        name: str,
        *,
        session: int,
        validate_only: bool = False,
        request_id: str | None = None,
        deadline: float | None = None,
    ) -> tournament_pb2.Tournament:
        """Let the clock run again."""
        request = rpc.ResumeSessionRequest(
            request_id=id_of(request_id),
            name=name,
            session=session,
            validate_only=validate_only,
        )
        return (await self._connection.call(self._stub.ResumeSession, request, deadline)).tournament

    async def call_playoff(
        self,
        name: str,
        *,
        session: int,
        table: int,
        starts_at: datetime,
        version: int,
        validate_only: bool = False,
        request_id: str | None = None,
        deadline: float | None = None,
    ) -> tournament_pb2.Tournament:
        """Call the play-off that a table needs, and draw its boxes (TBJ-6.2, 6.6)."""
        request = rpc.CallPlayoffRequest(
            request_id=id_of(request_id),
            name=name,
            session=session,
            table=table,
            starts_at=timestamp("starts_at", starts_at),
            version=version,
            validate_only=validate_only,
        )
        return (await self._connection.call(self._stub.CallPlayoff, request, deadline)).tournament

    async def rule_on_result(
        self,
        name: str,
        *,
        session: int,
        table: int,
        player: int,
        chips: int,
        reason: str,
        validate_only: bool = False,
        request_id: str | None = None,
        deadline: float | None = None,
    ) -> tournament_pb2.Tournament:
        """Rule on a tally that can't be corrected any more."""
        request = rpc.RuleOnResultRequest(
            request_id=id_of(request_id),
            name=name,
            session=session,
            table=table,
            player=player,
            chips=chips,
            reason=reason,
            validate_only=validate_only,
        )
        return (await self._connection.call(self._stub.RuleOnResult, request, deadline)).tournament

    async def allow_fewer(
        self,
        name: str,
        *,
        stage: int,
        reason: str,
        validate_only: bool = False,
        request_id: str | None = None,
        deadline: float | None = None,
    ) -> tournament_pb2.Tournament:
        """The director rules that a later stage may start with two or three players (TBJ-5.4)."""
        request = rpc.AllowFewerRequest(
            request_id=id_of(request_id),
            name=name,
            stage=stage,
            reason=reason,
            validate_only=validate_only,
        )
        return (await self._connection.call(self._stub.AllowFewer, request, deadline)).tournament
