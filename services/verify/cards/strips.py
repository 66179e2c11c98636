"""Strips of six cards for 90 balls, all valid strips equally likely.

A strip is made in three steps: how many numbers of each column go to which card, then which
numbers, then in which rows they stand. A card has `LAYOUTS[t]` ways to place its numbers in rows
when t of its columns hold three (the other two counts follow), and a column's numbers can be dealt
in n!/(a1!…a6!) ways. So a table of counts has to come with a chance in proportion to the product of
all these. Column by column the counts are drawn by exact integer weights, in which the ways of a
card to place its rows are taken to be 1710 * (3/8)^t. What that is wrong by, less than one part in
300, is put right by throwing a table away now and then.
"""

from __future__ import annotations

import functools
from dataclasses import dataclass
from itertools import product

import numpy as np
from numpy.typing import NDArray

from services.verify.cards.chance import Chance
from services.verify.cards.packing import Faces
from services.verify.domain.cards.layout import STRIP, Columns, Layout

BATCH = 1024
"""Strips that are made at once, of one stretch of chance."""

LAYOUTS = (1710, 639, 240, 90)
"""Ways to place five numbers in each row, with 0, 1, 2 or 3 columns of three."""
KEPT = (5130, 5112, 5120, 5120)
"""`LAYOUTS[t] / (3/8)^t`, times 3: with KEPT[t] in 5130 a card's counts are kept."""
_WEIGHT = (16, 8, 1)
"""1, 1/2 and 3/8 of 1/6, times 16: for one, two or three numbers of a column on a card."""
_SPARE = 6
"""A card has nine numbers, one for each column, and six more."""


@dataclass(frozen=True)
class _Step:
    """One column: the ways to deal its spare numbers to the six cards.

    `deals` are those ways, `weights[state]` how likely each is where the cards, sorted, still want
    `state` spare numbers; `total` its sum. `row[code]` finds the state.
    """

    deals: NDArray[np.int64]
    weights: NDArray[np.int64]
    total: NDArray[np.int64]
    row: NDArray[np.int64]


def strips(entropy: bytes, layout: Layout, count: int, batch: int) -> Faces:
    """The cards of batch `batch`, of `count` strips at most `BATCH`; a series is made of batches
    0, 1, 2, … of `BATCH` strips, the last of what is left."""
    chance = Chance(entropy, batch)
    numbers = [np.arange(low, high + 1, dtype=np.uint8) for low, high in _ranges(layout)]
    # Always a whole batch: the same strips come first however many are wanted.
    counts = _counts(chance, layout.columns)
    cards = np.zeros((BATCH, STRIP, 3, 9), np.uint8)
    dealt = _dealt(chance, numbers, counts)
    filled = _filled(chance, counts.reshape(-1, 9)).reshape(BATCH, STRIP, 3, 9)
    rank = np.cumsum(filled, axis=2) - 1
    for column in range(9):
        place = rank[:, :, :, column]
        value = np.take_along_axis(dealt[column], np.maximum(place, 0), axis=2)
        cards[:, :, :, column] = np.where(filled[:, :, :, column], value, 0)
    return cards[:count].reshape(count * STRIP, 27)


def _ranges(layout: Layout) -> list[tuple[int, int]]:
    return [layout.range(column) for column in range(9)]


def _counts(chance: Chance, columns: Columns) -> NDArray[np.int64]:
    """How many numbers of each column each card gets: `BATCH x 6 x 9`."""
    kept: list[NDArray[np.int64]] = []
    while sum(map(len, kept)) < BATCH:
        table = _table(chance, columns)
        threes = (table == 3).sum(axis=2)
        draws = chance.below(KEPT[0], BATCH, STRIP)
        kept.append(table[(draws < np.array(KEPT)[threes]).all(axis=1)])
    return np.concatenate(kept)[:BATCH]


def _table(chance: Chance, columns: Columns) -> NDArray[np.int64]:
    wanted = np.full((BATCH, STRIP), _SPARE, np.int64)
    made = np.empty((BATCH, STRIP, 9), np.int64)
    for column, step in enumerate(_steps(columns)):
        order = np.argsort(wanted, axis=1, kind="stable")
        state = step.row[_code(np.take_along_axis(wanted, order, axis=1))]
        deal = _weighted(chance, step, state)
        spare = np.empty_like(wanted)
        np.put_along_axis(spare, order, step.deals[deal], axis=1)
        made[:, :, column] = spare + 1
        wanted -= spare
    return made


def _weighted(chance: Chance, step: _Step, state: NDArray[np.int64]) -> NDArray[np.int64]:
    """A deal for each strip by the weights of its state, which are 64-bit integers."""
    total = step.total[state].astype(np.uint64)
    draws = chance.words(BATCH)
    # All words below the highest multiple of the total are as good as each other.
    limit = np.uint64(2**64 - 1) - (np.uint64(2**64 - 1) % total + np.uint64(1)) % total
    while (over := draws > limit).any():
        draws = draws.copy()
        draws[over] = chance.words(int(over.sum()))
    edges = np.cumsum(step.weights, axis=1)
    chosen: NDArray[np.int64] = ((draws % total).astype(np.int64)[:, None] >= edges[state]).sum(1)
    return chosen


