"""What may and may not be done in a game, as ExplainGame answers it."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from eyesdown.draw.v1 import draw_service_pb2 as pb
from services.draw.domain.game.explaining import explain
from services.draw.domain.game.parts import Acknowledgement
from services.draw.domain.game.state import Ended, InPlay, State, Waiting
from services.draw.views.game import resource
from services.kernel.record.histories import Snapshot


def explained(
    snapshot: Snapshot[Any, State], at: datetime, seen: tuple[Acknowledgement, ...]
) -> pb.ExplainGameResponse:
    """The game and every step at the instant `at`, with what the rooms have on their glass."""
    made = pb.ExplainGameResponse(game=resource(snapshot))
    if not isinstance(snapshot.state, Waiting | InPlay | Ended):
        return made
    for step in explain(snapshot.state, at, seen):
        told = made.next_steps.add(method=step.method, who=step.who, may=step.refusal is None)
        if step.refusal is not None:
            told.reason = step.refusal.reason.code
            told.clause = step.refusal.clause
            told.says = step.refusal.sentence
            told.advice = step.refusal.advice
    return made
