"""`eyesdown certs`: an authority for development, and certificates that it signs."""

from __future__ import annotations

import os
import re
from pathlib import Path

import click

from services.kernel.serving.authority import HERE, LEAF, Authority
from services.kernel.settings import SettingsError, read


def _name(
    ctx: click.Context, parameter: click.Parameter, names: tuple[str, ...]
) -> tuple[str, ...]:
    for name in names:
        if not re.fullmatch(r"[a-z][a-z0-9-]{0,30}", name) or name == "ca":
            raise click.BadParameter(
                f"{name!r}: expected lower case letters, digits and hyphens, and not ca"
            )
    return names


@click.command(
    epilog="A running service takes its new certificate at the next connection, without a restart."
)
@click.argument("names", nargs=-1, callback=_name)
@click.option(
    "--host",
    "hosts",
    multiple=True,
    help="A name or address of the server, besides those of this machine; may be given again.",
)
@click.option(
    "--out",
    type=click.Path(file_okay=False, path_type=Path),
    help="The folder. [default: certs in the data folder]",
)
def certs(names: tuple[str, ...], hosts: tuple[str, ...], out: Path | None) -> None:
    """Make certificates for NAMES (server and client), signed by an authority of our own.

    Each is good for a server and a client for 90 days; call this again for new ones. The authority
    is made once, and lies in the same folder. For development: refused in production.
    """
    settings = read(os.environ)
    if settings.production:
        raise SettingsError(["EYESDOWN_MODE: an authority of our own is for development only"])
    folder = out or settings.data_folder / "certs"
    authority = Authority(folder)
    for name in names or ("server", "client"):
        certificate, key = authority.sign(name, (*HERE, *hosts))
        click.echo(f"{certificate} and {key.name}, good for {LEAF.days} days")
    click.echo(
        "\n".join(
            (
                "",
                "A service:  "
                f"EYESDOWN_TLS_CERTIFICATE={folder / 'server.pem'} "
                f"EYESDOWN_TLS_KEY={folder / 'server.key'}",
                f"  and for those alone who show one: EYESDOWN_TLS_CLIENT_CA={folder / 'ca.pem'}",
                "A command:  "
                f"EYESDOWN_CA={authority.certificate} "
                f"EYESDOWN_CERTIFICATE={folder / 'client.pem'} "
                f"EYESDOWN_CERTIFICATE_KEY={folder / 'client.key'}",
            )
        )
    )
