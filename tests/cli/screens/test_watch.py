"""`eyesdown watch`: lines for a pipe, a board for a terminal."""

from __future__ import annotations

import asyncio
import signal
from collections.abc import AsyncIterator, Callable, Sequence
from dataclasses import replace
from io import StringIO
from pathlib import Path
from typing import TYPE_CHECKING

import click
import pytest
from rich.console import Console

from eyesdown.board.v1 import board_pb2
from services.cli.screens.room_view import RoomView
from services.cli.screens.watch import line, print_changes, room_of, show_board
from services.kernel.boards.boards import Boards
from services.kernel.boards.rooms import Rooms
from services.kernel.law import Standing
from services.kernel.names import Name
from tests.cli.command import DEADLINE, eyesdown, start
from tests.cli.frames import ALIVE, paused, shown, waiting
from tests.kit.nats import Nats

if TYPE_CHECKING:  # a plugin is loaded by pytest, before anybody imports it
    from services.kernel.journal.connection import Connection

pytest_plugins = ["tests.kit.nats"]


async def these(views: Sequence[RoomView]) -> AsyncIterator[RoomView]:
    for view in views:
        yield view


def test_a_room_in_one_line():
    assert line(shown(None)) == "akl/main: waiting for a game"
    assert line(shown(waiting())) == (
        "akl/main: 2026-11-29-07 v1 · waiting to be announced · bingo"
    )
    assert line(shown(paused(), played=1)) == (
        "akl/main: 2026-11-29-07 v26 · in play · call 1 of 90: 17 · line NZD 500.00 · "
        "bingo NZD 1,000.00"
    )
    assert line(shown(paused(), offline=True)) == (
        "akl/main: OFFLINE, nothing heard since 07:30:00 UTC · 2026-11-29-07 v26 · paused for a "
        "claim · call 7 of 90: 5 · call out 2 in terrace after call 7 · "
        "line NZD 500.00 won on call 5 · bingo NZD 1,000.00"
    )
    assert line(shown(None, offline=True)) == (
        "akl/main: OFFLINE, nothing heard since 07:30:00 UTC · waiting for a game"
    )


async def test_a_line_is_written_for_every_change_and_only_then():
    frame = paused()
    views = [shown(None), shown(None), *(shown(frame, played) for played in (5, 6, 7, 7))]
    written: list[str] = []
    await print_changes(these(views), written.append)
    assert written == [line(views[0]), *(line(view) for view in views[2:5])]


async def test_a_room_that_waits_says_so_once_whatever_is_about_to_come():
    written: list[str] = []
    coming = replace(shown(None), showing="venues/akl/games/2026-11-29-07")
    await print_changes(these([shown(None), coming]), written.append)
    assert written == ["akl/main: waiting for a game"]


def later(change: Callable[[board_pb2.GameFrame], object]) -> RoomView:
    """The room one version later, with a change."""
    frame = paused()
    frame.version += 1
    change(frame)
    return shown(frame)


@pytest.mark.parametrize(
    ("change", "lines"),
    [
        (lambda frame: None, 1),  # as when a number is selected
        (lambda frame: setattr(frame.calls[-1], "confirmed", True), 1),
        (lambda frame: frame.calls.add(position=8, number=64), 2),
        (lambda frame: setattr(frame, "phase", board_pb2.GAME_PHASE_IN_PLAY), 2),
        (lambda frame: frame.call_outs.add(call_out=3, room="main", status="undecided"), 2),
        (lambda frame: setattr(frame.stages[1], "won_on", 7), 2),
        (lambda frame: setattr(frame.stages[1], "prize", "NZD 900.00"), 2),
    ],
)
async def test_a_version_that_changes_nothing_to_see_writes_none(
    change: Callable[[board_pb2.GameFrame], object], lines: int
):
    written: list[str] = []
    await print_changes(these([shown(paused()), later(change)]), written.append)
    assert len(written) == lines


async def test_another_game_is_written_even_if_it_looks_alike():
    other = waiting()
    other.name = "venues/akl/games/2026-11-29-08"
    written: list[str] = []
    await print_changes(these([shown(waiting()), shown(other)]), written.append)
    assert written == [line(shown(waiting())), line(shown(other))]


async def test_the_board_is_drawn_for_every_call_and_the_terminal_left_as_it_was():
    out = StringIO()
    console = Console(file=out, force_terminal=True, width=80, height=24)
    frame = paused()
    await show_board(these([shown(None), shown(frame, 6), shown(frame)]), console)
    text = out.getvalue()
    assert text.startswith("\x1b[?1049h")
    assert "\x1b[?1049l" in text
    places = [text.index(words) for words in ("WAITING FOR A GAME", "6 of 90", "7 of 90")]
    assert places == sorted(places)


@pytest.mark.parametrize("text", ["akl/main", "venues/akl/rooms/main"])
def test_rooms_by_name(text: str):
    assert room_of(text) == ("akl", "main")


@pytest.mark.parametrize("text", ["akl", "venues/akl/games/main", "a/b/c/d/e", ""])
def test_what_is_no_room(text: str):
    with pytest.raises(click.BadParameter):
        room_of(text)


async def test_piped_it_prints_lines_until_it_is_stopped(
    nats_server: Nats, nats_connection: Connection, provisioned: str, tmp_path: Path
):
    async def ended(name: Name) -> Standing:
        return Standing.ENDED

    game = Name(provisioned, "games", "2026-11-29-07")
    frame = paused()
    frame.name = str(game)
    boards = Boards(nats_connection)
    await Rooms(nats_connection).take(game, ["main"], 1, ALIVE, ended)
    await boards.publish(game, frame.version, frame)
    process = await start("watch", f"{provisioned}/main", "--nats", nats_server.url, data=tmp_path)
    assert process.stdout is not None
    try:
        async with asyncio.timeout(DEADLINE):
            while b"call 7 of 90: 5" not in await process.stdout.readline():
                assert not process.stdout.at_eof()
            frame.version += 1
            frame.calls.add(position=8, number=64)
            await boards.publish(game, frame.version, frame)
            while b"call 8 of 90: 64" not in await process.stdout.readline():
                assert not process.stdout.at_eof()
            process.send_signal(signal.SIGTERM)
            _, err = await process.communicate()
        assert (process.returncode, err) == (0, b"")
    finally:
        if process.returncode is None:
            process.kill()
            await process.wait()


@pytest.mark.parametrize("room", ["akl/zzz", "zzz/main"])
async def test_a_room_that_there_is_not_is_told(
    nats_server: Nats, provisioned: str, tmp_path: Path, room: str
):
    done = await eyesdown("watch", room, "--nats", nats_server.url, data=tmp_path)
    name = "venues/{}/rooms/{}".format(*room.split("/"))
    said = f"Error: There is no {name}. Check the name; names are in lower case.\n"
    assert (done.code, done.out, done.err) == (1, "", said)


async def test_without_a_server_it_says_so(tmp_path: Path):
    done = await eyesdown("watch", "akl/main", data=tmp_path)
    assert done.code == 1
    assert done.err.startswith("Error: Nothing runs here")


async def test_a_wrong_room_is_wrong_usage(tmp_path: Path):
    done = await eyesdown("watch", "akl", data=tmp_path)
    assert done.code == 2
    assert "is not of the form akl/main" in done.err
