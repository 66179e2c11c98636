"""Reactions: commands of our aggregates that follow from the commits of others, once and in order.

Nothing that is delivered is trusted for more than "look at this aggregate". How far a target has
come with a source stands in the target's own commits: each names its cause. From there the
source's commits are read and turned into commands, one after another. The append is fenced and the
mark is checked with it, so any number of replicas may do this at once, at any time, and again.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Generic, TypeVar
from weakref import WeakValueDictionary

from services.kernel.following.happenings import Happening, happenings, place_after
from services.kernel.following.orders import Order, Orders
from services.kernel.journal.store import Journal, JournalDown, Stored, load_all
from services.kernel.latest import Latest
from services.kernel.names import Name
from services.kernel.record import commit as commits
from services.kernel.record.aggregates import Aggregates, Outcome
from services.kernel.record.codec import UnknownFact
from services.kernel.record.commit import ChainBroken, Place
from services.kernel.record.histories import RECORD_DAMAGED, RECORD_TOO_NEW
from services.kernel.serving.telemetry import Telemetry

C = TypeVar("C")
E = TypeVar("E")
S = TypeVar("S")

REMEMBERED = 16_384
"""Sources of which a process remembers how far it has come."""


@dataclass(frozen=True)
class Reaction(Generic[C, E, S]):
    """What the commits of `source`, a kind of aggregate, lead to in `aggregates` of ours.

    `react` gives the commands that follow from one commit, at most one for each target; it is a
    pure function and is asked again at every repetition. `target`, where a source has one target
    for life, gives its name by the source's: then a replica that starts reads from the mark on,
    instead of from the source's first commit.

    A refusal is recorded on the target, so its reason must be among those that the codec records.
    A command that changes nothing leaves no mark and may be decided again later: it should be one
    that changes nothing then either.
    """

    source: str
    aggregates: Aggregates[C, E, S]
    react: Callable[[Happening], Iterable[Order[C]]]
    target: Callable[[Name], Name] | None = None


class Reactions:
    """All reactions of one service. `alarm` is told of a source that cannot be read, and why.

    `appended` gives a commit that this process itself put on the journal, as `GuardedJournal` does:
    it is not read from there.
    """

    def __init__(
        self,
        reactions: Sequence[Reaction[Any, Any, Any]],
        journal: Journal,
        orders: Orders,
        telemetry: Telemetry,
        alarm: Callable[[Name, str], None] = lambda name, reason: None,
        appended: Callable[[Name, int, int], Stored | None] = lambda name, after, reached: None,
    ) -> None:
        self._reactions = tuple(reactions)
        self._appended = appended
        self.kinds = tuple(sorted({each.source for each in reactions}))
        self._journal = journal
        self._orders = orders
        self._telemetry = telemetry
        self._alarm = alarm
        self._done: Latest[Name, Place] = Latest(REMEMBERED)
        self._locks: WeakValueDictionary[Name, asyncio.Lock] = WeakValueDictionary()

    def done(self, source: Name) -> int:
        """Up to which sequence of a source everything was reacted to; 0 if that is not known."""
        place = self._done.get(source)
        return place.sequence if place is not None else 0

    async def catch_up(self, source: Name, reached: int = 0) -> Place:
        """React to every commit of `source` that is not reacted to yet, in order, up to `reached`.

        That is a sequence which it has reached for certain; 0 for whatever the journal's leader
        holds. The place after the last commit that was reacted to is given back. Raises whatever
        a reaction raises, `JournalDown`, `ChainBroken` and `UnknownFact`; what was done until then
        stays.
        """
        lock = self._locks.setdefault(source, asyncio.Lock())
        async with lock:
            place = self._done.get(source)
            if place is not None and reached and place.sequence >= reached:
                return place
            try:
                place, commits_ = await self._unread(source, place, reached)
                self._done[source] = place
                for happening, after in happenings(commits_, place):
                    if reached and happening.sequence > reached:
                        break
                    await self._react(happening)
                    place = after
                    self._done[source] = place
            except ChainBroken:
                self._alarm(source, RECORD_DAMAGED.code)
                raise
            except UnknownFact:
                self._alarm(source, RECORD_TOO_NEW.code)
                raise
        if place.sequence < reached:
            raise JournalDown(f"{source} has reached {reached}; it is given up to {place.sequence}")
        return place

    async def _unread(
        self, source: Name, place: Place | None, reached: int
    ) -> tuple[Place, Sequence[Stored]]:
        """The commits after `place`, or else after the targets' marks, and where that is."""
        if place is not None:
            own = self._appended(source, place.sequence, reached)
            return place, [own] if own is not None else await load_all(
                self._journal, source, place.sequence
            )
        mark = await self._mark(source)
        if not mark:
            return Place.start(source), await load_all(self._journal, source, 0)
        marked, *rest = await load_all(self._journal, source, mark - 1) or (None,)
        if marked is None or marked.sequence != mark:
            raise ChainBroken(f"{source} has lost sequence {mark}, which was reacted to")
        return place_after(marked, commits.parse(marked)), rest

    async def _mark(self, source: Name) -> int:
        """Up to where every target has come; 0 where that cannot be said without reading."""
        marks = []
        for each in self._of(source):
            if each.target is None:
                return 0
            marks.append(await each.aggregates.mark(each.target(source), source))
        return min(marks, default=0)

    async def _react(self, happening: Happening) -> None:
        following = [
            (reaction, order)
            for reaction in self._of(happening.name)
            for order in reaction.react(happening)
        ]
        targets: set[Name] = set()
        for reaction, order in following:
            if reaction.target is not None and reaction.target(happening.name) != order.target:
                raise ValueError(f"{order.target} is not the target of {happening.name}")
            if order.target in targets:  # its mark would hide the second command
                raise ValueError(f"{happening.name} gives two commands to {order.target} at once")
            targets.add(order.target)
        for reaction, order in following:
            await self._carry_out(reaction, order, happening)

    async def _carry_out(
        self, reaction: Reaction[Any, Any, Any], order: Order[Any], happening: Happening
    ) -> None:
        venue = order.target.venue
        about = {"venue": venue, "aggregate": str(order.target)}
        with self._telemetry.reacting(
            order.method, happening.headers, source=happening.name, **about
        ) as came:
            outcome = await self._orders.react(reaction.aggregates, order, happening.cause)
            came.outcome = word(outcome)
        self._telemetry.unasked.reacted(venue, word(outcome))
        if outcome.changed:
            lag = self._orders.clock() - happening.at
            self._telemetry.unasked.lag(venue, lag.total_seconds())

    def _of(self, source: Name) -> Sequence[Reaction[Any, Any, Any]]:
        return [each for each in self._reactions if each.source == source.kind]


def word(outcome: Outcome[Any, Any]) -> str:
    """What an order came to, in one word: "done", "refused", "repeated" or "unchanged"."""
    if outcome.repeated:
        return "repeated"
    if not outcome.changed:
        return "unchanged"
    return "refused" if outcome.refusal is not None else "done"
