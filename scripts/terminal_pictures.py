"""The terminal's screens, of a game that is played for the purpose in a house of its own.

The game is always the same: its balls, its words and its staff; day and instants are those of the
moment.
"""

from __future__ import annotations

import asyncio
import os
import re
import sys
import tempfile
from collections.abc import AsyncIterator, Mapping
from contextlib import AsyncExitStack, asynccontextmanager
from datetime import UTC, datetime
from io import StringIO
from pathlib import Path

from rich.console import Console, RenderableType
from rich.text import Text

from eyesdown.draw.v1 import game_pb2
from eyesdown_client import Cry, Eyesdown, Post, Selector, Verdict, bingo, line, money
from services.cli.caller.app import Caller
from services.cli.house.house import House, open_house
from services.cli.screens.flashboard import render
from services.cli.screens.room_view import Room
from services.kernel.journal.connection import connect
from services.kernel.serving.tokens import DevIssuer
from services.kernel.settings import PREFIX, Settings, read
from services.kernel.venues import Venues
from services.kernel.walk import now

VENUE, ROOM, SERIAL = "akl", "main", "A-1204"
STAFF = {"mere": "game_manager", "cal": "caller", "sue": "supervisor"}
BALLS = (12, 7, 55, 41, 90, 23, 3, 68)
NEXT = 34
"""The ball that is drawn and not announced yet on the caller's screen."""
WITHIN = 30.0
_FONT = re.compile(r"@font-face \{.*?\}\s*", re.DOTALL)


async def terminals() -> dict[str, str]:
    """Every screen as SVG, by its name."""
    made = {}
    async with _house() as (house, settings, people):
        name = await _played(people, settings)
        made["caller"] = await _caller(people["cal"], name)
        await people["cal"].draw.call_number(name, position=len(BALLS) + 1)
        await people["sue"].draw.confirm_call(name, position=len(BALLS) + 1, ball=NEXT)
        await people["sue"].draw.call_out(
            name, room=ROOM, after_position=len(BALLS) + 1, cry=Cry.LINE, player="Aroha"
        )
        made["watch"] = _picture(f"eyesdown watch {VENUE}/{ROOM}", 80, await _board(house))
        await people["sue"].draw.decide_call_out(name, call_out=1, verdict=Verdict.NOT_VALID)
        short = f"{VENUE}/{name.rpartition('/')[2]}"
        for said, lines in (("status", 0), (f"trace {short} --claim 1", 0), ("floor", 2)):
            told = await _said(said, settings, lines)
            width = max(map(len, told.splitlines())) + 1
            made[said.partition(" ")[0]] = _picture(f"eyesdown {said}", width, Text(told))
    return made


@asynccontextmanager
async def _house() -> AsyncIterator[tuple[House, Settings, Mapping[str, Eyesdown]]]:
    with tempfile.TemporaryDirectory(prefix="eyesdown-pictures-") as folder:
        settings = read(_environment(Path(folder)))
        async with AsyncExitStack() as stack:
            environment = {**_ours(), **_environment(Path(folder))}
            house = await stack.enter_async_context(open_house(settings, environment))
            for service in ("draw", "verify"):
                await house.until_ready(service)
            issuer, address = DevIssuer.of(settings), house.running.services["draw"]
            people = {
                person: await stack.enter_async_context(
                    Eyesdown(address, token=issuer.issue(person, {VENUE: [role]}))
                )
                for person, role in STAFF.items()
            }
            yield house, settings, people


def _ours() -> dict[str, str]:
    """What is of this machine stays; what is of an operator's house does not."""
    return {name: each for name, each in os.environ.items() if not name.startswith(PREFIX)}


def _environment(folder: Path) -> dict[str, str]:
    return {
        "EYESDOWN_DATA": str(folder),
        "EYESDOWN_GRPC_ADDRESS": "127.0.0.1:0",
        "EYESDOWN_METRICS_PORT": "0",
        "EYESDOWN_LOG_LEVEL": "error",
    }


async def _played(people: Mapping[str, Eyesdown], settings: Settings) -> str:
    """The name of a game in which all balls but the next are called, and that one is drawn."""
    manager, caller, supervisor = (people[each].draw for each in STAFF)
    day = Venues.load(settings.venues_folder).get(VENUE).gaming_day(now()).isoformat()
    prizes = [line(money("NZD", 500_00)), bingo(money("NZD", 1_000_00))]
    game = await manager.open_game(
        venue=VENUE,
        game_id=f"{day}-07",
        profile="nz-casino-bingo",
        game_version=3,
        stages=prizes,
        serial_number=SERIAL,
        selector=Selector.RECEPTACLE,
        rooms=[ROOM],
    )
    await manager.assign_staff(game.name, post=Post.CALLER, person="cal")
    game = await manager.assign_staff(game.name, post=Post.SUPERVISOR, person="sue")
    await caller.announce_game(
        game.name, version=game.version, game_version=3, stages=prizes, serial_number=SERIAL
    )
    for position, ball in enumerate(BALLS, 1):
        await caller.select_number(game.name, position=position, ball=ball)
        await caller.call_number(game.name, position=position)
        await supervisor.confirm_call(game.name, position=position, ball=ball)
    await caller.select_number(game.name, position=len(BALLS) + 1, ball=NEXT)
    return game.name


async def _caller(person: Eyesdown, name: str) -> str:
    """The caller's screen, as soon as it says what may be done."""
    changed = asyncio.Event()
    game: game_pb2.Game = await person.draw.get_game(name)
    app = Caller(person.draw, Post.CALLER, game, changed=lambda desk: changed.set())
    async with app.run_test(size=(100, 32)) as pilot, asyncio.timeout(WITHIN):
        while not any(step.may for step in app.desk.steps):
            changed.clear()
            await changed.wait()
        await pilot.pause()
        return _fontless(app.export_screenshot(title=f"eyesdown call {VENUE}/{game.name[-13:]}"))


async def _board(house: House) -> RenderableType:
    """What the room's flashboard shows once the call out is on it."""
    connection = await connect(house.running.nats, name="pictures")
    try:
        async with asyncio.timeout(WITHIN), Room(connection, VENUE, ROOM) as room:
            async for view in room:
                if view.glass is not None and view.glass.call_outs and not view.behind:
                    return render(view, datetime.now(UTC))
    finally:
        await connection.close()
    raise RuntimeError("the room's views ended")


async def _said(command: str, settings: Settings, lines: int) -> str:
    """What a command says, or its first lines if it goes on for ever."""
    child = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "services.cli.main", *command.split()),
        env={**_ours(), **_environment(settings.data_folder), "PYTHONUNBUFFERED": "1"},
        stdout=asyncio.subprocess.PIPE,
    )
    assert child.stdout is not None
    async with asyncio.timeout(WITHIN):
        if not lines:
            return (await child.communicate())[0].decode().rstrip()
        told = [(await child.stdout.readline()).decode() for _ in range(lines)]
    child.terminate()
    await child.wait()
    return "".join(told).rstrip()


def _picture(title: str, width: int, what: RenderableType) -> str:
    console = Console(width=width, record=True, file=StringIO(), force_terminal=True)
    console.print(what)
    return _fontless(console.export_svg(title=title))


def _fontless(svg: str) -> str:
    """The picture without fonts that are to be fetched from elsewhere."""
    return _FONT.sub("", svg).replace("Fira Code", "ui-monospace").rstrip() + "\n"
