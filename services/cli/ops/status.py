"""`eyesdown status`: is every room playing, and is anything wrong? What the wall says, in a
terminal."""

from __future__ import annotations

import asyncio
import os
import sys
from collections.abc import Sequence

import click

from services.cli.common.output import say
from services.cli.common.scraping import METRICS, Scraped, scrape
from services.cli.common.watching import until_ctrl_c
from services.cli.common.where import Running, run_file
from services.cli.ops.status_page import page, wrong
from services.kernel.settings import read


@click.command()
@METRICS
@click.option(
    "--every", type=click.IntRange(min=1), help="Again after so many seconds, until Ctrl-C."
)
def status(places: tuple[str, ...], every: int | None) -> None:
    """Show on one screen what is played, what is refused, and what is wrong.

    All of it is what the services tell Prometheus: counts are since each was started. The exit
    status is 1 when something is wrong, or a service does not answer; with --every it is 0.
    """
    if every is None:
        replicas = asyncio.run(_asked(places))
        say(page(replicas))
        sys.exit(1 if any(wrong(replicas)) else 0)
    with until_ctrl_c():
        asyncio.run(_again(places, every))


async def _again(places: tuple[str, ...], every: int) -> None:
    before: Sequence[Scraped] = ()
    while True:
        replicas = await _asked(places)
        click.clear()
        say(page(replicas, before, every))
        before = replicas
        await asyncio.sleep(every)


async def _asked(places: tuple[str, ...]) -> list[Scraped]:
    """What each replica tells now; those that run here are looked for anew each time."""
    where = places or tuple(Running.read(run_file(read(os.environ))).metrics.values())
    return list(await asyncio.gather(*(scrape(place) for place in where)))
