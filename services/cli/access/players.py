"""`eyesdown players`: people who may not play."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta

import click

from eyesdown.common.v1 import player_list_service_pb2 as pb
from eyesdown.common.v1 import players_pb2
from eyesdown_client import BarCategory, Eyesdown, PlayerAnswer, player_shown
from services.cli.common.asking import Reach, or_empty, reaching
from services.cli.common.options import AS_JSON, AT_VENUE, DATE, as_date, named, together
from services.cli.common.output import columns, plain, say, to_json
from services.kernel.record.shapes import instant

SERVICE = "verify"
LIST = named("playerLists", "2026", "LIST")
ANSWERS = {
    PlayerAnswer.NOT_SHOWN: "nothing was given to know the player by",
    PlayerAnswer.MAY_PLAY: "may play",
    PlayerAnswer.MAY_NOT_PLAY: "may not play",
    PlayerAnswer.NOT_KNOWN: "cannot be looked up at the moment",
}


known_by = together(
    click.option("--member", default="", help="The membership number."),
    click.option("--name", default="", help="The player's name."),
    click.option("--born", type=DATE, callback=as_date, help="The date of birth, 1990-01-31."),
)
"""The options that say who is meant."""


def shown(member: str, name: str, born: date | None) -> players_pb2.PlayerShown:
    """What the options say of a player."""
    return player_shown(member_number=member, name=name, born=born)


@click.group()
def players() -> None:
    """People who may not play: bar, lift, list, check. LIST is a venue's of a year, "akl/2026".

    Who somebody is, and why they are barred, is told by `check` alone, and to those alone who have
    to speak with them. Any service answers: where there is no verify, give another one's address
    with --verify.
    """


@players.command()
@AT_VENUE
@known_by
@click.option(
    "--as",
    "category",
    required=True,
    type=click.Choice([each.value for each in BarCategory]),
    help="As what.",
)
@click.option("--days", required=True, type=click.IntRange(1, 730), help="How long it holds.")
@click.option("--note", default="", help="What who speaks with the person has to know.")
@reaching(SERVICE)
def bar(
    venue: str,
    member: str,
    name: str,
    born: date | None,
    category: str,
    days: int,
    note: str,
    reach: Reach,
) -> None:
    """Put somebody on a venue's list."""

    async def ask(eyesdown: Eyesdown) -> players_pb2.PlayerList:
        return await eyesdown.player_lists.bar_player(
            venue=venue,
            player=name,
            member_number=member,
            born=born,
            category=BarCategory(category),
            note=note,
            until=datetime.now(UTC) + timedelta(days=days),
        )

    made = reach.change(ask)
    click.echo(f"Bar {made.bars[-1].bar} of {made.name} holds until {_until(made.bars[-1])}.")


@players.command()
@LIST
@click.argument("bar", type=click.IntRange(1))
@reaching(SERVICE)
def lift(name: str, bar: int, reach: Reach) -> None:
    """Lift BAR, a number of LIST: another person than who entered it does. What was kept of whom
    it was for is erased."""

    async def ask(eyesdown: Eyesdown) -> players_pb2.PlayerList:
        return await eyesdown.player_lists.lift_bar(name, bar=bar)

    reach.change(ask)
    click.echo(f"Bar {bar} is lifted.")


@players.command("list")
@LIST
@AS_JSON
@reaching(SERVICE)
def list_(name: str, as_json: bool, reach: Reach) -> None:
    """List the bars of LIST, without whom they are for."""

    async def ask(eyesdown: Eyesdown) -> players_pb2.PlayerList:
        kept = eyesdown.player_lists.get_player_list(name)
        return await or_empty(kept, players_pb2.PlayerList(name=name))

    found = reach.ask(ask)
    if as_json:
        click.echo(to_json(found))
        return
    rows = [
        (
            f"{each.bar}",
            f"until {_until(each)}",
            f"entered by {plain(each.by)}",
            f"lifted by {plain(each.lifted_by)}" if each.lifted_by else "",
        )
        for each in found.bars
    ]
    say(columns(rows) if rows else ["Nobody is on this list."])


@players.command()
@AT_VENUE
@known_by
@reaching(SERVICE)
def check(venue: str, member: str, name: str, born: date | None, reach: Reach) -> None:
    """Tell what is known of somebody who was turned away."""

    async def ask(eyesdown: Eyesdown) -> pb.CheckPlayerResponse:
        who = shown(member, name, born)
        return await eyesdown.player_lists.check_player(venue=venue, shown=who)

    found = reach.change(ask)
    click.echo(ANSWERS[PlayerAnswer(found.answer)])
    if found.under_age:
        click.echo("younger than the venue lets play")
    for each in found.found:
        who = ", ".join(filter(None, (each.player, each.member_number, each.date_of_birth)))
        click.echo(
            f"bar {each.bar} of {each.list}, {each.category}, until {_until(each)}: {plain(who)}"
        )
        if each.note:
            click.echo(f"  {plain(each.note)}")


def _until(bar: players_pb2.Bar | pb.CheckPlayerResponse.Found) -> str:
    return instant(bar.until).strftime("%Y-%m-%d %H:%M UTC")
