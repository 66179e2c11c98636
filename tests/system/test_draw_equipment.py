"""Equipment on a real service: what fails in a game is out of service before the next one."""

from __future__ import annotations

import asyncio

import grpc
import pytest
import pytest_asyncio

from eyesdown.draw.v1 import draw_service_pb2 as pb
from eyesdown.draw.v1 import equipment_pb2, game_pb2
from eyesdown.draw.v1.equipment_service_pb2 import ListEquipmentRequest
from services.kernel.journal.connection import Connection
from services.kernel.names import Name
from tests.kernel.serving.kit import told
from tests.kit.draw import SOON, Hall, Replica
from tests.kit.draw_beside import World
from tests.kit.draw_play import RECEPTACLE, Play, open_game, record, request_id

pytest_plugins = ["tests.kit.draw"]
pytestmark = pytest.mark.asyncio(loop_scope="module")

Status = grpc.StatusCode
OUT = equipment_pb2.EQUIPMENT_PHASE_OUT_OF_SERVICE
IN_SERVICE = equipment_pb2.EQUIPMENT_PHASE_IN_SERVICE


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def world(hall: Hall, one: Replica) -> World:
    """The module's hall, at its first replica."""
    return World(hall, one)


async def report(play: Play, kind: game_pb2.IrregularityKind.ValueType, ball: int) -> None:
    """The supervisor reports what happened to the equipment of a game."""
    request = pb.ReportIrregularityRequest(
        request_id=request_id(), name=play.game.name, kind=kind, ball=ball, reason="cracked"
    )
    await play.draw.ReportIrregularity(request, metadata=play.supervisor.at)


@pytest.mark.case("B26")
async def test_case_b26_a_ball_that_cracks_in_a_game_is_repaired_and_inspected_before_the_next(
    world: World, two: Replica, nats: Connection
):
    hall = world.hall
    cage = await world.in_service()
    play = await Play.announced(hall, world.replica.draw, selector=RECEPTACLE, equipment=cage.name)
    await report(play, game_pb2.IRREGULARITY_KIND_DEFECT, 17)
    out = await world.until(cage, lambda now: now.phase == OUT)
    assert out.game == play.game.name
    assert out.reason == "defective: cracked, in a game"
    assert list(out.defects) == [equipment_pb2.Defect(ball=17, what="defective: cracked")]
    request = open_game(hall, selector=RECEPTACLE, equipment=cage.name)
    failed = await told(world.replica.draw.OpenGame(request, metadata=hall.manager.at))
    assert (failed.code, failed.reason) == (Status.FAILED_PRECONDITION, "EQUIPMENT_UNFIT")
    mended = await world.do("RepairEquipment", hall.manager, out, done="ball 17 replaced")
    seen = await world.examined(mended, hall.second_supervisor, witness="stu")
    back = await world.do("ReturnToService", hall.manager, seen)
    assert back.phase == IN_SERVICE
    assert (back.examination.by, back.examination.witness) == ("sia", "stu")
    await world.replica.draw.OpenGame(request, metadata=hall.manager.at)
    commits = await record(nats, Name.parse(cage.name))
    caused = [each for each in commits if each.cause.name]
    assert [(each.cause.name, each.actor.person) for each in caused] == [
        (play.game.name, "service:draw")
    ]


async def test_a_selector_that_fails_in_a_game_is_out_of_service(world: World):
    selector = await world.in_service(selector=game_pb2.SELECTOR_ELECTRONIC, title="Selector 1")
    play = await Play.announced(world.hall, world.replica.draw, equipment=selector.name)
    await report(play, game_pb2.IRREGULARITY_KIND_SELECTOR, 0)
    out = await world.until(selector, lambda now: now.phase == OUT)
    assert out.reason == "the selector does not work: cracked, in a game"


async def test_what_was_never_inspected_is_not_played_with(world: World):
    hall = world.hall
    cage = await world.registered()
    request = open_game(hall, selector=RECEPTACLE, equipment=cage.name)
    failed = await told(world.replica.draw.OpenGame(request, metadata=hall.manager.at))
    assert (failed.code, failed.reason) == (Status.FAILED_PRECONDITION, "EQUIPMENT_UNFIT")
    await world.examined(cage, hall.supervisor)
    await world.replica.draw.OpenGame(request, metadata=hall.manager.at)


async def test_an_inspection_that_counts_too_few_is_on_record_and_takes_it_out(world: World):
    cage = await world.examined(await world.registered(), world.hall.supervisor, counted=89)
    assert (cage.phase, cage.reason) == (OUT, "89 of 90 objects were counted")
    assert cage.version == 2


async def test_equipment_is_listed_and_watched(world: World):
    retired, cage = await world.retired(), await world.out()

    async def listed(**wanted) -> dict[str, equipment_pb2.EquipmentRow]:
        only = ListEquipmentRequest.Filter(**wanted)
        return {row.name: row for row in await world.rows("ListEquipment", filter=only)}

    async with asyncio.timeout(SOON):
        while (await listed()).get(cage.name, equipment_pb2.EquipmentRow()).version < 3:
            pass
    assert (await listed())[cage.name] == equipment_pb2.EquipmentRow(
        name=cage.name,
        version=3,
        phase=OUT,
        title="Cage 2",
        selector=RECEPTACLE,
        numbers=90,
        reason="it fell",
    )
    assert set(await listed(phases=[equipment_pb2.EQUIPMENT_PHASE_RETIRED])) >= {retired.name}
    assert cage.name not in await listed(phases=[equipment_pb2.EQUIPMENT_PHASE_RETIRED])
    seen = await world.watched(retired)
    assert [list(reply.events) for reply in seen] == [
        ["EquipmentRegistered"],
        ["EquipmentRetired"],
    ]
