"""What every service is put together from, by hand and in the order in which it is needed.

```python
async with standing_on("draw", settings, os.environ, stop) as base:
    kept = Kept(base)
    ...  # the service's own parts, on `kept` and on `base`
    await kept.serve(stop, ready)
```
"""

from __future__ import annotations

import asyncio
from collections.abc import (
    AsyncIterator,
    Awaitable,
    Callable,
    Collection,
    Coroutine,
    Mapping,
    Sequence,
)
from contextlib import asynccontextmanager
from dataclasses import dataclass
from datetime import timedelta
from typing import Any

import nats.errors
import structlog

from services.kernel import build
from services.kernel.alike import answer_alike
from services.kernel.boards.boards import Boards
from services.kernel.boards.pulse import Pulse
from services.kernel.boards.rooms import Rooms
from services.kernel.errors import Failure
from services.kernel.following.feed import Feed
from services.kernel.following.heads import Heads
from services.kernel.following.skew import Skew
from services.kernel.journal.archive import Archive, NatsArchive
from services.kernel.journal.blobs import Blobs
from services.kernel.journal.connection import Connection, connect
from services.kernel.journal.embedded import OWN
from services.kernel.journal.guard import GuardedJournal, Writes
from services.kernel.journal.integrity import Integrity
from services.kernel.journal.lastvalue import StoreDown
from services.kernel.journal.nats_store import NatsJournal
from services.kernel.journal.provision import journal_years
from services.kernel.journal.servercheck import Checked, check_server
from services.kernel.journal.store import JournalDown
from services.kernel.journal.tls import tls_of
from services.kernel.names import Name
from services.kernel.profiles import Profiles
from services.kernel.record import player_lists, profile_books
from services.kernel.record.aggregates import Aggregates
from services.kernel.record.approvals import Approvals
from services.kernel.record.histories import RECORD_TOO_NEW
from services.kernel.record.people import People
from services.kernel.record.players import Players
from services.kernel.record.revocations import CODEC, REVOCATIONS
from services.kernel.record.seal import Keys, KeysUnreadable, Sealer
from services.kernel.serving import logs, telemetry
from services.kernel.serving.access_rpc import Days
from services.kernel.serving.denying import recorder
from services.kernel.serving.keysets import FetchedKeys, fetched_keys, nothing_sought
from services.kernel.serving.player_registry import registry_of
from services.kernel.serving.revoked import RevokedTokens
from services.kernel.serving.server import Server
from services.kernel.serving.telemetry import Telemetry
from services.kernel.serving.tokens import verifier_of
from services.kernel.serving.tracing import flush, tracing
from services.kernel.serving.vitals import Vitals
from services.kernel.settings import Settings, StartError, unknown
from services.kernel.tasks import end
from services.kernel.venues import Venues
from services.kernel.walk import now

NEW_YEARS = timedelta(minutes=1)
"""How often it is looked for streams of years that were provisioned since."""

SPANS_WITHIN = 2.0
"""Seconds in which the last spans are sent, or lost."""

log = structlog.get_logger(__name__)


Ready = Callable[[Server], None]
"""Told when a server answers calls."""


class Stopped(StartError):
    """A part of a service ended by itself, and so did the service."""


