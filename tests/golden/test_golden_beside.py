"""Histories of sessions, equipment and disputes come to what they came to when written."""

from __future__ import annotations

import base64
import json
from pathlib import Path
from typing import Any, get_args

import pytest
from google.protobuf import json_format

from services.kernel.names import Name
from services.kernel.record.histories import Snapshot
from tests.golden.record_beside import FOLDER, SORTS, folded

HISTORIES = sorted(FOLDER.glob("*.json"))


def read(file: Path) -> tuple[Name, list[Snapshot[Any, Any]], Any]:
    """The aggregate after each commit of a history, and what it came to when it was recorded."""
    history = json.loads(file.read_text())
    name = Name.parse(history["name"])
    bodies = [base64.b64decode(body) for body in history["commits"]]
    return name, folded(name, bodies), history["shown"]


@pytest.mark.parametrize("file", HISTORIES, ids=lambda file: file.stem)
def test_a_history_comes_to_what_it_came_to(file: Path) -> None:
    name, snapshots, shown = read(file)
    sort = SORTS[name.kind]
    assert sort.resource(snapshots[-1]) == json_format.ParseDict(shown, sort.message())


@pytest.mark.parametrize("kind", SORTS)
def test_every_kind_of_event_is_in_some_history(kind: str) -> None:
    seen = {
        type(event)
        for name, snapshots, _ in map(read, HISTORIES)
        for snapshot in snapshots
        for event in snapshot.events
        if name.kind == kind
    }
    assert seen == set(get_args(SORTS[kind].events))
