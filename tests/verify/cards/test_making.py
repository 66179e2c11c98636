"""Strips and faces that are made: valid, all equally likely, and the same again from their entropy.

A sound program fails this file once in a million runs. There are 160 limits in it, so each may fail
once in 160 million, to one side or the other: a bound of exp(-x) to each side is small enough with
x = ln(2 x 160 x 1,000,000) = ln(320,000,000) = 19.6. What is bounded so is how far a sample may be
off: a share by Chernoff's inequality, which holds for rare things too, and a mean by Bernstein's.
"""

from __future__ import annotations

import secrets
from collections import Counter
from fractions import Fraction
from functools import cache
from itertools import product
from math import comb, factorial, log, prod

import numpy as np
import pytest

from services.verify.cards import checking, strips
from services.verify.cards.making import make
from services.verify.cards.packing import Faces, unpack
from services.verify.domain.cards.layout import (
    NINETY,
    SEVENTY_FIVE,
    Columns,
    Format,
    Layout,
    wrong_with_card,
    wrong_with_strip,
)

TENS = Layout(Format.NINETY, Columns.TENS)
LIMIT = 19.6
"""ln(2 x 160 x 1,000,000): see above."""
GAMES = 40_000


def near(sample: np.ndarray, expected: float) -> bool:
    """Whether a sample's mean is as near to what is expected as chance allows: Bernstein's bound
    for independent values of this variance, none more than 90 from their mean."""
    off = abs(sample.mean() - expected)
    return bool(len(sample) * off**2 / (2 * sample.var() + 2 * 90 * off / 3) <= LIMIT)


def likely(hits: np.ndarray, chance: float) -> bool:
    """Whether as many of a sample were hit as chance allows: Chernoff's bound."""
    share = hits.mean()
    apart = sum(
        had * log(had / due) for had, due in ((share, chance), (1 - share, 1 - chance)) if had
    )
    return bool(len(hits) * apart <= LIMIT)


def calls_until(faces: Faces, cells: list[list[int]], games: int) -> np.ndarray:
    """`games x arrangements`: on which call of a random order each of these cells of a face are
    full; a new face for each game. The free cell, 0, is full from the start."""
    rng = np.random.default_rng(int.from_bytes(secrets.token_bytes(16)))
    order = np.argsort(rng.random((games, 90 if faces.shape[1] == 27 else 75)), axis=1)
    on = np.zeros((games, 91), np.int64)
    np.put_along_axis(on, order + 1, np.arange(1, order.shape[1] + 1)[None, :], axis=1)
    done = on[np.arange(games)[:, None], faces[:games]]
    return np.stack([done[:, each].max(axis=1) for each in cells], axis=1)


ROWS = [list(range(row, row + 9)) for row in (0, 9, 18)]
LINES_75 = [
    *([row * 5 + column for column in range(5)] for row in range(5)),
    *([row * 5 + column for row in range(5)] for column in range(5)),
    [0, 6, 12, 18, 24],
    [4, 8, 12, 16, 20],
]


# -- strips ------------------------------------------------------------------------------------


@pytest.mark.parametrize("layout", [NINETY, TENS], ids=["nines", "tens"])
def test_every_strip_is_one_and_its_cards_are_cards(layout: Layout) -> None:
    pack = make(secrets.token_bytes(32), layout, 1, 3_000)
    assert (pack.sheet, pack.cards, pack.last_card) == (6, 3_000, 3_000)
    cards = [card for _, card in pack.numbered(1, 3_000)]
    assert {wrong_with_card(card, layout) for card in cards} == {""}
    assert {wrong_with_strip(cards[at : at + 6]) for at in range(0, 3_000, 6)} == {""}
    assert checking.first_wrong(pack.faces, layout) is None
    assert checking.first_wrong_strip(pack.faces) is None


def test_case_b28_no_two_cards_are_the_same() -> None:
    for layout in (NINETY, SEVENTY_FIVE):
        pack = make(secrets.token_bytes(32), layout, 1, 60_000)
        assert len(set(map(bytes, pack.faces))) == 60_000
        assert checking.first_twins(checking.keys(pack.faces)) is None


def test_the_same_entropy_makes_the_same_series_and_other_entropy_another() -> None:
    entropy = bytes(range(32))
    told: list[int] = []
    pack = make(entropy, NINETY, 1, 12_294, told.append)
    assert told == [6_144, 12_288, 12_294]
    assert make(entropy, NINETY, 1, 12_294).digest == pack.digest
    assert make(bytes(32), NINETY, 1, 12_294).digest != pack.digest
    fewer = make(entropy, NINETY, 1, 6_150)
    assert (fewer.faces == pack.faces[:6_150]).all(), "the same cards come first in a longer series"
    assert unpack(pack.blob).digest == pack.digest


