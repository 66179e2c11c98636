"""How series, catalogues, desks and blocks are written in the journal, and read again."""

from __future__ import annotations

from typing import Any, get_args

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from eyesdown.common.v1.money_pb2 import Money as MoneyMessage
from eyesdown.verify.v1 import cards_pb2, desk_events_pb2, sales_pb2
from services.kernel.journal.blobs import _fields
from services.kernel.record.codec import Codec
from services.kernel.record.shapes import timestamp
from services.verify.codec import block, catalogue, desk, jackpot, series
from services.verify.domain import catalogue as catalogue_law
from services.verify.domain import series as series_law
from services.verify.domain.block import block as block_law
from services.verify.domain.block.selling import CardsSold
from services.verify.domain.block.state import Span
from services.verify.domain.desk import desk as desk_law
from services.verify.domain.desk.selling import SalesClosed
from services.verify.domain.jackpot import jackpot as jackpot_law
from tests.verify.any import any_of
from tests.verify.domain.sales import GAME, at, in_use, made, nzd, sales_opened

CODECS: tuple[tuple[Codec[Any, Any], Any], ...] = (
    (series.CODEC, series_law.Event),
    (catalogue.CODEC, catalogue_law.Event),
    (desk.CODEC, desk_law.Event),
    (block.CODEC, block_law.Event),
    (jackpot.CODEC, jackpot_law.Event),
)
EVENTS = [(codec, shape.cls) for codec, _ in CODECS for shape in codec.shapes]


@pytest.mark.parametrize(("codec", "cls"), EVENTS, ids=lambda each: getattr(each, "__name__", ""))
@settings(max_examples=25)
@given(data=st.data())
def test_any_event_is_read_as_it_was_written(
    codec: Codec[Any, Any], cls: type, data: st.DataObject
) -> None:
    event = data.draw(any_of(cls))
    message = codec.message(event)
    read = type(message).FromString(message.SerializeToString())
    assert codec.event(read, None) == event


def test_there_is_one_message_for_every_event() -> None:
    for codec, events in CODECS:
        assert {shape.cls for shape in codec.shapes} == set(get_args(events))
        for shape in codec.shapes:
            assert shape.message.DESCRIPTOR.name == shape.cls.__name__


def test_what_the_draw_follows_is_written_so() -> None:
    event = SalesClosed(GAME, 7, b"c" * 32, (b"d" * 32,), nzd(1_200), at(3))
    assert desk.CODEC.message(event) == desk_events_pb2.SalesClosed(
        game=GAME,
        cards_sold=7,
        cards_digest=b"c" * 32,
        series_digests=[b"d" * 32],
        receipts=MoneyMessage(currency="NZD", minor_units=1_200),
        at=timestamp(at(3)),
    )


def test_a_sale_is_written_so() -> None:
    event = CardsSold(1, Span(1, 6), "sue", nzd(1_000), at(1))
    assert block.CODEC.message(event) == sales_pb2.CardsSold(
        sale=1,
        cards=sales_pb2.Span(first=1, last=6),
        seller="sue",
        receipts=MoneyMessage(currency="NZD", minor_units=1_000),
        at=timestamp(at(1)),
    )


def test_whatever_rests_on_cards_names_their_blob_so_that_it_is_never_swept() -> None:
    messages = (
        series.CODEC.message(made()),
        catalogue.CODEC.message(catalogue_law.SeriesEntered(in_use())),
        desk.CODEC.message(sales_opened()),
    )
    for message in messages:
        assert list(_fields(message)) == [b"d" * 32]
    assert list(_fields(cards_pb2.SeriesFacts(cards=messages[0].cards))) == [b"d" * 32]
