"""Sales of cards in words."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import tzinfo

from eyesdown.verify.v1 import sales_pb2
from eyesdown.verify.v1 import sales_service_pb2 as pb
from services.cli.common.output import amount, columns, last_change, plain

PHASES = {
    sales_pb2.SALES_PHASE_NOT_OPEN: "not open",
    sales_pb2.SALES_PHASE_OPEN: "open",
    sales_pb2.SALES_PHASE_COUNTING: "over, being counted",
    sales_pb2.SALES_PHASE_CLOSED: "closed",
}
FATES = {sales_pb2.FATE_VOIDED: "voided", sales_pb2.FATE_RETURNED: "returned"}
KINDS = {sales_pb2.KIND_LATE: "entered late", sales_pb2.KIND_REPLACEMENT: "replacement"}


def told(sale: sales_pb2.Sale) -> str:
    """A sale in one line."""
    first, last = sale.cards.first, sale.cards.last
    cards = f"card {first}" if first == last else f"cards {first} to {last}"
    marks = [word for word in (KINDS.get(sale.kind), FATES.get(sale.fate)) if word]
    line = f"sale {sale.sale}, {cards}, {amount(sale.receipts)}, by {plain(sale.seller)}"
    return ", ".join([line, *marks])


def sheet(shown: sales_pb2.GameSales, zone: tzinfo | None = None) -> Iterator[str]:
    """The sales of a game in words, with their last change on the clock of a zone."""
    yield f"{shown.game}   sales {PHASES.get(shown.phase, 'unknown')}"
    rows = []
    for offer in shown.offers:
        cards = f"cards {offer.cards.first} to {offer.cards.last}"
        rows.append(("on sale", f"{offer.series}, serial {plain(offer.serial_number)}, {cards}"))
    if shown.HasField("prices"):
        strip = f", a strip {amount(shown.prices.sheet)}" if shown.prices.HasField("sheet") else ""
        rows.append(("a card costs", f"{amount(shown.prices.card)}{strip}"))
    if shown.phase == sales_pb2.SALES_PHASE_CLOSED:
        rows.append(("sold", f"{shown.cards_sold:,} cards for {amount(shown.receipts)}"))
        rows.append(("sha256", shown.cards_digest.hex()))
    if shown.late_cards:
        rows.append(("late", f"{shown.late_cards:,} cards for {amount(shown.late_receipts)}"))
    if shown.back_cards:
        rows.append(("back", f"{shown.back_cards:,} cards for {amount(shown.back_receipts)}"))
    if shown.restart_of:
        rows.append(("instead of", shown.restart_of))
    if zone:
        rows.append(("last change", last_change(shown, zone)))
    yield from columns(rows, "  ") if rows else ()


def found(card: int, reply: pb.FindSaleResponse) -> Iterator[str]:
    """What is known of a card."""
    if not reply.HasField("sale"):
        yield f"Card {card} is unsold."
        return
    yield f"Card {card} is sold: {reply.block}, {told(reply.sale)}."
    if reply.HasField("replaced"):
        other = reply.replaced.first + card - reply.replaced.cards.first
        yield f"It is dead: card {other} in {reply.replaced.block} replaces it."


def figures(shown: sales_pb2.Reconciliation) -> Iterator[str]:
    """What each seller has done, and all together."""
    yield f"{shown.game}   {shown.cards_unsold:,} cards unsold"
    head = ("seller", "cards", "receipts", "of these late", "returned", "voided", "replacing")
    rows = [
        (
            plain(each.seller) or "all",
            str(each.cards_sold),
            amount(each.receipts),
            str(each.cards_late),
            f"{each.cards_returned} for {amount(each.returned)}",
            f"{each.cards_voided} for {amount(each.voided)}",
            str(each.cards_replacing),
        )
        for each in (*shown.sellers, shown.total)
    ]
    yield from columns([head, *rows], "  ")
