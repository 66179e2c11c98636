"""Prizes: value added, placings confirmed, awards decided and paid, the books closed (3.4, 6.8)."""

from __future__ import annotations

import bisect
from dataclasses import dataclass, replace
from datetime import datetime

from services.kernel.law import Decision, Reason, clause, happened
from services.kernel.money import Money
from services.tournament.domain.tournament.conditions_state import OddCents
from services.tournament.domain.tournament.outcomes import places_of
from services.tournament.domain.tournament.parts import (
    Added,
    Award,
    GoodsPending,
    Kind,
    Placing,
    SessionState,
)
from services.tournament.domain.tournament.pool import distributable, pool_of
from services.tournament.domain.tournament.reopening import paid_for_places
from services.tournament.domain.tournament.sessions import PLACES_CONFIRMED
from services.tournament.domain.tournament.sharing import Shared, amounts, outstanding, share
from services.tournament.domain.tournament.staff import by_the_director
from services.tournament.domain.tournament.starting import TablesClosed, closing
from services.tournament.domain.tournament.state import (
    Cancelled,
    InPlay,
    Open,
    Tournament,
)

VALUE_UNCLEAR = Reason(
    "VALUE_UNCLEAR",
    "It is not clear what is added: {what}.",
    "Give an amount for cash, and only for cash.",
    clause="TBJ-3.4",
)
FINAL_NOT_OVER = Reason(
    "FINAL_NOT_OVER",
    "The places are not known yet: {why}.",
    "Places come from the final session and its play-offs; finish them first.",
    clause="TBJ-6.5",
)
PLAYOFF_NEEDED = Reason(
    "PLAYOFF_NEEDED",
    "Players {players} hold equal chips, and a play-off decides between them.",
    "The director calls the play-off; winner and runner-up are never shared or drawn.",
    clause="TBJ-6.6",
)
POOL_TOO_SMALL = Reason(
    "POOL_TOO_SMALL",
    "The prizes come to {prizes}, and {free} is there for them: {missing} is missing.",
    "Add that much cash to the prizes, then confirm again.",
    clause="TBJ-3.4",
)
NO_SUCH_AWARD = Reason(
    "NO_SUCH_AWARD",
    "The tournament has no award {award}.",
    "Look up the award's number; there are none before the placings are confirmed.",
)
AWARD_PAID = Reason(
    "AWARD_PAID",
    "Award {award} was paid before.",
    "Nothing is paid twice.",
    clause="TBJ-3.4",
)
AWARD_VOIDED = Reason(
    "AWARD_VOIDED",
    "Award {award} counts no more; the director's log tells why.",
    "Pay the awards that stand, or confirm the placings again.",
    clause="TBJ-3.4",
)


@dataclass(frozen=True, slots=True)
class AddValue:
    """Add cash, goods or services to the prizes."""

    kind: Kind
    cash: Money | None
    what: str
    by: str
    at: datetime


@dataclass(frozen=True, slots=True)
class ConfirmPlacings:
    """Make the placings final."""

    by: str
    at: datetime


@dataclass(frozen=True, slots=True)
class PayPrize:
    """Pay an award."""

    award: int
    by: str
    at: datetime


@dataclass(frozen=True, slots=True)
class ValueAdded:
    """The operator added to the prizes."""

    number: int
    kind: Kind
    cash: int
    what: str
    by: str
    at: datetime


@dataclass(frozen=True, slots=True)
class PlacingsConfirmed:
    """The places are final, and these are the awards."""

    placings: tuple[Placing, ...]
    awards: tuple[Award, ...]
    goods_pending: tuple[GoodsPending, ...]
    topped_up: int
    by: str
    at: datetime


@dataclass(frozen=True, slots=True)
class PrizePaid:
    """An award was paid, its goods handed over."""

    award: int
    by: str
    at: datetime


Awarding = InPlay | Cancelled


@clause("TBJ-3.4")
def add_value(command: AddValue, tournament: Open | InPlay) -> Decision[ValueAdded]:
    """The operator may add cash, goods or services."""
    cash = command.cash.minor_units if command.cash else 0
    if command.cash and command.cash.currency != tournament.currency:
        raise VALUE_UNCLEAR(what=f"prizes here are in {tournament.currency}")
    if (command.kind is Kind.CASH) != bool(cash):
        amount = command.cash.shown if command.cash else "no amount"
        raise VALUE_UNCLEAR(what=f"{command.kind.name.lower()} with {amount}")
    number = len(tournament.added) + 1
    added = ValueAdded(number, command.kind, cash, command.what, command.by, command.at)
    return happened(added)


