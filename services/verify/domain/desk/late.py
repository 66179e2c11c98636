"""What changes after the close stands beside the count: a sale that was made in time is added, and
one that was none, or whose game is void, is taken away. Claims that it decided are judged again."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import datetime

from services.kernel.law import Decision
from services.kernel.money import Money
from services.verify.domain.block.state import Span
from services.verify.domain.desk.claims import ClaimReopened, not_sold_after_all, sold_after_all
from services.verify.domain.desk.state import Counted, Counting, Desk, GivenBack, Late


@dataclass(frozen=True, slots=True)
class TakeLateSale:
    """A block has sold cards that were entered late; `cards` are these."""

    cards_sold: int
    receipts: Money
    at: datetime
    cards: Span | None = None


@dataclass(frozen=True, slots=True)
class SalesAmended:
    """Cards that were entered late are sold too."""

    cards_sold: int
    receipts: Money
    at: datetime


@dataclass(frozen=True, slots=True)
class TakeBack:
    """A block has voided a late sale, or taken cards back for a void game; `cards` are those of a
    sale that was none."""

    cards_sold: int
    receipts: Money
    at: datetime
    cards: Span | None = None


@dataclass(frozen=True, slots=True)
class SalesReduced:
    """Cards are not sold after all, and their money went back."""

    cards_sold: int
    receipts: Money
    at: datetime


def take_late_sale(command: TakeLateSale, desk: Desk) -> Decision[SalesAmended | ClaimReopened]:
    """What is entered late is added, and stands apart from what was counted. A claim that was
    refused since its card had not been sold is judged again, at the same call."""
    amended = SalesAmended(command.cards_sold, command.receipts, command.at)
    if command.cards is None:
        return Decision((amended,))
    return Decision((amended, *sold_after_all(desk, command.cards, command.at)))


def sales_amended(desk: Desk, event: SalesAmended) -> Desk:
    """More was sold than was counted."""
    sales = desk.sales
    if not isinstance(sales, Counting | Counted):
        return desk
    late = sales.late or Late(0, event.receipts.of(0))
    late = Late(late.cards_sold + event.cards_sold, late.receipts + event.receipts)
    return replace(desk, sales=replace(sales, late=late))


def take_back(command: TakeBack, desk: Desk) -> Decision[SalesReduced | ClaimReopened]:
    """What comes back stands apart from what was counted. A claim that was allowed with a card that
    had not been sold is judged again, at the same call."""
    reduced = SalesReduced(command.cards_sold, command.receipts, command.at)
    if command.cards is None:
        return Decision((reduced,))
    return Decision((reduced, *not_sold_after_all(desk, command.cards, command.at)))


def sales_reduced(desk: Desk, event: SalesReduced) -> Desk:
    """Less was sold than was counted, or had come in late."""
    sales = desk.sales
    if not isinstance(sales, Counting | Counted):
        return desk
    back = sales.back or GivenBack(0, event.receipts.of(0))
    back = GivenBack(back.cards + event.cards_sold, back.receipts + event.receipts)
    return replace(desk, sales=replace(sales, back=back))
