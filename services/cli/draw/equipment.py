"""`eyesdown equipment`: one piece of equipment and its last inspection, or a list."""

from __future__ import annotations

import click

from eyesdown_client import EquipmentPhase, Eyesdown
from services.cli.common.asking import Reach, reaching, zone_of
from services.cli.common.options import (
    AS_JSON,
    LIMIT,
    PAGE,
    ROWS_AS_JSON,
    VENUES,
    first,
    named,
    phases_of,
)
from services.cli.common.output import say, to_json
from services.cli.draw.equipment_page import sheet, table


@click.group()
def equipment() -> None:
    """Look at equipment: show one, list it."""


@equipment.command()
@named("equipment", "2026-cage-2")
@AS_JSON
@reaching("draw")
def show(name: str, as_json: bool, reach: Reach) -> None:
    """Show the equipment NAME: "akl/2026-cage-2", or its full name."""

    async def ask(draw: Eyesdown) -> list[str]:
        found = await draw.equipment.get_equipment(name)
        return [to_json(found)] if as_json else list(sheet(found, await zone_of(draw, name)))

    say(reach.ask(ask))


@equipment.command("list")
@VENUES
@phases_of(EquipmentPhase)
@LIMIT
@ROWS_AS_JSON
@reaching("draw")
def list_(
    venue: str, phases: list[EquipmentPhase], limit: int, as_json: bool, reach: Reach
) -> None:
    """List equipment, by id, the latest year first."""

    async def ask(draw: Eyesdown) -> list[str]:
        found = draw.equipment.list_equipment(
            venue=venue, phases=phases, page_size=min(limit, PAGE)
        )
        rows = await first(limit, found)
        return [to_json(row, indent=None) for row in rows] if as_json else list(table(rows))

    say(reach.ask(ask))
