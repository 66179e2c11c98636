"""The command, and the parts of the evening in their order."""

from __future__ import annotations

import asyncio
import os
import sys
import tempfile
from collections.abc import Awaitable, Callable
from pathlib import Path

import click

from services.cli.demo import (
    balls,
    by_hand,
    claims,
    dispute,
    jackpot,
    linked,
    memphis,
    pai_gow,
    practice,
    prizes,
    rules,
    session,
    spoken,
    tournament,
    void,
    whole,
)
from services.cli.demo.evening import Differs, Evening, evening_of
from services.kernel.serving import logs
from services.kernel.serving.server import run as until_stopped
from services.kernel.settings import PREFIX, StartError, read
from services.kernel.tasks import end

PARTS: tuple[Callable[[Evening], Awaitable[None]], ...] = (
    rules.stood_for,
    session.opened,
    whole.played,
    balls.played,
    spoken.played,
    by_hand.played,
    void.played,
    practice.played,
    session.closed,
    dispute.settled,
    memphis.played,
    linked.played,
    claims.played,
    prizes.played,
    jackpot.played,
    pai_gow.played,
    tournament.played,
)

PUTTING_AWAY = 30.0
"""Seconds in which an evening that is interrupted stops its house and takes its folder away."""


@click.command()
@click.option("--data", type=click.Path(path_type=Path), help="Keep the data in this folder.")
@click.option("--stay", is_flag=True, help="Let the house run on when the evening is over.")
def demo(data: Path | None, stay: bool) -> None:
    """Play an evening through the public API; exit 1 if a figure is not as worked out by hand,
    2 if it is interrupted.

    No variable EYESDOWN_* counts here: it plays in a house, in venues and with keys of its own.
    """

    async def main(stop: asyncio.Event) -> None:
        over = asyncio.Event()
        playing = asyncio.create_task(_play(data, over, stop if stay else None))
        stopping = asyncio.create_task(stop.wait())
        await asyncio.wait([playing, stopping], return_when=asyncio.FIRST_COMPLETED)
        stopping.cancel()
        if not playing.done() and not over.is_set():
            await end([playing], PUTTING_AWAY)
            raise StartError(["the demo was interrupted"])
        await playing

    sys.exit(until_stopped(main))


async def _play(data: Path | None, over: asyncio.Event, stays: asyncio.Event | None) -> None:
    """Play it, say that it is `over`, and let the house run on until `stays` is set."""
    with tempfile.TemporaryDirectory(prefix="eyesdown-demo-") as folder:
        own = _own_settings(data or Path(folder))
        settings = read(own)
        logs.configure(settings.log_level, settings.log_as, "demo", settings.replica)
        # What is of this machine (PATH, HOME) stays; what is of the operator's house does not.
        ours = {name: each for name, each in os.environ.items() if not name.startswith(PREFIX)}
        async with evening_of(settings, {**ours, **own}) as evening:
            for part in PARTS:
                await part(evening)
            if evening.differences:
                raise Differs(evening.differences)
            click.echo("\nThe evening is over, and every figure is as worked out by hand.")
            over.set()
            if stays is not None:
                where = settings.data_folder.resolve()
                click.echo(f"The house runs on until Ctrl-C, its data in EYESDOWN_DATA={where}")
                await stays.wait()


def _own_settings(data: Path) -> dict[str, str]:
    """Any free ports, and nothing of the house that an operator may have set up."""
    return {
        "EYESDOWN_DATA": str(data),
        "EYESDOWN_GRPC_ADDRESS": "127.0.0.1:0",
        "EYESDOWN_METRICS_PORT": "0",
        "EYESDOWN_PROFILE_APPROVAL": "demanded",
        "EYESDOWN_LOG_LEVEL": "error",
    }
