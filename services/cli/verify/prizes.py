"""`eyesdown prizes`: what is owed for a game, and how it is paid, signed and recovered."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import TypeVar

import click

from eyesdown.verify.v1 import prize_service_pb2 as pb
from eyesdown.verify.v1 import sales_pb2
from eyesdown_client import Eyesdown, PaymentWay, PrizeKind, Recovery, Stage
from services.cli.common.asking import asked, full_name, reaching, to_json
from services.cli.common.output import columns
from services.cli.common.typed import amount_in
from services.cli.verify import prizes_page
from services.cli.verify.prizes_page import sheet, table, told

R = TypeVar("R")

GAME = click.argument("name", metavar="GAME", callback=full_name("claimDesks", "2026-11-29-07"))
STAGES = {
    "line": Stage.PART_SERIES,
    "second-line": Stage.SECOND_PART_SERIES,
    "third-line": Stage.THIRD_PART_SERIES,
    "fourth-line": Stage.FOURTH_PART_SERIES,
    "bingo": Stage.SERIES,
}
STAGE = click.argument("stage", type=click.Choice(list(STAGES)))
ROOM = click.option("--room", required=True, help="Where: main, or wlg/main in another venue.")
SHARE = click.option("--share", default=1, show_default=True, type=click.IntRange(1))
JACKPOT = click.option("--jackpot", is_flag=True, help="Of the jackpot, not of the stage's prize.")


@click.group()
def prizes() -> None:
    """Prizes: what is owed, pay, sign, recover. A game is "akl/2026-11-29-07"."""


@prizes.command()
@GAME
@click.option("--json", "as_json", is_flag=True, help="As the JSON of its message.")
@reaching("verify")
def show(name: str, as_json: bool, address: str | None, token: str | None, ca: Path | None) -> None:
    """Show the prizes of GAME: who shares, what is paid, what is owed."""

    found = asked("verify", lambda verify: verify.prizes.get_prizes(name), address, token, ca)
    for line in [to_json(found)] if as_json else sheet(found):
        click.echo(line)


@prizes.command("list")
@click.option("--venue", default="-", help="A venue's id; - is every one you may see.")
@click.option("--open", "open_only", is_flag=True, help="Only where something is owed.")
@click.option("--limit", default=50, show_default=True, type=click.IntRange(min=1))
@click.option("--json", "as_json", is_flag=True, help="As a line of JSON for each.")
@reaching("verify")
def list_(
    venue: str,
    open_only: bool,
    limit: int,
    as_json: bool,
    address: str | None,
    token: str | None,
    ca: Path | None,
) -> None:
    """List games and what is owed on each, the latest first."""

    async def ask(verify: Eyesdown) -> list[sales_pb2.ClaimDeskRow]:
        rows: list[sales_pb2.ClaimDeskRow] = []
        size = min(limit, 500)
        async for row in verify.prizes.list_prizes(venue, open_only=open_only, page_size=size):
            rows.append(row)
            if len(rows) == limit:
                break
        return rows

    rows = asked("verify", ask, address, token, ca)
    for line in [to_json(row, indent=None) for row in rows] if as_json else table(rows):
        click.echo(line)


@prizes.command()
@GAME
@STAGE
@click.argument("amount")
@click.option("--to", "payee", required=True, help="Who gets it.")
@ROOM
@SHARE
@click.option(
    "--way",
    default="cash",
    show_default=True,
    type=click.Choice([w.name.lower() for w in PaymentWay]),
)
@JACKPOT
@reaching("verify")
def pay(
    name: str,
    stage: str,
    amount: str,
    payee: str,
    room: str,
    share: int,
    way: str,
    jackpot: bool,
    address: str | None,
    token: str | None,
    ca: Path | None,
) -> None:
    """Pay AMOUNT, all that is owed on a share of a STAGE of GAME."""

    async def ask(verify: Eyesdown) -> pb.PaymentRecord:
        return await verify.prizes.pay_prize(
            name,
            stage=STAGES[stage],
            amount=await amount_in(verify, _venue(name, room), amount),
            payee=payee,
            room=_room(room),
            share=share,
            way=PaymentWay[way.upper()],
            kind=PrizeKind.JACKPOT if jackpot else PrizeKind.STAGE,
        )

    click.echo(told(changed(ask, address, token, ca)))


@prizes.command()
@GAME
@click.argument("payment", type=click.IntRange(1))
@ROOM
@reaching("verify")
def sign(
    name: str, payment: int, room: str, address: str | None, token: str | None, ca: Path | None
) -> None:
    """Sign payment number PAYMENT of GAME as the second person."""

    async def ask(verify: Eyesdown) -> pb.PaymentRecord:
        return await verify.prizes.sign_payment(name, payment=payment, room=_room(room))

    click.echo(told(changed(ask, address, token, ca)))


@prizes.command()
@GAME
@click.argument("payment", type=click.IntRange(1))
@click.argument("why")
@ROOM
@reaching("verify")
def reject(
    name: str,
    payment: int,
    why: str,
    room: str,
    address: str | None,
    token: str | None,
    ca: Path | None,
) -> None:
    """Payment number PAYMENT of GAME is not made, and WHY."""

    async def ask(verify: Eyesdown) -> pb.GamePrizes:
        return await verify.prizes.reject_payment(name, payment=payment, why=why, room=_room(room))

    for line in sheet(changed(ask, address, token, ca)):
        click.echo(line)


@prizes.command()
@GAME
@click.argument("call_outs", nargs=-1, required=True, type=click.IntRange(1))
@click.option("--apart", is_flag=True, help="Each is another player's.")
@reaching("verify")
def players(
    name: str,
    call_outs: tuple[int, ...],
    apart: bool,
    address: str | None,
    token: str | None,
    ca: Path | None,
) -> None:
    """Say that CALL_OUTS of GAME were made by one player, who has one share."""

    async def ask(verify: Eyesdown) -> pb.GamePrizes:
        return await verify.prizes.tell_players(name, call_outs=call_outs, same=not apart)

    for line in sheet(changed(ask, address, token, ca)):
        click.echo(line)


@prizes.command()
@GAME
@STAGE
@click.argument("amount")
@click.argument("why")
@ROOM
@SHARE
@click.option("--write-off", is_flag=True, help="It is given up: the house bears it.")
@JACKPOT
@reaching("verify")
def recover(
    name: str,
    stage: str,
    amount: str,
    why: str,
    room: str,
    share: int,
    write_off: bool,
    jackpot: bool,
    address: str | None,
    token: str | None,
    ca: Path | None,
) -> None:
    """AMOUNT, of what was paid too much on a share of a STAGE of GAME, came back; and WHY."""

    async def ask(verify: Eyesdown) -> pb.GamePrizes:
        return await verify.prizes.record_recovery(
            name,
            stage=STAGES[stage],
            amount=await amount_in(verify, _venue(name, room), amount),
            why=why,
            room=_room(room),
            share=share,
            recovery=Recovery.WRITTEN_OFF if write_off else Recovery.REPAID,
            kind=PrizeKind.JACKPOT if jackpot else PrizeKind.STAGE,
        )

    for line in sheet(changed(ask, address, token, ca)):
        click.echo(line)


@click.group()
def receipts() -> None:
    """Prize receipts: of a venue's gaming day, "akl/2026-11-29"."""


