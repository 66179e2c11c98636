"""Every contract of every service, for commands that read what any of them has written."""

from __future__ import annotations

import eyesdown
from services.cli.common.modules import walk


def load() -> None:
    """Import the messages of all contracts, so that each that a commit holds can be read.

    A message is found by its name only after its module was imported.
    """
    for _ in walk(eyesdown):
        pass
