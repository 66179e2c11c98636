"""What a service's feeds have to remember beside the journal: the bucket `FEEDS`.

| key | value |
| --- | --- |
| `parked.<service>.<venue>.<kind>.<id>` | an aggregate whose commits are not reacted to, and why |
| `scanned.<service>.<venue>.<year>` | up to where a year was looked through, for which kinds |

Both are JSON. How far reactions have come is not here: that is in the targets' own records.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

import nats.errors
import nats.js.errors
from nats.aio.msg import Msg
from nats.aio.subscription import Subscription

from services.kernel.errors import Failure
from services.kernel.journal.connection import Connection
from services.kernel.journal.lastvalue import Beaten, LastValues, StoreDown
from services.kernel.law import Refused
from services.kernel.names import BadName, Name

STREAM = "KV_FEEDS"
LONGEST = 300
"""Characters of a reason that are kept."""


@dataclass(frozen=True, slots=True)
class Parked:
    """An aggregate whose commits are not reacted to.

    `after` is its last commit that was reacted to (0 if that is not known), `reason` the last
    failure with what came next, `replica` who met it. `retry` means that somebody asked to try
    again and nobody has caught up yet.
    """

    source: Name
    since: datetime
    reason: str
    after: int
    replica: str
    retry: bool = False


class FeedStore:
    """The bucket, as one service uses it. Every method raises `StoreDown`."""

    def __init__(self, connection: Connection, service: str) -> None:
        self._connection = connection
        self._service = service
        self._values = LastValues(connection, STREAM)

    # -- parked ------------------------------------------------------------------------------

    async def parked(self, venue: str = "") -> list[Parked]:
        """Everything in a venue (in all of them, if empty) that is parked, or was and waits to be
        tried again, by name."""
        names = await self._names(f"{self._parked}.{venue}.>" if venue else f"{self._parked}.>")
        found = [await self.look(name) for name in names]
        return sorted((each for each in found if each), key=lambda each: each.source)

    async def look(self, source: Name) -> Parked | None:
        """How one aggregate stands; None when nothing is wrong with it."""
        return (await self._read(source))[1]

    async def park(self, parked: Parked) -> Parked:
        """Remember a parked aggregate, or keep what somebody remembered before; what is kept."""
        return (
            await self._change(
                parked.source, lambda known: known if known and not known.retry else parked
            )
            or parked
        )

    async def release(self, source: Name) -> bool:
        """Ask for a parked aggregate to be tried again; whether it was parked."""
        known = await self._change(source, lambda known: known and replace(known, retry=True))
        return known is not None

    async def clear(self, source: Name) -> None:
        """Forget about an aggregate that was released and has been caught up with."""
        known = await self.look(source)
        if known is not None and known.retry:
            await self._values.purge(self._subject(source))

    async def watch(self, told: Callable[[Name], None]) -> Subscription:
        """Tell `told` of every aggregate that may stand otherwise now: `look`.

        Only what is stored is told, by the subject on which the stream publishes it again.
        Unsubscribe from what is given back. What happens while we are disconnected is not told.
        """

        async def changed(message: Msg) -> None:
            with suppress(BadName, ValueError):
                told(self._name(message.subject))

        try:
            return await self._connection.subscribe(f"{self._stored}.>", cb=changed)
        except nats.errors.Error as error:
            raise StoreDown(f"{STREAM} cannot be watched: {error}") from error

    # -- scanned -----------------------------------------------------------------------------

    async def scanned(self, venue: str, year: int, kinds: Iterable[str]) -> int:
        """Up to which sequence everything of these kinds was reacted to or parked; 0 for none."""
        kept = await self._values.read(self._scan(venue, year))
        value = json.loads(kept.body) if kept and kept.body else {}
        return int(value["position"]) if value.get("kinds") == sorted(set(kinds)) else 0

    async def scan(self, venue: str, year: int, kinds: Iterable[str], position: int) -> None:
        """Remember that. Of two at once either may win: both are true."""
        value = {"position": position, "kinds": sorted(set(kinds))}
        subject = self._scan(venue, year)
        kept = await self._values.read(subject)
        with suppress(Beaten):
            await self._values.write(subject, _json(value), kept.sequence if kept else 0)

    # -- the bucket --------------------------------------------------------------------------

    async def _change(
        self, source: Name, change: Callable[[Parked | None], Parked | None]
    ) -> Parked | None:
        """Put what `change` makes of the value; what is there then."""
        while True:
            expected, known = await self._read(source)
            changed = change(known)
            if changed is None or changed == known:
                return known
            with suppress(Beaten):
                await self._values.write(self._subject(source), _written(changed), expected)
                return changed

    async def _read(self, source: Name) -> tuple[int, Parked | None]:
        """The value's sequence in the bucket, and the value."""
        kept = await self._values.read(self._subject(source))
        if kept is None:
            return 0, None
        if "KV-Operation" in kept.headers:
            return kept.sequence, None
        return kept.sequence, _parsed(source, json.loads(kept.body))

    async def _names(self, subjects: str) -> list[Name]:
        try:
            info = await self._connection.jetstream(timeout=2).stream_info(STREAM, subjects)
        except nats.js.errors.NotFoundError as error:
            raise StoreDown(f"the stream {STREAM} is not provisioned") from error
        except nats.errors.Error as error:
            raise StoreDown(f"the stream {STREAM}: {str(error) or type(error).__name__}") from error
        return [self._name(subject) for subject in info.state.subjects or {}]

    @property
    def _parked(self) -> str:
        return f"$KV.FEEDS.parked.{self._service}"

    @property
    def _stored(self) -> str:
        return f"eyesdown.feeds.parked.{self._service}"

    def _subject(self, source: Name) -> str:
        return f"{self._parked}.{source.venue}.{source.kind}.{source.id}"

    def _scan(self, venue: str, year: int) -> str:
        return f"$KV.FEEDS.scanned.{self._service}.{venue}.{year}"

    @staticmethod
    def _name(subject: str) -> Name:
        venue, kind, id_ = subject.split(".")[4:]
        return Name(venue, kind, id_)


def why(error: Exception) -> str:
    """A failure in one line, for whoever looks at what is parked."""
    if isinstance(error, Failure | Refused):
        text = f"{error.reason.code}: {error.sentence}"
    else:
        text = " ".join(f"{type(error).__name__}: {error}".split())
    return text if len(text) <= LONGEST else f"{text[:LONGEST]}…"


def _written(parked: Parked) -> bytes:
    value = {
        "since": parked.since.isoformat(),
        "reason": parked.reason,
        "after": parked.after,
        "replica": parked.replica,
        "retry": parked.retry,
    }
    return _json(value)


def _parsed(source: Name, value: Mapping[str, Any]) -> Parked:
    since = datetime.fromisoformat(value["since"])
    return Parked(source, since, *(value[key] for key in ("reason", "after", "replica", "retry")))


def _json(value: Mapping[str, Any]) -> bytes:
    return json.dumps(value, ensure_ascii=False).encode()
