"""What a session is at any moment.

It is `Unknown`, then `Planned` (prepared, not signed), `Open`, `Closing` (one person has signed
its figures), and `Closed`; or `Cancelled`, when it was never opened.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from services.draw.domain.game.parts import Ending, Stage, StagePrize, Verdict
from services.kernel.money import Money


@dataclass(frozen=True, slots=True)
class Entry:
    """A game as the programme lists it; `number` is its place, from 1."""

    number: int
    title: str
    profile: str
    game_version: int
    stages: tuple[StagePrize, ...]
    practice: bool


@dataclass(frozen=True, slots=True)
class Signature:
    """A person has signed."""

    person: str
    at: datetime


@dataclass(frozen=True, slots=True)
class Amendment:
    """A change of the programme after the session was opened: games that came new or in place of
    others, and numbers that were taken out."""

    entries: tuple[Entry, ...]
    withdrawn: tuple[int, ...]
    reason: str
    by: str
    at: datetime


@dataclass(frozen=True, slots=True)
class Judged:
    """A call out and how it was decided; None while it is not."""

    call_out: int
    verdict: Verdict | None


@dataclass(frozen=True, slots=True)
class SessionGame:
    """A game that was opened in the session, as far as its record goes.

    `ending` is None while it is under way. `called` are the numbers that count, `corrections` the
    calls that were corrected or taken back.
    """

    game: str
    number: int
    practice: bool
    announced: bool = False
    ending: Ending | None = None
    called: int = 0
    prizes: tuple[StagePrize, ...] = ()
    call_outs: tuple[Judged, ...] = ()
    won: tuple[Stage, ...] = ()
    corrections: int = 0
    irregularities: int = 0

    @property
    def void(self) -> bool:
        """Whether it was declared void."""
        return self.ending is Ending.VOID

    @property
    def played(self) -> bool:
        """Whether it was announced, came to its end and counts."""
        return self.announced and self.ending is not None and not self.void


@dataclass(frozen=True, slots=True)
class Figures:
    """A session in figures. Practice games are in `practice` and in no other.

    `not_played` are games of the programme none of which was announced. Stages won and prizes are
    those of games that are not void; numbers called, call outs, corrections and irregularities are
    those of every game.
    """

    played: int
    void: int
    practice: int
    not_played: int
    under_way: int
    numbers_called: int
    valid: int
    not_valid: int
    out_of_time: int
    voided: int
    undecided: int
    corrections: int
    irregularities: int
    stages_won: int
    prizes_announced: tuple[Money, ...]


@dataclass(frozen=True)
class Unknown:
    """There is no such session."""


@dataclass(frozen=True)
class Session:
    """What every session has: its programme in order, who prepared it, and its games."""

    title: str
    programme: tuple[Entry, ...]
    prepared: Signature
    games: tuple[SessionGame, ...]

    def entry(self, number: int) -> Entry | None:
        """The game that the programme lists under a number."""
        return next((each for each in self.programme if each.number == number), None)

    def opened_as(self, number: int) -> SessionGame | None:
        """The game that was opened under a number last, a void one as well."""
        return next((game for game in reversed(self.games) if game.number == number), None)

    @property
    def under_way(self) -> tuple[SessionGame, ...]:
        """The games that have not ended."""
        return tuple(game for game in self.games if game.ending is None)


@dataclass(frozen=True)
class Planned(Session):
    """Prepared, not signed: no game of it can be opened."""


@dataclass(frozen=True)
class Cancelled(Session):
    """It was never opened, and will not be."""

    reason: str = ""


@dataclass(frozen=True)
class Opened(Session):
    """What a session has once two persons have signed its programme."""

    opened: Signature
    amendments: tuple[Amendment, ...]


@dataclass(frozen=True)
class Open(Opened):
    """Its games can be opened."""


@dataclass(frozen=True)
class Closing(Opened):
    """One person has signed these figures."""

    closed: Signature
    figures: Figures

    def again(self) -> Open:
        """The session without that signature."""
        kept = {name: v for name, v in vars(self).items() if name not in ("closed", "figures")}
        return Open(**kept)


@dataclass(frozen=True)
class Closed(Opened):
    """Two persons have signed these figures."""

    closed: Signature
    figures: Figures
    signed: Signature


State = Unknown | Planned | Cancelled | Open | Closing | Closed
