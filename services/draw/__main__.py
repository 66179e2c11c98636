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
from services.draw.profiles import BingoProfiles
from services.draw.rpc import Draw
from services.draw.views import frame, lacks_key, resource
from services.kernel import telemetry
from services.kernel.aggregates import Aggregates
from services.kernel.base import Ready, software, standing_on
from services.kernel.frames import Frames
from services.kernel.heads import Heads
from services.kernel.keywatch import KeyWatch
from services.kernel.server import run
from services.kernel.settings import Settings, read
from services.kernel.walk import Walk


async def serve(
    settings: Settings, environment: Mapping[str, str], stop: asyncio.Event, ready: Ready
) -> None:
    """Serve the draw until `stop` is set. Raises a `StartError`."""
    async with standing_on("draw", settings, environment, stop) as base:
        games = Aggregates(
            GAMES,
            CODEC,
            base.journal,
            base.sealer,
            software=software(),
            trace=telemetry.headers,
            committed=lambda snapshot: frames.committed(snapshot),
            alarm=base.alarm,
            appended=base.telemetry.appended,
        )
        frames = Frames(base.boards, games.read, frame)
        heads = Heads(
            base.journal,
            [GAMES.kind],
            changed=lambda head: frames.seen(head.name, head.version),
            alarm=base.alarm,
        )
        profiles = BingoProfiles(base.profiles)
        walk = Walk(games, base.people, base.venues, resource)
        make = maker(profiles)
        draw = Draw(games, walk, make, base.venues, profiles, base.rooms, heads)
        base.server.add(draw_service_pb2_grpc.add_DrawServiceServicer_to_server, draw)
        keys = KeyWatch(heads, games.read, lacks_key, base.server.ready)
        drain = (games.drained, frames.drained)
        await base.serve(stop, heads, frames.run(), keys.run(), drain=drain, ready=ready)


if __name__ == "__main__":
    sys.exit(run(lambda stop: serve(read(os.environ), os.environ, stop, lambda server: None)))
