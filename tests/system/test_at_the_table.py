"""The commands of docs/operating.md, "At the table", as they are written, on a house that runs."""

from __future__ import annotations

import asyncio
import os
import pty
import re
import sys
from collections.abc import AsyncIterator
from dataclasses import dataclass
from pathlib import Path

import pytest
import pytest_asyncio

from eyesdown.draw.v1 import game_pb2
from eyesdown_client import Eyesdown, Post, Selector, line, money
from services.cli.caller.keys import LEFT, RIGHT
from services.cli.common.where import Running
from services.kernel.serving.tokens import DevIssuer
from services.kernel.venues import Venues
from services.kernel.walk import now
from tests.cli.command import DEADLINE, environment, eyesdown
from tests.cli.running import end_group, running

ROOT = Path(__file__).resolve().parents[2]
SECTION = (
    (ROOT / "docs" / "operating.md")
    .read_text()
    .partition("\n## At the table\n")[2]
    .partition("\n## ")[0]
)
EXAMPLE = "akl/2026-11-29-07"
COMMANDS = re.findall(r"^(?:EYESDOWN_TOKEN=\$CALLER )?eyesdown (.+)$", SECTION, re.MULTILINE)
CTRL_Q = b"\x11"


@dataclass
class Table:
    """A house with a game in play, in which five balls were called."""

    data: Path
    house: Running
    game: game_pb2.Game

    def words(self, command: str) -> list[str]:
        """A documented command about this game."""
        short = f"akl/{self.game.name.rpartition('/')[2]}"
        return command.replace(EXAMPLE, short).split()

    def token(self, person: str, role: str) -> str:
        return DevIssuer(self.data).issue(person, {"akl": [role]})


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def table(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Table]:
    """One for all: it is only looked at."""
    data = tmp_path_factory.mktemp("table")
    async with running(data) as house:
        made = Table(data, house, game_pb2.Game())
        people = {"mere": "game_manager", "cal": "caller", "sue": "supervisor"}
        async with (
            Eyesdown(house.services["draw"], token=made.token("mere", people["mere"])) as mere,
            Eyesdown(house.services["draw"], token=made.token("cal", people["cal"])) as cal,
            Eyesdown(house.services["draw"], token=made.token("sue", people["sue"])) as sue,
        ):
            day = Venues.load(ROOT / "venues").get("akl").gaming_day(now()).isoformat()
            prizes = [line(money("NZD", 50_00))]
            game = await mere.draw.open_game(
                venue="akl",
                game_id=f"{day}-07",
                profile="nz-casino-bingo",
                game_version=2,
                stages=prizes,
                serial_number="A 1",
                selector=Selector.RECEPTACLE,
                rooms=["main"],
            )
            await mere.draw.assign_staff(game.name, post=Post.CALLER, person="cal")
            game = await mere.draw.assign_staff(game.name, post=Post.SUPERVISOR, person="sue")
            game = await cal.draw.announce_game(
                game.name,
                version=game.version,
                game_version=2,
                stages=prizes,
                serial_number="A 1",
            )
            for position, ball in enumerate((5, 17, 44, 8, 71), 1):
                await cal.draw.select_number(game.name, position=position, ball=ball)
                await cal.draw.call_number(game.name, position=position)
                game = await sue.draw.confirm_call(game.name, position=position, ball=ball)
        made.game = game
        yield made


@pytest.mark.asyncio(loop_scope="module")
async def test_what_is_written_is_what_there_is(table: Table):
    show, explain, sheet, call = COMMANDS
    done = await eyesdown(*table.words(show), data=table.data)
    assert (done.code, done.err) == (0, "")
    assert "Calls: 5 of 90\n    1:  5  17  44   8  71\n" in done.out
    done = await eyesdown(*table.words(explain), data=table.data)
    assert (done.code, done.err) == (0, "")
    assert "May the caller select the next number? yes" in done.out
    done = await eyesdown(*table.words(sheet), data=table.data)
    assert (done.code, done.err) == (0, "")
    assert "In charge when call 5 was announced" in done.out

    token = {"EYESDOWN_TOKEN": table.token("cal", "caller")}
    async with _Terminal(table, table.words(call), token) as terminal:
        seen = await terminal.until("IN PLAY")
        assert "caller" in seen
        await terminal.until("5 of 90")
        await terminal.until("Ctrl-Q ends the screen")
        terminal.type(CTRL_Q)
        assert await terminal.ended() == 0


@pytest.mark.asyncio(loop_scope="module")
@pytest.mark.parametrize(
    ("person", "role", "said"),
    [
        ("", "", "Error: Say who you are: give your own access token"),
        ("stu", "steward", "Error: You (stu) are neither caller, announcer nor supervisor of"),
    ],
)
async def test_who_has_no_post_is_told_so(table: Table, person: str, role: str, said: str):
    token = {"EYESDOWN_TOKEN": table.token(person, role)} if person else {}
    done = await eyesdown(*table.words(COMMANDS[3]), data=table.data, more=token)
    assert (done.code, done.out) == (1, "")
    assert done.err.startswith(said)


def test_the_table_of_keys_names_those_that_there_are():
    rows = re.findall(r"^\| (.+?) \| (.+?) \| .+ \|$", SECTION, re.MULTILINE)[2:]
    assert len(rows) == len(RIGHT) == len(LEFT)
    for (right, left), at_right, at_left in zip(rows, RIGHT, LEFT, strict=True):
        key = re.sub("[`]", "", right)
        assert at_right.split()[0] in (key.split()[0], "0-9"), key
        assert at_left.split()[0] in (left.split()[0], "1-5"), left


class _Terminal:
    """A command in a terminal of its own."""

    def __init__(self, table: Table, words: list[str], more: dict[str, str]) -> None:
        self._words = words
        self._environment = {
            **environment(table.data, more),
            "TERM": "xterm-256color",
            "COLUMNS": "100",
            "LINES": "32",
        }
        self._text = ""
        self._changed = asyncio.Event()

    async def __aenter__(self) -> _Terminal:
        self._master, terminal = pty.openpty()
        os.set_blocking(self._master, False)
        asyncio.get_running_loop().add_reader(self._master, self._read)
        self._process = await asyncio.create_subprocess_exec(
            *(sys.executable, "-m", "services.cli.main", *self._words),
            env=self._environment,
            stdin=terminal,
            stdout=terminal,
            stderr=terminal,
            start_new_session=True,
        )
        os.close(terminal)
        return self

    async def __aexit__(self, *_: object) -> None:
        asyncio.get_running_loop().remove_reader(self._master)
        os.close(self._master)
        await end_group(self._process)

    def _read(self) -> None:
        try:
            self._text += os.read(self._master, 65536).decode(errors="replace")
        except OSError:  # nobody writes there any more
            asyncio.get_running_loop().remove_reader(self._master)
        self._changed.set()

    async def until(self, text: str) -> str:
        """What was drawn, once this is among it; escapes are left out."""
        async with asyncio.timeout(DEADLINE):
            while text not in (seen := re.sub(r"\x1b\[[0-9;?]*[A-Za-z]", "", self._text)):
                self._changed.clear()
                await self._changed.wait()
        return seen

    def type(self, keys: bytes) -> None:
        """Type on its keyboard."""
        os.write(self._master, keys)

    async def ended(self) -> int:
        """Its exit status."""
        async with asyncio.timeout(DEADLINE):
            return await self._process.wait()
