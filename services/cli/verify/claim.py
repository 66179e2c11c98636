"""`eyesdown claim`: whether a card wins, on which call, and if not why; what is claimed, and what
was not."""

from __future__ import annotations

import click

from eyesdown_client import Eyesdown
from services.cli.common.asking import Reach, reaching
from services.cli.common.options import AS_JSON, ROWS_AS_JSON, named
from services.cli.common.output import say, to_json
from services.cli.common.watching import until_ctrl_c
from services.cli.verify import eye_page
from services.cli.verify.claim_page import not_followed, table, told

GAME = named("claimDesks", "2026-11-29-07", "GAME")


@click.group()
def claim() -> None:
    """Claims: check a card, list what is claimed, and what was not. GAME is "akl/2026-11-29-07"."""


@claim.command()
@GAME
@click.argument("card", type=click.IntRange(1, 9_999_999))
@click.option("--call", "position", default=0, type=click.IntRange(0), help="As of this call.")
@click.option("--serial", default="", help="The serial number on the card, to be compared.")
@AS_JSON
@reaching("verify")
def check(name: str, card: int, position: int, serial: str, as_json: bool, reach: Reach) -> None:
    """Does CARD win in GAME, now or at a past call? Nothing goes on record."""
    found = reach.ask(
        lambda verify: verify.claims.check_card(
            name, card=card, serial_number=serial, position=position
        )
    )
    say([to_json(found)] if as_json else told(found))


@claim.command("list")
@GAME
@AS_JSON
@reaching("verify")
def list_(name: str, as_json: bool, reach: Reach) -> None:
    """List the claims of GAME, and what each of them waits for."""
    desk = reach.ask(lambda verify: verify.claims.get_desk(name))
    say([to_json(desk)] if as_json else (*table(desk), *not_followed(desk)))


@claim.command()
@GAME
@AS_JSON
@reaching("verify")
def eye(name: str, as_json: bool, reach: Reach) -> None:
    """Which sold cards of GAME completed a stage and were not called out; which claims disagree.

    For supervisors. A check, and never a substitute for a call out.
    """
    sight = reach.ask(lambda verify: verify.eye.get_sight(name))
    say([to_json(sight)] if as_json else eye_page.told(sight))


@claim.command()
@GAME
@ROWS_AS_JSON
@reaching("verify")
def watch(name: str, as_json: bool, reach: Reach) -> None:
    """Follow what `eye` tells of GAME as it changes, until Ctrl-C."""

    async def ask(verify: Eyesdown) -> None:
        async for reply in verify.eye.watch_sight(name):
            sight = reply.sight
            say([to_json(sight, indent=None)] if as_json else eye_page.told(sight))

    with until_ctrl_c():
        reach.ask(ask)
