"""The places of a tournament: winner, runner-up, and those after them (6.5 to 6.7)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from services.kernel.law import clause
from services.tournament.domain.tournament.advancing import Scores
from services.tournament.domain.tournament.conditions_state import (
    BehindSurvivor,
    LaterPlaces,
    Readings,
)
from services.tournament.domain.tournament.parts import Placing


@dataclass(frozen=True, slots=True)
class Places:
    """Who has which place, and who has to play off before more of them are known."""

    placings: tuple[Placing, ...]
    tied: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class _Found:
    """One player, or those who are still tied; `by` is the play-off that told them apart."""

    player: int | None
    tied: tuple[int, ...] = ()
    by: int | None = None


@clause("TBJ-6.5", "TBJ-6.6")
def find_places(
    final: Scores, playoffs: tuple[Scores, ...], provided: int, readings: Readings
) -> Places:
    """The places that the conditions provide for, by the final session and its play-offs.

    The winner has the most chips of the final, or wins the play-off of those who have; the
    runner-up the most after the winner, there or in that play-off, or wins another play-off.
    """
    if not final.chips or not provided:
        return Places(())
    winner = _first(final, tuple(final.chips), playoffs)
    if winner.player is None:
        return Places((), winner.tied)
    placings: tuple[Placing, ...] = (Placing(1, (winner.player,)),)
    if provided == 1:
        return Places(placings)
    second = _runner_up(final, playoffs, winner, readings)
    if second.tied:
        return Places(placings, second.tied)
    if second.player is not None:
        placings += (Placing(2, (second.player,)),)
    placed = {winner.player, second.player}
    others = tuple(player for player in final.chips if player not in placed)
    return Places(placings + _later(others, final, playoffs, provided, readings))


def _runner_up(
    final: Scores, playoffs: tuple[Scores, ...], winner: _Found, readings: Readings
) -> _Found:
    """Most chips after the winner, in the play-off that the winner won, or else in the final."""
    if winner.by is None:
        base, later = final, playoffs
    else:
        base, later = playoffs[winner.by], playoffs[winner.by + 1 :]
    candidates = tuple(p for p in base.chips if p != winner.player and p in final.chips)
    if not candidates:
        return _Found(None)
    behind_survivor = winner.by is None and all(
        p in final.eliminated and not final.chips[p] for p in candidates
    )
    if behind_survivor and readings.behind_survivor is BehindSurvivor.NOBODY:
        return _Found(None)
    return _first(base, candidates, later)


@clause("TBJ-1.0-playoff", "TBJ-6.6")
def _first(scores: Scores, players: Iterable[int], playoffs: tuple[Scores, ...]) -> _Found:
    """Who of these has the most chips; equals are told apart by the play-offs between them."""
    group, by = scores.groups(players)[0], None
    for number, each in enumerate(playoffs):
        if len(group) > 1 and set(group) <= set(each.chips):
            group, by = each.groups(group)[0], number
    return _Found(group[0], by=by) if len(group) == 1 else _Found(None, group)


@clause("TBJ-6.7")
def _later(
    players: tuple[int, ...],
    final: Scores,
    playoffs: tuple[Scores, ...],
    provided: int,
    readings: Readings,
) -> tuple[Placing, ...]:
    """The places after the runner-up's: by the last play-off, the ones before it, then the final.

    Who took part in a play-off stands before who did not. By the other reading the final is read
    first. Equal in all of them is equal. Without a runner-up that place has nobody.
    """
    order = (*reversed(playoffs), final)
    if readings.later_places is LaterPlaces.FINAL_FIRST:
        order = (final, *playoffs)

    def by_chips(player: int) -> tuple[tuple[bool, bool, int], ...]:
        return tuple(
            (True, *each.rank(player)) if player in each.chips else (False, False, 0)
            for each in order
        )

    placings: list[Placing] = []
    place = 3
    ranked: dict[tuple[tuple[bool, bool, int], ...], list[int]] = {}
    for player in players:
        ranked.setdefault(by_chips(player), []).append(player)
    for rank in sorted(ranked, reverse=True):
        if place > provided:
            break
        placings.append(Placing(place, tuple(sorted(ranked[rank]))))
        place += len(ranked[rank])
    return tuple(placings)
