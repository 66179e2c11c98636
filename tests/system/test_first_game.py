"""The first game where it doesn't go as it is written: nothing that it opened stays in the way."""

from __future__ import annotations

import asyncio
import re
import signal
import sys
from collections.abc import AsyncIterator
from dataclasses import dataclass
from datetime import datetime, timedelta
from pathlib import Path
from zoneinfo import ZoneInfo

import pytest
import pytest_asyncio

from eyesdown_client import Cry, Eyesdown, Post, Selector, Verdict, line, money
from services.cli.common.output import short
from services.kernel.serving.tokens import DevIssuer
from services.kernel.settings import read
from tests.cli.command import DEADLINE, environment, eyesdown
from tests.cli.running import end_group, line_with, running
from tests.kit.listing import once

pytestmark = pytest.mark.asyncio(loop_scope="module")

EXAMPLE = Path(__file__).resolve().parents[2] / "examples" / "first_game.py"
PEOPLE = {
    "MANAGER": ("mere", "game_manager"),
    "CALLER": ("cal", "caller"),
    "SUPERVISOR": ("sue", "supervisor"),
}
GAME = r"venues/akl/games/\S+"


@dataclass(frozen=True)
class House:
    data: Path
    variables: dict[str, str]

    async def start(self, *arguments: str) -> asyncio.subprocess.Process:
        return await start(*arguments, data=self.data, variables=self.variables)

    async def play(self, *arguments: str) -> tuple[int, str]:
        return await ended(await self.start(*arguments))

    async def games(self) -> str:
        listed = await eyesdown("game", "list", data=self.data)
        assert listed.code == 0, listed.err
        return listed.out


async def start(
    *arguments: str, data: Path, variables: dict[str, str]
) -> asyncio.subprocess.Process:
    return await asyncio.create_subprocess_exec(
        *(sys.executable, str(EXAMPLE), *arguments),
        env=environment(data, {**variables, "PYTHONUNBUFFERED": "1"}),
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.STDOUT,
        start_new_session=True,
    )


async def ended(process: asyncio.subprocess.Process) -> tuple[int, str]:
    """Its exit status and what it said."""
    try:
        async with asyncio.timeout(DEADLINE):
            out, _ = await process.communicate()
    finally:
        await end_group(process)
    assert process.returncode is not None
    return process.returncode, out.decode()


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def house(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[House]:
    data = tmp_path_factory.mktemp("first") / "data"
    async with running(data) as found:
        issuer = DevIssuer.of(read({"EYESDOWN_DATA": str(data)}))
        tokens = {
            name: issuer.issue(person, {"akl": [role]}) for name, (person, role) in PEOPLE.items()
        }
        yield House(data, {"EYESDOWN_DRAW": found.services["draw"], **tokens})


async def test_a_game_that_was_interrupted_is_ended_and_the_room_is_free(house: House):
    for _ in range(5):  # it may be over before it hears us
        playing = await house.start()
        await line_with(playing, "call 1: ")
        playing.send_signal(signal.SIGINT)
        code, told = await ended(playing)
        if code == 1:
            break
    assert code == 1, told
    assert told.splitlines()[-1] == "Stopped."
    assert "Traceback" not in told
    await once(house.games, lambda listed: "in play" not in listed)
    code, told = await house.play()
    assert code == 0, told


async def test_a_game_that_was_left_open_is_in_play_until_it_is_told_to_end(house: House):
    code, told = await house.play("--leave-open")
    assert code == 0, told
    (game,) = re.findall(rf"^({GAME}) stays in play; end it with --end \1$", told, re.MULTILINE)
    in_play = re.compile(rf"^{short(game)}  in play +3 of 90 ", re.MULTILINE)
    await once(house.games, lambda listed: in_play.search(listed) is not None)
    # Whoever comes then is refused the room, and leaves no game that waits for it.
    code, told = await house.play()
    assert (code, "[ROOM_IN_PLAY]" in told, "Traceback" in told) == (1, True, False)
    await once(house.games, lambda listed: "waiting" not in listed)
    assert await house.play("--end", game) == (0, f"{game} has ended\n")
    code, told = await house.play()
    assert code == 0, told


async def test_a_game_that_is_not_there_cannot_be_ended(house: House):
    code, told = await house.play("--end", "venues/akl/games/2026-01-01-first-200000123456")
    assert code == 1
    assert told.startswith("The game goes no further: There is no venues/akl/games/")


async def test_a_call_out_of_somebody_elses_game_is_not_ruled_by_it(house: House):
    theirs = await waiting_for_a_ruling(house)
    try:
        assert await house.play("--end", theirs) == (
            1,
            f"{theirs} is no game of this example: it is left as it is.\n",
        )
    finally:
        left = await ended_as_its_own_people_do(house, theirs)
    assert left == [False]


def console(house: House, person: str) -> Eyesdown:
    return Eyesdown(house.variables["EYESDOWN_DRAW"], token=house.variables[person])


async def waiting_for_a_ruling(house: House) -> str:
    """A game of the house's own day, in play, with a call out that nobody has ruled on yet."""
    now = datetime.now(ZoneInfo("Pacific/Auckland"))
    prizes = [line(money("NZD", 100_00))]
    async with (
        console(house, "MANAGER") as manager,
        console(house, "CALLER") as caller,
        console(house, "SUPERVISOR") as supervisor,
    ):
        game = await manager.draw.open_game(
            venue="akl",
            game_id=f"{(now - timedelta(hours=6)).date()}-theirs",  # days start at 6
            profile="nz-casino-bingo",
            game_version=2,
            stages=prizes,
            serial_number="B-1001",
            selector=Selector.ELECTRONIC,
            rooms=["main"],
        )
        await manager.draw.assign_staff(game.name, post=Post.CALLER, person="cal")
        game = await manager.draw.assign_staff(game.name, post=Post.SUPERVISOR, person="sue")
        await caller.draw.announce_game(
            game.name,
            version=game.version,
            game_version=2,
            stages=prizes,
            serial_number="B-1001",
        )
        await caller.draw.select_number(game.name, position=1)
        await caller.draw.call_number(game.name, position=1)
        await supervisor.draw.confirm_call(game.name, position=1)
        await supervisor.draw.call_out(
            game.name, room="main", after_position=1, cry=Cry.LINE, player="Aroha"
        )
        return game.name


async def ended_as_its_own_people_do(house: House, name: str) -> list[bool]:
    """Rule on what waits and end it, so that its room is free; which were ruled on before."""
    async with console(house, "SUPERVISOR") as supervisor:
        game = await supervisor.draw.get_game(name)
        ruled = [heard.HasField("decided") for heard in game.call_outs]
        for heard in game.call_outs:
            await supervisor.draw.decide_call_out(
                name, call_out=heard.call_out, verdict=Verdict.NOT_VALID
            )
        game = await supervisor.draw.get_game(name)
        await supervisor.draw.end_game(name, version=game.version, reason="nobody had won")
        return ruled


async def test_it_says_which_variables_are_missing(tmp_path: Path):
    told = await ended(
        await start(data=tmp_path, variables={"EYESDOWN_DRAW": "127.0.0.1:1", "CALLER": "x"})
    )
    assert told == (
        1,
        "Set MANAGER, SUPERVISOR first: README.md says how, under A first game.\n",
    )
