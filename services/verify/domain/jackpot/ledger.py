"""A jackpot's money, twice on record: what leaves one account comes into another, so that it
balances after every commit and each cent can be followed from receipt to prize.

| account | what it stands for |
| --- | --- |
| `house` | the operator's own money: seeds, and what is made up or written off |
| `receipts:<game>` | what players paid for the cards of a game; negative: held from there |
| `odd:<game>/<stage>` | the prize of a stage; negative: what did not divide came from there |
| `carried:<cycle>` | another cycle; negative: it came from there |
| `pool` | what is played for |
| `prize:<game>` | what a game has won, as far as it is not divided |
| `payable:<game>/<share>` | a player's share; negative: more was paid than is owed |
| `players` | what players were paid |

Only `pool` and `prize` hold what nobody has a claim to, and never less than nothing.
"""

from __future__ import annotations

import enum
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from datetime import datetime

from services.kernel.money import Money

HOUSE, POOL, PLAYERS = "house", "pool", "players"


class EntryKind(enum.Enum):
    """Why money was booked from one account to another."""

    SEED = 1
    HELD = 2
    GIVEN_BACK = 3
    ODD_CENTS = 4
    CARRIED_OVER = 5
    WON = 6
    SHARED = 7
    PAID = 8
    MADE_UP = 9
    REPAID = 10
    WRITTEN_OFF = 11
    LAPSED = 12


@dataclass(frozen=True, slots=True)
class Entry:
    """An amount above nothing that was booked from the account `source` to `target`."""

    source: str
    target: str
    amount: Money
    kind: EntryKind
    at: datetime


@dataclass(frozen=True, slots=True)
class Ledger:
    """Every entry, in order."""

    entries: tuple[Entry, ...] = ()

    def add(self, entries: Iterable[Entry]) -> Ledger:
        """The ledger with more entries."""
        return replace(self, entries=(*self.entries, *entries))

    def balances(self) -> dict[str, int]:
        """What is in each account, in minor units; all of them together are nothing."""
        found: dict[str, int] = {}
        for entry in self.entries:
            cents = entry.amount.minor_units
            found[entry.source] = found.get(entry.source, 0) - cents
            found[entry.target] = found.get(entry.target, 0) + cents
        return found

    def balance(self, account: str) -> int:
        """What is in an account, in minor units."""
        return self.balances().get(account, 0)


def receipts(game: str) -> str:
    """The account of what was taken for a game."""
    return f"receipts:{_id(game)}"


def odd(game: str, stage: str) -> str:
    """The account of what did not divide of a stage's prize."""
    return f"odd:{_id(game)}/{stage}"


def carried(cycle: str) -> str:
    """The account of another cycle."""
    return f"carried:{_id(cycle)}"


def prize(game: str) -> str:
    """The account of what a game has won."""
    return f"prize:{_id(game)}"


def payable(game: str, share: int) -> str:
    """The account of a player's share."""
    return f"payable:{_id(game)}/{share}"


def booked(
    source: str, target: str, amount: Money, kind: EntryKind, at: datetime
) -> Iterator[Entry]:
    """One entry; of an amount below nothing the other way round, of nothing none."""
    if amount.minor_units > 0:
        yield Entry(source, target, amount, kind, at)
    elif amount.minor_units < 0:
        yield Entry(target, source, amount.of(-amount.minor_units), kind, at)


def _id(name: str) -> str:
    """An account bears the id of a game or cycle of the same venue, and the whole name of another
    venue's."""
    return name.rpartition("/")[2]
