"""`eyesdown sales`: cards sold for a game, by whom, and what was taken."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import click

from eyesdown.verify.v1 import sales_pb2
from eyesdown.verify.v1 import sales_service_pb2 as pb
from services.cli.asking import full_name, to_json
from services.cli.output import amount, columns, plain
from services.cli.verify_asking import Asking, asked, reaching, request_id, span_of

PHASES = {
    sales_pb2.SALES_PHASE_NOT_OPEN: "not open",
    sales_pb2.SALES_PHASE_OPEN: "open",
    sales_pb2.SALES_PHASE_COUNTING: "over, being counted",
    sales_pb2.SALES_PHASE_CLOSED: "closed",
}
FATES = {sales_pb2.FATE_VOIDED: "voided", sales_pb2.FATE_RETURNED: "returned"}
KINDS = {sales_pb2.KIND_LATE: "entered late", sales_pb2.KIND_REPLACEMENT: "replacement"}
GAME = click.argument("name", metavar="GAME", callback=full_name("claimDesks", "2026-11-29-07"))
BLOCK = click.argument(
    "name", metavar="BLOCK", callback=full_name("salesBlocks", "2026-11-29-07-0000001")
)


@click.group()
def sales() -> None:
    """Sales of cards: open, sell, void, close, look at. A game is "akl/2026-11-29-07"."""


@sales.command()
@GAME
@click.option("--json", "as_json", is_flag=True, help="As the JSON of its message.")
@reaching
def show(name: str, as_json: bool, address: str | None, token: str | None, ca: Path | None) -> None:
    """Show the sales of GAME."""

    async def ask(verify: Asking) -> Any:
        return (await verify.call(verify.sales.GetSales, pb.GetSalesRequest(name=name))).sales

    found = asked(ask, address, token, ca)
    for line in [to_json(found)] if as_json else sheet(found):
        click.echo(line)


@sales.command("open")
@GAME
@click.argument("series", nargs=-1, required=True)
@click.option("--card", "price", required=True, help="What a card costs: 2.00.")
@click.option("--strip", default="", help="What a whole strip costs; else as its cards do.")
@reaching
def open_(
    name: str,
    series: tuple[str, ...],
    price: str,
    strip: str,
    address: str | None,
    token: str | None,
    ca: Path | None,
) -> None:
    """Put the cards of SERIES, one or more ids, on sale for GAME."""
    venue = name.split("/")[1]

    async def ask(verify: Asking) -> Any:
        prices = sales_pb2.Prices(card=await verify.money(venue, price))
        if strip:
            prices.sheet.CopyFrom(await verify.money(venue, strip))
        request = pb.OpenSalesRequest(
            request_id=request_id(),
            name=name,
            series=[
                pb.OfferedSeries(series=f"venues/{venue}/cardSeries/{each.rpartition('/')[2]}")
                for each in series
            ],
            prices=prices,
        )
        return (await verify.call(verify.sales.OpenSales, request)).sales

    for line in sheet(asked(ask, address, token, ca, changing=True)):
        click.echo(line)


@sales.command()
@GAME
@click.argument("cards")
@click.argument("receipts")
@reaching
def sell(
    name: str, cards: str, receipts: str, address: str | None, token: str | None, ca: Path | None
) -> None:
    """Sell CARDS, "13" or "13-18", for GAME, and take RECEIPTS, "10.00"."""

    async def ask(verify: Asking) -> Any:
        request = pb.SellCardsRequest(
            request_id=request_id(),
            name=name,
            cards=span_of(cards),
            receipts=await verify.money(name.split("/")[1], receipts),
        )
        return await verify.call(verify.sales.SellCards, request)

    _sold(asked(ask, address, token, ca, changing=True))


@sales.command()
@GAME
@click.argument("cards")
@click.argument("receipts")
@click.option("--seller", required=True, help="Who sold them.")
@click.option("--evidence", required=True, help="What shows that it was in time.")
@reaching
def late(
    name: str,
    cards: str,
    receipts: str,
    seller: str,
    evidence: str,
    address: str | None,
    token: str | None,
    ca: Path | None,
) -> None:
    """Enter a sale of CARDS that was made before sales for GAME closed."""

    async def ask(verify: Asking) -> Any:
        request = pb.EnterLateSaleRequest(
            request_id=request_id(),
            name=name,
            cards=span_of(cards),
            receipts=await verify.money(name.split("/")[1], receipts),
            seller=seller,
            evidence=evidence,
        )
        return await verify.call(verify.sales.EnterLateSale, request)

    _sold(asked(ask, address, token, ca, changing=True))


@sales.command()
@GAME
@click.argument("old")
@click.argument("new")
@reaching
def replace(
    name: str, old: str, new: str, address: str | None, token: str | None, ca: Path | None
) -> None:
    """Give out cards NEW for OLD ones, at no cost: GAME is played instead of theirs."""

    async def ask(verify: Asking) -> Any:
        request = pb.ReplaceCardsRequest(
            request_id=request_id(), name=name, old_cards=span_of(old), cards=span_of(new)
        )
        return await verify.call(verify.sales.ReplaceCards, request)

    _sold(asked(ask, address, token, ca, changing=True))


@sales.command()
@BLOCK
@click.argument("sale", type=click.IntRange(1))
@click.argument("why")
@reaching
def void(
    name: str, sale: int, why: str, address: str | None, token: str | None, ca: Path | None
) -> None:
    """Void sale number SALE of BLOCK, as another person than its seller, and say WHY."""

    async def ask(verify: Asking) -> Any:
        request = pb.VoidSaleRequest(request_id=request_id(), name=name, sale=sale, why=why)
        return (await verify.call(verify.sales.VoidSale, request)).sale

    click.echo(told(asked(ask, address, token, ca, changing=True)))


@sales.command("return")
@BLOCK
@click.argument("sale", type=click.IntRange(1))
@reaching
def return_(name: str, sale: int, address: str | None, token: str | None, ca: Path | None) -> None:
    """Take back the cards of sale number SALE of BLOCK, and give back what was paid."""

    async def ask(verify: Asking) -> Any:
        request = pb.ReturnCardsRequest(request_id=request_id(), name=name, sale=sale)
        return (await verify.call(verify.sales.ReturnCards, request)).sale

    click.echo(told(asked(ask, address, token, ca, changing=True)))


@sales.command()
@GAME
@reaching
def close(name: str, address: str | None, token: str | None, ca: Path | None) -> None:
    """Close the sales of GAME, and show what was counted."""

    async def ask(verify: Asking) -> Any:
        request = pb.CloseSalesRequest(request_id=request_id(), name=name)
        await verify.call(verify.sales.CloseSales, request)
        return (await verify.call(verify.sales.GetSales, pb.GetSalesRequest(name=name))).sales

    for line in sheet(asked(ask, address, token, ca, changing=True)):
        click.echo(line)


@sales.command()
@GAME
@click.argument("card", type=click.IntRange(1, 9_999_999))
@reaching
def find(name: str, card: int, address: str | None, token: str | None, ca: Path | None) -> None:
    """Say whether CARD was sold for GAME, by whom and when."""

    async def ask(verify: Asking) -> Any:
        return await verify.call(verify.sales.FindSale, pb.FindSaleRequest(name=name, card=card))

    for line in found(card, asked(ask, address, token, ca)):
        click.echo(line)


@sales.command()
@GAME
@reaching
def reconcile(name: str, address: str | None, token: str | None, ca: Path | None) -> None:
    """What was sold for GAME, seller by seller."""

    async def ask(verify: Asking) -> Any:
        reply = await verify.call(verify.sales.Reconcile, pb.ReconcileRequest(name=name))
        return reply.reconciliation

    for line in figures(asked(ask, address, token, ca)):
        click.echo(line)


# -- what they print -------------------------------------------------------------------------


def _sold(reply: Any) -> None:
    click.echo(f"{reply.block}: {told(reply.sale)}")


def told(sale: sales_pb2.Sale) -> str:
    """A sale in one line."""
    first, last = sale.cards.first, sale.cards.last
    cards = f"card {first}" if first == last else f"cards {first} to {last}"
    marks = [word for word in (KINDS.get(sale.kind), FATES.get(sale.fate)) if word]
    line = f"sale {sale.sale}, {cards}, {amount(sale.receipts)}, by {plain(sale.seller)}"
    return ", ".join([line, *marks])


def sheet(shown: sales_pb2.GameSales) -> Iterator[str]:
    """The sales of a game in words."""
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
    if shown.restart_of:
        rows.append(("instead of", shown.restart_of))
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
