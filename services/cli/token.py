"""`eyesdown token`: a development token, signed by the key in the data folder."""

from __future__ import annotations

import os
from collections.abc import Mapping
from datetime import timedelta

import click

from services.kernel.serving.tokens import EVERYWHERE, ROLES, DevIssuer
from services.kernel.settings import read


@click.command()
@click.argument("person")
@click.option(
    "--role",
    "roles",
    multiple=True,
    required=True,
    type=click.Choice(sorted(ROLES)),
    help="A role; may be given again.",
)
@click.option(
    "--venue", "venues", multiple=True, help="Where they hold; may be given again. Default: all."
)
@click.option("--device", default="", help="The console or terminal.")
@click.option("--hours", default=12, show_default=True, type=click.IntRange(1, 24))
def token(
    person: str, roles: tuple[str, ...], venues: tuple[str, ...], device: str, hours: int
) -> None:
    """Print an access token for PERSON. For development: refused in production."""
    settings = read(os.environ)
    issuer = DevIssuer(
        settings.data_folder,
        mode=settings.mode,
        issuer=settings.token_issuer,
        audience=settings.token_audience,
    )
    grants: Mapping[str, list[str]] = {venue: list(roles) for venue in venues or (EVERYWHERE,)}
    click.echo(issuer.issue(person, grants, device, timedelta(hours=hours)))
