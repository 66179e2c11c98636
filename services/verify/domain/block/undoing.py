"""Sales are undone: voided by a second person, or the cards come back (TNB-14)."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import datetime

from services.kernel.law import Decision, Reason, clause, happened
from services.kernel.persons import same_person
from services.verify.domain.block.state import Back, Block, Closed, Fate, Kind, OnSale, Sale, Span

NO_SUCH_SALE = Reason(
    "NO_SUCH_SALE",
    "There is no sale {sale} in this block.",
    "Look the sale up by one of its cards.",
)
SALE_OVER = Reason(
    "SALE_OVER",
    "Sale {sale} was {fate} before.",
    "Nothing has been changed; its cards can be sold again.",
)
SALE_COUNTED = Reason(
    "SALE_COUNTED",
    "Sales for {game} are closed, and the cards of sale {sale} take part in the game.",
    "It stays as it is, a replacement too: from the close on nobody changes who plays with what. "
    "What was sold in time and is not on record is entered late, with its evidence, and what was "
    "entered late and was no sale is voided by another person. Cards come back where the game is "
    "void.",
)
SECOND_PERSON_NEEDED = Reason(
    "SECOND_PERSON_NEEDED",
    "{person} made or entered sale {sale}, and a sale is voided by another person.",
    "Let somebody else void it.",
    alone=True,
)
SALE_REPLACED = Reason(
    "SALE_REPLACED",
    "Card {card} of sale {sale} has been replaced by card {other}, which was given out for it.",
    "Have that card brought back first, or its sale voided; then this one is free again.",
    clause="TNB-14-cards",
)
GAME_STARTED_OVER = Reason(
    "GAME_STARTED_OVER",
    "{game} is void and is played again as another game, for which its cards are replaced.",
    "Give out other cards at no cost; no money goes back.",
    clause="TNB-14-cards",
)


NOT_OPENED_AGAIN = Reason(
    "NOT_OPENED_AGAIN",
    "{game} is void and was to be played again, and no game has been opened in its place.",
    "Have the game manager open it; or, if it is not to be played, have the game manager take the "
    "cards back: then the money goes back.",
    clause="TNB-14-cards",
)
WON_BEFORE_VOID = Reason(
    "WON_BEFORE_VOID",
    "{game} is void, and the {stage} had been won in it: that prize stands.",
    "Have the game manager say what players get, and take the cards back where money goes back.",
)


@dataclass(frozen=True, slots=True)
class VoidSale:
    """A sale was a mistake: it was none."""

    sale: int
    reason: str
    by: str
    at: datetime


@dataclass(frozen=True, slots=True)
class ReturnCards:
    """The cards of a sale come back, and the money for them is given back. `game_void`: the draw
    has voided the game; `start_over`: it is played again as another one, `restarted_as` as soon as
    that is open. `won` is a stage that was won in it, or empty. `manager`: the game manager takes
    them."""

    sale: int
    by: str
    at: datetime
    game_void: bool = False
    start_over: bool = False
    won: str = ""
    restarted_as: str = ""
    manager: bool = False


@dataclass(frozen=True, slots=True)
class SaleVoided:
    """A sale was none. `old` are cards of `old_block` that it had replaced, which are free again;
    `back` is what it takes from sales that had been closed."""

    sale: int
    reason: str
    by: str
    at: datetime
    old_block: str = ""
    old: Span | None = None
    back: Back | None = None


@dataclass(frozen=True, slots=True)
class CardsReturned:
    """The cards of a sale came back. `old` are cards of `old_block` that they had replaced, which
    are free again; `back` is what it takes from sales that had been closed."""

    sale: int
    by: str
    at: datetime
    old_block: str = ""
    old: Span | None = None
    back: Back | None = None


def void_sale(command: VoidSale, block: OnSale | Closed) -> Decision[SaleVoided]:
    """A sale is voided by a second person, with the reason: as long as sales are open, and later
    one that was entered late, by neither its seller nor who entered it. What was counted stays."""
    sale = _standing_sale(command.sale, block)
    if isinstance(block, Closed) and sale.kind is not Kind.LATE:
        raise SALE_COUNTED(sale=sale.sale, game=block.terms.game)
    for person in (sale.seller, sale.by):
        if same_person(command.by, person):
            raise SECOND_PERSON_NEEDED(person=person, sale=sale.sale)
    not_replaced(sale, block)
    reason = command.reason.strip()
    old, back = sale.old, _back(sale, block)
    return happened(
        SaleVoided(sale.sale, reason, command.by, command.at, sale.old_block, old, back)
    )


def return_cards(command: ReturnCards, block: OnSale | Closed) -> Decision[CardsReturned]:
    """Cards can be brought back as long as sales are open, and those of a game that is void and
    not started over at any time. What was counted stays."""
    sale = _standing_sale(command.sale, block)
    if isinstance(block, Closed):
        refundable(command, block)
    not_replaced(sale, block)
    old, back = sale.old, _back(sale, block)
    return happened(CardsReturned(sale.sale, command.by, command.at, sale.old_block, old, back))


@clause("TNB-14-cards")
def refundable(command: ReturnCards, block: Closed) -> None:
    """After sales were closed money goes back for a void game alone, and for none whose cards are
    replaced at no cost. Where a stage was won before, or nobody opens the game again, the game
    manager decides."""
    game = block.terms.game
    if not command.game_void:
        raise SALE_COUNTED(sale=command.sale, game=game)
    if command.start_over and command.restarted_as:
        raise GAME_STARTED_OVER(game=game)
    if command.start_over and not command.manager:
        raise NOT_OPENED_AGAIN(game=game)
    if command.won and not command.manager:
        raise WON_BEFORE_VOID(game=game, stage=command.won)


@clause("TNB-14-cards")
def not_replaced(sale: Sale, block: Block) -> None:
    """Nobody has the money back and keeps the card that was given out for nothing."""
    for each in block.replaced:
        dead = each.cards.overlap(sale.cards)
        if dead is not None:
            other = each.first + dead.first - each.cards.first
            raise SALE_REPLACED(card=dead.first, sale=sale.sale, other=other)


def sale_voided(block: OnSale | Closed, event: SaleVoided) -> OnSale | Closed:
    """The cards are unsold."""
    return _with(block, event.sale, fate=Fate.VOIDED, by=event.by, reason=event.reason)


def cards_returned(block: OnSale | Closed, event: CardsReturned) -> OnSale | Closed:
    """The cards are unsold."""
    return _with(block, event.sale, fate=Fate.RETURNED, by=event.by)


def _back(sale: Sale, block: OnSale | Closed) -> Back | None:
    return Back(sale.cards, sale.receipts) if isinstance(block, Closed) else None


def _standing_sale(number: int, block: OnSale | Closed) -> Sale:
    if not 1 <= number <= len(block.sales):
        raise NO_SUCH_SALE(sale=number)
    sale = block.sales[number - 1]
    if sale.fate is not Fate.STANDS:
        raise SALE_OVER(sale=number, fate=sale.fate.name.lower())
    return sale


def _with(
    block: OnSale | Closed, number: int, fate: Fate, by: str, reason: str = ""
) -> OnSale | Closed:
    sales = tuple(
        replace(sale, fate=fate, by=by, reason=reason) if sale.sale == number else sale
        for sale in block.sales
    )
    return replace(block, sales=sales)
