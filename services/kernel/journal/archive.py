"""The journal as it lies there, for those who examine it: every message, whoever wrote it.

Nothing in NATS is changed for it, no consumer is made: all that is asked for is `STREAM.NAMES`,
`STREAM.INFO` and `DIRECT.GET`.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol

from nats.aio.msg import Msg

from services.kernel.journal.connection import Connection
from services.kernel.journal.jetstream import STATUS, Lost, Requests, stream_names
from services.kernel.journal.pull import BATCH, BATCH_BYTES
from services.kernel.journal.reads import Patience, Reads
from services.kernel.journal.store import JournalDown
from services.kernel.names import journal_of, stream

# Seconds for one answer, which may be a cold block of the disk, and for all tries of a read.
PATIENCE = Patience(answer=5.0, read=20.0)
EVERYTHING = ">"


@dataclass(frozen=True, slots=True)
class Extent:
    """How far a year's stream goes: its first and last sequence, and how many messages are between
    them. An empty one ends before it begins.

    `bytes` is what it takes on a disk, `missing` how many of its replicas are away or behind, -1
    where nobody leads it.
    """

    first: int
    last: int
    messages: int
    bytes: int = field(default=0, compare=False)
    missing: int = field(default=0, compare=False)


@dataclass(frozen=True, slots=True)
class Raw:
    """A message as it is stored, with every header, the server's own too."""

    subject: str
    sequence: int
    body: bytes
    headers: Mapping[str, str] = field(default_factory=dict)


class Archive(Protocol):
    """The streams of all journals, to read. Every method raises `JournalDown`."""

    async def streams(self, venue: str = "") -> Sequence[tuple[str, int]]:
        """Venue and year of every journal there is, or of this venue's, sorted."""
        ...

    async def extent(self, venue: str, year: int) -> Extent:
        """How far a stream goes now, by its leader. Raises `NoStream`."""
        ...

    async def page(
        self, venue: str, year: int, after: int, subject: str = EVERYTHING
    ) -> Sequence[Raw]:
        """The next messages on `subject` with a sequence above `after`, in order; none at the end.

        Raises `NoStream`.
        """
        ...


class NatsArchive:
    """The archive on the JetStream of a connection. `close` it before the connection."""

    def __init__(
        self, connection: Connection, patience: Patience = PATIENCE, prefix: str = "$JS.API"
    ) -> None:
        """`prefix` is "$JS.<domain>.API" for the JetStream of another domain."""
        self._requests = Requests(connection, prefix)
        self._reads = Reads(self._requests, patience)
        self._patience = patience

    async def close(self) -> None:
        """Give up whatever is under way."""
        await self._requests.close()

    async def streams(self, venue: str = "") -> Sequence[tuple[str, int]]:
        """See `Archive`."""
        subject = f"eyesdown.journal.{venue or '*'}.>"

        async def ask(request: dict[str, Any]) -> dict[str, Any]:
            return await self._requests.api("STREAM.NAMES", request, within=self._patience.answer)

        names = await self._reads.persist(
            "the list of streams", lambda: stream_names(ask, subject), self._patience.read
        )
        found = (journal_of(name) for name in names)
        return sorted(each for each in found if each and venue in ("", each[0]))

    async def extent(self, venue: str, year: int) -> Extent:
        """See `Archive`."""
        name = stream(venue, year)

        async def attempt() -> Extent:
            info = await self._requests.api(f"STREAM.INFO.{name}", within=self._patience.answer)
            state = info["state"]
            return Extent(
                int(state["first_seq"]),
                int(state["last_seq"]),
                int(state["messages"]),
                int(state["bytes"]),
                _missing(info.get("cluster")),
            )

        return await self._reads.persist(name, attempt, self._patience.read)

    async def page(
        self, venue: str, year: int, after: int, subject: str = EVERYTHING
    ) -> Sequence[Raw]:
        """See `Archive`; any replica may answer."""
        name = stream(venue, year)
        request = {
            "seq": after + 1,
            "next_by_subj": subject,
            "batch": BATCH,
            "max_bytes": BATCH_BYTES,
        }

        async def attempt() -> list[Raw]:
            *messages, end = await self._requests.collect(
                f"{self._requests.prefix}.DIRECT.GET.{name}",
                json.dumps(request).encode(),
                within=self._patience.answer,
            )
            status = end.headers or {}
            if not messages and status.get(STATUS) != "404":
                raise Lost(f"{name}: {status.get(STATUS)} {status.get('Description')}")
            return [_raw(message) for message in messages]

        return await self._reads.persist(name, attempt, self._patience.read)


def _missing(cluster: Mapping[str, Any] | None) -> int:
    """The replicas that could not take over now; a server alone has none."""
    if cluster is None:
        return 0
    if not cluster.get("leader"):
        return -1
    replicas = cluster.get("replicas") or ()
    return sum(bool(each.get("offline")) or not each.get("current") for each in replicas)


async def extent_of(archive: Archive, venue: str, year: int) -> Extent | None:
    """How far a stream goes; None when there is none. Raises `JournalDown`."""
    if (venue, year) not in await archive.streams(venue):
        return None
    return await archive.extent(venue, year)


def _raw(message: Msg) -> Raw:
    headers = dict(message.headers or {})
    subject, sequence = headers.pop("Nats-Subject", ""), headers.pop("Nats-Sequence", "")
    if not subject or not sequence:
        raise JournalDown("a stored message came without its subject and sequence")
    return Raw(subject, int(sequence), message.data, headers)
