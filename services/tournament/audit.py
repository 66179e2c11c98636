"""How the tournament service's record is decided again, for the audit."""

from __future__ import annotations

from typing import Any

from services.kernel.audit.again import Audited
from services.kernel.profiles import Profiles
from services.tournament.codec import table as table_codec
from services.tournament.codec import tournament as tournament_codec
from services.tournament.commands import table as table_commands
from services.tournament.commands import tournament as tournament_commands
from services.tournament.domain.table.table import TABLES
from services.tournament.domain.tournament.tournament import TOURNAMENTS
from services.tournament.profiles import TournamentProfiles


def audited(profiles: Profiles) -> tuple[Audited[Any, Any, Any], ...]:
    """What the service leaves in journals; `profiles` have the texts that are played under."""
    known = TournamentProfiles(profiles)
    return (
        Audited(TOURNAMENTS, tournament_codec.CODEC, tournament_commands.maker(known)),
        Audited(TABLES, table_codec.CODEC, table_commands.maker(lambda ref: known(ref).table)),
    )
