"""A game as it changes, and told again when its rooms do."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Callable, Coroutine
from typing import Any, TypeVar

from services.kernel.record.histories import Snapshot
from services.kernel.tasks import end

E = TypeVar("E")
S = TypeVar("S")


async def with_rooms(
    versions: AsyncGenerator[Snapshot[E, S], None],
    changed: Callable[[Snapshot[E, S]], Coroutine[Any, Any, None]],
    last: Snapshot[E, S] | None = None,
) -> AsyncGenerator[tuple[Snapshot[E, S], bool], None]:
    """Each of `versions`, with True, and the last of them again, with False, whenever `changed`
    returns. `last` is the one that is there, and comes first, where the watcher has seen it. It
    ends with them."""
    coming = asyncio.ensure_future(anext(versions, None))
    changing = asyncio.ensure_future(changed(last)) if last is not None else None
    try:
        if last is not None:
            yield last, False
        while True:
            waits = {coming} if changing is None else {coming, changing}
            await asyncio.wait(waits, return_when=asyncio.FIRST_COMPLETED)
            if is_new := coming.done():
                came = coming.result()
                if came is None:
                    return
                last, coming = came, asyncio.ensure_future(anext(versions, None))
            elif changing is not None:
                changing.result()
            # Before anything is told, or what changes meanwhile would be missed.
            if last is not None and (changing is None or changing.done()):
                changing = asyncio.ensure_future(changed(last))
            if last is not None:
                yield last, is_new
    finally:
        await end(each for each in (coming, changing) if each is not None)
        await versions.aclose()
