"""The tournament service, put together by hand: `python -m services.tournament`."""

from __future__ import annotations

import asyncio
import os
import sys
from collections.abc import Mapping
from operator import attrgetter

from eyesdown.tournament.v1 import (
    table_pb2,
    table_service_pb2_grpc,
    tournament_pb2,
    tournament_service_pb2_grpc,
)
from services.kernel.base import Ready, standing_on
from services.kernel.following.lists import Lists
from services.kernel.following.reactions import Reaction
from services.kernel.kept import Kept
from services.kernel.serving.server import run
from services.kernel.settings import Settings, read
from services.kernel.walk import Walk
from services.tournament.codec import table as table_codec
from services.tournament.codec import tournament as tournament_codec
from services.tournament.commands import table as table_commands
from services.tournament.commands import tournament as tournament_commands
from services.tournament.domain.table.table import TABLES
from services.tournament.domain.tournament.tournament import TOURNAMENTS
from services.tournament.facts.at_tables import AtTables
from services.tournament.facts.checking import Checking
from services.tournament.feeds.table import calling_time, tables_following_tournaments
from services.tournament.feeds.tournament import tournaments_following_tables
from services.tournament.metrics import MEASURED
from services.tournament.names import tournament_of
from services.tournament.profiles import TournamentProfiles
from services.tournament.rpc.table import TableRpc
from services.tournament.rpc.tournament import TournamentRpc
from services.tournament.views import table as table_views
from services.tournament.views import tournament as tournament_views


async def serve(
    settings: Settings, environment: Mapping[str, str], stop: asyncio.Event, ready: Ready
) -> None:
    """Serve tournaments until `stop` is set. Raises a `StartError`."""
    async with standing_on("tournament", settings, environment, stop) as base:
        kept, profiles = Kept(base, MEASURED), TournamentProfiles(base.profiles)
        venues, people, heads = base.venues, base.people, kept.heads
        kept.plays(profiles)
        tournament_command = tournament_commands.maker(profiles)
        table_command = table_commands.maker(lambda ref: profiles(ref).table)
        tournaments = kept.add(
            TOURNAMENTS,
            tournament_codec.CODEC,
            frame=tournament_views.frame,
            game=attrgetter("id"),
        )
        tables = kept.add(
            TABLES,
            table_codec.CODEC,
            frame=table_views.frame,
            timer=calling_time(table_command),
            game=lambda table: tournament_of(table).id,
        )
        kept.react(
            Reaction(TOURNAMENTS.kind, tables, tables_following_tournaments(table_command)),
            Reaction(TABLES.kind, tournaments, tournaments_following_tables, target=tournament_of),
        )
        tournament_rpc = TournamentRpc(
            tournaments,
            Walk(tournaments, tournament_command, people, venues, tournament_views.resource),
            venues,
            base.profiles,
            profiles,
            base.approvals,
            heads,
            Lists(heads, venues, TOURNAMENTS.kind, tournament_pb2.TournamentRow),
            Checking(tournaments, base.players),
            AtTables(tournaments, tables),
        )
        table_rpc = TableRpc(
            tables,
            Walk(tables, table_command, people, venues, table_views.resource),
            heads,
            Lists(heads, venues, TABLES.kind, table_pb2.SessionTableRow),
        )
        base.server.add(
            tournament_service_pb2_grpc.add_TournamentServiceServicer_to_server, tournament_rpc
        )
        base.server.add(table_service_pb2_grpc.add_SessionTableServiceServicer_to_server, table_rpc)
        await kept.serve(stop, ready)


if __name__ == "__main__":
    sys.exit(run(lambda stop: serve(read(os.environ), os.environ, stop, lambda server: None)))
