"""`eyesdown page`: the displays' page for a web server of your own."""

from __future__ import annotations

import json
import os
import shutil
from pathlib import Path

import click

from services.cli.screens.page_server import HEADERS, config, page_folder
from services.kernel.settings import StartError, read


@click.command(
    epilog="Serve the folder as it lies, over HTTPS in production, with the headers that are "
    "printed. The rooms in config.json are those of EYESDOWN_VENUES; write it again when they "
    "change. docs/displays.md tells the rest."
)
@click.argument("folder", type=click.Path(file_okay=False, path_type=Path))
@click.option(
    "--nats",
    default="",
    metavar="URL",
    help='Where NATS takes WebSockets, "wss://boards.example:7480"; port 7480 of the page\'s own '
    "host unless said.",
)
def page(folder: Path, nats: str) -> None:
    """Write the displays' page and its config.json into FOLDER."""
    told = config(read(os.environ), nats)
    try:
        shutil.copytree(page_folder(), folder, dirs_exist_ok=True)
        (folder / "config.json").write_text(json.dumps(told, ensure_ascii=False, indent=2) + "\n")
    except OSError as error:
        raise StartError([f"{folder} cannot be written: {error.strerror or error}"]) from error
    click.echo(f"The page is in {folder}. Headers to serve it with:")
    for name, value in HEADERS.items():
        click.echo(f"  {name}: {value.replace('{nats}', nats or 'wss:')}")
