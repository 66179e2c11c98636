"""The house's own eye: it follows the games in play by itself, and answers what it sees.

It rests on the journal alone: each replica has its own, begun anew at start, and two of them see
the same. It puts nothing on record, and nothing waits for it.
"""

from __future__ import annotations

import asyncio
from collections import Counter, OrderedDict, defaultdict
from collections.abc import AsyncGenerator
from contextlib import aclosing
from dataclasses import replace
from weakref import WeakValueDictionary

import structlog

from services.kernel.errors import Failure, NotFound
from services.kernel.following.heads import Head, Heads
from services.kernel.following.unasked import Unasked
from services.kernel.journal.lastvalue import StoreDown
from services.kernel.law import Standing
from services.kernel.names import Name
from services.kernel.tasks import Tasks
from services.verify import names
from services.verify.cards.packs import Packs
from services.verify.domain.block.block import BLOCKS
from services.verify.domain.block.state import Block
from services.verify.domain.desk.desk import DESKS
from services.verify.domain.desk.state import Counted, Counting, Desk
from services.verify.eye.sight import Sight
from services.verify.eye.watched import Watched
from services.verify.facts.games import Games
from services.verify.facts.looking import Blocks, Desks
from services.verify.views.block import opened as block_opened
from services.verify.views.desk import opened as desk_opened

KEPT = 256 << 20
"""Bytes of cards that are kept of games that are not in play, for whoever asks of them again."""
AGAIN = 5.0
"""Seconds after which it looks again where it could not read."""
GAMES_AT_ONCE = 2
BLOCKS_AT_ONCE = 16

log = structlog.get_logger(__name__)


