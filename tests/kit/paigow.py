"""A pai gow service to call: replicas in this process, their venues and people, and a table.

PYTEST_DONT_REWRITE: tests import from here, and load it as a plugin as well:
`pytest_plugins = ["tests.kit.paigow"]`. Its fixtures live as long as the test module, so tests of
it run in the module's loop: `pytestmark = pytest.mark.asyncio(loop_scope="module")`.
"""

from __future__ import annotations

import asyncio
import itertools
import re
import secrets
import shutil
import uuid
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import grpc
import pytest
import pytest_asyncio

from eyesdown.paigow.v1 import paigow_service_pb2 as pb
from eyesdown.paigow.v1 import paigow_service_pb2_grpc, sitting_pb2
from services.kernel.journal.provision import provision
from services.kernel.serving.server import Server
from services.kernel.serving.tokens import ROLES, DevIssuer
from services.kernel.settings import read
from services.kernel.venues import Venues
from services.paigow.__main__ import serve
from tests.kit.draw_hall import Metadata, Person, connected
from tests.kit.nats import Nats, as_service
from tests.kit.venue_files import venues_of

pytest_plugins = ["tests.kit.nats"]

RULES = Path(__file__).resolve().parents[2] / "rules"
PROFILE = "nz-pai-gow"
NOT_APPROVED = "spare-pai-gow"
SOON = 60.0
"""Seconds in which whatever a test waits for must come."""

FLOAT = {50: 100, 1_00: 100, 5_00: 100, 25_00: 100, 100_00: 100}
FLOAT_TOTAL = 13_150_00


class Floor:
    """Two venues of a test's own, and the people in them. `venue` is where tables stand."""

    def __init__(self, folder: Path, url: str) -> None:
        """Write venue files and rules into `folder`; `url` is the NATS that is stood on."""
        self.folder = folder
        self.url = url
        self.venue, self.elsewhere = (f"p{secrets.token_hex(5)}{part}" for part in "ab")
        self._numbers = itertools.count(1)
        self._write()
        self.issuer = DevIssuer(folder)
        self.dealer = self.person("dan", "dealer")
        self.relief = self.person("ria", "dealer")
        self.supervisor = self.person("sue", "game_supervisor")
        self.casino = self.person("carla", "casino_supervisor")
        self.casino2 = self.person("cyril", "casino_supervisor")
        self.auditor = self.person("aud", "auditor")
        self.stranger = self.person("sly", *ROLES, venue=self.elsewhere)
        self.nobody = Person("nob", self._bearer("nob", {}))
        self.everywhere = self.person("eve", *ROLES, venue="*")

    def person(self, name: str, *roles: str, venue: str = "") -> Person:
        """Somebody who holds `roles`, in the floor's venue unless another is named."""
        return Person(name, self._bearer(name, {venue or self.venue: list(roles)}))

    def _bearer(self, name: str, grants: Mapping[str, list[str]]) -> Metadata:
        return (("authorization", f"Bearer {self.issuer.issue(name, grants, 'desk-1')}"),)

    @property
    def venues(self) -> Venues:
        """The venue files, read."""
        return venues_of(self.folder / "venues")

    @property
    def day(self) -> str:
        """The gaming day, as ids begin."""
        return self.venues.get(self.venue).gaming_day(datetime.now(UTC)).isoformat()

    def sitting_id(self) -> str:
        """An id that no other sitting has."""
        return f"{self.day}-pg{next(self._numbers)}"

    def environment(self, replica: str) -> dict[str, str]:
        """How a replica is set up."""
        chosen = {
            "NATS_URL": self.url,
            "DATA": str(self.folder),
            "VENUES": str(self.folder / "venues"),
            "RULES": str(self.folder / "rules"),
            "GRPC_ADDRESS": "127.0.0.1:0",
            "METRICS_PORT": "0",
            "REPLICA": replica,
            "STOP_GRACE": "5",
        }
        return {f"EYESDOWN_{name}": value for name, value in chosen.items()}

    async def provision(self) -> None:
        """Make the streams of both venues."""
        async with connected(self.url) as connection:
            zones = [(venue.id, venue.zone) for venue in self.venues]
            await provision(connection, zones, datetime.now(UTC))

    def _write(self) -> None:
        folder = self.folder / "venues"
        folder.mkdir(parents=True)
        for venue in (self.venue, self.elsewhere):
            (folder / f"{venue}.toml").write_text(
                f'id = "{venue}"\ntitle = "Floor {venue}"\ntime_zone = "Pacific/Auckland"\n'
                f'currency = "NZD"\nday_starts = "06:00"\nprofiles = ["{PROFILE}"]\n'
                '[[rooms]]\nid = "pit"\ntitle = "Pit"\ndisplays = []\nheard_by = "all"\n'
            )
        profiles = self.folder / "rules" / "profiles"
        profiles.mkdir(parents=True)
        shutil.copy(RULES / "index.tsv", profiles.parent)
        text = (RULES / "profiles" / f"{PROFILE}.toml").read_text()
        ours = f'venues = ["{self.venue}", "{self.elsewhere}"]'
        text = re.sub(r"^venues = .*$", ours, text, flags=re.MULTILINE)
        (profiles / f"{PROFILE}.toml").write_text(text)
        spare = text.replace(PROFILE, NOT_APPROVED).replace(ours, 'venues = ["nowhere"]')
        (profiles / f"{NOT_APPROVED}.toml").write_text(spare)


