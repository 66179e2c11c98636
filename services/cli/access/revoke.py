"""`eyesdown revoke`: take tokens back before they end, and tell which were."""

from __future__ import annotations

import click

from eyesdown.common.v1 import access_pb2
from eyesdown_client import Eyesdown
from services.cli.common.asking import Reach, reaching
from services.cli.common.options import AT_VENUE, REASON, ROWS_AS_JSON, day_of, named
from services.cli.common.output import plain, say, to_json
from services.kernel.record.shapes import instant

SERVICE = "draw"


@click.group()
def revoke() -> None:
    """Take tokens back before they end, and tell which were.

    What is taken back counts for nothing in the venue, at every service, within seconds. Shut the
    person out at the issuer first: what it gives out later is good again. Any service answers:
    where there is no draw, give another one's address with --draw. Who is audited locks nobody
    out who audits: of an auditor only an operator takes that role back.
    """


@revoke.command()
@click.argument("person")
@AT_VENUE
@REASON
@reaching(SERVICE)
def person(person: str, venue: str, reason: str, reach: Reach) -> None:
    """Take back all tokens that PERSON has now."""

    async def ask(eyesdown: Eyesdown) -> list[access_pb2.Revocation]:
        return await eyesdown.access.revoke_tokens(venue=venue, person=person, reason=reason)

    _print(reach.change(ask)[-1:])


@revoke.command("token")
@click.argument("token_id")
@AT_VENUE
@REASON
@reaching(SERVICE)
def token_(token_id: str, venue: str, reason: str, reach: Reach) -> None:
    """Take back the one token whose id (jti) is TOKEN_ID."""

    async def ask(eyesdown: Eyesdown) -> list[access_pb2.Revocation]:
        return await eyesdown.access.revoke_tokens(venue=venue, token_id=token_id, reason=reason)

    taken = reach.change(ask)
    _print([each for each in taken if each.token_id == token_id])


@revoke.command("list")
@named("revocations", "2026-11-29", "DAY")
@ROWS_AS_JSON
@reaching(SERVICE)
def list_(name: str, as_json: bool, reach: Reach) -> None:
    """List what was taken back on DAY, a venue's gaming day: "akl/2026-11-29"."""
    venue, on = name.split("/")[1], day_of(name)

    async def ask(eyesdown: Eyesdown) -> list[access_pb2.Revocation]:
        return await eyesdown.access.get_revocations(venue, on)

    taken = reach.ask(ask)
    if as_json:
        say(to_json(each, indent=None) for each in taken)
    elif taken:
        _print(taken)
    else:
        click.echo("Nothing was taken back.")


def _print(taken: list[access_pb2.Revocation]) -> None:
    for each in taken:
        whose = f"all of {plain(each.person)}" if each.person else f"token {plain(each.token_id)}"
        at = instant(each.at).strftime("%Y-%m-%d %H:%M:%S UTC")
        spared = " (not as an auditor's)" if each.sparing_auditors else ""
        click.echo(f"{at}  {whose}{spared}  by {plain(each.by)}: {plain(each.reason)}")
