"""`eyesdown session`: one session with its programme and figures, or a list of them."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime, tzinfo
from pathlib import Path

import click

from eyesdown.draw.v1 import game_pb2, session_pb2
from eyesdown.verify.v1 import jackpots_pb2
from eyesdown_client import Eyesdown, SessionPhase
from services.cli.common.asking import asked, full_name, reaching, to_json, zone_of
from services.cli.common.output import amount, clock_time, columns, ending_words, plain
from services.cli.verify import jackpot_page
from services.draw.domain.game.words import Stage

PHASES = {
    SessionPhase.PLANNED: "planned, waiting for its second signature",
    SessionPhase.OPEN: "open",
    SessionPhase.CLOSING: "closing, waiting for its second signature",
    SessionPhase.CLOSED: "closed",
    SessionPhase.CANCELLED: "cancelled",
}
CHOICES = [phase.name.lower() for phase in SessionPhase]


@click.group()
def session() -> None:
    """Look at sessions: show one, list them, add one up."""


@session.command()
@click.argument("name", callback=full_name("sessions", "2026-11-29-evening"))
@click.option("--json", "as_json", is_flag=True, help="As the JSON of its message.")
@reaching("draw")
def show(name: str, as_json: bool, address: str | None, token: str | None, ca: Path | None) -> None:
    """Show the session NAME: "akl/2026-11-29-evening", or its full name."""

    async def ask(eyesdown: Eyesdown) -> list[str]:
        found = await eyesdown.sessions.get_session(name)
        if as_json:
            return [to_json(found)]
        return list(sheet(found, await zone_of(eyesdown, name)))

    for line in asked("draw", ask, address, token, ca):
        click.echo(line)


@session.command()
@click.argument("name", callback=full_name("sessions", "2026-11-29-evening"))
@click.option("--json", "as_json", is_flag=True, help="As the JSON of its message.")
@reaching("verify")
def figures(
    name: str, as_json: bool, address: str | None, token: str | None, ca: Path | None
) -> None:
    """What the session NAME took, paid and held for jackpots, for its close; practice left out."""

    async def ask(verify: Eyesdown) -> jackpots_pb2.SessionFigures:
        return await verify.jackpots.get_session_figures(name)

    shown = asked("verify", ask, address, token, ca)
    for line in [to_json(shown)] if as_json else jackpot_page.figures(shown):
        click.echo(line)


@session.command("list")
@click.option("--venue", default="-", help="A venue's id; - is every one you may see.")
@click.option("--day", type=click.DateTime(["%Y-%m-%d"]), help="A gaming day.")
@click.option(
    "--phase", "phases", multiple=True, type=click.Choice(CHOICES), help="May be given again."
)
@click.option("--limit", default=50, show_default=True, type=click.IntRange(min=1))
@click.option("--json", "as_json", is_flag=True, help="As a line of JSON for each.")
@reaching("draw")
def list_(
    venue: str,
    day: datetime | None,
    phases: tuple[str, ...],
    limit: int,
    as_json: bool,
    address: str | None,
    token: str | None,
    ca: Path | None,
) -> None:
    """List sessions, by id, the latest day first."""

    async def ask(eyesdown: Eyesdown) -> list[str]:
        rows: list[session_pb2.SessionRow] = []
        async for row in eyesdown.sessions.list_sessions(
            venue=venue,
            day=day.date() if day else "",
            phases=[SessionPhase[each.upper()] for each in phases],
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


def table(rows: list[session_pb2.SessionRow]) -> Iterator[str]:
    """A line for each session."""
    if not rows:
        yield "No sessions."
        return
    head = ("session", "title", "games", "played", "under way", "phase")
    cells = [
        (
            row.name,
            plain(row.title),
            str(row.games),
            str(row.played),
            str(row.under_way),
            phase_words(row.phase),
        )
        for row in rows
    ]
    yield from columns([head, *cells])


def sheet(shown: session_pb2.Session, zone: tzinfo) -> Iterator[str]:
    """A session in words: who signed it, its programme with what became of each game, figures.

    Instants are shown on the clock of `zone`.
    """
    yield f"{shown.name}   {phase_words(shown.phase)}"
    yield from columns(list(_about(shown, zone)), "  ")
    yield ""
    yield "Programme"
    yield from columns([_entry(entry, shown) for entry in shown.programme], "  ")
    waits = [shown.amending] if shown.HasField("amending") else []
    if shown.amendments or waits:
        yield ""
        yield "Amendments"
        changes = [*shown.amendments, *waits]
        yield from columns([_amendment(each, zone) for each in changes], "  ")
    signed = shown.HasField("signed_figures")
    yield ""
    yield "Figures as signed" if signed else "Figures"
    yield from columns(list(_figures(shown.signed_figures if signed else shown.figures)), "  ")
    if signed and shown.signed_figures != shown.figures:
        yield ""
        yield "Figures since then"
        yield from columns(list(_figures(shown.figures)), "  ")


def phase_words(phase: int) -> str:
    """A session's phase as people say it."""
    return next((words for each, words in PHASES.items() if each == phase), "unknown")


