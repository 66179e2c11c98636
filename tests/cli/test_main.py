"""The command line itself: what it offers, and how it tells what went wrong."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import click
import pytest
from click.testing import CliRunner

from eyesdown_client import Refused
from services.cli.main import COMMANDS, PAGES, Plain, docs, main
from services.kernel import build
from services.kernel.settings import SettingsError
from tests.cli.command import eyesdown

HERE = "tests.cli.test_main"


@click.command()
@click.argument("how", type=click.Choice(["refused", "wrong", "bug", "usage", "stop", "well"]))
def fails(how: str) -> None:
    """Fail as asked."""
    match how:
        case "refused":
            raise Refused("ROOM_IN_PLAY", "The room main is in play.", "Wait.")
        case "wrong":
            raise SettingsError(["EYESDOWN_MODE: not 'x'", "EYESDOWN_DATA: is a file"])
        case "bug":
            raise KeyError("x")
        case "usage":
            raise click.BadParameter("not that")
        case "stop":
            raise KeyboardInterrupt
    click.echo("done")


GROUP = Plain(
    "group",
    table={
        "fails": (f"{HERE}:fails", "Fail as asked."),
        "gone": ("tests.cli.no_such_module:gone", "Not there."),
        "lost": (f"{HERE}:lost", "Not in it."),
    },
)


@pytest.fixture
def runner(monkeypatch: pytest.MonkeyPatch) -> CliRunner:
    monkeypatch.delenv("EYESDOWN_DEBUG", raising=False)
    return CliRunner()


def test_who_is_interrupted_before_the_command_is_there_has_found_nothing_wrong(
    runner: CliRunner, monkeypatch: pytest.MonkeyPatch
):
    def interrupted(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("importlib.import_module", interrupted)
    result = runner.invoke(main, ["demo"])
    assert (result.exit_code, result.output) == (2, "Interrupted\n")


@pytest.mark.parametrize(
    ("how", "code", "said"),
    [
        ("stop", 2, "Interrupted\n"),
        ("refused", 1, "Error: The room main is in play. Wait. [ROOM_IN_PLAY]\n"),
        ("wrong", 1, "Error: EYESDOWN_MODE: not 'x'\nEYESDOWN_DATA: is a file\n"),
        (
            "bug",
            1,
            "Error: Something went wrong here, through no fault of yours: KeyError: 'x'\n"
            "Run it again with EYESDOWN_DEBUG=1 to see where.\n",
        ),
    ],
)
def test_an_error_is_a_sentence_on_stderr(runner: CliRunner, how: str, code: int, said: str):
    result = runner.invoke(GROUP, ["fails", how])
    assert (result.exit_code, result.stdout, result.stderr) == (code, "", said)


def test_what_goes_well_is_exit_0(runner: CliRunner):
    result = runner.invoke(GROUP, ["fails", "well"])
    assert (result.exit_code, result.stdout) == (0, "done\n")


@pytest.mark.parametrize("arguments", [["fails", "usage"], ["fails"], ["no-such"], ["fails", "-x"]])
def test_wrong_usage_is_exit_2(runner: CliRunner, arguments: list[str]):
    result = runner.invoke(GROUP, arguments)
    assert result.exit_code == 2
    assert "Usage: group" in result.stderr


@pytest.mark.parametrize("name", ["gone", "lost"])
def test_a_command_that_is_not_there_hurts_only_when_it_is_called(runner: CliRunner, name: str):
    assert runner.invoke(GROUP, ["--help"]).exit_code == 0
    assert runner.invoke(GROUP, ["fails", "well"]).exit_code == 0
    result = runner.invoke(GROUP, [name])
    assert result.exit_code == 1
    assert "Traceback" not in result.stderr


def test_to_debug_the_error_is_raised(runner: CliRunner):
    result = runner.invoke(GROUP, ["fails", "bug"], env={"EYESDOWN_DEBUG": "1"})
    assert isinstance(result.exception, KeyError)
    off = runner.invoke(GROUP, ["fails", "bug"], env={"EYESDOWN_DEBUG": "0"})
    assert off.stderr.startswith("Error: Something went wrong")


def test_help_lists_every_command_in_the_order_of_reading(runner: CliRunner):
    result = runner.invoke(main, ["--help"])
    lines = result.stdout.partition("Commands:\n")[2].splitlines()
    assert [line.split()[0] for line in lines] == list(COMMANDS)
    assert not any(line.endswith("...") for line in lines)


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_is_there(name: str):
    assert isinstance(main.get_command(click.Context(main), name), click.Command)


@pytest.mark.parametrize("name", PAGES)
def test_every_page_is_there(name: str):
    assert isinstance(docs.get_command(click.Context(docs), name), click.Command)


async def test_a_variable_that_nothing_reads_is_warned_of_at_the_start(tmp_path: Path):
    more = {
        "EYESDOWN_NATS_URL": "nats://127.0.0.1:1",
        "EYESDOWN_VENUES": str(tmp_path),  # there is none: it ends before it connects
        "EYESDOWN_COLOUR": "red",
    }
    done = await eyesdown("serve", "draw", data=tmp_path, more=more)
    assert (done.code, done.out) == (2, "")
    assert "setting_not_known" in done.err
    assert "EYESDOWN_COLOUR" in done.err


def test_the_version(runner: CliRunner):
    result = runner.invoke(main, ["--version"])
    assert result.stdout == f"eyesdown {build.here()}, run from a checkout\n"


def test_who_only_asks_does_not_wait_until_every_service_is_loaded():
    asks = (
        "import sys, services.cli.common.asking, services.cli.screens.watch\n"
        "print([m for m in sys.modules if '.domain' in m or m == 'services.cli.house.house'])"
    )
    done = subprocess.run([sys.executable, "-c", asks], capture_output=True, text=True, check=True)
    assert done.stdout == "[]\n"
