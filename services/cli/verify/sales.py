"""`eyesdown sales`: cards sold for a game, by whom, and what was taken."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterator
from pathlib import Path
from typing import TypeVar

import click

from eyesdown.common.v1 import players_pb2
from eyesdown.verify.v1 import sales_pb2
from eyesdown.verify.v1 import sales_service_pb2 as pb
from eyesdown_client import Eyesdown, player_shown
from services.cli.common.asking import asked, full_name, reaching, to_json
from services.cli.common.output import amount, columns, plain
from services.cli.common.typed import amount_in, span_of

R = TypeVar("R")
Sold = pb.SellCardsResponse | pb.EnterLateSaleResponse | pb.ReplaceCardsResponse

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

MEMBER = click.option("--member", default="", help="The buyer's membership number, if it is known.")


@click.group()
def sales() -> None:
    """Sales of cards: open, sell, void, close, look at. A game is "akl/2026-11-29-07"."""


@sales.command()
@GAME
@click.option("--json", "as_json", is_flag=True, help="As the JSON of its message.")
@reaching("verify")
def show(name: str, as_json: bool, address: str | None, token: str | None, ca: Path | None) -> None:
    """Show the sales of GAME."""

    found = asked("verify", lambda verify: verify.sales.get_sales(name), address, token, ca)
    for line in [to_json(found)] if as_json else sheet(found):
        click.echo(line)


@sales.command("open")
@GAME
@click.argument("series", nargs=-1, required=True)
@click.option("--card", "price", required=True, help="What a card costs: 2.00.")
@click.option("--strip", default="", help="What a whole strip costs; else as its cards do.")
@reaching("verify")
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

    async def ask(verify: Eyesdown) -> sales_pb2.GameSales:
        names = [f"venues/{venue}/cardSeries/{each.rpartition('/')[2]}" for each in series]
        return await verify.sales.open_sales(
            name,
            series=dict.fromkeys(names),
            card=await amount_in(verify, venue, price),
            sheet=await amount_in(verify, venue, strip) if strip else None,
        )

    for line in sheet(changed(ask, address, token, ca)):
        click.echo(line)


@sales.command()
@GAME
@click.argument("cards")
@click.argument("receipts")
@MEMBER
@reaching("verify")
def sell(
    name: str,
    cards: str,
    receipts: str,
    member: str,
    address: str | None,
    token: str | None,
    ca: Path | None,
) -> None:
    """Sell CARDS, "13" or "13-18", for GAME, and take RECEIPTS, "10.00"."""

    async def ask(verify: Eyesdown) -> pb.SellCardsResponse:
        taken = await amount_in(verify, name.split("/")[1], receipts)
        return await verify.sales.sell_cards(
            name,
            cards=span_of(cards),
            receipts=taken,
            player=_buyer(member),
        )

    _sold(changed(ask, address, token, ca))


@sales.command()
@GAME
@click.argument("cards")
@click.argument("receipts")
@click.option("--seller", required=True, help="Who sold them.")
@click.option("--evidence", required=True, help="What shows that it was in time.")
@MEMBER
@reaching("verify")
def late(
    name: str,
    cards: str,
    receipts: str,
    seller: str,
    evidence: str,
    member: str,
    address: str | None,
    token: str | None,
    ca: Path | None,
) -> None:
    """Enter a sale of CARDS that was made before sales for GAME closed."""

    async def ask(verify: Eyesdown) -> pb.EnterLateSaleResponse:
        taken = await amount_in(verify, name.split("/")[1], receipts)
        return await verify.sales.enter_late_sale(
            name,
            cards=span_of(cards),
            receipts=taken,
            seller=seller,
            evidence=evidence,
            player=_buyer(member),
        )

    _sold(changed(ask, address, token, ca))


@sales.command()
@GAME
@click.argument("old")
@click.argument("new")
@MEMBER
@reaching("verify")
def replace(
    name: str,
    old: str,
    new: str,
    member: str,
    address: str | None,
    token: str | None,
    ca: Path | None,
) -> None:
    """Give out cards NEW for OLD ones, at no cost: GAME is played instead of theirs."""

    async def ask(verify: Eyesdown) -> pb.ReplaceCardsResponse:
        return await verify.sales.replace_cards(
            name, old_cards=span_of(old), cards=span_of(new), player=_buyer(member)
        )

    _sold(changed(ask, address, token, ca))


@sales.command()
@BLOCK
@click.argument("sale", type=click.IntRange(1))
@click.argument("why")
@reaching("verify")
def void(
    name: str, sale: int, why: str, address: str | None, token: str | None, ca: Path | None
) -> None:
    """Void sale number SALE of BLOCK, as another person than its seller, and say WHY."""

    async def ask(verify: Eyesdown) -> sales_pb2.Sale:
        return await verify.sales.void_sale(name, sale=sale, why=why)

    click.echo(told(changed(ask, address, token, ca)))


@sales.command("return")
@BLOCK
@click.argument("sale", type=click.IntRange(1))
@reaching("verify")
def return_(name: str, sale: int, address: str | None, token: str | None, ca: Path | None) -> None:
    """Take back the cards of sale number SALE of BLOCK, and give back what was paid."""

    async def ask(verify: Eyesdown) -> sales_pb2.Sale:
        return await verify.sales.return_cards(name, sale=sale)

    click.echo(told(changed(ask, address, token, ca)))


@sales.command()
@GAME
@reaching("verify")
def close(name: str, address: str | None, token: str | None, ca: Path | None) -> None:
    """Close the sales of GAME, and show what was counted."""

    async def ask(verify: Eyesdown) -> sales_pb2.GameSales:
        await verify.sales.close_sales(name)
        return await verify.sales.get_sales(name)

    for line in sheet(changed(ask, address, token, ca)):
        click.echo(line)


@sales.command()
@GAME
@click.argument("card", type=click.IntRange(1, 9_999_999))
@reaching("verify")
def find(name: str, card: int, address: str | None, token: str | None, ca: Path | None) -> None:
    """Say whether CARD was sold for GAME, by whom and when."""

    async def ask(verify: Eyesdown) -> pb.FindSaleResponse:
        return await verify.sales.find_sale(name, card=card)

    for line in found(card, asked("verify", ask, address, token, ca)):
        click.echo(line)


@sales.command()
@GAME
@reaching("verify")
def reconcile(name: str, address: str | None, token: str | None, ca: Path | None) -> None:
    """What was sold for GAME, seller by seller."""

    shown = asked("verify", lambda verify: verify.sales.reconcile(name), address, token, ca)
    for line in figures(shown):
        click.echo(line)


def changed(
    ask: Callable[[Eyesdown], Awaitable[R]], address: str | None, token: str | None, ca: Path | None
) -> R:
    """What is answered to something that changes sales, by whom it says."""
    return asked("verify", ask, address, token, ca, changing=True, patience=60.0)


def _buyer(member: str) -> players_pb2.PlayerShown | None:
    return player_shown(member_number=member) if member else None


# -- what they print -------------------------------------------------------------------------


def _sold(reply: Sold) -> None:
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
    if shown.back_cards:
        rows.append(("back", f"{shown.back_cards:,} cards for {amount(shown.back_receipts)}"))
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
