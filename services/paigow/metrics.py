"""What is measured of pai gow: wagers and payments, and where the count was not as expected."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from eyesdown.paigow.v1 import events_pb2, sitting_pb2
from services.kernel.following.meter import Measured, Memory, Sample
from services.kernel.measuring.metric import COUNTER, JOURNAL, Metric
from services.kernel.measuring.words import word_of, words_in
from services.kernel.record.commit import OpenPart
from services.paigow.domain.sitting.sitting import SITTINGS

WAGERED = Metric(
    "eyesdown_paigow_wagered_minor_units_total",
    COUNTER,
    "What players wagered, in minor units; what was taken back is not subtracted.",
    ("service", "venue", "currency"),
    of=JOURNAL,
)
PAID = Metric(
    "eyesdown_paigow_paid_minor_units_total",
    COUNTER,
    "What winners were paid, commission taken off, in minor units.",
    ("service", "venue", "currency"),
    of=JOURNAL,
)
DIFFERENCES = Metric(
    "eyesdown_paigow_differences_total",
    COUNTER,
    "Entries of a round that differ from what the rules come to, by what was entered.",
    ("service", "venue", "kind"),
    of=JOURNAL,
    at_start=tuple((what,) for what in words_in(sitting_pb2.Differing.DESCRIPTOR)),
)
COUNTS_OFF = Metric(
    "eyesdown_paigow_counts_off_total",
    COUNTER,
    "Closing counts of a float that were not as expected.",
    ("service", "venue"),
    of=JOURNAL,
    at_start=((),),
)


def measure(commit: OpenPart, memory: Memory) -> Iterator[Sample]:
    """What a commit of a sitting adds."""
    row: Any = commit.row
    for event in commit.events:
        match event:
            case events_pb2.WagerPlaced():
                yield Sample(WAGERED, (row.currency,), event.wager.amount)
            case events_pb2.WinnerPaid():
                yield Sample(PAID, (row.currency,), event.winnings - event.commission)
            case events_pb2.DifferenceFound():
                yield Sample(DIFFERENCES, (word_of(event.difference, "what"),))
            case events_pb2.FloatCounted() if event.total != event.expected:
                yield Sample(COUNTS_OFF)


MEASURED = Measured((WAGERED, PAID, DIFFERENCES, COUNTS_OFF), {SITTINGS.kind: measure})
