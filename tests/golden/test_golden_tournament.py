"""Tournaments and tables that earlier releases wrote come to what they came to then."""

from __future__ import annotations

import base64
import json
from pathlib import Path
from typing import Any, get_args

import pytest
from google.protobuf import json_format

from eyesdown.tournament.v1 import table_pb2, tournament_pb2
from services.kernel.journal.store import Stored
from services.kernel.names import Name
from services.kernel.record import commit as commits
from services.kernel.record.commit import Place
from services.kernel.record.histories import Snapshot
from services.tournament.codec.table import CODEC as TABLE_CODEC
from services.tournament.codec.tournament import CODEC as TOURNAMENT_CODEC
from services.tournament.domain.table.table import TABLES
from services.tournament.domain.table.table import Event as TableEvent
from services.tournament.domain.tournament.tournament import TOURNAMENTS, Event
from services.tournament.views import table as table_views
from services.tournament.views import tournament as tournament_views
from tests.draw.domain.shell import KEY
from tests.golden.record_tournament import AT_TABLE, CUP
from tests.golden.tournament_stories import TABLE_STORIES, TOURNAMENT_STORIES

HISTORIES = sorted((Path(__file__).parent / "tournament").glob("*.json"))


def folded(file: Path) -> tuple[list[Snapshot[Any, Any]], Any, Any]:
    """The states after each commit, what they are now seen as, and as what when it was recorded."""
    history = json.loads(file.read_text())
    name = Name.parse(history["name"])
    assert name in (CUP, AT_TABLE)
    kinds: dict[str, tuple[Any, Any, Any, Any]] = {
        TOURNAMENTS.kind: (
            *(TOURNAMENTS, TOURNAMENT_CODEC, tournament_views),
            tournament_pb2.Tournament,
        ),
        TABLES.kind: (TABLES, TABLE_CODEC, table_views, table_pb2.SessionTable),
    }
    decider, codec, views, message = kinds[name.kind]
    last: Snapshot[Any, Any] = Snapshot(name, Place.start(name), decider.initial)
    snapshots = []
    for sequence, body in enumerate(history["commits"], start=1):
        stored = Stored(name, sequence, base64.b64decode(body), {})
        commit = commits.read(stored, last.place, codec, KEY)
        state = last.state
        for event in commit.events:
            state = decider.evolve(state, event)
        last = last.after(commit, state)
        snapshots.append(last)
    expected = json_format.ParseDict(history["resource"], message())
    return snapshots, views.resource(last), expected


@pytest.mark.parametrize("file", HISTORIES, ids=lambda file: file.stem)
def test_a_history_comes_to_what_it_came_to(file: Path) -> None:
    _, found, expected = folded(file)
    # What may be done next is what a release says of it, and not what is on record.
    for each in (found, expected):
        if "next_steps" in each.DESCRIPTOR.fields_by_name:
            each.ClearField("next_steps")
    assert found == expected


def test_every_kind_of_event_is_in_some_history() -> None:
    seen = {
        type(event)
        for file in HISTORIES
        for snapshot in folded(file)[0]
        for event in snapshot.events
    }
    assert seen == set(get_args(Event)) | set(get_args(TableEvent))


def test_there_is_a_history_of_every_story() -> None:
    kept = {file.stem for file in HISTORIES}
    assert {f"tournament-0.1-{story}" for story in TOURNAMENT_STORIES} <= kept
    assert {f"table-0.1-{story}" for story in TABLE_STORIES} <= kept
