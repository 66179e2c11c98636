"""`eyesdown secrets`: what a house on one machine is closed with, for deploy/compose.yaml."""

from __future__ import annotations

import os
import secrets as chance
from collections.abc import Mapping
from datetime import timedelta
from pathlib import Path

import click

from services.cli.house.nats_users import LETS_IN, USERS
from services.kernel.rights.displaykey import DisplayKey
from services.kernel.rights.table import SYSTEM
from services.kernel.serving.authority import HERE, Authority
from services.kernel.settings import StartError

OWNER = 10001
"""The user of the image, who reads what is mounted into it."""
LIFE = timedelta(days=397)
"""How long certificates are good for; make them anew in time."""
MOUNTED = (
    *("ca.pem", "nats.pem", "nats.key", "services.pem", "services.key"),
    "display.key",
)
"""Files that processes in the image read themselves; the others are read by whoever starts them."""
SERVER = {
    "EYESDOWN_NATS_SERVER": "nats",
    "EYESDOWN_NATS_LISTEN": "0.0.0.0:4222",
    "EYESDOWN_NATS_WEBSOCKET": "0.0.0.0:4480",
    "EYESDOWN_NATS_DATA": "/nats",
    "EYESDOWN_NATS_TLS_CERTIFICATE": "/run/secrets/nats.pem",
    "EYESDOWN_NATS_TLS_KEY": "/run/secrets/nats.key",
    "EYESDOWN_NATS_TLS_CA": "/run/secrets/ca.pem",
}
"""What deploy/nats/nats.conf reads, beside passwords."""


@click.command()
@click.argument("folder", type=click.Path(file_okay=False, path_type=Path))
@click.option(
    "--host",
    "hosts",
    multiple=True,
    required=True,
    help="Name or address by which displays and consoles reach this machine; may be given again.",
)
def secrets(folder: Path, hosts: tuple[str, ...]) -> None:
    """Make the secrets of a house on one machine in FOLDER, as deploy/compose.yaml reads them.

    An authority of its own with certificates for NATS and the services, good for thirteen months; a
    password for each user of NATS; the key that lets displays in; Grafana's password. Called again
    it makes new certificates, and leaves everything else as it is. Not among them: issuer.json, the
    public keys of whoever issues your tokens.
    """
    try:
        authority = Authority(folder)
        folder.chmod(0o700)
        authority.sign("nats", ("nats", *hosts, *HERE), LIFE)
        services = (*(user.name for user in USERS), *hosts, *HERE)
        authority.sign("services", services, LIFE)
        if not (folder / "nats.env").exists():
            _passwords(folder, DisplayKey.prepare(folder / "display.key").public)
        told = _hand_over(folder)
    except OSError as error:
        raise StartError([f"{folder} cannot be used: {error.strerror or error}"]) from error
    click.echo(f"The secrets are in {folder}. {told}")
    click.echo("Keep ca.key apart: whoever has it can make certificates. Displays trust ca.pem.")


def _passwords(folder: Path, displays: str) -> None:
    """A file for each who has a password, nats.env with all of them last."""
    made = {user.name: f"p{chance.token_hex(24)}" for user in (*USERS, SYSTEM)}
    for user in USERS:
        told = {"EYESDOWN_NATS_URL": _url(user.name, made)}
        if user.name == LETS_IN:
            told["EYESDOWN_NATS_SYSTEM_URL"] = _url(SYSTEM.name, made)
        _write(folder / f"{user.name}.env", told)
    _write(folder / "grafana.env", {"GF_SECURITY_ADMIN_PASSWORD": chance.token_urlsafe(24)})
    variables = {f"EYESDOWN_NATS_{name.upper()}": password for name, password in made.items()}
    _write(folder / "nats.env", {**SERVER, "EYESDOWN_NATS_DISPLAYS": displays, **variables})


def _url(user: str, passwords: Mapping[str, str]) -> str:
    return f"nats://{user}:{passwords[user]}@nats:4222"


def _write(file: Path, variables: Mapping[str, str]) -> None:
    """A file of variables, readable by its owner alone."""
    text = "".join(f"{name}={value}\n" for name, value in variables.items())
    with open(os.open(file, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w") as out:
        out.write(text)


def _hand_over(folder: Path) -> str:
    """Give what is mounted to the user of the image; what is to be done where we may not."""
    if os.geteuid() != 0:
        return f"As root: chown {OWNER} {' '.join(str(folder / name) for name in MOUNTED)}"
    for name in MOUNTED:
        os.chown(folder / name, OWNER, OWNER)
    return f"What is mounted belongs to the user {OWNER} of the image."
