"""The calls of jackpots: opened, declared for games, looked at to the cent; a session's figures."""

from __future__ import annotations

import enum
from collections.abc import AsyncGenerator, Iterable

from eyesdown.common.v1 import money_pb2
from eyesdown.draw.v1 import game_pb2
from eyesdown.verify.v1 import jackpot_service_pb2 as rpc
from eyesdown.verify.v1 import jackpot_service_pb2_grpc, jackpots_pb2
from eyesdown_client.common.connection import Connection
from eyesdown_client.common.fitting import fitting
from eyesdown_client.common.paging import rows, versions
from eyesdown_client.common.requests import id_of
from eyesdown_client.common.words import Stage, parent_of

PAGE = 500
"""Entries of a ledger that are asked for at once: as many as are given."""


class JackpotPhase(enum.IntEnum):
    """How far a cycle has come. WON: a game has won it, and it is not divided; SHARED: it is not
    all paid. CARRIED_OVER: its winners were voided, or it was closed, and what was left went to the
    next cycle."""

    RUNNING = jackpots_pb2.JACKPOT_PHASE_RUNNING
    WON = jackpots_pb2.JACKPOT_PHASE_WON
    SHARED = jackpots_pb2.JACKPOT_PHASE_SHARED
    PAID = jackpots_pb2.JACKPOT_PHASE_PAID
    CARRIED_OVER = jackpots_pb2.JACKPOT_PHASE_CARRIED_OVER


class EntryKind(enum.IntEnum):
    """Why money was booked from one account of a jackpot to another."""

    SEED = jackpots_pb2.ENTRY_KIND_SEED
    HELD = jackpots_pb2.ENTRY_KIND_HELD
    GIVEN_BACK = jackpots_pb2.ENTRY_KIND_GIVEN_BACK
    ODD_CENTS = jackpots_pb2.ENTRY_KIND_ODD_CENTS
    CARRIED_OVER = jackpots_pb2.ENTRY_KIND_CARRIED_OVER
    WON = jackpots_pb2.ENTRY_KIND_WON
    SHARED = jackpots_pb2.ENTRY_KIND_SHARED
    PAID = jackpots_pb2.ENTRY_KIND_PAID
    MADE_UP = jackpots_pb2.ENTRY_KIND_MADE_UP
    REPAID = jackpots_pb2.ENTRY_KIND_REPAID
    WRITTEN_OFF = jackpots_pb2.ENTRY_KIND_WRITTEN_OFF
    LAPSED = jackpots_pb2.ENTRY_KIND_LAPSED


