"""A bar on a terminal, nothing elsewhere."""

from __future__ import annotations

from contextlib import AbstractContextManager, nullcontext

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn


def bar() -> AbstractContextManager[Progress | None]:
    """How far something is, on stderr; None where nobody looks at a terminal."""
    console = Console(stderr=True)
    if not console.is_terminal:
        return nullcontext()
    shown = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn())
    return Progress(*shown, TimeRemainingColumn(), console=console, transient=True)
