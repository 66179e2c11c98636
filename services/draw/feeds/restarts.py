"""A void game follows the game that is played in its place."""

from __future__ import annotations

from collections.abc import Iterator

from google.protobuf.message import Message

from eyesdown.draw.v1 import events_pb2, game_pb2
from services.draw.commands.game import following
from services.draw.domain.game.game import Command
from services.kernel.following.happenings import Happening
from services.kernel.following.orders import Order
from services.kernel.names import Name


def restarts(happening: Happening) -> Iterator[Order[Command]]:
    """What a commit of a game leads to in the void game that it starts over: an order when it was
    opened, announced, or ended."""
    row = happening.row
    if not isinstance(row, game_pb2.GameRow) or not row.restart_of:
        return
    for event in happening.events:
        step = _step(event)
        if step:
            order = events_pb2.FollowRestart(game=str(happening.name), step=step)
            yield Order(Name.parse(row.restart_of), order, following)
            return


def _step(event: Message) -> events_pb2.RestartStep.ValueType:
    match event:
        case events_pb2.GameOpened():
            return events_pb2.RESTART_STEP_OPENED
        case events_pb2.GameAnnounced():
            return events_pb2.RESTART_STEP_ANNOUNCED
        case events_pb2.GameEnded() | events_pb2.GameVoided():
            return events_pb2.RESTART_STEP_ENDED
    return events_pb2.RESTART_STEP_UNSPECIFIED
