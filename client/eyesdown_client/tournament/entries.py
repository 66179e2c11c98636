"""Tournaments: their conditions, who enters, who leaves, and the fees."""

from __future__ import annotations

from eyesdown.common.v1 import money_pb2
from eyesdown.tournament.v1 import tournament_pb2
from eyesdown.tournament.v1 import tournament_service_pb2 as rpc
from eyesdown_client.common.requests import id_of
from eyesdown_client.common.words import parent_of
from eyesdown_client.tournament.calls import TournamentCalls
from eyesdown_client.tournament.words import Cancelling, Failing


class Entries(TournamentCalls):
    """See `Tournaments`."""

    async def plan_tournament(
        self,
        *,
        venue: str,
        tournament_id: str,
        profile: str,
        conditions: tournament_pb2.Conditions,
        validate_only: bool = False,
        request_id: str | None = None,
        deadline: float | None = None,
    ) -> tournament_pb2.Tournament:
        """Begin to determine a tournament's conditions, under an id of your own (TBJ-3.2)."""
        request = rpc.PlanTournamentRequest(
            request_id=id_of(request_id),
            parent=parent_of(venue),
            tournament_id=tournament_id,
            profile=profile,
            conditions=conditions,
            validate_only=validate_only,
        )
        return (
            await self._connection.call(self._stub.PlanTournament, request, deadline)
        ).tournament

    async def amend_conditions(
        self,
        name: str,
        *,
        conditions: tournament_pb2.Conditions,
        validate_only: bool = False,
        request_id: str | None = None,
        deadline: float | None = None,
    ) -> tournament_pb2.Tournament:
        """Determine the conditions anew; until they are published."""
        request = rpc.AmendConditionsRequest(
            request_id=id_of(request_id),
            name=name,
            conditions=conditions,
            validate_only=validate_only,
        )
        return (
            await self._connection.call(self._stub.AmendConditions, request, deadline)
        ).tournament

    async def publish_conditions(
        self,
        name: str,
        *,
        version: int,
        validate_only: bool = False,
        request_id: str | None = None,
        deadline: float | None = None,
    ) -> tournament_pb2.Tournament:
        """The conditions are complete and open to all: people may apply (TBJ-3.2, 3.7)."""
        request = rpc.PublishConditionsRequest(
            request_id=id_of(request_id),
            name=name,
            version=version,
            validate_only=validate_only,
        )
        return (
            await self._connection.call(self._stub.PublishConditions, request, deadline)
        ).tournament

    async def designate_director(
        self,
        name: str,
        *,
        person: str,
        validate_only: bool = False,
        request_id: str | None = None,
        deadline: float | None = None,
    ) -> tournament_pb2.Tournament:
        """Designate the tournament director (TBJ-1.0-director)."""
        request = rpc.DesignateDirectorRequest(
            request_id=id_of(request_id),
            name=name,
            person=person,
            validate_only=validate_only,
        )
        return (
            await self._connection.call(self._stub.DesignateDirector, request, deadline)
        ).tournament

    async def apply(
        self,
        name: str,
        *,
        applicant: str,
        fee: money_pb2.Money | None = None,
        box: int = 0,
        endorsed: bool = False,
        member_number: str = "",
        date_of_birth: str = "",
        validate_only: bool = False,
        request_id: str | None = None,
        deadline: float | None = None,
    ) -> rpc.ApplyResponse:
        """Somebody applies to enter and pays the fee (TBJ-3.1). `date_of_birth` is "1990-01-31"."""
        request = rpc.ApplyRequest(
            request_id=id_of(request_id),
            name=name,
            applicant=applicant,
            fee=fee,
            box=box,
            endorsed=endorsed,
            member_number=member_number,
            date_of_birth=date_of_birth,
            validate_only=validate_only,
        )
        return await self._connection.call(self._stub.Apply, request, deadline)

    async def endorse_conditions(
        self,
        name: str,
        *,
        player: int,
        notified: bool,
        understood: bool,
        accepted: bool,
        validate_only: bool = False,
        request_id: str | None = None,
        deadline: float | None = None,
    ) -> tournament_pb2.Tournament:
        """A player has endorsed the application form (TBJ-3.7)."""
        request = rpc.EndorseConditionsRequest(
            request_id=id_of(request_id),
            name=name,
            player=player,
            notified=notified,
            understood=understood,
            accepted=accepted,
            validate_only=validate_only,
        )
        return (
            await self._connection.call(self._stub.EndorseConditions, request, deadline)
        ).tournament

    async def accept_applicant(
        self,
        name: str,
        *,
        player: int,
        validate_only: bool = False,
        request_id: str | None = None,
        deadline: float | None = None,
    ) -> tournament_pb2.Tournament:
        """Make a player of an applicant; without a place left, the applicant waits."""
        request = rpc.AcceptApplicantRequest(
            request_id=id_of(request_id),
            name=name,
            player=player,
            validate_only=validate_only,
        )
        return (
            await self._connection.call(self._stub.AcceptApplicant, request, deadline)
        ).tournament

    async def refuse_applicant(
        self,
        name: str,
        *,
        player: int,
        reason: str,
        validate_only: bool = False,
        request_id: str | None = None,
        deadline: float | None = None,
    ) -> tournament_pb2.Tournament:
        """Turn an application down (TBJ-3.3(a)); the fee goes back."""
        request = rpc.RefuseApplicantRequest(
            request_id=id_of(request_id),
            name=name,
            player=player,
            reason=reason,
            validate_only=validate_only,
        )
        return (
            await self._connection.call(self._stub.RefuseApplicant, request, deadline)
        ).tournament

    async def withdraw_entry(
        self,
        name: str,
        *,
        player: int,
        validate_only: bool = False,
        request_id: str | None = None,
        deadline: float | None = None,
    ) -> tournament_pb2.Tournament:
        """A player or applicant withdraws (TBJ-3.5)."""
        request = rpc.WithdrawEntryRequest(
            request_id=id_of(request_id),
            name=name,
            player=player,
            validate_only=validate_only,
        )
        return (await self._connection.call(self._stub.WithdrawEntry, request, deadline)).tournament

    async def disqualify_player(
        self,
        name: str,
        *,
        player: int,
        failing: Failing,
        reason: str = "",
        validate_only: bool = False,
        request_id: str | None = None,
        deadline: float | None = None,
    ) -> tournament_pb2.Tournament:
        """Disqualify a player (TBJ-3.3(b))."""
        request = rpc.DisqualifyPlayerRequest(
            request_id=id_of(request_id),
            name=name,
            player=player,
            failing=rpc.Failing.ValueType(failing),
            reason=reason,
            validate_only=validate_only,
        )
        return (
            await self._connection.call(self._stub.DisqualifyPlayer, request, deadline)
        ).tournament

    async def cancel_tournament(
        self,
        name: str,
        *,
        cancelling: Cancelling,
        reason: str,
        version: int,
        validate_only: bool = False,
        request_id: str | None = None,
        deadline: float | None = None,
    ) -> tournament_pb2.Tournament:
        """The tournament does not take place; fees go back (TBJ-3.3(d), 3.5(b))."""
        request = rpc.CancelTournamentRequest(
            request_id=id_of(request_id),
            name=name,
            cancelling=tournament_pb2.Cancelling.ValueType(cancelling),
            reason=reason,
            version=version,
            validate_only=validate_only,
        )
        return (
            await self._connection.call(self._stub.CancelTournament, request, deadline)
        ).tournament

    async def pay_refund(
        self,
        name: str,
        *,
        player: int,
        validate_only: bool = False,
        request_id: str | None = None,
        deadline: float | None = None,
    ) -> tournament_pb2.Tournament:
        """Pay a refund that is due."""
        request = rpc.PayRefundRequest(
            request_id=id_of(request_id),
            name=name,
            player=player,
            validate_only=validate_only,
        )
        return (await self._connection.call(self._stub.PayRefund, request, deadline)).tournament
