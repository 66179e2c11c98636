"""Venues of a test's own, and the people in them with their tokens.

PYTEST_DONT_REWRITE: see `tests.kit.draw`.
"""

from __future__ import annotations

import itertools
import json
import os
import re
import secrets
import shutil
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from services.kernel.journal.connection import Connection, connect
from services.kernel.journal.provision import provision
from services.kernel.serving.tokens import ROLES, DevIssuer
from services.kernel.venues import Venues
from tests.kit.venue_files import venues_of

RULES = Path(__file__).resolve().parents[2] / "rules"
PROFILE = "nz-casino-bingo"
TENNESSEE = "tn-charity-bingo"
NOT_APPROVED = "spare-bingo"
"""A profile that there is, and that is approved in no venue of the hall."""
ROOMS = 300

Metadata = tuple[tuple[str, str], ...]


@dataclass(frozen=True)
class Person:
    """Somebody with a token; `at` is their call's metadata."""

    id: str
    at: Metadata


class Hall:
    """Two venues of a test's own, and the people in them. `venue` is where games are played.

    `folder` holds keys and the issuer's key: replicas that share it serve the same venues.
    `approved` are the profiles of its venues, `more` variables of its replicas, without prefix.
    """

    approved: tuple[str, ...] = (PROFILE, TENNESSEE)
    displays: tuple[str, ...] = ()
    """What hangs in each room; in room-7 as "left-7"."""

    def __init__(self, folder: Path, url: str) -> None:
        """Write the venue files and rules into `folder`; `url` is the NATS that is stood on."""
        self.folder = folder
        self.url = url
        self.more: dict[str, str] = {}
        self.venue, self.elsewhere = (f"v{secrets.token_hex(5)}{part}" for part in "ab")
        self._numbers = itertools.count(1)
        self._rooms = itertools.count(1)
        self._write_venues()
        self._write_rules()
        self.issuer = DevIssuer(folder)
        self.manager = self.person("mere", "game_manager")
        self.caller = self.person("cal", "caller")
        self.other_device = self.person("cal", "caller", device="console-2")
        self.second_caller = self.person("ana", "caller")
        self.supervisor = self.person("sup", "supervisor")
        self.second_supervisor = self.person("sia", "supervisor")
        self.steward = self.person("stu", "steward")
        self.auditor = self.person("aud", "auditor")
        self.stranger = self.person("sly", *ROLES, venue=self.elsewhere)
        self.nobody = Person("nob", self._bearer("nob", {}))
        self.everywhere = self.person("eve", *ROLES, venue="*")

    def person(self, name: str, *roles: str, venue: str = "", device: str = "desk-1") -> Person:
        """Somebody who holds `roles`, in the hall's venue unless another is named."""
        return Person(name, self._bearer(name, {venue or self.venue: list(roles)}, device))

    def _bearer(
        self, name: str, grants: Mapping[str, list[str]], device: str = "desk-1"
    ) -> Metadata:
        return (("authorization", f"Bearer {self.issuer.issue(name, grants, device)}"),)

    @property
    def venues(self) -> Venues:
        """The venue files, read."""
        return venues_of(self.folder / "venues")

    @property
    def day(self) -> str:
        """The gaming day, as ids of games begin."""
        return self.venues.get(self.venue).gaming_day(datetime.now(UTC)).isoformat()

    def game_id(self) -> str:
        """An id that no other game has."""
        return f"{self.day}-{next(self._numbers):04}"

    def room(self) -> str:
        """A room in which nothing else is played."""
        return f"room-{next(self._rooms)}"

    def environment(self, replica: str, **more: str) -> dict[str, str]:
        """How a replica is set up; `more` are variables without their prefix."""
        chosen = {
            "NATS_URL": self.url,
            "DATA": str(self.folder),
            "VENUES": str(self.folder / "venues"),
            "RULES": str(self.folder / "rules"),
            "GRPC_ADDRESS": "127.0.0.1:0",
            "METRICS_PORT": "0",
            "REPLICA": replica,
            "STOP_GRACE": "5",
            **self.more,
            **more,
        }
        return {f"EYESDOWN_{name}": value for name, value in chosen.items()}

    def telling(self, replica: str, **more: str) -> dict[str, str]:
        """The same, and where this process says that spans are sent."""
        otel = {name: text for name, text in os.environ.items() if name.startswith("OTEL_")}
        return {**otel, **self.environment(replica, **more)}

    async def provision(self) -> None:
        """Make the streams of both venues."""
        async with connected(self.url) as connection:
            zones = [(venue.id, venue.zone) for venue in self.venues]
            await provision(connection, zones, datetime.now(UTC))

    def _write_venues(self) -> None:
        folder = self.folder / "venues"
        folder.mkdir(parents=True)
        rooms = "".join(
            f'[[rooms]]\nid = "room-{n}"\ntitle = "Room {n}"\n'
            f'displays = {json.dumps(self._hanging(n))}\nheard_by = "all"\n'
            for n in range(1, ROOMS + 1)
        )
        for venue in (self.venue, self.elsewhere):
            (folder / f"{venue}.toml").write_text(
                f'id = "{venue}"\ntitle = "Hall {venue}"\ntime_zone = "Pacific/Auckland"\n'
                f'currency = "NZD"\nday_starts = "06:00"\nprofiles = {json.dumps(self.approved)}\n'
                f"{rooms}"
            )

    def _hanging(self, room: int) -> list[str]:
        """What hangs in a room from the start; one display has a name of its own."""
        named = ["listed"] if room == ROOMS else []
        return [*named, *(f"{each}-{room}" for each in self.displays)]

    def _write_rules(self) -> None:
        profiles = self.folder / "rules" / "profiles"
        profiles.mkdir(parents=True)
        shutil.copy(RULES / "index.tsv", profiles.parent)
        ours = f'venues = ["{self.venue}", "{self.elsewhere}"]'
        for profile in (TENNESSEE, PROFILE):
            text = (RULES / "profiles" / f"{profile}.toml").read_text()
            text, changed = re.subn(r"^venues = .*$", ours, text, flags=re.MULTILINE)
            assert changed == 1
            (profiles / f"{profile}.toml").write_text(text)
        spare = text.replace(PROFILE, NOT_APPROVED).replace(ours, 'venues = ["nowhere"]')
        (profiles / f"{NOT_APPROVED}.toml").write_text(spare)


@asynccontextmanager
async def connected(url: str) -> AsyncIterator[Connection]:
    """A connection to the server at `url`."""
    connection = await connect(url, name="test")
    try:
        yield connection
    finally:
        await connection.close()
