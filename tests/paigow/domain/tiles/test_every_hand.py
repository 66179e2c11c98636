"""All 35,960 hands: how many there are of each sort, and how the house way sets them."""

from __future__ import annotations

from collections import Counter
from itertools import combinations

import pytest

from services.paigow.domain.tiles.houseway import HouseWay, Set, set_house_way
from services.paigow.domain.tiles.ranking import Made, arrangements, rank, single
from services.paigow.domain.tiles.tiles import ALL_TILES, face_of
from tests.paigow.domain.tiles.typed import OPTIONS, letter, row_of

HANDS = tuple(combinations(ALL_TILES, 4))


@pytest.fixture(scope="module")
def set_() -> dict[tuple[int, ...], Set]:
    """Every hand set the house way of the supplement."""
    way = HouseWay.of(OPTIONS)
    return {hand: set_house_way(hand, way) for hand in HANDS}


def better(hand: tuple[int, ...], high: int, low: int) -> bool:
    """Whether another of the three ways is nowhere worse and somewhere better, by typed rows."""
    rows = {(row_of(way.high), row_of(way.low)) for way in arrangements(hand)} - {(high, low)}
    return any(each[0] <= high and each[1] <= low for each in rows)


def test_there_are_35_960_hands_3_620_distinct_and_8_130_by_face() -> None:
    assert len(HANDS) == 35_960
    assert len({tuple(map(single, hand)) for hand in HANDS}) == 3_620
    by_face = {tuple(sorted(face_of(tile).ends for tile in hand)) for hand in HANDS}
    assert len(by_face) == 8_130


def test_how_many_hands_hold_a_pair_and_what_the_others_can_make() -> None:
    made = {two: rank(two).made for two in combinations(ALL_TILES, 2)}
    pairs: Counter[int] = Counter()
    can: Counter[Made] = Counter()
    for hand in HANDS:
        twos = [made[two] for two in combinations(hand, 2)]
        pairs[twos.count(Made.PAIR)] += 1
        if Made.PAIR not in twos:
            can.update(set(twos))
    assert pairs == {0: 29_120, 1: 6_720, 2: 120}
    assert (can[Made.WONG], can[Made.GONG], can[Made.HIGH_NINE]) == (2_704, 5_008, 5_008)


def test_every_hand_is_set_with_its_own_tiles_and_by_a_step(set_) -> None:
    for hand, done in set_.items():
        assert done.setting.tiles == hand
        assert 1 <= done.steps[-1].number <= 12
        assert [told.number for told in done.steps] == sorted(told.number for told in done.steps)


def test_no_hand_is_set_with_the_high_hand_below_the_low(set_) -> None:
    for done in set_.values():
        assert row_of(done.setting.high) <= row_of(done.setting.low)


def test_no_hand_is_set_in_a_way_that_another_is_better_than(set_) -> None:
    worse = [
        hand
        for hand, done in set_.items()
        if better(hand, row_of(done.setting.high), row_of(done.setting.low))
    ]
    assert not worse


@pytest.mark.parametrize(
    ("reading", "worse"),
    [
        ("six", {"TTGJ", "TTCJ", "TTBJ", "TTLJ", "TT5J", "DDGJ", "DDCJ", "DDBJ", "DDLJ", "DD5J"}),
        ("three", set()),
    ],
)
def test_a_lone_gee_jun_tile_that_always_counts_six_makes_some_hands_worse(
    reading: str, worse: set[str]
) -> None:
    # Split, Teen or Day with a 4, 5 or 6 is below the pair, and with the other tile below 9 or 8.
    way = HouseWay.of(OPTIONS | {"lone_gee_jun": reading})
    found = set()
    for hand in HANDS:
        if (30 in hand) != (31 in hand):
            setting = set_house_way(hand, way).setting
            if better(hand, row_of(setting.high), row_of(setting.low)):
                found.add("".join(map(letter, hand)))
    assert found == worse


def test_hands_of_equal_tiles_are_set_alike(set_) -> None:
    alike: dict[tuple[int, ...], set[tuple[int, int]]] = {}
    for hand, done in set_.items():
        rows = row_of(done.setting.high), row_of(done.setting.low)
        alike.setdefault(tuple(tile // 2 for tile in hand), set()).add(rows)
    assert len(alike) == 3_620
    assert all(len(rows) == 1 for rows in alike.values())
