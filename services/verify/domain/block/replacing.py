"""A game is started over: its cards are replaced at no cost, and are dead (TNB-14).

The block of the old cards decides that each is replaced once. The block of the new ones then takes
them, or finds that one was sold at that very moment and says so, and the old ones are free again.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import datetime

from services.kernel.admission import Check, turned_away
from services.kernel.law import Decision, Reason, clause, happened
from services.verify.domain.block.selling import REPLACED_BEFORE, SALES_CLOSED, free_to_sell
from services.verify.domain.block.state import (
    Block,
    Closed,
    Kind,
    OnSale,
    Replaced,
    Sale,
    Span,
)

NOT_STARTED_OVER = Reason(
    "NOT_STARTED_OVER",
    "{game} is not the game that {old} was started over as.",
    "Replace cards of the game that is started over, by cards of the game that is played instead.",
    clause="TNB-14-cards",
)
NOT_ALL_REPLACED = Reason(
    "NOT_ALL_REPLACED",
    "{old} are to be replaced by {new}; each card is replaced by one.",
    "Give as many new cards as there are old ones, at no cost.",
    clause="TNB-14-cards",
)
SAME_PAPER = Reason(
    "SAME_PAPER",
    "Cards of {series} were sold for {old}, and the old cards are dead.",
    "Take the new cards from another series: nobody can tell the same number from the old one.",
    clause="TNB-14-cards",
)
OLD_CARD_NOT_SOLD = Reason(
    "OLD_CARD_NOT_SOLD",
    "Card {card} was not sold for {game}.",
    "Look at the number on the card again; a sale that was not entered is entered late.",
    clause="NZB-5.7(c)(i)",
)


REPLACEMENT_LOST = Reason(
    "REPLACEMENT_LOST",
    "{cards} were sold, or sales were closed, at the very moment at which they were given out.",
    "The old cards are free again: give out other cards for them.",
)


@dataclass(frozen=True, slots=True)
class ReplaceCards:
    """Replace sold `cards` of this block by the cards `new` of `new_series`, in `new_block`, a
    block of `new_game`, which says that it is `restart_of` another game.

    `check` is what was answered about who brings the old ones.
    """

    cards: Span
    new: Span
    new_series: str
    new_block: str
    new_game: str
    restart_of: str
    by: str
    at: datetime
    check: Check | None = None


@dataclass(frozen=True, slots=True)
class TakeReplacement:
    """Sell cards at no cost for `old` ones of `old_block`."""

    cards: Span
    old: Span
    old_block: str
    by: str
    at: datetime


@dataclass(frozen=True, slots=True)
class FreeReplaced:
    """The replacement of these cards came to nothing."""

    cards: Span
    at: datetime


@dataclass(frozen=True, slots=True)
class CardsReplaced:
    """Cards are dead, and replaced by others."""

    cards: Span
    new: Span
    new_block: str
    by: str
    at: datetime


@dataclass(frozen=True, slots=True)
class ReplacementSold:
    """Cards were given out at no cost for old ones."""

    sale: int
    cards: Span
    old: Span
    old_block: str
    seller: str
    at: datetime


@dataclass(frozen=True, slots=True)
class ReplacementClashed:
    """One of the new cards had been sold, or sales had closed, so the old ones are not replaced."""

    cards: Span
    old: Span
    old_block: str
    at: datetime


@dataclass(frozen=True, slots=True)
class ReplacedFreed:
    """Cards are not replaced after all."""

    cards: Span
    at: datetime


@clause("TNB-14-cards")
def replace_cards(command: ReplaceCards, block: OnSale | Closed) -> Decision[CardsReplaced]:
    """Every card of the game that is started over is replaced by one of the new game, once and at
    no cost, for somebody who may play: what anybody else is owed is the game manager's to see to.
    """
    if command.restart_of != block.terms.game:
        raise NOT_STARTED_OVER(game=command.new_game, old=block.terms.game)
    if command.new_series == block.terms.series:
        raise SAME_PAPER(series=command.new_series, old=block.terms.game)
    if len(command.new) != len(command.cards):
        old, new = str(command.cards).capitalize(), str(command.new)
        raise NOT_ALL_REPLACED(old=old, new=new)
    for card in range(command.cards.first, command.cards.last + 1):
        replaced = block.replacement_of(card)
        if replaced is not None:
            other = f"card {replaced.first + card - replaced.cards.first}"
            raise REPLACED_BEFORE(cards=f"Card {card}", other=other)
        if block.sale_of(card) is None:
            raise OLD_CARD_NOT_SOLD(card=card, game=block.terms.game)
    refused = turned_away(command.check)
    if refused is not None:
        return Decision(refusal=refused)
    return happened(
        CardsReplaced(command.cards, command.new, command.new_block, command.by, command.at)
    )


def take_replacement(
    command: TakeReplacement, block: OnSale | Closed
) -> Decision[ReplacementSold | ReplacementClashed]:
    """The new cards are sold for nothing, unless one of them is sold already."""
    free = command.cards.within(block.cards) and not any(
        sale.cards.overlap(command.cards) for sale in block.standing
    )
    if isinstance(block, Closed) or not free:
        return happened(
            ReplacementClashed(command.cards, command.old, command.old_block, command.at)
        )
    number = len(block.sales) + 1
    return happened(
        ReplacementSold(
            number, command.cards, command.old, command.old_block, command.by, command.at
        )
    )


def free_replaced(command: FreeReplaced, block: OnSale | Closed) -> Decision[ReplacedFreed]:
    """Cards whose replacement came to nothing can be replaced again."""
    if any(each.cards == command.cards for each in block.replaced):
        return happened(ReplacedFreed(command.cards, command.at))
    return Decision()


def takeable(cards: Span, block: Block) -> None:
    """Refuse new cards that could not be taken now."""
    if isinstance(block, Closed):
        raise SALES_CLOSED(game=block.terms.game)
    free_to_sell(cards, block)


def replacement(block: Block, old_block: str, old: Span, cards: Span) -> Sale:
    """The sale by which new cards were given out for old ones, the last one where an earlier one
    was voided; refused where it came to none."""
    for sale in reversed(block.sales):
        if (sale.old_block, sale.old, sale.cards) == (old_block, old, cards):
            return sale
    raise REPLACEMENT_LOST(cards=str(cards).capitalize())


def cards_replaced(block: OnSale | Closed, event: CardsReplaced) -> OnSale | Closed:
    """The cards are dead."""
    made = Replaced(event.cards, event.new_block, event.new.first)
    return replace(block, replaced=(*block.replaced, made))


def replacement_sold(block: OnSale, event: ReplacementSold) -> OnSale:
    """The new cards are sold."""
    sale = Sale(
        event.sale,
        event.cards,
        event.seller,
        block.terms.prices.card.of(0),
        Kind.REPLACEMENT,
        event.at,
        old_block=event.old_block,
        old=event.old,
    )
    return replace(block, sales=(*block.sales, sale))


def replacement_clashed(block: OnSale | Closed, _: ReplacementClashed) -> OnSale | Closed:
    """Nothing is sold."""
    return block


def replaced_freed(block: OnSale | Closed, event: ReplacedFreed) -> OnSale | Closed:
    """The cards are as they were sold."""
    kept = tuple(each for each in block.replaced if each.cards != event.cards)
    return replace(block, replaced=kept)
