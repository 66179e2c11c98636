"""Displays at a real server: who is let in, and what they may then."""

from __future__ import annotations

import asyncio
import hashlib
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from datetime import UTC, datetime
from pathlib import Path
from zoneinfo import ZoneInfo

import pytest
from nats.aio.client import Client

from services.kernel.journal.connection import connect
from services.kernel.journal.embedded import DISPLAY_KEY
from services.kernel.journal.provision import provision
from services.kernel.rights.admission import Admission, Bound
from services.kernel.rights.cutting import Cutting
from services.kernel.rights.displaykey import DisplayKey, Login, development_logins
from services.kernel.rights.door import Door
from services.kernel.tasks import end
from services.kernel.venues import Venues
from tests.kit.nats import Nats
from tests.kit.wire import SOON, Refused, Wire

ROOT = Path(__file__).parents[3]
NOW = datetime(2026, 7, 1, 12, tzinfo=UTC)
KEY = "abcdefghijklmnopqrstuvwxyz234567"
LAST = "$JS.API.DIRECT.GET.BOARDS.eyesdown.in"


@pytest.fixture
async def server(tmp_path: Path) -> AsyncIterator[Nats]:
    async with Nats(tmp_path, websocket_port=0) as server:
        yield server


@asynccontextmanager
async def letting_in(
    client: Client,
    server: Nats,
    bound: Mapping[tuple[str, str], Bound] | None = None,
    development: bool = True,
) -> AsyncIterator[Admission]:
    """Let displays in, of the venues' files and those that are bound."""
    key, venues = DisplayKey.of(server.folder / DISPLAY_KEY), Venues.load(ROOT / "venues")

    async def look(venue: str, display: str) -> Bound | None:
        return (bound or {}).get((venue, display))

    admission = Admission(key, venues, development, look)
    door = asyncio.create_task(Door(client, key, admission).run())
    await asyncio.sleep(0)  # it subscribes
    await client.flush()
    try:
        yield admission
    finally:
        await end([door])


@pytest.fixture
async def house(server: Nats) -> AsyncIterator[Client]:
    """The service that lets displays in: its connection."""
    client = await connect(server.url, name="house")
    await provision(client, [("akl", ZoneInfo("Pacific/Auckland"))], NOW)
    async with letting_in(client, server):
        yield client
    await client.close()


@pytest.fixture
def north(server: Nats) -> Login:
    key, venues = DisplayKey.of(server.folder / DISPLAY_KEY), Venues.load(ROOT / "venues")
    return next(each for each in development_logins(key, venues) if each.user == "akl.north")


@pytest.fixture
async def display(server: Nats, house: Client, north: Login) -> AsyncIterator[Wire]:
    async with Wire(str(server.websocket_url), north.user, north.secret) as display:
        yield display


async def test_a_display_reads_its_room_and_its_venues_boards(house: Client, display: Wire):
    for subject in ("room.akl.main", "board.akl.games.2026-1", "board.akl.>", "pulse.akl.>"):
        assert await display.subscribe(f"eyesdown.{subject}") == ""
    await house.jetstream().publish("eyesdown.in.room.akl.main", b"pointer")
    assert await display.message() == ("eyesdown.room.akl.main", b"pointer")


async def test_a_display_takes_the_last_frames(house: Client, display: Wire):
    await house.jetstream().publish("eyesdown.in.board.akl.games.2026-1", b"frame")
    assert await display.subscribe("_INBOX_display.akl.north.>") == ""
    inbox = "_INBOX_display.akl.north.1"
    assert await display.publish(f"{LAST}.board.akl.games.2026-1", reply=inbox) == ""
    assert (await display.message())[1] == b"frame"


async def test_a_display_says_what_is_on_its_glass(house: Client, display: Wire):
    shown = await house.subscribe("eyesdown.shown.>")
    await house.flush()
    assert await display.publish("eyesdown.shown.akl.main.north", b"7") == ""
    assert (await shown.next_msg(SOON)).data == b"7"


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


