"""Lists, asked for until they show what there is.

PYTEST_DONT_REWRITE: tests import from here.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import TypeVar

T = TypeVar("T")

SOON = 60.0
"""Seconds in which whatever a test waits for must come."""


async def once(asked: Callable[[], Awaitable[T]], enough: Callable[[T], bool]) -> T:
    """What is listed, as soon as it is enough: lists are some milliseconds behind the journal."""
    async with asyncio.timeout(SOON):
        while not enough(found := await asked()):
            pass
    return found
