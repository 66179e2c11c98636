"""Awards that count no more, and placings that are open again (3.4, 6.5)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import datetime

from services.kernel.law import clause
from services.tournament.domain.tournament.outcomes import places_of
from services.tournament.domain.tournament.parts import Award, LogKind
from services.tournament.domain.tournament.state import InPlay


@dataclass(frozen=True, slots=True)
class AwardsVoided:
    """These awards count no more; with `reopened` the placings are to be confirmed again."""

    awards: tuple[int, ...]
    reopened: bool
    reason: str
    by: str
    at: datetime


@clause("TBJ-6.5")
def reopens(tournament: InPlay) -> bool:
    """Whether confirmed places are others now, while a prize of a place is not paid yet.

    What was paid stays paid. Once all prizes are, the places stand as they were confirmed.
    """
    unpaid = any(each.due and each.places for each in tournament.awards)
    if not tournament.placings_confirmed or not (unpaid or tournament.goods_pending):
        return False
    now = places_of(tournament)
    return bool(now.tied) or now.placings != tournament.placings


@clause("TBJ-3.4", "TBJ-6.5")
def voided(
    tournament: InPlay, player: int, reason: str, by: str, at: datetime
) -> Iterator[AwardsVoided]:
    """What of the awards counts no more: those of a player who is out, and of places that changed.

    `tournament` is as it stands after that; without a player only places can have changed.
    """
    reopened = reopens(tournament) and not _was_paid(tournament, player)
    numbers = tuple(
        each.award
        for each in tournament.awards
        if each.due and (each.player == player or (reopened and each.places))
    )
    if numbers or reopened:
        yield AwardsVoided(numbers, reopened, reason, by, at)


def awards_voided(tournament: InPlay, event: AwardsVoided) -> InPlay:
    """They are not paid any more, and the log tells why."""
    awards = tuple(
        replace(each, voided=True) if each.award in event.awards else each
        for each in tournament.awards
    )
    now = replace(tournament, awards=awards)
    said = "Awards " + ", ".join(map(str, event.awards)) + " count no more"
    if event.reopened:
        now = replace(now, placings=(), placings_confirmed=False, goods_pending=())
        said = "The placings are open again"
    return now.logged(LogKind.RULING, f"{said}: {event.reason}", event.by, event.at)


def paid_for_places(tournament: InPlay) -> tuple[Award, ...]:
    """The awards of places that were paid before placings were confirmed."""
    return tuple(each for each in tournament.awards if each.paid and each.places)


def _was_paid(tournament: InPlay, player: int) -> bool:
    return any(each.player == player for each in paid_for_places(tournament))
