"""What waits for a second person, or for a decision, at a table: words that metrics count."""

from __future__ import annotations

from collections.abc import Iterator

from services.kernel.names import Name
from services.paigow.domain.sitting.chips import worth
from services.paigow.domain.sitting.state import Counted, Opened, State, Table


def in_sitting(name: Name, sitting: State) -> Iterator[str]:
    """Counts of the float, entries that differ, removals, and rulings to be reviewed."""
    if not isinstance(sitting, Table) or sitting.practice:
        return
    if isinstance(sitting, Opened):
        yield "opening_count"
    if isinstance(sitting, Counted):
        differs = worth(sitting.count) != sitting.float_total and not sitting.decided
        yield "count_difference" if differs else "closing_count"
    if sitting.difference is not None:
        yield "entry_difference"
    yield from ("removal" for each in sitting.removals if each.out is None)
    for dispute in sitting.disputes:
        if dispute.ruling is not None and not dispute.reviewed_by:
            yield "dispute_review"
