"""A journal that lacks commits is found out, and nothing more is written to it."""

from __future__ import annotations

from pathlib import Path

import pytest
from prometheus_client import CollectorRegistry

from services.kernel.errors import Unavailable
from services.kernel.journal.archive import Extent, NatsArchive
from services.kernel.journal.guard import GuardedJournal, Writes
from services.kernel.journal.integrity import Integrity
from services.kernel.journal.nats_store import NatsJournal
from services.kernel.journal.provision import journal as journal_of
from services.kernel.journal.store import JournalDown
from services.kernel.names import Name
from services.kernel.record.seal import Keys
from services.kernel.serving.health import Readiness
from services.kernel.serving.telemetry import Telemetry
from services.kernel.serving.tracing import Tracing
from tests.kit.archive_memory import MemoryArchive
from tests.kit.nats import YEAR
from tests.kit.toy.shelf import Requests, Shelf

pytest_plugins = ["tests.kit.nats"]

FIRST = 20_260_000_000_001
HERE, LAST_YEAR, THERE = ("akl", 2026), ("akl", 2025), ("wlg", 2026)


def whole(year: int, messages: int) -> Extent:
    first = year * 10**10 + 1
    return Extent(first, first + messages - 1, messages)


class Watched:
    """Journals that claim these extents, and what is known of them."""

    def __init__(self, extents: dict[tuple[str, int], Extent]) -> None:
        self.extents = extents
        self.ready = Readiness()
        self.registry = CollectorRegistry()
        counted = Telemetry("draw", self.registry, Tracing(), ("akl", "wlg"))
        archive = MemoryArchive({place: () for place in extents}, extents)
        self.integrity = Integrity(("akl", "wlg"), archive, counted, self.ready)

    def lost(self, venue: str) -> float | None:
        """What Prometheus is told."""
        of = {"service": "draw", "venue": venue}
        return self.registry.get_sample_value("eyesdown_journal_lost_commits", of)

    def damaged(self, place: tuple[str, int]) -> bool:
        """Whether nothing may be written there."""
        return self.integrity.damaged(Name(place[0], "games", f"{place[1]}-11-29-07"))


async def test_journals_that_are_whole_are_ready():
    watched = Watched({HERE: whole(2026, 7), LAST_YEAR: whole(2025, 3), THERE: whole(2026, 0)})
    await watched.integrity.look()
    assert watched.ready.ok
    assert not any(map(watched.damaged, (HERE, LAST_YEAR, THERE)))
    assert (watched.lost("akl"), watched.lost("wlg")) == (0, 0)


@pytest.mark.parametrize(
    ("extent", "lost"),
    [
        (Extent(FIRST, FIRST + 9, 7), 3),  # three are missing in the middle
        (Extent(FIRST + 2, FIRST + 9, 8), 2),  # the first two
        (Extent(FIRST + 9, FIRST + 9, 1), 9),
    ],
)
async def test_a_journal_that_lacks_commits_is_not_ready(extent: Extent, lost: int):
    watched = Watched({HERE: extent, LAST_YEAR: whole(2025, 3), THERE: whole(2026, 5)})
    await watched.integrity.look()
    assert watched.ready.failing == {"journal": f"JOURNAL_akl_2026 lacks {lost} commits"}
    assert [watched.damaged(place) for place in (HERE, LAST_YEAR, THERE)] == [True, False, False]
    assert (watched.lost("akl"), watched.lost("wlg")) == (lost, 0)


async def test_a_journal_that_ends_before_what_was_seen_lacks_commits():
    """It is whole as far as it goes: a flipped bit in the last block takes the last ones away."""
    watched = Watched({HERE: whole(2026, 10)})
    await watched.integrity.look()
    watched.extents[HERE] = whole(2026, 8)
    await watched.integrity.look()
    assert watched.damaged(HERE)
    assert watched.lost("akl") == 2


async def test_a_journal_that_is_whole_again_is_written_to_again():
    watched = Watched({HERE: whole(2026, 10), THERE: whole(2026, 1)})
    await watched.integrity.look()
    watched.extents[HERE] = Extent(FIRST, FIRST + 11, 9)
    await watched.integrity.look()
    assert watched.damaged(HERE)
    watched.extents[HERE] = whole(2026, 12)
    await watched.integrity.look()
    assert not watched.damaged(HERE)
    assert watched.ready.ok
    assert watched.lost("akl") == 0


async def test_a_journal_that_cannot_be_looked_at_hides_no_damage_elsewhere():
    class Away(MemoryArchive):
        async def extent(self, venue: str, year: int) -> Extent:
            if venue == "akl":
                raise JournalDown("no leader")
            return await super().extent(venue, year)

    watched = Watched({})
    archive = Away({HERE: (), THERE: ()}, {THERE: Extent(FIRST, FIRST + 9, 7)})
    counted = Telemetry("draw", CollectorRegistry(), Tracing(), ("akl", "wlg"))
    integrity = Integrity(("akl", "wlg"), archive, counted, watched.ready)
    with pytest.raises(JournalDown):
        await integrity.look()
    assert integrity.damaged(Name("wlg", "games", "2026-11-29-07"))
    assert watched.ready.failing == {"journal": "JOURNAL_wlg_2026 lacks 3 commits"}


async def test_nothing_is_appended_to_a_stream_with_a_hole(
    nats_connection, venue: str, tmp_path: Path
):
    """On a real server, in a stream that allows what those of a house do not: to delete."""
    jetstream = nats_connection.jetstream()
    config = journal_of(venue, YEAR, replicas=1)
    await jetstream.add_stream(config.evolve(deny_delete=False))
    stored, archive = NatsJournal(nats_connection), NatsArchive(nats_connection)
    ready = Readiness()
    counted = Telemetry("toy", CollectorRegistry(), Tracing(), (venue,))
    integrity = Integrity((venue,), archive, counted, ready)
    journal = GuardedJournal(stored, integrity.damaged, Writes(lambda ok, why: None))
    shelf = Shelf(journal, Keys.prepare(tmp_path / "keys"))
    jar, other = (Requests(Name(venue, "jars", f"2026-11-29-0{n}")) for n in (1, 2))
    for requests in (jar, other):
        await shelf.send(requests.open())
        await shelf.send(requests.put(3))
    await integrity.look()
    assert ready.ok
    assert await jetstream.delete_msg(config.name, FIRST + 1)
    await integrity.look()
    assert ready.failing == {"journal": f"JOURNAL_{venue}_{YEAR} lacks 1 commits"}
    with pytest.raises(Unavailable) as failure:
        await shelf.send(other.put(5))
    assert failure.value.reason.code == "JOURNAL_DAMAGED"
    assert f"venues/{venue}" in failure.value.sentence
    assert "kept as it is" in failure.value.advice
    assert (await archive.extent(venue, YEAR)).last == FIRST + 3
    # What is intact can be read.
    assert (await shelf.read(other.name)).version == 2
    await archive.close()
    await stored.close()
