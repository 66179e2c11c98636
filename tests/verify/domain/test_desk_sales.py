"""The desk that counts what was sold: its sales from the opening to the count."""

from __future__ import annotations

import hashlib
from dataclasses import replace

from services.verify.domain.block.state import Span
from services.verify.domain.cards.layout import SEVENTY_FIVE
from services.verify.domain.cards.patterns import Pattern
from services.verify.domain.desk.desk import DESKS
from services.verify.domain.desk.late import SalesAmended, TakeLateSale
from services.verify.domain.desk.offering import Asked
from services.verify.domain.desk.opening import OpenDesk
from services.verify.domain.desk.selling import (
    BlockRegistered,
    BlockReported,
    CloseSales,
    RegisterBlock,
    SalesClosed,
    SalesClosing,
    StopSales,
    TakeReport,
)
from services.verify.domain.desk.state import Counted, Late, OnSale, Report
from services.verify.domain.game.game import Stage
from tests.kit.law import Given, permits, refuses
from tests.verify.domain.sales import (
    BLUE,
    GAME,
    RED,
    at,
    cards,
    desk_opened,
    in_use,
    nzd,
    offer,
    open_sales,
    sales_opened,
    terms,
)

# -- the desk ----------------------------------------------------------------------------------


def test_a_desk_opens_sells_closes_and_counts() -> None:
    first, second = Span(1, 996), Span(997, 1_992)
    wide = cards(count=3_000)
    wanted = Asked(BLUE, in_use(of=wide), Span(1, 2_400))
    on_sale = offer(Span(1, 2_400), wide)
    report = Report(1, 6, nzd(1_000), b"a" * 32)
    other = Report(997, 1, nzd(200), b"b" * 32)
    digest = hashlib.sha256(
        (1).to_bytes(8, "big") + b"a" * 32 + (997).to_bytes(8, "big") + b"b" * 32
    ).digest()
    counted = (
        Given(DESKS)
        .when(OpenDesk(GAME, "nz-casino-bingo", 90, "", at()))
        .then(desk_opened())
        .when(open_sales(wanted, at=at()))
        .then(sales_opened(on_sale))
        .when(RegisterBlock(1_000, False, at(1)))
        .then(BlockRegistered(terms(), second, False, at(1)))
        .when(RegisterBlock(6, False, at(2)))
        .then(BlockRegistered(terms(), first, False, at(2)))
        .when(CloseSales(at(3)))
        .then(SalesClosing((997, 1), at(3)))
        .when(TakeReport(other, at(4)))
        .then(BlockReported(other, at(4)))
        .when(TakeReport(report, at(5)))
        .then(
            BlockReported(report, at(5)),
            SalesClosed(GAME, 7, digest, (b"d" * 32,), nzd(1_200), at(5)),
        )
    )
    counted.when(TakeReport(report, at(6))).nothing()
    counted.when(CloseSales(at(6))).nothing()
    assert isinstance(counted.state.sales, Counted)  # type: ignore[union-attr]
    late = counted.when(RegisterBlock(2_000, True, at(7))).then(
        BlockRegistered(terms(), Span(1_993, 2_400), True, at(7))
    )
    late = late.when(TakeLateSale(2, nzd(400), at(8))).then(SalesAmended(2, nzd(400), at(8)))
    late = late.when(TakeLateSale(1, nzd(200), at(9))).then(SalesAmended(1, nzd(200), at(9)))
    assert late.state.sales.late == Late(3, nzd(600))  # type: ignore[union-attr]


def test_sales_of_which_nothing_was_sold_are_counted_at_once() -> None:
    empty = hashlib.sha256(b"").digest()
    Given(DESKS, desk_opened(), sales_opened()).when(CloseSales(at(1))).then(
        SalesClosing((), at(1)), SalesClosed(GAME, 0, empty, (b"d" * 32,), nzd(0), at(1))
    )


def test_the_first_number_closes_sales_that_are_open_and_no_others() -> None:
    Given(DESKS, desk_opened()).when(StopSales(at(1))).nothing()
    registered = BlockRegistered(terms(), Span(1, 60), False, at(1))
    stopped = Given(DESKS, desk_opened(), sales_opened(), registered).when(StopSales(at(2)))
    stopped.then(SalesClosing((1,), at(2))).when(StopSales(at(3))).nothing()


def test_a_block_is_known_once() -> None:
    registered = BlockRegistered(terms(), Span(1, 60), False, at(1))
    desk = Given(DESKS, desk_opened(), sales_opened(), registered)
    desk.when(RegisterBlock(60, False, at(2))).nothing()


def test_a_thousand_single_cards_are_a_block_and_no_strip_is_cut() -> None:
    faces = cards(layout=SEVENTY_FIVE, count=3_000)
    singles = OnSale((offer(Span(11, 2_500), faces),), terms(sheet=1).prices)
    assert singles.block(11) == Span(11, 1_000)
    assert singles.block(1_001) == Span(1_001, 2_000)
    assert singles.block(2_500) == Span(2_001, 2_500)
    assert singles.block(10) is None
    strips = OnSale((offer(Span(1, 3_000), cards(count=3_000)),), terms().prices)
    assert [strips.block(card) for card in (996, 997)] == [Span(1, 996), Span(997, 1_992)]


def test_a_game_whose_serial_number_is_not_fixed_takes_any_series() -> None:
    Given(DESKS, desk_opened()).when(open_sales(serial_number="")).then(
        replace(sales_opened(), at=at(1))
    )


@permits("NZB-5.7(c)(i)")
def test_nzb_5_7_c_i_two_series_of_one_serial_number_in_any_spelling() -> None:
    red = in_use(RED, cards(61, digest=b"r" * 32), " a  1204 ")
    two = (Asked(BLUE, in_use(), None), Asked(RED, red, None))
    for fixed in ("", "A 1204", "a 1204"):
        assert Given(DESKS, desk_opened()).when(open_sales(*two, serial_number=fixed)).events


@refuses("NZB-5.7(c)(i)")
def test_nzb_5_7_c_i_two_series_of_two_serial_numbers_are_of_two_games() -> None:
    red = in_use(RED, cards(61, digest=b"r" * 32), "B 7")
    two = open_sales(Asked(BLUE, in_use(), None), Asked(RED, red, None), serial_number="")
    told = Given(DESKS, desk_opened()).when(two).refusal
    assert told is not None
    assert (told.reason.code, told.clause) == ("SERIES_OF_ANOTHER_GAME", "NZB-5.7(c)(i)")


def test_cards_on_which_a_stage_cannot_be_won_do_not_go_on_sale() -> None:
    frame = Stage(1, "line", Pattern("frame"))
    told = Given(DESKS, desk_opened()).when(open_sales(stages=(frame,))).refusal
    assert told is not None
    assert told.reason.code == "NOT_ON_THESE_CARDS"
    faces = Asked(BLUE, in_use(of=cards(layout=SEVENTY_FIVE)), None)
    assert Given(DESKS, desk_opened(75)).when(open_sales(faces, stages=(frame,))).events
