"""What the draw measures of its games: how fast they are called, how they end, what goes wrong."""

from __future__ import annotations

from collections.abc import Iterator

from eyesdown.draw.v1 import events_pb2, game_pb2
from services.draw.domain.game.game import GAMES
from services.kernel.following.meter import Measured, Memory, Sample
from services.kernel.measuring.metric import COUNTER, HISTOGRAM, JOURNAL, Metric
from services.kernel.measuring.words import word_of, words_in
from services.kernel.record.commit import OpenPart

CALL_INTERVAL = Metric(
    "eyesdown_draw_call_interval_seconds",
    HISTOGRAM,
    "From one call of a game to the next, holds and claims between them included.",
    ("service", "venue"),
    buckets=(1, 2, 3, 4, 5, 6, 8, 10, 15, 20, 30, 60, 120, 300),
    of=JOURNAL,
)
DECISION = Metric(
    "eyesdown_draw_call_out_decision_seconds",
    HISTOGRAM,
    "From a call out until it was decided, for the first time, and the game could go on.",
    ("service", "venue"),
    buckets=(1, 5, 10, 20, 30, 60, 120, 300, 600, 1800),
    of=JOURNAL,
)
CALL_OUTS = Metric(
    "eyesdown_draw_call_outs_decided_total",
    COUNTER,
    "Decisions of call outs by their verdict, those that were decided anew again.",
    ("service", "venue", "outcome"),
    of=JOURNAL,
)
ENDED = Metric(
    "eyesdown_draw_games_ended_total",
    COUNTER,
    "Games that are over, by how they ended.",
    ("service", "venue", "outcome"),
    of=JOURNAL,
)
IRREGULARITIES = Metric(
    "eyesdown_draw_irregularities_total",
    COUNTER,
    "Irregularities of the draw that were found: a ball returned or stuck, a defect, the selector.",
    ("service", "venue", "kind"),
    of=JOURNAL,
    at_start=tuple((kind,) for kind in words_in(game_pb2.IrregularityKind.DESCRIPTOR)),
)
APPROVALS = Metric(
    "eyesdown_draw_approvals_total",
    COUNTER,
    "What needs a second person: proposed, approved, rejected.",
    ("service", "venue", "outcome"),
    of=JOURNAL,
)


def measure(commit: OpenPart, memory: Memory) -> Iterator[Sample]:
    """What a commit of a game adds."""
    at = commit.at.timestamp()
    for event in commit.events:
        match event:
            case events_pb2.NumberCalled():
                if "called" in memory:
                    yield Sample(CALL_INTERVAL, (), at - memory["called"])
                memory["called"] = at
            case events_pb2.CallOutRecorded():
                memory[f"call out {event.call_out}"] = at
            case events_pb2.CallOutDecided():
                yield Sample(CALL_OUTS, (word_of(event, "verdict"),))
                recorded = memory.pop(f"call out {event.call_out}", None)
                if recorded is not None:
                    yield Sample(DECISION, (), at - recorded)
            case events_pb2.IrregularityFound():
                yield Sample(IRREGULARITIES, (word_of(event, "kind"),))
            case events_pb2.Proposed():
                yield Sample(APPROVALS, ("proposed",))
            case events_pb2.ProposalApproved():
                yield Sample(APPROVALS, ("approved",))
            case events_pb2.ProposalRejected():
                yield Sample(APPROVALS, ("rejected",))
            case events_pb2.GameEnded():
                yield Sample(ENDED, (word_of(event, "ending"),))
            case events_pb2.GameVoided():
                yield Sample(ENDED, ("void",))


MEASURED = Measured(
    (CALL_INTERVAL, DECISION, CALL_OUTS, ENDED, IRREGULARITIES, APPROVALS),
    {GAMES.kind: measure},
)
