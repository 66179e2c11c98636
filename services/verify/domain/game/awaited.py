"""What waits for a second person in the draw, as far as it keeps a claim waiting."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Awaited:
    """A proposal of the draw that `by` has made. It puts the calls at `positions` right, or voids
    winners of `stages`; both empty where it is about something else."""

    proposal: int
    by: str
    positions: tuple[int, ...]
    stages: tuple[int, ...]
