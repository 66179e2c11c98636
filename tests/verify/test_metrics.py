"""What a commit of a desk or a jackpot adds to what is counted, and what it does not."""

from __future__ import annotations

from datetime import UTC, datetime

from google.protobuf.message import Message

from eyesdown.common.v1.money_pb2 import Money
from eyesdown.journal.v1 import commit_pb2
from eyesdown.verify.v1 import desk_events_pb2, jackpots_pb2, prizes_pb2, sales_pb2
from services.kernel.following.meter import Measure
from services.kernel.journal.store import Stored
from services.kernel.names import Name
from services.kernel.record.commit import OpenPart
from services.kernel.record.shapes import timestamp
from services.verify import metrics
from services.verify.domain.desk.heeding import DRAW_DIFFERS, DRAW_REFUSES

NOON = datetime(2026, 11, 29, 12, tzinfo=UTC)
STAGE = prizes_pb2.PRIZE_KIND_STAGE
Counted = list[tuple[str, tuple[str, ...], float]]


def nzd(cents: int) -> Money:
    return Money(currency="NZD", minor_units=cents)


def added(measure: Measure, row: Message, *events: Message) -> Counted:
    commit = commit_pb2.Commit(at=timestamp(NOON))
    for event in events:
        commit.events.add().Pack(event, type_url_prefix="")
    commit.summary.row.Pack(row, type_url_prefix="")
    stored = Stored(Name("akl", "claimDesks", "2026-11-29-07"), 1, commit.SerializeToString(), {})
    found = measure(OpenPart(stored), {})
    return [(each.metric.name, each.labels, each.value) for each in found]


def desk(*events: Message) -> Counted:
    return added(metrics.measure_desk, sales_pb2.ClaimDeskRow(), *events)


def block(*events: Message) -> Counted:
    return added(metrics.measure_block, sales_pb2.SalesBlockRow(), *events)


def jackpot(*events: Message) -> Counted:
    return added(metrics.measure_jackpot, jackpots_pb2.JackpotRow(), *events)


def answered(reason: str) -> desk_events_pb2.DrawAnswered:
    return desk_events_pb2.DrawAnswered(call_out=1, reason=reason)


def entry(source: str, target: str, cents: int, kind: int) -> jackpots_pb2.LedgerEntry:
    return jackpots_pb2.LedgerEntry(
        source=source,
        target=target,
        amount=nzd(cents),
        kind=kind,  # type: ignore[arg-type]  # enum numbers are ints
    )


def test_desk_and_draw_differ_only_where_each_has_a_decision_of_its_own():
    differs = (metrics.DIFFERENCES.name, ("draw_differs",), 1)
    assert desk(answered(DRAW_DIFFERS.code)) == [differs]
    assert desk(answered(DRAW_REFUSES.code)) == [], "what the draw refused stands nowhere"
    assert desk(answered("")) == [], "it follows after all"


def test_a_prize_that_is_no_money_adds_none():
    shares = [
        prizes_pb2.PrizeShare(share=1, amount=nzd(2_500)),
        prizes_pb2.PrizeShare(share=2),
    ]
    settled = desk_events_pb2.StageSettled(kind=STAGE, shares=shares)
    assert desk(settled) == [(metrics.PRIZES.name, ("NZD", "stage", "settled"), 2_500)]


def test_what_lapses_is_counted_as_such():
    lapsed = desk_events_pb2.PrizeLapsed(kind=STAGE, share=1, amount=nzd(700))
    assert desk(lapsed) == [(metrics.PRIZES.name, ("NZD", "stage", "lapsed"), 700)]


def test_what_is_for_practice_is_owed_by_nobody():
    assert list(metrics.desk_row(_owing(practice=True))) == []
    assert [each.value for each in metrics.desk_row(_owing())] == [2_500, 300]


def test_a_claim_is_counted_with_its_time_and_a_sale_with_its_receipts():
    opened = desk_events_pb2.ClaimOpened(call_out=1)
    decided = desk_events_pb2.ClaimDecided(call_out=1, outcome=desk_events_pb2.OUTCOME_ALLOWED)
    counted = [name for name, _, _ in desk(opened, decided)]
    assert counted == [metrics.CLAIMS.name, metrics.CLAIM_DURATION.name]
    sold = sales_pb2.CardsSold(cards=sales_pb2.Span(first=1, last=6), receipts=nzd(600))
    late = sales_pb2.LateSaleEntered(cards=sales_pb2.Span(first=7, last=7), receipts=nzd(100))
    assert [value for _, _, value in block(sold, late)] == [6, 600, 1, 100]


def test_a_payment_that_waits_for_its_signature_is_not_paid():
    payment = prizes_pb2.Payment(payment=1, kind=STAGE, amount=nzd(2_500))
    assert desk(desk_events_pb2.PaymentProposed(payment=payment)) == []
    paid = (metrics.PRIZES.name, ("NZD", "stage", "paid"), 2_500)
    assert desk(desk_events_pb2.PrizePaid(payment=payment)) == [paid]


def test_what_is_carried_over_is_counted_where_it_leaves():
    carried = jackpots_pb2.ENTRY_KIND_CARRIED_OVER
    leaves = entry("pool", "carried:2026-friday-2", 900, carried)
    comes = entry("carried:2026-friday", "pool", 900, carried)
    back = entry("prize:2026-11-29-07", "pool", 900, carried)
    counted = (metrics.JACKPOT_ENTRIES.name, ("NZD", "carried_over"), 900)
    assert jackpot(jackpots_pb2.CarriedOver(entries=[leaves])) == [counted]
    assert jackpot(jackpots_pb2.CarriedIn(entries=[comes])) == []
    assert jackpot(jackpots_pb2.WinGivenUp(entries=[back])) == [], "it leaves the pool next"


def test_an_event_without_money_is_no_entry():
    assert jackpot(jackpots_pb2.JackpotNotWon(position=51, within=50)) == []


def _owing(practice: bool = False) -> sales_pb2.ClaimDeskRow:
    return sales_pb2.ClaimDeskRow(
        settled=nzd(5_000), owed=nzd(2_500), due=nzd(300), practice=practice
    )
