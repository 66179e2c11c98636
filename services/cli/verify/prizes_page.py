"""Prizes, payments and receipts in words."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import tzinfo

from eyesdown.verify.v1 import prize_service_pb2 as pb
from eyesdown.verify.v1 import prizes_pb2, sales_pb2
from services.cli.common.output import amount, columns, last_change, plain, short
from services.cli.common.words import prize_words, stage_word

WAYS = {
    prizes_pb2.PAYMENT_WAY_CASH: "cash",
    prizes_pb2.PAYMENT_WAY_CHEQUE: "cheque",
    prizes_pb2.PAYMENT_WAY_TRANSFER: "transfer",
    prizes_pb2.PAYMENT_WAY_GOODS: "goods",
}
ODD_CENTS = {
    prizes_pb2.ODD_CENTS_JACKPOT: "goes to the jackpot",
    prizes_pb2.ODD_CENTS_ROUND_UP: "is added by the house",
    prizes_pb2.ODD_CENTS_HOUSE_KEEPS: "stays with the house",
}


def sheet(shown: pb.GamePrizes, zone: tzinfo | None = None) -> Iterator[str]:
    """The prizes of a game in words, with their last change on the clock of a zone."""
    state = "all is paid" if shown.ended else "the game is over" if shown.over else "in play"
    yield f"{shown.game}   {state}{', practice: nothing is paid' if shown.practice else ''}"
    won = {each.stage for each in shown.settlements}
    for stage in shown.stages:
        if stage.stage not in won:
            yield f"  {stage_word(stage.stage)}: {prize_words(stage)}, not settled"
    for each in shown.settlements:
        yield from _settlement(each)
    for paid in shown.payments:
        yield f"  {told(paid)}"
    if zone:
        yield f"  last change {last_change(shown, zone)}"


def told(record: pb.PaymentRecord) -> str:
    """A payment in one line."""
    payment = record.payment
    line = f"payment {payment.payment}: {amount(payment.amount)} for the {payment.title}"
    line += f", share {payment.share}, {WAYS.get(payment.way, '?')}, by {plain(payment.by)}"
    if record.state == pb.PAYMENT_STATE_WAITS:
        return f"{line}; WAITS for a second person's signature"
    if record.state == pb.PAYMENT_STATE_REJECTED:
        return f"{line}; rejected, not paid"
    signed = f", signed by {plain(payment.second)}" if payment.second else ""
    if not record.receipt:
        return f"{line}{signed}; its receipt is to come"
    return f"{line}{signed}; receipt {record.receipt} of {payment.venue}/{payment.day}"


def table(rows: Sequence[sales_pb2.ClaimDeskRow]) -> Iterator[str]:
    """A line for each game."""
    if not rows:
        yield "No prizes."
        return
    head = ("game", "receipts", "settled", "paid", "owed", "to recover")
    cells = [
        (
            short(row.name),
            *(
                amount(getattr(row, field)) if row.HasField(field) else ""
                for field in ("receipts", "settled", "paid", "owed", "due")
            ),
        )
        for row in rows
    ]
    yield from columns([head, *cells])


def roll(shown: prizes_pb2.ReceiptRoll, zone: tzinfo) -> Iterator[str]:
    """The receipts of a day, and the last change on the clock of a zone."""
    if not shown.receipts:
        yield "No receipts."
        return
    yield (
        f"{shown.name}   {len(shown.receipts)} receipts, {paid(shown)}; "
        f"last change {last_change(shown, zone)}"
    )
    head = ("receipt", "game", "card", "prize", "amount", "payee", "way", "paid by", "second")
    rows = [
        (
            str(each.receipt),
            each.payment.game.rpartition("/")[2],
            " ".join(map(str, each.payment.cards)),
            each.payment.title,
            amount(each.payment.amount),
            each.payment.payee,
            WAYS.get(each.payment.way, "?"),
            plain(each.payment.by),
            plain(each.payment.second),
        )
        for each in shown.receipts
    ]
    yield from columns([head, *rows], "  ")


def rolls(rows: Sequence[prizes_pb2.ReceiptRollRow]) -> Iterator[str]:
    """A line for each day."""
    if not rows:
        yield "No receipts."
        return
    cells = [(short(row.name), str(row.receipts), paid(row)) for row in rows]
    yield from columns([("day", "receipts", "paid"), *cells])


def paid(shown: prizes_pb2.ReceiptRoll | prizes_pb2.ReceiptRollRow) -> str:
    """What was paid in all."""
    return amount(shown.paid) if shown.HasField("paid") else "nothing"


def _settlement(shown: pb.PrizeSettlement) -> Iterator[str]:
    prize = amount(shown.prize) if shown.HasField("prize") else "no money"
    of = f" of the {stage_word(shown.stage)}" if shown.kind == prizes_pb2.PRIZE_KIND_JACKPOT else ""
    yield f"  {shown.title}{of}: {prize}, won on call {shown.position}"
    if not shown.stands:
        yield f"    REOPENED: {shown.reopened}; nothing is paid until it is settled anew"
    if shown.waits_for:
        yield f"    WAITS for claim {shown.waits_for}: {shown.waits_since}"
    if shown.HasField("odd_cents"):
        yield f"    {amount(shown.odd_cents)} {ODD_CENTS.get(shown.odd_cents_to, '')}"
    rows = [_account(each) for each in shown.accounts]
    yield from columns(rows, "    ")


def _account(shown: pb.PrizeAccount) -> tuple[str, ...]:
    share = shown.share
    cards = " ".join(map(str, share.cards)) or "none examined"
    comes_to = amount(share.amount) if share.HasField("amount") and shown.wins else ""
    words = []
    if not shown.wins:
        words.append("has not won")
    for field, word in (
        ("paid", "paid"),
        ("repaid", "came back"),
        ("written_off", "written off"),
        ("lapsed", "lapsed"),
        ("owed", "OWED"),
        ("due", "TO RECOVER"),
    ):
        money = getattr(shown, field)
        if money.minor_units:
            words.append(f"{word} {amount(money)}")
    return (f"share {share.share}", f"card {cards}", share.venue, comes_to, ", ".join(words))