def value_added(tournament: Open | InPlay, event: ValueAdded) -> Open | InPlay:
    """There is more to win."""
    added = Added(event.number, event.kind, event.cash, event.what)
    return replace(tournament, added=(*tournament.added, added))


@clause("TBJ-6.5", "TBJ-6.6", "TBJ-6.7", "TBJ-6.8", "TBJ-3.4")
def confirm_placings(
    command: ConfirmPlacings, tournament: InPlay
) -> Decision[PlacingsConfirmed | TablesClosed]:
    """The final and its play-offs say who has which place; the conditions what it is worth."""
    by_the_director(tournament, command.by)
    if tournament.placings_confirmed:
        raise PLACES_CONFIRMED()
    _all_is_played(tournament)
    places = places_of(tournament)
    if places.tied:
        raise PLAYOFF_NEEDED(players=", ".join(map(str, places.tied)))
    shared = shared_out(tournament, places.placings)
    free = pool_of(tournament).free + shared.topped_up
    if shared.cash > free:
        missing = sufficing(tournament, places.placings)
        shown = (Money(tournament.currency, each).shown for each in (shared.cash, free, missing))
        prizes, there, more = shown
        raise POOL_TOO_SMALL(prizes=prizes, free=there, missing=more)
    confirmed = PlacingsConfirmed(
        places.placings,
        shared.awards,
        shared.pending,
        shared.topped_up,
        command.by,
        command.at,
    )
    after = placings_confirmed(tournament, confirmed)
    return happened(confirmed, *closing(tournament, after, command.at))


def shared_out(tournament: InPlay, placings: tuple[Placing, ...], more: int = 0) -> Shared:
    """What everybody who has a place is still to get, were there so many cents `more`.

    What was paid for a place before the placings were opened again counts towards it; what went
    to who has no place now is gone.
    """
    paid = paid_for_places(tournament)
    placed = {player for each in placings for player in each.players}
    gone = sum(each.cash for each in paid if each.player not in placed)
    prizes = tournament.conditions.prizes
    cash = amounts(prizes, distributable(tournament) - gone + more)
    odd_cents = tournament.readings.odd_cents or OddCents.ROUND_UP
    return outstanding(share(placings, prizes, cash, odd_cents), paid)


def sufficing(tournament: InPlay, placings: tuple[Placing, ...]) -> int:
    """The least cash that has to be added so that all prizes can be paid, in cents."""
    free = pool_of(tournament).free

    def enough(more: int) -> bool:
        shared = shared_out(tournament, placings, more)
        return shared.cash <= free + shared.topped_up + more

    most = 1
    while not enough(most):
        most *= 2
    return bisect.bisect_left(range(most), True, key=enough)


def placings_confirmed(tournament: InPlay, event: PlacingsConfirmed) -> InPlay:
    """The prizes are awarded; what the operator tops up is cash added."""
    added = tournament.added
    if event.topped_up:
        number = len(added) + 1
        added = (*added, Added(number, Kind.CASH, event.topped_up, "odd cents of shared prizes"))
    return replace(
        tournament,
        placings=event.placings,
        placings_confirmed=True,
        closed_through=len(tournament.sessions),
        awards=(*tournament.awards, *_numbered(tournament, event.awards)),
        goods_pending=event.goods_pending,
        added=added,
    )


@clause("TBJ-3.4")
def pay_prize(command: PayPrize, tournament: Awarding) -> Decision[PrizePaid]:
    """An award is paid, once, while it stands."""
    award = next((e for e in tournament.awards if e.award == command.award), None)
    if award is None:
        raise NO_SUCH_AWARD(award=command.award)
    if award.paid:
        raise AWARD_PAID(award=command.award)
    if award.voided:
        raise AWARD_VOIDED(award=command.award)
    return happened(PrizePaid(command.award, command.by, command.at))


def prize_paid(tournament: Awarding, event: PrizePaid) -> Awarding:
    """It is paid."""
    awards = tuple(
        replace(each, paid=True) if each.award == event.award else each
        for each in tournament.awards
    )
    return replace(tournament, awards=awards)


def _all_is_played(tournament: Tournament) -> None:
    finals = [
        each
        for each in tournament.of_stage(tournament.final_stage)
        if each.state is not SessionState.VOID
    ]
    if not finals or finals[0].state is not SessionState.COMPLETED:
        raise FINAL_NOT_OVER(why="the final session is not over")
    for each in tournament.sessions:
        if each.state in (SessionState.SEATED, SessionState.STARTED):
            raise FINAL_NOT_OVER(clause="TBJ-6.7", why=f"session {each.session} is not over")


def _numbered(tournament: Tournament, awards: tuple[Award, ...]) -> tuple[Award, ...]:
    before = len(tournament.awards)
    return tuple(replace(each, award=before + each.award) for each in awards)
