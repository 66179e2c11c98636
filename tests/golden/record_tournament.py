"""Record histories of a tournament and a session table as this release writes them.

`python -m tests.golden.record_tournament FOLDER`. As for games (`record`): what is recorded stays
for ever, and is never written again.
"""

from __future__ import annotations

import base64
import json
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from google.protobuf import json_format
from google.protobuf.message import Message

from eyesdown.tournament.v1 import table_service_pb2, tournament_service_pb2
from services.kernel.build import Build
from services.kernel.journal.store import Stored
from services.kernel.law import Decider, Decision
from services.kernel.names import Name
from services.kernel.record import commit as commits
from services.kernel.record.codec import Codec
from services.kernel.record.commit import Actor, Given, Place
from services.kernel.record.histories import Snapshot
from services.tournament.codec.table import CODEC as TABLE_CODEC
from services.tournament.codec.tournament import CODEC as TOURNAMENT_CODEC
from services.tournament.domain.table.table import TABLES
from services.tournament.domain.tournament.tournament import TOURNAMENTS
from services.tournament.views import table as table_views
from services.tournament.views import tournament as tournament_views
from tests.draw.domain.shell import KEY
from tests.golden.tournament_stories import TABLE_STORIES, TOURNAMENT_STORIES
from tests.tournament.domain.tournaments import START

CUP = Name("akl", "tournaments", "2026-11-29-open")
AT_TABLE = Name("akl", "tables", "2026-11-29-open-s1-t1")


def commits_of(
    name: Name,
    decider: Decider[Any, Any, Any],
    codec: Codec[Any, Any],
    told: Sequence[Any],
    request: Message,
) -> tuple[list[str], Snapshot[Any, Any]]:
    """The commits of what happened, one for each event, and what they come to."""
    last: Snapshot[Any, Any] = Snapshot(name, Place.start(name), decider.initial)
    written = []
    for number, event in enumerate(told, start=1):
        after = decider.evolve(last.state, event)
        given = Given(START, Actor("somebody", 0), f"{number:08}", "Told", request, None)
        decision = Decision((event,))
        standing = decider.standing(after)
        body = commits.build(
            name, last.place, given, decision, codec, after, standing, KEY, Build("test")
        )
        stored = Stored(name, last.place.sequence + 1, body, {})
        last = last.after(commits.read(stored, last.place, codec, KEY), after)
        written.append(base64.b64encode(body).decode())
    return written, last


def kept(
    file: Path, name: Name, written: list[str], resource: Callable[[Any], Message], last: Any
) -> None:
    """Keep a history, if there is none."""
    history = {
        "name": str(name),
        "commits": written,
        "resource": json_format.MessageToDict(resource(last)),
    }
    with file.open("x") as out:
        json.dump(history, out, indent=1, sort_keys=True)


def record(folder: Path) -> None:
    """Keep the commits of both, and what they come to."""
    for story, told in TOURNAMENT_STORIES.items():
        request = tournament_service_pb2.GetTournamentRequest(name=str(CUP))
        written, last = commits_of(CUP, TOURNAMENTS, TOURNAMENT_CODEC, told(), request)
        file = folder / f"tournament-0.1-{story}.json"
        kept(file, CUP, written, tournament_views.resource, last)
    for story, told in TABLE_STORIES.items():
        asked = table_service_pb2.GetSessionTableRequest(name=str(AT_TABLE))
        written, last = commits_of(AT_TABLE, TABLES, TABLE_CODEC, told(), asked)
        file = folder / f"table-0.1-{story}.json"
        kept(file, AT_TABLE, written, table_views.resource, last)


if __name__ == "__main__":
    record(Path(sys.argv[1]))
