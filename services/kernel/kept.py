"""The aggregates that a service keeps, and what goes on with them by itself.

```python
async with standing_on("draw", settings, os.environ, stop) as base:
    kept = Kept(base)
    games = kept.add(GAMES, CODEC, frame=frame, lacks_key=lacks_key)
    ...  # what answers calls, on `games` and `kept.heads`, is put on `base.server`
    await kept.serve(stop, ready)
```
"""

from __future__ import annotations

import asyncio
from collections import defaultdict
from collections.abc import Awaitable, Callable, Collection, Coroutine
from typing import Any, TypeVar

from google.protobuf.message import Message

from services.kernel import build
from services.kernel.base import Base, Ready
from services.kernel.boards.frames import Frames
from services.kernel.following.feed import Feed
from services.kernel.following.heads import Head, Heads
from services.kernel.following.meter import NOTHING, Followed, Measured, Meter
from services.kernel.following.orders import Order, Orders
from services.kernel.following.reactions import Reaction, Reactions
from services.kernel.following.standings import Standings
from services.kernel.following.sums import Sums
from services.kernel.following.timers import Timers
from services.kernel.following.waiting import Waiting
from services.kernel.law import Decider, Due, never
from services.kernel.names import Name
from services.kernel.profile_sorts import ProfilesOf
from services.kernel.record import profile_books, revocations
from services.kernel.record.aggregates import Aggregates
from services.kernel.record.codec import Codec
from services.kernel.record.histories import Snapshot
from services.kernel.record.keywatch import KeyWatch

C = TypeVar("C")
E = TypeVar("E")
S = TypeVar("S")


