"""What is looked up for a command, within the time of its call."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from services.kernel import reasons
from services.kernel.errors import Unavailable
from services.kernel.serving.calls import call


@asynccontextmanager
async def looking_up() -> AsyncIterator[None]:
    """Look something up in the block before anything is put on record.

    What takes until the end of the call is answered while there is still time: nothing was done.
    Raises `Unavailable`.
    """
    try:
        async with asyncio.timeout(call().deadline - time.monotonic()) as limit:
            yield
    except TimeoutError:
        if not limit.expired():
            raise
        raise Unavailable(reasons.JOURNAL_DOWN) from None
