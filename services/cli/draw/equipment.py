"""`eyesdown equipment`: one piece of equipment and its last inspection, or a list."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import tzinfo
from pathlib import Path

import click

from eyesdown.draw.v1 import equipment_pb2
from eyesdown_client import EquipmentPhase, Eyesdown, Respect, Selector
from services.cli.common.asking import asked, full_name, reaching, to_json, zone_of
from services.cli.common.output import clock_time, columns, plain

PHASES = {
    EquipmentPhase.REGISTERED: "registered, never inspected",
    EquipmentPhase.IN_SERVICE: "in service",
    EquipmentPhase.OUT_OF_SERVICE: "out of service",
    EquipmentPhase.RETIRED: "given up",
}
CHOICES = [phase.name.lower().replace("_", "-") for phase in EquipmentPhase]


@click.group()
def equipment() -> None:
    """Look at equipment: show one, list it."""


@equipment.command()
@click.argument("name", callback=full_name("equipment", "2026-cage-2"))
@click.option("--json", "as_json", is_flag=True, help="As the JSON of its message.")
@reaching("draw")
def show(name: str, as_json: bool, address: str | None, token: str | None, ca: Path | None) -> None:
    """Show the equipment NAME: "akl/2026-cage-2", or its full name."""

    async def ask(eyesdown: Eyesdown) -> list[str]:
        found = await eyesdown.equipment.get_equipment(name)
        if as_json:
            return [to_json(found)]
        return list(sheet(found, await zone_of(eyesdown, name)))

    for line in asked("draw", ask, address, token, ca):
        click.echo(line)


@equipment.command("list")
@click.option("--venue", default="-", help="A venue's id; - is every one you may see.")
@click.option(
    "--phase", "phases", multiple=True, type=click.Choice(CHOICES), help="May be given again."
)
@click.option("--limit", default=50, show_default=True, type=click.IntRange(min=1))
@click.option("--json", "as_json", is_flag=True, help="As a line of JSON for each.")
@reaching("draw")
def list_(
    venue: str,
    phases: tuple[str, ...],
    limit: int,
    as_json: bool,
    address: str | None,
    token: str | None,
    ca: Path | None,
) -> None:
    """List equipment, by id, the latest year first."""

    async def ask(eyesdown: Eyesdown) -> list[str]:
        rows: list[equipment_pb2.EquipmentRow] = []
        async for row in eyesdown.equipment.list_equipment(
            venue=venue,
            phases=[EquipmentPhase[each.upper().replace("-", "_")] for each in phases],
            page_size=min(limit, 500),
        ):
            rows.append(row)
            if len(rows) == limit:
                break
        if as_json:
            return [to_json(row, indent=None) for row in rows]
        return list(table(rows))

    for line in asked("draw", ask, address, token, ca):
        click.echo(line)


# -- what they print -------------------------------------------------------------------------


def table(rows: list[equipment_pb2.EquipmentRow]) -> Iterator[str]:
    """A line for each piece."""
    if not rows:
        yield "No equipment."
        return
    head = ("equipment", "title", "sort", "inspected on", "phase", "why")
    cells = [
        (
            row.name,
            plain(row.title),
            _sort(row.selector, row.numbers),
            row.examined_on,
            phase_words(row.phase),
            plain(row.reason),
        )
        for row in rows
    ]
    yield from columns([head, *cells])


def sheet(shown: equipment_pb2.Equipment, zone: tzinfo) -> Iterator[str]:
    """A piece of equipment in words; instants on the clock of `zone`."""
    yield f"{shown.name}   {phase_words(shown.phase)}"
    yield from columns(list(_about(shown, zone)), "  ")


def phase_words(phase: int) -> str:
    """A phase of equipment as people say it."""
    return next((words for each, words in PHASES.items() if each == phase), "unknown")


def _about(shown: equipment_pb2.Equipment, zone: tzinfo) -> Iterator[tuple[str, str]]:
    yield "title", plain(shown.title)
    yield "sort", _sort(shown.selector, shown.numbers)
    if shown.reason:
        yield "because", plain(shown.reason)
    if shown.game:
        yield "found in", shown.game
    for each in shown.defects:
        yield (
            "not repaired",
            f"ball {each.ball}: {plain(each.what)}" if each.ball else (plain(each.what)),
        )
    if shown.HasField("repair"):
        by = f"{plain(shown.repair.by)}, {clock_time(shown.repair.at, zone)}"
        yield "repaired", f"{plain(shown.repair.done)}, by {by}"
    if shown.HasField("examination"):
        yield from _examination(shown.examination, zone)
    yield "last change", f"{clock_time(shown.updated_at, zone)} (v{shown.version})"
    yield "all times", str(zone)


def _examination(found: equipment_pb2.Examination, zone: tzinfo) -> Iterator[tuple[str, str]]:
    beside = f", beside {plain(found.witness)}" if found.witness else ""
    yield "inspected", f"{found.day}, {clock_time(found.at, zone)}, by {plain(found.by)}{beside}"
    compared = {int(each) for each in found.equal_in}
    equal = [each.name.lower() for each in Respect if each.value in compared]
    if equal:
        yield "found equal in", ", ".join(equal)
    if found.counted:
        yield "counted", f"{found.counted} objects"


def _sort(selector: int, numbers: int) -> str:
    if selector == Selector.ELECTRONIC:
        return f"selector of 1 to {numbers}"
    return f"receptacle with {numbers} objects"