def _dealt(
    chance: Chance, numbers: list[NDArray[np.uint8]], counts: NDArray[np.int64]
) -> list[NDArray[np.uint8]]:
    """For each column the numbers of each card, ascending: `BATCH x 6 x 3`, 0 for none."""
    made = []
    for column, these in enumerate(numbers):
        drawn = np.concatenate((chance.shuffled(these, BATCH), np.zeros((BATCH, 1), np.uint8)), 1)
        upto = np.cumsum(counts[:, :, column], axis=1)
        first = upto - counts[:, :, column]
        index = first[:, :, None] + np.arange(3)
        index = np.where(index < upto[:, :, None], index, len(these))
        cards = drawn[np.arange(BATCH)[:, None, None], index]
        ordered = np.sort(np.where(cards == 0, 255, cards), axis=2)
        made.append(np.where(ordered == 255, 0, ordered).astype(np.uint8))
    return made


def _filled(chance: Chance, counts: NDArray[np.int64]) -> NDArray[np.bool_]:
    """Which cells of each card hold a number, five in each row: `cards x 3 x 9`."""
    made = np.zeros((len(counts), 3, 9), bool)
    threes = (counts == 3).sum(axis=1)
    for number, ways in enumerate(_placings()):
        cards = np.nonzero(threes == number)[0]
        order = np.argsort(-counts[cards], axis=1, kind="stable")
        way = ways[chance.below(len(ways), len(cards))]
        placed = np.empty_like(way)
        np.put_along_axis(placed, np.broadcast_to(order[:, None, :], way.shape), way, axis=2)
        made[cards] = placed
    return made


def _code(wanted: NDArray[np.int64]) -> NDArray[np.int64]:
    code: NDArray[np.int64] = wanted @ (7 ** np.arange(STRIP))
    return code


@functools.cache
def _placings() -> tuple[NDArray[np.bool_], ...]:
    """For 0 to 3 columns of three: every way to fill rows, columns sorted by how many they hold."""
    found = []
    for threes in range(4):
        twos = _SPARE - 2 * threes
        columns = [range(1)] * threes + [range(3)] * (twos + 9 - threes - twos)
        ways = np.array(list(product(*columns)), np.int64)
        grid = np.ones((len(ways), 3, 9), bool)
        rows = np.arange(3)
        for column in range(threes, 9):
            at = ways[:, None, column] == rows
            grid[:, :, column] = ~at if column < threes + twos else at
        found.append(grid[(grid.sum(axis=2) == 5).all(axis=1)])
    return tuple(found)


@functools.cache
def _steps(columns: Columns) -> tuple[_Step, ...]:
    """For each column how likely its deals are, reckoned from the last column back."""
    spare = [3, *[4] * 7, 5] if columns is Columns.NINES else [4] * 9
    ways = {(0,) * STRIP: 1}  # after the last column no card wants anything
    steps: list[_Step] = []
    for total in reversed(spare):
        deals = [deal for deal in product(range(3), repeat=STRIP) if sum(deal) == total]
        states = _before(ways, deals)
        weights = [[_ways(ways, state, deal) for deal in deals] for state in states]
        row = np.zeros(7**STRIP, np.int64)
        row[_code(np.array(states))] = np.arange(len(states))
        # Only proportions count; a common factor would carry the sums beyond 64 bits.
        scaled = [_scaled(each) for each in weights]
        steps.append(
            _Step(
                np.array(deals, np.int64),
                np.array(scaled, np.int64),
                np.array([sum(each) for each in scaled], np.int64),
                row,
            )
        )
        ways = {state: sum(each) for state, each in zip(states, weights, strict=True)}
    return tuple(reversed(steps))


def _before(
    ways: dict[tuple[int, ...], int], deals: list[tuple[int, ...]]
) -> list[tuple[int, ...]]:
    """What the cards can want, sorted, before a column after which they want one of `ways`."""
    states = {
        tuple(sorted(a + b for a, b in zip(state, deal, strict=True)))
        for state in ways
        for deal in deals
    }
    return sorted(state for state in states if max(state) <= _SPARE)


def _ways(ways: dict[tuple[int, ...], int], state: tuple[int, ...], deal: tuple[int, ...]) -> int:
    left = tuple(sorted(a - b for a, b in zip(state, deal, strict=True)))
    found = ways.get(left, 0)
    for each in deal:
        found *= _WEIGHT[each]
    return found


def _scaled(weights: list[int]) -> list[int]:
    """The weights in 62 bits, exact where they fit and else to one part in 10^17."""
    over = max(sum(weights).bit_length() - 62, 0)
    return [weight >> over for weight in weights]
