"""`eyesdown feed`: what is parked is listed, and retried by name or all together."""

from __future__ import annotations

import json
import secrets
from datetime import UTC, datetime
from pathlib import Path

import click
import pytest

from services.cli.ops.feed import source_of
from services.kernel.following.feed_store import FeedStore, Parked
from services.kernel.names import Name
from tests.cli.command import Done, eyesdown
from tests.kit.nats import Nats

pytest_plugins = ["tests.kit.nats"]

NOON = datetime(2026, 11, 29, 12, tzinfo=UTC)


@pytest.fixture
async def store(nats_connection, provisioned: str) -> FeedStore:
    """What the draw has parked; here it may be that of other tests too."""
    return FeedStore(nats_connection, "draw")


@pytest.fixture
def games(provisioned: str) -> list[Name]:
    return [Name(provisioned, "games", f"2026-11-29-0{number}") for number in (1, 2)]


def parked(name: Name) -> Parked:
    return Parked(name, NOON, "KeyError: \x1b[31m'ball'", 20260000000007, "draw-1")


async def feed(server: Nats, tmp_path: Path, *arguments: str) -> Done:
    """Run `eyesdown feed`."""
    more = {"EYESDOWN_NATS_URL": server.url}
    return await eyesdown("feed", *arguments, data=tmp_path, more=more)


async def test_what_is_parked_is_listed_with_its_reason(store, games, nats_server, tmp_path):
    await store.park(parked(games[0]))
    listed = await feed(nats_server, tmp_path, "list")
    assert (listed.code, listed.err) == (0, "")
    (line,) = (line for line in listed.out.splitlines() if str(games[0]) in line)
    assert line.startswith("draw")
    assert line.endswith("20260000000007  KeyError:  [31m'ball'")
    lines = (await feed(nats_server, tmp_path, "list", "draw", "--json")).out.splitlines()
    (found,) = (each for each in map(json.loads, lines) if each["name"] == str(games[0]))
    assert found == {
        "service": "draw",
        "name": str(games[0]),
        "since": "2026-11-29T12:00:00+00:00",
        "after": 20260000000007,
        "reason": "KeyError: \x1b[31m'ball'",
        "replica": "draw-1",
        "retry": False,
    }


async def test_one_is_retried_by_its_name_and_the_others_are_not(
    store, games, nats_server, tmp_path
):
    for name in games:
        await store.park(parked(name))
    short = str(games[0]).removeprefix("venues/")
    retried = await feed(nats_server, tmp_path, "retry", "draw", short)
    assert (retried.code, retried.out, retried.err) == (0, f"{games[0]} is tried again.\n", "")
    standing = {each.source: each.retry for each in await store.parked(games[0].venue)}
    assert standing == {games[0]: True, games[1]: False}
    listed = (await feed(nats_server, tmp_path, "list")).out.splitlines()
    (line,) = (line for line in listed if str(games[0]) in line)
    assert line.endswith("waits to be tried again")


async def test_all_are_retried_together(store, games, nats_server, tmp_path):
    for name in games:
        await store.park(parked(name))
    retried = await feed(nats_server, tmp_path, "retry", "draw")
    assert retried.code == 0
    assert {f"{name} is tried again." for name in games} <= set(retried.out.splitlines())
    assert all(each.retry for each in await store.parked(games[0].venue))


async def test_what_is_not_parked_cannot_be_retried(nats_server, provisioned, tmp_path):
    name = f"{provisioned}/games/2026-11-29-{secrets.randbelow(90) + 10}"
    failed = await feed(nats_server, tmp_path, "retry", "draw", name)
    assert (failed.code, failed.out) == (1, "")
    assert failed.err == f"Error: There is no venues/{name} parked by draw\n"


async def test_a_server_that_is_not_there_is_told_in_a_sentence(tmp_path):
    failed = await eyesdown("feed", "list", data=tmp_path)
    assert failed.code == 1
    assert "nothing runs here" in failed.err.lower()


@pytest.mark.parametrize("text", ["akl/games/2026-11-29-07", "venues/akl/games/2026-11-29-07"])
def test_a_name_may_be_short(text):
    assert source_of(text) == Name("akl", "games", "2026-11-29-07")


@pytest.mark.parametrize("text", ["", "akl", "games/2026-11-29-07", "akl/games/07", "akl/Games/…"])
def test_what_is_no_name_is_said_to_be_none(text):
    with pytest.raises(click.BadParameter):
        source_of(text)
