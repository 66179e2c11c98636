"""`eyesdown keys`: the keys that close selected numbers."""

from __future__ import annotations

import os

import click

from services.kernel.record.seal import Keys, KeysUnreadable
from services.kernel.settings import StartError, read


@click.group()
def keys() -> None:
    """Look at the sealing keys, or make a new one."""


@keys.command("list")
def listed() -> None:
    """List the keys, the oldest first; the last one seals."""
    for name in _keys().names():
        click.echo(name)


@keys.command()
def rotate() -> None:
    """Make a new key; services seal with it at once, and the others go on opening.

    Replicas on other machines need the new file before they can announce what was sealed with
    it: copy it there, and into the backup.
    """
    folder = _keys()
    try:
        click.echo(folder.rotate())
    except KeysUnreadable as error:
        raise StartError([str(error)]) from error


def _keys() -> Keys:
    try:
        return Keys.prepare(read(os.environ).keys)
    except KeysUnreadable as error:
        raise StartError([str(error)]) from error
