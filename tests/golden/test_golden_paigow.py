"""Pai gow histories that earlier releases wrote are folded to what they came to then."""

from __future__ import annotations

import base64
import json
from pathlib import Path

import pytest
from google.protobuf import json_format

from eyesdown.paigow.v1 import sitting_pb2
from services.kernel.journal.store import Stored
from services.kernel.names import Name
from services.kernel.record import commit as commits
from services.kernel.record.commit import Place
from services.kernel.record.histories import Snapshot
from services.paigow.codec.sitting import CODEC
from services.paigow.domain.sitting.sitting import EVENTS, SITTINGS
from services.paigow.views.sitting import resource
from tests.draw.domain.shell import KEY
from tests.golden.record_paigow import NAME

HISTORIES = sorted((Path(__file__).parent / "paigow").glob("*.json"))


def folded(file: Path) -> tuple[list[Snapshot], sitting_pb2.Sitting]:
    """The table after each commit of a history, and what it came to when it was recorded."""
    history = json.loads(file.read_text())
    name = Name.parse(history["name"])
    assert name == NAME
    last: Snapshot = Snapshot(name, Place.start(name), SITTINGS.initial)
    snapshots = []
    for sequence, body in enumerate(history["commits"], start=1):
        stored = Stored(name, sequence, base64.b64decode(body), {})
        commit = commits.read(stored, last.place, CODEC, KEY)
        state = last.state
        for event in commit.events:
            state = SITTINGS.evolve(state, event)
        last = last.after(commit, state)
        snapshots.append(last)
    return snapshots, json_format.ParseDict(history["sitting"], sitting_pb2.Sitting())


@pytest.mark.parametrize("file", HISTORIES, ids=lambda file: file.stem)
def test_a_history_comes_to_what_it_came_to(file: Path) -> None:
    snapshots, expected = folded(file)
    found = resource(snapshots[-1])
    # What may be done next is what a release says of a table, and not what is on record.
    found.ClearField("next_steps")
    expected.ClearField("next_steps")
    assert found == expected


def test_every_kind_of_event_is_in_some_history() -> None:
    seen = {
        type(event)
        for file in HISTORIES
        for snapshot in folded(file)[0]
        for event in snapshot.events
    }
    assert seen == set(EVENTS)
