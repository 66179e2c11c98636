"""How an item is claimed, and returned to who claimed it."""

from __future__ import annotations

from dataclasses import dataclass

from services.kernel.law import Decision, Opening, Reason, happened
from tests.kit.lost.domain.item.state import Claimed, Ending, Gone, Lying

NOT_ITS_MARK = Reason(
    "NOT_ITS_MARK",
    "That is not how the {what} is marked.",
    "Keep it until somebody names its mark.",
)
CLAIMED_BEFORE = Reason(
    "CLAIMED_BEFORE",
    "Somebody else has claimed the {what}.",
    "Leave it to the two of them, and return it to nobody until then.",
)
NOT_CLAIMED = Reason(
    "NOT_CLAIMED",
    "Nobody has claimed the {what}.",
    "Ask how it is marked first.",
)


@dataclass(frozen=True, slots=True)
class ClaimItem:
    """Somebody says that it is theirs, and how it is marked."""

    mark: str
    claimant: str


@dataclass(frozen=True, slots=True)
class ItemClaimed:
    """Somebody named its mark; `opening` proves that it was marked so when it came."""

    claimant: str
    mark: str
    opening: Opening | None


@dataclass(frozen=True, slots=True)
class ReturnItem:
    """Give it back."""

    by: str


@dataclass(frozen=True, slots=True)
class ItemReturned:
    """Its owner has it."""

    by: str


def claim_item(command: ClaimItem, item: Lying | Claimed) -> Decision[ItemClaimed]:
    """An item is claimed by naming its mark. Who names another is kept on record."""
    if isinstance(item, Claimed):
        raise CLAIMED_BEFORE(what=item.what)
    mark = item.mark.reveal()
    if command.mark.strip().lower() != mark.lower():
        return Decision(refusal=NOT_ITS_MARK(what=item.what))
    return happened(ItemClaimed(command.claimant, mark, item.mark.opening))


def item_claimed(item: Lying, event: ItemClaimed) -> Claimed:
    """It waits for its owner."""
    return Claimed(item.what, item.keep_until, event.claimant)


def return_item(command: ReturnItem, item: Lying | Claimed) -> Decision[ItemReturned]:
    """Only what was claimed is given away."""
    if not isinstance(item, Claimed):
        raise NOT_CLAIMED(what=item.what)
    return happened(ItemReturned(command.by))


def item_returned(item: Claimed, _: ItemReturned) -> Gone:
    """It is its owner's again."""
    return Gone(item.what, item.keep_until, Ending.RETURNED, item.claimant)
