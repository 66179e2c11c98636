"""The calls of prizes: what is owed is looked up, paid, signed and recovered; and the receipts."""

from __future__ import annotations

import enum
from collections.abc import AsyncGenerator, Iterable
from datetime import date

from eyesdown.common.v1 import money_pb2
from eyesdown.verify.v1 import prize_service_pb2 as rpc
from eyesdown.verify.v1 import prize_service_pb2_grpc, prizes_pb2, sales_pb2
from eyesdown_client.common.connection import Connection
from eyesdown_client.common.fitting import fitting
from eyesdown_client.common.paging import rows, versions
from eyesdown_client.common.requests import id_of
from eyesdown_client.common.words import Stage, parent_of


class PrizeKind(enum.IntEnum):
    """What is settled: the prize of a stage, or a jackpot that its winners share."""

    STAGE = prizes_pb2.PRIZE_KIND_STAGE
    JACKPOT = prizes_pb2.PRIZE_KIND_JACKPOT


class PaymentWay(enum.IntEnum):
    """How a prize is paid. GOODS: another thing of its value."""

    CASH = prizes_pb2.PAYMENT_WAY_CASH
    CHEQUE = prizes_pb2.PAYMENT_WAY_CHEQUE
    TRANSFER = prizes_pb2.PAYMENT_WAY_TRANSFER
    GOODS = prizes_pb2.PAYMENT_WAY_GOODS


class PaymentState(enum.IntEnum):
    """How far a payment is. WAITS: for the second person's signature."""

    WAITS = rpc.PAYMENT_STATE_WAITS
    PAID = rpc.PAYMENT_STATE_PAID
    REJECTED = rpc.PAYMENT_STATE_REJECTED


class Recovery(enum.IntEnum):
    """What became of money that had to be recovered: it came back, or the house bears it."""

    REPAID = prizes_pb2.RECOVERY_REPAID
    WRITTEN_OFF = prizes_pb2.RECOVERY_WRITTEN_OFF


