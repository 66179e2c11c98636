"""Displays are followed: who is alive, who is dark, and of whom nothing can be known."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import UTC, datetime, time
from typing import Any
from zoneinfo import ZoneInfo

import pytest
from prometheus_client import CollectorRegistry

from services.kernel.boards.screens import DARK_AFTER, Life, Screen, Screens, hung
from services.kernel.following.unasked import Unasked
from services.kernel.journal.connection import Connection
from services.kernel.journal.provision import provision
from services.kernel.tasks import end
from services.kernel.venues import Room, Venue, Venues
from tests.kit.nats import Nats

pytest_plugins = ["tests.kit.nats"]

SOON = 20


class Clock:
    """A clock that stands still until it is moved."""

    def __init__(self) -> None:
        self.seconds = 1_000.0

    def __call__(self) -> float:
        return self.seconds


def venues_of(venue: str) -> Venues:
    rooms = (Room("main", "Main", ("left", "right"), "all"), Room("bar", "Bar", (), "all"))
    made = Venue(venue, "Hall", ZoneInfo("UTC"), "NZD", time(6), ("nz-casino-bingo",), rooms, b"")
    return Venues({venue: made})


@asynccontextmanager
async def following(
    client: Connection, venue: str, clock: Clock, **more: Any
) -> AsyncIterator[tuple[Screens, CollectorRegistry]]:
    """Screens that listen already."""
    registry = CollectorRegistry()
    venues = venues_of(venue)
    counted = Unasked("draw", registry, venues.ids)
    screens = Screens(client, venues, more.get("hung", hung(venues)), counted, clock)
    running = asyncio.create_task(screens.run())
    try:
        assert screens.of(venue, "main")[0].life is Life.AWAITED
        await asyncio.wait_for(screens.listening.wait(), SOON)
        yield screens, registry
    finally:
        await end([running])


async def say(client: Connection, venue: str, display: str = "left", **more: Any) -> None:
    """A display in the main room says something."""
    now = datetime.now(UTC).isoformat()
    said = {"display": display, "room": "main", "build": "1", "at": now, **more}
    await client.publish(f"eyesdown.shown.{venue}.main.{display}", json.dumps(said).encode())
    await client.flush()


async def until(screens: Screens, venue: str, build: str, at: int = 0) -> Screen:
    """A display of the main room, once it has said that it has this page."""
    found: list[Screen] = []

    def told() -> bool:
        found[:] = [screens.of(venue, "main")[at]]
        return found[0].glass is not None and found[0].glass.build == build

    await screens.until(told, SOON)
    assert told()
    return found[0]


async def test_a_display_is_alive_for_five_seconds_after_each_word(client, venue):
    clock = Clock()
    async with following(client, venue, clock) as (screens, _):
        assert [each.life for each in screens.of(venue, "main")] == [Life.DARK, Life.DARK]
        await say(client, venue)
        left = await until(screens, venue, "1")
        assert (left.display, left.life, left.age) == ("left", Life.ALIVE, 0)
        clock.seconds += DARK_AFTER
        assert screens.of(venue, "main")[0].life is Life.ALIVE
        clock.seconds += 0.1
        left, right = screens.of(venue, "main")
        assert left.life is Life.DARK
        assert left.age == pytest.approx(DARK_AFTER + 0.1)
        assert (right.life, right.glass, right.age) == (Life.DARK, None, None)
        await say(client, venue, build="2")
        assert (await until(screens, venue, "2")).life is Life.ALIVE


async def test_a_room_without_screens_and_one_that_there_is_not_have_none(client, venue):
    async with following(client, venue, Clock()) as (screens, _):
        assert screens.of(venue, "bar") == screens.of(venue, "attic") == ()
        assert screens.of("nowhere", "main") == ()
        assert list(screens.rooms()) == [(venue, "main"), (venue, "bar")]


async def test_whoever_starts_knows_what_was_said_last(client, venue):
    async with following(client, venue, Clock()) as (screens, _):
        await say(client, venue, build="7")
        await until(screens, venue, "7")
    async with following(client, venue, Clock()) as (screens, _):
        left, right = screens.of(venue, "main")
        assert left.glass is not None
        assert (left.life, left.glass.build, right.life) == (Life.ALIVE, "7", Life.DARK)


async def test_a_display_that_is_added_counts_as_one_of_the_room(client, venue):
    """As one that was paired since: it stands in no file."""
    paired: list[str] = []
    both = hung(venues_of(venue), lambda where, room: paired if room == "main" else ())
    async with following(client, venue, Clock(), hung=both) as (screens, registry):
        await say(client, venue, "door")
        await say(client, venue)
        await until(screens, venue, "1")  # in their order: the door was heard by then
        paired += ["door", "left"]
        await say(client, venue, "door", build="2")
        door = await until(screens, venue, "2", at=2)
        assert [each.display for each in screens.of(venue, "main")] == ["left", "right", "door"]
        assert door.life is Life.ALIVE
        counted = registry.get_sample_value(
            "eyesdown_shown_ignored_total", {"service": "draw", "venue": venue, "why": "foreign"}
        )
        assert counted == 1, "what it said before it hung there"


async def test_those_who_listen_are_told_what_is_said_and_what_was(client, venue):
    async with following(client, venue, Clock()) as (screens, _):
        told: list[tuple[str, str, str, str]] = []
        screens.heard.append(
            lambda where, room, now, before: told.append(
                (where, room, now.build, before.build if before else "")
            )
        )
        for build in ("1", "2"):
            await say(client, venue, build=build)
        await until(screens, venue, "2")
        assert told == [(venue, "main", "1", ""), (venue, "main", "2", "1")]


async def test_nobody_is_awaited_for_longer_than_is_said(client, venue):
    async with following(client, venue, Clock()) as (screens, _):
        await screens.until(lambda: False, 0.01)
        await screens.until(lambda: True, SOON)


async def test_while_nats_is_away_nobody_is_called_dark(spare_server, nats_connect, venue):
    clock, client = Clock(), await nats_connect(spare_server.url)
    await provision(client, [(venue, ZoneInfo("UTC"))], datetime.now(UTC))
    async with following(client, venue, clock) as (screens, _):
        await say(client, venue)
        await until(screens, venue, "1")
        down = asyncio.Event()
        client.link.watch(lambda up: None if up else down.set())
        await spare_server.stop()
        await asyncio.wait_for(down.wait(), SOON)
        clock.seconds += 60
        lives = [each.life for each in screens.of(venue, "main")]
        assert lives == [Life.AWAITED, Life.AWAITED]
        await spare_server.start()
        await asyncio.wait_for(client.link.wait(), SOON)
        assert screens.of(venue, "main")[0].life is Life.AWAITED
        clock.seconds += DARK_AFTER + 0.1
        assert screens.of(venue, "main")[1].life is Life.DARK
        await say(client, venue, build="2")
        assert (await until(screens, venue, "2")).life is Life.ALIVE


async def test_nobody_is_dark_while_it_is_not_known_what_was_said_last(
    tmp_path, nats_connect, venue
):
    clock = Clock()
    async with Nats(tmp_path) as server:  # its stream SHOWN was in memory, and is gone
        client = await nats_connect(server.url)
        async with following(client, venue, clock) as (screens, _):
            assert screens.of(venue, "main")[0].life is Life.AWAITED
            clock.seconds += DARK_AFTER + 0.1
            assert screens.of(venue, "main")[0].life is Life.DARK
        await client.close()
