"""What pai gow's table of the house way and its exact odds cost, beside bare numpy."""

from __future__ import annotations

import time
from collections import defaultdict
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from bench.figures import Value, spread, table
from services.paigow.domain.tiles.houseway import HouseWay, set_house_way
from services.paigow.odds.deals import way_against_itself
from services.paigow.odds.lookup import Codes, Hands, HouseWayTable, pack

NZ = {
    "house_way": "nz",
    "house_way_ties": "nz-assumed",
    "lone_gee_jun": "six_beside_nine_to_seven",
    "gee_jun_tiles": "equal",
}
HANDS = 1 << 20
STEPPED = 4_000
"""Hands that are decided step by step in a round."""
DEALS = 736_281_000


@dataclass(frozen=True)
class Ready:
    """What is made before anything is measured."""

    way: HouseWay
    table: HouseWayTable
    hands: Hands
    codes: Codes
    """Of the same hands, for the bare look-up."""
    deals: npt.NDArray[np.uint8]
    """As many bytes as there are deals."""

    @classmethod
    def made(cls) -> Ready:
        """Random hands, the same ones each time."""
        way = HouseWay.of(NZ)
        shuffled = np.random.default_rng(1998).random((HANDS, 32)).argsort(1)
        hands = np.ascontiguousarray(shuffled[:, :4].astype(np.uint8))
        table = HouseWayTable.of(way)
        return cls(way, table, hands, pack(hands), np.ones(DEALS, np.uint8))


def measure(rounds: int) -> dict[str, Value]:
    """The figures of pai gow, in so many rounds."""
    ready = Ready.made()
    samples: defaultdict[str, list[float]] = defaultdict(list)
    for _ in range(rounds):
        for name, value in _round(ready).items():
            samples[name].append(value)
    results: dict[str, Value] = {}
    for name, values in samples.items():
        results |= spread(name, values)
    return results


def _round(ready: Ready) -> dict[str, float]:
    stepped = ready.hands[:STEPPED].tolist()
    steps = _took(lambda: [set_house_way(hand, ready.way) for hand in stepped]) / STEPPED
    lookup = _took(lambda: ready.table.high(ready.hands)) / HANDS
    bare = _took(lambda: ready.table.entries[ready.codes]) / HANDS
    deals = _took(lambda: way_against_itself(ready.way))
    summed = _took(ready.deals.sum)
    return {
        "houseway_lookup_speedup": steps / lookup,
        "houseway_lookup_to_bare": lookup / bare,
        "deals_to_sum": deals / summed,
        "houseway_steps_us": steps * 1e6,
        "houseway_lookup_ns": lookup * 1e9,
        "deals_ms": deals * 1e3,
    }


def _took(work: Callable[[], object]) -> float:
    began = time.perf_counter()
    work()
    return time.perf_counter() - began


if __name__ == "__main__":
    print(table(measure(15)))
