"""What was given about the rooms of a game: what their screens tell, and what people there say."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from google.protobuf.message import Message

from eyesdown.draw.v1 import draw_service_pb2 as pb
from eyesdown.draw.v1 import events_pb2, game_pb2
from services.draw.domain.game.parts import Acknowledgement
from services.draw.domain.game.showing import ConfirmInRoom, GoOnWithoutRooms
from services.kernel.record.commit import Given
from services.kernel.record.shapes import Shape

_ACKNOWLEDGEMENT = Shape(Acknowledgement, game_pb2.Acknowledgement)


def acknowledged(given: Given) -> tuple[Acknowledgement, ...]:
    """What the rooms had on their glass when a command was given."""
    if not isinstance(given.facts, events_pb2.GameFacts):
        return ()
    return tuple(_ACKNOWLEDGEMENT.of(each) for each in given.facts.acknowledgements)


def _confirm(given: Given, request: pb.ConfirmInRoomRequest) -> ConfirmInRoom:
    return ConfirmInRoom(
        request.position,
        request.room,
        request.heard,
        request.seen,
        given.actor.person,
        given.at,
    )


def _go_on(given: Given, request: pb.GoOnWithoutRoomsRequest) -> GoOnWithoutRooms:
    return GoOnWithoutRooms(
        request.position,
        tuple(request.rooms),
        request.reason,
        given.actor.person,
        given.at,
        acknowledged(given),
    )


MAKERS: dict[type[Message], Callable[[Given, Any], ConfirmInRoom | GoOnWithoutRooms]] = {
    pb.ConfirmInRoomRequest: _confirm,
    pb.GoOnWithoutRoomsRequest: _go_on,
}
"""How each is made, by its request."""
