"""The close of sales, as the verify service tells it: which cards play, what a share comes to."""

from __future__ import annotations

from dataclasses import dataclass, replace

from services.draw.domain.game.parts import Sales, SalesClosed, StagePrize
from services.draw.domain.game.state import Ended, InPlay, Waiting
from services.kernel.law import Decision, Reason, happened

SALES_KEPT_OUTSIDE = Reason(
    "SALES_KEPT_OUTSIDE",
    "Cards of this game are sold outside the system; their close was told all the same.",
    "Nothing has been changed. Open the next game with sales by the verify service.",
)
SALES_CLOSED_BEFORE = Reason(
    "SALES_CLOSED_BEFORE",
    "The sales of this game were closed before, with other cards.",
    "Nothing has been changed; find out what was sold after the close.",
)


@dataclass(frozen=True, slots=True)
class RecordSalesClosed:
    """The verify service has closed the sales; `prizes` are those that were a share of receipts."""

    sales: SalesClosed
    prizes: tuple[StagePrize, ...]


@dataclass(frozen=True, slots=True)
class SalesWereClosed:
    """No more cards are sold for the game; the prizes that were a share are amounts now."""

    sales: SalesClosed
    prizes: tuple[StagePrize, ...]


def record_sales_closed(
    command: RecordSalesClosed, game: Waiting | InPlay | Ended
) -> Decision[SalesWereClosed]:
    """Count and digests of the cards that play stand in the game before its first number. A game
    that ended meanwhile needs them no more."""
    if isinstance(game, Ended) or game.sales_closed == command.sales:
        return Decision()
    if game.sales_closed is not None:
        raise SALES_CLOSED_BEFORE()
    if game.sales is Sales.OUTSIDE:
        raise SALES_KEPT_OUTSIDE()
    return happened(SalesWereClosed(command.sales, command.prizes))


def sales_were_closed(game: Waiting | InPlay, event: SalesWereClosed) -> Waiting | InPlay:
    """The game may begin; a prize that was a share has its amount."""
    amounts = {each.stage: each.prize for each in event.prizes}
    stages = tuple(
        replace(each, prize=amounts.get(each.stage, each.prize)) if each.share else each
        for each in game.stages
    )
    return replace(game, sales_closed=event.sales, stages=stages)