class Eye:
    """Watches the games whose cards are sold here. Tell it of every head of a game (`seen`), and
    `run` it; `heads` are our own aggregates'."""

    def __init__(
        self,
        desks: Desks,
        blocks: Blocks,
        games: Games,
        packs: Packs,
        heads: Heads,
        unasked: Unasked,
    ) -> None:
        self._desks = desks
        self._blocks = blocks
        self._games = games
        self._packs = packs
        self._heads = heads
        self._unasked = unasked
        self._watched: OrderedDict[Name, Watched] = OrderedDict()
        self._in_play: dict[Name, bool] = {}  # and whether it counts
        self._locks: WeakValueDictionary[Name, asyncio.Lock] = WeakValueDictionary()
        self._looks: set[asyncio.Task[Sight]] = set()
        self._due: asyncio.Queue[Name] = asyncio.Queue()
        self._queued: set[Name] = set()
        self._news: defaultdict[Name, set[asyncio.Future[Sight]]] = defaultdict(set)

    # -- by itself -------------------------------------------------------------------------

    def seen(self, head: Head) -> None:
        """A game has a new commit. A practice game is watched, and stays out of what is counted."""
        if head.standing is Standing.IN_PLAY:
            self._in_play[head.name] = not getattr(head.row, "practice", False)
            self._wake(head.name)
        elif self._in_play.pop(head.name, None) is not None or self._wanted(head.name):
            self._wake(head.name)

    async def run(self) -> None:
        """Look at what has changed, for ever."""
        with self._heads.watching(self._ours):
            async with Tasks() as tasks:
                for _ in range(GAMES_AT_ONCE - 1):
                    tasks.start(self._work())
                await tasks.unless_failed(self._work())

    async def drained(self) -> None:
        """Wait until every look that was begun is over: a thread cannot be called back."""
        while self._looks:
            await asyncio.wait(self._looks)

    # -- when asked ------------------------------------------------------------------------

    async def look(self, game: Name) -> Sight:
        """What is seen of a game now. Raises `NotFound`, `Unavailable` and `StoreDown`."""
        task = asyncio.create_task(self._look(game))
        self._looks.add(task)
        task.add_done_callback(self._looks.discard)
        task.add_done_callback(lambda done: done.cancelled() or done.exception())
        return await asyncio.shield(task)  # what has gone into a thread is finished

    async def sights(self, game: Name, after: int = 0) -> AsyncGenerator[Sight, None]:
        """What is seen of a game, if its version is above `after`, and then each time that it is
        something else. Raises as `look`."""
        told: Sight | None = None
        first = await self.look(game)
        if first.version > after:
            yield first
            told = first
        async with aclosing(self.coming(game, first)) as coming:
            async for sight in coming:
                if sight.version > after and (told is None or _says(sight) != _says(told)):
                    yield sight
                    told = sight

    async def coming(self, game: Name, last: Sight | None = None) -> AsyncGenerator[Sight, None]:
        """What is seen of a game after `last`, without looking for it."""
        while True:
            last = await self._next(game, last)
            yield last

    # -- how -------------------------------------------------------------------------------

    def _ours(self, head: Head) -> None:
        """One of our own aggregates has a new commit."""
        if head.name.kind == BLOCKS.kind:
            game = names.game_of(names.desk_of_block(head.name))
        elif head.name.kind == DESKS.kind:
            game = names.game_of(head.name)
        else:
            return
        if self._wanted(game):
            self._wake(game)

    def _wanted(self, game: Name) -> bool:
        """Whether anybody may want to know of a game now."""
        return game in self._in_play or game in self._watched or game in self._news

    def _wake(self, game: Name) -> None:
        if game not in self._queued:
            self._queued.add(game)
            self._due.put_nowait(game)

    async def _work(self) -> None:
        while True:
            game = await self._due.get()
            self._queued.discard(game)
            try:
                await self.look(game)
            except NotFound:
                pass  # its desk is made a moment later, and wakes us
            except (Failure, StoreDown) as away:
                log.warning("eye_not_looking", game=str(game), why=str(away))
                asyncio.get_running_loop().call_later(AGAIN, self._wake, game)
            except Exception:  # a check that fails must not end what it checks
                log.exception("eye_failed", game=str(game))

    async def _look(self, game: Name) -> Sight:
        async with self._locks.setdefault(game, asyncio.Lock()):
            try:
                sight = await self._refresh(game)
            except BaseException:
                self._watched.pop(game, None)  # half of a change may be in it
                raise
        self._count(game.venue)
        for waiting in self._news.pop(game, set()):
            if not waiting.done():
                waiting.set_result(sight)
        return sight

    async def _refresh(self, game: Name) -> Sight:
        snapshot = await self._desks.read(names.desk_of(game))
        desk = desk_opened(snapshot.state)
        known = await self._games.latest(game)
        watched = self._watched.get(game) or Watched(known.game, self._packs)
        await watched.cards(desk, await self._changed(snapshot.name, desk, watched))
        versions = known.place.version, snapshot.version
        sight = await watched.follow(desk, known.game, versions)
        self._watched[game] = watched
        self._watched.move_to_end(game)
        self._forget()
        return sight

    async def _changed(
        self, name: Name, desk: Desk, watched: Watched
    ) -> dict[int, tuple[int, Block]]:
        """The blocks that have changed since. Nothing is called while cards are on sale."""
        changed: dict[int, tuple[int, Block]] = {}
        if not isinstance(desk.sales, Counting | Counted):
            return changed
        wanted = []
        for first in desk.sales.blocks:
            head = self._heads.get(names.block_of(name, first))
            if head is None or head.version > watched.blocks.get(first, 0):
                wanted.append(first)
        for begin in range(0, len(wanted), BLOCKS_AT_ONCE):
            some = wanted[begin : begin + BLOCKS_AT_ONCE]
            read = await asyncio.gather(*(self._block(name, first) for first in some))
            changed |= {first: one for first, one in zip(some, read, strict=True) if one}
        return changed

    async def _block(self, name: Name, first: int) -> tuple[int, Block] | None:
        try:
            snapshot = await self._blocks.read(names.block_of(name, first))
        except NotFound:
            return None  # the desk knows it; it is opened a moment later, and wakes us
        return snapshot.version, block_opened(snapshot.state)

    async def _next(self, game: Name, sight: Sight | None) -> Sight:
        """What is seen after `sight`."""
        watched = self._watched.get(game)
        newest = watched.sight if watched is not None else None
        if newest is not None and newest is not sight:
            return newest
        waiting: asyncio.Future[Sight] = asyncio.get_running_loop().create_future()
        self._news[game].add(waiting)
        try:
            return await waiting
        finally:
            if game in self._news:
                self._news[game].discard(waiting)
                if not self._news[game]:
                    del self._news[game]

    def _forget(self) -> None:
        """Of games that are not in play only the last are kept."""
        idle = [game for game in self._watched if game not in self._in_play]
        held = sum(self._watched[game].nbytes for game in idle)
        for game in idle[:-1]:
            if held <= KEPT:
                return
            held -= self._watched.pop(game).nbytes

    def _count(self, venue: str) -> None:
        found: Counter[str] = Counter(silent=0, missed=0, contradicted=0)
        for game, counts in self._in_play.items():
            watched = self._watched.get(game)
            if game.venue == venue and counts and watched is not None and watched.sight is not None:
                sight = watched.sight
                found["silent"] += sight.silent
                found["missed"] += sight.missed
                found["contradicted"] += len(sight.contradictions)
        for what, many in found.items():
            self._unasked.noticed(venue, what, many)


def _says(sight: Sight) -> Sight:
    """All of it but what it rests on."""
    return replace(sight, version=0, game_version=0, desk_version=0)
