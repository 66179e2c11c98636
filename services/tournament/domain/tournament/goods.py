"""Goods that cannot be divided, and goods and services that were added (3.4, 6.8)."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import datetime

from services.kernel.law import Decision, Reason, clause, happened
from services.tournament.domain.tournament.parts import Added, Award, Kind, LogKind
from services.tournament.domain.tournament.staff import by_the_director
from services.tournament.domain.tournament.state import InPlay, Tournament

NOTHING_TO_DECIDE = Reason(
    "NOTHING_TO_DECIDE",
    "No goods of {what} wait for a decision about player {player}.",
    "Look up which goods are shared or were added, and who may have them.",
    clause="TBJ-6.8",
)


@dataclass(frozen=True, slots=True)
class DecideGoods:
    """Give goods that several share to one of them, or goods that were `added`, by number."""

    place: int
    added: int
    player: int
    reason: str
    by: str
    at: datetime


@dataclass(frozen=True, slots=True)
class GoodsDecided:
    """Shared goods go to one of those who share, or goods that were `added` to a player."""

    place: int
    added: int
    award: Award
    reason: str
    by: str
    at: datetime


@clause("TBJ-6.8")
def decide_goods(command: DecideGoods, tournament: InPlay) -> Decision[GoodsDecided]:
    """Goods that cannot be divided go to one of those who share them, for a reason on record.

    Goods and services that were added, and stand in no place's prize, go to a player likewise.
    """
    by_the_director(tournament, command.by)
    goods = _goods_for(command, tournament)
    if not goods:
        what = f"place {command.place}" if command.place else f"addition {command.added}"
        raise NOTHING_TO_DECIDE(what=what, player=command.player)
    number = len(tournament.awards) + 1
    places = (command.place,) if command.place else ()
    award = Award(number, command.player, places, 0, goods, paid=False)
    about = (command.reason, command.by, command.at)
    return happened(GoodsDecided(command.place, command.added, award, *about))


def _goods_for(command: DecideGoods, tournament: InPlay) -> str:
    """What is to be decided on and can be the player's; nothing when there is no such thing."""
    if command.player in tournament.out or not tournament.placings_confirmed:
        return ""
    for each in tournament.goods_pending:
        if each.place == command.place and command.player in each.players:
            return each.goods
    for added in undecided(tournament):
        if added.number == command.added and tournament.entry(command.player):
            return added.what
    return ""


@clause("TBJ-3.4")
def undecided(tournament: Tournament) -> tuple[Added, ...]:
    """The goods and services that were added and are nobody's yet."""
    return tuple(e for e in tournament.added if e.kind is not Kind.CASH and not e.player)


def goods_decided(tournament: InPlay, event: GoodsDecided) -> InPlay:
    """They are one player's."""
    pending = tuple(e for e in tournament.goods_pending if e.place != event.place)
    added = tuple(
        replace(each, player=event.award.player) if each.number == event.added else each
        for each in tournament.added
    )
    awards = (*tournament.awards, event.award)
    decided = replace(tournament, goods_pending=pending, added=added, awards=awards)
    of = f"place {event.place}" if event.place else f"addition {event.added}"
    text = f"{event.award.goods} of {of} to player {event.award.player}"
    players = (event.award.player,)
    return decided.logged(LogKind.RULING, f"{text}: {event.reason}", event.by, event.at, players)
