"""`eyesdown audit verify`, on what a real draw service left in a real journal."""

from __future__ import annotations

import json
import re
import shutil
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_asyncio

from services.kernel.journal.connection import Connection
from tests.cli.command import Done, eyesdown
from tests.kit.draw import Hall, Replica, replica
from tests.kit.draw_play import Play, stored_of
from tests.kit.nats import Nats

PAGE = Path(__file__).resolve().parents[2] / "docs" / "auditing.md"

pytest_plugins = ["tests.kit.draw"]
pytestmark = pytest.mark.asyncio(loop_scope="module")


@pytest_asyncio.fixture(loop_scope="module")
async def play(hall: Hall, one: Replica) -> Play:
    """A game with two calls, a call out and a number that waits; 13 commits."""
    play = await Play.announced(hall, one.draw)
    for _ in range(2):
        await play.round()
    await play.decide(await play.call_out(player="Aroha"))
    await play.select()
    assert play.game.version == 13
    return play


async def audit(hall: Hall, *arguments: str, **settings: str) -> Done:
    """Audit the hall's venue, or what the arguments say."""
    chosen = arguments if "--name" in arguments else ("--venue", hall.venue, *arguments)
    environment = hall.environment("audit", **settings)
    return await eyesdown("audit", "verify", *chosen, data=hall.folder, more=environment)


def count(done: Done, pattern: str) -> int:
    """The number in a line of the summary."""
    found = re.search(pattern, done.out)
    assert found, done.out + done.err
    return int(found[1])


async def test_a_sound_journal_is_proven(hall: Hall, play: Play):
    done = await audit(hall)
    assert (done.code, done.err) == (0, "")
    commits = count(done, r"^(\d+) commits of")
    assert commits >= 13
    assert count(done, r"(\d+) decided again") == commits
    assert count(done, r"(\d+) sealed") == count(done, r"(\d+) by a key")
    assert "0 still closed" in done.out


async def test_without_the_keys_the_numbers_called_are_proven(
    hall: Hall, play: Play, tmp_path: Path
):
    short = play.game.name.removeprefix("venues/").replace("/games/", "/")
    done = await audit(hall, "--name", short, "--venue", "-", "--keys", str(tmp_path))
    assert done.code == 0
    assert "13 commits of 1 aggregate\n" in done.out
    assert "3 sealed: 2 opened by a later commit, 0 by a key, 1 still closed" in done.out
    assert count(done, r"(\d+) decided again") == 12
    assert "1 not decided again" in done.out


async def test_a_game_is_decided_again_under_the_text_that_it_was_opened_under(
    hall: Hall, play: Play, tmp_path: Path
):
    """The rules have a new text of the profile; the old one lies in the blobs."""
    rules = tmp_path / "rules"
    shutil.copytree(hall.folder / "rules", rules)
    profile = rules / "profiles" / "nz-casino-bingo.toml"
    profile.write_text(profile.read_text().replace("value = 90", "value = 75"))
    done = await audit(hall, "--name", play.game.name, RULES=str(rules))
    assert (done.code, count(done, r"(\d+) decided again")) == (0, 13)


@pytest_asyncio.fixture(loop_scope="module")
async def spoilt(tmp_path: Path, nats_server: Nats) -> AsyncIterator[tuple[Hall, Replica]]:
    """A hall whose journal a test may spoil, and its service."""
    hall = Hall(tmp_path / "hall", nats_server.url)
    await hall.provision()
    async with replica(hall) as running:
        yield hall, running


async def test_what_somebody_wrote_past_the_service_is_found(
    spoilt: tuple[Hall, Replica], nats: Connection, tmp_path: Path
):
    hall, running = spoilt
    play = await Play.announced(hall, running.draw)
    mark = tmp_path / "mark.json"
    assert (await audit(hall, "--write", str(mark))).code == 0
    await play.round()
    grown = await audit(hall, "--since", str(mark))
    assert (grown.code, grown.err) == (0, "")
    assert count(grown, r"(\d+) aggregates? as the watermark saw") >= 1

    first = (await stored_of(nats, play.id))[0]
    forged = await nats.jetstream().publish(play.id.subject, first.body)
    other = tmp_path / "other.json"
    done = await audit(hall, "--since", str(mark), "--write", str(other))
    assert done.code == 1
    here = f"{play.game.name} version 1 (sequence {forged.seq}): "
    assert f"{here}it comes after version 7: one was left out, put in or moved\n" in done.out
    assert "this journal is not as it must be" in done.out
    assert not other.exists()

    # A watermark that has seen more than is there, as after the last commits were taken away.
    table = json.loads(mark.read_text())
    ours = [each for each in table["streams"] if each["venue"] == hall.venue]
    (stream,) = [each for each in ours if each["heads"]]  # in December next year's is there too
    stream["last"] = forged.seq + 2
    mark.write_text(json.dumps(table))
    done = await audit(hall, "--since", str(mark))
    assert "the stream ends here; 2 commits that the watermark saw are missing" in done.out


async def test_the_commands_of_the_page_do_what_it_says(
    hall: Hall, play: Play, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.chdir(tmp_path)  # where the watermark is written
    venue, year = hall.venue, play.id.year
    told = {"akl": venue, "2026-11-29-07": play.id.id, "--year 2026": f"--year {year}"}
    commands = re.findall(r"^eyesdown (audit verify.*)$", PAGE.read_text(), re.MULTILINE)
    assert len(commands) == 5
    for command in commands:
        for here, ours in told.items():
            command = command.replace(here, ours)
        arguments = command.split()
        if "--venue" not in arguments and "--name" not in arguments:
            arguments += ["--venue", venue]  # others share this NATS
        done = await eyesdown(*arguments, data=hall.folder, more=hall.environment("audit"))
        assert (done.code, done.err) == (0, ""), command
    assert (tmp_path / "watermark.json").exists()


async def test_a_journal_that_cannot_be_reached_is_no_finding(hall: Hall):
    done = await audit(hall, NATS_URL="nats://127.0.0.1:1")
    assert (done.code, done.out) == (2, "")
    assert "127.0.0.1:1" in done.err


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--name", "venues/akl/games/2026-never"], "There is no venues/akl/games/2026-never"),
        (["--name", "games/7"], "'games/7' is not of the form venues/"),
        (["--year", "1999"], "There is no journal of"),
        (["--keys", "nowhere"], "Directory 'nowhere' does not exist"),
        (["--since", "nowhere.json"], "nowhere.json: No such file"),
        (["--name", "venues/akl/games/2026-1", "--year", "2026"], "--name goes with none of"),
    ],
)
async def test_what_cannot_be_audited_is_said_in_a_sentence(
    hall: Hall, arguments: list[str], said: str
):
    done = await audit(hall, *arguments)
    assert done.code == 2, "1 is for what was found"
    assert said in done.err
    assert "Traceback" not in done.err


async def test_a_file_that_is_not_what_it_was_given_for_is_named(hall: Hall, tmp_path: Path):
    junk = tmp_path / "junk"
    junk.write_text("no")
    for option in ("--since", "--profile"):
        done = await audit(hall, option, str(junk))
        assert done.code == 2
        assert f"Error: {junk}" in done.err
        assert "no TOML" in done.err if option == "--profile" else "is no watermark" in done.err
