"""How long an item is kept."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime

from services.kernel.law import Decision, Due, Opening, happened
from tests.kit.lost.domain.item.state import Claimed, Ending, Gone, Lying, State


@dataclass(frozen=True, slots=True)
class PassOnItem:
    """Its time may be up."""

    at: datetime


@dataclass(frozen=True, slots=True)
class ItemPassedOn:
    """Nobody wanted it; `opening` opens its mark."""

    at: datetime
    opening: Opening | None


def passing_on(item: State) -> Iterator[Due]:
    """What is to happen by itself while an item is as it is."""
    if isinstance(item, Lying):
        yield Due("pass-on", item.keep_until)


def pass_on_item(command: PassOnItem, item: Lying | Claimed) -> Decision[ItemPassedOn]:
    """What was claimed stays, and so does what is to be kept for longer."""
    if not isinstance(item, Lying) or command.at < item.keep_until:
        return Decision()
    item.mark.reveal()
    return happened(ItemPassedOn(command.at, item.mark.opening))


def item_passed_on(item: Lying, _: ItemPassedOn) -> Gone:
    """It is somebody's who never lost it."""
    return Gone(item.what, item.keep_until, Ending.PASSED_ON, None)