async def test_a_newcomer_asks_and_hears_its_answer(server: Nats, house: Client):
    asked = await house.subscribe("eyesdown.pairing.ask.*")
    await house.flush()
    async with Wire(str(server.websocket_url), "new", KEY) as screen:
        assert await screen.subscribe(f"eyesdown.pairing.told.{KEY}") == ""
        assert await screen.publish(f"eyesdown.pairing.ask.{KEY}", b"{}") == ""
        assert (await asked.next_msg(SOON)).data == b"{}"
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
        ("draw", "wrong"),
    ],
)
async def test_nobody_else_is_let_in(server: Nats, house: Client, user: str, password: str):
    with pytest.raises(Refused, match="Authorization Violation"):
        async with Wire(str(server.websocket_url), user, password):
            pass


async def test_anothers_secret_does_not_serve(server: Nats, house: Client, north: Login):
    with pytest.raises(Refused, match="Authorization Violation"):
        async with Wire(str(server.websocket_url), "akl.south", north.secret):
            pass


async def test_a_display_comes_over_the_websocket_alone(server: Nats, house: Client, north: Login):
    with pytest.raises(Refused, match="Authorization Violation"):
        async with Wire(f"nats://{server.url.rpartition('@')[2]}", north.user, north.secret):
            pass


async def test_a_service_does_not_come_over_the_websocket(server: Nats):
    user, _, password = server.url.removeprefix("nats://").partition("@")[0].partition(":")
    with pytest.raises(Refused, match="Authorization Violation"):
        async with Wire(str(server.websocket_url), user, password):
            pass


async def test_in_production_the_venue_file_gives_no_secrets(server: Nats, north: Login):
    async with (
        await connect(server.url, name="house") as client,
        letting_in(client, server, development=False),
    ):
        with pytest.raises(Refused, match="Authorization Violation"):
            async with Wire(str(server.websocket_url), north.user, north.secret):
                pass


async def test_who_comes_while_no_service_is_there_gets_in_once_one_is(server: Nats, north: Login):
    coming = Wire(str(server.websocket_url), north.user, north.secret, tries=1)
    trying = asyncio.create_task(coming.__aenter__())
    with pytest.raises(Refused):
        await trying
    async with (
        await connect(server.url, name="house") as client,
        letting_in(client, server),
        Wire(str(server.websocket_url), north.user, north.secret) as display,
    ):
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
    assert made.development_secret("akl", "north") != made.development_secret("akl", "south")


SECRET = "a-secret-that-was-told"
BOUND = Bound("terrace", hashlib.sha256(SECRET.encode()).digest())


async def test_a_bound_screen_comes_in_with_its_secret_alone(server: Nats, north: Login):
    bound = {("akl", "north"): BOUND}
    async with await connect(server.url, name="house") as client, letting_in(client, server, bound):
        async with Wire(str(server.websocket_url), "akl.north", SECRET) as display:
            assert await display.subscribe("eyesdown.room.akl.terrace") == ""
            assert "Permissions Violation" in await display.subscribe("eyesdown.room.akl.main")
        with pytest.raises(Refused):  # development or not
            async with Wire(str(server.websocket_url), "akl.north", north.secret):
                pass


@pytest.mark.parametrize(
    "later", [Bound("terrace", b""), Bound("terrace", b"other"), Bound("main", BOUND.secret_sha256)]
)
async def test_a_screen_is_cut_off_when_it_would_not_be_let_in_so(server: Nats, later: Bound):
    bound = {("akl", "north"): BOUND, ("akl", "bar"): BOUND}
    async with (
        await connect(server.url, name="house") as client,
        await connect(server.url_of("system"), name="system") as system,
        letting_in(client, server, bound) as admission,
        Wire(str(server.websocket_url), "akl.north", SECRET) as north,
        Wire(str(server.websocket_url), "akl.bar", SECRET) as bar,
        Wire(str(server.websocket_url), "new", KEY) as screen,
    ):
        cutting = Cutting(system, admission.still)
        assert await cutting.look() == []
        bound["akl", "north"] = later
        (cut,) = await cutting.look()
        assert cut.startswith("akl.north#")
        assert await north.closed()
        assert (await bar.settled(), await screen.settled()) == ("", "")
        assert await cutting.look() == []
