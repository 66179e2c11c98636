"""What a rule profile lays down for a blackjack tournament."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from services.kernel.options import Options
from services.tournament.domain.table.options import OPTIONS as TABLE_OPTIONS
from services.tournament.domain.table.options import TableOptions
from services.tournament.domain.tournament.conditions_state import (
    BehindSurvivor,
    FurtherChips,
    LaterPlaces,
    OddCents,
    Readings,
    Reckoning,
    Rules,
)

OPTIONS = (
    "behind_survivor",
    "further_chips",
    "later_places",
    "odd_cents",
    "withdrawal_days",
    "notice_minutes",
    "disqualified_forfeit",
)
"""Every option of a tournament profile that is not a session table's."""


@dataclass(frozen=True)
class TournamentProfile:
    """The options of a profile that tournaments are decided by."""

    id: str
    rules: Rules
    table: TableOptions

    @classmethod
    def of(cls, profile_id: str, options: Mapping[str, object]) -> TournamentProfile:
        """Read the values of a profile's options.

        Raises ValueError that names an option which does not suit, is missing, or is none of
        those that tournaments and their tables know.
        """
        read = Options(options)
        read.are_among((*OPTIONS, *TABLE_OPTIONS), "a tournament has")
        readings = Readings(
            read.member("behind_survivor", BehindSurvivor),
            read.member("further_chips", FurtherChips),
            read.member("later_places", LaterPlaces),
            read.member("odd_cents", OddCents),
        )
        table = TableOptions.of(read)
        rules = Rules(
            readings,
            read.member("withdrawal_days", Reckoning),
            read.number("notice_minutes", 0, 100_000),
            *table.players,
            read.flag("disqualified_forfeit"),
        )
        return cls(profile_id, rules, table)
