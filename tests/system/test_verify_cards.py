"""Series of cards on a running service: made, loaded, compared, changed, exported."""

from __future__ import annotations

import asyncio
import uuid
from typing import Any

import grpc
import pytest

from eyesdown.verify.v1 import card_service_pb2 as pb
from eyesdown.verify.v1 import cards_pb2
from services.kernel.journal.blobs import Blobs
from services.kernel.journal.connection import Connection
from services.verify.cards.making import make
from services.verify.cards.packing import unpack
from services.verify.domain.cards.layout import NINETY as NINETY_LAYOUT
from tests.kernel.serving.kit import told
from tests.kit.draw import SOON, Hall, Replica
from tests.kit.draw_play import Play
from tests.kit.verify import NINETY, SEVENTY_FIVE, Hallway, last, request_id, series_id

pytest_plugins = ["tests.kit.verify"]
pytestmark = pytest.mark.asyncio(loop_scope="module")

Status = grpc.StatusCode


def serial() -> str:
    """A serial number that no other series has."""
    return f"S {uuid.uuid4().hex[:8]}"


async def exported(cards_of: Hallway, name: str, form: Any = pb.EXPORT_FORM_CSV) -> bytes:
    """The cards of a series as a file."""
    request = pb.ExportCardsRequest(name=name, form=form)
    replies = cards_of.verify.cards.ExportCards(request, metadata=cards_of.staff.auditor.at)
    return b"".join([reply.content async for reply in replies])


async def staged(cards_of: Hallway, text: bytes, size: int = 700) -> list[bytes]:
    """A file in parts."""
    parent, at = f"venues/{cards_of.hall.venue}", cards_of.staff.operator.at
    parts = []
    for start in range(0, len(text), size):
        part = pb.StageCardsRequest(parent=parent, content=text[start : start + size])
        parts.append((await cards_of.verify.cards.StageCards(part, metadata=at)).part)
    return parts


def loading(cards_of: Hallway, parts: list[bytes], **more: Any) -> pb.LoadSeriesRequest:
    """Make a series of staged parts."""
    return pb.LoadSeriesRequest(
        **{
            "request_id": request_id(),
            "parent": f"venues/{cards_of.hall.venue}",
            "series_id": series_id(cards_of.hall),
            "title": "Loaded",
            "serial_number": serial(),
            "layout": NINETY,
            "strips": True,
            "parts": parts,
            **more,
        }
    )


async def load(cards_of: Hallway, request: pb.LoadSeriesRequest) -> cards_pb2.CardSeries:
    """Load it; the series."""
    stub, at = cards_of.verify.cards, cards_of.staff.operator.at
    reply = await last(stub.LoadSeries(request, metadata=at))
    series: cards_pb2.CardSeries = reply.series
    return series


def get(name: str) -> pb.GetSeriesRequest:
    """Ask for a series."""
    return pb.GetSeriesRequest(name=name)


async def not_kept(cards_of: Hallway, request: Any) -> None:
    """There is no series of that request."""
    name = f"{request.parent}/cardSeries/{request.series_id}"
    stub, at = cards_of.verify.cards, cards_of.staff.auditor.at
    assert (await told(stub.GetSeries(get(name), metadata=at))).code is Status.NOT_FOUND


async def test_a_series_is_made_anew_from_the_entropy_on_record(cards_of: Hallway):
    series = await cards_of.series(cards=600, first_card=101)
    assert (series.version, series.cards.sheet, series.cards.cards) == (1, 6, 600)
    again = make(series.entropy, NINETY_LAYOUT, 101, 600)
    assert again.digest == series.cards.digest
    request = pb.GetCardsRequest(name=series.name, first_card=101, last_card=106)
    at = cards_of.staff.auditor.at
    strip = (await cards_of.verify.cards.GetCards(request, metadata=at)).cards
    assert [card.card for card in strip] == list(range(101, 107))
    assert sorted(n for card in strip for n in card.cells if n) == list(range(1, 91))
    assert tuple(strip[3].cells) == again.card(104)


async def test_a_million_cards_tell_how_far_they_are(cards_of: Hallway):
    request = pb.GenerateSeriesRequest(
        request_id=request_id(),
        parent=f"venues/{cards_of.hall.venue}",
        series_id=series_id(cards_of.hall),
        serial_number=serial(),
        layout=SEVENTY_FIVE,
        first_card=1,
        cards=1_000_000,
    )
    stub, at = cards_of.verify.cards, cards_of.staff.operator.at
    replies = [reply async for reply in stub.GenerateSeries(request, metadata=at)]
    done = [reply.done for reply in replies]
    assert done == sorted(done)
    assert done[-1] == replies[-1].series.cards.cards == 1_000_000
    assert not any(reply.HasField("series") for reply in replies[:-1])
    one = pb.GetCardsRequest(name=replies[-1].series.name, first_card=10**6, last_card=10**6)
    assert len((await stub.GetCards(one, metadata=at)).cards[0].cells) == 25