def _about(shown: session_pb2.Session, zone: tzinfo) -> Iterator[tuple[str, str]]:
    yield "title", plain(shown.title)
    for what, signature in (
        ("prepared by", shown.prepared),
        ("opened by", shown.opened),
        ("closed by", shown.closed),
        ("signed by", shown.signed),
    ):
        if signature.person:
            yield what, f"{plain(signature.person)}, {clock_time(signature.at, zone)}"
    if shown.cancelled_because:
        yield "cancelled", plain(shown.cancelled_because)
    yield "last change", f"{clock_time(shown.updated_at, zone)} (v{shown.version})"
    yield "all times", str(zone)


def _entry(
    entry: session_pb2.ProgrammeEntry, shown: session_pb2.Session
) -> tuple[str, str, str, str, str]:
    prizes = (
        f"{_shout(each.stage)} {amount(each.prize) if each.HasField('prize') else 'not fixed'}"
        for each in entry.stages
    )
    return (
        str(entry.number),
        plain(entry.title),
        "practice" if entry.practice else "",
        ", ".join(prizes),
        "; ".join(_became(game) for game in shown.games if game.number == entry.number)
        or "not opened",
    )


def _shout(stage: int) -> str:
    return next((each.shout for each in Stage if each.value == stage), "unknown")


def _became(game: session_pb2.SessionGame) -> str:
    id_ = game.game.rpartition("/")[2]
    if game.ending == game_pb2.ENDING_VOID:
        return f"{id_} void"
    how = ending_words(game.ending) if game.ending else "under way"
    return f"{id_} {how}, {game.called} called"


def _amendment(each: session_pb2.Amendment, zone: tzinfo) -> tuple[str, ...]:
    """A change of the programme in cells: when, by whom, who signed it, what and why."""
    changed = [str(entry.number) for entry in each.entries]
    gone = [f"{number} taken out" for number in each.withdrawn]
    told = ", ".join([*changed, *gone])
    signed = "not signed"
    if each.HasField("signed"):
        signed = f"signed by {plain(each.signed.person)}"
    by = plain(each.by)
    return clock_time(each.at, zone), by, signed, f"game {told}", plain(each.reason)


def _figures(figures: session_pb2.Figures) -> Iterator[tuple[str, str]]:
    yield "games played", str(figures.played)
    yield "void", str(figures.void)
    yield "practice", f"{figures.practice}, in no other figure" if figures.practice else "0"
    yield "not played", str(figures.not_played)
    yield "under way", str(figures.under_way)
    yield "numbers called", str(figures.numbers_called)
    yield (
        "call outs",
        f"{figures.valid} valid, {figures.not_valid} not valid, {figures.out_of_time} out of time,"
        f" {figures.voided} voided, {figures.undecided} undecided",
    )
    yield "corrections", str(figures.corrections)
    yield "irregularities", str(figures.irregularities)
    yield "stages won", str(figures.stages_won)
    prizes = " and ".join(amount(each) for each in figures.prizes_announced)
    yield "prizes announced", prizes or "none"
