"""Strips and faces that are made: valid, all equally likely, and the same again from their entropy.

The limits are five standard deviations: a sound program fails a limit once in a million runs.
"""

from __future__ import annotations

import secrets
from collections import Counter
from fractions import Fraction
from functools import cache
from itertools import product
from math import comb, factorial, prod, sqrt

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
SIGMAS = 5.0
GAMES = 40_000


def near(sample: np.ndarray, expected: float) -> bool:
    """Whether a sample's mean is as near to what is expected as chance allows."""
    return bool(
        abs(sample.mean() - expected) <= SIGMAS * sample.std(ddof=1) / sqrt(len(sample)) + 1e-12
    )


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


def test_a_strip_comes_to_a_line_two_lines_and_a_house_as_the_oracles_say() -> None:
    faces = make(secrets.token_bytes(32), NINETY, 1, 6 * GAMES).faces.reshape(GAMES, 162)
    cells = [[card * 27 + cell for cell in row] for card in range(6) for row in ROWS]
    done = np.sort(calls_until_strip(faces, cells).reshape(GAMES, 6, 3), axis=2)
    line, two, full = (done[:, :, rows].min(axis=1) for rows in range(3))
    assert near(line, 46.5641)
    assert near(two, 65.3828)
    assert near(full, 77.5349)
    for within, chance in {20: 0.00634492578, 40: 0.247533443, 60: 0.951807242}.items():
        assert near((line <= within).astype(float), chance), within
    for within, chance in {60: 6.96668088e-3, 70: 0.0932939321, 80: 0.682795207}.items():
        assert near((full <= within).astype(float), chance), within
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
    assert near((done[:, 0] <= 50).astype(float), 0.139289864)
    assert near((done[:, 2] <= 80).astype(float), 0.144901674)
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
    count, likely = tables(Columns.NINES)
    assert count == int(
        "467711541132248468278363019351514108076722415153589853880320000000000000000000"
    )
    faces = make(secrets.token_bytes(32), NINETY, 1, 240_000).faces
    threes = ((faces.reshape(-1, 3, 9) > 0).sum(axis=1) == 3).sum(axis=1)
    # One card of each strip: the six of one depend on each other.
    sample = threes[::6]
    for number, chance in enumerate(likely):
        assert near((sample == number).astype(float), float(chance)), number


def test_each_number_is_as_often_on_each_card_and_each_row_is_as_full() -> None:
    faces = make(secrets.token_bytes(32), NINETY, 1, 120_000).faces.reshape(-1, 6, 3, 9)
    for number in (1, 9, 10, 45, 80, 90):
        where = np.argwhere(faces == number)
        assert len(where) == 20_000
        for place in range(6):
            assert near((where[:, 1] == place).astype(float), 1 / 6), (number, place)
    sizes = (9, *[10] * 7, 11)
    for row, column in product(range(3), range(9)):
        filled = (faces[:, 0, row, column] > 0).astype(float)
        assert near(filled, sizes[column] / 18), (row, column)


# -- faces for 75 balls ----------------------------------------------------------------------------


def test_every_face_is_one_with_a_free_centre() -> None:
    pack = make(secrets.token_bytes(32), SEVENTY_FIVE, 500, 7_000)
    assert (pack.sheet, pack.first_card, pack.last_card) == (1, 500, 7_499)
    assert checking.first_wrong(pack.faces, SEVENTY_FIVE) is None
    for _, card in pack.numbered(500, 1_000):
        assert wrong_with_card(card, SEVENTY_FIVE) == ""
        assert card[12] == 0


def test_faces_come_to_a_line_and_a_full_card_as_the_oracles_say() -> None:
    faces = make(secrets.token_bytes(32), SEVENTY_FIVE, 1, GAMES).faces
    done = calls_until(faces, [*LINES_75, list(range(25))], GAMES)
    line, full = done[:, :12].min(axis=1), done[:, 12]
    assert near(line, 41.369)
    for within, chance in {20: 0.0228744533, 30: 0.143539469, 40: 0.445631106}.items():
        assert near((line <= within).astype(float), chance), within
    assert near(full, 72.96)
    assert near((full <= 60).astype(float), 1 / 715.0)


def test_each_number_is_as_often_in_each_cell_of_its_column() -> None:
    faces = make(secrets.token_bytes(32), SEVENTY_FIVE, 1, 60_000).faces
    for cell, numbers in ((0, range(1, 16)), (7, range(31, 46)), (24, range(61, 76))):
        for number in numbers:
            assert near((faces[:, cell] == number).astype(float), 1 / 15), (cell, number)
