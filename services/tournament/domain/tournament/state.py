"""What a tournament is at any moment.

It is `Unplanned`, then `Planned` (conditions being determined), `Open` (published), `InPlay`, and
`Cancelled` or `Closed`. Money is in cents of the tournament's currency.
"""

from __future__ import annotations

from dataclasses import dataclass, fields, replace
from datetime import datetime
from typing import TypeVar

from services.tournament.domain.tournament.conditions_state import (
    Conditions,
    Readings,
    Rules,
    Stage,
)
from services.tournament.domain.tournament.parts import (
    Added,
    Award,
    Dispute,
    Entry,
    EntryStatus,
    GoodsPending,
    LogEntry,
    LogKind,
    Placing,
    Session,
    SessionState,
    TableOfSession,
)

T = TypeVar("T", bound="Tournament")


@dataclass(frozen=True)
class Unplanned:
    """There is no such tournament."""


@dataclass(frozen=True)
class Tournament:
    """What every tournament has, in whatever state.

    `returned` went back to the operator; the sessions up to `closed_through` were over when the
    placings were confirmed last; the stages in `fewer` may start with two or three players.
    """

    profile: str
    rules: Rules
    conditions: Conditions
    currency: str
    time_zone: str
    director: str = ""
    entries: tuple[Entry, ...] = ()
    sessions: tuple[Session, ...] = ()
    added: tuple[Added, ...] = ()
    placings: tuple[Placing, ...] = ()
    placings_confirmed: bool = False
    awards: tuple[Award, ...] = ()
    goods_pending: tuple[GoodsPending, ...] = ()
    log: tuple[LogEntry, ...] = ()
    disputes: tuple[Dispute, ...] = ()
    returned: int = 0
    closed_through: int = 0
    fewer: tuple[int, ...] = ()

    @property
    def readings(self) -> Readings:
        """The readings in force."""
        own, profile = self.conditions.readings, self.rules.readings
        return own.over(profile) if own else profile

    @property
    def starts_at(self) -> datetime | None:
        """When tournament play begins, as it stands now.

        That is when the conditions say, or a session of the first stage starts before; sessions
        that were moved (3.8) move it. One that is not held counts for nothing.
        """
        published = self.conditions.starts_at
        first = [each for each in self.of_stage(1) if each.state is not SessionState.VOID]
        starts = [each.starts_at for each in first]
        if published is not None and not any(each.moved for each in first):
            starts.append(published)
        return min(starts, default=published)

    @property
    def final_stage(self) -> int:
        """The number of the stage that is the final."""
        return len(self.conditions.stages)

    def stage(self, number: int) -> Stage:
        """A stage by its number."""
        return self.conditions.stages[number - 1]

    def entry(self, player: int) -> Entry | None:
        """The entry with this number."""
        return self.entries[player - 1] if 0 < player <= len(self.entries) else None

    def with_status(self, *status: EntryStatus) -> tuple[int, ...]:
        """The numbers of the entries that stand so."""
        return tuple(each.player for each in self.entries if each.status in status)

    @property
    def out(self) -> frozenset[int]:
        """Who has no place: withdrawn, disqualified, refused."""
        return frozenset(
            each.player for each in self.entries if each.status is not EntryStatus.ACCEPTED
        )

    def session(self, number: int) -> Session | None:
        """The session with this number."""
        return self.sessions[number - 1] if 0 < number <= len(self.sessions) else None

    def of_stage(self, stage: int) -> tuple[Session, ...]:
        """The ordinary sessions of a stage."""
        return tuple(each for each in self.sessions if each.stage == stage and not each.playoff)

    def playoffs_of(self, session: int, table: int) -> tuple[Session, ...]:
        """The play-offs that settle a table, in their order; none that is void."""
        return tuple(
            each
            for each in self.sessions
            if (each.settles_session, each.settles_table) == (session, table)
            and each.state is not SessionState.VOID
        )

    def seat_of(self, player: int, *states: SessionState) -> tuple[Session, TableOfSession] | None:
        """Where a player sits, in a session that stands so."""
        for session in self.sessions:
            if session.state in states:
                for table in session.tables:
                    if player in table.players:
                        return session, table
        return None

    def with_entry(self: T, changed: Entry) -> T:
        """The tournament with one entry replaced."""
        entries = tuple(changed if e.player == changed.player else e for e in self.entries)
        return replace(self, entries=entries)

    def with_session(self: T, changed: Session) -> T:
        """The tournament with one session replaced."""
        sessions = tuple(changed if e.session == changed.session else e for e in self.sessions)
        return replace(self, sessions=sessions)

    def logged(
        self: T,
        kind: LogKind,
        text: str,
        by: str,
        at: datetime,
        players: tuple[int, ...] = (),
        how: str = "",
    ) -> T:
        """The tournament with one more line in the director's log."""
        entry = LogEntry(len(self.log) + 1, kind, text, players, how, by, at)
        return replace(self, log=(*self.log, entry))


@dataclass(frozen=True)
class Planned(Tournament):
    """Its conditions are being determined; nobody can apply."""


@dataclass(frozen=True)
class Open(Tournament):
    """Its conditions are published; play has not begun."""


@dataclass(frozen=True)
class InPlay(Tournament):
    """Its first session has started."""


@dataclass(frozen=True)
class Cancelled(Tournament):
    """It does not take place; fees go back."""


@dataclass(frozen=True)
class Closed(Tournament):
    """All is paid; nothing more happens."""


State = Unplanned | Planned | Open | InPlay | Cancelled | Closed
Live = Open | InPlay


def become(kind: type[T], tournament: Tournament, **changes: object) -> T:
    """The tournament in another state."""
    kept = {each.name: getattr(tournament, each.name) for each in fields(Tournament)}
    return kind(**{**kept, **changes})
