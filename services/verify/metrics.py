"""What verify measures: cards and receipts; claims, what becomes of them and how long it takes;
prizes and jackpots, what is owed and where something differs.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from google.protobuf.message import Message

from eyesdown.verify.v1 import desk_events_pb2, jackpots_pb2, sales_pb2
from services.kernel.following.meter import Measured, Memory, Sample
from services.kernel.measuring.metric import COUNTER, GAUGE, HISTOGRAM, JOURNAL, Metric
from services.kernel.measuring.words import word_of
from services.kernel.record.commit import OpenPart
from services.verify.domain.block.block import BLOCKS
from services.verify.domain.desk.desk import DESKS
from services.verify.domain.desk.heeding import DRAW_DIFFERS
from services.verify.domain.jackpot.jackpot import JACKPOTS

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
PRIZES = Metric(
    "eyesdown_verify_prizes_minor_units_total",
    COUNTER,
    "Prizes in minor units: settled (what was settled anew again), paid, repaid, written off, "
    "lapsed.",
    ("service", "venue", "currency", "kind", "outcome"),
    of=JOURNAL,
)
JACKPOT_ENTRIES = Metric(
    "eyesdown_verify_jackpot_entries_minor_units_total",
    COUNTER,
    "What was booked in jackpots, in minor units, by why; what was booked back counts again. What "
    "is carried over counts as it leaves a cycle.",
    ("service", "venue", "currency", "kind"),
    of=JOURNAL,
)
DIFFERENCES = Metric(
    "eyesdown_verify_differences_total",
    COUNTER,
    "Settlements that differ: the draw has another decision than the desk, or more was paid than "
    "is owed.",
    ("service", "venue", "kind"),
    of=JOURNAL,
    at_start=(("draw_differs",), ("paid_too_much",)),
)
OWED = Metric(
    "eyesdown_verify_owed_minor_units",
    GAUGE,
    "Prizes and jackpots that were won and that nobody has collected yet, in minor units.",
    ("service", "venue", "currency"),
    of=JOURNAL,
)
RECOVERY_DUE = Metric(
    "eyesdown_verify_recovery_due_minor_units",
    GAUGE,
    "What was paid too much and has not come back yet, in minor units.",
    ("service", "venue", "currency"),
    of=JOURNAL,
)
POOL = Metric(
    "eyesdown_verify_jackpot_pool_minor_units",
    GAUGE,
    "What is played for in all jackpots that are not over, in minor units.",
    ("service", "venue", "currency"),
    of=JOURNAL,
)
_CARRIED = "carried:"
"""How the account of another cycle begins."""


def measure_desk(commit: OpenPart, memory: Memory) -> Iterator[Sample]:
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
    yield from _prizes(commit)


def _prizes(commit: OpenPart) -> Iterator[Sample]:
    """What it adds in money, and where something differs."""
    for event in commit.events:
        match event:
            case desk_events_pb2.StageSettled():
                for share in event.shares:
                    yield from _prize(event, share, "settled")
            case desk_events_pb2.PrizePaid():
                yield from _prize(event.payment, event.payment, "paid")
            case desk_events_pb2.RecoveryRecorded():
                yield from _prize(event, event, word_of(event, "recovery"))
            case desk_events_pb2.PrizeLapsed():
                yield from _prize(event, event, "lapsed")
            case desk_events_pb2.RecoveryDue():
                yield Sample(DIFFERENCES, ("paid_too_much",))
            case desk_events_pb2.DrawAnswered() if event.reason == DRAW_DIFFERS.code:
                yield Sample(DIFFERENCES, ("draw_differs",))


def _prize(of: Message, holder: Message, outcome: str) -> Iterator[Sample]:
    """An amount of a prize; nothing where the prize is no money."""
    money = holder.amount  # type: ignore[attr-defined]  # each message that comes here has one
    if money.minor_units:
        labels = (money.currency, word_of(of, "kind"), outcome)
        yield Sample(PRIZES, labels, money.minor_units)


def measure_jackpot(commit: OpenPart, memory: Memory) -> Iterator[Sample]:
    """What a commit of a jackpot cycle adds."""
    for event in commit.events:
        for entry in getattr(event, "entries", ()):  # whatever happens in it is booked so
            kind = word_of(entry, "kind")
            if kind != "carried_over" or entry.target.startswith(_CARRIED):
                labels = (entry.amount.currency, kind)
                yield Sample(JACKPOT_ENTRIES, labels, entry.amount.minor_units)


def measure_block(commit: OpenPart, memory: Memory) -> Iterator[Sample]:
    """What a commit of a sales block adds."""
    for event in commit.events:
        match event:
            case sales_pb2.CardsSold() | sales_pb2.LateSaleEntered():
                yield Sample(CARDS, (), event.cards.last - event.cards.first + 1)
                money = event.receipts
                if money.minor_units:
                    yield Sample(RECEIPTS, (money.currency,), money.minor_units)


def desk_row(row: Message) -> Iterable[Sample]:
    """What a desk owes, and what it is to recover."""
    if isinstance(row, sales_pb2.ClaimDeskRow) and row.HasField("settled") and not row.practice:
        currency = row.settled.currency
        yield Sample(OWED, (currency,), row.owed.minor_units)
        yield Sample(RECOVERY_DUE, (currency,), row.due.minor_units)


def jackpot_row(row: Message) -> Iterable[Sample]:
    """What is in a cycle's pool."""
    if isinstance(row, jackpots_pb2.JackpotRow):
        yield Sample(POOL, (row.pool.currency,), row.pool.minor_units)


MEASURED = Measured(
    (CLAIMS, CLAIM_DURATION, CARDS, RECEIPTS, PRIZES, JACKPOT_ENTRIES, DIFFERENCES),
    {
        DESKS.kind: measure_desk,
        JACKPOTS.kind: measure_jackpot,
        BLOCKS.kind: measure_block,
    },
    (OWED, RECOVERY_DUE, POOL),
    {DESKS.kind: desk_row, JACKPOTS.kind: jackpot_row},
)