async def test_what_is_exported_is_loaded_again(cards_of: Hallway):
    series = await cards_of.make(serial_number=serial())
    text = await exported(cards_of, series.name)
    loaded = await load(cards_of, loading(cards_of, await staged(cards_of, text)))
    assert loaded.cards == series.cards
    assert (loaded.origin, loaded.entropy) == (cards_pb2.ORIGIN_LOADED, b"")
    assert (await exported(cards_of, series.name, pb.EXPORT_FORM_PDF)).startswith(b"%PDF-")


async def test_a_bad_row_is_told_by_its_line_and_nothing_is_kept(
    cards_of: Hallway, nats: Connection
):
    series = await cards_of.make(serial_number=serial())
    lines = (await exported(cards_of, series.name)).splitlines(keepends=True)
    cells = lines[30].split(b",")
    lines[30] = b",".join([*cells[:7], b"91", *cells[8:]])
    request = loading(cards_of, await staged(cards_of, b"".join(lines)))
    failed = await told(load(cards_of, request))
    assert (failed.code, failed.reason) == (Status.INVALID_ARGUMENT, "REQUEST_NOT_VALID")
    assert failed.violations["parts"] == "line 31: card 30: 91 is not a number from 1 to 90"
    await not_kept(cards_of, request)


@pytest.mark.parametrize(
    ("text", "says"),
    [
        (b"not,cards\n", "line 1: expected the columns card,top1"),
        (b"\x00\xff" * 3_000, "line 1: it is too long to be a card"),
        (b"\n" * 10, "line 1: expected the columns"),
    ],
)
async def test_what_is_no_file_of_cards_is_refused(cards_of: Hallway, text: bytes, says: str):
    failed = await told(load(cards_of, loading(cards_of, await staged(cards_of, text, 5_000))))
    assert failed.code is Status.INVALID_ARGUMENT
    assert failed.violations["parts"].startswith(says)


async def test_a_part_that_was_never_staged_is_told(cards_of: Hallway):
    parts = await staged(cards_of, b"card,")
    failed = await told(load(cards_of, loading(cards_of, [*parts, b"\x00" * 32])))
    assert failed.code is Status.INVALID_ARGUMENT
    assert failed.violations == {"parts[1]": "it is not here; stage the file again"}


async def test_case_b28_a_series_with_a_card_in_use_is_refused(cards_of: Hallway):
    series = await cards_of.series()
    text = await exported(cards_of, series.name)
    request = loading(cards_of, await staged(cards_of, text))
    failed = await told(load(cards_of, request))
    assert (failed.code, failed.reason) == (Status.FAILED_PRECONDITION, "SAME_CARD")
    assert failed.message == (
        f"Card 1 has the same face as card 1 of {series.name}, which is in use."
    )
    await not_kept(cards_of, request)


async def test_case_b28_two_series_with_a_card_in_common_are_not_in_use_together(
    cards_of: Hallway,
):
    one = await cards_of.make(serial_number=serial())
    text = await exported(cards_of, one.name)
    two = await load(cards_of, loading(cards_of, await staged(cards_of, text)))
    stub, at = cards_of.verify.cards, cards_of.staff.operator.at
    uses = [pb.UseSeriesRequest(request_id=request_id(), name=each.name) for each in (one, two)]
    done = await asyncio.gather(
        *(stub.UseSeries(use, metadata=at) for use in uses), return_exceptions=True
    )
    assert sum(isinstance(each, pb.UseSeriesResponse) for each in done) == 1
    (failed,) = [each for each in done if isinstance(each, grpc.aio.AioRpcError)]
    assert failed.code() is Status.FAILED_PRECONDITION


async def test_no_two_series_in_use_bear_the_same_serial_and_card_numbers(cards_of: Hallway):
    series = await cards_of.series()
    other = await cards_of.make(serial_number=series.serial_number, first_card=55)
    stub, at = cards_of.verify.cards, cards_of.staff.operator.at
    use = pb.UseSeriesRequest(request_id=request_id(), name=other.name)
    failed = await told(stub.UseSeries(use, metadata=at))
    assert failed.reason == "CARD_NUMBERS_CLASH"
    away = pb.WithdrawSeriesRequest(request_id=request_id(), name=series.name)
    left = (await stub.WithdrawSeries(away, metadata=at)).catalogue
    assert series.name not in [each.series for each in left.series]
    again = pb.UseSeriesRequest(request_id=request_id(), name=other.name)
    used = (await stub.UseSeries(again, metadata=at)).catalogue
    assert other.name in [each.series for each in used.series]


