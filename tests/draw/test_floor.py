"""How rooms stand: what each should show, and which screens are late with it."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from datetime import UTC, datetime, time, timedelta
from typing import Any
from zoneinfo import ZoneInfo

import pytest
from prometheus_client import CollectorRegistry

from eyesdown.draw.v1 import game_pb2
from services.draw.rooms.floor import AWAITED, DARK, LATE, LATE_AFTER, SHOWING, Floor
from services.draw.views.rooms import resource
from services.kernel.boards.glass import Glass
from services.kernel.boards.screens import Life, Screen
from services.kernel.following.heads import Head
from services.kernel.following.unasked import Unasked
from services.kernel.law import Standing
from services.kernel.names import Name
from services.kernel.tasks import end
from services.kernel.venues import Room, Venue, Venues

AT = datetime(2026, 11, 29, 8, 0, tzinfo=UTC)
GAME, OTHER = (Name("akl", "games", f"2026-11-29-0{n}") for n in (7, 8))
MAIN, FAR = ("akl", "main"), ("wlg", "main")


class Wall:
    """What hangs in the rooms, in the place of `Screens`."""

    def __init__(self) -> None:
        self.heard: list[Any] = []
        self.listening = asyncio.Event()
        self.hangs: dict[tuple[str, str], tuple[Screen, ...]] = {MAIN: (), FAR: ()}

    def of(self, venue: str, room: str) -> tuple[Screen, ...]:
        return self.hangs[venue, room]

    def rooms(self) -> list[tuple[str, str]]:
        return list(self.hangs)


class Hall:
    """A floor with a clock that is moved by hand."""

    def __init__(self) -> None:
        self.wall, self.now, self.registry = Wall(), 100.0, CollectorRegistry()
        rooms = (Room("main", "Main hall", ("left",), "all"),)
        self.venues = Venues(
            {
                venue: Venue(venue, venue, ZoneInfo("UTC"), "NZD", time(6), ("nz",), rooms, b"")
                for venue in ("akl", "wlg")
            }
        )
        counted = Unasked("draw", self.registry, self.venues.ids)
        wall = self.wall
        self.floor = Floor(wall, self.venues, counted, lambda: self.now)  # type: ignore[arg-type]

    def shows(self, name: Name | None, version: int, *, where: tuple[str, str] = MAIN) -> None:
        """The one display there shows this."""
        self.wall.hangs[where] = (screen(name, version),)

    @property
    def state(self) -> int:
        """How the main room stands."""
        return self.floor.room(MAIN).state

    def after(self, seconds: float) -> int:
        """How it stands so much later."""
        self.now += seconds
        return self.state


def screen(
    name: Name | None, version: int, *, life: Life = Life.ALIVE, build: str = "1", skew: int = 0
) -> Screen:
    glass = Glass("left", "main", name, version, AT, {}, build, skew, AT)
    return Screen("left", life, glass, 0.25)


def head(
    name: Name = GAME,
    version: int = 9,
    *,
    standing: Standing = Standing.IN_PLAY,
    rooms: tuple[str, ...] = ("main",),
    second: int = 0,
    phase: game_pb2.Phase.ValueType = game_pb2.PHASE_IN_PLAY,
) -> Head:
    row = game_pb2.GameRow(phase=phase, rooms=rooms)
    return Head(name, version, version, AT + timedelta(seconds=second), standing, row)


@pytest.fixture
def hall() -> Hall:
    return Hall()


def test_a_screen_is_late_when_it_lacks_a_version_for_three_seconds(hall: Hall) -> None:
    hall.floor.head(head(version=9))
    hall.shows(GAME, 8)
    assert hall.state == SHOWING
    assert hall.after(LATE_AFTER) == SHOWING
    assert hall.after(0.1) == LATE
    hall.shows(GAME, 9)
    assert hall.state == SHOWING


def test_one_that_stands_still_while_the_game_goes_on_is_late_all_the_same(hall: Hall) -> None:
    hall.shows(GAME, 8)
    for version in range(9, 14):
        hall.floor.head(head(version=version))
        state = hall.after(1)
    assert state == LATE


def test_one_that_follows_a_little_behind_is_not_late(hall: Hall) -> None:
    for version in range(9, 20):
        hall.floor.head(head(version=version))
        hall.shows(GAME, version - 1)
        assert hall.after(1) == SHOWING


def test_one_that_shows_another_game_than_the_one_in_play_is_late(hall: Hall) -> None:
    hall.floor.head(head(GAME))
    hall.shows(OTHER, 30)
    assert (hall.state, hall.after(3.1)) == (SHOWING, LATE)
    hall.shows(None, 0)
    assert hall.state == LATE


def test_after_the_end_a_room_may_show_something_else(hall: Hall) -> None:
    ended = head(GAME, 40, standing=Standing.ENDED, phase=game_pb2.PHASE_ENDED)
    hall.floor.head(ended)
    hall.shows(Name("akl", "tournaments", "2026-11-29-cup"), 3)
    assert (hall.state, hall.after(10)) == (SHOWING, SHOWING)
    hall.shows(GAME, 39)
    assert (hall.state, hall.after(3.1)) == (SHOWING, LATE)


def test_dark_and_awaited_screens_and_a_room_without_any(hall: Hall) -> None:
    assert hall.state == DARK, "there is none"
    hall.wall.hangs[MAIN] = (screen(None, 0, life=Life.DARK),)
    assert hall.state == DARK
    hall.wall.hangs[MAIN] = (screen(None, 0, life=Life.DARK), screen(None, 0, life=Life.AWAITED))
    assert hall.state == AWAITED
    hall.wall.hangs[MAIN] = (screen(None, 0, life=Life.DARK), screen(None, 0))
    assert hall.state == SHOWING, "one of them is alive"


def test_the_next_game_takes_the_room_and_the_one_before_does_not_take_it_back(
    hall: Hall,
) -> None:
    waiting = head(OTHER, 2, standing=Standing.WAITING, phase=game_pb2.PHASE_WAITING)
    hall.floor.head(head(GAME, 9))
    hall.floor.head(waiting)
    assert shown(hall) == (GAME, 9), "it was not announced"
    over = {"standing": Standing.ENDED, "phase": game_pb2.PHASE_ENDED}
    hall.floor.head(head(GAME, 10, second=1, **over))  # type: ignore[arg-type]
    hall.floor.head(head(OTHER, 5, second=2))
    hall.floor.head(head(GAME, 11, second=3, **over))  # type: ignore[arg-type]
    assert shown(hall) == (OTHER, 5), "its record may grow after its end"


def shown(hall: Hall) -> tuple[Name, int] | None:
    there = hall.floor.room(MAIN).head
    return (there.name, there.version) if there else None


def test_a_linked_game_is_awaited_in_the_other_venue_too(hall: Hall) -> None:
    hall.floor.head(head(rooms=("main", "venues/wlg/rooms/main")))
    hall.shows(GAME, 3, where=FAR)
    hall.floor.room(FAR)
    hall.now += 4
    assert hall.floor.room(FAR).state == LATE
    assert [room.place for room in hall.floor.rooms("wlg")] == [FAR]
    assert (FAR in hall.floor, ("wlg", "attic") in hall.floor) == (True, False)


def test_what_is_wrong_with_a_screen_is_told(hall: Hall) -> None:
    hall.floor.head(head())
    hall.wall.hangs[MAIN] = (screen(GAME, 9, build="1", skew=1_001), screen(GAME, 9, build="2"))
    room = hall.floor.room(MAIN)
    told = resource(room, hall.venues, "2")
    assert (told.name, told.title, told.version) == ("venues/akl/rooms/main", "Main hall", 9)
    assert [(each.old_page, each.skewed) for each in told.screens] == [(True, True), (False, False)]
    assert [each.age for each in told.screens] == [250, 250]
    hall.wall.hangs[MAIN] = (replace(screen(GAME, 9, skew=1_000), glass=None, age=None),)
    (silent,) = resource(hall.floor.room(MAIN), hall.venues, "2").screens
    assert not silent.HasField("heard_at")
    assert not silent.old_page


def test_the_newest_page_is_the_one_that_came_last_and_at_the_start_the_usual_one(
    hall: Hall,
) -> None:
    assert hall.floor.newest_page("akl") == ""
    old = [screen(GAME, 9, build=build) for build in ("0.1+ff", "0.1+aa", "0.1+aa")]
    hall.wall.hangs[MAIN] = tuple(old)
    for each in old:
        said(hall, each)
    assert hall.floor.newest_page("akl") == "0.1+aa"
    hall.wall.listening.set()
    new = screen(GAME, 9, build="0.1+bb")
    said(hall, new)
    said(hall, old[0])
    hall.wall.hangs[MAIN] = (*old, new)
    assert hall.floor.newest_page("akl") == "0.1+bb"


def said(hall: Hall, each: Screen) -> None:
    """A display says what it shows."""
    for told in hall.wall.heard:
        told(*MAIN, each.glass, None)


async def test_a_change_is_told_to_who_waits_for_that_room_and_is_counted(hall: Hall) -> None:
    hall.floor.look()
    told = asyncio.create_task(hall.floor.changed([MAIN]))
    elsewhere = asyncio.create_task(hall.floor.changed([FAR]))
    await asyncio.wait([told, elsewhere], timeout=0)
    hall.floor.look()
    assert not told.done(), "nothing has changed"
    hall.shows(None, 0)
    hall.floor.look()
    await asyncio.wait_for(told, 20)
    assert not elsewhere.done()
    await end([elsewhere])
    labels = {"service": "draw", "venue": "akl", "room": "main"}
    counted = {
        state: hall.registry.get_sample_value("eyesdown_room_screens", {**labels, "state": state})
        for state in ("showing", "late", "dark", "awaited")
    }
    assert counted == {"showing": 1, "late": 0, "dark": 0, "awaited": 0}
