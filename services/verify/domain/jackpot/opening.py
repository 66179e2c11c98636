"""A jackpot is opened with its seed and the share of receipts that feeds it; each next cycle opens
by itself with what was left of the one before (rule 6.1)."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from services.kernel.approval import Approval, stood_for
from services.kernel.law import Decision, Reason, happened
from services.kernel.money import Money
from services.verify.domain.jackpot.ledger import (
    HOUSE,
    POOL,
    Entry,
    EntryKind,
    Ledger,
    booked,
    carried,
)
from services.verify.domain.jackpot.news import DeclaredGame
from services.verify.domain.jackpot.state import Game, Running
from services.verify.domain.jackpot.terms import Terms, holdable

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


JACKPOT_WORD_TAKEN = Reason(
    "JACKPOT_WORD_TAKEN",
    "{taken} is named by the word {word} already, and its cycles go on under it.",
    "Name the new jackpot by another word.",
)


@dataclass(frozen=True, slots=True)
class OpenJackpot:
    """Open a jackpot in a venue with this `currency`; `word` is what its cycles are named by, and
    `taken` another jackpot that is, or empty."""

    terms: Terms
    word: str
    currency: str
    taken: str
    by: str
    at: datetime
    approval: Approval | None = None


@dataclass(frozen=True, slots=True)
class OpenNextCycle:
    """The cycle before was won; `left` of it is carried over, and `games` play for this one."""

    terms: Terms
    word: str
    number: int
    previous: str
    left: Money
    games: tuple[DeclaredGame, ...]
    at: datetime


@dataclass(frozen=True, slots=True)
class JackpotOpened:
    """A cycle begins. `by` opened the jackpot, or is empty for a cycle that came by itself, for
    which `games` play that were declared before."""

    terms: Terms
    word: str
    number: int
    previous: str
    games: tuple[DeclaredGame, ...]
    entries: tuple[Entry, ...]
    by: str
    at: datetime


def open_jackpot(command: OpenJackpot) -> Decision[JackpotOpened]:
    """The share of receipts is declared before the first of them; the seed is the house's own."""
    terms = command.terms
    stood_for(command.approval)
    if command.taken:
        raise JACKPOT_WORD_TAKEN(taken=command.taken, word=command.word)
    for amount in (terms.seed, terms.most or terms.seed):
        if amount.currency != command.currency:
            raise JACKPOT_IN_OTHER_CURRENCY(currency=command.currency, other=amount.currency)
    if terms.most is not None and terms.most < terms.seed:
        raise MOST_BELOW_SEED(seed=terms.seed.shown, most=terms.most.shown)
    holdable(terms.share, terms.rules)
    seed = tuple(booked(HOUSE, POOL, terms.seed, EntryKind.SEED, command.at))
    return happened(JackpotOpened(terms, command.word, 1, "", (), seed, command.by, command.at))


def open_next_cycle(command: OpenNextCycle) -> Decision[JackpotOpened]:
    """It begins with the seed, and what was left of the one before."""
    terms, at = command.terms, command.at
    entries = (
        *booked(HOUSE, POOL, terms.seed, EntryKind.SEED, at),
        *booked(carried(command.previous), POOL, command.left, EntryKind.CARRIED_OVER, at),
    )
    return happened(
        JackpotOpened(
            terms,
            command.word,
            command.number,
            command.previous,
            command.games,
            entries,
            "",
            at,
        )
    )


def jackpot_opened(event: JackpotOpened) -> Running:
    """It is played for."""
    ledger = Ledger(event.entries)
    games = tuple(Game(each.game, each.session, each.declared) for each in event.games)
    return Running(event.terms, event.word, event.number, event.previous, ledger, games)
