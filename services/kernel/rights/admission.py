"""Which screens are let in, and with what rights."""

from __future__ import annotations

import hashlib
import hmac
import re
from collections.abc import Awaitable, Callable
from dataclasses import dataclass

from services.kernel.rights.displaykey import DisplayKey, development_logins
from services.kernel.rights.grants import NEWCOMER, Rights, display_rights, newcomer_rights
from services.kernel.venues import Venues

SCREENS_KEY = re.compile(r"[a-z0-9]{26,64}")
"""What a screen without a room makes itself: 128 bits or more in base32, known to it alone."""
MARK = "#"


@dataclass(frozen=True, slots=True)
class Entry:
    """A screen that is let in: its rights, and the name under which the servers show it, which
    also tells what it was let in for."""

    rights: Rights
    name: str


@dataclass(frozen=True, slots=True)
class Bound:
    """The room that a display hangs in, and the hash of its screen's secret; empty once it was
    revoked."""

    room: str
    secret_sha256: bytes


Look = Callable[[str, str], Awaitable[Bound | None]]
"""How a display (ids of venue and display) is bound now; None if no screen ever was."""


class Admission:
    """Says who may come in: an `Admit` of the door."""

    def __init__(self, key: DisplayKey, venues: Venues, development: bool, look: Look) -> None:
        """With `development` the displays of the venue files have secrets by themselves, until a
        screen is bound to them."""
        self._look = look
        self._listed = {
            (each.venue, each.display): Bound(each.room, _digest(each.secret))
            for each in (development_logins(key, venues) if development else ())
        }

    async def __call__(self, user: str, password: str) -> Entry | None:
        """The entry of this user with this password; None: not to come in.

        Raises what looking raises.
        """
        if user == NEWCOMER:
            fits = SCREENS_KEY.fullmatch(password)
            return Entry(newcomer_rights(password), NEWCOMER) if fits else None
        venue, _, display = user.partition(".")
        bound = await self._bound(venue, display)
        if bound is None or not hmac.compare_digest(bound.secret_sha256, _digest(password)):
            return None
        return Entry(display_rights(venue, bound.room, display), _name(user, bound))

    async def still(self, name: str) -> bool:
        """Whether a screen that was let in under this name would be so now."""
        user, mark, _ = name.partition(MARK)
        if not mark:
            return True
        venue, _, display = user.partition(".")
        bound = await self._bound(venue, display)
        return bound is not None and name == _name(user, bound)

    async def _bound(self, venue: str, display: str) -> Bound | None:
        return await self._look(venue, display) or self._listed.get((venue, display))


def _name(user: str, bound: Bound) -> str:
    about = hashlib.sha256(bound.room.encode() + b"\0" + bound.secret_sha256)
    return f"{user}{MARK}{about.hexdigest()[:12]}"


def _digest(secret: str) -> bytes:
    return hashlib.sha256(secret.encode()).digest()
