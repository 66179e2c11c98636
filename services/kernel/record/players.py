"""Whether somebody may play: the venue's lists, its least age, and the operator's own registry.

Of whom the lists are for is learned from PEOPLE, once in a process, and kept as digests under a key
that dies with it. Whatever fits is opened again before it counts, so who was erased is nobody.
"""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Awaitable, Callable, Iterable
from dataclasses import dataclass
from datetime import date, datetime
from typing import Any, Protocol

import structlog

from eyesdown.common.v1 import players_pb2
from services.kernel.admission import Answer
from services.kernel.errors import InvalidArgument, NotFound
from services.kernel.journal.lastvalue import StoreDown
from services.kernel.law import KeyMissing
from services.kernel.names import Name
from services.kernel.record.aggregates import Aggregates
from services.kernel.record.histories import Snapshot
from services.kernel.record.identifying import Marks, age, marks
from services.kernel.record.people import People
from services.kernel.record.player_lists import (
    KIND,
    YEARS,
    Bar,
    Bars,
    Command,
    Event,
    in_force,
)
from services.kernel.record.seal import SealBroken
from services.kernel.venues import Venue, Venues

AT_ONCE = 32
"""How many people are looked up side by side when lists are first read."""

Lists = Aggregates[Command, Event, Bars]

log = structlog.get_logger(__name__)


class RegistryDown(Exception):
    """The operator's registry did not answer."""


class Registry(Protocol):
    """A registry of the operator's own; raises `RegistryDown`."""

    async def may_play(self, venue: str, shown: players_pb2.PlayerShown) -> bool:
        """Whether it lets this player play in the venue."""
        ...


@dataclass(frozen=True, slots=True)
class Fit:
    """A bar in force that fits who was shown."""

    list: Name
    bar: Bar


@dataclass(frozen=True, slots=True)
class Found:
    """What is known of who was shown. `versions` are those of the lists that were read."""

    answer: Answer
    fits: tuple[Fit, ...]
    under_age: bool
    versions: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Kept:
    """Somebody whose marks are kept in PEOPLE: references, or empty."""

    member_number: str
    name: str
    date_of_birth: str


@dataclass(frozen=True, slots=True)
class Read:
    """The lists as they were read: their versions, the oldest year first, and the bars in force;
    empty where there was nothing to look up."""

    versions: tuple[int, ...]
    held: tuple[Fit, ...]


