"""A whole round through the running service, under each kind of bank."""

from __future__ import annotations

import pytest

from eyesdown.paigow.v1 import paigow_service_pb2 as pb
from eyesdown.paigow.v1 import sitting_pb2
from tests.kit.paigow import FLOAT, FLOAT_TOTAL, Floor, Replica, chips
from tests.kit.paigow_play import CO, HOUSE, PLAYER, TablePlay

pytest_plugins = ["tests.kit.paigow"]
pytestmark = pytest.mark.asyncio(loop_scope="module")


@pytest.mark.parametrize(
    ("mode", "box", "float_changes"),
    [
        # 20 lost, 50 won, 2.50 commission
        pytest.param(HOUSE, 0, -30_00 + 2_50, id="house"),
        pytest.param(PLAYER, 3, 2_50, id="player"),
        # half of the 30 that the co-banking wager lost
        pytest.param(CO, 3, -15_00 + 2_50, id="co"),
    ],
)
async def test_a_round_from_the_shuffle_to_the_settlement(
    mode: int, box: int, float_changes: int, floor: Floor, paigow_one: Replica
):
    play = await TablePlay.in_play(floor, paigow_one.paigow)
    await play.to("settled", mode=mode, box=box)
    sitting = play.sitting
    assert (sitting.rounds, sitting.float_total) == (1, FLOAT_TOTAL + float_changes)
    assert sitting.last_round.step == sitting_pb2.STEP_SETTLED
    request = pb.GetRoundRequest(name=sitting.name, round=1)
    kept = (await paigow_one.paigow.GetRound(request, metadata=floor.auditor.at)).round
    assert kept == sitting.last_round
    assert [hand.outcome for hand in kept.hands if hand.box == 2] == [sitting_pb2.OUTCOME_WIN]


async def test_a_table_is_closed_with_its_float_counted(floor: Floor, paigow_one: Replica):
    play = await TablePlay.in_play(floor, paigow_one.paigow)
    await play.to("settled", mode=PLAYER, box=3)
    # The float has 2.50 more: five chips of 0.50.
    await play.do("CountFloat", floor.supervisor, chips=chips({**FLOAT, 50: 105}))
    await play.do("SignClosing", floor.relief)
    assert play.sitting.phase == sitting_pb2.PHASE_CLOSED
    assert play.sitting.ledger[-1].total == FLOAT_TOTAL + 2_50


async def test_a_training_table_is_dealt_from_a_recorded_shuffle(floor: Floor, paigow_one: Replica):
    play = await TablePlay.in_play(floor, paigow_one.paigow, practice=True)
    await play.to("wagered")
    await play.do("ShakeDice", dice=[1, 2, 6])
    for box in play.round.order:
        await play.do("DealHand", box=box)
    dealt = [tile for hand in play.round.hands for tile in hand.tiles]
    assert len(set(dealt)) == 16
    assert set(dealt) <= set(range(32))
    assert play.sitting.practice
