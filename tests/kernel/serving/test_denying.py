"""Denied access goes on record, and nobody fills the day's record alone."""

from __future__ import annotations

from collections import Counter
from datetime import time
from pathlib import Path
from zoneinfo import ZoneInfo

import pytest

from eyesdown.journal.v1 import commit_pb2
from services.kernel import reasons
from services.kernel.build import Build
from services.kernel.record.seal import Keys, Sealer
from services.kernel.serving import denying
from services.kernel.serving.tokens import Identity
from services.kernel.venues import Room, Venue, Venues
from services.kernel.walk import now
from tests.kit.journal_memory import MemoryJournal, MemoryStore

METHOD, GAME = "eyesdown.draw.v1.DrawService/CallNumber", "venues/akl/games/2026-07-01-01"


async def test_what_one_person_is_denied_leaves_room_for_what_others_are(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(denying, "EACH", 3)
    rooms = (Room("main", "Main", (), "all"),)
    hall = Venue("akl", "Hall", ZoneInfo("UTC"), "NZD", time(6), ("nz-casino-bingo",), rooms, b"")
    store, sealer = MemoryStore(), Sealer(Keys.prepare(tmp_path / "keys"))
    record = denying.recorder(
        MemoryJournal(store), sealer, Venues({"akl": hall}), Build("0.0.test")
    )
    for person in ["flood"] * 9 + ["sly", "", "flood"]:
        venue = "akl" if person else ""  # one that is not known has no record
        await record(Identity(person, {}), METHOD, GAME, venue, reasons.ROLE_NOT_PERMITTED)
    commits = store.commits("akl", now().year)
    written = [commit_pb2.Commit.FromString(each.body) for each in commits]
    assert Counter(each.actor.person for each in written) == {"flood": 3, "sly": 1}
