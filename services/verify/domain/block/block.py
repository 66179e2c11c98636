"""The sales block as a decider: which command is decided by which chapter, in which state."""

from __future__ import annotations

from services.kernel.law import Decider, Decision, Standing
from services.verify.domain.block import closing, replacing, selling, undoing
from services.verify.domain.block.closing import BlockClosed, CloseBlock
from services.verify.domain.block.replacing import (
    CardsReplaced,
    FreeReplaced,
    ReplaceCards,
    ReplacedFreed,
    ReplacementClashed,
    ReplacementSold,
    TakeReplacement,
)
from services.verify.domain.block.selling import (
    BlockOpened,
    CardsSold,
    EnterLateSale,
    LateSaleEntered,
    OpenBlock,
    SellCards,
)
from services.verify.domain.block.state import Closed, OnSale, State, Unopened
from services.verify.domain.block.undoing import (
    CardsReturned,
    ReturnCards,
    SaleVoided,
    VoidSale,
)

Command = (
    OpenBlock
    | SellCards
    | EnterLateSale
    | VoidSale
    | ReturnCards
    | CloseBlock
    | ReplaceCards
    | TakeReplacement
    | FreeReplaced
)
Event = (
    BlockOpened
    | CardsSold
    | LateSaleEntered
    | SaleVoided
    | CardsReturned
    | BlockClosed
    | CardsReplaced
    | ReplacementSold
    | ReplacementClashed
    | ReplacedFreed
)


def decide(command: Command, block: State) -> Decision[Event]:
    """What a command leads to."""
    match command, block:
        case OpenBlock(), Unopened():
            return selling.open_block(command)
        case OpenBlock(), _:
            return Decision()  # it was opened before
        case SellCards(), OnSale() | Closed():
            return selling.sell_cards(command, block)
        case EnterLateSale(), OnSale() | Closed():
            return selling.enter_late_sale(command, block)
        case VoidSale(), OnSale() | Closed():
            return undoing.void_sale(command, block)
        case ReturnCards(), OnSale() | Closed():
            return undoing.return_cards(command, block)
        case CloseBlock(), OnSale() | Closed():
            return closing.close_block(command, block)
        case ReplaceCards(), OnSale() | Closed():
            return replacing.replace_cards(command, block)
        case TakeReplacement(), OnSale() | Closed():
            return replacing.take_replacement(command, block)
        case FreeReplaced(), OnSale() | Closed():
            return replacing.free_replaced(command, block)
    raise TypeError(f"{type(command).__name__} does not come to a block {type(block).__name__}")


_FOLDS = {
    CardsSold: selling.cards_sold,
    LateSaleEntered: selling.late_sale_entered,
    SaleVoided: undoing.sale_voided,
    CardsReturned: undoing.cards_returned,
    BlockClosed: closing.block_closed,
    CardsReplaced: replacing.cards_replaced,
    ReplacementSold: replacing.replacement_sold,
    ReplacementClashed: replacing.replacement_clashed,
    ReplacedFreed: replacing.replaced_freed,
}


def evolve(block: State, event: Event) -> State:
    """The block after an event; checks no rule."""
    if isinstance(event, BlockOpened):
        return selling.block_opened(event)
    return _FOLDS[type(event)](block, event)  # type: ignore[operator,no-any-return]  # by its class


def standing(block: State) -> Standing:
    """How the block stands in lists."""
    match block:
        case OnSale():
            return Standing.IN_PLAY
        case Closed():
            return Standing.ENDED
        case _:
            return Standing.WAITING


BLOCKS: Decider[Command, Event, State] = Decider(
    kind="salesBlocks",
    initial=Unopened(),
    decide=decide,
    evolve=evolve,
    standing=standing,
    anytime=(OpenBlock,),
)
