"""What it costs to look at a million sold cards after a call, and to examine one of them."""

from __future__ import annotations

import asyncio
import time
from collections import defaultdict
from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any, TypeAlias, TypeVar

import numpy as np
from numpy.typing import NDArray

from bench.figures import Value, quantile, spread, table
from services.kernel.money import Money
from services.verify.cards.making import make
from services.verify.cards.packing import Pack
from services.verify.domain.block.state import Block, Closed, Kind, Prices, Sale, Span, Terms
from services.verify.domain.cards.layout import NINETY
from services.verify.domain.cards.patterns import Pattern
from services.verify.domain.cards.readings import Readings, WindowEnds
from services.verify.domain.desk.examining import Seen, examine_card, see, unbarred
from services.verify.domain.desk.state import Offer
from services.verify.domain.game import folding, game
from services.verify.domain.series import Cards
from services.verify.eye.engine import Engine, Look
from services.verify.facts.looking import found_on

CARDS = 1_000_002
"""Whole strips."""
STAGES = (
    game.Stage(1, "line", Pattern("any_row")),
    game.Stage(2, "bingo", Pattern("full_card")),
)
LINE, BINGO = range(2)
CALLS = 45
"""Numbers that are called in a round: half of them, as in a usual game."""
CLAIMS = 500
"""Claims that are examined in a round."""
TOUCHED = 3 + 2 * 9 + 1
"""Bits for each card that a call has to read or write: where the number stands, nine planes of
counts there and back, and which cards are sold."""
COPIED = 64 << 20
"""Bytes that are copied to see how fast the memory is: far more than is cached."""

R = TypeVar("R")
Words: TypeAlias = NDArray[np.uint64]


