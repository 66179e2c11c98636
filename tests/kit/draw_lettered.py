"""A game with letters and numbers, under Tennessee's rules, with an announcer.

PYTEST_DONT_REWRITE: see `tests.kit.draw`.
"""

from __future__ import annotations

from eyesdown.draw.v1 import draw_service_pb2 as pb
from eyesdown.draw.v1 import game_pb2
from tests.kit.draw_hall import TENNESSEE, Hall, Person
from tests.kit.draw_play import CALLER, RECEPTACLE, SUPERVISOR, Play, request_id

ANNOUNCER = game_pb2.POST_ANNOUNCER


def announcer(hall: Hall) -> Person:
    """The other individual, who announces and displays."""
    return hall.person("ann", "announcer")


async def lettered(hall: Hall, play: Play) -> game_pb2.Game:
    """Staff, look at and announce a game that was only opened with `opening`."""
    name, room = play.game.name, play.game.rooms[0]
    for post, person in (
        (CALLER, hall.caller),
        (SUPERVISOR, hall.supervisor),
        (ANNOUNCER, announcer(hall)),
    ):
        assigning = play.assigning(post, person.id)
        await play.draw.AssignStaff(assigning, metadata=hall.manager.at)
    heard = pb.CheckHearingRequest(request_id=request_id(), name=name, room=room, heard=True)
    await play.draw.CheckHearing(heard, metadata=hall.steward.at)
    found = pb.InspectEquipmentRequest(
        request_id=request_id(), name=name, objects=75, equal=True, room=room
    )
    reply = await play.draw.InspectEquipment(found, metadata=hall.supervisor.at)
    play.game = reply.game
    await play.announce()
    return play.game


opening = {"profile": TENNESSEE, "selector": RECEPTACLE}
"""How a game with letters is opened."""
