"""The tournament service, put together by hand: `python -m services.tournament`."""

from __future__ import annotations

import asyncio
import os
import sys
from collections.abc import Mapping
from operator import attrgetter

from eyesdown.tournament.v1 import tournament_service_pb2_grpc
from services.kernel.base import Ready, standing_on
from services.kernel.following.reactions import Reaction
from services.kernel.kept import Kept
from services.kernel.serving.server import run
from services.kernel.settings import Settings, read
from services.kernel.walk import Walk
from services.tournament.codec.tournament import TOURNAMENT_CODEC
from services.tournament.commands.tournament import tournament_maker
from services.tournament.domain.tournament.tournament import TOURNAMENTS
from services.tournament.feeds.tournament import results
from services.tournament.lists.tournament import tournament_lists
from services.tournament.metrics import MEASURED
from services.tournament.names import TABLES, tournament_of
from services.tournament.profiles import TournamentProfiles
from services.tournament.rpc.checking import Checking
from services.tournament.rpc.tournament import Tournaments
from services.tournament.tables import keep_tables
from services.tournament.views.tournament import frame, resource


async def serve(
    settings: Settings, environment: Mapping[str, str], stop: asyncio.Event, ready: Ready
) -> None:
    """Serve tournaments until `stop` is set. Raises a `StartError`."""
    async with standing_on("tournament", settings, environment, stop) as base:
        kept = Kept(base, MEASURED)
        tournaments = kept.add(TOURNAMENTS, TOURNAMENT_CODEC, frame=frame, game=attrgetter("id"))
        profiles = TournamentProfiles(base.profiles)
        kept.plays(profiles)
        tables = keep_tables(kept, base, profiles)
        kept.react(tables.reaction, Reaction(TABLES, tournaments, results, target=tournament_of))
        service = Tournaments(
            tournaments,
            Walk(tournaments, tournament_maker(profiles), base.people, base.venues, resource),
            base.venues,
            base.profiles,
            profiles,
            base.approvals,
            kept.heads,
            tournament_lists(kept.heads, base.venues),
            tables.lacking,
            Checking(tournaments, base.players),
        )
        base.server.add(
            tournament_service_pb2_grpc.add_TournamentServiceServicer_to_server, service
        )
        await kept.serve(stop, ready)


if __name__ == "__main__":
    sys.exit(run(lambda stop: serve(read(os.environ), os.environ, stop, lambda server: None)))
