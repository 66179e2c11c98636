"""A disk so small that a test can fill it.

PYTEST_DONT_REWRITE: it asserts nothing.
"""

from __future__ import annotations

import asyncio
import os
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

# In namespaces of its own a mount is nobody else's and ends with its process. The first way needs
# no rights where the kernel allows it; the last is root's where namespaces are not allowed.
_WAYS = (("unshare", "-Urm"), ("unshare", "-m"), ())
_HOLD = 'mount -t tmpfs -o size="$1" tmpfs "$0" && echo mounted && cat; umount "$0"'


class SmallDisk:
    """A file system in memory; `path` is where it is reached from here."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._filler = path / "filler"

    @property
    def free(self) -> int:
        """Bytes that are left."""
        state = os.statvfs(self.path)
        return state.f_bavail * state.f_frsize

    def fill(self, leave: int) -> None:
        """Take up all space but `leave` bytes."""
        with self._filler.open("wb") as filler:
            filler.write(bytes(self.free - leave))

    def clear(self) -> None:
        """Give the space back."""
        self._filler.unlink()


@asynccontextmanager
async def small_disk(place: Path, megabytes: int) -> AsyncIterator[SmallDisk]:
    """A small disk, mounted at the empty folder `place` in a process of its own. Skips the test
    where none can be mounted."""
    refused = []
    for way in _WAYS:
        holder = await asyncio.create_subprocess_exec(
            *(*way, "sh", "-c", _HOLD, str(place), f"{megabytes}m"),
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.PIPE,
        )
        if holder.stdout is None or holder.stderr is None or holder.stdin is None:
            raise TypeError("its streams are piped")
        if await holder.stdout.readline() == b"mounted\n":
            try:
                yield SmallDisk(Path(f"/proc/{holder.pid}/root{place}"))
            finally:
                holder.stdin.close()
                await holder.wait()
            return
        holder.stdin.close()
        refused.append((await holder.stderr.read()).decode().strip().splitlines()[0])
        await holder.wait()
    pytest.skip(f"nothing can be mounted here: {'; '.join(refused)}")