class Players:
    """Looks players up. Every method raises `Unavailable` where the journal cannot be read."""

    def __init__(
        self,
        lists: Lists,
        people: People,
        venues: Venues,
        clock: Callable[[], datetime],
        registry: Registry | None = None,
    ) -> None:
        self.lists = lists
        self._people = people
        self._venues = venues
        self._clock = clock
        self._registry = registry
        self._key = secrets.token_bytes(32)
        self._meant: dict[tuple[Name, int], Marks] = {}
        self._busy = asyncio.Semaphore(AT_ONCE)

    async def check(
        self, venue: str, shown: players_pb2.PlayerShown, *, rehearsed: bool
    ) -> players_pb2.PlayerCheck | None:
        """The fact that a decision about this player rests on; nothing in it says who it is.

        None in a rehearsal (`validate_only`) where somebody is shown: who may not play is told only
        where it goes on record who asked.
        """
        if rehearsed and shown != players_pb2.PlayerShown():
            return None
        found = await self.find(venue, shown)
        return self._fact(venue, found.answer, found.versions)

    async def check_kept(
        self, venue: str, kept: Iterable[Kept], *, rehearsed: bool
    ) -> list[players_pb2.PlayerCheck] | None:
        """The same for people whose marks are kept in PEOPLE, in their order; None in a
        rehearsal."""
        if rehearsed:
            return None
        of, now = self._venues.get(venue), self._clock()
        read = await self._read(of, now)
        return list(await asyncio.gather(*(self._of_kept(of, each, read, now) for each in kept)))

    async def _of_kept(
        self, of: Venue, kept: Kept, read: Read, now: datetime
    ) -> players_pb2.PlayerCheck:
        if not read.held and self._registry is None and not kept.date_of_birth:
            return self._fact(of.id, Answer.MAY_PLAY, read.versions)
        try:
            async with self._busy:
                shown = players_pb2.PlayerShown(
                    member_number=await self._opened(of.id, kept.member_number),
                    name=await self._opened(of.id, kept.name),
                    date_of_birth=await self._opened(of.id, kept.date_of_birth),
                )
        except (StoreDown, KeyMissing, SealBroken) as trouble:
            log.warning("player_not_checked", venue=of.id, why=str(trouble))
            return self._fact(of.id, Answer.NOT_KNOWN, read.versions)
        return self._fact(of.id, (await self._find(of, shown, read, now)).answer, read.versions)

    def _fact(self, venue: str, answer: Answer, versions: Iterable[int]) -> players_pb2.PlayerCheck:
        wanted = self._venues.get(venue).players
        return players_pb2.PlayerCheck(
            answer=answer.value,  # type: ignore[arg-type]  # the numbers are the same
            must_be_shown=wanted.must_be_shown,
            unchecked_allowed=wanted.unchecked_allowed,
            list_versions=versions,
        )

    async def find(self, venue: str, shown: players_pb2.PlayerShown) -> Found:
        """What is known of who is shown, for those alone who have to speak with them."""
        of, now = self._venues.get(venue), self._clock()
        known = shown.member_number or shown.name
        read = await self._read(of, now) if known else Read((), ())
        return await self._find(of, shown, read, now)

    async def _find(
        self, of: Venue, shown: players_pb2.PlayerShown, read: Read, now: datetime
    ) -> Found:
        seen = marks(shown.member_number, shown.name, shown.date_of_birth)
        young = _under_age(of, shown, now)
        fits: tuple[Fit, ...] = ()
        if not seen.member_number and not seen.name:
            answer = Answer.NOT_SHOWN
        else:
            try:
                fits = await self._fitting(of.id, seen, read)
                let_in = bool(fits) or await self._let_in(of.id, shown)
                answer = Answer.MAY_NOT_PLAY if fits or not let_in else Answer.MAY_PLAY
            except (StoreDown, KeyMissing, SealBroken, RegistryDown) as trouble:
                log.warning("player_not_checked", venue=of.id, why=str(trouble))
                answer = Answer.NOT_KNOWN
        return Found(Answer.MAY_NOT_PLAY if young else answer, fits, young, read.versions)

    async def told(self, venue: str, bar: Bar) -> tuple[str, str, str, str, str]:
        """Name, number, date of birth, category and note of a bar; empty where erased or not given.

        Raises `StoreDown`, `KeyMissing`, `SealBroken`.
        """
        of = (bar.player, bar.member_number, bar.date_of_birth, bar.category, bar.note)
        name, number, born, category, note = [await self._opened(venue, each) for each in of]
        return name, number, born, category, note

    async def forget(self, venue: str, bar: Bar) -> None:
        """Erase whom a bar was for. Raises `StoreDown`."""
        for reference in bar.references:
            await self._people.erase(venue, reference)

    # -- how -------------------------------------------------------------------------------

    async def _read(self, of: Venue, now: datetime) -> Read:
        year = of.gaming_day(now).year
        names = [Name(of.id, KIND, str(each)) for each in range(year - YEARS, year + 1)]
        lists = await asyncio.gather(*(self._list(name) for name in names))
        held = [Fit(each.name, bar) for each in lists if each for bar in in_force(each.state, now)]
        self._forget_all_but({(fit.list, fit.bar.bar) for fit in held}, of.id)
        return Read(tuple(each.version if each else 0 for each in lists), tuple(held))

    async def _list(self, name: Name) -> Snapshot[Event, Bars] | None:
        try:
            return await self.lists.read(name)
        except NotFound:
            return None

    async def _fitting(self, venue: str, seen: Marks, read: Read) -> tuple[Fit, ...]:
        meant = await asyncio.gather(*(self._learned(fit) for fit in read.held))
        digests = seen.under(self._key)
        fitting = [fit for fit, of in zip(read.held, meant, strict=True) if digests.fits(of)]
        again = [await self._marks(fit) for fit in fitting]
        return tuple(fit for fit, of in zip(fitting, again, strict=True) if seen.fits(of))

    def _forget_all_but(self, held: set[tuple[Name, int]], venue: str) -> None:
        """Nothing is kept of whom no bar in force is for."""
        for key in [each for each in self._meant if each[0].venue == venue and each not in held]:
            del self._meant[key]

    async def _learned(self, fit: Fit) -> Marks:
        key = fit.list, fit.bar.bar
        known = self._meant.get(key)
        if known is None:
            async with self._busy:
                known = (await self._marks(fit)).under(self._key)
            self._meant[key] = known
        return known

    async def _marks(self, fit: Fit) -> Marks:
        venue, bar = fit.list.venue, fit.bar
        number, name, born = [
            await self._opened(venue, each)
            for each in (bar.member_number, bar.player, bar.date_of_birth)
        ]
        return marks(number, name, born)

    async def _opened(self, venue: str, reference: str) -> str:
        return (await self._people.name(venue, reference) or "") if reference else ""

    def _let_in(self, venue: str, shown: players_pb2.PlayerShown) -> Awaitable[bool]:
        return self._registry.may_play(venue, shown) if self._registry else _yes()


async def _yes() -> bool:
    return True


def shown(request: Any) -> players_pb2.PlayerShown:
    """Take what a player shows out of a request, before it goes on record. Raises
    `InvalidArgument`."""
    taken = players_pb2.PlayerShown()
    taken.CopyFrom(request.shown)
    request.ClearField("shown")
    born_on(taken.date_of_birth, "shown.date_of_birth")
    return taken


def born_on(text: str, field: str) -> date | None:
    """A date of birth; None where none is given. Raises `InvalidArgument` for no date."""
    try:
        return date.fromisoformat(text) if text else None
    except ValueError as wrong:
        raise InvalidArgument(field, "it is no date") from wrong


def _under_age(of: Venue, shown: players_pb2.PlayerShown, now: datetime) -> bool:
    born = born_on(shown.date_of_birth, "player.date_of_birth")
    if born is None:
        return False
    return age(born, now.astimezone(of.zone).date()) < of.players.least_age
