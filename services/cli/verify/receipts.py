"""`eyesdown receipts`: the receipts of prizes, by venue and gaming day."""

from __future__ import annotations

from datetime import date

import click

from eyesdown.verify.v1 import prizes_pb2
from eyesdown_client import Eyesdown
from services.cli.common.asking import Reach, or_empty, reaching, zone_of
from services.cli.common.options import (
    AS_JSON,
    DAY,
    LIMIT,
    PAGE,
    ROWS_AS_JSON,
    VENUES,
    day_of,
    first,
    named,
)
from services.cli.common.output import say, to_json
from services.cli.verify.prizes_page import roll, rolls


@click.group()
def receipts() -> None:
    """Prize receipts: of a venue's gaming day, "akl/2026-11-29"."""


@receipts.command()
@named("receiptRolls", "2026-11-29", "DAY")
@AS_JSON
@reaching("verify")
def show(name: str, as_json: bool, reach: Reach) -> None:
    """Show the receipts of DAY, by number."""
    day_of(name)

    async def ask(verify: Eyesdown) -> list[str]:
        empty = prizes_pb2.ReceiptRoll(name=name)
        found = await or_empty(verify.prizes.get_receipt_roll(name), empty)
        return [to_json(found)] if as_json else list(roll(found, await zone_of(verify, name)))

    say(reach.ask(ask))


@receipts.command("list")
@VENUES
@DAY
@LIMIT
@ROWS_AS_JSON
@reaching("verify")
def list_(venue: str, day: date | None, limit: int, as_json: bool, reach: Reach) -> None:
    """List the days on which prizes were paid, the latest first."""

    async def ask(verify: Eyesdown) -> list[prizes_pb2.ReceiptRollRow]:
        found = verify.prizes.list_receipt_rolls(
            venue=venue, day=day or "", page_size=min(limit, PAGE)
        )
        return await first(limit, found)

    rows = reach.ask(ask)
    say([to_json(row, indent=None) for row in rows] if as_json else rolls(rows))
