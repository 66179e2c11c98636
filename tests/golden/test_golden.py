"""Histories that earlier releases wrote are folded to what they came to then."""

from __future__ import annotations

import base64
import json
from pathlib import Path
from typing import get_args

import pytest
from google.protobuf import json_format

from eyesdown.draw.v1 import game_pb2
from services.draw.codec.game import CODEC
from services.draw.domain.game.game import GAMES, Event
from services.draw.views.game import resource
from services.kernel.journal.store import Stored
from services.kernel.names import Name
from services.kernel.record import commit as commits
from services.kernel.record.commit import Place
from services.kernel.record.histories import Snapshot
from tests.draw.domain.shell import KEY

HISTORIES = sorted(Path(__file__).parent.glob("*.json"))


def folded(file: Path) -> tuple[list[Snapshot], game_pb2.Game]:
    """The game after each commit of a history, and what it came to when it was recorded."""
    history = json.loads(file.read_text())
    name = Name.parse(history["name"])
    last: Snapshot = Snapshot(name, Place.start(name), GAMES.initial)
    snapshots = []
    for sequence, body in enumerate(history["commits"], start=1):
        stored = Stored(name, sequence, base64.b64decode(body), {})
        commit = commits.read(stored, last.place, CODEC, KEY)
        state = last.state
        for event in commit.events:
            state = GAMES.evolve(state, event)
        last = last.after(commit, state)
        snapshots.append(last)
    return snapshots, json_format.ParseDict(history["game"], game_pb2.Game())


@pytest.mark.parametrize("file", HISTORIES, ids=lambda file: file.stem)
def test_a_history_comes_to_what_it_came_to(file: Path) -> None:
    snapshots, expected = folded(file)
    assert resource(snapshots[-1]) == expected


def test_every_kind_of_event_is_in_some_history() -> None:
    seen = {
        type(event)
        for file in HISTORIES
        for snapshot in folded(file)[0]
        for event in snapshot.events
    }
    assert seen == set(get_args(Event))
