"""Who goes on from a table: the most chips, play-offs where it has to be known (6.2 to 6.4)."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass

from services.kernel.law import clause
from services.tournament.domain.terms import TallyStatus
from services.tournament.domain.tournament.conditions_state import BehindSurvivor
from services.tournament.domain.tournament.parts import (
    EntryStatus,
    Session,
    SessionState,
    TableOfSession,
    TableResult,
)
from services.tournament.domain.tournament.state import Tournament

Groups = tuple[tuple[int, ...], ...]


@dataclass(frozen=True, slots=True)
class Scores:
    """What a session left at a table: chips by player, of those who still have a place.

    `remaining` are those whom 4.10 gives a play-off; `eliminated` lost all before the end.
    """

    chips: Mapping[int, int]
    remaining: frozenset[int]
    eliminated: frozenset[int]

    @classmethod
    def of(cls, result: TableResult, out: Collection[int] = ()) -> Scores:
        """The scores of a result, without those who are out of the tournament."""
        kept = {
            each.player: each
            for each in result.tallies
            if each.status is not TallyStatus.DISQUALIFIED and each.player not in out
        }
        return cls(
            {player: each.chips for player, each in kept.items()},
            frozenset(result.remaining) & frozenset(kept),
            frozenset(p for p, each in kept.items() if each.status is TallyStatus.ELIMINATED),
        )

    def rank(self, player: int) -> tuple[bool, int]:
        """What players are compared by: who remained comes first, then chips."""
        return (player in self.remaining, self.chips[player])

    def groups(self, players: Iterable[int]) -> Groups:
        """These players from the most chips down, equals together; of 4.10 all are equal."""
        found: dict[tuple[bool, int], list[int]] = {}
        for player in sorted(players):
            remained = player in self.remaining
            found.setdefault((remained, 0 if remained else self.chips[player]), []).append(player)
        return tuple(tuple(found[rank]) for rank in sorted(found, reverse=True))


@dataclass(frozen=True, slots=True)
class Settled:
    """Who goes on, and who has to play off for the `left` places."""

    qualified: tuple[int, ...]
    tied: tuple[int, ...] = ()
    left: int = 0


@clause("TBJ-6.2", "TBJ-6.3", "TBJ-1.0-playoff")
def settle(
    scores: Scores, playoffs: tuple[Scores, ...], wanted: int, behind: BehindSurvivor
) -> Settled:
    """The `wanted` players with the most chips go on; equals for the last places play off.

    Whoever was eliminated behind those who kept chips goes on only after a play-off, or, by the
    conditions, not at all.
    """
    players = set(scores.chips)
    if behind is BehindSurvivor.NOBODY:
        players -= {p for p in scores.eliminated - scores.remaining if not scores.chips[p]}
    return _take(scores.groups(players), wanted, playoffs)


def _take(groups: Groups, wanted: int, playoffs: tuple[Scores, ...]) -> Settled:
    qualified: tuple[int, ...] = ()
    for group in groups:
        left = wanted - len(qualified)
        if len(group) <= left:
            qualified += group
            continue
        if left <= 0:
            break
        for number, each in enumerate(playoffs):
            if set(group) <= set(each.chips):
                rest = _take(each.groups(group), left, playoffs[number + 1 :])
                return Settled(qualified + rest.qualified, rest.tied, rest.left)
        return Settled(qualified, group, left)
    return Settled(qualified)


def played(tournament: Tournament, session: Session, table: TableOfSession) -> tuple[Scores, ...]:
    """The play-offs that were played for a table, in their order."""
    found = []
    for each in tournament.playoffs_of(session.session, table.table):
        result = each.tables[0].result if each.tables else None
        if result is not None:
            found.append(Scores.of(result, tournament.out))
    return tuple(found)


def settled(tournament: Tournament, session: Session, table: TableOfSession) -> Settled:
    """Who goes on from a table, as it stands.

    Once nobody has to play off any more it stands, whatever is ruled later.
    """
    if table.result is None:
        return Settled(())
    if table.qualified and not table.tied:
        return Settled(table.qualified)
    return settled_anew(tournament, session, table)


def settled_anew(tournament: Tournament, session: Session, table: TableOfSession) -> Settled:
    """Who goes on from a table by its result and its play-offs."""
    if table.result is None:
        return Settled(())
    wanted = tournament.stage(session.stage).advance
    behind = tournament.readings.behind_survivor or BehindSurvivor.PLAY_OFF
    scores = Scores.of(table.result, tournament.out)
    return settle(scores, played(tournament, session, table), wanted, behind)


@clause("TBJ-6.4")
def going_on(tournament: Tournament, stage: int) -> tuple[frozenset[int], str]:
    """Who may play in a stage, and what is still open about it; nothing when that is empty.

    In the first stage every player; later only the winners of the stage before, in which all who
    came to it must have had a seat, or be out.
    """
    players = frozenset(tournament.with_status(EntryStatus.ACCEPTED))
    if stage == 1:
        return players, ""
    played_before, why = going_on(tournament, stage - 1)
    if why:
        return frozenset(), why
    won: set[int] = set()
    earlier = [s for s in tournament.of_stage(stage - 1) if s.state is not SessionState.VOID]
    if not earlier:
        return frozenset(), "the stage before has no session yet"
    for session in earlier:
        if session.state is not SessionState.COMPLETED:
            return frozenset(), f"session {session.session} is not over"
        for table in session.tables:
            found = settled(tournament, session, table)
            if found.tied:
                why = f"table {table.table} of session {session.session} needs a play-off"
                return frozenset(), why
            won |= set(found.qualified)
    left = sorted(played_before.difference(*(session.players for session in earlier)))
    if left:
        of = f"player {left[0]}" if len(left) == 1 else f"{len(left)} players, such as {left[0]},"
        return frozenset(), f"{of} had no seat in the stage before, and nobody ruled on that"
    return players & won, ""
