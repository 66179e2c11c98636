"""`eyesdown prizes`: what is owed for a game, and how it is paid, signed and recovered."""

from __future__ import annotations

from datetime import date

import click

from eyesdown.verify.v1 import prize_service_pb2 as pb
from eyesdown.verify.v1 import sales_pb2
from eyesdown_client import Eyesdown, PaymentWay, PrizeKind, Recovery
from services.cli.common.asking import Reach, reaching, zone_of
from services.cli.common.options import (
    AS_JSON,
    DAY,
    LIMIT,
    PAGE,
    REASON,
    ROOM,
    ROWS_AS_JSON,
    VENUES,
    first,
    named,
)
from services.cli.common.output import say, to_json
from services.cli.common.typed import STAGES, amount_in
from services.cli.verify.prizes_page import sheet, table, told
from services.kernel.names import Name, room_of

GAME = named("claimDesks", "2026-11-29-07", "GAME")
STAGE = click.argument("stage", type=click.Choice(list(STAGES)))
SHARE = click.option(
    "--share",
    default=1,
    show_default=True,
    type=click.IntRange(1),
    help="Which share of the prize, as `show` numbers them.",
)
JACKPOT = click.option("--jackpot", is_flag=True, help="Of the jackpot, not of the stage's prize.")


@click.group()
def prizes() -> None:
    """Prizes: what is owed, pay, sign, recover. A game is "akl/2026-11-29-07"."""


@prizes.command()
@GAME
@AS_JSON
@reaching("verify")
def show(name: str, as_json: bool, reach: Reach) -> None:
    """Show the prizes of GAME: who shares, what is paid, what is owed."""

    async def ask(verify: Eyesdown) -> list[str]:
        found = await verify.prizes.get_prizes(name)
        return [to_json(found)] if as_json else list(sheet(found, await zone_of(verify, name)))

    say(reach.ask(ask))


@prizes.command("list")
@VENUES
@DAY
@click.option("--open", "open_only", is_flag=True, help="Only where something is owed.")
@click.option("--no-practice", is_flag=True, help="Leave practice games out.")
@LIMIT
@ROWS_AS_JSON
@reaching("verify")
def list_(
    venue: str,
    day: date | None,
    open_only: bool,
    no_practice: bool,
    limit: int,
    as_json: bool,
    reach: Reach,
) -> None:
    """List games and what is owed on each, the latest first."""

    async def ask(verify: Eyesdown) -> list[sales_pb2.ClaimDeskRow]:
        found = verify.prizes.list_prizes(
            venue=venue,
            open_only=open_only,
            no_practice=no_practice,
            day=day or "",
            page_size=min(limit, PAGE),
        )
        return await first(limit, found)

    rows = reach.ask(ask)
    say([to_json(row, indent=None) for row in rows] if as_json else table(rows))


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
    help="How it is paid.",
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
    reach: Reach,
) -> None:
    """Pay AMOUNT, all that is owed on a share of a STAGE of GAME."""

    async def ask(verify: Eyesdown) -> pb.PaymentRecord:
        return await verify.prizes.pay_prize(
            name,
            stage=STAGES[stage],
            amount=await amount_in(verify, _venue(name, room), amount),
            payee=payee,
            room=room,
            share=share,
            way=PaymentWay[way.upper()],
            kind=PrizeKind.JACKPOT if jackpot else PrizeKind.STAGE,
        )

    click.echo(told(reach.change(ask)))


@prizes.command()
@GAME
@click.argument("payment", type=click.IntRange(1))
@ROOM
@reaching("verify")
def sign(name: str, payment: int, room: str, reach: Reach) -> None:
    """Sign payment number PAYMENT of GAME as the second person."""

    async def ask(verify: Eyesdown) -> pb.PaymentRecord:
        return await verify.prizes.sign_payment(name, payment=payment, room=room)

    click.echo(told(reach.change(ask)))


@prizes.command()
@GAME
@click.argument("payment", type=click.IntRange(1))
@REASON
@ROOM
@reaching("verify")
def reject(name: str, payment: int, reason: str, room: str, reach: Reach) -> None:
    """Reject payment number PAYMENT of GAME: it is not made."""

    async def ask(verify: Eyesdown) -> pb.GamePrizes:
        return await verify.prizes.reject_payment(name, payment=payment, reason=reason, room=room)

    say(sheet(reach.change(ask)))


@prizes.command()
@GAME
@click.argument("call_outs", nargs=-1, required=True, type=click.IntRange(1))
@click.option("--apart", is_flag=True, help="Each is another player's.")
@reaching("verify")
def players(name: str, call_outs: tuple[int, ...], apart: bool, reach: Reach) -> None:
    """Say that CALL_OUTS of GAME were made by one player, who has one share."""

    async def ask(verify: Eyesdown) -> pb.GamePrizes:
        return await verify.prizes.tell_players(name, call_outs=call_outs, same=not apart)

    say(sheet(reach.change(ask)))


@prizes.command()
@GAME
@STAGE
@click.argument("amount")
@REASON
@ROOM
@SHARE
@click.option("--write-off", is_flag=True, help="It is given up: the house bears it.")
@JACKPOT
@reaching("verify")
def recover(
    name: str,
    stage: str,
    amount: str,
    reason: str,
    room: str,
    share: int,
    write_off: bool,
    jackpot: bool,
    reach: Reach,
) -> None:
    """Record that AMOUNT, of what was paid too much on a share of a STAGE of GAME, came back."""

    async def ask(verify: Eyesdown) -> pb.GamePrizes:
        seen = await verify.prizes.get_prizes(name)
        return await verify.prizes.record_recovery(
            name,
            version=seen.version,
            stage=STAGES[stage],
            amount=await amount_in(verify, _venue(name, room), amount),
            reason=reason,
            room=room,
            share=share,
            recovery=Recovery.WRITTEN_OFF if write_off else Recovery.REPAID,
            kind=PrizeKind.JACKPOT if jackpot else PrizeKind.STAGE,
        )

    say(sheet(reach.change(ask)))


def _venue(name: str, room: str) -> str:
    """The venue that a room is in."""
    return room_of(Name.parse(name).venue, room)[0]
