"""Equipment follows the games that are drawn with it: what fails there is out of service."""

from __future__ import annotations

from collections.abc import Iterator

from google.protobuf.message import Message

from eyesdown.draw.v1 import events_pb2, game_pb2
from eyesdown.draw.v1.equipment_events_pb2 import FailInGame
from services.draw.commands import equipment as equipment_commands
from services.draw.domain.equipment.equipment import Command
from services.kernel.following.happenings import Happening
from services.kernel.following.orders import Order
from services.kernel.names import Name

_WHAT = {
    game_pb2.IRREGULARITY_KIND_DEFECT: "defective",
    game_pb2.IRREGULARITY_KIND_SELECTOR: "the selector does not work",
}
"""What takes equipment out of service: a stuck object and objects that were put back do not."""


def equipment_following_games(happening: Happening) -> Iterator[Order[Command]]:
    """What a commit of a game leads to in the equipment that it is drawn with: an order where it
    was found unfit, once for each commit."""
    for event in happening.events:
        equipment, ball, what = _found(event)
        if equipment and what:
            order = FailInGame(game=str(happening.name), ball=ball, what=what)
            yield Order(Name.parse(equipment), order, equipment_commands.command)
            return


def _found(event: Message) -> tuple[str, int, str]:
    """The equipment that an event is about, the object or 0, and what is wrong, or empty.

    A receptacle in which objects are missing is filled; one whose objects are not equal is unfit.
    """
    match event:
        case events_pb2.IrregularityFound():
            what = _WHAT.get(event.kind, "")
            said = f"{what}: {event.reason}" if what and event.reason else what
            return event.equipment, event.ball, said
        case events_pb2.EquipmentInspected():
            found = event.inspection
            unequal = found.objects > 0 and not found.equal
            return found.equipment, 0, "its objects are not equal" if unequal else ""
    return "", 0, ""
