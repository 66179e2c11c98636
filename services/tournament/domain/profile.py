"""What a rule profile lays down for a blackjack tournament."""

from __future__ import annotations

import enum
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TypeVar

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

M = TypeVar("M", bound=enum.Enum)

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
        for name in options:
            if name not in (*OPTIONS, *TABLE_OPTIONS):
                known = ", ".join((*OPTIONS, *TABLE_OPTIONS))
                raise ValueError(f"option {name}: there is none; a tournament has {known}")
        readings = Readings(
            _member(options, "behind_survivor", BehindSurvivor),
            _member(options, "further_chips", FurtherChips),
            _member(options, "later_places", LaterPlaces),
            _member(options, "odd_cents", OddCents),
        )
        table = TableOptions.of(options)
        rules = Rules(
            readings,
            _member(options, "withdrawal_days", Reckoning),
            _minutes(options, "notice_minutes"),
            *table.players,
            _flag(options, "disqualified_forfeit"),
        )
        return cls(profile_id, rules, table)


def _member(options: Mapping[str, object], name: str, kind: type[M]) -> M:
    value = options.get(name)
    try:
        return kind[str(value).upper()]
    except KeyError as error:
        known = ", ".join(member.name.lower() for member in kind)
        raise ValueError(f"option {name}: {value!r} is none of {known}") from error


def _minutes(options: Mapping[str, object], name: str) -> int:
    value = options.get(name)
    # A bool is an int to Python, not to people.
    if not isinstance(value, int) or isinstance(value, bool) or not 0 <= value <= 100_000:
        raise ValueError(f"option {name}: a whole number of minutes is needed, not {value!r}")
    return value


def _flag(options: Mapping[str, object], name: str) -> bool:
    value = options.get(name)
    if not isinstance(value, bool):
        raise ValueError(f"option {name}: true or false is needed, not {value!r}")
    return value
