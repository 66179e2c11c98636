"""The calls of cards: series are made, loaded, put in use, looked at and exported."""

from __future__ import annotations

import enum
from collections.abc import AsyncGenerator, Iterable
from contextlib import aclosing

from eyesdown.verify.v1 import card_service_pb2 as rpc
from eyesdown.verify.v1 import card_service_pb2_grpc, cards_pb2
from eyesdown_client.common.connection import Connection
from eyesdown_client.common.fitting import fitting
from eyesdown_client.common.paging import rows
from eyesdown_client.common.requests import id_of
from eyesdown_client.common.words import parent_of


class Columns(enum.IntEnum):
    """Which numbers a column holds, and so what is printed: NINES (1 to 9, … 80 to 90) and TENS
    (1 to 10, … 81 to 90) are for 90 balls, FIFTEENS is for 75."""

    NINES = cards_pb2.COLUMNS_NINES
    TENS = cards_pb2.COLUMNS_TENS
    FIFTEENS = cards_pb2.COLUMNS_FIFTEENS


class ExportForm(enum.IntEnum):
    """What a file of cards is for: a machine or a printer."""

    CSV = rpc.EXPORT_FORM_CSV
    PDF = rpc.EXPORT_FORM_PDF


def layout(columns: Columns) -> cards_pb2.Layout:
    """How cards with these columns are laid out."""
    seventy_five = columns is Columns.FIFTEENS
    return cards_pb2.Layout(
        format=cards_pb2.FORMAT_SEVENTY_FIVE if seventy_five else cards_pb2.FORMAT_NINETY,
        columns=cards_pb2.Columns.ValueType(columns),
    )


