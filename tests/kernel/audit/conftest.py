"""A shelf of jars on record, for audits of it."""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from services.kernel.audit.again import Audited
from services.kernel.audit.auditor import Audit
from services.kernel.audit.watermark import Mark
from services.kernel.journal.archive import Archive, Raw
from services.kernel.names import Name
from services.kernel.record.seal import Keys
from tests.kit.archive_memory import MemoryArchive, raws_of
from tests.kit.journal_memory import MemoryJournal, MemoryStore
from tests.kit.toy import jar
from tests.kit.toy.codec import CODEC
from tests.kit.toy.shelf import Requests, Shelf, command

VENUE, YEAR = "akl", 2026
PLACE = (VENUE, YEAR)
JARS = tuple(Name(VENUE, "jars", f"2026-11-29-0{number}") for number in (1, 2, 3, 4))
AUDITED = Audited(jar.DECIDER, CODEC, command)


class Record:
    """What the shelf left: the stream's messages, and the keys that it was sealed with."""

    def __init__(self, store: MemoryStore, keys: Path, nowhere: Path) -> None:
        self.store = store
        self.keys = Keys(keys)
        self.no_keys = Keys(nowhere)
        self.raws: Sequence[Raw] = raws_of(store, VENUE, YEAR)

    async def audit(
        self,
        raws: Sequence[Raw] | None = None,
        *,
        keys: bool = True,
        since: Mark | None = None,
        archive: Archive | None = None,
    ) -> Audit:
        """Audit the stream, or what became of it."""
        served = archive or MemoryArchive({PLACE: self.raws if raws is None else raws})
        marks = {PLACE: since} if since is not None else {}
        audit = Audit(served, [AUDITED], self.keys if keys else self.no_keys, marks)
        await audit.everything()
        return audit


@pytest.fixture
async def record(tmp_path: Path) -> Record:
    """Four jars: one closed, one with hidden beads still hidden, one shown, one just opened."""
    store = MemoryStore()
    seconds = itertools.count()
    shelf = Shelf(
        MemoryJournal(store),
        Keys.prepare(tmp_path / "keys"),
        clock=lambda: datetime(2026, 11, 29, tzinfo=UTC) + timedelta(seconds=next(seconds)),
        entropy=lambda: b"\xee" * 32,
    )
    one, two, three, four = (Requests(name) for name in JARS)
    turns = [
        *(one.open(), two.open("blue"), one.put(10, giver="bo"), two.put(3), one.hide()),
        *(three.open("red"), one.show(), two.hide(2), one.take(4), three.put(5), three.hide(1)),
        *(one.take(6), three.take(2), three.show(), three.put(1), two.put(4), one.close()),
        *(four.open(), three.hide(), three.close()),
    ]
    for request in turns:
        await shelf.send(request)
    for nosy in (two.try_lid(), four.try_lid()):
        await shelf.send(nosy, by="bo")
    return Record(store, tmp_path / "keys", tmp_path / "nowhere")