@dataclass
class Replica:
    """A running pai gow service, and a channel to it."""

    channel: grpc.aio.Channel
    server: Server

    @property
    def paigow(self) -> paigow_service_pb2_grpc.PaiGowServiceAsyncStub:
        """The service's stub."""
        return paigow_service_pb2_grpc.PaiGowServiceStub(self.channel)


@asynccontextmanager
async def replica(floor: Floor, name: str = "one") -> AsyncIterator[Replica]:
    """A pai gow service in this process."""
    environment = as_service("paigow", floor.environment(name))
    stop: asyncio.Event = asyncio.Event()
    ready: asyncio.Future[Server] = asyncio.get_running_loop().create_future()
    serving = asyncio.create_task(
        serve(read(environment), environment, stop, ready.set_result), name=f"paigow {name}"
    )
    started: set[asyncio.Future[Any]] = {serving, ready}
    await asyncio.wait(started, timeout=SOON, return_when=asyncio.FIRST_COMPLETED)
    if serving.done():
        await serving
    assert ready.done(), f"the pai gow service {name} did not start within {SOON:g} s"
    server = ready.result()
    try:
        async with grpc.aio.insecure_channel(f"127.0.0.1:{server.port}") as channel:
            yield Replica(channel, server)
    finally:
        stop.set()
        await serving


def request_id() -> str:
    """A new one."""
    return str(uuid.uuid4())


def chips(counts: Mapping[int, int]) -> list[sitting_pb2.Chips]:
    """Chips by denomination."""
    return [sitting_pb2.Chips(denomination=each, count=n) for each, n in counts.items()]


def laid(hand: tuple[tuple[int, int], tuple[int, int]]) -> sitting_pb2.Laid:
    """A hand as it is laid."""
    return sitting_pb2.Laid(high=hand[0], low=hand[1])


def open_sitting(floor: Floor, **more: Any) -> pb.OpenSittingRequest:
    """Open a new table; `more` are fields of the request."""
    chosen: dict[str, Any] = {
        "request_id": request_id(),
        "parent": f"venues/{floor.venue}",
        "profile": PROFILE,
        "table": "Pai gow 1",
        "limits": sitting_pb2.Limits(least=5_00, most=500_00),
        "chips": chips(FLOAT),
        **more,
    }
    chosen.setdefault("sitting_id", floor.sitting_id())
    return pb.OpenSittingRequest(**chosen)


# -- fixtures --------------------------------------------------------------------------------


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def floor(tmp_path_factory: pytest.TempPathFactory, nats_server: Nats) -> Floor:
    """The module's venues, on the run's NATS."""
    made = Floor(tmp_path_factory.mktemp("floor"), nats_server.url)
    await made.provision()
    return made


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def paigow_one(floor: Floor) -> AsyncIterator[Replica]:
    """The module's pai gow service."""
    async with replica(floor, "one") as running:
        yield running


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def paigow_two(floor: Floor) -> AsyncIterator[Replica]:
    """A second replica of it: the same NATS and the same keys."""
    async with replica(floor, "two") as running:
        yield running