@fitting
class Cards:
    """The calls of `CardService`. A `name` is a series', "venues/akl/cardSeries/2026-blue"; a
    `series_id` begins with its year, and a `serial_number` is printed on every card."""

    def __init__(self, connection: Connection) -> None:
        """Make the calls over an open connection."""
        self._connection = connection
        self._stub = card_service_pb2_grpc.CardServiceStub(connection.channel)

    async def stage_cards(
        self, *, venue: str, content: bytes, deadline: float | None = None
    ) -> bytes:
        """Hand in a part of a file, a million bytes at most; what it is called in `load_series`."""
        request = rpc.StageCardsRequest(parent=parent_of(venue), content=content)
        return (await self._connection.call(self._stub.StageCards, request, deadline)).part

    def load_series(
        self,
        *,
        venue: str,
        series_id: str,
        serial_number: str,
        layout: cards_pb2.Layout,
        parts: Iterable[bytes],
        strips: bool = False,
        title: str = "",
        validate_only: bool = False,
        request_id: str | None = None,
    ) -> AsyncGenerator[rpc.LoadSeriesResponse, None]:
        """Make a series of a file's parts: how many cards are `.done`, and the `.series` last."""
        request = rpc.LoadSeriesRequest(
            request_id=id_of(request_id),
            parent=parent_of(venue),
            series_id=series_id,
            title=title,
            serial_number=serial_number,
            layout=layout,
            strips=strips,
            parts=parts,
            validate_only=validate_only,
        )
        return self._connection.stream(self._stub.LoadSeries, lambda: request)

    def generate_series(
        self,
        *,
        venue: str,
        series_id: str,
        serial_number: str,
        layout: cards_pb2.Layout,
        cards: int,
        first_card: int = 1,
        title: str = "",
        validate_only: bool = False,
        request_id: str | None = None,
    ) -> AsyncGenerator[rpc.GenerateSeriesResponse, None]:
        """Make a series of new cards: how many are `.done`, and the `.series` last."""
        request = rpc.GenerateSeriesRequest(
            request_id=id_of(request_id),
            parent=parent_of(venue),
            series_id=series_id,
            title=title,
            serial_number=serial_number,
            layout=layout,
            first_card=first_card,
            cards=cards,
            validate_only=validate_only,
        )
        return self._connection.stream(self._stub.GenerateSeries, lambda: request)

    async def change_series(
        self,
        name: str,
        *,
        version: int,
        title: str,
        serial_number: str,
        validate_only: bool = False,
        request_id: str | None = None,
        deadline: float | None = None,
    ) -> cards_pb2.CardSeries:
        """Give a series that nobody bought from another title and serial number."""
        request = rpc.ChangeSeriesRequest(
            request_id=id_of(request_id),
            name=name,
            version=version,
            title=title,
            serial_number=serial_number,
            validate_only=validate_only,
        )
        return (await self._connection.call(self._stub.ChangeSeries, request, deadline)).series

    async def use_series(
        self,
        name: str,
        *,
        year: int = 0,
        validate_only: bool = False,
        request_id: str | None = None,
        deadline: float | None = None,
    ) -> cards_pb2.Catalogue:
        """Put a series in use for the games of a year, 0 for this one."""
        request = rpc.UseSeriesRequest(
            request_id=id_of(request_id),
            name=name,
            year=year,
            validate_only=validate_only,
        )
        return (await self._connection.call(self._stub.UseSeries, request, deadline)).catalogue

    async def withdraw_series(
        self,
        name: str,
        *,
        year: int = 0,
        validate_only: bool = False,
        request_id: str | None = None,
        deadline: float | None = None,
    ) -> cards_pb2.Catalogue:
        """Take a series out of use; games that it is on sale for go on with it."""
        request = rpc.WithdrawSeriesRequest(
            request_id=id_of(request_id),
            name=name,
            year=year,
            validate_only=validate_only,
        )
        call = self._connection.call(self._stub.WithdrawSeries, request, deadline)
        return (await call).catalogue

    async def get_series(
        self, name: str, *, at_least_version: int = 0, deadline: float | None = None
    ) -> cards_pb2.CardSeries:
        """The series as it is now, at `at_least_version` or later."""
        request = rpc.GetSeriesRequest(name=name, at_least_version=at_least_version)
        return (await self._connection.call(self._stub.GetSeries, request, deadline)).series

    def list_series(
        self,
        *,
        venue: str = "-",
        year: int = 0,
        page_size: int = 0,
        deadline: float | None = None,
    ) -> AsyncGenerator[cards_pb2.CardSeriesRow, None]:
        """The series of a venue, or of every venue the person may see, newest id first: those of a
        `year`, 0 for this one."""
        request = rpc.ListSeriesRequest(
            parent=parent_of(venue),
            page_size=page_size,
            filter=rpc.ListSeriesRequest.Filter(year=year),
        )
        return rows(self._connection, self._stub.ListSeries, request, "series", deadline)

    async def get_catalogue(
        self, name: str, *, deadline: float | None = None
    ) -> cards_pb2.Catalogue:
        """The series in use in a year: "venues/akl/catalogue/2026"."""
        request = rpc.GetCatalogueRequest(name=name)
        return (await self._connection.call(self._stub.GetCatalogue, request, deadline)).catalogue

    async def get_cards(
        self, name: str, *, first_card: int, last_card: int, deadline: float | None = None
    ) -> list[cards_pb2.Card]:
        """Cards of a series by number, a thousand at most."""
        request = rpc.GetCardsRequest(name=name, first_card=first_card, last_card=last_card)
        return list((await self._connection.call(self._stub.GetCards, request, deadline)).cards)

    async def export_cards(
        self, name: str, *, form: ExportForm, first_card: int = 0, last_card: int = 0
    ) -> bytes:
        """Cards of a series as a file; 0 is the series' own first or last card."""
        request = rpc.ExportCardsRequest(
            name=name,
            first_card=first_card,
            last_card=last_card,
            form=rpc.ExportForm.ValueType(form),
        )
        pieces: list[bytes] = []

        def linked(up: bool) -> None:
            """A file that breaks off is begun again from its first piece."""
            pieces.clear()

        replies = self._connection.stream(self._stub.ExportCards, lambda: request, linked)
        async with aclosing(replies):
            async for reply in replies:
                pieces.append(reply.content)
        return b"".join(pieces)
