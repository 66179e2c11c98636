"""How many aggregates are not over, by phase: games in play, tournaments, tables, disputes."""

from __future__ import annotations

from collections import defaultdict

from services.kernel.following.heads import Head
from services.kernel.following.unasked import Unasked
from services.kernel.law import Standing
from services.kernel.measuring.words import has_word, word_of
from services.kernel.names import Name

PRACTICE = "practice"


class Standings:
    """Keeps the count true to every head it is told of."""

    def __init__(self, unasked: Unasked) -> None:
        self._unasked = unasked
        self._phases: dict[Name, str] = {}
        self._counts: dict[tuple[str, str, str], int] = defaultdict(int)

    def seen(self, head: Head) -> None:
        """An aggregate has a new last commit."""
        before, after = self._phases.pop(head.name, None), phase_of(head)
        if after is not None:
            self._phases[head.name] = after
        if before != after:
            self._add(head.name, before, -1)
            self._add(head.name, after, 1)

    def _add(self, name: Name, phase: str | None, more: int) -> None:
        if phase is None:
            return
        key = (name.venue, name.kind, phase)
        self._counts[key] += more
        self._unasked.standing(*key, self._counts[key])


def phase_of(head: Head) -> str | None:
    """The phase that a row tells, in the contracts' words ("in_play"), or else "open"; None for
    what is over. What is for practice is "practice": nobody is woken for it."""
    if head.standing is Standing.ENDED:
        return None
    if getattr(head.row, "practice", False):
        return PRACTICE
    return word_of(head.row, "phase") if has_word(head.row, "phase") else "open"