@fitting
class Prizes:
    """The calls of `PrizeService`. A `name` is that of the game's claim desk,
    "venues/akl/claimDesks/2026-11-29-07", unless it is said otherwise. `room` is where money is
    handed over: a room's id, or "venues/wlg/rooms/main" in another venue, which then books it."""

    def __init__(self, connection: Connection) -> None:
        """Make the calls over an open connection."""
        self._connection = connection
        self._stub = prize_service_pb2_grpc.PrizeServiceStub(connection.channel)

    # -- looking ---------------------------------------------------------------------------

    async def get_prizes(
        self, name: str, *, at_least_version: int = 0, deadline: float | None = None
    ) -> rpc.GamePrizes:
        """The prizes of a game, not older than a version."""
        request = rpc.GetPrizesRequest(name=name, at_least_version=at_least_version)
        return (await self._connection.call(self._stub.GetPrizes, request, deadline)).prizes

    def watch_prizes(
        self, name: str, *, after_version: int = 0
    ) -> AsyncGenerator[rpc.WatchPrizesResponse, None]:
        """The prizes of a game at every version after `after_version`, and then as they change:
        `.prizes`, and the names of the `.events` that made this version of its desk."""

        def asked(version: int) -> rpc.WatchPrizesRequest:
            return rpc.WatchPrizesRequest(name=name, after_version=version)

        return versions(self._connection, self._stub.WatchPrizes, asked, "prizes", after_version)

    def list_prizes(
        self,
        *,
        venue: str = "-",
        open_only: bool = False,
        no_practice: bool = False,
        day: date | str = "",
        page_size: int = 0,
        deadline: float | None = None,
    ) -> AsyncGenerator[sales_pb2.ClaimDeskRow, None]:
        """Games and what is owed on each, the latest first; with `open_only` those on which
        something is owed or to be recovered; those that are no practice (`no_practice`); of a
        gaming `day`, or else of the running year."""
        request = rpc.ListPrizesRequest(
            parent=parent_of(venue),
            page_size=page_size,
            filter=rpc.ListPrizesRequest.Filter(
                open=open_only,
                no_practice=no_practice,
                day=day.isoformat() if isinstance(day, date) else day,
            ),
        )
        return rows(self._connection, self._stub.ListPrizes, request, "prizes", deadline)

    async def get_receipt_roll(
        self, name: str, *, deadline: float | None = None
    ) -> prizes_pb2.ReceiptRoll:
        """The receipts of a day, "venues/akl/receiptRolls/2026-11-29"."""
        request = rpc.GetReceiptRollRequest(name=name)
        return (await self._connection.call(self._stub.GetReceiptRoll, request, deadline)).roll

    def list_receipt_rolls(
        self,
        *,
        venue: str = "-",
        day: date | str = "",
        page_size: int = 0,
        deadline: float | None = None,
    ) -> AsyncGenerator[prizes_pb2.ReceiptRollRow, None]:
        """The days on which prizes were paid, the latest first: of the running year, or one `day`
        in every venue."""
        request = rpc.ListReceiptRollsRequest(
            parent=parent_of(venue),
            page_size=page_size,
            filter=rpc.ListReceiptRollsRequest.Filter(
                day=day.isoformat() if isinstance(day, date) else day
            ),
        )
        return rows(self._connection, self._stub.ListReceiptRolls, request, "rolls", deadline)

    # -- paying ----------------------------------------------------------------------------

    async def pay_prize(
        self,
        name: str,
        *,
        stage: Stage,
        amount: money_pb2.Money,
        payee: str,
        room: str,
        share: int = 1,
        way: PaymentWay = PaymentWay.CASH,
        kind: PrizeKind = PrizeKind.STAGE,
        validate_only: bool = False,
        request_id: str | None = None,
        deadline: float | None = None,
    ) -> rpc.PaymentRecord:
        """Pay what is owed on a share, all of it, to `payee`. It may wait for a signature."""
        request = rpc.PayPrizeRequest(
            request_id=id_of(request_id),
            name=name,
            kind=kind.value,
            stage=stage.value,
            share=share,
            amount=amount,
            payee=payee,
            way=way.value,
            room=room,
            validate_only=validate_only,
        )
        return (await self._connection.call(self._stub.PayPrize, request, deadline)).payment

    async def sign_payment(
        self,
        name: str,
        *,
        payment: int,
        room: str,
        validate_only: bool = False,
        request_id: str | None = None,
        deadline: float | None = None,
    ) -> rpc.PaymentRecord:
        """Sign a payment as the second person: then it is made."""
        request = rpc.SignPaymentRequest(
            request_id=id_of(request_id),
            name=name,
            payment=payment,
            room=room,
            validate_only=validate_only,
        )
        return (await self._connection.call(self._stub.SignPayment, request, deadline)).payment

    async def reject_payment(
        self,
        name: str,
        *,
        payment: int,
        reason: str,
        room: str,
        validate_only: bool = False,
        request_id: str | None = None,
        deadline: float | None = None,
    ) -> rpc.GamePrizes:
        """A payment that waits for its signature is not made."""
        request = rpc.RejectPaymentRequest(
            request_id=id_of(request_id),
            name=name,
            payment=payment,
            reason=reason,
            room=room,
            validate_only=validate_only,
        )
        return (await self._connection.call(self._stub.RejectPayment, request, deadline)).prizes

    async def tell_players(
        self,
        name: str,
        *,
        call_outs: Iterable[int],
        same: bool = True,
        validate_only: bool = False,
        request_id: str | None = None,
        deadline: float | None = None,
    ) -> rpc.GamePrizes:
        """Say that call outs were made by one player, who has one share; or else by others each."""
        request = rpc.TellPlayersRequest(
            request_id=id_of(request_id),
            name=name,
            call_outs=call_outs,
            same=same,
            validate_only=validate_only,
        )
        return (await self._connection.call(self._stub.TellPlayers, request, deadline)).prizes

    async def record_recovery(
        self,
        name: str,
        *,
        version: int,
        stage: Stage,
        amount: money_pb2.Money,
        reason: str,
        room: str,
        share: int = 1,
        recovery: Recovery = Recovery.REPAID,
        kind: PrizeKind = PrizeKind.STAGE,
        validate_only: bool = False,
        request_id: str | None = None,
        deadline: float | None = None,
    ) -> rpc.GamePrizes:
        """Of what was paid too much on a share, so much came back, or is given up.
        `version` is the `GamePrizes.version` that the person saw."""
        request = rpc.RecordRecoveryRequest(
            request_id=id_of(request_id),
            name=name,
            version=version,
            kind=kind.value,
            stage=stage.value,
            share=share,
            recovery=recovery.value,
            amount=amount,
            reason=reason,
            room=room,
            validate_only=validate_only,
        )
        return (await self._connection.call(self._stub.RecordRecovery, request, deadline)).prizes
