"""`eyesdown sales`: cards sold for a game, by whom, and what was taken."""

from __future__ import annotations

import click

from eyesdown.common.v1 import players_pb2
from eyesdown.verify.v1 import sales_pb2
from eyesdown.verify.v1 import sales_service_pb2 as pb
from eyesdown_client import Eyesdown, player_shown
from services.cli.common.asking import Reach, reaching, zone_of
from services.cli.common.options import AS_JSON, REASON, full_name, named
from services.cli.common.output import say, to_json
from services.cli.common.typed import amount_in, span_of
from services.cli.verify.sales_page import figures, found, sheet, told

Sold = pb.SellCardsResponse | pb.EnterLateSaleResponse | pb.ReplaceCardsResponse

GAME = named("claimDesks", "2026-11-29-07", "GAME")
_series = full_name("cardSeries", "2026-blue")
BLOCK = named("salesBlocks", "2026-11-29-07-0000001", "BLOCK")

MEMBER = click.option("--member", default="", help="The buyer's membership number, if it is known.")


PATIENCE = 60.0
"""Seconds that a change of sales may take: a block of a thousand cards may be at work."""


@click.group()
def sales() -> None:
    """Sales of cards: open, sell, void, close, look at. A game is "akl/2026-11-29-07"."""


@sales.command()
@GAME
@AS_JSON
@reaching("verify")
def show(name: str, as_json: bool, reach: Reach) -> None:
    """Show the sales of GAME."""

    async def ask(verify: Eyesdown) -> list[str]:
        found = await verify.sales.get_sales(name)
        return [to_json(found)] if as_json else list(sheet(found, await zone_of(verify, name)))

    say(reach.ask(ask))


@sales.command("open")
@GAME
@click.argument(
    "series",
    nargs=-1,
    required=True,
    callback=lambda ctx, parameter, given: [_series(ctx, parameter, each) for each in given],
)
@click.option("--card", "price", required=True, help="What a card costs: 2.00.")
@click.option("--strip", default="", help="What a whole strip costs; else as its cards do.")
@reaching("verify")
def open_(name: str, series: list[str], price: str, strip: str, reach: Reach) -> None:
    """Put the cards of SERIES, one or more such as "akl/2026-blue", on sale for GAME."""
    venue = name.split("/")[1]

    async def ask(verify: Eyesdown) -> sales_pb2.GameSales:
        return await verify.sales.open_sales(
            name,
            series=dict.fromkeys(series),
            card=await amount_in(verify, venue, price),
            sheet=await amount_in(verify, venue, strip) if strip else None,
        )

    say(sheet(reach.change(ask, patience=PATIENCE)))


@sales.command()
@GAME
@click.argument("cards")
@click.argument("receipts")
@MEMBER
@reaching("verify")
def sell(name: str, cards: str, receipts: str, member: str, reach: Reach) -> None:
    """Sell CARDS, "13" or "13-18", for GAME, and take RECEIPTS, "10.00"."""

    async def ask(verify: Eyesdown) -> pb.SellCardsResponse:
        taken = await amount_in(verify, name.split("/")[1], receipts)
        return await verify.sales.sell_cards(
            name,
            cards=span_of(cards),
            receipts=taken,
            shown=_buyer(member),
        )

    _sold(reach.change(ask, patience=PATIENCE))


@sales.command()
@GAME
@click.argument("cards")
@click.argument("receipts")
@click.option("--seller", required=True, help="Who sold them.")
@click.option("--evidence", required=True, help="What shows that it was in time.")
@MEMBER
@reaching("verify")
def late(
    name: str, cards: str, receipts: str, seller: str, evidence: str, member: str, reach: Reach
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
            shown=_buyer(member),
        )

    _sold(reach.change(ask, patience=PATIENCE))


@sales.command()
@GAME
@click.argument("old")
@click.argument("new")
@MEMBER
@reaching("verify")
def replace(name: str, old: str, new: str, member: str, reach: Reach) -> None:
    """Give out cards NEW for OLD ones, at no cost: GAME is played instead of theirs."""

    async def ask(verify: Eyesdown) -> pb.ReplaceCardsResponse:
        return await verify.sales.replace_cards(
            name, old_cards=span_of(old), cards=span_of(new), shown=_buyer(member)
        )

    _sold(reach.change(ask, patience=PATIENCE))


@sales.command()
@BLOCK
@click.argument("sale", type=click.IntRange(1))
@REASON
@reaching("verify")
def void(name: str, sale: int, reason: str, reach: Reach) -> None:
    """Void sale number SALE of BLOCK, as another person than its seller."""

    async def ask(verify: Eyesdown) -> sales_pb2.Sale:
        return await verify.sales.void_sale(name, sale=sale, reason=reason)

    click.echo(told(reach.change(ask, patience=PATIENCE)))


@sales.command("return")
@BLOCK
@click.argument("sale", type=click.IntRange(1))
@reaching("verify")
def return_(name: str, sale: int, reach: Reach) -> None:
    """Take back the cards of sale number SALE of BLOCK, and give back what was paid."""

    async def ask(verify: Eyesdown) -> sales_pb2.Sale:
        return await verify.sales.return_cards(name, sale=sale)

    click.echo(told(reach.change(ask, patience=PATIENCE)))


@sales.command()
@GAME
@reaching("verify")
def close(name: str, reach: Reach) -> None:
    """Close the sales of GAME, and show what was counted."""

    async def ask(verify: Eyesdown) -> sales_pb2.GameSales:
        await verify.sales.close_sales(name)
        return await verify.sales.get_sales(name)

    say(sheet(reach.change(ask, patience=PATIENCE)))


@sales.command()
@GAME
@click.argument("card", type=click.IntRange(1, 9_999_999))
@reaching("verify")
def find(name: str, card: int, reach: Reach) -> None:
    """Say whether CARD was sold for GAME, by whom and when."""

    async def ask(verify: Eyesdown) -> pb.FindSaleResponse:
        return await verify.sales.find_sale(name, card=card)

    say(found(card, reach.ask(ask)))


@sales.command()
@GAME
@reaching("verify")
def reconcile(name: str, reach: Reach) -> None:
    """Show what was sold for GAME, seller by seller."""

    shown = reach.ask(lambda verify: verify.sales.reconcile(name))
    say(figures(shown))


def _buyer(member: str) -> players_pb2.PlayerShown | None:
    return player_shown(member_number=member) if member else None


def _sold(reply: Sold) -> None:
    click.echo(f"{reply.block}: {told(reply.sale)}")
