"""How spans leave the process at its end."""

from __future__ import annotations

import asyncio
import threading
from contextlib import suppress

import structlog
from opentelemetry.sdk.trace import TracerProvider

log = structlog.get_logger(__name__)


async def flush(provider: TracerProvider, within: float) -> None:
    """Send the spans that are still here and end the provider.

    A receiver that is away is waited for `within` seconds at most: the exporter would try for ten,
    and a thread of the loop's own would hold up the end of the process as long.
    """
    loop, done = asyncio.get_running_loop(), asyncio.Event()

    def end() -> None:
        provider.shutdown()
        with suppress(RuntimeError):  # the loop has ended: nobody waits any more
            loop.call_soon_threadsafe(done.set)

    threading.Thread(target=end, name="last spans", daemon=True).start()
    try:
        async with asyncio.timeout(within):
            await done.wait()
    except TimeoutError:
        log.warning("spans_not_sent", waited=within)