@dataclass(frozen=True)
class Bare:
    """The full pass: the numbers of each row as two words, `3 x 2 x cards`. They lie so
    that numpy reads them straight through; card by card it takes some ten times as long."""

    masks: Words

    @classmethod
    def of(cls, pack: Pack) -> Bare:
        """The masks of these cards."""
        masks = np.zeros((3, 2, pack.cards), np.uint64)
        for row in range(3):
            for cells in pack.faces[:, row * 9 : row * 9 + 9].T:
                for word in range(2):
                    there = (cells > 0) & (cells // 64 == word)
                    masks[row, word] |= there.astype(np.uint64) << (cells % 64).astype(np.uint64)
        return cls(masks)

    def look(self, called: set[int]) -> tuple[int, int, int, int]:
        """How many cards have a line, are one away from it, have all, are one away from that."""
        missing = np.zeros((3, self.masks.shape[2]), np.uint8)
        for row in range(3):
            for word in range(2):
                not_called = ~sum(1 << number % 64 for number in called if number // 64 == word)
                mask = np.uint64(not_called & (1 << 64) - 1)
                missing[row] += np.bitwise_count(self.masks[row, word] & mask)
        best = np.minimum(np.minimum(missing[0], missing[1]), missing[2])
        whole = missing[0] + missing[1] + missing[2]
        found = (best == 0, best == 1, whole == 0, whole == 1)
        lines, near_line, bingos, near_bingo = (int(np.count_nonzero(each)) for each in found)
        return lines, near_line, bingos, near_bingo


@dataclass(frozen=True)
class Ready:
    """What is made before anything is measured."""

    pack: Pack
    bare: Bare
    engine: Engine
    numbers: list[int]
    block: Block
    offer: Offer
    seen: Seen

    @classmethod
    def made(cls) -> Ready:
        """A million cards, the same ones each time, all of them sold."""
        pack = make(bytes(range(32)), NINETY, 1, CARDS)
        engine = Engine([each.pattern for each in STAGES])
        engine.load(pack, np.arange(1, CARDS + 1, dtype=np.uint32))
        order = np.random.default_rng(90).permutation(np.arange(1, 91)).tolist()
        cards = Cards(NINETY, 6, 1, CARDS, pack.digest)
        offer = Offer("venues/akl/cardSeries/2026-blue", "A 1", cards, Span(1, CARDS))
        return cls(pack, Bare.of(pack), engine, order, _block(pack), offer, _seen(order[:CALLS]))


def measure(rounds: int) -> dict[str, Value]:
    """The figures of the house's own eye, in so many rounds."""
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
    ours, cold, bare = _calls(ready)
    claims = [_took(_examine, ready, card)[0] for card in _asked(ready)]
    beside = asyncio.run(_beside(ready))
    return {
        "sold_cards_incremental_speedup": bare / ours,
        "sold_cards_cold_speedup": bare / cold,
        "sold_cards_correction_to_call": _corrections(ready) / ours,
        "sold_cards_call_to_memory": cold / (CARDS / 8 * TOUCHED / _bandwidth()),
        "sold_cards_call_ms": ours * 1e3,
        "sold_cards_bare_ms": bare * 1e3,
        "sold_cards_load_ms": _took(_load, ready.pack)[0] * 1e3,
        "sold_cards_bytes": ready.engine.nbytes / CARDS,
        "claim_examine_p50_ms": quantile(claims, 0.5) * 1e3,
        "claim_examine_p99_ms": quantile(claims, 0.99) * 1e3,
        "claim_beside_eye_p99_ms": quantile(beside, 0.99) * 1e3,
    }


def _calls(ready: Ready) -> tuple[float, float, float]:
    """Half a game: the median of our calls in a row, of our calls each after a full pass, which
    leaves nothing of ours in the caches, and of the full pass. Both ways see the same."""
    ready.engine.exactly(())
    ours = [_took(_look, ready, number)[0] for number in ready.numbers[:CALLS]]
    ready.engine.exactly(())
    cold, bare = [], []
    for at, number in enumerate(ready.numbers[:CALLS]):
        took, passed = _took(ready.bare.look, set(ready.numbers[: at + 1]))
        bare.append(took)
        took, (line, bingo) = _took(_look, ready, number)
        cold.append(took)
        if (line.one_away, bingo.one_away) != passed[1::2]:
            raise AssertionError(f"the two ways do not see the same after call {at + 1}")
    return quantile(ours, 0.5), quantile(cold, 0.5), quantile(bare, 0.5)


def _look(ready: Ready, number: int) -> tuple[Look, Look]:
    """A number is called, and all cards are looked at for both stages."""
    ready.engine.call(number)
    return ready.engine.look(LINE, number), ready.engine.look(BINGO, number)


def _corrections(ready: Ready) -> float:
    """Each of ten calls turns out to have been wrong: it is taken back, and all are looked at."""
    took = []
    for number in ready.numbers[CALLS - 10 : CALLS]:
        took.append(_took(_take_back, ready, number)[0])
        ready.engine.call(number)
    return quantile(took, 0.5)


def _take_back(ready: Ready, number: int) -> None:
    ready.engine.take_back(number)
    ready.engine.look(LINE)
    ready.engine.look(BINGO)


def _examine(ready: Ready, card: int) -> None:
    """One claim by card number: the face, its sale, and every stage, after half a game."""
    found = found_on(card, ready.offer, ready.pack, ready.block)
    examine_card(found, "A 1", ready.seen.said, ready.seen, Readings(), unbarred)


def _asked(ready: Ready) -> list[int]:
    """Cards of one block, each sold by itself, which takes the longest to find."""
    first, last = ready.block.cards.first, ready.block.cards.last
    return list(map(int, np.random.default_rng(7).integers(first, last + 1, CLAIMS)))


async def _beside(ready: Ready) -> list[float]:
    """Claims while the whole game is counted anew in a thread, as after a late sale."""
    took: list[float] = []
    counting = asyncio.create_task(asyncio.to_thread(_replay, ready))
    cards = _asked(ready)
    while not counting.done():
        for card in cards[:20]:
            took.append(_took(_examine, ready, card)[0])
            await asyncio.sleep(0)
    await counting
    return took


def _replay(ready: Ready) -> None:
    ready.engine.exactly(())
    for number in ready.numbers[:CALLS]:
        _look(ready, number)


def _load(pack: Pack) -> None:
    Engine([each.pattern for each in STAGES]).load(pack, np.arange(1, CARDS + 1, dtype=np.uint32))


def _bandwidth() -> float:
    """Bytes a second that the memory reads and writes, copying what is not cached."""
    source, target = np.ones(COPIED, np.uint8), np.empty(COPIED, np.uint8)
    return 2 * COPIED / min(_took(np.copyto, target, source)[0] for _ in range(3))


def _block(pack: Pack) -> Block:
    price = Money("NZD", 200)
    terms = Terms("g", "s", pack.digest, 1, 6, Prices(price, None))
    cards = Span(498_997, 499_992)
    at = datetime(2026, 11, 30, tzinfo=UTC)
    sales = (
        Sale(number, Span(card, card), "sue", price, Kind.SOLD, at)
        for number, card in enumerate(range(cards.first, cards.last + 1), start=1)
    )
    return Closed(terms, cards, tuple(sales))


def _seen(numbers: list[int]) -> Seen:
    opened = game.Opened("p", 90, "A 1", STAGES, "", WindowEnds.NEXT_SELECTED, "NZB")
    made = folding.opened(opened)
    at = datetime(2026, 11, 30, tzinfo=UTC)
    for position, number in enumerate(numbers, start=1):
        made = folding.evolve(made, game.Called(position, number, at))
    return see(made, len(numbers) + 1)


def _took(work: Callable[..., R], *arguments: Any) -> tuple[float, R]:
    """Seconds, and what came of it."""
    began = time.perf_counter()
    made = work(*arguments)
    return time.perf_counter() - began, made


if __name__ == "__main__":
    print(table(measure(15)))
