"""Ports that stay free while whoever had one starts again.

PYTEST_DONT_REWRITE: it asserts nothing.
"""

from __future__ import annotations

import os
import random
import re
import socket
from contextlib import suppress
from itertools import cycle, islice

BELOW = range(10_000, 30_000)
"""Below those that the system gives to whoever takes any."""
PROCESSES = 8
"""Of tests that run side by side, at most: each has ports of its own, or two could find the same
one free before either of their servers has it."""


def _in_turn() -> cycle[int]:
    """The ports of this process, each again after all others alone."""
    process = int(re.sub(r"\D", "", os.environ.get("PYTEST_XDIST_WORKER", "")) or 0)
    ours = [*BELOW[process % PROCESSES :: PROCESSES]]
    random.SystemRandom().shuffle(ours)  # what is common may be seeded alike in every run
    return cycle(ours)


_next = _in_turn()


def lasting_port() -> int:
    """A free port that nobody else is given meanwhile, who takes any."""
    for port in islice(_next, len(BELOW)):
        with suppress(OSError), socket.create_server(("127.0.0.1", port)):
            return port
    raise OSError("every port is taken")
