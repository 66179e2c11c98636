"""How a command reaches NATS: for what no service is asked, above all the journal."""

from __future__ import annotations

import os
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import click

from services.cli.common.where import Running, run_file
from services.kernel.journal.archive import NatsArchive
from services.kernel.journal.connection import WAITED_FOR, Connection, connect
from services.kernel.journal.tls import tls_of
from services.kernel.serving import logs
from services.kernel.settings import Settings, read

NATS = click.option(
    "--nats", "url", help="NATS's URL. [default: EYESDOWN_NATS_URL, or what runs here]"
)


def quiet(command: str) -> Settings:
    """The settings, for a command that tells itself what is wrong: errors alone are logged.

    Raises a `SettingsError`.
    """
    settings = read(os.environ)
    logs.configure("error", "console", command, settings.replica)
    return settings


@asynccontextmanager
async def connected(
    settings: Settings, command: str, url: str | None = None
) -> AsyncIterator[Connection]:
    """A connection to the NATS of a URL, else of the settings, else to that which runs here.

    Raises a `StartError`.
    """
    where = url or settings.nats_url or Running.read(run_file(settings)).nats
    connection = await connect(where, name=command, tls=tls_of(settings), patience=WAITED_FOR)
    try:
        yield connection
    finally:
        await connection.close()


@asynccontextmanager
async def archived(connection: Connection) -> AsyncIterator[NatsArchive]:
    """The journals of every venue and year, to be read."""
    archive = NatsArchive(connection)
    try:
        yield archive
    finally:
        await archive.close()
