"""The arguments and options that commands share: what people may type, and what comes of it."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator
from typing import Any

import click
import pytest
from click.testing import CliRunner

from eyesdown_client import EquipmentPhase
from services.cli.common.options import (
    DAY,
    as_room,
    day_of,
    first,
    full_name,
    in_venue,
    phases_of,
    together,
)
from services.cli.main import main

named = full_name("equipment", "2026-cage-2")
nobody: Any = None


@click.command()
@phases_of(EquipmentPhase)
@DAY
def told(phases: list[EquipmentPhase], day: object) -> None:
    """Print what came of the options."""
    click.echo(f"{[each.name for each in phases]} {day}")


@pytest.mark.parametrize("text", ["akl/2026-cage-2", "venues/akl/equipment/2026-cage-2"])
def test_a_thing_is_named_in_short_or_in_full(text: str):
    assert named(nobody, nobody, text) == "venues/akl/equipment/2026-cage-2"


@pytest.mark.parametrize(
    "text", ["akl", "", "/", "akl/", "venues/akl/games/2026-cage-2", "a/b/c", "venues//equipment/x"]
)
def test_what_is_no_name(text: str):
    with pytest.raises(click.BadParameter, match="akl/2026-cage-2"):
        named(nobody, nobody, text)


@pytest.mark.parametrize("spelling", ["out-of-service", "out_of_service"])
def test_a_phase_is_spelt_as_the_api_or_as_the_command_line_spells_it(spelling: str):
    done = CliRunner().invoke(told, ["--phase", spelling, "--phase", "retired"])
    assert done.output == "['OUT_OF_SERVICE', 'RETIRED'] None\n"


def test_what_is_no_phase_is_told_with_those_there_are():
    done = CliRunner().invoke(told, ["--phase", "lost"])
    assert done.exit_code == 2
    assert "registered, in-service, out-of-service, retired" in " ".join(
        done.output.replace("'", "").split()
    )


def test_a_day_is_a_date():
    assert CliRunner().invoke(told, ["--day", "2026-11-29"]).output == "[] 2026-11-29\n"
    assert CliRunner().invoke(told, ["--day", "29/11"]).exit_code == 2


@pytest.mark.parametrize(
    ("text", "room"),
    [
        ("main", "main"),
        ("wlg/main", "venues/wlg/rooms/main"),
        ("venues/wlg/rooms/main", "venues/wlg/rooms/main"),
        ("", ""),
    ],
)
def test_a_room_is_typed_in_any_of_its_three_spellings(text: str, room: str):
    assert as_room(nobody, nobody, text) == room


@pytest.mark.parametrize("text", ["/", "wlg/", "/main", "venues/wlg/games/main", "a/b/c"])
def test_what_is_no_room(text: str):
    with pytest.raises(click.BadParameter, match="wlg/main"):
        as_room(nobody, nobody, text)


@click.command()
@in_venue("DAY", "2026-11-29")
def reported(given: tuple[str, str]) -> None:
    """Print what came of the argument."""
    click.echo(f"{given[0]} {day_of(given[1])}")


def test_what_no_service_has_is_one_of_a_venue_all_the_same():
    assert CliRunner().invoke(reported, ["akl/2026-11-29"]).output == "akl 2026-11-29\n"


@pytest.mark.parametrize("text", ["akl", "", "/", "akl/", "/2026-11-29", "a/b/c", "akl/29/11"])
def test_what_is_none_of_a_venue(text: str):
    done = CliRunner().invoke(reported, [text])
    assert done.exit_code == 2
    assert "is not of the form akl/2026-11-29" in done.output


def test_a_day_of_a_venue_is_a_date():
    done = CliRunner().invoke(reported, ["akl/29-11"])
    assert done.exit_code == 2
    assert "'29-11' is no day, as 2026-11-29 is" in done.output


def every_option(command: click.Command) -> Iterator[tuple[str, click.Option]]:
    """The options of a command and of all below it, each with where it is."""
    if isinstance(command, click.Group):
        context = click.Context(command)
        for name in command.list_commands(context):
            found = command.get_command(context, name)
            assert found is not None
            yield from ((f"{name} {at}", each) for at, each in every_option(found))
    for each in command.params:
        if isinstance(each, click.Option):
            yield each.opts[0], each


def test_every_room_that_is_typed_is_read_alike():
    found = [(at, each) for at, each in every_option(main) if "--room" in each.opts]
    assert len(found) == 6
    assert [at for at, each in found if each.callback is not as_room] == []


def test_every_option_says_what_it_is():
    found = dict(every_option(main))
    assert len(found) > 200
    assert [at for at, each in found.items() if not each.help] == []


def test_phases_are_offered_in_the_order_in_which_a_game_has_them():
    kind = dict(every_option(main))["game list --phase"].type
    assert isinstance(kind, click.Choice)
    assert list(kind.choices) == ["waiting", "in-play", "paused", "held", "ended"]


def test_options_that_go_together_are_helped_with_in_their_order():
    pair = together(click.option("--first"), click.option("--second"))
    command = click.command()(pair(lambda first, second: None))
    assert [each.name for each in command.params] == ["first", "second"]


@pytest.mark.parametrize(("limit", "taken"), [(1, [1]), (3, [1, 2, 3]), (9, [1, 2, 3, 4])])
async def test_a_list_stops_at_its_limit_and_asks_for_no_more(limit: int, taken: list[int]):
    asked: list[int] = []

    async def rows() -> AsyncIterator[int]:
        for row in (1, 2, 3, 4):
            asked.append(row)
            yield row

    assert await first(limit, rows()) == taken
    assert asked == taken
