"""The exact odds, against numbers worked out apart from this project (supplement and oracles)."""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from itertools import combinations
from math import comb

import pytest

from services.paigow.domain.tiles.houseway import HouseWay, set_house_way
from services.paigow.domain.tiles.ranking import arrangements
from services.paigow.domain.tiles.tiles import ALL_TILES
from services.paigow.odds.deals import Deals, Hands, best_against, count, way_against_itself
from tests.paigow.domain.tiles.typed import OPTIONS, row_of

FIVE_PERCENT = Fraction(1, 20)
ALL = 736_281_000


def way(**other: object) -> HouseWay:
    """The house way of the supplement, but for these options."""
    return HouseWay.of(OPTIONS | other)


def test_every_deal_is_counted_once() -> None:
    assert comb(32, 4) * comb(28, 4) == ALL
    assert way_against_itself(way()).all == ALL
    assert way_against_itself(way(gee_jun_tiles="around_fives")).all == ALL


def test_hands_are_3_620_and_more_where_the_gee_jun_tiles_differ() -> None:
    hands = Hands.all(way().settings)
    assert len(hands.tiles) == 3_620
    # Each holding one of the two, 15 other kinds with three tiles among them, is two: 455 + 210.
    apart = Hands.all(way(gee_jun_tiles="around_fives").settings)
    assert len(apart.tiles) == 3_620 + comb(15, 3) + 15 * 14


def test_the_house_way_against_itself() -> None:
    deals = way_against_itself(way())
    assert deals.win / ALL == pytest.approx(0.2945, abs=0.0005)
    assert deals.lose / ALL == pytest.approx(0.3036, abs=0.0005)
    assert deals.push / ALL == pytest.approx(0.4019, abs=0.0005)
    assert float(deals.edge_on_player(FIVE_PERCENT)) == pytest.approx(0.0239, abs=0.0001)
    assert float(deals.edge_on_banker(FIVE_PERCENT)) == pytest.approx(0.0060, abs=0.0001)


@pytest.mark.parametrize(
    ("reading", "edge"),
    [
        ("six_beside_nine_to_seven", 0.01631),
        ("six", 0.01568),
        ("three", 0.01595),
    ],
)
def test_best_play_against_the_house_way(reading: str, edge: float) -> None:
    deals = best_against(way(lone_gee_jun=reading), FIVE_PERCENT)
    assert deals.all == ALL
    assert round(float(deals.edge_on_player(FIVE_PERCENT)), 5) == edge


def test_an_edge_is_an_exact_fraction_of_what_is_wagered() -> None:
    deals = Deals(win=3, lose=4, push=3)
    assert deals.edge_on_player(Fraction(0)) == Fraction(1, 10)
    assert deals.edge_on_banker(Fraction(0)) == Fraction(-1, 10)
    assert deals.edge_on_player(FIVE_PERCENT) == Fraction(4 * 20 - 3 * 19, 200)
    assert deals.edge_on_banker(FIVE_PERCENT) == Fraction(3 * 20 - 4 * 19, 200)


def test_best_play_minds_the_commission() -> None:
    free, dear = (best_against(way(), rate) for rate in (Fraction(0), Fraction(1, 2)))
    # Where a win is worth half, the player rather pushes.
    assert dear.win < free.win
    assert dear.push > free.push
    assert dear.edge_on_player(Fraction(1, 2)) < free.edge_on_player(Fraction(1, 2))
    assert free.edge_on_player(Fraction(0)) < dear.edge_on_player(Fraction(0))


# -- the same, deal by deal ------------------------------------------------------------------------


@cache
def _bank() -> dict[tuple[int, ...], tuple[int, int]]:
    """The rows of the typed table in which the bank's high and low hand stand, for every hand."""
    known = way()
    settings = {hand: set_house_way(hand, known).setting for hand in combinations(ALL_TILES, 4)}
    return {hand: (row_of(each.high), row_of(each.low)) for hand, each in settings.items()}


@pytest.mark.parametrize("mine", [(0, 22, 6, 30), (4, 5, 24, 12), (15, 17, 27, 31)])
def test_the_count_of_one_hand_is_that_of_its_20_475_deals(mine: tuple[int, ...]) -> None:
    known = way()
    hands = Hands.all(known.settings)
    kinds = sorted(tile // 2 for tile in mine)
    number = next(
        at for at, hand in enumerate(hands.tiles) if sorted(tile // 2 for tile in hand) == kinds
    )
    held = hands.tiles[number]
    alike = sum(sorted(tile // 2 for tile in hand) == kinds for hand in combinations(ALL_TILES, 4))
    bank = hands.set_by(known)
    counted = [count(hands, each, bank) for each in hands.set_each_way()]
    for setting, (wins, loses, pushes) in zip(arrangements(held), counted, strict=True):
        high, low = row_of(setting.high), row_of(setting.low)
        beats = [
            (high < rows[0]) + (low < rows[1])
            for hand, rows in _bank().items()
            if not set(hand) & set(held)
        ]
        assert len(beats) == 20_475
        assert wins[number] == alike * beats.count(2)
        assert loses[number] == alike * beats.count(0)
        assert pushes[number] == alike * beats.count(1)
