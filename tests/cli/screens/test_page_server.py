"""The displays' page as it is served and written, without a browser."""

from __future__ import annotations

import json
import socket
from dataclasses import replace
from pathlib import Path

import pytest
from aiohttp import ClientSession

from services.cli.screens.page_server import PageServer, config, links, page_folder
from services.kernel.rights.displaykey import DisplayKey
from services.kernel.settings import StartError, read
from tests.cli.command import eyesdown

NATS = "ws://127.0.0.1:7480"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A page as a build leaves it."""
    (tmp_path / "assets").mkdir()
    (tmp_path / "index.html").write_text("<p>glass</p>")
    (tmp_path / "build.json").write_text('{"build": "1"}')
    (tmp_path / "assets" / "index-1.js").write_text("1")
    return tmp_path


async def test_the_page_is_served_with_what_it_is_told(folder: Path):
    told = {"nats": NATS, "rooms": {}}
    async with PageServer(folder, told, "127.0.0.1", 0) as page, ClientSession() as session:
        async with session.get(page.url) as reply:
            assert (reply.status, await reply.text()) == (200, "<p>glass</p>")
            policy = reply.headers["Content-Security-Policy"]
            assert "default-src 'none'" in policy
            assert f"connect-src 'self' {NATS};" in policy
            assert reply.headers["Cache-Control"] == "no-cache"
            assert reply.headers["X-Content-Type-Options"] == "nosniff"
        async with session.get(f"{page.url}config.json") as reply:
            assert await reply.json() == told
        async with session.get(f"{page.url}assets/index-1.js") as reply:
            assert "immutable" in reply.headers["Cache-Control"]
        for missing in ("assets/index-2.js", "assets/../../secret", "%2e%2e/secret"):
            async with session.get(f"{page.url}{missing}") as reply:
                assert reply.status in (403, 404)
                assert "immutable" not in reply.headers["Cache-Control"]


async def test_a_server_that_listens_everywhere_is_looked_for_where_the_page_came_from(
    folder: Path,
):
    told = config(read({}), "ws://0.0.0.0:7480")
    assert told["nats"] == "ws://{host}:7480"
    async with (
        PageServer(folder, told, "127.0.0.1", 0) as page,
        ClientSession() as session,
        session.get(page.url) as reply,
    ):
        assert " ws://127.0.0.1:7480;" in reply.headers["Content-Security-Policy"]


async def test_a_port_that_is_taken_is_told_with_its_option(folder: Path):
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        port = other.getsockname()[1]
        with pytest.raises(StartError, match=f"port {port} .*--display-port"):
            async with PageServer(folder, {}, "127.0.0.1", port):
                pass


def test_the_page_is_told_how_each_room_looks(tmp_path: Path):
    (tmp_path / "akl.toml").write_text(
        'id = "akl"\ntitle = "Auckland"\ntime_zone = "Pacific/Auckland"\ncurrency = "NZD"\n'
        'day_starts = "06:00"\nprofiles = ["nz-casino-bingo"]\n'
        '[[rooms]]\nid = "main"\ntitle = "Main"\ndisplays = ["north"]\nheard_by = "all"\n'
        'language = "mi"\nvoice = true\nview = "far"\n'
    )
    told = config(read({"EYESDOWN_VENUES": str(tmp_path)}), NATS)
    assert told == {
        "nats": NATS,
        "rooms": {
            "akl/main": {
                "title": "Main",
                "venueTitle": "Auckland",
                "timeZone": "Pacific/Auckland",
                "language": "mi",
                "voice": True,
                "view": "far",
            }
        },
    }


def test_every_display_of_the_venue_files_has_an_address_in_development(tmp_path: Path):
    (tmp_path / "nats").mkdir()
    DisplayKey.prepare(tmp_path / "nats" / "display.key")
    settings = read({"EYESDOWN_DATA": str(tmp_path)})
    found = dict(links(settings, "http://127.0.0.1:7490/"))
    address = found["akl.north"]
    assert address.startswith("http://127.0.0.1:7490/#/venues/akl/rooms/main?display=north&secret=")
    assert len({address.rpartition("=")[2] for address in found.values()}) == len(found)
    production = replace(settings, mode="production")
    assert list(links(production, "http://127.0.0.1:7490/")) == []


async def test_the_command_writes_the_page_for_another_web_server(tmp_path: Path):
    out = tmp_path / "www"
    done = await eyesdown("page", str(out), "--nats", "wss://boards.example:443", data=tmp_path)
    assert (done.code, done.err) == (0, "")
    assert "connect-src 'self' wss://boards.example:443;" in done.out
    for file in page_folder().rglob("*"):
        assert file.is_dir() or (out / file.relative_to(page_folder())).is_file()
    told = json.loads((out / "config.json").read_text())
    assert told["nats"] == "wss://boards.example:443"
    assert told["rooms"]["akl/main"]["title"] == "Main gaming floor"


async def test_a_folder_that_cannot_be_written_is_named(tmp_path: Path):
    (tmp_path / "file").write_text("")
    done = await eyesdown("page", str(tmp_path / "file" / "www"), data=tmp_path)
    assert done.code != 0
    assert "cannot be written" in done.err
