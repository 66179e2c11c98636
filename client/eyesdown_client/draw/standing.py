"""The draw's calls for a game that stands still or cannot go on; they are part of `Draw`."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import datetime

from eyesdown.draw.v1 import draw_service_pb2 as rpc
from eyesdown.draw.v1 import game_pb2
from eyesdown_client.common.requests import id_of, timestamp
from eyesdown_client.draw.calls import GameCalls
from eyesdown_client.draw.words import HoldCause, IrregularityKind, Remedy, Selector


class Standing(GameCalls):
    """Holds, irregularities, numbers called by hand, voiding."""

    async def hold_game(
        self,
        name: str,
        *,
        cause: HoldCause,
        reason: str = "",
        validate_only: bool = False,
        request_id: str | None = None,
        deadline: float | None = None,
    ) -> game_pb2.Game:
        """Let the game stand still; with `HoldCause.OTHER` a `reason` is needed."""
        request = rpc.HoldGameRequest(
            request_id=id_of(request_id),
            name=name,
            cause=game_pb2.HoldCause.ValueType(cause),
            reason=reason,
            validate_only=validate_only,
        )
        return (await self._connection.call(self._stub.HoldGame, request, deadline)).game

    async def resume_game(
        self,
        name: str,
        *,
        version: int,
        validate_only: bool = False,
        request_id: str | None = None,
        deadline: float | None = None,
    ) -> game_pb2.Game:
        """Let it go on from the `Game.version` that was seen."""
        request = rpc.ResumeGameRequest(
            request_id=id_of(request_id), name=name, version=version, validate_only=validate_only
        )
        return (await self._connection.call(self._stub.ResumeGame, request, deadline)).game

    async def report_irregularity(
        self,
        name: str,
        *,
        kind: IrregularityKind,
        reason: str,
        ball: int = 0,
        validate_only: bool = False,
        request_id: str | None = None,
        deadline: float | None = None,
    ) -> game_pb2.Game:
        """Say what happened to the equipment, to the object `ball` where it is one."""
        request = rpc.ReportIrregularityRequest(
            request_id=id_of(request_id),
            name=name,
            kind=game_pb2.IrregularityKind.ValueType(kind),
            ball=ball,
            reason=reason,
            validate_only=validate_only,
        )
        return (await self._connection.call(self._stub.ReportIrregularity, request, deadline)).game

    async def decide_irregularity(
        self,
        name: str,
        *,
        irregularity: int,
        remedy: Remedy,
        decision: str,
        cards: Iterable[tuple[str, str]] = (),
        numbers: Iterable[int] = (),
        selector: Selector | None = None,
        validate_only: bool = False,
        request_id: str | None = None,
        deadline: float | None = None,
    ) -> game_pb2.Game:
        """Decide what is done about it, all but voiding the game.

        With `Remedy.REBUILT` come the `cards` that were read, each a disinterested player's name
        (kept in PEOPLE) and the card's number, and the `numbers` that they show as called; with
        `Remedy.SWITCHED` the `selector` that numbers come from now.
        """
        request = rpc.DecideIrregularityRequest(
            request_id=id_of(request_id),
            name=name,
            irregularity=irregularity,
            remedy=game_pb2.Remedy.ValueType(remedy),
            decision=decision,
            cards=[game_pb2.CardRead(player=player, card=card) for player, card in cards],
            numbers=numbers,
            selector=game_pb2.Selector.ValueType(selector or 0),
            validate_only=validate_only,
        )
        return (await self._connection.call(self._stub.DecideIrregularity, request, deadline)).game

    async def enter_hand_calls(
        self,
        name: str,
        *,
        position: int,
        calls: Sequence[tuple[int, datetime]],
        reason: str,
        validate_only: bool = False,
        request_id: str | None = None,
        deadline: float | None = None,
    ) -> game_pb2.Game:
        """Propose numbers that were called by hand while the system was down, in order.

        `position` is that of the first, the `Game.next_position` that was seen; each has the
        instant of its call, with a zone. A second person approves them.
        """
        request = rpc.EnterHandCallsRequest(
            request_id=id_of(request_id),
            name=name,
            position=position,
            calls=[
                game_pb2.HandCall(number=number, called_at=timestamp("calls", called_at))
                for number, called_at in calls
            ],
            reason=reason,
            validate_only=validate_only,
        )
        return (await self._connection.call(self._stub.EnterHandCalls, request, deadline)).game

    async def void_game(
        self,
        name: str,
        *,
        version: int,
        reason: str,
        why_not_corrected: str = "",
        start_over: bool,
        key_lost: bool = False,
        validate_only: bool = False,
        request_id: str | None = None,
        deadline: float | None = None,
    ) -> game_pb2.Game:
        """Void the game at the `Game.version` that was seen, to start it over or not.

        `why_not_corrected` says why the error cannot be corrected; it goes without saying where the
        profile has a game started over, as Tennessee's of a stuck object. With `key_lost` a number
        that is drawn and not announced stays closed, since nobody can open it any more.
        """
        request = rpc.VoidGameRequest(
            request_id=id_of(request_id),
            name=name,
            version=version,
            reason=reason,
            why_not_corrected=why_not_corrected,
            start_over=start_over,
            key_lost=key_lost,
            validate_only=validate_only,
        )
        return (await self._connection.call(self._stub.VoidGame, request, deadline)).game
