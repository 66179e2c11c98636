"""The verify service, put together by hand: `python -m services.verify`."""

from __future__ import annotations

import asyncio
import os
import sys
from collections.abc import Mapping

from eyesdown.verify.v1 import (
    card_service_pb2_grpc,
    cards_pb2,
    claim_service_pb2_grpc,
    sales_service_pb2_grpc,
)
from services.kernel.base import Ready, standing_on
from services.kernel.following.lists import Lists
from services.kernel.following.reactions import Reaction
from services.kernel.journal.blobs import Blobs
from services.kernel.kept import Kept
from services.kernel.serving.server import run
from services.kernel.settings import Settings, read
from services.kernel.walk import Walk
from services.verify import feeds, names
from services.verify.codec import block as block_codec
from services.verify.codec import catalogue as catalogue_codec
from services.verify.codec import desk as desk_codec
from services.verify.codec import series as series_codec
from services.verify.commands import block as block_commands
from services.verify.commands import catalogue as catalogue_commands
from services.verify.commands import desk as desk_commands
from services.verify.commands import series as series_commands
from services.verify.domain.catalogue import CATALOGUES
from services.verify.domain.desk.desk import DESKS
from services.verify.domain.sales.block import BLOCKS
from services.verify.domain.series import SERIES
from services.verify.game_feeds import desks_following_games
from services.verify.games import Games
from services.verify.looking import Looking
from services.verify.metrics import MEASURED
from services.verify.packs import Packs
from services.verify.profiles import ClaimProfiles
from services.verify.rpc.cards import CardRpc
from services.verify.rpc.claims import ClaimRpc
from services.verify.rpc.sales import SalesRpc
from services.verify.views import block as block_views
from services.verify.views import catalogue as catalogue_views
from services.verify.views import claims as claim_views
from services.verify.views import desk as desk_views
from services.verify.views import series as series_views


async def serve(
    settings: Settings, environment: Mapping[str, str], stop: asyncio.Event, ready: Ready
) -> None:
    """Serve cards, sales and claims until `stop` is set. Raises a `StartError`."""
    async with standing_on("verify", settings, environment, stop) as base:
        kept = Kept(base, MEASURED)
        desk_command = desk_commands.maker(ClaimProfiles(base.profiles))
        series = kept.add(SERIES, series_codec.CODEC)
        catalogues = kept.add(CATALOGUES, catalogue_codec.CODEC)
        desks = kept.add(DESKS, desk_codec.CODEC, frame=claim_views.frame, game=names.game_id)
        blocks = kept.add(BLOCKS, block_codec.CODEC, game=names.game_id)
        feed = kept.react(
            Reaction(names.GAMES, desks, desks_following_games(desk_command), target=names.desk_of),
            Reaction(DESKS.kind, blocks, feeds.blocks_following_desks),
            Reaction(DESKS.kind, series, feeds.series_following_desks),
            Reaction(BLOCKS.kind, desks, feeds.desks_following_blocks, target=names.desk_of_block),
            Reaction(BLOCKS.kind, blocks, feeds.blocks_following_blocks),
        )
        people, venues, blobs = base.people, base.venues, Blobs(base.connection)
        games, packs = Games(base.journal), Packs(blobs)
        card_rpc = CardRpc(
            series,
            catalogues,
            Walk(series, series_commands.command, people, venues, series_views.resource),
            Walk(catalogues, catalogue_commands.command, people, venues, catalogue_views.resource),
            venues,
            blobs,
            packs,
            Lists(kept.heads, venues, SERIES.kind, cards_pb2.CardSeriesRow),
        )
        sales_rpc = SalesRpc(
            desks,
            blocks,
            catalogues,
            Walk(desks, desk_commands.command, people, venues, desk_views.sales_resource),
            Walk(blocks, block_commands.command, people, venues, block_views.resource),
            venues,
            games,
            feed,
            kept.orders,
            kept.heads,
        )
        claim_rpc = ClaimRpc(
            desks,
            Walk(desks, desk_command, people, venues, claim_views.resource),
            Looking(desks, blocks, games, packs, people),
            feed,
            kept.heads,
        )
        base.server.add(card_service_pb2_grpc.add_CardServiceServicer_to_server, card_rpc)
        base.server.add(sales_service_pb2_grpc.add_SalesServiceServicer_to_server, sales_rpc)
        base.server.add(claim_service_pb2_grpc.add_ClaimServiceServicer_to_server, claim_rpc)
        await kept.serve(stop, ready)


if __name__ == "__main__":
    sys.exit(run(lambda stop: serve(read(os.environ), os.environ, stop, lambda server: None)))
