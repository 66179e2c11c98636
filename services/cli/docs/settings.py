"""`eyesdown docs settings`: every environment variable, as the page for operators."""

from __future__ import annotations

import click

from services.kernel.settings import described

_HEAD = """\
# Settings

Environment variables that every service reads at its start. Wrong ones stop the start and are
named, all of them at once. Written by `eyesdown docs settings`.

| variable | what it must be | default | what it does |
| --- | --- | --- | --- |
"""


@click.command()
def settings() -> None:
    """Print docs/settings.md: every environment variable, its type, default and meaning."""
    rows = [
        f"| `{each.name}` | {each.type} | {each.default} | {each.description} |"
        for each in described()
    ]
    click.echo(_HEAD + "\n".join(rows))
