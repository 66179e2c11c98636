"""What a command leaves: commits in the venue's journal, a count, a span.

PYTEST_DONT_REWRITE: it raises what it finds missing itself.
"""

from __future__ import annotations

import asyncio
import re
import secrets
import urllib.request
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass

from eyesdown.journal.v1 import commit_pb2
from services.kernel.journal.archive import NatsArchive, Raw
from services.kernel.journal.connection import Connection
from services.kernel.measuring.metric import action_of
from services.kernel.serving.server import Server

Traced = Sequence[tuple[str, str]]
SPAN = "00f067aa0ba902b7"
SOON = 60.0
OWN = "service:"
"""How who does what nobody asked for is called."""


class Missing(AssertionError):
    """A command did not leave what every command leaves."""


@dataclass
class Left:
    """A commit that a person left, and the trace and span that it carries."""

    commit: commit_pb2.Commit
    trace: str
    span: str


class Journal:
    """The journal of one venue, as it grows."""

    def __init__(self, nats: Connection, venue: str) -> None:
        self._venue = venue
        self._archive = NatsArchive(nats)
        self._years: list[int] = []

    async def close(self) -> None:
        """Let go of it."""
        await self._archive.close()

    @asynccontextmanager
    async def left(self) -> AsyncIterator[list[Left]]:
        """What people leave in it meanwhile; the list is filled when that is over. What services
        did by themselves, and that somebody was denied something, is none of it."""
        found: list[Left] = []
        before = await self._ends()
        yield found
        for year, end in (await self._ends()).items():
            after = before[year]
            while after < end:
                page = await self._archive.page(self._venue, year, after)
                found += [each for each in map(_left, page) if _asked_for(each.commit)]
                after = page[-1].sequence

    async def _ends(self) -> dict[int, int]:
        if not self._years:
            self._years = [year for _, year in await self._archive.streams(self._venue)]
        return {year: (await self._archive.extent(self._venue, year)).last for year in self._years}


@asynccontextmanager
async def leaving(
    journal: Journal, servers: Sequence[Server], venue: str, method: str, calls: int
) -> AsyncIterator[tuple[Traced, list[Left]]]:
    """Make so many calls of one request with this metadata beside the token's; it is to be done.
    What they left is in the list afterwards.

    Raises `Missing` unless they leave one commit of the method (what it needed first may leave
    another, of its own), which carries a span within the caller's trace, and each counts as an
    action that was done.
    """
    trace = secrets.token_hex(16)
    before = await _counted(servers, method, venue)
    async with journal.left() as found:
        yield (("traceparent", f"00-{trace}-{SPAN}-01"),), found
    found[:] = [each for each in found if each.commit.command.method == method]
    if [each.trace for each in found] != [trace]:
        raise Missing(f"{method} left {len(found)} commits")
    if found[0].span == SPAN:
        raise Missing(f"{method} has no span: its commit carries the caller's")
    counted = await _counted(servers, method, venue) - before
    if counted != calls:
        raise Missing(f"{method} was counted {counted:g} times, and called {calls}")


def _left(raw: Raw) -> Left:
    _, trace, span, *_ = [*raw.headers.get("traceparent", "").split("-"), "", "", ""]
    return Left(commit_pb2.Commit.FromString(raw.body), trace, span)


def _asked_for(commit: commit_pb2.Commit) -> bool:
    denied = commit.name.split("/")[2:3] == ["denials"]
    return not denied and not commit.actor.person.startswith(OWN)


async def _counted(servers: Sequence[Server], method: str, venue: str) -> float:
    """How often an action was done, as Prometheus would scrape it."""
    return sum(await asyncio.gather(*(_scraped(server, method, venue) for server in servers)))


async def _scraped(server: Server, method: str, venue: str) -> float:
    # Of this metric alone: the others are a page of their own by the end of a module.
    url = f"http://127.0.0.1:{server.metrics_port}/metrics?name[]=eyesdown_actions_total"

    def scrape() -> str:
        with urllib.request.urlopen(url, timeout=SOON) as reply:
            text: str = reply.read().decode()
            return text

    series = (
        rf'^eyesdown_actions_total{{action="{action_of(method)}",outcome="ok",service="[a-z]+",'
        rf'venue="{venue}"}} (.+)$'
    )
    text = await asyncio.to_thread(scrape)
    return sum(float(value) for value in re.findall(series, text, re.MULTILINE))
