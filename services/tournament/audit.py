"""How the tournament service's record is decided again, for the audit."""

from __future__ import annotations

from typing import Any

from services.kernel.audit.again import Audited
from services.kernel.profiles import Profiles
from services.tournament.codec.table import TABLE_CODEC
from services.tournament.codec.tournament import TOURNAMENT_CODEC
from services.tournament.commands.table import table_maker
from services.tournament.commands.tournament import tournament_maker
from services.tournament.domain.table.table import TABLES
from services.tournament.domain.tournament.tournament import TOURNAMENTS
from services.tournament.profiles import TournamentProfiles


def audited(profiles: Profiles) -> tuple[Audited[Any, Any, Any], ...]:
    """What the service leaves in journals; `profiles` have the texts that are played under."""
    known = TournamentProfiles(profiles)
    return (
        Audited(TOURNAMENTS, TOURNAMENT_CODEC, tournament_maker(known)),
        Audited(TABLES, TABLE_CODEC, table_maker(lambda ref: known(ref).table)),
    )
