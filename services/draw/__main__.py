"""The draw service, put together by hand: `python -m services.draw`."""

from __future__ import annotations

import asyncio
import os
import sys
from collections.abc import Mapping

from eyesdown.draw.v1 import draw_service_pb2_grpc
from services.draw.codec import CODEC
from services.draw.commands import maker
from services.draw.domain.game.game import GAMES
from services.draw.lists import game_lists
from services.draw.profiles import BingoProfiles
from services.draw.rpc import Draw
from services.draw.views import frame, lacks_key, resource
from services.kernel.base import Ready, standing_on
from services.kernel.kept import Kept
from services.kernel.serving.server import run
from services.kernel.settings import Settings, read
from services.kernel.walk import Walk


async def serve(
    settings: Settings, environment: Mapping[str, str], stop: asyncio.Event, ready: Ready
) -> None:
    """Serve the draw until `stop` is set. Raises a `StartError`."""
    async with standing_on("draw", settings, environment, stop) as base:
        kept = Kept(base)
        games = kept.add(GAMES, CODEC, frame=frame, lacks_key=lacks_key)
        profiles = BingoProfiles(base.profiles)
        draw = Draw(
            games,
            Walk(games, maker(profiles), base.people, base.venues, resource),
            base.venues,
            profiles,
            base.rooms,
            kept.heads,
            game_lists(kept.heads, base.venues),
        )
        base.server.add(draw_service_pb2_grpc.add_DrawServiceServicer_to_server, draw)
        await kept.serve(stop, ready)


if __name__ == "__main__":
    sys.exit(run(lambda stop: serve(read(os.environ), os.environ, stop, lambda server: None)))
