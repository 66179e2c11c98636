"""Which tokens were taken back, as the journal has it: read at the start, and followed."""

from __future__ import annotations

import asyncio
import functools
import time
from collections.abc import Awaitable, Callable

import structlog

from services.kernel.errors import Failure
from services.kernel.following.heads import Head
from services.kernel.names import Name
from services.kernel.persons import spelt
from services.kernel.record.histories import Snapshot
from services.kernel.record.revocations import KIND, Revoked, TokensRevoked
from services.kernel.serving.tokens import LEEWAY, Identity

AGAIN = 1.0
"""Seconds after which what could not be read is read again."""

Read = Callable[[Name], Awaitable[Snapshot[TokensRevoked, Revoked]]]

log = structlog.get_logger(__name__)

_spelling = functools.lru_cache(4_096)(spelt)
"""A person in one spelling; it is asked for at every call."""


class RevokedTokens:
    """What was taken back in each venue; `read` gives a day of it, `longest` is for how many
    seconds a token may be good: an older revocation has nothing left to take back.

    `changed` is called when there is more.
    """

    def __init__(self, read: Read, longest: float, now: Callable[[], float] = time.time) -> None:
        self._read = read
        # A token may be issued until `LEEWAY` after a revocation, and be taken so long after its
        # end.
        self._kept = longest + 2 * LEEWAY
        self._now = now
        # By person, in one spelling, or token: when it was taken back in a venue, sparing auditors
        # or not.
        self._people: dict[str, dict[tuple[str, bool], float]] = {}
        self._tokens: dict[str, dict[tuple[str, bool], float]] = {}
        self._new: set[Name] = set()
        self._told = asyncio.Event()
        self.changed: Callable[[], None] = lambda: None

    def left(self, identity: Identity) -> Identity:
        """The identity with the venues in which its token was taken back."""
        # Whoever is taken back is so in every spelling: nobody has to type it as the issuer does.
        people = self._people.get(_spelling(identity.person)) if self._people else None
        tokens = self._tokens.get(identity.token_id)
        if people is None and tokens is None:
            return identity
        # An issuer's clock may be ahead: what looks issued a moment later may have been earlier.
        taken = {of for of, at in (people or {}).items() if identity.issued <= at + LEEWAY}
        taken.update(tokens or ())
        gone = [venue for venue, sparing in taken if not sparing]
        return identity.without(gone, [venue for venue, sparing in taken if sparing])

    def seen(self, head: Head) -> None:
        """A head is new: it will be read if there are revocations in it."""
        if head.name.kind == KIND and head.at.timestamp() > self._now() - self._kept:
            self._new.add(head.name)
            self._told.set()

    async def begin(self) -> None:
        """Read what was seen by now, before the first call. Raises a `Failure`."""
        await self._take_new()

    async def run(self) -> None:
        """Read what is new, for ever."""
        while True:
            await self._told.wait()
            try:
                await self._take_new()
            except Failure as failure:
                log.warning("revocations_not_read", reason=failure.reason.code)
                await asyncio.sleep(AGAIN)

    async def _take_new(self) -> None:
        self._told.clear()
        for name in tuple(self._new):
            try:
                last = await self._read(name)
            except Failure:
                self._told.set()
                raise
            self._new.discard(name)
            self._take(name.venue, last.state)

    def _take(self, venue: str, revoked: Revoked) -> None:
        self._forget()
        for each in revoked:
            table, key = self._tokens, each.token_id
            if each.person:
                table, key = self._people, _spelling(each.person)
            at, of = table.setdefault(key, {}), (venue, each.sparing_auditors)
            at[of] = max(at.get(of, 0.0), each.at.timestamp())
        self.changed()

    def _forget(self) -> None:
        """Leave out what has nothing left to take back, or it would be kept for ever."""
        since = self._now() - self._kept
        for table in (self._people, self._tokens):
            for key, times in tuple(table.items()):
                table[key] = {of: at for of, at in times.items() if at > since}
                if not table[key]:
                    del table[key]