class Kept:
    """The aggregates of a service: `add` each kind, `react` to others' commits, then `serve`.

    `heads` are those of every kind, `orders` what is done in the service's own name. `waits` has
    what waits for persons in a kind counted.
    """

    def __init__(self, base: Base, measured: Measured = NOTHING) -> None:
        """`measured` is what the service measures of its own games."""
        self._base = base
        self._meter = Meter(base.service, measured)
        self._standings = Standings(base.telemetry.unasked)
        told = base.telemetry
        self._sums = Sums(base.service, told.registry, told.venues, measured)
        self._waiting = Waiting(base.service, told.registry, told.venues)
        self.waits = self._waiting.add
        self._told: dict[str, list[Callable[[Head], None]]] = defaultdict(list)
        self._runs: list[Callable[[], Coroutine[Any, Any, None]]] = [self._waiting.run]
        self._acts: list[Callable[[], Coroutine[Any, Any, None]]] = []
        self._drains: list[Callable[[], Awaitable[None]]] = []
        self._beside: list[Heads] = []
        self._sorts: list[str] = []
        self._feed: Feed | None = None
        self._keys: KeyWatch | None = None
        self._told[revocations.KIND].append(base.revoked.seen)
        counting = Followed(self._meter, base.telemetry.unasked)
        self.heads = Heads(base.journal, (revocations.KIND,), self._changed, base.alarm, counting)
        self.orders = Orders(
            base.service, base.settings.replica, lambda venue: base.venues.get(venue).sha256
        )

    def add(
        self,
        decider: Decider[C, E, S],
        codec: Codec[E, S],
        *,
        frame: Callable[[Snapshot[E, S]], Message] | None = None,
        also: Callable[[Snapshot[E, S]], Collection[str]] = lambda snapshot: (),
        timer: Callable[[Name, Due], Order[C]] | None = None,
        lacks_key: Callable[[S], bool] | None = None,
        game: Callable[[Name], str] | None = None,
    ) -> Aggregates[C, E, S]:
        """Keep a kind of aggregate.

        `frame` is what its boards show, those of other venues `also`; `timer` gives the command
        for what its decider says is due (see `Timers`); `lacks_key` says whether something sealed
        in it waits for a key. `game` gives the id of what it belongs to, by which its traces are
        found.
        """
        if (timer is None) != (decider.due is never):
            raise TypeError(f"{decider.kind}: `due` and a timer go together")
        told: list[Callable[[Snapshot[E, S]], None]] = []

        def committed(snapshot: Snapshot[E, S]) -> None:
            for tell in told:
                tell(snapshot)

        made = Aggregates(
            decider,
            codec,
            self._base.journal,
            self._base.sealer,
            software=build.here(),
            recording=self._base.telemetry.recording,
            committed=committed,
            alarm=self._base.alarm,
        )
        self.heads.also(decider.kind)
        if game is not None:
            self._base.telemetry.spans.belonging(decider.kind, game)
        self._drains.append(made.drained)
        if frame is not None:
            told.append(self._show(made, frame, also))
        if timer is not None:
            told.append(self._time(made, timer))
        if lacks_key is not None:
            self._watch_keys().add(decider.kind, made.reached, lacks_key)
        return made

    def react(self, *reactions: Reaction[Any, Any, Any]) -> Feed:
        """React to others' commits. Once, with all reactions of the service."""
        if self._feed is not None:
            raise RuntimeError("a service has one feed")
        base = self._base
        made = Reactions(
            reactions,
            base.journal,
            self.orders,
            base.telemetry,
            base.alarm,
            base.journal.appended,
        )
        self._feed = Feed(made, base.journal, base.connection, self.orders, base.telemetry)
        self._acts.append(self._feed.run)
        return self._feed

    def plays(self, profiles: ProfilesOf[Any]) -> None:
        """It plays by profiles of this sort: which of them do not stand is told at the start, and
        those that wait for a second person are counted where the sort is its own."""
        self._sorts.append(profiles.sort)
        if profiles.own:
            self.waits(self._base.approvals.books, profiles.waits)
            self.follow(profile_books.KIND, self._waiting.seen)

    def run(self, run: Callable[[], Coroutine[Any, Any, None]]) -> None:
        """Have something else go on, once all heads are read, for as long as calls are answered."""
        self._runs.append(run)

    def tell(self, kind: str, told: Callable[[Head], None]) -> None:
        """Tell `told`, which neither raises nor waits, of each head of a kind that is new."""
        self._told[kind].append(told)

    def follow(self, kind: str, seen: Callable[[Head], None]) -> None:
        """Tell `seen` of every head of a kind that is another service's; one that cannot be read
        is logged, and is nothing that the service rests on."""
        self._beside.append(Heads(self._base.journal, (kind,), seen))

    def act(
        self, work: Callable[[], Coroutine[Any, Any, None]], drained: Callable[[], Awaitable[None]]
    ) -> None:
        """Do this until the service is to end; `drained` then waits for what it has begun."""
        self._acts.append(work)
        self._drains.append(drained)

    async def serve(self, stop: asyncio.Event, ready: Ready) -> None:
        """Do all that until `stop` is set, and answer calls. Raises as `Base.serve`."""
        self._base.telemetry.registry.register(self._meter)
        await self._base.serve(
            stop,
            self.heads,
            *(run() for run in self._runs),
            beside=self._beside,
            acts=[act() for act in self._acts],
            feed=self._feed,
            drain=self._drains,
            sorts=self._sorts,
            ready=ready,
        )

    def _changed(self, head: Head) -> None:
        self._standings.seen(head)
        self._sums.seen(head)
        self._waiting.seen(head)
        for tell in self._told[head.name.kind]:
            tell(head)

    def _show(
        self,
        kept: Aggregates[C, E, S],
        frame: Callable[[Snapshot[E, S]], Message],
        also: Callable[[Snapshot[E, S]], Collection[str]],
    ) -> Callable[[Snapshot[E, S]], None]:
        frames = Frames(self._base.boards, kept.reached, frame, also)
        self._told[kept.decider.kind].append(lambda head: frames.seen(head.name, head.version))
        self._runs.append(frames.run)
        self._drains.append(frames.drained)
        return frames.committed

    def _time(
        self, kept: Aggregates[C, E, S], timer: Callable[[Name, Due], Order[C]]
    ) -> Callable[[Snapshot[E, S]], None]:
        timers = Timers(kept, timer, self.orders, self._base.telemetry)
        self._told[kept.decider.kind].append(timers.seen)
        self._acts.append(timers.run)
        return timers.committed

    def _watch_keys(self) -> KeyWatch:
        if self._keys is None:
            self._keys = KeyWatch(self.heads, self._base.server.ready)
            self._runs.append(self._keys.run)
        return self._keys
