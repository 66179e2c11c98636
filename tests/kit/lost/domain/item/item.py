"""An item as a decider: which command is decided by which chapter, in which state."""

from __future__ import annotations

from services.kernel.law import Decider, Decision, Reason, Standing
from tests.kit.lost.domain.item import claiming, handing_in, keeping
from tests.kit.lost.domain.item.claiming import ClaimItem, ItemClaimed, ItemReturned, ReturnItem
from tests.kit.lost.domain.item.handing_in import HandInItem, ItemHandedIn
from tests.kit.lost.domain.item.keeping import ItemPassedOn, PassOnItem
from tests.kit.lost.domain.item.state import Claimed, Gone, Lying, State, Unknown

ITEM_GONE = Reason("ITEM_GONE", "The {what} is here no more.", "Look into the book of its day.")

Command = HandInItem | ClaimItem | ReturnItem | PassOnItem
Event = ItemHandedIn | ItemClaimed | ItemReturned | ItemPassedOn


def decide(command: Command, item: State) -> Decision[Event]:
    """What a command leads to."""
    match command, item:
        case HandInItem(), Unknown():
            return handing_in.hand_in_item(command, item)
        case PassOnItem(), Gone():
            return Decision()
        case _, Gone():
            raise ITEM_GONE(what=item.what)
        case ClaimItem(), Lying() | Claimed():
            return claiming.claim_item(command, item)
        case ReturnItem(), Lying() | Claimed():
            return claiming.return_item(command, item)
        case PassOnItem(), Lying() | Claimed():
            return keeping.pass_on_item(command, item)
    raise TypeError(f"{type(command).__name__} does not come to an item {type(item).__name__}")


_FOLDS = {
    ItemHandedIn: handing_in.item_handed_in,
    ItemClaimed: claiming.item_claimed,
    ItemReturned: claiming.item_returned,
    ItemPassedOn: keeping.item_passed_on,
}


def evolve(item: State, event: Event) -> State:
    """The item after an event; checks no rule."""
    return _FOLDS[type(event)](item, event)  # type: ignore[operator,no-any-return]  # by its class


def standing(item: State) -> Standing:
    """How the item stands in lists."""
    match item:
        case Unknown():
            return Standing.WAITING
        case Gone():
            return Standing.ENDED
        case _:
            return Standing.IN_PLAY


ITEMS: Decider[Command, Event, State] = Decider(
    kind="items",
    initial=Unknown(),
    decide=decide,
    evolve=evolve,
    standing=standing,
    creates=(HandInItem,),
    due=keeping.passing_on,
)
