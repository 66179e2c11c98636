"""`eyesdown trace`: from a game, claim or round to its commits, and from these to traces."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import tzinfo

import click
from google.protobuf.message import Message

from eyesdown.journal.v1 import commit_pb2
from services.cli.common.contracts import audited
from services.cli.common.nats import NATS, archived, connected, quiet
from services.cli.common.output import columns, say
from services.cli.journal.auditing import fetch
from services.cli.journal.trace_page import detail, row
from services.kernel.audit.auditor import Audit
from services.kernel.journal.archive import NatsArchive
from services.kernel.journal.blobs import Blobs
from services.kernel.journal.store import Stored
from services.kernel.names import BadName, Name, first_sequence
from services.kernel.profiles import Profiles
from services.kernel.record.codec import unpack
from services.kernel.record.seal import Keys
from services.kernel.settings import Settings, StartError
from services.kernel.venues import Venues

_LAW = re.compile(r'clause = "([A-Z]+)-')
TABLES = ("sittings", "tables")
"""What is played in rounds: pai gow tables, and the tables of tournaments. A claim desk counts how
often a stage was settled by the same word."""
SCREEN = 200
"""Commits that are shown where not all are asked for."""


@dataclass(frozen=True)
class Step:
    """A commit, under which clauses it was decided, and the trace and span that made it."""

    name: Name
    sequence: int
    commit: commit_pb2.Commit
    clauses: tuple[str, ...] = ()
    trace: str = ""
    span: str = ""
    messages: Sequence[Message] = field(default_factory=tuple, repr=False)
    """Its request and its events, as far as they are open."""

    def number(self, *fields: str) -> int | None:
        """The number that its request or an event gives in the first of these fields."""
        for message in self.messages:
            for name in fields:
                found = message.DESCRIPTOR.fields_by_name.get(name)
                if found is not None and found.message_type is None and not found.is_repeated:
                    value = getattr(message, name)
                    if isinstance(value, int) and value:
                        return value
        return None

    @property
    def round(self) -> int | None:
        """The round that it gives, of a table."""
        return self.number("round") if self.name.kind in TABLES else None


@click.command()
@click.argument("name")
@click.argument("version", type=click.IntRange(min=1), required=False)
@click.option("--claim", type=click.IntRange(min=1), help="Of a game: one call out, its claim.")
@click.option(
    "--round",
    "round_",
    type=click.IntRange(min=1),
    help="Of a pai gow or tournament table: one round.",
)
@click.option("--all", "all_", is_flag=True, help=f"All commits, not the last {SCREEN} alone.")
@NATS
def trace(
    name: str,
    version: int | None,
    claim: int | None,
    round_: int | None,
    all_: bool,
    url: str | None,
) -> None:
    """Show the commits of NAME: who did what when, by which clauses, in which trace.

    NAME is "akl/2026-11-29-07", which is all that bears this id (a game and its claim desk, a
    sitting, a tournament), or a full name, "venues/akl/games/2026-11-29-07". With VERSION one
    commit of it is shown whole, but for what is sealed. The clauses are those by which something
    was judged or refused, and those whose functions have a part when the command is decided again.
    """
    settings = quiet("trace")
    steps = asyncio.run(_steps(settings, url, name))
    zone = Venues.load(settings.venues_folder).get(steps[0].name.venue).zone
    if version is not None:
        shown = [step for step in steps if step.commit.version == version][:1]
        if not shown:
            raise StartError([f"{name} has no version {version}"])
        lines: Iterator[str] = detail(shown[0], zone)
    else:
        chosen = list(chosen_of(steps, claim, round_))
        if not chosen:
            raise StartError([_none_of(name, steps, claim)])
        left = 0 if all_ else max(len(chosen) - SCREEN, 0)
        lines = table(chosen[left:], left, zone)
    say(lines)


async def _steps(settings: Settings, url: str | None, text: str) -> list[Step]:
    """All commits of what a text names, in the order of the journal."""
    texts = Profiles.load(settings.rules_folder)
    clauses: dict[int, tuple[str, ...]] = {}

    def told(stored: Stored, commit: commit_pb2.Commit, by: tuple[str, ...]) -> None:
        clauses[stored.sequence] = by

    async with connected(settings, "trace", url) as connection, archived(connection) as archive:
        blobs = Blobs(connection)
        audit = Audit(
            archive,
            audited(texts),
            Keys(settings.keys),
            fetch=lambda profile: fetch(texts, blobs, profile),
            told=told,
        )
        steps = await _read(archive, text)
        for name in {step.name: None for step in steps}:
            await audit.aggregate(name)
    if not steps:
        raise StartError([f"there is no {text} in the journal"])
    return [
        replace(step, clauses=_of_its_law(_cited(step, clauses), step, texts)) for step in steps
    ]


def _cited(step: Step, clauses: Mapping[int, Sequence[str]]) -> Sequence[str]:
    """What its refusal and its events cite, then what its decision comes by."""
    judged = (each for message in step.messages[1:] for each in _clauses_in(message))
    cited = (step.commit.refusal.clause, *judged, *clauses.get(step.sequence, ()))
    return tuple(dict.fromkeys(filter(None, cited)))


def _clauses_in(message: Message) -> Iterator[str]:
    """The clauses in a message, and in those within it."""
    for part, value in message.ListFields():
        if part.message_type is not None and not part.message_type.GetOptions().map_entry:
            for each in value if part.is_repeated else (value,):
                yield from _clauses_in(each)
        elif part.name == "clause":
            yield value


def _of_its_law(clauses: Sequence[str], step: Step, texts: Profiles) -> tuple[str, ...]:
    """The clauses of the law that its profile is of: a function may carry those of several."""
    profile = step.commit.profile.id
    if profile not in texts.ids:
        return tuple(clauses)
    laws = set(_LAW.findall(texts.get(profile).text.decode()))
    return tuple(each for each in clauses if each.partition("-")[0] in laws)


async def _read(archive: NatsArchive, text: str) -> list[Step]:
    venue, year, subject = _wanted(text)
    steps: list[Step] = []
    after = first_sequence(year) - 1
    while page := await archive.page(venue, year, after, subject):
        for raw in page:
            stored = Stored(Name.of_subject(raw.subject), raw.sequence, raw.body, raw.headers)
            steps.append(_step(stored))
        after = page[-1].sequence
    return steps


def _wanted(text: str) -> tuple[str, int, str]:
    """Venue, year and subject of a full name, or of all that bears a venue's id."""
    match text.split("/"):
        case [venue, id_]:
            like = Name(venue, "games", id_)
            return venue, like.year, like.subject.replace(".games.", ".*.")
        case ["venues", _, _, _]:
            name = Name.parse(text)
            return name.venue, name.year, name.subject
    raise BadName(f'{text!r} is neither like "akl/2026-11-29-07" nor a full name')


