"""The session tables of a replica, put together by hand for `__main__`."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from eyesdown.tournament.v1 import table_service_pb2_grpc
from services.kernel.base import Base
from services.kernel.following.reactions import Reaction
from services.kernel.kept import Kept
from services.kernel.names import Name
from services.kernel.walk import Walk
from services.tournament.codec.table import TABLE_CODEC
from services.tournament.commands.table import table_maker
from services.tournament.domain.table.opening import lacking
from services.tournament.domain.table.table import TABLES
from services.tournament.feeds.table import calling_time, following
from services.tournament.lists.table import table_lists
from services.tournament.names import TOURNAMENTS, tournament_of
from services.tournament.profiles import TournamentProfiles
from services.tournament.rpc.table import SessionTables, Tables
from services.tournament.views.table import frame, resource


@dataclass(frozen=True)
class KeptTables:
    """The tables that are kept, and their reaction to tournaments."""

    tables: Tables
    reaction: Reaction[Any, Any, Any]

    async def lacking(self, name: Name) -> tuple[int, str]:
        """The version of a table, and what it lacks to be called; "" when nothing."""
        snapshot = await self.tables.read(name)
        return snapshot.version, lacking(snapshot.state)


def keep_tables(kept: Kept, base: Base, profiles: TournamentProfiles) -> KeptTables:
    """Keep the session tables, and answer for them on the base's server."""
    make = table_maker(lambda ref: profiles(ref).table)
    tables = kept.add(
        TABLES,
        TABLE_CODEC,
        frame=frame,
        timer=calling_time(make),
        game=lambda table: tournament_of(table).id,
    )
    service = SessionTables(
        tables,
        Walk(tables, make, base.people, base.venues, resource),
        kept.heads,
        table_lists(kept.heads, base.venues),
    )
    base.server.add(table_service_pb2_grpc.add_SessionTableServiceServicer_to_server, service)
    return KeptTables(tables, Reaction(TOURNAMENTS, tables, following(make)))
