"""Which call outs are one player's: shares are by player, not by card (rule 5.4).

A call out with another name, or with none, is another player's, until a person says otherwise. Two
that bear one name are one player's, until a person says that two players bear it.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import datetime

from services.kernel.law import Decision, Reason, clause, happened
from services.verify.domain.desk.claims import claim_at
from services.verify.domain.desk.state import Desk

ONE_CALL_OUT = Reason(
    "ONE_CALL_OUT",
    "One call out alone is one player's already.",
    "Name two or more call outs.",
    clause="NZB-5.4",
)


@dataclass(frozen=True, slots=True)
class TellPlayers:
    """`by` says that these call outs are the `same` player's, or each another one's."""

    call_outs: tuple[int, ...]
    same: bool
    by: str
    at: datetime


@dataclass(frozen=True, slots=True)
class PlayersTold:
    """These call outs are the `same` player's, or each another one's."""

    call_outs: tuple[int, ...]
    same: bool
    by: str
    at: datetime


@clause("NZB-5.4")
def tell_players(command: TellPlayers, desk: Desk) -> Decision[PlayersTold]:
    """Who is one player is for the people in the hall to say."""
    numbers = tuple(sorted(set(command.call_outs)))
    if len(numbers) < 2:
        raise ONE_CALL_OUT()
    for number in numbers:
        claim_at(desk, number)
    event = PlayersTold(numbers, command.same, command.by, command.at)
    told = players_told(desk, event)
    if (told.same, told.apart) == (desk.same, desk.apart):
        return Decision()
    return happened(event)


def players_told(desk: Desk, event: PlayersTold) -> Desk:
    """They share as one, or each for itself."""
    numbers = frozenset(event.call_outs)
    if event.same:
        return replace(desk, same=joined(desk.same, numbers), apart=desk.apart - numbers)
    left = (each - numbers for each in desk.same)
    groups = tuple(each for each in left if len(each) > 1)
    return replace(desk, same=groups, apart=desk.apart | numbers)


def of_one_name(desk: Desk, call_outs: frozenset[int]) -> Desk:
    """Call outs that bear one name are one player's, but for those of whom it was said that they
    are not."""
    numbers = call_outs - desk.apart
    return replace(desk, same=joined(desk.same, numbers)) if len(numbers) > 1 else desk


def player_of(desk: Desk, call_out: int) -> frozenset[int]:
    """All call outs of the player who made one."""
    own = frozenset({call_out})
    return next((each for each in desk.same if call_out in each), own)


def joined(
    groups: tuple[frozenset[int], ...], numbers: frozenset[int]
) -> tuple[frozenset[int], ...]:
    """The groups, with these numbers in one."""
    together = numbers.union(*(each for each in groups if each & numbers))
    others = (each for each in groups if not each & numbers)
    return tuple(sorted((*others, together), key=min))