def test_what_is_made_today_is_made_by_every_later_release() -> None:
    """A series on record is made again from its entropy, so these may never change."""
    entropy = bytes.fromhex("c0ffee" * 10 + "beef")
    digests = {
        name: make(entropy, layout, 1, 60).digest.hex()[:16]
        for name, layout in (("nines", NINETY), ("tens", TENS), ("75", SEVENTY_FIVE))
    }
    assert digests == GOLDEN


GOLDEN = {"nines": "cae9cba2870c150f", "tens": "7657583986a5e73a", "75": "ff90360119a60e76"}


def test_what_is_a_little_off_is_found() -> None:
    """Half a call of the mean, and a hundredth of a share."""
    sample = np.repeat(np.arange(37, 57), GAMES // 20)  # 46.5 in the mean, deviating by 5.8
    assert near(sample, 46.5641)
    assert not near(sample, 47.0)
    hits = np.arange(GAMES) < GAMES // 4
    assert likely(hits, 0.247533443)
    assert not likely(hits, 0.235)
    assert not likely(np.zeros(GAMES, bool), 6.96668088e-3)


STRIP_LINE = {
    20: 0.00634492578,
    30: 0.0575644053,
    40: 0.247533443,
    50: 0.630400561,
    60: 0.951807242,
}
STRIP_FULL = {
    50: 2.94895307e-4,
    60: 6.96668088e-3,
    70: 0.0932939321,
    75: 0.281447104,
    80: 0.682795207,
}
"""Within so many calls, of one strip."""
CARD = (
    {20: 1.05821425e-3, 50: 0.139289864, 80: 0.922438353},
    {40: 4.42770305e-4, 60: 0.037214755, 80: 0.573644028},
    {60: 1.16155271e-3, 70: 0.0157543416, 85: 0.39271166},
)
"""Of a single card: a line, two lines, the full card."""
FACE_LINE = {
    10: 8.0783e-4,  # exactly at 4, 5, … 10: .329 + 1.363 + 3.523 + 7.277 + 13.140 + 21.673 + 33.478
    20: 0.0228744533,
    30: 0.143539469,
    40: 0.445631106,
    50: 0.814391912,
}
"""Of a face for 75 balls: any of the 12 lines."""


def test_a_strip_comes_to_a_line_two_lines_and_a_house_as_the_oracles_say() -> None:
    faces = make(secrets.token_bytes(32), NINETY, 1, 6 * GAMES).faces.reshape(GAMES, 162)
    cells = [[card * 27 + cell for cell in row] for card in range(6) for row in ROWS]
    done = np.sort(calls_until_strip(faces, cells).reshape(GAMES, 6, 3), axis=2)
    line, two, full = (done[:, :, rows].min(axis=1) for rows in range(3))
    assert near(line, 46.5641)
    assert near(two, 65.3828)
    assert near(full, 77.5349)
    for within, chance in STRIP_LINE.items():
        assert likely(line <= within, chance), within
    for within, chance in STRIP_FULL.items():
        assert likely(full <= within, chance), within
    assert line.max() <= 73
    assert full.max() <= 85


def calls_until_strip(strips_: Faces, cells: list[list[int]]) -> np.ndarray:
    """As `calls_until`, of the numbers of whole strips."""
    games = len(strips_)
    rng = np.random.default_rng(int.from_bytes(secrets.token_bytes(16)))
    order = np.argsort(rng.random((games, 90)), axis=1)
    on = np.zeros((games, 91), np.int64)
    np.put_along_axis(on, order + 1, np.arange(1, 91)[None, :], axis=1)
    done = on[np.arange(games)[:, None], strips_]
    return np.stack([done[:, each].max(axis=1) for each in cells], axis=1)


@pytest.mark.parametrize("layout", [NINETY, TENS], ids=["nines", "tens"])
def test_a_single_card_comes_to_a_line_two_lines_and_a_house_as_the_oracles_say(
    layout: Layout,
) -> None:
    faces = make(secrets.token_bytes(32), layout, 1, 6 * GAMES).faces[::6]
    done = np.sort(calls_until(faces, ROWS, GAMES), axis=1)
    for rows, expected in enumerate((11375 / 176, 6825 / 88, 1365 / 16)):
        assert near(done[:, rows], expected), rows
        for within, chance in CARD[rows].items():
            assert likely(done[:, rows] <= within, chance), (rows, within)
    assert done[:, 0].max() <= 88


# -- all strips are equally likely -----------------------------------------------------------------

PLACINGS = (1710, 639, 240, 90)


@cache
def tables(columns: Columns) -> tuple[int, tuple[Fraction, ...]]:
    """How many strips there are, and how likely a card of one has 0, 1, 2 or 3 columns of three:
    counted column by column, each card by its own, in another way than strips are made."""
    sizes = (9, *[10] * 7, 11) if columns is Columns.NINES else (10,) * 9
    # Of each card how many spare numbers it has, and how many columns of three; in no order.
    states = Counter({((0, 0),) * 6: 1})
    for size in sizes:
        deals = [deal for deal in product(range(3), repeat=6) if sum(deal) == size - 6]
        dealt = {each: factorial(size) // prod(factorial(n + 1) for n in each) for each in deals}
        after: Counter = Counter()
        for cards, ways in states.items():
            for deal, dealings in dealt.items():
                now = [(s + n, t + (n == 2)) for (s, t), n in zip(cards, deal, strict=True)]
                if max(now)[0] <= 6:
                    after[tuple(sorted(now))] += ways * dealings
        states = after
    count, by_threes = 0, [Fraction(0)] * 4
    for cards, ways in states.items():
        placed = ways * prod(PLACINGS[threes] for _, threes in cards)
        count += placed
        for _, threes in cards:
            by_threes[threes] += Fraction(placed, 6)
    return count, tuple(each / count for each in by_threes)


def test_a_card_has_as_many_layouts_as_the_oracles_say() -> None:
    assert strips.LAYOUTS == PLACINGS
    patterns = (comb(9, 3), 630, 756, comb(9, 3))  # which columns hold three, two and one
    assert sum(a * b for a, b in zip(patterns, PLACINGS, strict=True)) == 735_210


def test_cards_are_as_they_are_in_all_strips_together() -> None:
    count, chances = tables(Columns.NINES)
    assert count == int(
        "467711541132248468278363019351514108076722415153589853880320000000000000000000"
    )
    faces = make(secrets.token_bytes(32), NINETY, 1, 240_000).faces
    threes = ((faces.reshape(-1, 3, 9) > 0).sum(axis=1) == 3).sum(axis=1)
    # One card of each strip: the six of one depend on each other.
    sample = threes[::6]
    for number, chance in enumerate(chances):
        assert likely(sample == number, float(chance)), number


def test_each_number_is_as_often_on_each_card_and_each_row_is_as_full() -> None:
    faces = make(secrets.token_bytes(32), NINETY, 1, 120_000).faces.reshape(-1, 6, 3, 9)
    for number in (1, 9, 10, 45, 80, 90):
        where = np.argwhere(faces == number)
        assert len(where) == 20_000
        for place in range(6):
            assert likely(where[:, 1] == place, 1 / 6), (number, place)
    sizes = (9, *[10] * 7, 11)
    for row, column in product(range(3), range(9)):
        filled = faces[:, 0, row, column] > 0
        assert likely(filled, sizes[column] / 18), (row, column)


# -- faces for 75 balls ----------------------------------------------------------------------------


def test_every_face_is_one_with_a_free_centre() -> None:
    pack = make(secrets.token_bytes(32), SEVENTY_FIVE, 500, 7_000)
    assert (pack.sheet, pack.first_card, pack.last_card) == (1, 500, 7_499)
    assert checking.first_wrong(pack.faces, SEVENTY_FIVE) is None
    for _, card in pack.numbered(500, 1_000):
        assert wrong_with_card(card, SEVENTY_FIVE) == ""
        assert card[12] == 0


def test_faces_come_to_lines_corners_crosses_and_full_cards_as_the_oracles_say() -> None:
    faces = make(secrets.token_bytes(32), SEVENTY_FIVE, 1, GAMES).faces
    shapes = [*LINES_75, list(range(25)), [0, 4, 20, 24], [0, 4, 6, 8, 12, 16, 18, 20, 24]]
    done = calls_until(faces, shapes, GAMES)
    line, full, corners, cross = done[:, :12].min(axis=1), *done[:, 12:].T
    assert near(line, 41.369)
    for within, chance in FACE_LINE.items():
        assert likely(line <= within, chance), within
    # m cells that are no line: m x 76 / (m + 1), the free centre not among them
    assert near(full, 72.96)
    assert near(corners, 4 * 76 / 5)
    assert near(cross, 8 * 76 / 9)
    for within, one_in in {55: 10_358.8, 60: 715.0}.items():
        assert likely(full <= within, 1 / one_in), within


def test_each_number_is_as_often_in_each_cell_of_its_column() -> None:
    faces = make(secrets.token_bytes(32), SEVENTY_FIVE, 1, 60_000).faces
    for cell, numbers in ((0, range(1, 16)), (7, range(31, 46)), (24, range(61, 76))):
        for number in numbers:
            assert likely(faces[:, cell] == number, 1 / 15), (cell, number)
