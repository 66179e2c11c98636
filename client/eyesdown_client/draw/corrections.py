"""The calls of the draw that put right what went wrong: corrections, winners, signatures."""

from __future__ import annotations

from collections.abc import Sequence

from eyesdown.draw.v1 import draw_service_pb2 as rpc
from eyesdown.draw.v1 import game_pb2
from eyesdown_client.common.requests import id_of
from eyesdown_client.common.words import Stage
from eyesdown_client.draw.calls import GameCalls
from eyesdown_client.draw.words import ErrorKind


class Corrections(GameCalls):
    """These calls of `DrawService`; `version` is the `Game.version` that the person saw."""

    async def take_back_call(
        self,
        name: str,
        *,
        position: int,
        reason: str,
        validate_only: bool = False,
        request_id: str | None = None,
        deadline: float | None = None,
    ) -> game_pb2.Game:
        """Take back what was entered last, by mistake: a ball that was never drawn, or a call that
        was never called in the hall and is not confirmed.

        `position` is that of the selection, `Game.next_position`, or else of the last call.
        """
        request = rpc.TakeBackCallRequest(
            request_id=id_of(request_id),
            name=name,
            position=position,
            reason=reason,
            validate_only=validate_only,
        )
        return (await self._connection.call(self._stub.TakeBackCall, request, deadline)).game

    async def correct_call(
        self,
        name: str,
        *,
        version: int,
        position: int,
        kind: ErrorKind,
        wrong: int,
        right: int,
        reason: str,
        voids: Sequence[Stage] = (),
        swaps: int = 0,
        validate_only: bool = False,
        request_id: str | None = None,
        deadline: float | None = None,
    ) -> game_pb2.Game:
        """Record the correction of call `position` that was announced to the players.

        `wrong` was spoken, shown or entered, `right` is the number that was drawn. `voids` are
        stages won later whose winners stand on the wrong number. Where winners are voided, or
        stand on the call, it waits among `Game.proposals` for a second person. `swaps` is the
        call that it was taken for, as 6 and 9 are for each other, and that is put right with it.
        """
        request = rpc.CorrectCallRequest(
            request_id=id_of(request_id),
            name=name,
            version=version,
            position=position,
            kind=game_pb2.ErrorKind.ValueType(kind),
            wrong=wrong,
            right=right,
            reason=reason,
            voids=[game_pb2.Stage.ValueType(stage) for stage in voids],
            swaps=swaps,
            validate_only=validate_only,
        )
        return (await self._connection.call(self._stub.CorrectCall, request, deadline)).game

    async def void_winners(
        self,
        name: str,
        *,
        version: int,
        stage: Stage,
        reason: str,
        call_outs: Sequence[int] = (),
        validate_only: bool = False,
        request_id: str | None = None,
        deadline: float | None = None,
    ) -> game_pb2.Game:
        """Propose that winners of a stage are voided, all of them or those of `call_outs`; a second
        person approves it."""
        request = rpc.VoidWinnersRequest(
            request_id=id_of(request_id),
            name=name,
            version=version,
            stage=game_pb2.Stage.ValueType(stage),
            reason=reason,
            call_outs=call_outs,
            validate_only=validate_only,
        )
        return (await self._connection.call(self._stub.VoidWinners, request, deadline)).game

    async def approve_proposal(
        self,
        name: str,
        *,
        proposal: int,
        validate_only: bool = False,
        request_id: str | None = None,
        deadline: float | None = None,
    ) -> game_pb2.Game:
        """Sign, as the second person, what was proposed; it is done with it."""
        request = rpc.ApproveProposalRequest(
            request_id=id_of(request_id),
            name=name,
            proposal=proposal,
            validate_only=validate_only,
        )
        return (await self._connection.call(self._stub.ApproveProposal, request, deadline)).game

    async def reject_proposal(
        self,
        name: str,
        *,
        proposal: int,
        reason: str,
        validate_only: bool = False,
        request_id: str | None = None,
        deadline: float | None = None,
    ) -> game_pb2.Game:
        """Say no to what was proposed, or withdraw what one has proposed oneself."""
        request = rpc.RejectProposalRequest(
            request_id=id_of(request_id),
            name=name,
            proposal=proposal,
            reason=reason,
            validate_only=validate_only,
        )
        return (await self._connection.call(self._stub.RejectProposal, request, deadline)).game
