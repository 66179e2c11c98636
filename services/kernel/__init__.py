"""What every service stands on. It knows no service and no game word."""

from __future__ import annotations

import sys
from importlib.abc import MetaPathFinder
from importlib.machinery import ModuleSpec
from typing import Any

_NEVER_USED = {
    "aiohttp": ("nats.aio.transport", "Transport"),
    "rich": ("structlog.dev", "__all__"),
}
"""What is found by all but a library's module, until that has the name that comes next in it."""


class _Spared(MetaPathFinder):
    """Has libraries find nothing of what they load wherever there is some, and never use for us.

    nats-py takes aiohttp for WebSockets, which no service speaks to NATS, and structlog takes rich
    for tracebacks in colour, which no log has: together a third of what a service or a command
    takes to start. Who needs these two (the server of the displays' page, the terminal screens)
    finds them as ever.
    """

    def find_spec(self, name: str, path: Any = None, target: Any = None) -> ModuleSpec | None:
        library, after = _NEVER_USED.get(name, ("", ""))
        loading = sys.modules.get(library)
        if loading is not None and not hasattr(loading, after):
            raise ModuleNotFoundError(name)
        return None


sys.meta_path.insert(0, _Spared())
