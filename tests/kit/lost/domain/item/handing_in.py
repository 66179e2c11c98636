"""How an item is handed in."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from services.kernel.law import Decision, Reason, Secret, happened
from tests.kit.lost.domain.item.state import Lying, Unknown

WRONG_DAY = Reason(
    "WRONG_DAY",
    "An item that is handed in on {today} cannot be put down to {day}.",
    "Give it an id that begins with the gaming day.",
)
NOT_KEPT = Reason(
    "NOT_KEPT",
    "The {what} would be passed on at once.",
    "Say until when it is to be kept.",
)


@dataclass(frozen=True, slots=True)
class HandInItem:
    """Take an item in. `day` is that of its id, `today` the gaming day, both "2026-11-29"."""

    what: str
    mark: str
    keep_until: datetime
    day: str
    today: str
    at: datetime


@dataclass(frozen=True, slots=True)
class ItemHandedIn:
    """An item was taken in; its mark is sealed."""

    what: str
    mark: Secret[str]
    keep_until: datetime
    at: datetime


def hand_in_item(command: HandInItem, _: Unknown) -> Decision[ItemHandedIn]:
    """An item is put down to the day on which it was handed in, and kept for a while."""
    if command.day != command.today:
        raise WRONG_DAY(day=command.day, today=command.today)
    if command.keep_until <= command.at:
        raise NOT_KEPT(what=command.what)
    mark = Secret(command.mark)
    return happened(ItemHandedIn(command.what, mark, command.keep_until, command.at))


def item_handed_in(_: Unknown, event: ItemHandedIn) -> Lying:
    """It lies here."""
    return Lying(event.what, event.keep_until, event.mark)
