"""The words of the command line: one thing has one name in every room."""

from __future__ import annotations

from collections.abc import Iterator

import click
import pytest

from services.cli.common import options
from services.cli.main import main


def every(command: click.Command, path: str = "eyesdown") -> Iterator[tuple[str, click.Command]]:
    """All commands below one, by what is typed."""
    if not isinstance(command, click.Group):
        yield path, command
        return
    context = click.Context(command)
    for name in command.list_commands(context):
        found = command.get_command(context, name)
        assert found is not None
        yield from every(found, f"{path} {name}")


COMMANDS = dict(every(main))
ASKING = {path: each for path, each in COMMANDS.items() if "token" in {p.name for p in each.params}}


def option(command: click.Command, name: str) -> click.Option | None:
    """The option of that name, if it has one."""
    found = (each for each in command.params if name in each.opts)
    return next((each for each in found if isinstance(each, click.Option)), None)


@pytest.mark.parametrize("name", ["--reason", "--after", "--limit", "--metrics", "--ca"])
def test_an_option_is_the_same_wherever_it_is(name: str):
    found = {each.help for command in COMMANDS.values() if (each := option(command, name))}
    assert len(found) == 1


def test_why_something_is_done_is_its_reason():
    for path, command in COMMANDS.items():
        assert not {"why", "because"} & {each.name for each in command.params}, path


def test_who_asks_a_service_may_show_a_certificate():
    assert len(ASKING) > 50
    for path, command in ASKING.items():
        for name in ("--token", "--ca", "--certificate", "--certificate-key"):
            assert option(command, name), path


def test_a_list_over_venues_is_cut_off_and_is_there_as_json():
    lists = {path: each for path, each in ASKING.items() if path.endswith(" list")}
    over = [
        path
        for path, each in lists.items()
        if (venue := option(each, "--venue")) and venue.default == "-"
    ]
    assert len(over) > 10
    for path in over:
        limit, as_json = option(lists[path], "--limit"), option(lists[path], "--json")
        assert as_json, path
        # The displays of a house are as many as hang there.
        assert limit or path == "eyesdown display list", path


def test_a_thing_is_shown_in_words_or_as_json():
    shown = [path for path in ASKING if path.endswith(" show")]
    assert len(shown) > 10
    for path in shown:
        assert option(ASKING[path], "--json"), path


def test_a_phase_is_spelt_as_options_are():
    for path, command in COMMANDS.items():
        phase = option(command, "--phase")
        if phase is not None:
            assert isinstance(phase.type, options.EitherSpelling), path
            assert all(each == options.spelt(each) for each in phase.type.choices), path
