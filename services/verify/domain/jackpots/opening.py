"""A jackpot is opened with its seed and the share of receipts that feeds it; each next cycle opens
by itself with what was left of the one before (rule 6.1)."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from services.kernel.law import Decision, Reason, clause, happened
from services.kernel.money import Money
from services.verify.domain.jackpots.ledger import (
    HOUSE,
    POOL,
    Entry,
    EntryKind,
    Ledger,
    booked,
    carried,
)
from services.verify.domain.jackpots.state import Running
from services.verify.domain.jackpots.terms import WHOLE, JackpotRules, Terms

SHARE_TOO_HIGH = Reason(
    "SHARE_TOO_HIGH",
    "{share} of the receipts would be held for the jackpot; {most} is the most.",
    "Hold a smaller share.",
    clause="NZB-6.1",
)
JACKPOT_IN_OTHER_CURRENCY = Reason(
    "JACKPOT_IN_OTHER_CURRENCY",
    "Jackpots are in {currency} here, not in {other}.",
    "Give the amounts in the venue's currency.",
)
MOST_BELOW_SEED = Reason(
    "MOST_BELOW_SEED",
    "The jackpot begins with {seed}, and {most} would be the most that is paid.",
    "Let at least the seed be paid.",
)


@dataclass(frozen=True, slots=True)
class OpenJackpot:
    """Open a jackpot in a venue with this `currency`; `word` is what its cycles are named by."""

    terms: Terms
    word: str
    currency: str
    by: str
    at: datetime


@dataclass(frozen=True, slots=True)
class OpenNextCycle:
    """The cycle before was won; `left` of it is carried over."""

    terms: Terms
    word: str
    number: int
    previous: str
    left: Money
    at: datetime


@dataclass(frozen=True, slots=True)
class JackpotOpened:
    """A cycle begins. `by` opened the jackpot, or is empty for a cycle that came by itself."""

    terms: Terms
    word: str
    number: int
    previous: str
    entries: tuple[Entry, ...]
    by: str
    at: datetime


def open_jackpot(command: OpenJackpot) -> Decision[JackpotOpened]:
    """The share of receipts is declared before the first of them; the seed is the house's own."""
    terms = command.terms
    for amount in (terms.seed, terms.most or terms.seed):
        if amount.currency != command.currency:
            raise JACKPOT_IN_OTHER_CURRENCY(currency=command.currency, other=amount.currency)
    if terms.most is not None and terms.most < terms.seed:
        raise MOST_BELOW_SEED(seed=terms.seed.shown, most=terms.most.shown)
    holdable(terms.share, terms.rules)
    seed = tuple(booked(HOUSE, POOL, terms.seed, EntryKind.SEED, command.at))
    return happened(JackpotOpened(terms, command.word, 1, "", seed, command.by, command.at))


def open_next_cycle(command: OpenNextCycle) -> Decision[JackpotOpened]:
    """It begins with the seed, and what was left of the one before."""
    terms, at = command.terms, command.at
    entries = (
        *booked(HOUSE, POOL, terms.seed, EntryKind.SEED, at),
        *booked(carried(command.previous), POOL, command.left, EntryKind.CARRIED_OVER, at),
    )
    opened = JackpotOpened(terms, command.word, command.number, command.previous, entries, "", at)
    return happened(opened)


@clause("NZB-6.1")
def holdable(share: int, rules: JackpotRules) -> None:
    """A part of the gross receipts may be held, and no more than the profile allows."""
    if share > rules.most_share:
        law = SHARE_TOO_HIGH.clause if rules.law in SHARE_TOO_HIGH.clause else ""
        raise SHARE_TOO_HIGH(share=percent(share), most=percent(rules.most_share), clause=law)


def percent(share: int) -> str:
    """Basis points as people read them: "12.5 %"."""
    whole, part = divmod(share * 100, WHOLE)
    decimals = f".{part // 100:02}".rstrip("0").rstrip(".") if part else ""
    return f"{whole}{decimals} %"


def jackpot_opened(event: JackpotOpened) -> Running:
    """It is played for."""
    ledger = Ledger(event.entries)
    return Running(event.terms, event.word, event.number, event.previous, ledger)
