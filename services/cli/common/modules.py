"""Every module of the services, for commands that look at the code itself."""

from __future__ import annotations

import importlib
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType


class BadModule(Exception):
    """A module that cannot be imported; the message names it."""


def walk(package: ModuleType) -> Iterator[ModuleType]:
    """Import every module below a package, sorted by name, the package itself first.

    Found by their files, so that none is missed for want of an `__init__.py`. Raises `BadModule`.
    """
    names = {package.__name__}
    for root in package.__path__:
        for file in Path(root).rglob("*.py"):
            parts = file.relative_to(root).with_suffix("").parts
            names.add(".".join((package.__name__, *(p for p in parts if p != "__init__"))))
    for name in sorted(names):
        try:
            yield importlib.import_module(name)
        except Exception as wrong:
            raise BadModule(f"{name} cannot be imported: {wrong}") from wrong
