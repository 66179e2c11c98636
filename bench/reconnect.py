"""How soon a display is right again after its line was cut: a real page in a real browser."""

from __future__ import annotations

import asyncio
import tempfile
import time
from pathlib import Path
from typing import Any

import grpc
import pytest
import uvloop

from bench.figures import Value, spread, table
from bench.house import draw
from eyesdown.draw.v1 import draw_service_pb2_grpc
from services.kernel.serving import logs
from tests.kit.draw_play import Play
from tests.kit.nats import Nats
from tests.kit.proxy import Proxy
from tests.kit.screens import Displayed, Screen, browser_binary, started_browser, walls

# Since 1970, so that the page's clock and ours can be compared.
_WATCH = """missed => void new MutationObserver(() => {
  const right = document.querySelectorAll('.numbers td.called').length === missed;
  const live = document.querySelector('main.live') && !document.querySelector('.offline');
  if (right && live) window.right ??= Date.now();
}).observe(document, { subtree: true, childList: true, attributes: true })"""
MISSED = 3
"""Calls that are made while the line is cut."""


async def measure(rounds: int, folder: Path) -> dict[str, Value]:
    """The figure, in at most 20 rounds; nothing where there is no Chromium."""
    try:
        browser_binary()
    except pytest.skip.Exception:
        return {}
    async with Nats(folder / "nats", websocket_port=0) as server:
        hall = Displayed(folder / "hall", server)
        await hall.provision()
        async with (
            draw(hall) as serving,
            started_browser() as browser,
            Proxy(str(server.websocket_url)) as line,
            walls(
                hall.venue, server, browser, hall.environment("page"), line.url.replace("//@", "//")
            ) as wall,
        ):
            play = await Play.announced(hall, _draw(serving.channel))
            async with wall.hung(play.game.rooms[0]) as screen:
                took = [await _round(play, screen, line) for _ in range(min(rounds, 20))]
    return spread("display_right_ms", took)


def _draw(channel: grpc.aio.Channel) -> Any:
    return draw_service_pb2_grpc.DrawServiceStub(channel)


async def _round(play: Play, screen: Screen, line: Proxy) -> float:
    """Milliseconds from the healing of a cut line until the board is live, with all it missed."""
    await play.round()
    await screen.whole(play.game.version)
    await line.cut()
    for _ in range(MISSED):
        await play.round()
    await screen.shows(".band.offline")
    await screen.page.evaluate("window.right = undefined")
    await screen.page.evaluate(_WATCH, len(play.game.calls))
    healed = time.time()
    await line.heal()
    await screen.becomes("() => window.right !== undefined")
    right: float = await screen.page.evaluate("window.right")
    await screen.whole(play.game.version)
    return right - healed * 1e3


if __name__ == "__main__":
    logs.configure("error", "console", "bench", "bench")
    with (
        tempfile.TemporaryDirectory(prefix="eyesdown-bench-") as folder,
        asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner,
    ):
        print(table(runner.run(measure(10, Path(folder)))))
