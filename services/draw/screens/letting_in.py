"""Letting screens in: what a draw service does for the displays of its venues."""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager

import structlog

from services.draw.domain.display import DISPLAYS, Bound, Command, Event, Revoked, State
from services.draw.screens.hanging import Hanging
from services.draw.screens.pairing import Pairing
from services.kernel.base import Base
from services.kernel.errors import NotFound
from services.kernel.journal.connection import connect
from services.kernel.journal.tls import tls_of
from services.kernel.kept import Kept
from services.kernel.names import ROOM, BadName
from services.kernel.record.aggregates import Aggregates
from services.kernel.rights import admission
from services.kernel.rights.admission import MARK, Admission
from services.kernel.rights.cutting import Cutting
from services.kernel.rights.displaykey import DisplayKey
from services.kernel.rights.door import Door
from services.kernel.settings import StartError
from services.kernel.walk import now

log = structlog.get_logger(__name__)

Displays = Aggregates[Command, Event, State]
Still = Callable[[str], Awaitable[bool]]


@asynccontextmanager
async def letting_in(
    base: Base, kept: Kept, displays: Displays, hanging: Hanging
) -> AsyncIterator[Pairing | None]:
    """Have `kept` let screens in, pair them, and cut off those that were revoked.

    None where there is no key of displays: then nobody is let in. Raises a `StartError`.
    """
    key = _key(base)
    if key is None:
        yield None
        return

    async def look(venue: str, display: str) -> admission.Bound | None:
        if venue not in base.venues or not ROOM.fullmatch(display):
            return None
        year = base.venues.get(venue).gaming_day(now()).year
        return await _bound(displays, hanging, venue, display, year)

    admit = Admission(key, base.venues, not base.settings.production, look)
    pairing = Pairing(base.connection, key, displays)
    kept.run(Door(base.connection, key, admit).run)
    kept.run(pairing.run)
    system = base.settings.nats_system_url
    if not system:
        log.warning("revoked_screens_stay", why="EYESDOWN_NATS_SYSTEM_URL is not set")
        yield pairing
        return
    client = await connect(
        system,
        name=f"draw {base.settings.replica}, connections",
        tls=tls_of(base.settings),
    )
    try:
        cutting = Cutting(client, _unchanged(admit.still, hanging))
        kept.tell(DISPLAYS.kind, lambda _: cutting.changed())
        kept.run(cutting.run)
        yield pairing
    finally:
        await client.close()


def _unchanged(still: Still, hanging: Hanging) -> Still:
    """Whether a screen would be let in now: asked of the journal only when its display has
    changed since, or a thousand screens would be a thousand questions every half minute."""
    known: dict[str, int] = {}

    async def would(name: str) -> bool:
        venue, _, display = name.partition(MARK)[0].partition(".")
        changed = hanging.changed(venue, display)
        if known.get(name) == changed:
            return True
        if await still(name):
            known[name] = changed
            return True
        known.pop(name, None)
        return False

    return would


def _key(base: Base) -> DisplayKey | None:
    file = base.settings.display_key
    try:
        return DisplayKey.of(file)
    except FileNotFoundError:
        log.warning("displays_not_let_in", why=f"there is no key of displays in {file}")
        return None
    except OSError as error:
        raise StartError([f"{file}: the key of displays: {error.strerror}"]) from error


async def _bound(
    displays: Displays, hanging: Hanging, venue: str, display: str, year: int
) -> admission.Bound | None:
    """How a display is bound now, by the journal's leader. Raises `Unavailable`."""
    try:
        found = (await displays.read(hanging.named(venue, display, year))).state
    except (NotFound, BadName):
        return None
    match found:
        case Bound():
            return admission.Bound(found.room, found.secret_sha256)
        case Revoked():
            return admission.Bound(found.room, b"")
    return None
