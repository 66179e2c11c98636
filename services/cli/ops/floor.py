"""`eyesdown floor`: what changes in every venue, live, a line for each change."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Callable, Mapping
from datetime import UTC, datetime
from pathlib import Path

import click
from click.core import ParameterSource

from eyesdown.journal.v1 import commit_pb2, journal_service_pb2
from eyesdown_client import Eyesdown
from services.cli.common.asking import Reach, where_is, who_asks
from services.cli.common.options import VENUES, together
from services.cli.common.output import clock_time
from services.cli.common.watching import until_ctrl_c
from services.cli.common.where import SERVICES, Running, run_file
from services.cli.ops.floor_words import row_words
from services.kernel.settings import StartError, read


@click.command()
@VENUES
@together(*(where_is(service, service) for service in SERVICES))
@who_asks
def floor(
    venue: str,
    token: str | None,
    ca: Path | None,
    certificate: Path | None,
    key: Path | None,
    **places: str | None,
) -> None:
    """Follow every change in every venue, a line for each, until Ctrl-C.

    First comes what is there now, each service's in the order in which it last changed. Watches
    all services that run here; where the address of one is typed, those alone that are typed.
    """
    watched = _watched({each: address for each, address in places.items() if address})

    async def watch(service: str, address: str) -> None:
        async def follow(eyesdown: Eyesdown) -> None:
            floor = eyesdown.journal.watch_floor(venue=venue, linked=_linked(address))
            async for change in floor:
                click.echo(line(change))

        await Reach(service, address, token, ca, certificate, key).answered(follow)

    async def watch_all() -> None:
        async with asyncio.TaskGroup() as group:
            for service, address in watched.items():
                group.create_task(watch(service, address))

    try:
        with until_ctrl_c():
            asyncio.run(watch_all())
    except BaseExceptionGroup as several:  # nobody reads on: as other commands end then
        closed = several.subgroup(BrokenPipeError)
        if closed is None:
            raise
        raise _one_of(closed) from None


def _watched(given: Mapping[str, str]) -> Mapping[str, str]:
    """The address of each service to watch. A variable of the environment says where a service is;
    that no other is meant, only who types one says."""
    source = click.get_current_context().get_parameter_source
    typed = {each: at for each, at in given.items() if source(each) is ParameterSource.COMMANDLINE}
    if typed:
        return typed
    try:
        return {**Running.read(run_file(read(os.environ))).services, **given}
    except StartError:
        if given:
            return given
        raise


def _one_of(group: BaseExceptionGroup[BrokenPipeError]) -> BrokenPipeError:
    first = group.exceptions[0]
    return _one_of(first) if isinstance(first, BaseExceptionGroup) else first


def _linked(address: str) -> Callable[[bool], None]:
    """Says on stderr that a service is lost, and that it is back: silence is not an empty floor."""

    def say(up: bool) -> None:
        state = "answers again" if up else "does not answer; what follows will be told when it does"
        click.echo(f"{datetime.now(UTC):%H:%M:%S} UTC  {address} {state}", err=True)

    return say


def line(change: journal_service_pb2.Change) -> str:
    """A change in a line; the instant in UTC."""
    standing = _STANDINGS.get(change.standing, "unknown")
    row = row_words(change.row)
    told = [f"{clock_time(change.at)} UTC", f"{change.name} v{change.version}", standing, row]
    if row.startswith(standing):  # it says so itself
        told.remove(standing)
    return "  ".join(told).rstrip()


_STANDINGS: Mapping[int, str] = {
    commit_pb2.STANDING_WAITING: "waiting",
    commit_pb2.STANDING_IN_PLAY: "in play",
    commit_pb2.STANDING_ENDED: "ended",
}
