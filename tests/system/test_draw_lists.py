"""Listing games: pages, filters, and whose games."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path

import grpc
import pytest
import pytest_asyncio

from eyesdown.draw.v1 import draw_service_pb2 as pb
from eyesdown.draw.v1 import game_pb2
from tests.kernel.serving.kit import told
from tests.kit.draw import SOON, Hall, Replica, replica
from tests.kit.draw_hall import Person
from tests.kit.draw_play import Draw, Play, open_game
from tests.kit.nats import Nats

pytest_plugins = ["tests.kit.draw"]
pytestmark = pytest.mark.asyncio(loop_scope="module")

Status = grpc.StatusCode


async def listed(draw: Draw, person: Person, parent: str, **more) -> list[pb.ListGamesResponse]:
    """Every page of a list."""
    pages: list[pb.ListGamesResponse] = []
    token = ""
    while True:
        request = pb.ListGamesRequest(parent=parent, page_token=token, **more)
        pages.append(await draw.ListGames(request, metadata=person.at))
        token = pages[-1].next_page_token
        if not token:
            return pages


async def names(draw: Draw, person: Person, parent: str, **more) -> list[str]:
    pages = await listed(draw, person, parent, page_size=500, **more)
    return [row.name for page in pages for row in page.games]


@pytest_asyncio.fixture(loop_scope="module")
async def here(tmp_path: Path, nats_server: Nats) -> AsyncIterator[tuple[Hall, Replica]]:
    """A venue of the test's own, in which it is known what is played."""
    hall = Hall(tmp_path / "hall", nats_server.url)
    await hall.provision()
    async with replica(hall, "lister") as running:
        yield hall, running


async def until(condition) -> None:
    """Ask again until it holds: lists are some milliseconds behind the journal."""
    async with asyncio.timeout(SOON):
        while not await condition():
            pass


async def test_pages_are_stable_while_games_are_opened(here: tuple[Hall, Replica]):
    hall, one = here
    parent = f"venues/{hall.venue}"

    async def opened(number: int) -> str:
        request = open_game(hall, game_id=f"{hall.day}-{number:03}", rooms=["room-1"])
        return (await one.draw.OpenGame(request, metadata=hall.manager.at)).game.name

    before = {await opened(number) for number in range(0, 40, 2)}
    await until(lambda: has_all(one.draw, hall.auditor, parent, before))
    seen: list[str] = []
    token, number = "", 1
    while True:
        request = pb.ListGamesRequest(parent=parent, page_size=3, page_token=token)
        page = await one.draw.ListGames(request, metadata=hall.auditor.at)
        assert len(page.games) <= 3
        seen += [row.name for row in page.games]
        token = page.next_page_token
        if not token:
            break
        for _ in range(3):
            await opened(number)
            number += 2
    assert len(seen) == len(set(seen))
    assert before <= set(seen)
    assert seen == sorted(seen, reverse=True)
    assert {row for row in seen if int(row[-3:]) % 2 == 0} == before


async def has_all(draw: Draw, person: Person, parent: str, wanted: set[str], **more) -> bool:
    return wanted <= set(await names(draw, person, parent, **more))


async def test_filters_restrict_by_phase_day_room_and_practice(here: tuple[Hall, Replica]):
    hall, one = here
    parent = f"venues/{hall.venue}"
    waiting = await Play.opened(hall, one.draw, rooms=["room-1", "room-9"], practice=True)
    playing = await Play.announced(hall, one.draw, rooms=["room-2"])
    paused = await Play.announced(hall, one.draw, rooms=["room-3"])
    await paused.call_out()
    ended = await Play.announced(hall, one.draw, rooms=["room-4", "room-9"])
    await ended.round()
    await ended.end()
    games = {play.game.name for play in (waiting, playing, paused, ended)}

    async def settled() -> bool:
        pages = await listed(one.draw, hall.auditor, parent)
        rows = {row.name: row.version for page in pages for row in page.games}
        return rows.get(ended.game.name) == ended.game.version and len(rows) == 4

    await until(settled)
    filtered = pb.ListGamesRequest.Filter

    async def found(**wanted) -> set[str]:
        return set(await names(one.draw, hall.auditor, parent, filter=filtered(**wanted)))

    assert await found() == games
    phases = {
        game_pb2.PHASE_WAITING: waiting,
        game_pb2.PHASE_IN_PLAY: playing,
        game_pb2.PHASE_PAUSED: paused,
        game_pb2.PHASE_ENDED: ended,
    }
    for phase, play in phases.items():
        assert await found(phases=[phase]) == {play.game.name}
    assert await found(phases=list(phases)) == games
    day = ended.id.id[: len("2026-11-29")]
    assert await found(day=day) == {name for name in games if f"/{day}-" in name}
    assert await found(day="2001-01-01") == set()
    assert await found(room="room-9") == {waiting.game.name, ended.game.name}
    assert await found(room="room-9", phases=[game_pb2.PHASE_ENDED]) == {ended.game.name}
    assert await found(room="room-99") == set()
    request = pb.ListGamesRequest(parent=parent, filter=filtered(room="Room 9"))
    failed = await told(one.draw.ListGames(request, metadata=hall.auditor.at))
    assert failed.code == grpc.StatusCode.INVALID_ARGUMENT
    assert await found(no_practice=True) == games - {waiting.game.name}
    (page,) = await listed(one.draw, hall.auditor, parent, filter=filtered(room="room-4"))
    (row,) = page.games
    assert row == game_pb2.GameRow(
        name=ended.game.name,
        version=ended.game.version,
        phase=game_pb2.PHASE_ENDED,
        profile="nz-casino-bingo",
        game_version=3,
        serial_number="A 1204",
        rooms=["room-4", "room-9"],
        called=1,
        numbers=90,
        ending=game_pb2.ENDING_ABANDONED,
    )


async def test_a_list_over_all_venues_shows_ones_own(here: tuple[Hall, Replica]):
    hall, one = here
    here_is = open_game(hall, rooms=["room-1"])
    there_is = open_game(hall, parent=f"venues/{hall.elsewhere}", rooms=["room-1"])
    mine = (await one.draw.OpenGame(here_is, metadata=hall.manager.at)).game.name
    theirs = (await one.draw.OpenGame(there_is, metadata=hall.stranger.at)).game.name
    await until(lambda: has_all(one.draw, hall.everywhere, "venues/-", {mine, theirs}))
    assert await names(one.draw, hall.auditor, "venues/-") == [mine]
    assert await names(one.draw, hall.stranger, "venues/-") == [theirs]
    assert set(await names(one.draw, hall.everywhere, "venues/-")) == {mine, theirs}
    failed = await told(
        one.draw.ListGames(pb.ListGamesRequest(parent="venues/-"), metadata=hall.nobody.at)
    )
    assert failed.code is Status.PERMISSION_DENIED
    seller = hall.person("sel", "seller")
    failed = await told(
        one.draw.ListGames(pb.ListGamesRequest(parent="venues/-"), metadata=seller.at)
    )
    assert failed.code is Status.PERMISSION_DENIED
