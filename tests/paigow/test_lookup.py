"""The table by which many hands are set at once says what the steps say."""

from __future__ import annotations

from itertools import combinations

import numpy as np
import pytest

from services.paigow.domain.tiles.houseway import HouseWay, set_house_way
from services.paigow.domain.tiles.tiles import ALL_TILES
from services.paigow.odds.lookup import NO_HAND, HouseWayTable, pack
from tests.paigow.domain.tiles.typed import OPTIONS

WAY = HouseWay.of(OPTIONS)


@pytest.fixture(scope="module")
def table() -> HouseWayTable:
    """The house way of the supplement as a table."""
    return HouseWayTable.of(WAY)


def test_every_hand_is_set_as_by_the_steps(table: HouseWayTable) -> None:
    hands = list(combinations(ALL_TILES, 4))
    found = table.high(np.array(hands, np.uint8)).tolist()
    for hand, bits in zip(hands, found, strict=True):
        high = tuple(tile for at, tile in enumerate(hand) if bits >> at & 1)
        assert high == set_house_way(hand, WAY).setting.high


@pytest.mark.case("P5")
def test_case_p5_a_hand_is_set_alike_in_each_of_its_24_orders(table: HouseWayTable) -> None:
    hands = np.array(list(combinations(ALL_TILES, 4)), np.uint8)
    known = np.where(np.unpackbits(table.high(hands)[:, None], 1, 4, "little"), hands, 255)
    orders = np.array([order for order in np.ndindex(4, 4, 4, 4) if len(set(order)) == 4])
    assert len(orders) == 24
    for order in orders:
        mixed = hands[:, order]
        found = np.where(np.unpackbits(table.high(mixed)[:, None], 1, 4, "little"), mixed, 255)
        assert (np.sort(found, 1) == np.sort(known, 1)).all()


def test_a_tile_that_is_there_twice_makes_no_hand(table: HouseWayTable) -> None:
    codes = 32 * 31 * 30 * 29
    assert (table.entries != NO_HAND).sum() == codes
    hands = np.array([(1, 1, 2, 3), (7, 2, 9, 7), (7, 2, 9, 8)], np.uint8)
    assert (table.high(hands) == NO_HAND).tolist() == [True, True, False]


def test_the_code_of_a_hand_has_five_bits_for_each_tile() -> None:
    hands = np.array([(0, 0, 0, 0), (1, 2, 3, 4), (31, 31, 31, 31), (31, 0, 0, 17)], np.uint8)
    assert pack(hands).tolist() == [
        0,
        0b00100_00011_00010_00001,
        0b11111_11111_11111_11111,
        0b10001_00000_00000_11111,
    ]


def test_no_hands_are_set_to_nothing(table: HouseWayTable) -> None:
    assert table.high(np.empty((0, 4), np.uint8)).tolist() == []


def test_a_thirty_third_tile_is_refused(table: HouseWayTable) -> None:
    for at in range(4):
        hands = np.array([(1, 2, 3, 4), (5, 6, 7, 8)], np.uint8)
        hands[1, at] = 32
        with pytest.raises(ValueError, match="numbered 0 to 31"):
            table.high(hands)


@pytest.mark.parametrize(
    "hands", [np.zeros((2, 5), np.uint8), np.zeros(4, np.uint8), np.zeros((2, 4), np.int64)]
)
def test_hands_of_another_shape_are_refused(table: HouseWayTable, hands) -> None:
    with pytest.raises(ValueError, match=r"hands are uint8\[n, 4\]"):
        table.high(hands)


def test_the_table_cannot_be_changed(table: HouseWayTable) -> None:
    with pytest.raises(ValueError, match="read-only"):
        table.entries[0] = 1
