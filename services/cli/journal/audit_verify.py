"""`eyesdown audit verify`: prove from the journal alone what happened; nobody has to be trusted."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import click
from rich.progress import Progress

from services.cli.common.contracts import audited
from services.cli.common.nats import NATS, archived, connected, quiet
from services.cli.common.output import say
from services.cli.common.progress import bar
from services.cli.journal.auditing import FILE, fetch, looking
from services.kernel.audit import watermark
from services.kernel.audit.auditor import Audit
from services.kernel.audit.findings import Proven
from services.kernel.build import here
from services.kernel.journal.blobs import Blobs
from services.kernel.journal.store import NoStream
from services.kernel.names import Name
from services.kernel.profiles import BadProfile, Profiles
from services.kernel.record.seal import Keys
from services.kernel.settings import StartError


@click.command()
@click.option(
    "--venue",
    default="-",
    callback=lambda ctx, parameter, value: value.removeprefix("-"),
    help="A venue's id; - is every one.",
)
@click.option("--year", default=0, help="A year's journal; every year if it is left out.")
@click.option(
    "--name",
    callback=lambda ctx, parameter, value: full(value),
    help='One aggregate alone: "venues/akl/games/2026-11-29-07", or of a game "akl/2026-11-29-07".',
)
@click.option("--since", type=FILE, help="Hold the journal against this watermark.")
@click.option("--write", "write_to", type=FILE, help="Write a watermark, if nothing was found.")
@click.option(
    "--keys",
    type=click.Path(exists=True, file_okay=False, path_type=Path),
    help="The key folder, if it is at hand. [default: EYESDOWN_KEYS, or that of what runs here]",
)
@click.option(
    "--profile",
    "profiles",
    multiple=True,
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    help="An older text of a rule profile, if the blobs lack it; may be given again.",
)
@NATS
def verify(
    venue: str,
    year: int,
    name: str | None,
    since: Path | None,
    write_to: Path | None,
    keys: Path | None,
    profiles: tuple[Path, ...],
    url: str | None,
) -> None:
    """Check every record, decide every command again, and compare.

    Reads the streams and changes nothing. Each commit has to be there, to follow from the one
    before by its hash, and to be what the law decides on its request; each sealed value that was
    opened, or whose key is in the key folder, has to be what was committed to. What is not so is
    printed, and the exit status is 1; it is 2 when the journal could not be looked at.

    What nobody can see from a journal alone: that its last commits were taken away, or that all
    of it was made anew by somebody who can write to it. A watermark shows both. It is a small
    file that says what the streams hold: write one often (--write), keep it where those who run
    the servers cannot change it, and hold the journal against it the next time (--since).
    """
    if name is not None and (venue or year or write_to):
        raise click.UsageError("--name goes with none of --venue, --year and --write")
    with looking():
        settings = quiet("audit")
        marks = watermark.read(since) if since else {}
        texts = Profiles.load(settings.rules_folder)
        for text in profiles:
            _add_text(texts, text)

        async def examined() -> Audit:
            async with (
                connected(settings, "audit", url) as connection,
                archived(connection) as archive,
            ):
                with bar() as show:
                    made = Audit(
                        archive,
                        audited(texts),
                        Keys(keys or settings.keys),
                        marks,
                        _told(show),
                        lambda profile: fetch(texts, Blobs(connection), profile),
                    )
                    await _examine(made, venue, year, name)
                    return made

        done = asyncio.run(examined())
    for finding in done.report.findings:
        click.echo(str(finding))
    if done.report.findings:
        click.echo()
    say(_said(done.report.proven, since is not None))
    if done.report.findings:
        found = _count(len(done.report.findings), "finding")
        click.echo(f"\n{found}: this journal is not as it must be.")
        if write_to:
            click.echo("No watermark was written.")
        sys.exit(1)
    if write_to:
        watermark.write(write_to, {**marks, **done.marks}.values())
        click.echo(f"The watermark is in {write_to}: keep it where nobody here can change it.")


def full(name: str | None) -> str | None:
    """The full name of "akl/2026-11-29-07", a game; any other stays as it is."""
    match (name or "").split("/"):
        case [venue, game_id] if game_id[:4].isdigit() and game_id[4:5] == "-":
            return f"venues/{venue}/games/{game_id}"
    return name


def _add_text(texts: Profiles, file: Path) -> None:
    """Make a file's text known; raises `BadProfile`, which names the file."""
    try:
        texts.add_text(file.read_bytes())
    except BadProfile as wrong:
        raise BadProfile(*(f"{file}: {each}" for each in wrong.problems)) from wrong


async def _examine(audit: Audit, venue: str, year: int, name: str | None) -> None:
    try:
        if name is not None:
            there = await audit.aggregate(Name.parse(name))
        else:
            there = await audit.everything(venue, year)
    except NoStream:
        there = False
    if not there and not audit.report.findings:
        journal = f"journal of {venue or 'any venue'}{f' in {year}' if year else ''}"
        raise StartError([f"there is no {name or journal} on this NATS"])


def _told(show: Progress | None) -> Any:
    tasks: dict[str, Any] = {}

    def told(stream: str, read: int, all_: int) -> None:
        if show is None:
            return
        if stream not in tasks:
            tasks[stream] = show.add_task(stream)
        show.update(tasks[stream], completed=read, total=all_)

    return told


def _said(proven: Proven, since: bool) -> Iterator[str]:
    """What was proven, and what could not be."""
    yield (
        f"{_count(proven.commits, 'commit')} of {_count(proven.aggregates, 'aggregate')}"
        + (f" in {_count(proven.streams, 'stream')}" if proven.streams else "")
    )
    refusals = f", {_count(proven.refusals, 'refusal')} among them" if proven.refusals else ""
    yield f"  {proven.decided} decided again with the same outcome{refusals}"
    if proven.approved:
        yield f"  {proven.approved} opened under rules that two persons stood for"
    if proven.undemanded:
        yield f"  {proven.undemanded} opened where nobody had to stand for the rules first"
    if proven.builds:
        wrote = ", ".join(f"{build} ({count})" for build, count in proven.builds.most_common())
        yield f"  written by {wrote}; decided again by {here()}"
    if proven.sealed:
        yield (
            f"  {proven.sealed} sealed: {proven.by_later} opened by a later commit, "
            f"{proven.by_key} by a key, {proven.closed} still closed"
        )
    if proven.undecided:
        yield f"  {proven.undecided} not decided again, for want of the key to what is still closed"
    if proven.unexamined:
        yield f"  {proven.unexamined} not examined, since they rest on what was found"
    if since:
        yield f"  {_count(proven.watched, 'aggregate')} as the watermark saw them"


def _count(number: int, what: str) -> str:
    return f"{number} {what}" if number == 1 else f"{number} {what}s"