@fitting
class Jackpots:
    """The calls of `JackpotService`. A `name` is that of a cycle, "venues/akl/jackpots/2026-friday"
    and then "…/2026-friday-2", unless it is said otherwise. Shares are in basis points: 1,000 is a
    tenth."""

    def __init__(self, connection: Connection) -> None:
        """Make the calls over an open connection."""
        self._connection = connection
        self._stub = jackpot_service_pb2_grpc.JackpotServiceStub(connection.channel)

    # -- changing --------------------------------------------------------------------------

    async def open_jackpot(
        self,
        *,
        venue: str,
        jackpot_id: str,
        profile: str,
        title: str,
        share: int,
        seed: money_pb2.Money,
        most: money_pb2.Money | None = None,
        validate_only: bool = False,
        request_id: str | None = None,
        deadline: float | None = None,
    ) -> jackpots_pb2.Jackpot:
        """Open a jackpot under an id of the year and a word, "2026-friday". It begins with the
        `seed`; a game's `share` of the receipts is held where it says no other; at most `most` is
        paid out at once (None: all that is there)."""
        request = rpc.OpenJackpotRequest(
            request_id=id_of(request_id),
            parent=parent_of(venue),
            jackpot_id=jackpot_id,
            profile=profile,
            title=title,
            share=share,
            seed=seed,
            most=most,
            validate_only=validate_only,
        )
        return (await self._connection.call(self._stub.OpenJackpot, request, deadline)).jackpot

    async def declare_jackpot(
        self,
        name: str,
        *,
        jackpot: str,
        share: int | None = None,
        stage: Stage | None = None,
        within: int = 0,
        validate_only: bool = False,
        request_id: str | None = None,
        deadline: float | None = None,
    ) -> jackpots_pb2.GameJackpot:
        """Say what the game of the claim desk `name` has to do with a `jackpot`, before its sales
        are over and it is announced: the `share` that is held (None: the jackpot's), and the
        `stage` that wins it `within` so many calls (0: on any; without a stage it is only fed)."""
        request = rpc.DeclareJackpotRequest(
            request_id=id_of(request_id),
            name=name,
            jackpot=jackpot,
            share=share,
            stage=stage.value if stage is not None else game_pb2.STAGE_UNSPECIFIED,
            within=within,
            validate_only=validate_only,
        )
        return (await self._connection.call(self._stub.DeclareJackpot, request, deadline)).declared

    async def carry_jackpot_over(
        self,
        name: str,
        *,
        validate_only: bool = False,
        request_id: str | None = None,
        deadline: float | None = None,
    ) -> jackpots_pb2.Jackpot:
        """The game that has won it is over, and all its winners were voided: it is played for in
        the running cycle."""
        request = rpc.CarryJackpotOverRequest(
            request_id=id_of(request_id),
            name=name,
            validate_only=validate_only,
        )
        return (await self._connection.call(self._stub.CarryJackpotOver, request, deadline)).jackpot

    async def close_jackpot(
        self,
        name: str,
        *,
        version: int,
        into: str,
        validate_only: bool = False,
        request_id: str | None = None,
        deadline: float | None = None,
    ) -> jackpots_pb2.Jackpot:
        """There is to be no such jackpot any more: what is left of it goes `into` another one.
        `version` is the `Jackpot.version` that the person saw."""
        request = rpc.CloseJackpotRequest(
            request_id=id_of(request_id),
            name=name,
            version=version,
            into=into,
            validate_only=validate_only,
        )
        return (await self._connection.call(self._stub.CloseJackpot, request, deadline)).jackpot

    # -- looking ---------------------------------------------------------------------------

    async def get_jackpot(
        self, name: str, *, at_least_version: int = 0, deadline: float | None = None
    ) -> jackpots_pb2.Jackpot:
        """A cycle, at `at_least_version` or later."""
        request = rpc.GetJackpotRequest(name=name, at_least_version=at_least_version)
        return (await self._connection.call(self._stub.GetJackpot, request, deadline)).jackpot

    def watch_jackpot(
        self, name: str, *, after_version: int = 0
    ) -> AsyncGenerator[rpc.WatchJackpotResponse, None]:
        """A cycle at every version after `after_version`, and then as it changes: `.jackpot`, and
        the names of the `.events` that made this version of it."""

        def asked(version: int) -> rpc.WatchJackpotRequest:
            return rpc.WatchJackpotRequest(name=name, after_version=version)

        return versions(self._connection, self._stub.WatchJackpot, asked, "jackpot", after_version)

    def list_jackpots(
        self,
        *,
        venue: str = "-",
        phases: Iterable[JackpotPhase] = (),
        page_size: int = 0,
        deadline: float | None = None,
    ) -> AsyncGenerator[jackpots_pb2.JackpotRow, None]:
        """The cycles of a venue's jackpots, or of every venue the person may see, the newest
        first; those in any of `phases`, or all."""
        request = rpc.ListJackpotsRequest(
            parent=parent_of(venue),
            page_size=page_size,
            filter=rpc.ListJackpotsRequest.Filter(
                phases=[jackpots_pb2.JackpotPhase.ValueType(phase) for phase in phases]
            ),
        )
        return rows(self._connection, self._stub.ListJackpots, request, "jackpots", deadline)

    async def list_entries(
        self, name: str, *, deadline: float | None = None
    ) -> rpc.ListEntriesResponse:
        """The ledger of a cycle: its `.entries` in order, and the `.balances` of its accounts,
        which are nothing together. It is asked for page by page, each within the `deadline`."""
        request = rpc.ListEntriesRequest(name=name, page_size=PAGE)
        ledger = rpc.ListEntriesResponse()
        while True:
            page = await self._connection.call(self._stub.ListEntries, request, deadline)
            ledger.entries.extend(page.entries)
            if not page.next_page_token:
                ledger.balances.extend(page.balances)  # those of all that was there by then
                return ledger
            request.page_token = page.next_page_token

    async def get_session_figures(
        self, name: str, *, deadline: float | None = None
    ) -> jackpots_pb2.SessionFigures:
        """What the session `name`, "venues/akl/sessions/2026-11-29-evening", took, paid and held,
        game by game; without those of practice."""
        request = rpc.GetSessionFiguresRequest(name=name)
        call = self._connection.call(self._stub.GetSessionFigures, request, deadline)
        return (await call).figures