@receipts.command("show")
@click.argument("name", metavar="DAY", callback=full_name("receiptRolls", "2026-11-29"))
@click.option("--json", "as_json", is_flag=True, help="As the JSON of its message.")
@reaching("verify")
def show_receipts(
    name: str, as_json: bool, address: str | None, token: str | None, ca: Path | None
) -> None:
    """Show the receipts of DAY, by number."""

    found = asked("verify", lambda verify: verify.prizes.get_receipts(name), address, token, ca)
    for line in [to_json(found)] if as_json else prizes_page.roll(found):
        click.echo(line)


@receipts.command("list")
@click.option("--venue", default="-", help="A venue's id; - is every one you may see.")
@click.option("--limit", default=50, show_default=True, type=click.IntRange(min=1))
@reaching("verify")
def list_receipts(
    venue: str, limit: int, address: str | None, token: str | None, ca: Path | None
) -> None:
    """List the days on which prizes were paid, the latest first."""

    async def ask(verify: Eyesdown) -> list[tuple[str, ...]]:
        rows: list[tuple[str, ...]] = []
        async for row in verify.prizes.list_receipt_rolls(venue, page_size=min(limit, 500)):
            rows.append((row.name, str(row.receipts), prizes_page.paid(row)))
            if len(rows) == limit:
                break
        return rows

    rows = asked("verify", ask, address, token, ca)
    lines = columns([("day", "receipts", "paid"), *rows]) if rows else ["No receipts."]
    for line in lines:
        click.echo(line)


def changed(
    ask: Callable[[Eyesdown], Awaitable[R]],
    address: str | None,
    token: str | None,
    ca: Path | None,
) -> R:
    """What comes of a change; whoever makes it says who they are."""
    return asked("verify", ask, address, token, ca, changing=True)


def _room(text: str) -> str:
    """A room as the service takes it: "wlg/main" is one of another venue."""
    venue, _, room = text.partition("/")
    return f"venues/{venue}/rooms/{room}" if room else text


def _venue(name: str, room: str) -> str:
    """The venue that a room is in."""
    return room.partition("/")[0] if "/" in room else name.split("/")[1]
