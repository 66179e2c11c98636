"""Which screens are let in, and with what rights."""

from __future__ import annotations

import hashlib
import hmac
import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import structlog
from nats.aio.client import Client

from services.kernel.rights.displaykey import DisplayKey, development_logins
from services.kernel.rights.door import Door
from services.kernel.rights.grants import NEWCOMER, Rights, display_rights, newcomer_rights
from services.kernel.settings import Settings, StartError
from services.kernel.venues import Venues

SCREENS_KEY = re.compile(r"[a-z0-9]{26,64}")
"""What a screen without a room makes itself: 128 bits or more in base32, known to it alone."""

log = structlog.get_logger(__name__)


class Admission:
    """Says who may come in: an `Admit` of the door."""

    def __init__(self, key: DisplayKey, venues: Venues, development: bool) -> None:
        """With `development` the displays of the venue files have secrets by themselves."""
        logins = development_logins(key, venues) if development else ()
        self._logins = {each.user: each for each in logins}

    def __call__(self, user: str, password: str) -> Rights | None:
        """What this user may with this password; None: not come in."""
        if user == NEWCOMER:
            return newcomer_rights(password) if SCREENS_KEY.fullmatch(password) else None
        login = self._logins.get(user)
        if login is None or not _same(login.secret, password):
            return None
        return display_rights(login.venue, login.room, login.display)


def _same(ours: str, given: str) -> bool:
    one, other = (hashlib.sha256(each.encode()).digest() for each in (ours, given))
    return hmac.compare_digest(one, other)


@asynccontextmanager
async def letting_in(client: Client, settings: Settings, venues: Venues) -> AsyncIterator[None]:
    """Let displays in while the block is open. Raises a `StartError` where the key cannot be read;
    where there is none, nobody is let in."""
    file = settings.display_key
    try:
        key = DisplayKey.of(file)
    except FileNotFoundError:
        log.warning("displays_not_let_in", why=f"there is no key of displays in {file}")
        yield
        return
    except OSError as error:
        raise StartError([f"{file}: the key of displays: {error.strerror}"]) from error
    async with Door(client, key, Admission(key, venues, not settings.production)):
        yield
