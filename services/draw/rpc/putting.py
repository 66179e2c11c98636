"""How every call of the draw goes on record."""

from __future__ import annotations

import math
from dataclasses import replace
from typing import Any

from google.protobuf.message import Message

from eyesdown.draw.v1 import draw_service_pb2_grpc, events_pb2, game_pb2
from services.draw.domain.game.ending import KEY_AT_HAND
from services.draw.domain.game.game import GAMES, Command, Event
from services.draw.domain.game.state import InPlay, State
from services.draw.rooms.acknowledging import Acknowledging
from services.draw.views.game import resource
from services.kernel.names import Name
from services.kernel.record.aggregates import Aggregates, Outcome
from services.kernel.record.commit import ProfileRef
from services.kernel.serving.calls import call
from services.kernel.serving.validation import named
from services.kernel.walk import Walk

Games = Aggregates[Command, Event, State]


class Putting(draw_service_pb2_grpc.DrawServiceServicer):
    """What the chapters of the draw's RPCs have in common: games, and the walk of a command."""

    def __init__(
        self, games: Games, walk: Walk[Command, Event, State], acknowledging: Acknowledging
    ) -> None:
        self._games = games
        self._walk = walk
        self._acknowledging = acknowledging

    async def _put(self, request: Any, facts: Message | None = None) -> game_pb2.Game:
        """Put a request on record, and render what came of it."""
        outcome = await self._outcome(named(request, GAMES.kind), request, facts=facts)
        return resource(outcome.snapshot)

    async def _outcome(
        self,
        name: Name,
        request: Any,
        *,
        facts: Message | None = None,
        profile: ProfileRef | None = None,
        until: float = math.inf,
    ) -> Outcome[Event, State]:
        """Put a request on record by the call's deadline, or by `until` if that is sooner."""
        asked = call()
        if until < asked.deadline:
            asked = replace(asked, deadline=until)
        return await self._walk(asked, name, request, facts=facts, profile=profile)

    async def _awaited(self, name: Name, request: Any) -> events_pb2.GameFacts | None:
        """What the rooms have of the calls before, once it is known where the profile asks for it;
        it is waited for once, whatever the command comes to."""
        return await self._acknowledging.awaited(name, request.request_id, call().deadline)

    async def _key_is_lost(self, name: Name, request: Any) -> None:
        """Refuses to leave a number closed that can be opened here. That a key is away is seen by
        who holds the others, so it is no part of the decision, which is made again elsewhere."""
        if not request.key_lost or await self._games.answered(name, request.request_id):
            return
        game = (await self._games.read(name)).state
        if isinstance(game, InPlay) and game.selected and game.selected.value is not None:
            raise KEY_AT_HAND()
