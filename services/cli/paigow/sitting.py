"""`eyesdown sitting`: pai gow tables, their rounds, and what may be done next."""

from __future__ import annotations

from datetime import date

import click

from eyesdown_client import Eyesdown, SittingPhase
from services.cli.common.asking import Reach, reaching, zone_of
from services.cli.common.options import (
    AFTER,
    AS_JSON,
    DAY,
    LIMIT,
    PAGE,
    ROWS_AS_JSON,
    VENUES,
    first,
    named,
    phases_of,
)
from services.cli.common.output import say, to_json
from services.cli.common.watching import until_ctrl_c
from services.cli.paigow.sitting_page import explained, phase_words, record, sheet
from services.cli.paigow.sitting_page import table as lines

NAME = named("sittings", "2026-11-29-pg1")


@click.group()
def sitting() -> None:
    """Look at pai gow tables: show one, list them, follow one, its rounds, explain what may be
    done now."""


@sitting.command()
@NAME
@AS_JSON
@reaching("paigow")
def show(name: str, as_json: bool, reach: Reach) -> None:
    """Show the sitting NAME: "akl/2026-11-29-pg1", or its full name."""

    async def ask(eyesdown: Eyesdown) -> list[str]:
        found = await eyesdown.paigow.get_sitting(name)
        return [to_json(found)] if as_json else list(sheet(found, await zone_of(eyesdown, name)))

    say(reach.ask(ask))


@sitting.command()
@NAME
@click.option("--round", "number", type=click.IntRange(min=1), help="This one alone.")
@AS_JSON
@reaching("paigow")
def rounds(name: str, number: int | None, as_json: bool, reach: Reach) -> None:
    """Show what happened round by round: every wager, hand and outcome."""

    async def ask(eyesdown: Eyesdown) -> list[str]:
        sitting = await eyesdown.paigow.get_sitting(name)
        last = sitting.rounds + (1 if sitting.HasField("round") else 0)
        lines: list[str] = []
        for each in [number] if number else range(1, last + 1):
            played = await eyesdown.paigow.get_round(name, each)
            lines += (
                [to_json(played, indent=None)]
                if as_json
                else list(record(played, sitting.currency))
            )
        return lines or ["No rounds yet."]

    say(reach.ask(ask))


@sitting.command()
@NAME
@ROWS_AS_JSON
@reaching("paigow")
def explain(name: str, as_json: bool, reach: Reach) -> None:
    """Explain what may be done now at the sitting NAME, whose it is, and by which clause."""
    found = reach.ask(lambda paigow: paigow.paigow.get_sitting(name))
    steps = found.next_steps
    say([to_json(each, indent=None) for each in steps] if as_json else explained(found))


@sitting.command()
@NAME
@AFTER
@reaching("paigow")
def watch(name: str, after: int, reach: Reach) -> None:
    """Follow the sitting NAME, a line for each version, until it is closed or Ctrl-C."""

    async def ask(eyesdown: Eyesdown) -> None:
        async for change in eyesdown.paigow.watch_sitting(name, after_version=after):
            sitting = change.sitting
            round_ = f"round {sitting.rounds + 1}" if sitting.HasField("round") else "no round"
            click.echo(
                f"v{sitting.version}  {', '.join(change.events)}  {phase_words(sitting.phase)}, "
                f"{round_}"
            )

    with until_ctrl_c():
        reach.ask(ask)


@sitting.command("list")
@VENUES
@DAY
@phases_of(SittingPhase)
@click.option("--no-practice", is_flag=True, help="Leave training tables out.")
@LIMIT
@ROWS_AS_JSON
@reaching("paigow")
def list_(
    venue: str,
    day: date | None,
    phases: list[SittingPhase],
    no_practice: bool,
    limit: int,
    as_json: bool,
    reach: Reach,
) -> None:
    """List sittings, by id, the latest day first."""

    async def ask(eyesdown: Eyesdown) -> list[str]:
        found = eyesdown.paigow.list_sittings(
            venue=venue,
            day=day or "",
            phases=phases,
            no_practice=no_practice,
            page_size=min(limit, PAGE),
        )
        rows = await first(limit, found)
        return [to_json(row, indent=None) for row in rows] if as_json else list(lines(rows))

    say(reach.ask(ask))