def _step(stored: Stored) -> Step:
    commit = commit_pb2.Commit.FromString(stored.body)
    carried = stored.headers.get("traceparent", "").split("-")
    trace_, span = carried[1:3] if len(carried) == 4 else ("", "")
    messages = (unpack(commit.command.request), *(unpack(event) for event in commit.events))
    return Step(stored.name, stored.sequence, commit, (), trace_, span, messages)


def chosen_of(steps: Sequence[Step], claim: int | None, round_: int | None) -> Iterator[Step]:
    """The steps of a claim or a round, or all of them."""
    playing: dict[Name, int] = {}
    for step in steps:
        now = step.round
        if now is not None:
            playing[step.name] = now
        if claim is not None and step.number("call_out", "judged_on") != claim:
            continue
        if round_ is not None and playing.get(step.name) != round_:
            continue
        yield step


def _none_of(name: str, steps: Sequence[Step], claim: int | None) -> str:
    """What is there instead of the claim or round that is not."""
    if claim is not None:
        what, found = "claim", (step.number("call_out", "judged_on") for step in steps)
    else:
        what, found = "round", (step.round for step in steps)
    there = sorted({each for each in found if each})
    those = f"it has {', '.join(map(str, there))}" if there else "it has none"
    return f"{name} has no such {what}: {those}"


def table(steps: Sequence[Step], left: int, zone: tzinfo) -> Iterator[str]:
    """A line for each step; before them, that `left` others are not shown."""
    if left:
        yield f"… and {left} {'commit' if left == 1 else 'commits'} before these: --all"
    versions = {(step.name.stream, step.sequence): step for step in steps}
    yield from columns([row(step, zone, versions) for step in steps])
