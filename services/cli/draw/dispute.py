"""`eyesdown dispute`: one dispute with its evidence and rulings, or a list of them."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime, tzinfo
from pathlib import Path

import click

from eyesdown.draw.v1 import dispute_pb2
from eyesdown_client import DisputePhase, EvidenceKind, Eyesdown, Finding
from services.cli.common.asking import asked, full_name, reaching, to_json, zone_of
from services.cli.common.output import clock_time, columns, plain

PHASES = {
    DisputePhase.OPEN: "open",
    DisputePhase.RULED: "ruled on, waiting for a second reviewer",
    DisputePhase.SETTLED: "settled",
}
CHOICES = [phase.name.lower() for phase in DisputePhase]


@click.group()
def dispute() -> None:
    """Look at disputes: show one, list them."""


@dispute.command()
@click.argument("name", callback=full_name("disputes", "2026-11-29-03"))
@click.option("--json", "as_json", is_flag=True, help="As the JSON of its message.")
@reaching("draw")
def show(name: str, as_json: bool, address: str | None, token: str | None, ca: Path | None) -> None:
    """Show the dispute NAME: "akl/2026-11-29-03", or its full name."""

    async def ask(eyesdown: Eyesdown) -> list[str]:
        found = await eyesdown.disputes.get_dispute(name)
        if as_json:
            return [to_json(found)]
        return list(sheet(found, await zone_of(eyesdown, name)))

    for line in asked("draw", ask, address, token, ca):
        click.echo(line)


@dispute.command("list")
@click.option("--venue", default="-", help="A venue's id; - is every one you may see.")
@click.option("--day", type=click.DateTime(["%Y-%m-%d"]), help="A gaming day.")
@click.option("--game", default="", help='Those about this game: "venues/akl/games/2026-11-29-07".')
@click.option(
    "--phase", "phases", multiple=True, type=click.Choice(CHOICES), help="May be given again."
)
@click.option("--limit", default=50, show_default=True, type=click.IntRange(min=1))
@click.option("--json", "as_json", is_flag=True, help="As a line of JSON for each.")
@reaching("draw")
def list_(
    venue: str,
    day: datetime | None,
    game: str,
    phases: tuple[str, ...],
    limit: int,
    as_json: bool,
    address: str | None,
    token: str | None,
    ca: Path | None,
) -> None:
    """List disputes, by id, the latest day first."""

    async def ask(eyesdown: Eyesdown) -> list[str]:
        rows: list[dispute_pb2.DisputeRow] = []
        async for row in eyesdown.disputes.list_disputes(
            venue=venue,
            day=day.date() if day else "",
            game=game,
            phases=[DisputePhase[each.upper()] for each in phases],
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


def table(rows: list[dispute_pb2.DisputeRow]) -> Iterator[str]:
    """A line for each dispute."""
    if not rows:
        yield "No disputes."
        return
    head = ("dispute", "game", "call", "about", "phase", "finding")
    cells = [
        (
            row.name,
            row.game.rpartition("/")[2],
            str(row.position),
            plain(row.about),
            phase_words(row.phase),
            finding_words(row.finding) if row.finding else "",
        )
        for row in rows
    ]
    yield from columns([head, *cells])


def sheet(shown: dispute_pb2.Dispute, zone: tzinfo) -> Iterator[str]:
    """A dispute in words: what the record said, the evidence, every ruling.

    Instants are shown on the clock of `zone`.
    """
    yield f"{shown.name}   {phase_words(shown.phase)}"
    yield from columns(list(_about(shown, zone)), "  ")
    if shown.evidence:
        yield ""
        yield "Evidence"
        yield from columns([_evidence(each, zone) for each in shown.evidence], "  ")
    for number, ruling in enumerate(shown.rulings, 1):
        yield ""
        yield f"Ruling {number}: {finding_words(ruling.finding)}, by {ruling.clause}"
        yield f"  {plain(ruling.reasons)} ({plain(ruling.by)}, {clock_time(ruling.at, zone)})"
        if ruling.HasField("review"):
            review = ruling.review
            word = "agreed" if review.agrees else "not agreed"
            by = f"{plain(review.by)}, {clock_time(review.at, zone)}"
            yield f"  {word}: {plain(review.reasons)} ({by})"


def phase_words(phase: int) -> str:
    """A phase of a dispute as people say it."""
    return next((words for each, words in PHASES.items() if each == phase), "unknown")


def finding_words(finding: int) -> str:
    """A finding as people say it."""
    named = (each.name for each in Finding if each == finding)
    return next(named, "unknown").lower().replace("_", " ")


def _about(shown: dispute_pb2.Dispute, zone: tzinfo) -> Iterator[tuple[str, str]]:
    record = shown.record
    yield "about", plain(shown.about)
    yield "game", record.game
    yield "call", str(record.position)
    yield "called until then", " ".join(str(number) for number in record.numbers)
    yield "record", f"v{record.version}, SHA-256 {record.hash.hex()}"
    yield "then last", f"v{record.last_version}, SHA-256 {record.last_hash.hex()}"
    yield "complainant", shown.complainant or "none"
    yield "opened by", f"{plain(shown.opened_by)}, {clock_time(shown.opened_at, zone)}"
    yield "last change", f"{clock_time(shown.updated_at, zone)} (v{shown.version})"
    yield "all times", str(zone)


def _evidence(each: dispute_pb2.Evidence, zone: tzinfo) -> tuple[str, ...]:
    return (
        str(each.evidence),
        _kind(each.kind),
        plain(each.text),
        f"SHA-256 {each.sha256}" if each.sha256 else "",
        f"{plain(each.by)}, {clock_time(each.at, zone)}",
    )


def _kind(kind: int) -> str:
    return next((each.name.lower() for each in EvidenceKind if each == kind), "unknown")
