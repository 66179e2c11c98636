"""Equipment follows the games that are drawn with it: what fails there is out of service."""

from __future__ import annotations

from collections.abc import Iterator

from eyesdown.draw.v1 import events_pb2, game_pb2
from eyesdown.draw.v1.equipment_events_pb2 import FailInGame
from services.draw.commands.equipment import equipment_command
from services.draw.domain.equipment.equipment import Command
from services.kernel.following.happenings import Happening
from services.kernel.following.orders import Order
from services.kernel.names import Name

_WHAT = {
    game_pb2.IRREGULARITY_KIND_DEFECT: "defective",
    game_pb2.IRREGULARITY_KIND_SELECTOR: "the selector does not work",
}
"""What takes equipment out of service: a stuck object and objects that were put back do not."""


def failures(happening: Happening) -> Iterator[Order[Command]]:
    """What a commit of a game leads to in the equipment that it is drawn with."""
    for event in happening.events:
        if not isinstance(event, events_pb2.IrregularityFound) or not event.equipment:
            continue
        what = _WHAT.get(event.kind)
        if what is not None:
            said = f"{what}: {event.reason}" if event.reason else what
            order = FailInGame(game=str(happening.name), ball=event.ball, what=said)
            yield Order(Name.parse(event.equipment), order, equipment_command)
