"""Series of cards and the catalogue."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Callable, Iterator, Sequence
from contextlib import aclosing
from dataclasses import replace
from functools import partial
from typing import Any

from eyesdown.verify.v1 import card_service_pb2 as pb
from eyesdown.verify.v1 import card_service_pb2_grpc, cards_pb2
from services.kernel.errors import AlreadyExists, InvalidArgument, NotFound
from services.kernel.following.lists import Lists
from services.kernel.journal.blobs import BlobMissing, Blobs
from services.kernel.law import Refused
from services.kernel.names import Name, venue_of
from services.kernel.record.aggregates import Aggregates
from services.kernel.serving.calls import call
from services.kernel.serving.validation import child, named
from services.kernel.venues import Venues
from services.kernel.walk import Walk, entropy, now
from services.verify.cards import making, reading
from services.verify.cards.csv_form import exported
from services.verify.cards.packing import Pack
from services.verify.cards.packs import Packs
from services.verify.cards.sheets import CARDS_MAX as PRINTED_AT_ONCE
from services.verify.cards.sheets import sheets
from services.verify.cards.work import Work
from services.verify.codec.values import CARDS, LAYOUT
from services.verify.domain import catalogue, series
from services.verify.domain.cards.layout import STRIP, Layout
from services.verify.domain.catalogue import CATALOGUE_CHANGED, CATALOGUES, Catalogue
from services.verify.domain.series import SERIES, Cards, Made
from services.verify.facts.duplicates import Duplicates
from services.verify.views.catalogue import resource as catalogue_resource
from services.verify.views.series import made_of, resource

SeriesKept = Aggregates[series.Command, series.Event, series.State]
CataloguesKept = Aggregates[catalogue.Command, catalogue.Event, Catalogue]

SHOWN_AT_ONCE = 1_000
"""Cards of one answer."""
WITHIN = 10.0
"""Seconds in which a series that is made has to come on record."""
COMPARED_AGAIN = 3
"""How often a series is compared with those in use while others come into use."""


class CardRpc(card_service_pb2_grpc.CardServiceServicer):
    """The RPCs of series and catalogue."""

    def __init__(
        self,
        series_kept: SeriesKept,
        catalogues: CataloguesKept,
        series_walk: Walk[series.Command, series.Event, series.State],
        catalogue_walk: Walk[catalogue.Command, catalogue.Event, Catalogue],
        venues: Venues,
        blobs: Blobs,
        packs: Packs,
        duplicates: Duplicates,
        lists: Lists[cards_pb2.CardSeriesRow],
    ) -> None:
        self._series = series_kept
        self._catalogues = catalogues
        self._series_walk = series_walk
        self._catalogue_walk = catalogue_walk
        self._venues = venues
        self._blobs = blobs
        self._packs = packs
        self._duplicates = duplicates
        self._lists = lists
        self._one = asyncio.Semaphore(1)  # or memory for several millions of cards at once

    # -- making ----------------------------------------------------------------------------

    async def StageCards(self, request: pb.StageCardsRequest, _: Any) -> pb.StageCardsResponse:
        return pb.StageCardsResponse(part=await self._blobs.put(request.content))

    async def LoadSeries(
        self, request: pb.LoadSeriesRequest, _: Any
    ) -> AsyncIterator[pb.LoadSeriesResponse]:
        layout, sheet = _layout(request), STRIP if request.strips else 1
        pieces = partial(self._pieces, request.parts, asyncio.get_running_loop())

        def work(told: Callable[[int], None]) -> Pack:
            try:
                return reading.read(pieces(), layout, sheet, told)
            except reading.BadCards as bad:
                raise InvalidArgument("parts", str(bad)) from None

        async for done, made in self._make(request, work, b""):
            yield pb.LoadSeriesResponse(done=done, series=made)

    async def GenerateSeries(
        self, request: pb.GenerateSeriesRequest, _: Any
    ) -> AsyncIterator[pb.GenerateSeriesResponse]:
        layout, chance = _layout(request), entropy()
        first, count = request.first_card, request.cards
        wanted = Cards(layout, making.sheet_of(layout), first, count, b"")
        series.makeable(wanted)
        if request.validate_only:
            facts = cards_pb2.SeriesFacts(cards=CARDS.to(wanted), entropy=chance)
            yield pb.GenerateSeriesResponse(series=await self._made(request, facts))
            return

        def work(told: Callable[[int], None]) -> Pack:
            return making.make(chance, layout, first, count, told)

        async for done, made in self._make(request, work, chance):
            yield pb.GenerateSeriesResponse(done=done, series=made)

    async def _make(
        self,
        request: pb.LoadSeriesRequest | pb.GenerateSeriesRequest,
        work: Callable[[Callable[[int], None]], Pack],
        chance: bytes,
    ) -> AsyncIterator[tuple[int, cards_pb2.CardSeries | None]]:
        """Make the cards and then the series: how far it is, and in the end the series."""
        name, facts = child(request, SERIES.kind, "series_id"), None
        done = 0
        if not await self._series.answered(name, request.request_id):
            if await self._series.standing(name) is not None:
                raise AlreadyExists(str(name))
            async with self._one:
                making_it = Work(work)
                async with aclosing(making_it.progress()) as progress:
                    async for done in progress:
                        yield done, None
                this_year = self._catalogue_name(name.venue, 0)
                facts = await self._duplicates.of_new(making_it.result, this_year, chance)
                done = making_it.result.cards
                if not request.validate_only:
                    await self._packs.put(making_it.result)
        made = await self._made(request, facts)
        yield made.cards.cards or done, made

    async def _made(
        self,
        request: pb.LoadSeriesRequest | pb.GenerateSeriesRequest,
        facts: cards_pb2.SeriesFacts | None,
    ) -> cards_pb2.CardSeries:
        """The series, once it is on record or would be."""
        asked = call()  # a stream may have no deadline
        asked = replace(asked, deadline=min(asked.deadline, time.monotonic() + WITHIN))
        name = child(request, SERIES.kind, "series_id")
        return resource((await self._series_walk(asked, name, request, facts=facts)).snapshot)

    def _pieces(self, parts: Sequence[bytes], loop: asyncio.AbstractEventLoop) -> Iterator[bytes]:
        """The parts of a staged file, read from the thread that wants them."""
        for number, part in enumerate(parts):
            try:
                yield asyncio.run_coroutine_threadsafe(self._blobs.get(part), loop).result()
            except BlobMissing:
                what = "it is not here; stage the file again"
                raise InvalidArgument(f"parts[{number}]", what) from None

    # -- changing --------------------------------------------------------------------------

    async def ChangeSeries(
        self, request: pb.ChangeSeriesRequest, _: Any
    ) -> pb.ChangeSeriesResponse:
        outcome = await self._series_walk(call(), named(request, SERIES.kind), request)
        return pb.ChangeSeriesResponse(series=resource(outcome.snapshot))

    async def UseSeries(self, request: pb.UseSeriesRequest, _: Any) -> pb.UseSeriesResponse:
        name = named(request, SERIES.kind)
        target = self._catalogue_name(name.venue, request.year)
        made = made_of((await self._series.read(name)).state)
        for left in reversed(range(COMPARED_AGAIN)):
            facts = await self._duplicates.of(str(name), made, target)
            try:
                outcome = await self._catalogue_walk(call(), target, request, facts=facts)
                break
            except Refused as refused:
                if refused.reason is not CATALOGUE_CHANGED or not left:
                    raise
        return pb.UseSeriesResponse(catalogue=catalogue_resource(outcome.snapshot))

    async def WithdrawSeries(
        self, request: pb.WithdrawSeriesRequest, _: Any
    ) -> pb.WithdrawSeriesResponse:
        name = named(request, SERIES.kind)
        await self._series.read(name)
        target = self._catalogue_name(name.venue, request.year)
        facts = cards_pb2.CatalogueFacts(year=target.id)
        outcome = await self._catalogue_walk(call(), target, request, facts=facts)
        return pb.WithdrawSeriesResponse(catalogue=catalogue_resource(outcome.snapshot))

    # -- reading ---------------------------------------------------------------------------

    async def GetSeries(self, request: pb.GetSeriesRequest, _: Any) -> pb.GetSeriesResponse:
        snapshot = await self._series.read(named(request, SERIES.kind), request.at_least_version)
        return pb.GetSeriesResponse(series=resource(snapshot))

    async def ListSeries(self, request: pb.ListSeriesRequest, _: Any) -> pb.ListSeriesResponse:
        page = self._lists.page(request, call().scope, year=request.filter.year)
        return pb.ListSeriesResponse(series=page.rows, next_page_token=page.next_token)

    async def GetCatalogue(
        self, request: pb.GetCatalogueRequest, _: Any
    ) -> pb.GetCatalogueResponse:
        snapshot = await self._catalogues.read(named(request, CATALOGUES.kind))
        return pb.GetCatalogueResponse(catalogue=catalogue_resource(snapshot))

    async def GetCards(self, request: pb.GetCardsRequest, _: Any) -> pb.GetCardsResponse:
        first, last = request.first_card, request.last_card
        _, pack = await self._cards(request, first, last, SHOWN_AT_ONCE)
        cards = (
            cards_pb2.Card(card=number, cells=cells) for number, cells in pack.numbered(first, last)
        )
        return pb.GetCardsResponse(cards=cards)

    async def ExportCards(
        self, request: pb.ExportCardsRequest, _: Any
    ) -> AsyncIterator[pb.ExportCardsResponse]:
        printed = request.form == pb.EXPORT_FORM_PDF
        found = made_of((await self._series.read(named(request, SERIES.kind))).state)
        first = request.first_card or found.cards.first_card
        last = request.last_card or found.cards.last_card
        limit = PRINTED_AT_ONCE if printed else found.cards.cards
        _, pack = await self._cards(request, first, last, limit)
        pieces: Iterator[bytes] = exported(pack, first, last)
        if printed:
            about = (found.serial_number, found.title, found.made_at)
            document = await asyncio.to_thread(sheets, pack, first, last, *about)
            pieces = (document[at : at + 500_000] for at in range(0, len(document), 500_000))
        while piece := await asyncio.to_thread(next, pieces, b""):
            yield pb.ExportCardsResponse(content=piece)

    async def _cards(self, request: Any, first: int, last: int, limit: int) -> tuple[Made, Pack]:
        """The series that a request names, and its pack, which has the cards asked for."""
        name = named(request, SERIES.kind)
        made = made_of((await self._series.read(name)).state)
        if first > last:
            raise InvalidArgument("last_card", f"card {last} comes before card {first}")
        if last - first >= limit:
            raise InvalidArgument("last_card", f"ask for {limit:,} cards at most")
        for card in (first, last):
            if not made.cards.first_card <= card <= made.cards.last_card:
                raise NotFound(f"card {card} in {name}")
        return made, await self._packs.get(made.cards.digest)

    # -- how -------------------------------------------------------------------------------

    def _catalogue_name(self, venue: str, year: int) -> Name:
        today = self._venues.get(venue_of(f"venues/{venue}")).gaming_day(now())
        return Name(venue, CATALOGUES.kind, f"{year or today.year:04}")


def _layout(request: pb.LoadSeriesRequest | pb.GenerateSeriesRequest) -> Layout:
    try:
        return LAYOUT.of(request.layout)
    except ValueError as wrong:
        raise InvalidArgument("layout.columns", str(wrong)) from None
