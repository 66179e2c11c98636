"""The draw service, put together by hand: `python -m services.draw`."""

from __future__ import annotations

import asyncio
import os
import sys
from collections.abc import Mapping
from operator import attrgetter

from eyesdown.draw.v1 import display_pb2, dispute_pb2, equipment_pb2, game_pb2, session_pb2
from eyesdown.draw.v1.display_service_pb2_grpc import add_DisplayServiceServicer_to_server
from eyesdown.draw.v1.dispute_service_pb2_grpc import add_DisputeServiceServicer_to_server
from eyesdown.draw.v1.draw_service_pb2_grpc import add_DrawServiceServicer_to_server
from eyesdown.draw.v1.equipment_service_pb2_grpc import add_EquipmentServiceServicer_to_server
from eyesdown.draw.v1.session_service_pb2_grpc import add_SessionServiceServicer_to_server
from services.draw import names
from services.draw.codec import display as display_codec
from services.draw.codec import dispute as dispute_codec
from services.draw.codec import equipment as equipment_codec
from services.draw.codec import game as game_codec
from services.draw.codec import session as session_codec
from services.draw.commands import display as display_commands
from services.draw.commands import dispute as dispute_commands
from services.draw.commands import equipment as equipment_commands
from services.draw.commands import game as game_commands
from services.draw.commands import session as session_commands
from services.draw.domain.display import DISPLAYS
from services.draw.domain.dispute.dispute import DISPUTES
from services.draw.domain.equipment.equipment import EQUIPMENT
from services.draw.domain.game.game import GAMES
from services.draw.domain.session.session import SESSIONS
from services.draw.facts.belonging import Belongings
from services.draw.facts.disputed import Disputed
from services.draw.feeds.equipment import equipment_following_games
from services.draw.feeds.game import games_following_desks, games_following_games
from services.draw.feeds.session import sessions_following_games
from services.draw.metrics import MEASURED
from services.draw.profiles import BingoProfiles
from services.draw.rooms.acknowledging import Acknowledging
from services.draw.rooms.floor import Floor
from services.draw.rpc.display import DisplayRpc
from services.draw.rpc.dispute import DisputeRpc
from services.draw.rpc.equipment import EquipmentRpc
from services.draw.rpc.game import DrawRpc
from services.draw.rpc.session import SessionRpc
from services.draw.screens.hanging import Hanging
from services.draw.screens.letting_in import letting_in
from services.draw.views import display as display_views
from services.draw.views import dispute as dispute_views
from services.draw.views import equipment as equipment_views
from services.draw.views import game as game_views
from services.draw.views import session as session_views
from services.draw.views import waiting
from services.draw.views.board import frame, linked_venues
from services.kernel.base import Ready, standing_on
from services.kernel.boards.screens import Screens, hung
from services.kernel.following.lists import Lists
from services.kernel.following.reactions import Reaction
from services.kernel.kept import Kept
from services.kernel.serving.server import run
from services.kernel.settings import Settings, read
from services.kernel.walk import Walk


async def serve(
    settings: Settings, environment: Mapping[str, str], stop: asyncio.Event, ready: Ready
) -> None:
    """Serve the draw until `stop` is set. Raises a `StartError`."""
    async with standing_on("draw", settings, environment, stop) as base:
        kept, profiles = Kept(base, MEASURED), BingoProfiles(base.profiles)
        kept.plays(profiles)
        venues, people, heads = base.venues, base.people, kept.heads
        games = kept.add(
            GAMES,
            game_codec.CODEC,
            frame=frame,
            also=linked_venues,
            lacks_key=game_views.lacks_key,
            game=attrgetter("id"),
        )
        sessions = kept.add(SESSIONS, session_codec.CODEC)
        equipment = kept.add(EQUIPMENT, equipment_codec.CODEC)
        disputes = kept.add(DISPUTES, dispute_codec.CODEC)
        displays, hanging = kept.add(DISPLAYS, display_codec.CODEC), Hanging(venues)
        counted = base.telemetry.unasked
        screens = Screens(base.connection, venues, hung(venues, hanging.bound_in), counted)
        floor = Floor(screens, venues, counted)
        kept.tell(DISPLAYS.kind, hanging.seen)
        kept.tell(GAMES.kind, floor.head)
        kept.run(screens.run)
        kept.run(floor.run)
        acknowledging = Acknowledging(screens, games, counted)
        kept.waits(games, waiting.in_games(acknowledging.at_present), moves=waiting.moves)
        kept.waits(sessions, waiting.in_session)
        kept.waits(disputes, waiting.in_dispute)
        feed = kept.react(
            Reaction(GAMES.kind, sessions, sessions_following_games),
            Reaction(GAMES.kind, equipment, equipment_following_games),
            Reaction(GAMES.kind, games, games_following_games),
            Reaction(names.DESKS, games, games_following_desks),
        )
        draw_rpc = DrawRpc(
            games,
            Walk(games, game_commands.maker(profiles), people, venues, game_views.resource),
            venues,
            profiles,
            base.approvals,
            base.rooms,
            heads,
            Lists(heads, venues, GAMES.kind, game_pb2.GameRow),
            Belongings(games, sessions, equipment, heads, feed),
            people,
            acknowledging,
            floor,
        )
        session_rpc = SessionRpc(
            sessions,
            Walk(sessions, session_commands.command, people, venues, session_views.resource),
            venues,
            profiles,
            base.approvals,
            heads,
            feed,
            Lists(heads, venues, SESSIONS.kind, session_pb2.SessionRow),
        )
        equipment_rpc = EquipmentRpc(
            equipment,
            Walk(equipment, equipment_commands.command, people, venues, equipment_views.resource),
            venues,
            heads,
            Lists(heads, venues, EQUIPMENT.kind, equipment_pb2.EquipmentRow),
        )
        dispute_rpc = DisputeRpc(
            disputes,
            Disputed(games),
            Walk(disputes, dispute_commands.command, people, venues, dispute_views.resource),
            base.profiles,
            heads,
            Lists(heads, venues, DISPUTES.kind, dispute_pb2.DisputeRow),
        )
        base.server.add(add_DrawServiceServicer_to_server, draw_rpc)
        base.server.add(add_SessionServiceServicer_to_server, session_rpc)
        base.server.add(add_EquipmentServiceServicer_to_server, equipment_rpc)
        base.server.add(add_DisputeServiceServicer_to_server, dispute_rpc)
        async with letting_in(base, kept, displays, hanging) as pairing:
            display_rpc = DisplayRpc(
                displays,
                Walk(displays, display_commands.command, people, venues, display_views.resource),
                venues,
                heads,
                hanging,
                Lists(heads, venues, DISPLAYS.kind, display_pb2.DisplayRow),
                pairing,
            )
            base.server.add(add_DisplayServiceServicer_to_server, display_rpc)
            await kept.serve(stop, ready)


if __name__ == "__main__":
    sys.exit(run(lambda stop: serve(read(os.environ), os.environ, stop, lambda server: None)))
