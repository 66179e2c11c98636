"""A game under the house's eye as its sales change: late, voided, replaced, scattered."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from services.kernel.errors import Unavailable
from services.kernel.journal.blobs import BlobMissing
from services.verify.cards.making import make
from services.verify.cards.packs import Packs
from services.verify.domain.block.state import (
    Block,
    Closed,
    Fate,
    Kind,
    Replaced,
    Sale,
    Span,
)
from services.verify.domain.cards.layout import NINETY
from services.verify.domain.desk.state import Counted, Desk, Offer
from services.verify.eye.sight import Sight
from services.verify.eye.watched import SEGMENTS, Watched, sold_of
from tests.verify.domain.claims import Told
from tests.verify.domain.sales import BLUE, GAME, PRICES, RED, SERIAL, at, cards, nzd, terms

BLUES, REDS = make(bytes(32), NINETY, 1, 3_000), make(b"\x01" * 32, NINETY, 5_001, 60)
OFFERS = (
    Offer(BLUE, SERIAL, cards(count=3_000, digest=BLUES.digest), Span(1, 3_000)),
    Offer(RED, SERIAL, cards(5_001, 60, digest=REDS.digest), Span(5_001, 5_060)),
)


class Store:
    """The cards of both series; `lost` while they cannot be read."""

    lost = False

    async def get(self, digest: bytes) -> bytes:
        """A blob."""
        if self.lost:
            raise BlobMissing(digest.hex())
        return next(each.blob for each in (BLUES, REDS) if each.digest == digest)


def block(first: int, last: int, *sold: tuple[int, int]) -> Block:
    """A block with these cards sold."""
    sales = (
        Sale(number, Span(*span), "sue", nzd(200), Kind.SOLD, at())
        for number, span in enumerate(sold, start=1)
    )
    return Closed(terms(), Span(first, last), tuple(sales))


def watching(store: Store, told: Told) -> Watched:
    """A game that nothing is known of yet."""
    blobs: Any = store
    return Watched(told.game, Packs(blobs))


async def looked(watched: Watched, told: Told, *blocks: tuple[int, Block]) -> Sight:
    """What is seen once these blocks, each with its version, have changed."""
    sales = Counted(OFFERS, PRICES, tuple(each.cards.first for _, each in blocks))
    desk = Desk(GAME, "p", 90, "", sales)
    await watched.cards(desk, {each.cards.first: (version, each) for version, each in blocks})
    return await watched.follow(desk, told.game, (told.version, 5))


def line_of(card: int) -> list[int]:
    """The top row of a blue card."""
    return [number for number in BLUES.card(card)[:9] if number]


def completed(seen: Sight) -> list[int]:
    """The cards that completed a line, in the order in which they did."""
    return [each.card for each in seen.completed]


def test_dead_cards_and_sales_that_do_not_stand_are_not_sold() -> None:
    made = block(1, 60, (1, 6), (10, 12), (20, 20))
    voided = replace(made.sales[1], fate=Fate.VOIDED)
    returned = replace(made.sales[2], fate=Fate.RETURNED)
    made = replace(made, sales=(made.sales[0], voided, returned))
    made = replace(made, replaced=(Replaced(Span(2, 3), "another", 7),))
    assert sold_of(made).tolist() == [1, 4, 5, 6]


async def test_cards_of_several_series_and_blocks_are_one_count() -> None:
    told = Told().call(*line_of(1))
    seen = await looked(
        watching(Store(), told),
        told,
        *((3, block(1, 996, (1, 60))), (4, block(997, 1992, (1000, 1001)))),
        (1, block(5_001, 5_060, (5_001, 5_060))),
    )
    assert seen.cards == 60 + 2 + 60
    assert seen.version == told.version + 5 + 3 + 4 + 1
    assert completed(seen)[0] == 1


async def test_only_what_changed_is_counted_anew() -> None:
    told = Told().call(*line_of(7))
    watched = watching(Store(), told)
    first = await looked(watched, told, (1, block(1, 996, (1, 6))))
    assert (first.cards, completed(first)) == (6, [])
    late = await looked(watched, told, (2, block(1, 996, (1, 6), (7, 7))))
    assert (late.cards, completed(late), late.version) == (7, [7], first.version + 1)
    made = block(1, 996, (1, 6), (7, 7))
    voided = replace(made, sales=(made.sales[0], replace(made.sales[1], fate=Fate.VOIDED)))
    gone = await looked(watched, told, (3, voided))
    assert (gone.cards, completed(gone)) == (6, [])
    again = await looked(watched, told, (4, block(1, 996, (1, 7))))
    assert (again.cards, completed(again)) == (7, [7])


async def test_cards_sold_one_by_one_do_not_stay_scattered() -> None:
    told = Told().call(*line_of(30))
    watched = watching(Store(), told)
    for last in range(1, 3 * SEGMENTS):
        seen = await looked(watched, told, (last, block(1, 996, (1, last))))
        assert seen.cards == last
    assert watched.segments <= SEGMENTS
    seen = await looked(watched, told, (99, block(1, 996, (1, 30))))
    assert completed(seen)[-1:] == [30]


async def test_cards_that_cannot_be_read_are_told() -> None:
    told, store = Told(), Store()
    watched = watching(store, told)
    store.lost = True
    with pytest.raises(Unavailable):
        await looked(watched, told, (1, block(1, 996, (1, 6))))


async def test_a_game_without_sales_here_has_no_cards() -> None:
    told = Told().call(1, 2, 3)
    seen = await looked(watching(Store(), told), told)
    assert (seen.cards, len(seen.steps)) == (0, 3)
