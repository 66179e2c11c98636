"""`eyesdown jackpot`: jackpots opened, declared for games, and followed to the cent."""

from __future__ import annotations

import click

from eyesdown.verify.v1 import jackpot_service_pb2 as pb
from eyesdown.verify.v1 import jackpots_pb2
from eyesdown_client import Eyesdown, JackpotPhase
from services.cli.common.asking import Reach, reaching, zone_of
from services.cli.common.options import (
    AS_JSON,
    LIMIT,
    PAGE,
    ROWS_AS_JSON,
    VENUES,
    first,
    full_name,
    named,
    phases_of,
)
from services.cli.common.output import say, to_json
from services.cli.common.typed import STAGES, amount_in, basis_points
from services.cli.verify.jackpot_page import declared_words, ledger_lines, sheet, table
from services.kernel.errors import InvalidArgument

JACKPOT = named("jackpots", "2026-friday", "JACKPOT")


@click.group()
def jackpot() -> None:
    """Jackpots: open, declare, look at every cent. One is "akl/2026-friday"."""


@jackpot.command()
@JACKPOT
@AS_JSON
@reaching("verify")
def show(name: str, as_json: bool, reach: Reach) -> None:
    """Show JACKPOT: what is played for and how, or who has won it."""

    async def ask(verify: Eyesdown) -> list[str]:
        found = await verify.jackpots.get_jackpot(name)
        return [to_json(found)] if as_json else list(sheet(found, await zone_of(verify, name)))

    say(reach.ask(ask))


@jackpot.command("list")
@VENUES
@phases_of(JackpotPhase)
@LIMIT
@ROWS_AS_JSON
@reaching("verify")
def list_(venue: str, phases: list[JackpotPhase], limit: int, as_json: bool, reach: Reach) -> None:
    """List the cycles of jackpots, the newest first."""

    async def ask(verify: Eyesdown) -> list[jackpots_pb2.JackpotRow]:
        found = verify.jackpots.list_jackpots(
            venue=venue, phases=phases, page_size=min(limit, PAGE)
        )
        return await first(limit, found)

    rows = reach.ask(ask)
    say([to_json(row, indent=None) for row in rows] if as_json else table(rows))


@jackpot.command()
@JACKPOT
@AS_JSON
@reaching("verify")
def ledger(name: str, as_json: bool, reach: Reach) -> None:
    """List every entry of JACKPOT, from receipt to prize, and what is in each account."""

    async def ask(verify: Eyesdown) -> tuple[pb.ListEntriesResponse, str]:
        entries = await verify.jackpots.list_entries(name)
        currency = (await verify.jackpots.get_jackpot(name)).pool.currency
        return entries, currency

    entries, currency = reach.ask(ask)
    say([to_json(entries)] if as_json else ledger_lines(entries, currency))


@jackpot.command("open")
@JACKPOT
@click.option("--title", required=True, help="What players call it.")
@click.option("--share", required=True, help='Of the receipts: "10%", "2.5%".')
@click.option("--seed", required=True, help="The house's own money that it begins with: 500.")
@click.option("--most", default="", help="The most that is paid out at once; else all.")
@click.option("--profile", default="nz-casino-bingo", show_default=True, help="A rule profile.")
@reaching("verify")
def open_(
    name: str, title: str, share: str, seed: str, most: str, profile: str, reach: Reach
) -> None:
    """Open JACKPOT, under an id of the year and a word: akl/2026-friday."""
    _, venue, _, id_ = name.split("/")

    async def ask(verify: Eyesdown) -> jackpots_pb2.Jackpot:
        return await verify.jackpots.open_jackpot(
            venue=venue,
            jackpot_id=id_,
            profile=profile,
            title=title,
            share=basis_points(share),
            seed=await amount_in(verify, venue, seed),
            most=await amount_in(verify, venue, most) if most else None,
        )

    say(sheet(reach.change(ask)))


@jackpot.command()
@JACKPOT
@click.argument("games", metavar="GAME…", nargs=-1)
@click.option("--session", default="", help="Every game of this session that is there: akl/….")
@click.option("--share", default="", help='Of its receipts: "10%"; else the jackpot\'s own.')
@click.option("--stage", type=click.Choice(list(STAGES)), help="What wins it; else it is only fed.")
@click.option("--calls", type=click.IntRange(1, 90), help="Within so many calls; else on any.")
@reaching("verify")
def declare(
    name: str,
    games: tuple[str, ...],
    session: str,
    share: str,
    stage: str | None,
    calls: int | None,
    reach: Reach,
) -> None:
    """Declare each GAME to JACKPOT, before its sales are over and it is announced.

    With `--share 0%` and no stage a game has nothing to do with a jackpot any more.
    """
    if not games and not session:
        raise InvalidArgument("games", "name a game, or a session")
    if calls and not stage:
        raise InvalidArgument("calls", "say which stage is to be won within so many calls")

    async def ask(verify: Eyesdown) -> list[jackpots_pb2.GameJackpot]:
        return [
            await verify.jackpots.declare_jackpot(
                desk,
                jackpot=name,
                share=basis_points(share) if share else None,
                stage=STAGES[stage] if stage else None,
                within=calls or 0,
            )
            for desk in [*map(_desk, games), *await _games_of(verify, session)]
        ]

    for each in reach.change(ask):
        click.echo(f"{each.game}: {declared_words(each)}")


@jackpot.command("carry-over")
@JACKPOT
@reaching("verify")
def carry_over(name: str, reach: Reach) -> None:
    """All winners of JACKPOT were voided and its game is over: it is played for again."""

    say(sheet(reach.change(lambda verify: verify.jackpots.carry_jackpot_over(name))))


@jackpot.command()
@JACKPOT
@click.argument("into", callback=full_name("jackpots", "2026-sunday"))
@reaching("verify")
def close(name: str, into: str, reach: Reach) -> None:
    """Close JACKPOT for good: what is left of it goes INTO another one."""

    async def ask(verify: Eyesdown) -> jackpots_pb2.Jackpot:
        seen = await verify.jackpots.get_jackpot(name)
        return await verify.jackpots.close_jackpot(name, version=seen.version, into=into)

    say(sheet(reach.change(ask)))


def _desk(game: str) -> str:
    """A game's claim desk, as full_name makes it of what people type."""
    if game.startswith("venues/"):
        return game.replace("/games/", "/claimDesks/")
    venue, _, id_ = game.partition("/")
    return f"venues/{venue}/claimDesks/{id_}"


async def _games_of(verify: Eyesdown, session: str) -> list[str]:
    """The claim desks of a session's games that are opened; those of practice are left out."""
    if not session:
        return []
    venue, _, id_ = session.partition("/")
    name = session if session.startswith("venues/") else f"venues/{venue}/sessions/{id_}"
    figures = await verify.jackpots.get_session_figures(name)
    return [each.game.replace("/games/", "/claimDesks/") for each in figures.games]
