"""How a variable is described."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from services.kernel.parsing import Kind


@dataclass(frozen=True, slots=True)
class By:
    """How a field is set: by which variable (without the prefix), of which kind, and what for.

    `default` tells in words what a computed default is.
    """

    variable: str
    kind: Kind[Any]
    description: str
    default: str = ""
