"""Names that are kept for nothing: of commands that failed after all, and of bars that are over.

A name is kept before the commit that refers to it. Where that commit never came, nothing leads to
the name, and nobody could ask for it to be erased.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from datetime import datetime, timedelta

from eyesdown.journal.v1 import commit_pb2
from services.kernel.journal.archive import Archive
from services.kernel.record.codec import unpack
from services.kernel.record.people import People
from services.kernel.record.player_lists import CODEC, KIND, Bar, evolve

YOUNG = timedelta(hours=1)
"""How long what nothing refers to is left alone: its commit may be under way."""

_REFERENCE = re.compile(rb"[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}")


@dataclass
class Referred:
    """What a venue's commits refer to: all references, and those of bars that are over."""

    all: set[str] = field(default_factory=set)
    over: set[str] = field(default_factory=set)


async def sweep(archive: Archive, people: People, venue: str, now: datetime) -> list[str]:
    """Erase what is kept for nothing in a venue; the references, sorted.

    Raises `JournalDown`, `StoreDown`, and `UnknownFact` where a list of bars cannot be read.
    """
    # What there is before what is referred to: a name that comes in between stays.
    kept = await people.kept(venue)
    referred = await _referred(archive, venue, now)
    swept = [
        reference
        for reference, since in sorted(kept.items())
        if reference in referred.over or (reference not in referred.all and now - since >= YOUNG)
    ]
    for reference in swept:
        await people.erase(venue, reference)
    return swept


async def _referred(archive: Archive, venue: str, now: datetime) -> Referred:
    found = Referred()
    for _, year in await archive.streams(venue):
        bars: tuple[Bar, ...] = ()
        after = 0
        while page := await archive.page(venue, year, after):
            for raw in page:
                # A reference stands in commits as it is, wherever: it is found by its form.
                found.all.update(each.decode() for each in _REFERENCE.findall(raw.body))
                if f".{KIND}." in raw.subject:
                    bars = _with(bars, commit_pb2.Commit.FromString(raw.body))
            after = page[-1].sequence
        over = (bar for bar in bars if not bar.holds(now))
        found.over.update(each for bar in over for each in bar.references)
    return found


def _with(bars: tuple[Bar, ...], commit: commit_pb2.Commit) -> tuple[Bar, ...]:
    for packed in commit.events:
        bars = evolve(bars, CODEC.event(unpack(packed), None))
    return bars
