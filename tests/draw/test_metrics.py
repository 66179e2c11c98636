"""What a commit of a game adds to what is counted."""

from __future__ import annotations

from datetime import UTC, datetime

from eyesdown.draw.v1 import events_pb2, game_pb2
from eyesdown.journal.v1 import commit_pb2
from services.draw import metrics
from services.kernel.following.meter import Memory
from services.kernel.journal.store import Stored
from services.kernel.names import Name
from services.kernel.record.commit import OpenPart
from services.kernel.record.shapes import timestamp

NOON = datetime(2026, 11, 29, 12, tzinfo=UTC)
STUCK = events_pb2.IrregularityFound(kind=game_pb2.IRREGULARITY_KIND_STUCK)


def counted(memory: Memory) -> list[str]:
    """What a commit with a stuck ball and a call adds."""
    commit = commit_pb2.Commit(at=timestamp(NOON))
    for event in (STUCK, events_pb2.NumberCalled()):
        commit.events.add().Pack(event, type_url_prefix="")
    stored = Stored(Name("akl", "games", "2026-11-29-07"), 1, commit.SerializeToString(), {})
    return [each.metric.name for each in metrics.measure(OpenPart(stored), memory)]


def test_the_interval_of_calls_begins_with_the_second():
    memory: Memory = {}
    assert counted(memory) == [metrics.IRREGULARITIES.name]
    assert counted(memory) == [metrics.IRREGULARITIES.name, metrics.CALL_INTERVAL.name]
