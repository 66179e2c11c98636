"""What a settlement is at any moment: who has which share, and what has become of each.

Nothing is counted along that could go wrong: what is owed, and what is to be recovered, follows
from what a share comes to now and from what was paid and came back.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import datetime

from services.kernel.money import Money
from services.verify.domain.desk.prizes import OddCents, Payment, PrizeKind, PrizeShare, Stage


@dataclass(frozen=True, slots=True)
class Account:
    """A player's share, and what became of it, in minor units. `wins`: it is among the winning ones
    still. `lapsed` was not collected in time; `written_off` was to be recovered and is given up."""

    share: PrizeShare
    wins: bool
    paid: int = 0
    repaid: int = 0
    written_off: int = 0
    lapsed: int = 0

    @property
    def comes_to(self) -> int:
        """What the player is entitled to."""
        return self.share.amount.minor_units if self.wins and self.share.amount else 0

    @property
    def received(self) -> int:
        """What the player has."""
        return self.paid - self.repaid

    @property
    def owed(self) -> int:
        """What is still to be paid."""
        return max(0, self.comes_to - self.received - self.lapsed)

    @property
    def due(self) -> int:
        """What is to be recovered."""
        return max(0, self.received - self.comes_to - self.written_off)


@dataclass(frozen=True, slots=True)
class Settlement:
    """A prize, divided among the winners of its stage on the call `position`.

    `accounts` are all shares that there ever were, by their numbers. `stands`: it was not reopened
    since its last `round`. `odd_cents` go where `to` says, perhaps to a `jackpot`. What nobody
    collected lapses at `lapses_at`, None for never.
    """

    kind: PrizeKind
    stage: Stage
    title: str
    round: int
    position: int
    prize: Money | None
    odd_cents: Money | None
    to: OddCents
    jackpot: str
    lapses_at: datetime | None
    at: datetime
    accounts: tuple[Account, ...] = ()
    stands: bool = True
    reason: str = ""

    @property
    def shares(self) -> tuple[PrizeShare, ...]:
        """The shares of the winners, in the order of their cards' sale."""
        return tuple(each.share for each in self.accounts if each.wins)

    @property
    def call_outs(self) -> frozenset[int]:
        """The call outs that share."""
        return frozenset(number for each in self.shares for number in each.call_outs)

    def account(self, share: int) -> Account | None:
        """The account of a share."""
        return next((each for each in self.accounts if each.share.share == share), None)

    def with_account(self, account: Account) -> Settlement:
        """The settlement with an account as it is now."""
        number = account.share.share
        accounts = (account if each.share.share == number else each for each in self.accounts)
        return replace(self, accounts=tuple(accounts))


@dataclass(frozen=True, slots=True)
class Paid:
    """A payment: `waits` for a second signature, or was made; `rejected` was never made. Its
    receipt is number `receipt` of the `roll`; 0 until it has one."""

    payment: Payment
    waits: bool
    rejected: bool = False
    roll: str = ""
    receipt: int = 0


Settlements = tuple[Settlement, ...]


def settlement_of(settlements: Settlements, kind: PrizeKind, stage: Stage) -> Settlement | None:
    """The settlement of a stage's prize, or of a jackpot."""
    return next((each for each in settlements if each.kind is kind and each.stage is stage), None)


def with_settlement(settlements: Settlements, settlement: Settlement) -> Settlements:
    """The settlements with one as it is now, or one more."""
    kind, stage = settlement.kind, settlement.stage
    if settlement_of(settlements, kind, stage) is None:
        return (*settlements, settlement)
    return tuple(
        settlement if (each.kind, each.stage) == (kind, stage) else each for each in settlements
    )
