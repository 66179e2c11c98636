"""`eyesdown token`: a development token, signed by the key in the data folder."""

from __future__ import annotations

import os
from collections.abc import Mapping
from datetime import timedelta

import click

from services.cli.common.issuer import own_issuer
from services.cli.common.options import EitherSpelling
from services.kernel.names import VENUE
from services.kernel.serving.tokens import EVERYWHERE, ROLES
from services.kernel.settings import Settings, read
from services.kernel.venues import Venues

LONGEST = 128


def _label(ctx: click.Context, parameter: click.Parameter, text: str) -> str:
    """What services take as a person or a device. Raises `BadParameter`."""
    if text != text.strip() or len(text) > LONGEST or not (text.isprintable() or not text):
        raise click.BadParameter(
            f"{text!r}: expected at most {LONGEST} characters that can be read, without blanks "
            "at either end"
        )
    if not text and parameter.required:
        raise click.BadParameter("it is empty; say whose token it is")
    return text


@click.command()
@click.argument("person", callback=_label)
@click.option(
    "--role",
    "roles",
    multiple=True,
    required=True,
    type=EitherSpelling(sorted(ROLES)),
    help="A role; may be given again.",
)
@click.option(
    "--venue", "venues", multiple=True, help="Where they hold; may be given again. Default: all."
)
@click.option("--device", default="", callback=_label, help="The console or terminal.")
@click.option(
    "--hours", default=12, show_default=True, type=click.IntRange(1, 24), help="How long it holds."
)
def token(
    person: str, roles: tuple[str, ...], venues: tuple[str, ...], device: str, hours: int
) -> None:
    """Print an access token for PERSON, signed by the key of what runs here.

    For development: refused in production.
    """
    settings = read(os.environ)
    _check(venues, settings)
    if hours * 3600 > settings.token_life_max:
        raise click.BadParameter(
            f"tokens may be good for {settings.token_life_max / 3600:g} hours at most "
            "(EYESDOWN_TOKEN_LIFE_MAX)",
            param_hint="'--hours'",
        )
    grants: Mapping[str, list[str]] = {venue: list(roles) for venue in venues or (EVERYWHERE,)}
    click.echo(own_issuer(settings).issue(person, grants, device, timedelta(hours=hours)))


def _check(venues: tuple[str, ...], settings: Settings) -> None:
    """Raise `BadParameter` for what is no venue here."""
    named = [venue for venue in venues if venue != EVERYWHERE]
    known = Venues.load(settings.venues_folder).ids if named else ()
    for venue in named:
        if not VENUE.fullmatch(venue):
            wrong = f"{venue!r} is no venue id: lower case letters, digits and hyphens"
        elif venue not in known:
            wrong = f"there is no venue {venue}; there are {', '.join(known)}"
        else:
            continue
        raise click.BadParameter(wrong, param_hint="'--venue'")
