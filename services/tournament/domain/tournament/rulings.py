"""Rulings: on a tally that play rests on, and on money that is nobody's (3.4, 6.4)."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import datetime

from services.kernel.law import Decision, Reason, clause, happened
from services.kernel.money import Money
from services.tournament.domain.terms import TableEnd
from services.tournament.domain.tournament.entries import entry_of
from services.tournament.domain.tournament.outcomes import correctable, resting_on, table_of
from services.tournament.domain.tournament.parts import Award, EntryStatus, LogKind, TableResult
from services.tournament.domain.tournament.pool import pool_of
from services.tournament.domain.tournament.reopening import AwardsVoided, voided
from services.tournament.domain.tournament.staff import by_the_director
from services.tournament.domain.tournament.state import Cancelled, InPlay

CORRECT_INSTEAD = Reason(
    "CORRECT_INSTEAD",
    "Nothing rests on the tally of table {table} in session {session} yet.",
    "Correct the tally at the table instead of ruling on it.",
    clause="TBJ-6.1",
)
NO_RESULT = Reason(
    "NO_RESULT",
    "Table {table} of session {session} has no tally of player {player}.",
    "Look up the table's result.",
    clause="TBJ-6.1",
)
NOT_FREE = Reason(
    "NOT_FREE",
    "{amount} cannot be decided on: of what is held, {free} is nobody's yet.",
    "Refunds that are due, fees of applicants and prizes awarded are not to be ruled away.",
    clause="TBJ-3.4",
)
PLACINGS_OPEN = Reason(
    "PLACINGS_OPEN",
    "Nothing of the pool is given away before the placings are confirmed.",
    "Confirm the placings, or have the director rule that there is no final.",
    clause="TBJ-3.4",
)
NO_WINNINGS = Reason(
    "NO_WINNINGS",
    "Entry {player} is {status}, and the pool is for players who take part.",
    "Decide for a player who was neither withdrawn nor disqualified.",
    clause="TBJ-3.4",
)

Awarding = InPlay | Cancelled


@dataclass(frozen=True, slots=True)
class RuleOnResult:
    """Rule that a player held other chips than were tallied."""

    session: int
    table: int
    player: int
    chips: int
    reason: str
    by: str
    at: datetime


@dataclass(frozen=True, slots=True)
class RuleOnHeld:
    """Give money that is nobody's yet to a player."""

    player: int
    amount: Money
    reason: str
    by: str
    at: datetime


@dataclass(frozen=True, slots=True)
class ResultRuled:
    """Chips are ruled to have been others; `affected` are all whose standing rests on it."""

    session: int
    table: int
    player: int
    was: int
    chips: int
    reason: str
    affected: tuple[int, ...]
    by: str
    at: datetime


@dataclass(frozen=True, slots=True)
class HeldMoneyRuled:
    """Money that was held goes to a player."""

    award: Award
    reason: str
    by: str
    at: datetime


@clause("TBJ-6.4", "TBJ-1.0-director")
def rule_on_result(
    command: RuleOnResult, tournament: InPlay
) -> Decision[ResultRuled | AwardsVoided]:
    """Once play rests on a tally, the director rules; who went on stays, those affected are told.

    They are the players of the table and of every session that rests on it. Where it changes who
    is placed, and prizes are not paid yet, the placings are open again.
    """
    by_the_director(tournament, command.by)
    session, table = table_of(tournament, command.session, command.table)
    was = table.result.chips_of(command.player) if table.result else None
    if was is None:
        raise NO_RESULT(session=command.session, table=command.table, player=command.player)
    if correctable(tournament, command.session, command.table):
        raise CORRECT_INSTEAD(session=command.session, table=command.table)
    if was == command.chips:
        return Decision()
    affected = set(table.players)
    for each in resting_on(tournament, session, command.table):
        affected |= set(each.players)
    about = (command.by, command.at)
    ruled = ResultRuled(
        command.session,
        command.table,
        command.player,
        was,
        command.chips,
        command.reason,
        tuple(sorted(affected)),
        *about,
    )
    why = f"the tally of player {command.player} in session {command.session} is ruled on"
    return happened(ruled, *voided(result_ruled(tournament, ruled), 0, why, *about))


def result_ruled(tournament: InPlay, event: ResultRuled) -> InPlay:
    """The tally is as ruled, who goes on stays, and the ruling is in the log."""
    session, table = table_of(tournament, event.session, event.table)
    if table.result is None:
        raise TypeError(f"table {event.table} of session {event.session} has no result")
    tallies = tuple(
        replace(each, chips=event.chips) if each.player == event.player else each
        for each in table.result.tallies
    )
    result = still_remaining(replace(table.result, tallies=tallies), table.terms.min_wager)
    changed = replace(table, result=result)
    ruled = tournament.with_session(session.with_table(changed))
    text = (
        f"Player {event.player} is ruled to have held {event.chips} chips at table {event.table}, "
        f"session {event.session}, not {event.was}: {event.reason}"
    )
    return ruled.logged(LogKind.RULING, text, event.by, event.at, event.affected)


@clause("TBJ-4.10(a)", "TBJ-4.10(b)")
def still_remaining(result: TableResult, minimum: int) -> TableResult:
    """Nobody plays off under 4.10 where one of the remaining could have wagered after all."""
    if all((result.chips_of(player) or 0) < minimum for player in result.remaining):
        return result
    return replace(result, end=TableEnd.LENGTH, remaining=())


@clause("TBJ-3.4")
def rule_on_held(command: RuleOnHeld, tournament: Awarding) -> Decision[HeldMoneyRuled]:
    """What is held and nobody's goes to a player, by a decision on record.

    Of a tournament in play that is the director's, once play is over and the places are known.
    """
    if isinstance(tournament, InPlay):
        by_the_director(tournament, command.by)
        if not tournament.placings_confirmed:
            raise PLACINGS_OPEN()
    entry = entry_of(tournament, command.player)
    if entry.status is not EntryStatus.ACCEPTED:
        raise NO_WINNINGS(player=command.player, status=entry.status.name.lower())
    free = pool_of(tournament).free
    amount = command.amount
    ours = amount.currency == tournament.currency
    if not ours or not 0 < amount.minor_units <= free:
        there = Money(tournament.currency, free).shown
        raise NOT_FREE(amount=amount.shown, free=there)
    number = len(tournament.awards) + 1
    award = Award(number, command.player, (), amount.minor_units, "", paid=False)
    return happened(HeldMoneyRuled(award, command.reason, command.by, command.at))


def held_money_ruled(tournament: Awarding, event: HeldMoneyRuled) -> Awarding:
    """It is awarded."""
    ruled = replace(tournament, awards=(*tournament.awards, event.award))
    amount = Money(tournament.currency, event.award.cash).shown
    text = f"{amount} of the pool to player {event.award.player}: {event.reason}"
    return ruled.logged(LogKind.RULING, text, event.by, event.at, (event.award.player,))
