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
    eye_service_pb2_grpc,
    jackpot_service_pb2_grpc,
    jackpots_pb2,
    prize_service_pb2_grpc,
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
from services.verify import names
from services.verify.cards.packs import Packs
from services.verify.codec import block as block_codec
from services.verify.codec import catalogue as catalogue_codec
from services.verify.codec import desk as desk_codec
from services.verify.codec import jackpot as jackpot_codec
from services.verify.codec import roll as roll_codec
from services.verify.codec import series as series_codec
from services.verify.commands import block as block_commands
from services.verify.commands import catalogue as catalogue_commands
from services.verify.commands import desk as desk_commands
from services.verify.commands import jackpot as jackpot_commands
from services.verify.commands import series as series_commands
from services.verify.domain.block.block import BLOCKS
from services.verify.domain.catalogue import CATALOGUES
from services.verify.domain.desk.desk import DESKS
from services.verify.domain.jackpot.jackpot import JACKPOTS
from services.verify.domain.roll import ROLLS
from services.verify.domain.series import SERIES
from services.verify.eye.eye import Eye
from services.verify.facts.duplicates import Duplicates
from services.verify.facts.games import Games
from services.verify.facts.looking import Looking
from services.verify.feeds import block as block_feeds
from services.verify.feeds import desk as desk_feeds
from services.verify.feeds import jackpot as jackpot_feeds
from services.verify.feeds.roll import rolls_following_desks
from services.verify.feeds.series import series_following_desks
from services.verify.metrics import MEASURED
from services.verify.profiles import DeskProfiles, JackpotProfiles
from services.verify.rpc.cards import CardRpc
from services.verify.rpc.claims import ClaimRpc
from services.verify.rpc.eye import EyeRpc
from services.verify.rpc.jackpot import JackpotRpc
from services.verify.rpc.prizes import PrizeRpc
from services.verify.rpc.sales import SalesRpc
from services.verify.views import block as block_views
from services.verify.views import catalogue as catalogue_views
from services.verify.views import claims as claim_views
from services.verify.views import jackpot as jackpot_views
from services.verify.views import prizes as prize_views
from services.verify.views import sales as sales_views
from services.verify.views import series as series_views
from services.verify.views.waiting import in_desk


async def serve(
    settings: Settings, environment: Mapping[str, str], stop: asyncio.Event, ready: Ready
) -> None:
    """Serve cards, sales, claims and prizes until `stop` is set. Raises a `StartError`."""
    async with standing_on("verify", settings, environment, stop) as base:
        kept = Kept(base, MEASURED)
        desk_command = desk_commands.maker(DeskProfiles(base.profiles))
        jackpot_profiles = JackpotProfiles(base.profiles)
        kept.plays(jackpot_profiles)
        jackpot_command = jackpot_commands.maker(jackpot_profiles)
        series = kept.add(SERIES, series_codec.CODEC)
        catalogues = kept.add(CATALOGUES, catalogue_codec.CODEC)
        desks = kept.add(
            DESKS,
            desk_codec.CODEC,
            frame=claim_views.frame,
            also=claim_views.linked_venues,
            timer=desk_feeds.lapse,
            game=names.game_id,
        )
        kept.waits(desks, in_desk)
        blocks = kept.add(BLOCKS, block_codec.CODEC, game=names.game_id)
        jackpots = kept.add(JACKPOTS, jackpot_codec.CODEC, frame=jackpot_views.frame)
        rolls = kept.add(ROLLS, roll_codec.CODEC)
        feed = kept.react(
            Reaction(
                names.GAMES,
                desks,
                desk_feeds.desks_following_games(desk_command),
                target=names.desk_of,
            ),
            Reaction(DESKS.kind, blocks, block_feeds.blocks_following_desks),
            Reaction(DESKS.kind, series, series_following_desks),
            Reaction(
                BLOCKS.kind, desks, desk_feeds.desks_following_blocks, target=names.desk_of_block
            ),
            Reaction(BLOCKS.kind, blocks, block_feeds.blocks_following_blocks),
            Reaction(DESKS.kind, jackpots, jackpot_feeds.jackpots_following_desks),
            Reaction(JACKPOTS.kind, desks, desk_feeds.desks_following_jackpots),
            Reaction(JACKPOTS.kind, jackpots, jackpot_feeds.jackpots_following_jackpots),
            Reaction(DESKS.kind, rolls, rolls_following_desks),
            Reaction(ROLLS.kind, desks, desk_feeds.desks_following_rolls),
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
            Duplicates(catalogues, packs),
            Lists(kept.heads, venues, SERIES.kind, cards_pb2.CardSeriesRow),
        )
        sales_rpc = SalesRpc(
            desks,
            blocks,
            catalogues,
            Walk(desks, desk_commands.command, people, venues, sales_views.resource),
            Walk(blocks, block_commands.command, people, venues, block_views.resource),
            venues,
            games,
            feed,
            kept.orders,
            kept.heads,
            base.players,
        )
        looking = Looking(desks, blocks, games, packs, people)
        claim_rpc = ClaimRpc(
            desks,
            Walk(desks, desk_command, people, venues, claim_views.resource),
            looking,
            feed,
            kept.heads,
        )
        prize_rpc = PrizeRpc(
            desks,
            rolls,
            Walk(desks, desk_commands.command, people, venues, prize_views.resource),
            looking,
            venues,
            feed,
            kept.heads,
        )
        jackpot_rpc = JackpotRpc(
            jackpots,
            desks,
            Walk(jackpots, jackpot_command, people, venues, jackpot_views.resource),
            Walk(desks, desk_commands.command, people, venues, sales_views.resource),
            venues,
            jackpot_profiles,
            base.approvals,
            games,
            feed,
            kept.heads,
            Lists(kept.heads, venues, JACKPOTS.kind, jackpots_pb2.JackpotRow),
        )
        eye = Eye(desks, blocks, games, packs, kept.heads, base.telemetry.unasked)
        kept.follow(names.GAMES, eye.seen)
        kept.act(eye.run, eye.drained)
        eye_rpc = EyeRpc(eye, feed)
        base.server.add(card_service_pb2_grpc.add_CardServiceServicer_to_server, card_rpc)
        base.server.add(sales_service_pb2_grpc.add_SalesServiceServicer_to_server, sales_rpc)
        base.server.add(claim_service_pb2_grpc.add_ClaimServiceServicer_to_server, claim_rpc)
        base.server.add(jackpot_service_pb2_grpc.add_JackpotServiceServicer_to_server, jackpot_rpc)
        base.server.add(prize_service_pb2_grpc.add_PrizeServiceServicer_to_server, prize_rpc)
        base.server.add(eye_service_pb2_grpc.add_EyeServiceServicer_to_server, eye_rpc)
        await kept.serve(stop, ready)


if __name__ == "__main__":
    sys.exit(run(lambda stop: serve(read(os.environ), os.environ, stop, lambda server: None)))
