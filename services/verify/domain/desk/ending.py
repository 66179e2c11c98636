"""Where a desk ends: its game is over, its sales are counted, every claim is decided, and whatever
was won is paid, lapsed or recovered, with its receipt."""

from __future__ import annotations

from services.verify.domain.desk.contesting import open_matters
from services.verify.domain.desk.settlement import Settlement
from services.verify.domain.desk.state import Counted, Desk, NotOnSale


def ended(desk: Desk) -> bool:
    """Whether nothing more is to be done at a desk: of a game of practice nothing is paid. What
    comes late all the same is taken."""
    if desk.over is None or not isinstance(desk.sales, NotOnSale | Counted):
        return False
    if next(open_matters(desk), None) is not None:
        return False
    waits = any(each.waits or not (each.receipt or each.rejected) for each in desk.payments)
    return not waits and (desk.practice or all(map(_done, desk.settlements)))


def _done(settlement: Settlement) -> bool:
    """A stage whose winners were voided is won anew, or by nobody."""
    return not any(account.owed or account.due for account in settlement.accounts)
