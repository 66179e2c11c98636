"""The calls of claims: cards are looked at, collected, read, verified and decided."""

from __future__ import annotations

import enum
from collections.abc import AsyncGenerator, Iterable

from eyesdown.verify.v1 import claim_service_pb2 as rpc
from eyesdown.verify.v1 import claim_service_pb2_grpc, claims_pb2, desk_events_pb2
from eyesdown_client.common.connection import Connection
from eyesdown_client.common.fitting import fitting
from eyesdown_client.common.paging import versions
from eyesdown_client.common.requests import id_of


class ClaimOutcome(enum.IntEnum):
    """How a claim was decided. FORFEITED: it was made too late."""

    ALLOWED = desk_events_pb2.OUTCOME_ALLOWED
    REFUSED = desk_events_pb2.OUTCOME_REFUSED
    FORFEITED = desk_events_pb2.OUTCOME_FORFEITED


class ClaimPhase(enum.IntEnum):
    """What a claim waits for."""

    TO_RULE = rpc.CLAIM_PHASE_TO_RULE
    TO_COLLECT = rpc.CLAIM_PHASE_TO_COLLECT
    TO_READ = rpc.CLAIM_PHASE_TO_READ
    TO_VERIFY = rpc.CLAIM_PHASE_TO_VERIFY
    TO_DECIDE = rpc.CLAIM_PHASE_TO_DECIDE
    DECIDED = rpc.CLAIM_PHASE_DECIDED


@fitting
class Claims:
    """The calls of `ClaimService`. A `name` is a desk's, "venues/akl/claimDesks/2026-11-29-07": the
    game's id; a claim has the number of its call out. `room` is the claim's own."""

    def __init__(self, connection: Connection) -> None:
        """Make the calls over an open connection."""
        self._connection = connection
        self._stub = claim_service_pb2_grpc.ClaimServiceStub(connection.channel)

    async def check_card(
        self,
        name: str,
        *,
        card: int,
        serial_number: str = "",
        position: int = 0,
        deadline: float | None = None,
    ) -> claims_pb2.Examination:
        """What a card is now, or when the call at `position` was the last. Nothing is recorded."""
        request = rpc.CheckCardRequest(
            name=name, card=card, serial_number=serial_number, position=position
        )
        call = self._connection.call(self._stub.CheckCard, request, deadline)
        return (await call).examination

    async def collect_card(
        self,
        name: str,
        *,
        call_out: int,
        card: int,
        serial_number: str,
        room: str,
        validate_only: bool = False,
        request_id: str | None = None,
        deadline: float | None = None,
    ) -> rpc.Claim:
        """The card was taken from the player; `serial_number` is what is printed on it."""
        request = rpc.CollectCardRequest(
            request_id=id_of(request_id),
            name=name,
            call_out=call_out,
            card=card,
            serial_number=serial_number,
            room=room,
            validate_only=validate_only,
        )
        return (await self._connection.call(self._stub.CollectCard, request, deadline)).claim

    async def read_card(
        self,
        name: str,
        *,
        call_out: int,
        room: str,
        validate_only: bool = False,
        request_id: str | None = None,
        deadline: float | None = None,
    ) -> list[int]:
        """The numbers of the card were read before the players: which ones."""
        request = rpc.ReadCardRequest(
            request_id=id_of(request_id),
            name=name,
            call_out=call_out,
            room=room,
            validate_only=validate_only,
        )
        call = self._connection.call(self._stub.ReadCard, request, deadline)
        return list((await call).numbers)

    async def verify_numbers(
        self,
        name: str,
        *,
        call_out: int,
        unconfirmed: Iterable[int] = (),
        witnesses: Iterable[str] = (),
        validate_only: bool = False,
        request_id: str | None = None,
        deadline: float | None = None,
    ) -> rpc.ClaimDesk:
        """The caller has verified the numbers; `unconfirmed` were not found as announced,
        `witnesses` are the names of players who stood by."""
        request = rpc.VerifyNumbersRequest(
            request_id=id_of(request_id),
            name=name,
            call_out=call_out,
            unconfirmed=unconfirmed,
            witnesses=witnesses,
            validate_only=validate_only,
        )
        return (await self._connection.call(self._stub.VerifyNumbers, request, deadline)).desk

    async def decide_claim(
        self,
        name: str,
        *,
        call_out: int,
        room: str,
        no_card: bool = False,
        validate_only: bool = False,
        request_id: str | None = None,
        deadline: float | None = None,
    ) -> rpc.Claim:
        """Decide a claim by what its card is; with `no_card` the player had none to show."""
        request = rpc.DecideClaimRequest(
            request_id=id_of(request_id),
            name=name,
            call_out=call_out,
            no_card=no_card,
            room=room,
            validate_only=validate_only,
        )
        return (await self._connection.call(self._stub.DecideClaim, request, deadline)).claim

    async def rule_late_claim(
        self,
        name: str,
        *,
        call_out: int,
        in_time: bool,
        room: str,
        validate_only: bool = False,
        request_id: str | None = None,
        deadline: float | None = None,
    ) -> rpc.ClaimDesk:
        """Rule whether a call out that was entered late was made in time in the hall."""
        request = rpc.RuleLateClaimRequest(
            request_id=id_of(request_id),
            name=name,
            call_out=call_out,
            in_time=in_time,
            room=room,
            validate_only=validate_only,
        )
        return (await self._connection.call(self._stub.RuleLateClaim, request, deadline)).desk

    async def get_desk(
        self, name: str, *, at_least_version: int = 0, deadline: float | None = None
    ) -> rpc.ClaimDesk:
        """The claims of a game, not older than a version."""
        request = rpc.GetDeskRequest(name=name, at_least_version=at_least_version)
        return (await self._connection.call(self._stub.GetDesk, request, deadline)).desk

    def watch_desk(
        self, name: str, *, after_version: int = 0
    ) -> AsyncGenerator[rpc.WatchDeskResponse, None]:
        """The claims of a game at every version after `after_version`, and then as they change:
        `.desk`, and the names of the `.events` that made this version of it."""

        def asked(version: int) -> rpc.WatchDeskRequest:
            return rpc.WatchDeskRequest(name=name, after_version=version)

        return versions(self._connection, self._stub.WatchDesk, asked, "desk", after_version)