async def test_a_series_that_was_sold_from_does_not_change(
    hall: Hall, one: Replica, cards_of: Hallway
):
    series = await cards_of.series()
    play = await Play.opened(hall, one.draw, serial_number=series.serial_number)
    before = await cards_of.open_sales(play.game.name, series.name)
    stub, staff = cards_of.verify.cards, cards_of.staff
    await cards_of.sell(play.game.name, 1, 6, 1_000)  # the feed has seen that sales are open
    fixed = (await stub.GetSeries(get(series.name), metadata=staff.auditor.at)).series
    assert (fixed.sold_from, fixed.version) == (play.game.name, 2)
    change = pb.ChangeSeriesRequest(
        request_id=request_id(), name=series.name, version=2, title="Other", serial_number="B 7"
    )
    failed = await told(stub.ChangeSeries(change, metadata=staff.operator.at))
    assert failed.reason == "SERIES_SOLD_FROM"
    assert before.offers[0].of == series.cards, "the digest stands in the game's sales"
    assert (await cards_of.look(play.game.name)).offers == before.offers


async def test_a_series_that_nobody_bought_from_is_changed(cards_of: Hallway):
    series = await cards_of.make(serial_number=serial())
    stub, at = cards_of.verify.cards, cards_of.staff.operator.at
    change = pb.ChangeSeriesRequest(
        request_id=request_id(), name=series.name, version=1, title="Teal", serial_number="B 7"
    )
    changed = (await stub.ChangeSeries(change, metadata=at)).series
    assert (changed.title, changed.serial_number, changed.version) == ("Teal", "B 7", 2)
    assert changed.cards == series.cards
    stale = pb.ChangeSeriesRequest(
        request_id=request_id(), name=series.name, version=1, title="Red", serial_number="B 7"
    )
    assert (await told(stub.ChangeSeries(stale, metadata=at))).code is Status.ABORTED


async def test_who_leaves_a_series_that_is_being_made_leaves_nothing(cards_of: Hallway):
    request = pb.GenerateSeriesRequest(
        request_id=request_id(),
        parent=f"venues/{cards_of.hall.venue}",
        series_id=series_id(cards_of.hall),
        serial_number=serial(),
        layout=NINETY,
        first_card=1,
        cards=1_999_998,
    )
    stub, at = cards_of.verify.cards, cards_of.staff.operator.at
    replies = stub.GenerateSeries(request, metadata=at)
    assert (await anext(aiter(replies))).done > 0
    replies.cancel()
    assert (await cards_of.make(serial_number=serial())).version == 1, "there is room for the next"
    await not_kept(cards_of, request)


async def test_the_blob_of_a_series_is_what_its_digest_says(cards_of: Hallway, nats: Connection):
    series = await cards_of.make(serial_number=serial())
    pack = unpack(await Blobs(nats).get(series.cards.digest))
    assert (pack.first_card, pack.cards, pack.digest) == (1, 60, series.cards.digest)


async def test_series_are_listed(cards_of: Hallway):
    series = await cards_of.make(serial_number=serial())
    request = pb.ListSeriesRequest(parent=f"venues/{cards_of.hall.venue}", page_size=500)
    stub, at = cards_of.verify.cards, cards_of.staff.auditor.at
    async with asyncio.timeout(SOON):  # lists are some milliseconds behind the journal
        listed: list[cards_pb2.CardSeriesRow] = []
        while not listed:
            rows = (await stub.ListSeries(request, metadata=at)).series
            listed = [each for each in rows if each.name == series.name]
        request.filter.year = int(series.name.rpartition("/")[2][:4])
        assert (await stub.ListSeries(request, metadata=at)).series == rows
        request.filter.year -= 1
        assert not (await stub.ListSeries(request, metadata=at)).series
    (row,) = listed
    assert (row.serial_number, row.cards) == (series.serial_number, series.cards)


async def test_cards_that_there_are_not_are_told(cards_of: Hallway):
    series = await cards_of.make(serial_number=serial())
    stub, at = cards_of.verify.cards, cards_of.staff.auditor.at
    beyond = pb.GetCardsRequest(name=series.name, first_card=55, last_card=61)
    failed = await told(stub.GetCards(beyond, metadata=at))
    assert (failed.code, failed.message) == (
        Status.NOT_FOUND,
        f"There is no card 61 in {series.name}.",
    )
    back = pb.GetCardsRequest(name=series.name, first_card=7, last_card=6)
    failed = await told(stub.GetCards(back, metadata=at))
    assert failed.violations == {"last_card": "card 6 comes before card 7"}
    many = pb.GetCardsRequest(name=series.name, first_card=1, last_card=5_000)
    failed = await told(stub.GetCards(many, metadata=at))
    assert failed.violations == {"last_card": "ask for 1,000 cards at most"}
