"""The close of sales in a game whose cards the verify service keeps account of."""

from __future__ import annotations

from dataclasses import replace

from services.draw.domain.game.announcing import GameAnnounced
from services.draw.domain.game.game import Event
from services.draw.domain.game.parts import SalesClosed, StagePrize
from services.draw.domain.game.sales import (
    SALES_CLOSED_BEFORE,
    SALES_KEPT_OUTSIDE,
    RecordSalesClosed,
    SalesWereClosed,
)
from services.draw.domain.game.state import Waiting
from services.draw.domain.game.words import Ending, Sales
from tests.draw.domain.games import (
    BOTH,
    LINE,
    ROW,
    announce,
    at,
    but,
    ended,
    game,
    in_play,
    nzd,
    select,
    waiting,
)

CLOSED = SalesClosed(600, b"c" * 32, (b"s" * 32,), at(5))
OTHERS = SalesClosed(601, b"d" * 32, (b"s" * 32,), at(5))
SHARE = (StagePrize(LINE, None, ROW, 3000), BOTH[1])
AMOUNT = StagePrize(LINE, nzd(432), ROW, 3000)


def on_sale(stages: tuple[StagePrize, ...] = BOTH) -> tuple[Event, ...]:
    first, *rest = waiting(3, stages)
    return (but(first, sales=Sales.VERIFY), *rest)


def test_count_and_digests_of_the_cards_that_play_stand_in_the_game() -> None:
    told = RecordSalesClosed(CLOSED, ())
    closed = game(*on_sale()).when(told).then(SalesWereClosed(CLOSED, ()))
    assert isinstance(closed.state, Waiting)
    assert closed.state.sales_closed == CLOSED
    closed.when(told).nothing()
    closed.when(RecordSalesClosed(OTHERS, ())).refused(SALES_CLOSED_BEFORE)


def test_the_first_number_comes_once_sales_are_closed() -> None:
    first, *rest = in_play()
    closed = SalesWereClosed(CLOSED, ())
    assert game(but(first, sales=Sales.VERIFY), *rest, closed).when(select(1)).events


def test_a_share_of_the_receipts_is_an_amount_then_and_is_announced() -> None:
    told = RecordSalesClosed(CLOSED, (AMOUNT,))
    closed = game(*on_sale(SHARE)).when(told).then(SalesWereClosed(CLOSED, (AMOUNT,)))
    assert isinstance(closed.state, Waiting)
    assert closed.state.stages == (AMOUNT, BOTH[1])
    (event,) = closed.when(announce(3, (StagePrize(LINE, nzd(432)), BOTH[1]))).events
    assert isinstance(event, GameAnnounced)
    assert event.stages == (AMOUNT, BOTH[1])


def test_a_share_of_which_the_close_says_nothing_stays_what_it_is() -> None:
    shares = (SHARE[0], replace(BOTH[1], share=2000))
    closed = game(*on_sale(shares), SalesWereClosed(CLOSED, (AMOUNT,)))
    assert isinstance(closed.state, Waiting)
    assert closed.state.stages == (AMOUNT, shares[1])


def test_a_prize_that_was_fixed_stays_what_it_is() -> None:
    other = StagePrize(LINE, nzd(1), ROW)
    closed = game(*on_sale()).when(RecordSalesClosed(CLOSED, (other,)))
    assert isinstance(closed.state, Waiting)
    assert closed.state.stages == BOTH


def test_of_cards_sold_outside_nothing_is_recorded() -> None:
    game(*waiting()).when(RecordSalesClosed(CLOSED, ())).refused(SALES_KEPT_OUTSIDE)


def test_a_game_that_ended_meanwhile_needs_no_close_of_sales() -> None:
    over = game(*in_play(42), ended(Ending.ABANDONED, "power cut"))
    over.when(RecordSalesClosed(CLOSED, ())).nothing()
