"""`eyesdown revoke`: take tokens back before they end, and tell which were."""

from __future__ import annotations

from datetime import datetime
from pathlib import Path

import click

from eyesdown.common.v1 import access_pb2
from eyesdown_client import Eyesdown
from services.cli.common.asking import asked, reaching
from services.cli.common.output import plain
from services.kernel.record.shapes import instant

SERVICE = "draw"

at_venue = click.option("--venue", required=True, help="The venue's id.")
for_the_record = click.option("--why", required=True, help="Why, for the record.")


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
@at_venue
@for_the_record
@reaching(SERVICE)
def person(
    person: str, venue: str, why: str, address: str | None, token: str | None, ca: Path | None
) -> None:
    """Take back all tokens that PERSON has now."""

    async def ask(eyesdown: Eyesdown) -> list[access_pb2.Revocation]:
        return await eyesdown.access.revoke_tokens(venue=venue, person=person, reason=why)

    _print(asked(SERVICE, ask, address, token, ca, changing=True)[-1:])


@revoke.command("token")
@click.argument("token_id")
@at_venue
@for_the_record
@reaching(SERVICE)
def token_(
    token_id: str, venue: str, why: str, address: str | None, token: str | None, ca: Path | None
) -> None:
    """Take back the one token whose id (jti) is TOKEN_ID."""

    async def ask(eyesdown: Eyesdown) -> list[access_pb2.Revocation]:
        return await eyesdown.access.revoke_tokens(venue=venue, token_id=token_id, reason=why)

    taken = asked(SERVICE, ask, address, token, ca, changing=True)
    _print([each for each in taken if each.token_id == token_id])


@revoke.command("list")
@at_venue
@click.option(
    "--day", required=True, type=click.DateTime(["%Y-%m-%d"]), help="The gaming day, 2026-11-29."
)
@reaching(SERVICE)
def list_(
    venue: str, day: datetime, address: str | None, token: str | None, ca: Path | None
) -> None:
    """List what was taken back in a venue on a gaming day."""

    async def ask(eyesdown: Eyesdown) -> list[access_pb2.Revocation]:
        return await eyesdown.access.get_revocations(venue, day.date())

    _print(asked(SERVICE, ask, address, token, ca))


def _print(taken: list[access_pb2.Revocation]) -> None:
    for each in taken:
        whose = f"all of {plain(each.person)}" if each.person else f"token {plain(each.token_id)}"
        at = instant(each.at).strftime("%Y-%m-%d %H:%M:%S UTC")
        spared = " (not as an auditor's)" if each.sparing_auditors else ""
        click.echo(f"{at}  {whose}{spared}  by {plain(each.by)}: {plain(each.reason)}")
