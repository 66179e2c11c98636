"""What every service brings along, for commands that read what any of them has written."""

from __future__ import annotations

import importlib
from collections.abc import Iterator
from typing import Any

import eyesdown
from services.cli.common.modules import walk
from services.cli.common.where import SERVICES
from services.kernel.audit.again import Audited
from services.kernel.following.meter import Measured
from services.kernel.profiles import Profiles


def load() -> None:
    """Import the messages of all contracts, so that each that a commit holds can be read.

    A message is found by its name only after its module was imported.
    """
    for _ in walk(eyesdown):
        pass


def audited(profiles: Profiles) -> Iterator[Audited[Any, Any, Any]]:
    """How the commits of every service are decided again."""
    for service in SERVICES:
        yield from audited_by(service, profiles)


def audited_by(service: str, profiles: Profiles) -> Iterator[Audited[Any, Any, Any]]:
    """How the commits of a service are decided again."""
    yield from importlib.import_module(f"services.{service}.audit").audited(profiles)


def measured_by(service: str) -> Measured:
    """What a service measures of its own games."""
    found: Measured = importlib.import_module(f"services.{service}.metrics").MEASURED
    return found
