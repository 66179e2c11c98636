"""Session tables: who leaves, holds, the sign, and chips at the end."""

from __future__ import annotations

from collections.abc import Iterable

from eyesdown.tournament.v1 import table_pb2
from eyesdown.tournament.v1 import table_service_pb2 as rpc
from eyesdown_client.common.requests import id_of
from eyesdown_client.tournament.calls import SessionTableCalls


class Conduct(SessionTableCalls):
    """See `SessionTables`."""

    async def leave_table(
        self,
        name: str,
        *,
        box: int,
        ground: int,
        reason: str,
        for_good: bool = False,
        validate_only: bool = False,
        request_id: str | None = None,
        deadline: float | None = None,
    ) -> table_pb2.SessionTable:
        """A player leaves the table (TBJ-5.6)."""
        request = rpc.LeaveTableRequest(
            request_id=id_of(request_id),
            name=name,
            box=box,
            ground=table_pb2.LeaveGround.ValueType(ground),
            for_good=for_good,
            reason=reason,
            validate_only=validate_only,
        )
        return (await self._connection.call(self._stub.LeaveTable, request, deadline)).table

    async def return_to_table(
        self,
        name: str,
        *,
        box: int,
        validate_only: bool = False,
        request_id: str | None = None,
        deadline: float | None = None,
    ) -> table_pb2.SessionTable:
        """A player who was away is back."""
        request = rpc.ReturnToTableRequest(
            request_id=id_of(request_id),
            name=name,
            box=box,
            validate_only=validate_only,
        )
        return (await self._connection.call(self._stub.ReturnToTable, request, deadline)).table

    async def disqualify_box(
        self,
        name: str,
        *,
        box: int,
        ground: int,
        reason: str,
        validate_only: bool = False,
        request_id: str | None = None,
        deadline: float | None = None,
    ) -> table_pb2.SessionTable:
        """A player is disqualified at the table, for hidden chips for instance (TBJ-5.10)."""
        request = rpc.DisqualifyBoxRequest(
            request_id=id_of(request_id),
            name=name,
            box=box,
            ground=table_pb2.DisqualifiedFor.ValueType(ground),
            reason=reason,
            validate_only=validate_only,
        )
        return (await self._connection.call(self._stub.DisqualifyBox, request, deadline)).table

    async def change_sign(
        self,
        name: str,
        *,
        version: int,
        sign: table_pb2.TableSign,
        reason: str,
        validate_only: bool = False,
        request_id: str | None = None,
        deadline: float | None = None,
    ) -> table_pb2.SessionTable:
        """Other limits, none tighter than published; in a session none tightened (TBJ-4.5)."""
        request = rpc.ChangeSignRequest(
            request_id=id_of(request_id),
            name=name,
            version=version,
            sign=sign,
            reason=reason,
            validate_only=validate_only,
        )
        return (await self._connection.call(self._stub.ChangeSign, request, deadline)).table

    async def hold_table(
        self,
        name: str,
        *,
        cause: int,
        reason: str,
        vacated: bool = False,
        validate_only: bool = False,
        request_id: str | None = None,
        deadline: float | None = None,
    ) -> table_pb2.SessionTable:
        """Play and clock stand still: an alarm, the power, a dispute; anybody in charge can."""
        request = rpc.HoldTableRequest(
            request_id=id_of(request_id),
            name=name,
            cause=table_pb2.HoldCause.ValueType(cause),
            vacated=vacated,
            reason=reason,
            validate_only=validate_only,
        )
        return (await self._connection.call(self._stub.HoldTable, request, deadline)).table

    async def resume_table(
        self,
        name: str,
        *,
        reason: str,
        validate_only: bool = False,
        request_id: str | None = None,
        deadline: float | None = None,
    ) -> table_pb2.SessionTable:
        """Play and clock go on; the session ends as much later as it was held."""
        request = rpc.ResumeTableRequest(
            request_id=id_of(request_id),
            name=name,
            reason=reason,
            validate_only=validate_only,
        )
        return (await self._connection.call(self._stub.ResumeTable, request, deadline)).table

    async def count_chips(
        self,
        name: str,
        *,
        counts: Iterable[table_pb2.BoxCount] = (),
        validate_only: bool = False,
        request_id: str | None = None,
        deadline: float | None = None,
    ) -> table_pb2.SessionTable:
        """Chips are counted: between two rounds, or all when the session is over (TBJ-6.1)."""
        request = rpc.CountChipsRequest(
            request_id=id_of(request_id),
            name=name,
            counts=counts,
            validate_only=validate_only,
        )
        return (await self._connection.call(self._stub.CountChips, request, deadline)).table

    async def correct_chips(
        self,
        name: str,
        *,
        version: int,
        box: int,
        chips: int,
        reason: str,
        validate_only: bool = False,
        request_id: str | None = None,
        deadline: float | None = None,
    ) -> table_pb2.SessionTable:
        """The director decides what a player has."""
        request = rpc.CorrectChipsRequest(
            request_id=id_of(request_id),
            name=name,
            version=version,
            box=box,
            chips=chips,
            reason=reason,
            validate_only=validate_only,
        )
        return (await self._connection.call(self._stub.CorrectChips, request, deadline)).table

    async def hand_in_chips(
        self,
        name: str,
        *,
        box: int,
        disposal: int,
        validate_only: bool = False,
        request_id: str | None = None,
        deadline: float | None = None,
    ) -> table_pb2.SessionTable:
        """What becomes of chips after the session; kept ones are redeemed later (TBJ-6.9)."""
        request = rpc.HandInChipsRequest(
            request_id=id_of(request_id),
            name=name,
            box=box,
            disposal=table_pb2.Disposal.ValueType(disposal),
            validate_only=validate_only,
        )
        return (await self._connection.call(self._stub.HandInChips, request, deadline)).table
