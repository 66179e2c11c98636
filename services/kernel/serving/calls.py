"""The call that is being answered, for whoever answers it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass

from services.kernel.record.commit import Actor
from services.kernel.serving.tokens import Identity


@dataclass(frozen=True, slots=True)
class Call:
    """Who calls what, as whom, and until when.

    `method` is "eyesdown.draw.v1.DrawService/CallNumber". `venue` is the known venue that the
    request names, or empty; `scope` the venues that a list over "venues/-" may show. `deadline` is
    the `time.monotonic()` instant by which the answer has to be on its way (infinite for a stream
    without one). `trace` is 32 hexadecimal digits, or empty.
    """

    identity: Identity
    actor: Actor
    method: str
    venue: str
    scope: tuple[str, ...]
    deadline: float
    trace: str = ""


_call: ContextVar[Call] = ContextVar("eyesdown_call")


def call() -> Call:
    """The call that is being answered. Raises `LookupError` outside of one."""
    return _call.get()


@contextmanager
def calling(call: Call) -> Iterator[None]:
    """Answer `call` until the block ends."""
    mark = _call.set(call)
    try:
        yield
    finally:
        _call.reset(mark)
