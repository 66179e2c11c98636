"""The first game of README.md, done as it is written: each of its commands, and no other."""

from __future__ import annotations

import asyncio
import re
import sys
import textwrap
from pathlib import Path

from services.cli.common.where import Running
from tests.cli.command import DEADLINE, environment
from tests.cli.running import end_group, line_with, running

ROOT = Path(__file__).resolve().parents[2]
README = (ROOT / "README.md").read_text()
ADDRESS = "127.0.0.1:7400"


def blocks(language: str) -> list[str]:
    """The code of the first game, in the order of reading."""
    section = README.partition("\n## A first game in five minutes\n")[2].partition("\n## ")[0]
    return re.findall(rf"^```{language}\n(.*?)^```$", section, re.MULTILINE | re.DOTALL)


async def bash(script: str, here: Path, house: Running) -> asyncio.subprocess.Process:
    """Start a script in a terminal of its own, as it is but for the address."""
    script = script.replace(ADDRESS, house.services["draw"])
    return await asyncio.create_subprocess_exec(
        *("bash", "-euo", "pipefail", "-c", script),
        cwd=here,
        env=environment(here / "data"),
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.STDOUT,
        start_new_session=True,
    )


async def said(script: str, here: Path, house: Running) -> str:
    """What a script prints, which ends well."""
    process = await bash(script, here, house)
    try:
        async with asyncio.timeout(DEADLINE):
            out, _ = await process.communicate()
    finally:
        await end_group(process)
    assert process.returncode == 0, out.decode()
    return out.decode()


async def test_the_first_game_can_be_played_as_it_is_written(tmp_path: Path):
    board, play, left = blocks("sh")
    assert ADDRESS in play
    # A folder like this one, with the same packages: nothing is left in the tree.
    (tmp_path / ".venv").symlink_to(sys.prefix)
    (tmp_path / "examples").symlink_to(ROOT / "examples")
    async with running(tmp_path / "data") as house:
        wrong = await bash(play.replace("game_manager", "caller"), tmp_path, house)
        async with asyncio.timeout(DEADLINE):
            refused, _ = await wrong.communicate()
        assert wrong.returncode == 1
        assert refused.decode().startswith("The game goes no further: None of the roles")
        assert refused.decode().endswith("[ROLE_NOT_PERMITTED]\n")
        watching = await bash(board, tmp_path, house)
        try:
            assert await line_with(watching, "akl/main") == "akl/main: waiting for a game\n"
            playing = await bash(play, tmp_path, house)
            try:
                async with asyncio.timeout(DEADLINE):
                    out, _ = await playing.communicate()
            finally:
                await end_group(playing)
            told = out.decode()
            assert playing.returncode == 0, told
            called = re.findall(r"^call (\d+): (\d+)$", told, re.MULTILINE)
            assert [position for position, _ in called] == [str(each) for each in range(1, 11)]
            assert await line_with(watching, f"call 10 of 90: {called[-1][1]}")
            assert "end of the example" in await line_with(watching, "ended")
        finally:
            await end_group(watching)
        people = play.partition("python ")[0]
        leave, end = left.splitlines()
        opened = await said(people + leave, tmp_path, house)
        (kept,) = re.findall(r"^(venues/akl/games/\S+) stays in play", opened, re.MULTILINE)
        (named,) = re.findall(r"venues/akl/games/\S+", end)
        assert await said(people + end.replace(named, kept), tmp_path, house) == (
            f"{kept} has ended\n"
        )
    (game,) = re.findall(r"^(venues/akl/games/\S+) ended at version \d+$", told, re.MULTILINE)
    listed = game.rpartition("/")[2]
    assert re.search(rf"^akl/{listed}  ended +10 of 90 ", told, re.MULTILINE)


def test_what_is_shown_of_the_example_is_in_it():
    example = (ROOT / "examples" / "first_game.py").read_text()
    (excerpt,) = blocks("python")
    assert any(textwrap.indent(excerpt, " " * depth) in example for depth in range(0, 20, 4)), (
        excerpt
    )
