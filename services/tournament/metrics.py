"""What is measured of tournaments: hands, chips wagered, and prizes."""

from __future__ import annotations

from collections.abc import Iterator

from eyesdown.tournament.v1 import table_events_pb2, tournament_events_pb2
from services.kernel.following.meter import Measured, Memory, Sample
from services.kernel.measuring.metric import COUNTER, JOURNAL, Metric
from services.kernel.record.commit import OpenPart
from services.tournament.domain.table.table import TABLES
from services.tournament.domain.tournament.tournament import TOURNAMENTS

HANDS = Metric(
    "eyesdown_tournament_hands_total",
    COUNTER,
    "Hands of players that were settled in recorded rounds.",
    ("service", "venue"),
    of=JOURNAL,
)
WAGERED = Metric(
    "eyesdown_tournament_wagered_chips_total",
    COUNTER,
    "Chips of the tournament that were wagered, doubles too.",
    ("service", "venue"),
    of=JOURNAL,
)
PRIZES = Metric(
    "eyesdown_tournament_prizes_total",
    COUNTER,
    "Prizes: awarded, and paid.",
    ("service", "venue", "outcome"),
    of=JOURNAL,
)
AWARDED = Metric(
    "eyesdown_tournament_awarded_minor_units_total",
    COUNTER,
    "Money that was awarded, in minor units of the venue's currency; what was voided later is not "
    "subtracted.",
    ("service", "venue"),
    of=JOURNAL,
)


def measure_table(commit: OpenPart, memory: Memory) -> Iterator[Sample]:
    """What a commit of a session table adds."""
    for event in commit.events:
        match event:
            case table_events_pb2.RoundRecorded() if event.hands:
                yield Sample(HANDS, (), len(event.hands))
                yield Sample(WAGERED, (), sum(hand.stake for hand in event.hands))


def measure_tournament(commit: OpenPart, memory: Memory) -> Iterator[Sample]:
    """What a commit of a tournament adds."""
    for event in commit.events:
        match event:
            case tournament_events_pb2.PlacingsConfirmed() if event.awards:
                yield Sample(PRIZES, ("awarded",), len(event.awards))
                yield Sample(AWARDED, (), sum(award.cash for award in event.awards))
            case tournament_events_pb2.PrizePaid():
                yield Sample(PRIZES, ("paid",))


MEASURED = Measured(
    (HANDS, WAGERED, PRIZES, AWARDED),
    {TABLES.kind: measure_table, TOURNAMENTS.kind: measure_tournament},
)
