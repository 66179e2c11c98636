"""A thousand displays, as far as NATS is concerned: `bench.listeners` in a process of its own."""

from __future__ import annotations

import asyncio
import json
import sys
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Any

from services.kernel.rights.table import inbox

ACKS = f"{inbox('draw')}.>"
"""Where NATS answers the draw; tests may hear everything, as nobody else may."""
WITHIN = 120.0


@dataclass(frozen=True)
class Heard:
    """When the last subscriber had a message, and how large it was."""

    at: float
    size: int


class Audience:
    """Light subscribers in a process of their own, and what they tell."""

    def __init__(self, child: asyncio.subprocess.Process) -> None:
        assert child.stdin is not None
        assert child.stdout is not None
        self._told, self._says = child.stdin, child.stdout
        self._heard: dict[str, Heard] = {}
        self._acks: list[float] = []
        self._more = asyncio.Event()
        self._seen: dict[str, int] = {}

    @classmethod
    @asynccontextmanager
    async def of(cls, url: str, subjects: Sequence[str]) -> AsyncIterator[Audience]:
        """A subscriber for each entry, on the server at `url`, and one of the draw's answers."""
        child = await asyncio.create_subprocess_exec(
            *(sys.executable, "-m", "bench.listeners", "--url", url),
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
        )
        audience = cls(child)
        reading = asyncio.create_task(audience._read())
        try:
            audience._told.write(json.dumps([*subjects, ACKS]).encode() + b"\n")
            await audience.all("ready")
            yield audience
        finally:
            audience._told.close()
            await reading
            await child.wait()

    async def all(self, mark: str) -> Heard:
        """Wait until every subscriber has a message. Raises `TimeoutError`."""
        async with asyncio.timeout(WITHIN):
            while mark not in self._heard:
                self._more.clear()
                await self._more.wait()
        return self._heard.pop(mark)

    def acknowledged(self, since: float) -> float:
        """When the journal acknowledged the one commit that was made since then."""
        (ack,) = [at for at in self._acks if at >= since]
        self._acks.clear()
        return ack

    async def end(self) -> dict[str, int]:
        """End it: what its subscribers saw, as `listeners.Seen` counts it."""
        self._told.close()
        await self.all("seen")
        return self._seen

    async def _read(self) -> None:
        while line := await self._says.readline():
            said: dict[str, Any] = json.loads(line)
            mark: str = said["mark"]
            if mark.startswith(f'{ACKS} {{"stream":"JOURNAL_'):
                self._acks.append(said["at"])
            else:
                self._heard[mark] = Heard(said.get("at", 0.0), said.get("size", 0))
            self._seen = said.get("seen", {})
            self._more.set()