@dataclass(frozen=True)
class Base:
    """The parts that a service stands on."""

    service: str
    settings: Settings
    venues: Venues
    profiles: Profiles
    telemetry: Telemetry
    connection: Connection
    journal: GuardedJournal
    sealer: Sealer
    people: People
    boards: Boards
    rooms: Rooms
    archive: Archive
    integrity: Integrity
    server: Server
    players: Players
    approvals: Approvals
    issuer: FetchedKeys | None
    days: Days
    revoked: RevokedTokens

    def alarm(self, name: Name, reason: str) -> None:
        """An aggregate cannot be read: say so, and be not ready where a release is too old."""
        log.error("record_unreadable", name=str(name), reason=reason)
        self.telemetry.unreadable(reason)
        if reason == RECORD_TOO_NEW.code:
            # No more can change for this process: whatever it is told of later, it reads no better.
            why = f"{name} holds what this release cannot read: start a newer one"
            self.server.ready.set("release", False, why)

    async def serve(
        self,
        stop: asyncio.Event,
        heads: Heads,
        *runs: Coroutine[Any, Any, None],
        beside: Sequence[Heads] = (),
        acts: Sequence[Coroutine[Any, Any, None]] = (),
        feed: Feed | None = None,
        drain: Sequence[Callable[[], Awaitable[None]]] = (),
        sorts: Collection[str] = (),
        ready: Ready,
    ) -> None:
        """Follow the journal, run `runs` and `acts`, and answer calls until `stop` is set.

        `heads` are the service's own, `beside` those of others that it looks at.
        Then `acts`, which begin things by themselves, are ended, and what they and the last calls
        began is finished: each of `drain` returns when its part is. `feed` follows the journal too
        and is closed in the end; its `run` is one of `acts`. `sorts` are the sorts of profiles that
        it plays by. `ready` is told when calls are answered. Raises a `StartError`, and `Stopped`
        when something that goes on for ever ended.
        """
        follows: list[Heads | Feed] = [heads, *beside, *([feed] if feed is not None else [])]
        try:
            await self._begin(follows, sorts)
        except BaseException:
            for run in (*runs, *acts):
                run.close()
            await _close(follows)
            raise
        answer_alike(self, heads)
        pulse = Pulse(
            self.connection,
            self.venues.ids,
            self.service,
            self.settings.replica,
            heads.position,
            now,
        )
        skew = Skew(self.connection, self.telemetry)
        failing = (each.failed() for each in (heads, *beside))
        vitals = Vitals(self.connection, self.telemetry, build.here())
        measuring = (self.integrity.run(), skew.run(), vitals.run())
        ever = (*runs, *failing, self._new_years(follows), *measuring)
        ever += (self.revoked.run(), *([self.issuer.run()] if self.issuer else []))
        acting = [asyncio.create_task(act) for act in acts]
        work = [*acting, *(asyncio.create_task(run) for run in ever)]
        failed = [asyncio.create_task(_until_done(work, stop))]
        try:
            async with pulse:
                await self.server.serve(stop, lambda: ready(self.server))
                await end(acting)
                kept = (self.days, self.players.lists, self.approvals.books)
                await self._finish((*drain, *(each.drained for each in kept)))
        finally:
            await end((*work, *failed))
            await _close(follows)
        for task in work:
            error = None if task.cancelled() else task.exception()
            if error is not None:
                log.error("stopped_working", exc_info=error)
                raise Stopped([f"the {self.service} service stopped working: {error}"]) from error

    async def _begin(self, follows: Sequence[Heads | Feed], sorts: Collection[str]) -> None:
        for venue in self.venues.ids:
            try:
                found = await self._follow(follows, venue)
            except (JournalDown, nats.errors.Error) as error:
                raise StartError([f"the journal of {venue} cannot be read: {error}"]) from error
            if not found:
                raise StartError([f"{venue} has no journal on this NATS: run `eyesdown provision`"])
        try:
            await self.integrity.look()
        except JournalDown as down:
            raise StartError([f"a journal cannot be looked at: {down}"]) from down
        try:
            await self.revoked.begin()
        except Failure as failure:
            why = failure.sentence
            raise StartError([f"which tokens were taken back cannot be read: {why}"]) from failure
        blobs = Blobs(self.connection)
        for profile_id in self.profiles.ids:
            try:  # before any commit names it
                await blobs.put(self.profiles.get(profile_id).text)
            except StoreDown as down:
                raise StartError([f"the text of {profile_id} cannot be kept: {down}"]) from down
        try:
            await self.approvals.tell(self.venues, self.profiles, sorts)
        except Failure as failure:
            why = failure.sentence
            raise StartError([f"the rules of the houses cannot be read: {why}"]) from failure

    async def _follow(self, follows: Sequence[Heads | Feed], venue: str) -> bool:
        """Follow every year of a venue that there is; whether there is any."""
        years = await journal_years(self.connection, venue)
        for year in years:
            for each in follows:
                await each.follow(venue, year)
        return bool(years)

    async def _finish(self, drain: Sequence[Callable[[], Awaitable[None]]]) -> None:
        try:
            async with asyncio.timeout(self.server.left):
                for done in drain:
                    await done()
        except TimeoutError:
            log.warning("stopped_with_work_left", service=self.service)

    async def _new_years(self, follows: Sequence[Heads | Feed]) -> None:
        while True:
            await asyncio.sleep(NEW_YEARS.total_seconds())
            for venue in self.venues.ids:
                try:
                    await self._follow(follows, venue)
                except (JournalDown, nats.errors.Error) as down:
                    log.warning("years_not_read", venue=venue, why=str(down))


async def _close(follows: Sequence[Heads | Feed]) -> None:
    for each in reversed(follows):
        await each.close()


