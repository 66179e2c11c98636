"""What verify measures: cards and receipts; claims, what becomes of them and how long it takes."""

from __future__ import annotations

from collections.abc import Iterator

from eyesdown.verify.v1 import desk_events_pb2, sales_pb2
from services.kernel.following.meter import Measurable, Measured, Memory, Sample
from services.kernel.measuring.metric import COUNTER, HISTOGRAM, JOURNAL, Metric
from services.kernel.measuring.words import word_of
from services.verify.domain.desk.desk import DESKS
from services.verify.domain.sales.block import BLOCKS

CLAIMS = Metric(
    "eyesdown_verify_claims_total",
    COUNTER,
    "Claims that were decided, by what became of them; those decided anew again.",
    ("service", "venue", "outcome"),
    of=JOURNAL,
)
CLAIM_DURATION = Metric(
    "eyesdown_verify_claim_seconds",
    HISTOGRAM,
    "From the opening of a claim until it was decided, for the first time.",
    ("service", "venue"),
    buckets=(1, 5, 10, 20, 30, 60, 120, 300, 600, 1800),
    of=JOURNAL,
)
CARDS = Metric(
    "eyesdown_verify_cards_sold_total",
    COUNTER,
    "Cards that were sold, those that were taken back later among them.",
    ("service", "venue"),
    of=JOURNAL,
)
RECEIPTS = Metric(
    "eyesdown_verify_receipts_minor_units_total",
    COUNTER,
    "What was taken for cards, in minor units; what was given back later is not subtracted.",
    ("service", "venue", "currency"),
    of=JOURNAL,
)


def measure_desk(commit: Measurable, memory: Memory) -> Iterator[Sample]:
    """What a commit of a claim desk adds."""
    at = commit.at.timestamp()
    for event in commit.events:
        match event:
            case desk_events_pb2.ClaimOpened():
                memory[f"claim {event.call_out}"] = at
            case desk_events_pb2.ClaimDecided():
                yield Sample(CLAIMS, (word_of(event, "outcome"),))
                opened = memory.pop(f"claim {event.call_out}", None)
                if opened is not None:
                    yield Sample(CLAIM_DURATION, (), at - opened)


def measure_block(commit: Measurable, memory: Memory) -> Iterator[Sample]:
    """What a commit of a sales block adds."""
    for event in commit.events:
        match event:
            case sales_pb2.CardsSold() | sales_pb2.LateSaleEntered():
                yield Sample(CARDS, (), event.cards.last - event.cards.first + 1)
                money = event.receipts
                if money.minor_units:
                    yield Sample(RECEIPTS, (money.currency,), money.minor_units)


MEASURED = Measured(
    (CLAIMS, CLAIM_DURATION, CARDS, RECEIPTS),
    {DESKS.kind: measure_desk, BLOCKS.kind: measure_block},
)
