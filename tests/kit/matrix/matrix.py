"""The rows of one service, and the place where they are tried."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, field
from inspect import isawaitable
from typing import Any

import grpc
from google.protobuf.descriptor import ServiceDescriptor
from google.protobuf.message import Message

from services.kernel.journal.connection import Connection
from services.kernel.serving.tokens import ROLES, DevIssuer
from tests.kit.draw_hall import Metadata, Person
from tests.kit.matrix.leaving import Journal
from tests.kit.matrix.row import Changes, Row
from tests.kit.matrix.rpc import Rpc, rpcs

FEW = 5


@dataclass(frozen=True)
class Matrix:
    """Every RPC of some services. `shown` gives the thing of a ground, as it was seen last: a
    message with name and version.

    `later` is what may happen to a ground after a command, `big` whether its state may be too much
    for a trailer.
    """

    services: tuple[ServiceDescriptor, ...]
    rows: Mapping[str, Row]
    shown: Callable[[Any], Any]
    later: Callable[[Any, Any], Awaitable[None]] | None = None
    big: bool = False
    rpcs: Mapping[str, Rpc] = field(init=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "rpcs", rpcs(*self.services))

    @property
    def grounds(self) -> set[str]:
        """On what grounds requests are tried."""
        refused = {each.at for row in self.rows.values() for each in row.refused}
        return {row.at for row in self.rows.values()} | refused

    def looks(self, thing: Message) -> Rpc:
        """The RPC that shows such a thing by its name."""
        return next(
            rpc
            for rpc in self.rpcs.values()
            if rpc.name.startswith("Get")
            and "at_least_version" in rpc.fields
            and rpc.method.output_type.fields[0].message_type is thing.DESCRIPTOR
        )


class Place:
    """A hall with replicas of a service, and what requests are tried on there, its grounds."""

    def __init__(
        self,
        matrix: Matrix,
        hall: Any,
        replicas: Sequence[Any],
        nats: Connection,
        stand: Callable[[str], Awaitable[Any]],
        staff: Any = None,
    ) -> None:
        """`replicas` have a channel and a server; `stand` makes a new ground, brought to where it
        stands so; `staff` are people of the hall beside those it names itself."""
        self.matrix = matrix
        self.hall = hall
        self.venue = f"venues/{hall.venue}"
        self.replicas = tuple(replicas)
        self.new = stand
        self.nats = nats
        self._staff = staff
        self._grounds: dict[str, Any] = {}
        self.journal = Journal(nats, hall.venue)
        token = DevIssuer(hall.folder / "elsewhere").issue("cal", {hall.venue: list(ROLES)})
        self.foreign: Metadata = (("authorization", f"Bearer {token}"),)
        """A token for everything here, of an issuer of whom nobody here knows."""

    async def __aenter__(self) -> Place:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.journal.close()

    # -- who and on what -------------------------------------------------------------------------

    def person(self, name: str) -> Person:
        """One of the hall's people."""
        found: Person = getattr(self._staff if hasattr(self._staff, name) else self.hall, name)
        return found

    async def at(self, where: str) -> Any:
        """The ground that stands so, of which every test leaves everything as it is."""
        if where not in self._grounds:
            self._grounds[where] = await self.new(where)
        return self._grounds[where]

    # -- asking ----------------------------------------------------------------------------------

    async def request(self, rpc: Rpc, ground: Any) -> Any:
        """The request of a row, on this ground."""
        asks = self.matrix.rows[rpc.name].asks
        if callable(asks):
            made = asks(ground)
            return await made if isawaitable(made) else made
        thing = self.matrix.shown(ground)
        fields: dict[str, Any] = {rpc.place: self.venue if rpc.place == "parent" else thing.name}
        if rpc.seen:
            fields[rpc.seen] = thing.version
        return rpc.asking(**{**fields, **asks})

    async def asked(self, rpc: Rpc) -> Any:
        """The request of a row, on a ground that is left as it is."""
        return await self.request(rpc, await self.at(self.matrix.rows[rpc.name].at))

    def harmless(self, rpc: Rpc) -> Changes:
        """What makes a request one of nothing that there is, or one that does nothing."""
        changes: dict[str, Any] = {}
        if rpc.nowhere:
            changes["name"] = rpc.nowhere[0].format(venue=self.hall.venue, day=self.hall.day)
        if rpc.rehearses:
            changes["validate_only"] = True
        return changes

    async def ask(self, rpc: Rpc, request: Message, at: Metadata, replica: int = 0) -> Any:
        """The reply to a request, at the first replica or another."""
        channel: grpc.aio.Channel = self.replicas[replica].channel
        return await rpc.call(channel, request, at)

    async def look(self, thing: Any) -> Any:
        """A thing as it is now, to the auditor."""
        rpc = self.matrix.looks(thing)
        reply = await self.ask(rpc, rpc.asking(name=thing.name), self.hall.auditor.at)
        return getattr(reply, reply.DESCRIPTOR.fields[0].name)

    async def listed(self, rpc: Rpc, parent: str, at: Metadata) -> list[str]:
        """The names in every page of a list, a few a page."""
        names: list[str] = []
        token = ""
        while True:
            request = rpc.asking(parent=parent, page_size=FEW, page_token=token)
            reply = await self.ask(rpc, request, at)
            rows = getattr(reply, reply.DESCRIPTOR.fields[0].name)
            assert len(rows) <= FEW
            names += [each.name for each in rows]
            token = reply.next_page_token
            if not token:
                return names


def filled(value: Any, ground: Any, venue: str) -> Any:
    """A malformed value, for this ground in this venue."""
    if callable(value):
        return value(ground)
    if isinstance(value, str):
        return value.replace("{venue}", venue)
    if isinstance(value, list):
        return [filled(each, ground, venue) for each in value]
    return value
