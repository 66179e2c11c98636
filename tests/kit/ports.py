"""Ports that stay free while whoever had one starts again.

PYTEST_DONT_REWRITE: it asserts nothing.
"""

from __future__ import annotations

import random
import socket
from contextlib import suppress

BELOW = range(10_000, 30_000)
"""Below those that the system gives to whoever takes any."""


def lasting_port() -> int:
    """A free port that nobody else is given meanwhile, who takes any."""
    for port in random.sample(BELOW, len(BELOW)):
        with suppress(OSError), socket.create_server(("127.0.0.1", port)):
            return port
    raise OSError("every port is taken")
