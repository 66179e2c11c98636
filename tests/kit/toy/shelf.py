"""The jars as a service has them: requests in, outcomes out. One `Shelf` is one replica."""

from __future__ import annotations

import secrets
import time
import uuid
from collections.abc import Callable
from datetime import UTC, datetime
from typing import Any

from google.protobuf.message import Message

from services.kernel.build import Build
from services.kernel.journal.store import Journal
from services.kernel.names import Name
from services.kernel.record.aggregates import Aggregates, Outcome
from services.kernel.record.commit import Actor, Given
from services.kernel.record.histories import Snapshot
from services.kernel.record.seal import Keys, Sealer
from tests.kit.toy import jar
from tests.kit.toy.codec import CODEC
from tests.kit.toy.v1 import toy_pb2

KEEPER = "ana"
ROLE = 13

Answer = Outcome[jar.Event, jar.State]


def new_id() -> str:
    """A request id that was never used."""
    return str(uuid.uuid4())


def command(given: Given) -> jar.Command:
    """The command of a request."""
    request: Any = given.request
    facts: Any = given.facts
    match request:
        case toy_pb2.OpenJarRequest():
            colours = tuple(jar.Colour(number) for number in request.colours)
            return jar.OpenJar(request.label, given.actor.person, colours, given.at)
        case toy_pb2.PutBeadsRequest():
            colour = jar.Colour(request.colour) if request.colour else None
            handful = jar.Handful(request.count, colour)
            return jar.PutBeads(handful, request.giver, request.hand or None)
        case toy_pb2.TakeBeadsRequest():
            return jar.TakeBeads(request.count, given.at)
        case toy_pb2.HideBeadsRequest():
            return jar.HideBeads(request.count or None, facts.entropy)
        case toy_pb2.ShowBeadsRequest():
            return jar.ShowBeads()
        case toy_pb2.TryLidRequest():
            return jar.TryLid(given.actor.person)
        case _:
            return jar.CloseJar()


class Shelf:
    """One replica of the service of jars.

    `alarms` are the aggregates that could not be read and why, `committed` what it appended.
    """

    def __init__(
        self,
        journal: Journal,
        keys: Keys,
        *,
        clock: Callable[[], datetime] = lambda: datetime.now(UTC),
        entropy: Callable[[], bytes] = lambda: secrets.token_bytes(32),
    ) -> None:
        self._clock = clock
        self._entropy = entropy
        self.alarms: list[tuple[Name, str]] = []
        self.committed: list[Snapshot[jar.Event, jar.State]] = []
        self.aggregates = Aggregates(
            jar.DECIDER,
            CODEC,
            journal,
            Sealer(keys),
            software=Build("0.0.test"),
            committed=self.committed.append,
            alarm=lambda name, reason: self.alarms.append((name, reason)),
        )

    async def send(self, request: Any, by: str = KEEPER, within: float = 10.0) -> Answer:
        """Carry out a request; `within` are the seconds that its caller waits."""
        name, given = Name.parse(request.name), self._given(request, by)
        return await self.aggregates.transact(name, given, command, time.monotonic() + within)

    async def rehearse(
        self, request: Any, by: str = KEEPER
    ) -> Snapshot[jar.Event, jar.State] | None:
        """Decide a request and do nothing."""
        name, given = Name.parse(request.name), self._given(request, by)
        return await self.aggregates.rehearse(name, given, command)

    async def read(self, name: Name) -> Snapshot[jar.Event, jar.State]:
        """A jar as it is."""
        return await self.aggregates.read(name)

    def _given(self, request: Any, by: str) -> Given:
        return Given(
            at=self._clock(),
            actor=Actor(by, ROLE, "counter-1"),
            request_id=request.request_id,
            method=f"eyesdown.testing.toy.v1.ToyService/{type(request).__name__}",
            request=request,
            facts=self._facts(request),
        )

    def _facts(self, request: Message) -> Message | None:
        if not isinstance(request, toy_pb2.HideBeadsRequest):
            return None
        return toy_pb2.JarFacts(entropy=self._entropy(), weather="fine")


class Requests:
    """Requests about one jar; each has a new id unless one is given."""

    def __init__(self, name: Name) -> None:
        self.name = name

    def open(self, label: str = "beads", request_id: str = "") -> toy_pb2.OpenJarRequest:
        """A new jar."""
        colours = [toy_pb2.COLOUR_RED, toy_pb2.COLOUR_DEEP_BLUE]
        return toy_pb2.OpenJarRequest(**self._to(request_id), label=label, colours=colours)

    def put(
        self,
        count: int,
        *,
        hand: int = 0,
        giver: str = "",
        seen: int | None = None,
        request_id: str = "",
    ) -> toy_pb2.PutBeadsRequest:
        """Put red beads in; `seen` is the version that the person saw, where it matters."""
        return toy_pb2.PutBeadsRequest(
            **self._to(request_id),
            count=count,
            colour=toy_pb2.COLOUR_RED,
            hand=hand,
            giver=giver,
            seen=seen,
        )

    def take(self, count: int, request_id: str = "") -> toy_pb2.TakeBeadsRequest:
        """Take beads out."""
        return toy_pb2.TakeBeadsRequest(**self._to(request_id), count=count)

    def hide(self, count: int = 0, request_id: str = "") -> toy_pb2.HideBeadsRequest:
        """Hide beads; 0 leaves it to chance how many."""
        return toy_pb2.HideBeadsRequest(**self._to(request_id), count=count)

    def show(self, request_id: str = "") -> toy_pb2.ShowBeadsRequest:
        """Show what is hidden."""
        return toy_pb2.ShowBeadsRequest(**self._to(request_id))

    def try_lid(self, request_id: str = "") -> toy_pb2.TryLidRequest:
        """Try the lid."""
        return toy_pb2.TryLidRequest(**self._to(request_id))

    def close(self, request_id: str = "", *, seen: int | None = None) -> toy_pb2.CloseJarRequest:
        """Close the jar; `seen` as for `put`."""
        return toy_pb2.CloseJarRequest(**self._to(request_id), seen=seen)

    def _to(self, request_id: str) -> dict[str, Any]:
        return {"request_id": request_id or new_id(), "name": str(self.name)}