async def _until_done(work: list[asyncio.Task[None]], stop: asyncio.Event) -> None:
    """A service whose work has ended must not go on answering."""
    await asyncio.wait(work, return_when=asyncio.FIRST_COMPLETED)
    stop.set()


@asynccontextmanager
async def standing_on(
    service: str, settings: Settings, environment: Mapping[str, str], stop: asyncio.Event
) -> AsyncIterator[Base]:
    """Read what is configured, connect, and check what is stood on. Raises a `StartError`."""
    logs.configure(settings.log_level, settings.log_as, service, settings.replica)
    for name in unknown(environment):
        log.warning("setting_not_known", name=name, what="nothing reads a variable of this name")
    venues, profiles = Venues.load(settings.venues_folder), Profiles.load(settings.rules_folder)
    provider = tracing(service, settings.replica, build.here(), environment)
    measured = Telemetry(service, telemetry.registry(), provider, venues.ids)
    try:
        keys = Keys.prepare(settings.keys)
    except KeysUnreadable as unreadable:
        raise StartError([f"EYESDOWN_KEYS: {unreadable}"]) from unreadable
    connection = await connect(
        settings.nats_url,
        name=f"{service} {settings.replica}",
        closed=stop.set,
        tls=tls_of(settings),
    )
    stored, archive = NatsJournal(connection), NatsArchive(connection)
    registry = registry_of(settings)
    writes = Writes(lambda ok, why: server.ready.set("writes", ok, why))
    journal = GuardedJournal(stored, lambda name: integrity.damaged(name), writes)
    try:
        checked = await _checked(connection, settings, always=environment.get(OWN) == "1")
        for sentence in checked.unchecked:
            log.info("not_checked", what=sentence)
        sealer = Sealer(keys)
        issuer = fetched_keys(settings)
        days = Aggregates(REVOCATIONS, CODEC, journal, sealer, software=build.here())
        revoked = RevokedTokens(days.read, settings.token_life_max)
        verify = verifier_of(settings, issuer)
        server = Server(
            settings,
            venues=venues,
            verify=lambda token: revoked.left(verify(token)),
            telemetry=measured,
            denied=recorder(journal, sealer, venues, build.here()),
            sought=issuer.sought if issuer else nothing_sought,
        )
        revoked.changed = lambda: server.revoke(revoked.left)
        if issuer is not None:
            _follow_issuer(issuer, server, measured)
        server.ready.set("journal", False, "the journal has not been read yet")
        _follow_link(connection, server, writes)
        integrity = Integrity(venues.ids, archive, measured, server.ready)
        people = People(connection, keys)
        lists = Aggregates(
            player_lists.PLAYER_LISTS, player_lists.CODEC, journal, sealer, software=build.here()
        )
        books = Aggregates(
            profile_books.BOOKS, profile_books.CODEC, journal, sealer, software=build.here()
        )
        yield Base(
            service,
            settings,
            venues,
            profiles,
            measured,
            connection,
            journal,
            sealer,
            people,
            Boards(connection, lambda name: measured.unasked.oversized(name.venue)),
            Rooms(connection),
            archive,
            integrity,
            server,
            Players(lists, people, venues, now, registry),
            Approvals(books, archive.streams, settings.approval_demanded),
            issuer,
            days,
            revoked,
        )
    finally:
        writes.close()
        if registry is not None:
            await registry.close()
        await archive.close()
        await stored.close()
        await connection.close()
        await flush(provider, SPANS_WITHIN)


async def _checked(connection: Connection, settings: Settings, always: bool) -> Checked:
    """What the servers are; `always`: one of our own, which syncs every write."""
    if always or not settings.nats_system_url:
        return await check_server(connection, always=always)
    system = await connect(settings.nats_system_url, name="check", tls=tls_of(settings))
    try:
        return await check_server(connection, system=system)
    finally:
        await system.close()


def _follow_link(connection: Connection, server: Server, writes: Writes) -> None:
    """Have readiness tell of the connection to NATS; with a new one there is hope for writes."""

    def changed(up: bool) -> None:
        server.ready.set("nats", up, "" if up else "no connection to NATS")
        if up:
            writes.passed()

    changed(connection.link.up)
    connection.link.watch(changed)


def _follow_issuer(issuer: FetchedKeys, server: Server, measured: Telemetry) -> None:
    """Have readiness tell of the issuer's keys: without any, nobody can be known."""

    def changed(there: bool) -> None:
        server.ready.set("issuer", there, "" if there else "its keys were never fetched")

    changed(bool(issuer()))
    issuer.changed = changed
    measured.issuer_keys(lambda: issuer.age)
