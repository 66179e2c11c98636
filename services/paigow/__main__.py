"""The pai gow service, put together by hand: `python -m services.paigow`."""

from __future__ import annotations

import asyncio
import os
import sys
from collections.abc import Mapping
from operator import attrgetter

from eyesdown.paigow.v1 import paigow_service_pb2_grpc, sitting_pb2
from services.kernel.base import Ready, standing_on
from services.kernel.following.lists import Lists
from services.kernel.kept import Kept
from services.kernel.serving.server import run
from services.kernel.settings import Settings, read
from services.kernel.walk import Walk
from services.paigow.codec import restrictions as restrictions_codec
from services.paigow.codec import sitting as sitting_codec
from services.paigow.commands import restrictions as restrictions_commands
from services.paigow.commands import sitting as sitting_commands
from services.paigow.domain.restrictions import RESTRICTIONS
from services.paigow.domain.sitting.sitting import SITTINGS
from services.paigow.facts.keeping_apart import KeptApart
from services.paigow.metrics import MEASURED
from services.paigow.profiles import PaiGowProfiles
from services.paigow.rpc.paigow import PaiGowRpc
from services.paigow.views import restrictions as restrictions_views
from services.paigow.views import sitting as sitting_views
from services.paigow.views import waiting
from services.paigow.views.board import frame


async def serve(
    settings: Settings, environment: Mapping[str, str], stop: asyncio.Event, ready: Ready
) -> None:
    """Serve pai gow tables until `stop` is set. Raises a `StartError`."""
    async with standing_on("paigow", settings, environment, stop) as base:
        kept, profiles = Kept(base, MEASURED), PaiGowProfiles(base.profiles)
        venues, people, heads = base.venues, base.people, kept.heads
        sitting_command = sitting_commands.maker(profiles)
        sittings = kept.add(
            SITTINGS,
            sitting_codec.CODEC,
            frame=frame,
            lacks_key=sitting_views.lacks_key,
            game=attrgetter("id"),
        )
        kept.plays(profiles)
        restrictions = kept.add(RESTRICTIONS, restrictions_codec.CODEC)
        kept.waits(sittings, waiting.in_sitting)
        paigow_rpc = PaiGowRpc(
            sittings,
            Walk(sittings, sitting_command, people, venues, sitting_views.resource),
            restrictions,
            KeptApart(restrictions),
            Walk(
                restrictions,
                restrictions_commands.command,
                people,
                venues,
                restrictions_views.resource,
            ),
            venues,
            profiles,
            base.approvals,
            heads,
            Lists(heads, venues, SITTINGS.kind, sitting_pb2.SittingRow),
            base.players,
        )
        base.server.add(paigow_service_pb2_grpc.add_PaiGowServiceServicer_to_server, paigow_rpc)
        await kept.serve(stop, ready)


if __name__ == "__main__":
    sys.exit(run(lambda stop: serve(read(os.environ), os.environ, stop, lambda server: None)))
