"""The pai gow service, put together by hand: `python -m services.paigow`."""

from __future__ import annotations

import asyncio
import os
import sys
from collections.abc import Mapping
from operator import attrgetter

from eyesdown.paigow.v1 import paigow_service_pb2_grpc
from services.kernel.base import Ready, standing_on
from services.kernel.kept import Kept
from services.kernel.serving.server import run
from services.kernel.settings import Settings, read
from services.kernel.walk import Walk
from services.paigow.codec import restriction, sitting
from services.paigow.commands.restriction import restriction_command
from services.paigow.commands.sitting import maker
from services.paigow.domain.restrictions import RESTRICTIONS
from services.paigow.domain.sitting.sitting import SITTINGS
from services.paigow.lists import sitting_lists
from services.paigow.metrics import MEASURED
from services.paigow.profiles import PaiGowProfiles
from services.paigow.rpc.paigow import PaiGow
from services.paigow.views.restriction import restrictions
from services.paigow.views.sitting import lacks_key, resource
from services.paigow.views.table_frame import frame
from services.paigow.views.waiting import in_sitting


async def serve(
    settings: Settings, environment: Mapping[str, str], stop: asyncio.Event, ready: Ready
) -> None:
    """Serve pai gow tables until `stop` is set. Raises a `StartError`."""
    async with standing_on("paigow", settings, environment, stop) as base:
        kept = Kept(base, MEASURED)
        sittings = kept.add(
            SITTINGS, sitting.CODEC, frame=frame, lacks_key=lacks_key, game=attrgetter("id")
        )
        kept.waits(sittings, in_sitting)
        restricting = kept.add(RESTRICTIONS, restriction.CODEC)
        profiles = PaiGowProfiles(base.profiles)
        kept.plays(profiles)
        paigow = PaiGow(
            sittings,
            Walk(sittings, maker(profiles), base.people, base.venues, resource),
            restricting,
            Walk(restricting, restriction_command, base.people, base.venues, restrictions),
            base.venues,
            profiles,
            base.approvals,
            kept.heads,
            sitting_lists(kept.heads, base.venues),
            base.players,
        )
        base.server.add(paigow_service_pb2_grpc.add_PaiGowServiceServicer_to_server, paigow)
        await kept.serve(stop, ready)


if __name__ == "__main__":
    sys.exit(run(lambda stop: serve(read(os.environ), os.environ, stop, lambda server: None)))
