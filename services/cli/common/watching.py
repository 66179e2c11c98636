"""How a watch ends: whoever has seen enough presses Ctrl-C."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager, suppress


@contextmanager
def until_ctrl_c() -> Iterator[None]:
    """Where a command follows something until it is told to stop: Ctrl-C is exit status 0, and
    nothing is said. Elsewhere it is 2, for what was asked for was not done."""
    with suppress(KeyboardInterrupt):
        yield
