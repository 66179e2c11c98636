"""Which build of Eyesdown this is: its version, and a digest of the code itself.

The digest is reckoned from the files that run, when it is asked for. So a checkout, the wheels made
from it and whatever they are installed into say the same as long as the code is the same, and code
that somebody changed says something else. It stands in every commit of the journal.
"""

from __future__ import annotations

import functools
import hashlib
import json
import os
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from importlib import metadata
from importlib.util import find_spec
from pathlib import Path

PACKAGES = ("buf", "eyesdown", "eyesdown_client", "services")
"""Whose code it is: the contracts, the client and the services."""

SHOWN = 12
"""Hexadecimal digits of a digest that people are shown."""

RECORD = Path(__file__).resolve().parents[1] / "_data" / "build.json"
"""What the wheel says it was built from; a checkout has none."""


@dataclass(frozen=True, slots=True)
class Build:
    """A version, "0.1.0", and the SHA-256 of its code; empty where nobody said."""

    version: str
    digest: bytes = b""

    def __str__(self) -> str:
        """As people are shown it: "0.1.0+3f9a2b1c4d5e"."""
        return f"{self.version}+{self.mark}" if self.digest else self.version

    @property
    def mark(self) -> str:
        """The digest as far as people are shown it."""
        return self.digest.hex()[:SHOWN]


def digest_of(packages: Mapping[str, Path]) -> bytes:
    """SHA-256 over every Python file of these packages, by its name and its own SHA-256.

    It is that of what `sha256sum` prints for them, sorted by name.
    """
    whole = hashlib.sha256()
    for top, folder in sorted(packages.items()):
        for name, file in _files(top, folder):
            whole.update(f"{hashlib.sha256(_read(file)).hexdigest()}  {name}\n".encode())
    return whole.digest()


@functools.cache
def here() -> Build:
    """The build that runs in this process."""
    return Build(metadata.version("eyesdown"), digest_of({top: _folder(top) for top in PACKAGES}))


def unlike_a_release(build: Build, record: Path = RECORD) -> str:
    """Why this code is not what a wheel brought, in words; empty for one that is as it came."""
    try:
        built = bytes.fromhex(json.loads(record.read_text())["digest"])
    except FileNotFoundError:
        return "run from a checkout"
    return "" if built == build.digest else "changed since it was installed"


def _folder(top: str) -> Path:
    """Where a package lies. Contracts are spread over no folders: any other one is not ours."""
    spec = find_spec(top)
    places = [Path(each) for each in (spec and spec.submodule_search_locations) or ()]
    for place in places:
        if (place / "py.typed").is_file() or (place / "__init__.py").is_file():
            return place
    raise FileNotFoundError(f"the package {top} is not installed whole")


def _files(name: str, folder: Path | str) -> Iterator[tuple[str, str]]:
    """Names, "services/kernel/law.py", and paths, in the order of the names."""
    found: list[tuple[str, str]] = []
    waiting = [(name, os.fspath(folder))]
    while waiting:
        name, place = waiting.pop()
        with os.scandir(place) as entries:
            for entry in entries:
                if entry.is_dir():
                    if entry.name not in ("__pycache__", "_data"):
                        waiting.append((f"{name}/{entry.name}", entry.path))
                elif entry.name.endswith(".py"):
                    found.append((f"{name}/{entry.name}", entry.path))
    return iter(sorted(found))


def _read(file: str) -> bytes:
    with open(file, "rb", buffering=0) as opened:
        return opened.read()
