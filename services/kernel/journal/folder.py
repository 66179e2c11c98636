"""A folder that one process at a time may use, and files in it that nobody else may read."""

from __future__ import annotations

import asyncio
import os
from pathlib import Path

from services.kernel.settings import StartError

try:
    import fcntl
except ImportError:  # not a POSIX system: whoever starts two there is not told
    fcntl = None  # type: ignore[assignment]  # the module or nothing

LOOK = 0.05


class FolderInUse(StartError):
    """Another living process uses the folder."""


class Lock:
    """Holds `<folder>/lock`. Processes that inherit `descriptors` hold it too: the folder is free
    when the last of them has ended, however it ended."""

    def __init__(self, folder: Path, patience: float) -> None:
        """`patience` are the seconds that another holder is given to end."""
        self._folder = folder
        self._patience = patience
        self._file: int | None = None

    @property
    def descriptors(self) -> tuple[int, ...]:
        """What a child must inherit to hold the lock too."""
        return () if self._file is None else (self._file,)

    async def take(self) -> None:
        """Make the folder if need be, and take it. Raises `FolderInUse`, or `StartError` when
        the folder cannot be made."""
        try:
            self._folder.mkdir(parents=True, exist_ok=True, mode=0o700)
            file = os.open(self._folder / "lock", os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
        except OSError as error:
            raise StartError([f"the data folder {self._folder}: {error.strerror}"]) from error
        try:
            await self._wait(file)
        except BaseException:
            os.close(file)
            raise
        os.ftruncate(file, 0)
        os.pwrite(file, str(os.getpid()).encode(), 0)
        self._file = file

    def let_go(self) -> None:
        """Release it; a child may hold it a little longer."""
        if self._file is not None:
            os.close(self._file)
            self._file = None

    async def _wait(self, file: int) -> None:
        deadline = asyncio.get_running_loop().time() + self._patience
        while fcntl is not None:
            try:
                fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
                return
            except BlockingIOError:
                if asyncio.get_running_loop().time() >= deadline:
                    raise FolderInUse([self._in_use(file)]) from None
            await asyncio.sleep(LOOK)

    def _in_use(self, file: int) -> str:
        holder = os.pread(file, 20, 0).decode(errors="replace") or "unknown"
        return (
            f"the data folder {self._folder} is in use by process {holder}: "
            "stop it, or give this one a folder of its own (EYESDOWN_DATA)"
        )


def write_private(file: Path, text: str) -> None:
    """Write a file that nobody else may read, whole or not at all."""
    new = file.with_suffix(".new")
    new.unlink(missing_ok=True)
    with os.fdopen(os.open(new, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w") as opened:
        opened.write(text)
    new.replace(file)
