"""Displays at a real server: who is let in, and what they may then."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from datetime import UTC, datetime
from pathlib import Path
from zoneinfo import ZoneInfo

import pytest

from services.kernel.journal.connection import Connection, connect
from services.kernel.journal.embedded import DISPLAY_KEY, Embedded
from services.kernel.journal.provision import provision
from services.kernel.rights.admission import letting_in
from services.kernel.rights.displaykey import DisplayKey, Login, development_logins
from services.kernel.settings import Settings
from services.kernel.venues import Venues
from tests.kit.wire import Refused, Wire

ROOT = Path(__file__).parents[3]
NOW = datetime(2026, 7, 1, 12, tzinfo=UTC)
KEY = "abcdefghijklmnopqrstuvwxyz234567"
LAST = "$JS.API.DIRECT.GET.BOARDS.eyesdown.in"


@pytest.fixture
async def server(tmp_path: Path) -> AsyncIterator[Embedded]:
    async with Embedded(tmp_path, websocket_port=0) as server:
        yield server


@pytest.fixture
def settings(server: Embedded) -> Settings:
    return Settings(display_key_file=server.folder / DISPLAY_KEY)


@pytest.fixture
async def house(server: Embedded, settings: Settings) -> AsyncIterator[Connection]:
    """The service that lets displays in: its connection."""
    venues = Venues.load(ROOT / "venues")
    client = await connect(server.url, name="house")
    await provision(client, [("akl", ZoneInfo("Pacific/Auckland"))], NOW)
    async with letting_in(client, settings, venues):
        await client.flush()
        yield client
    await client.close()


@pytest.fixture
def north(server: Embedded) -> Login:
    key, venues = DisplayKey.of(server.folder / DISPLAY_KEY), Venues.load(ROOT / "venues")
    return next(each for each in development_logins(key, venues) if each.user == "akl.north")


@pytest.fixture
async def display(server: Embedded, house: Connection, north: Login) -> AsyncIterator[Wire]:
    async with Wire(str(server.websocket_url), north.user, north.secret) as display:
        yield display


async def test_a_display_reads_its_room_and_its_venues_boards(house: Connection, display: Wire):
    for subject in ("room.akl.main", "board.akl.games.2026-1", "board.akl.>", "pulse.akl.>"):
        assert await display.subscribe(f"eyesdown.{subject}") == ""
    await house.jetstream().publish("eyesdown.in.room.akl.main", b"pointer")
    assert await display.message() == ("eyesdown.room.akl.main", b"pointer")


async def test_a_display_takes_the_last_frames(house: Connection, display: Wire):
    await house.jetstream().publish("eyesdown.in.board.akl.games.2026-1", b"frame")
    assert await display.subscribe("_INBOX_display.akl.north.>") == ""
    inbox = "_INBOX_display.akl.north.1"
    assert await display.publish(f"{LAST}.board.akl.games.2026-1", reply=inbox) == ""
    assert (await display.message())[1] == b"frame"


async def test_a_display_says_what_is_on_its_glass(house: Connection, display: Wire):
    shown = await house.subscribe("eyesdown.shown.>")
    await house.flush()
    assert await display.publish("eyesdown.shown.akl.main.north", b"7") == ""
    assert (await shown.next_msg(5)).data == b"7"


@pytest.mark.parametrize(
    "subject",
    [
        "eyesdown.shown.akl.main.south",
        "eyesdown.shown.akl.terrace.north",
        "eyesdown.shown.wlg.main.north",
        "eyesdown.pairing.ask.abc",
        "eyesdown.in.board.akl.games.2026-1",
        "eyesdown.in.room.akl.main",
        "eyesdown.board.akl.games.2026-1",
        "eyesdown.pulse.akl.draw",
        "eyesdown.journal.akl.2026.games.2026-1",
        f"{LAST}.board.wlg.games.2026-1",
        f"{LAST}.room.akl.terrace",
        "$JS.API.DIRECT.GET.BOARDS",
        "$JS.API.DIRECT.GET.JOURNAL_akl_2026",
        "$JS.API.DIRECT.GET.KV_PEOPLE_akl",
        "$JS.API.INFO",
        "$JS.API.STREAM.NAMES",
        "$JS.API.STREAM.MSG.GET.JOURNAL_akl_2026",
        "$JS.API.CONSUMER.CREATE.JOURNAL_akl_2026",
        "$SYS.REQ.USER.AUTH",
    ],
)
async def test_a_display_publishes_nothing_else(display: Wire, subject: str):
    assert "Permissions Violation for Publish" in await display.publish(subject, b"{}")


@pytest.mark.parametrize(
    "subject",
    [
        "eyesdown.room.akl.terrace",
        "eyesdown.board.wlg.>",
        "eyesdown.board.>",
        "eyesdown.pulse.wlg.draw",
        "eyesdown.shown.>",
        "eyesdown.pairing.told.*",
        "eyesdown.in.>",
        "eyesdown.journal.>",
        "_INBOX.>",
        "_INBOX_display.>",
        "_INBOX_display.akl.south.>",
        "$JS.>",
        "$SYS.REQ.USER.AUTH",
        ">",
    ],
)
async def test_a_display_overhears_nothing_else(display: Wire, subject: str):
    assert "Permissions Violation for Subscription" in await display.subscribe(subject)


async def test_a_newcomer_asks_and_hears_its_answer(server: Embedded, house: Connection):
    asked = await house.subscribe("eyesdown.pairing.ask.*")
    await house.flush()
    async with Wire(str(server.websocket_url), "new", KEY) as screen:
        assert await screen.subscribe(f"eyesdown.pairing.told.{KEY}") == ""
        assert await screen.publish(f"eyesdown.pairing.ask.{KEY}", b"{}") == ""
        assert (await asked.next_msg(5)).data == b"{}"
        await house.publish(f"eyesdown.pairing.told.{KEY}", b"7QK4")
        assert (await screen.message())[1] == b"7QK4"
        for subject in ("eyesdown.pairing.told.*", "eyesdown.board.akl.>", "_INBOX.>", ">"):
            assert "Permissions Violation" in await screen.subscribe(subject)
        for subject in ("eyesdown.pairing.ask.other", "eyesdown.shown.akl.main.north"):
            assert "Permissions Violation" in await screen.publish(subject)


@pytest.mark.parametrize(
    ("user", "password"),
    [
        ("akl.north", "wrong"),
        ("akl.north", ""),
        ("akl.nowhere", "wrong"),
        ("new", "short"),
        ("new", f"{KEY}.>"),
        ("new", "*" * 32),
        ("", ""),
        ("service", "wrong"),
    ],
)
async def test_nobody_else_is_let_in(server: Embedded, house: Connection, user: str, password: str):
    with pytest.raises(Refused, match="Authorization Violation"):
        async with Wire(str(server.websocket_url), user, password):
            pass


async def test_anothers_secret_does_not_serve(server: Embedded, house: Connection, north: Login):
    with pytest.raises(Refused, match="Authorization Violation"):
        async with Wire(str(server.websocket_url), "akl.south", north.secret):
            pass


async def test_a_display_comes_over_the_websocket_alone(
    server: Embedded, house: Connection, north: Login
):
    with pytest.raises(Refused, match="Authorization Violation"):
        async with Wire(f"nats://{server.url.rpartition('@')[2]}", north.user, north.secret):
            pass


async def test_a_service_does_not_come_over_the_websocket(server: Embedded):
    user, _, password = server.url.removeprefix("nats://").partition("@")[0].partition(":")
    with pytest.raises(Refused, match="Authorization Violation"):
        async with Wire(str(server.websocket_url), user, password):
            pass


async def test_in_production_the_venue_file_gives_no_secrets(
    server: Embedded, settings: Settings, north: Login
):
    real = Settings(mode="production", display_key_file=settings.display_key_file)
    async with (
        await connect(server.url, name="house") as client,
        letting_in(client, real, Venues.load(ROOT / "venues")),
    ):
        await client.flush()
        with pytest.raises(Refused, match="Authorization Violation"):
            async with Wire(str(server.websocket_url), north.user, north.secret):
                pass


async def test_who_comes_while_no_service_is_there_gets_in_once_one_is(
    server: Embedded, settings: Settings, north: Login
):
    coming = Wire(str(server.websocket_url), north.user, north.secret)
    trying = asyncio.create_task(coming.__aenter__())
    with pytest.raises(Refused):
        await trying
    async with (
        await connect(server.url, name="house") as client,
        letting_in(client, settings, Venues.load(ROOT / "venues")),
    ):
        await client.flush()
        async with Wire(str(server.websocket_url), north.user, north.secret) as display:
            assert await display.subscribe("eyesdown.room.akl.main") == ""


async def test_a_file_without_a_key_is_told(tmp_path: Path):
    file = tmp_path / "display.key"
    file.write_text("SAAA\n")
    with pytest.raises(Exception, match="holds no key of displays"):
        DisplayKey.of(file)


def test_a_key_is_made_once_and_for_its_owner_alone(tmp_path: Path):
    file = tmp_path / "display.key"
    made = DisplayKey.prepare(file)
    assert DisplayKey.prepare(file).public == made.public
    assert file.stat().st_mode & 0o777 == 0o600
    assert made.secret_of("akl", "north") != made.secret_of("akl", "south")
