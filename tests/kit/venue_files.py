"""The venue files of a test's hall, read anew only where one has changed: ids of games ask for the
day hundreds of times.

PYTEST_DONT_REWRITE: it asserts nothing.
"""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path

from services.kernel.venues import Venues


def venues_of(folder: Path) -> Venues:
    """The venues of a folder, as they stand in it now."""
    files = sorted(folder.glob("*.toml"))
    return _read(folder, tuple((file, file.stat().st_mtime_ns) for file in files))


@lru_cache(maxsize=8)
def _read(folder: Path, _: tuple[tuple[Path, int], ...]) -> Venues:
    return Venues.load(folder)
