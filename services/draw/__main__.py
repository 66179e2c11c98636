"""The draw service, put together by hand: `python -m services.draw`."""

from __future__ import annotations

import asyncio
import os
import sys
from collections.abc import Mapping
from operator import attrgetter

from eyesdown.draw.v1.display_service_pb2_grpc import add_DisplayServiceServicer_to_server
from eyesdown.draw.v1.dispute_service_pb2_grpc import add_DisputeServiceServicer_to_server
from eyesdown.draw.v1.draw_service_pb2_grpc import add_DrawServiceServicer_to_server
from eyesdown.draw.v1.equipment_service_pb2_grpc import add_EquipmentServiceServicer_to_server
from eyesdown.draw.v1.session_service_pb2_grpc import add_SessionServiceServicer_to_server
from services.draw.codec.display import CODEC as DISPLAY_CODEC
from services.draw.codec.dispute import CODEC as DISPUTE_CODEC
from services.draw.codec.equipment import CODEC as EQUIPMENT_CODEC
from services.draw.codec.game import CODEC as GAME_CODEC
from services.draw.codec.session import CODEC as SESSION_CODEC
from services.draw.commands.display import display_command
from services.draw.commands.dispute import dispute_command
from services.draw.commands.equipment import equipment_command
from services.draw.commands.game import maker
from services.draw.commands.session import session_command
from services.draw.domain.display import DISPLAYS
from services.draw.domain.dispute.dispute import DISPUTES
from services.draw.domain.equipment.equipment import EQUIPMENT
from services.draw.domain.game.game import GAMES
from services.draw.domain.session.session import SESSIONS
from services.draw.feeds.desk import DESKS, decisions
from services.draw.feeds.equipment import failures
from services.draw.feeds.restarts import restarts
from services.draw.feeds.session import news
from services.draw.lists.display import Hanging, display_lists
from services.draw.lists.dispute import dispute_lists
from services.draw.lists.equipment import equipment_lists
from services.draw.lists.game import game_lists
from services.draw.lists.session import session_lists
from services.draw.metrics import MEASURED
from services.draw.profiles import BingoProfiles
from services.draw.rooms.acknowledging import Acknowledging
from services.draw.rooms.floor import Floor
from services.draw.rpc.belonging import Belongings
from services.draw.rpc.display import DisplayRpc
from services.draw.rpc.dispute import DisputeRpc
from services.draw.rpc.equipment import EquipmentRpc
from services.draw.rpc.game import Draw
from services.draw.rpc.session import SessionRpc
from services.draw.screens.letting_in import letting_in
from services.draw.views import waiting
from services.draw.views.board import frame, linked_venues
from services.draw.views.display import resource as display_resource
from services.draw.views.dispute import resource as dispute_resource
from services.draw.views.equipment import resource as equipment_resource
from services.draw.views.game import lacks_key
from services.draw.views.game import resource as game_resource
from services.draw.views.session import resource as session_resource
from services.kernel.base import Ready, standing_on
from services.kernel.boards.screens import Screens, hung
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
            GAME_CODEC,
            frame=frame,
            also=linked_venues,
            lacks_key=lacks_key,
            game=attrgetter("id"),
        )
        sessions = kept.add(SESSIONS, SESSION_CODEC)
        equipment = kept.add(EQUIPMENT, EQUIPMENT_CODEC)
        disputes = kept.add(DISPUTES, DISPUTE_CODEC)
        displays, hanging = kept.add(DISPLAYS, DISPLAY_CODEC), Hanging(venues)
        counted = base.telemetry.unasked
        screens = Screens(base.connection, venues, hung(venues, hanging.bound_in), counted)
        floor = Floor(screens, venues, counted)
        kept.tell(DISPLAYS.kind, hanging.seen)
        kept.tell(GAMES.kind, floor.head)
        kept.run(screens.run)
        kept.run(floor.run)
        acknowledging = Acknowledging(screens, games, counted)
        kept.waits(games, waiting.in_games(acknowledging.at_present), moves=True)
        kept.waits(sessions, waiting.in_session)
        kept.waits(disputes, waiting.in_dispute)
        feed = kept.react(
            Reaction(GAMES.kind, sessions, news),
            Reaction(GAMES.kind, equipment, failures),
            Reaction(GAMES.kind, games, restarts),
            Reaction(DESKS, games, decisions),
        )
        game_rpc = Draw(
            games,
            Walk(games, maker(profiles), people, venues, game_resource),
            venues,
            profiles,
            base.approvals,
            base.rooms,
            heads,
            game_lists(heads, venues),
            Belongings(games, sessions, equipment, heads, feed),
            people,
            acknowledging,
            floor,
        )
        session_rpc = SessionRpc(
            sessions,
            Walk(sessions, session_command, people, venues, session_resource),
            venues,
            profiles,
            base.approvals,
            heads,
            feed,
            session_lists(heads, venues),
        )
        equipment_rpc = EquipmentRpc(
            equipment,
            Walk(equipment, equipment_command, people, venues, equipment_resource),
            venues,
            heads,
            equipment_lists(heads, venues),
        )
        dispute_rpc = DisputeRpc(
            disputes,
            games,
            Walk(disputes, dispute_command, people, venues, dispute_resource),
            base.profiles,
            heads,
            dispute_lists(heads, venues),
        )
        base.server.add(add_DrawServiceServicer_to_server, game_rpc)
        base.server.add(add_SessionServiceServicer_to_server, session_rpc)
        base.server.add(add_EquipmentServiceServicer_to_server, equipment_rpc)
        base.server.add(add_DisputeServiceServicer_to_server, dispute_rpc)
        async with letting_in(base, kept, displays, hanging) as pairing:
            display_rpc = DisplayRpc(
                displays,
                Walk(displays, display_command, people, venues, display_resource),
                venues,
                heads,
                hanging,
                display_lists(heads, venues),
                pairing,
            )
            base.server.add(add_DisplayServiceServicer_to_server, display_rpc)
            await kept.serve(stop, ready)


if __name__ == "__main__":
    sys.exit(run(lambda stop: serve(read(os.environ), os.environ, stop, lambda server: None)))
