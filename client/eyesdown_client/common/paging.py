"""Lists that come page by page, and watches that go on by themselves."""

from __future__ import annotations

from collections.abc import AsyncGenerator, Callable
from contextlib import aclosing
from typing import Any

from eyesdown_client.common.connection import Connection


async def rows(
    connection: Connection, method: Any, request: Any, field: str, deadline: float | None
) -> AsyncGenerator[Any, None]:
    """The rows in `field` of a list's answers; a page is asked for when it is needed."""
    while True:
        page = await connection.call(method, request, deadline)
        for row in getattr(page, field):
            yield row
        if not page.next_page_token:
            return
        request.page_token = page.next_page_token


async def versions(
    connection: Connection, method: Any, asked: Callable[[int], Any], field: str, after: int
) -> AsyncGenerator[Any, None]:
    """Every answer of a watch, once; `asked` makes the request that goes on after a version.

    A lost connection is made again, for as long as it takes.
    """
    seen = after
    async with aclosing(connection.stream(method, lambda: asked(seen))) as answers:
        async for answer in answers:
            version = getattr(answer, field).version
            if version > seen:
                seen = version
                yield answer
