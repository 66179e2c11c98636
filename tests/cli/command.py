"""The command as a person runs it: a process of its own."""

from __future__ import annotations

import asyncio
import os
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryFile

from tests.cli.warm import warm

DEADLINE = 180.0
"""Seconds in which a command ends, though the first of a process waits until all are loaded."""


@dataclass(frozen=True)
class Done:
    """How a command ended."""

    code: int
    out: str
    err: str


def environment(data: Path, more: Mapping[str, str] | None = None) -> dict[str, str]:
    """Ours without any setting of Eyesdown's, and a data folder."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith("EYESDOWN_")}
    return {**kept, "EYESDOWN_DATA": str(data), **(more or {})}


async def start(
    *arguments: str, data: Path, more: Mapping[str, str] | None = None
) -> asyncio.subprocess.Process:
    """Start `eyesdown` with these arguments, its output piped."""
    return await asyncio.create_subprocess_exec(
        sys.executable,
        "-m",
        "services.cli.main",
        *arguments,
        env=environment(data, more),
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.PIPE,
    )


async def eyesdown(*arguments: str, data: Path, more: Mapping[str, str] | None = None) -> Done:
    """Run `eyesdown` to its end."""
    with TemporaryFile() as out, TemporaryFile() as err:
        async with asyncio.timeout(DEADLINE):
            code = await warm().run(arguments, environment(data, more), out, err)
        told = []
        for file in (out, err):
            file.seek(0)
            told.append(file.read().decode())
    return Done(code, *told)
