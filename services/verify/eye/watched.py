"""One game under the house's eye: its sold cards as its blocks have them, counted as it goes on."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Mapping

import numpy as np

from services.verify.cards.packs import Packs
from services.verify.domain.block.state import Block
from services.verify.domain.desk.state import Desk, Offer, OnSale
from services.verify.domain.game.game import Game
from services.verify.eye.engine import Engine
from services.verify.eye.sight import Sight, sight
from services.verify.eye.slices import Numbers
from services.verify.eye.timeline import Timeline

SEGMENTS = 8
"""Segments of an engine, at most: then all cards are sliced anew, as one."""


class Watched:
    """What is kept of a game; `blocks` are the versions of its sales blocks, by their first cards.
    One task at a time may change it, and what failed half way has to be thrown away."""

    def __init__(self, game: Game, packs: Packs) -> None:
        self.blocks: dict[int, int] = {}
        self.sight: Sight | None = None
        self._packs = packs
        self._sold: dict[int, Numbers] = {}
        self._stages = game.stages
        self._start()

    @property
    def nbytes(self) -> int:
        """Bytes that its cards take."""
        return self._engine.nbytes

    @property
    def segments(self) -> int:
        """In how many segments its cards stand."""
        return self._engine.segments

    async def cards(self, desk: Desk, changed: Mapping[int, tuple[int, Block]]) -> None:
        """These blocks, by their first cards, have changed: their versions, and what is sold of
        them now. Raises as `Packs.get`."""
        if not isinstance(desk.sales, OnSale):
            return
        missing: dict[int, Numbers] = {}
        for first, (version, block) in changed.items():
            sold = await asyncio.to_thread(sold_of, block)
            known = self._sold.get(first)
            self.blocks[first] = version
            if known is None or not np.array_equal(known, sold):
                self._sold[first] = sold
                span = block.cards
                missing[first] = await asyncio.to_thread(
                    self._engine.keep, span.first, span.last, sold
                )
        if missing:
            await self._load(desk.sales.offers, missing)
            self._timeline.again()

    async def follow(self, desk: Desk, game: Game, versions: tuple[int, int]) -> Sight:
        """See what the game has announced since; `versions` are those of the game and the desk."""
        made = (*versions, sum(self.blocks.values()))
        self.sight = await asyncio.to_thread(self._follow, desk, game, made)
        return self.sight

    def _follow(self, desk: Desk, game: Game, versions: tuple[int, int, int]) -> Sight:
        self._timeline.follow(game)
        return sight(desk, game, versions, self._engine, self._timeline.steps)

    async def _load(self, offers: Iterable[Offer], missing: Mapping[int, Numbers]) -> None:
        """Slice cards that were not counted before; all of them where they would be scattered."""
        if self._engine.segments + 1 > SEGMENTS:
            self._start()
            missing = self._sold
        for offer in offers:
            blocks = sorted(first for first in missing if first in offer.cards)
            cards = np.concatenate([missing[first] for first in blocks] or [_NONE])
            if len(cards):
                pack = await self._packs.get(offer.of.digest)
                await asyncio.to_thread(self._engine.load, pack, cards)

    def _start(self) -> None:
        self._engine = Engine([each.pattern for each in self._stages])
        self._timeline = Timeline(self._engine, self._stages)


_NONE: Numbers = np.zeros(0, np.uint32)


def sold_of(block: Block) -> Numbers:
    """The cards of a block that are sold and not dead, ascending."""
    flags = np.zeros(len(block.cards), np.bool_)
    begin = block.cards.first
    for sale in block.standing:
        flags[sale.cards.first - begin : sale.cards.last + 1 - begin] = True
    for dead in block.replaced:
        flags[dead.cards.first - begin : dead.cards.last + 1 - begin] = False
    return (np.flatnonzero(flags) + begin).astype(np.uint32)
