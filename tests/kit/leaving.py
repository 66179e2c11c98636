"""What an action leaves: one commit, one count, one span.

PYTEST_DONT_REWRITE: it raises what it finds missing itself.
"""

from __future__ import annotations

import asyncio
import re
import secrets
import urllib.request
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from typing import Any

from eyesdown.journal.v1 import commit_pb2
from eyesdown_client.common.tracing import method_of
from services.kernel.journal.archive import Archive, NatsArchive
from services.kernel.journal.connection import Connection
from services.kernel.measuring.metric import action_of
from services.kernel.serving.server import Server

Traced = Sequence[tuple[str, str]]
SPAN = "00f067aa0ba902b7"


class Missing(AssertionError):
    """An action did not leave what every action leaves."""


@asynccontextmanager
async def leaving(
    connection: Connection, server: Server | None, venue: str, request: Any
) -> AsyncIterator[Traced]:
    """Make one call of `request` with this metadata beside the token's; it is to be done.

    Raises `Missing` unless it leaves one commit of its method (what it needed first may leave
    another, of its own), whose headers carry a span within the caller's trace, and counts as one
    action that was done.
    """
    assert server is not None
    method, trace = method_of(request.DESCRIPTOR), secrets.token_hex(16)
    archive = NatsArchive(connection)
    try:
        journals = await archive.streams(venue)
        ends = {year: (await archive.extent(venue, year)).last for _, year in journals}
        before = await _counted(server, method, venue)
        yield (("traceparent", f"00-{trace}-{SPAN}-01"),)
        spans = []
        for year, end in ends.items():
            commits = await _of_trace(archive, venue, year, end, trace)
            spans += [span for commit, span in commits if commit.command.method == method]
        if len(spans) != 1:
            raise Missing(f"{method} left {len(spans)} commits")
        if spans[0] == SPAN:
            raise Missing(f"{method} has no span: its commit carries the caller's")
        counted = await _counted(server, method, venue) - before
        if counted != 1:
            raise Missing(f"{method} was counted {counted:g} times")
    finally:
        await archive.close()


async def _of_trace(
    archive: Archive, venue: str, year: int, after: int, trace: str
) -> list[tuple[commit_pb2.Commit, str]]:
    """The commits of a trace, and the span that each carries."""
    found = []
    while page := await archive.page(venue, year, after):
        for raw in page:
            carried = raw.headers.get("traceparent", "").split("-")
            if carried[1:2] == [trace]:
                found.append((commit_pb2.Commit.FromString(raw.body), carried[2]))
        after = page[-1].sequence
    return found


async def _counted(server: Server, method: str, venue: str) -> float:
    """How often an action was done, as Prometheus would scrape it."""
    url = f"http://127.0.0.1:{server.metrics_port}/metrics"

    def scrape() -> str:
        with urllib.request.urlopen(url, timeout=10) as reply:
            text: str = reply.read().decode()
            return text

    series = (
        rf'^eyesdown_actions_total{{action="{action_of(method)}",outcome="ok",service="[a-z]+",'
        rf'venue="{venue}"}} (.+)$'
    )
    text = await asyncio.to_thread(scrape)
    return sum(float(value) for value in re.findall(series, text, re.MULTILINE))
