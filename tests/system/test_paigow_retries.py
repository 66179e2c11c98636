"""What a pai gow table refuses and has on record, asked again."""

from __future__ import annotations

import grpc
import pytest

from services.kernel.journal.connection import Connection
from tests.kernel.serving.kit import told
from tests.kit.draw_play import record
from tests.kit.matrix.paigow import table_at
from tests.kit.paigow import Floor, Replica
from tests.kit.paigow_play import TablePlay

pytest_plugins = ["tests.kit.paigow"]
pytestmark = pytest.mark.asyncio(loop_scope="module")

Status = grpc.StatusCode


async def test_a_difference_is_on_record_and_answered_again(
    floor: Floor, paigow_one: Replica, paigow_two: Replica, nats: Connection
):
    play = await table_at("showdown", floor, paigow_one)
    request = play.request("ExposeHand", box=2, outcome=3)
    for replica in (paigow_one, paigow_two, paigow_one):
        failed = await told(replica.paigow.ExposeHand(request, metadata=floor.dealer.at))
        assert (failed.code, failed.reason) == (Status.FAILED_PRECONDITION, "DIFFERS")
    assert len(await record(nats, play.id)) == play.sitting.version + 1


async def test_who_is_not_the_dealer_is_on_record_once(
    floor: Floor, paigow_one: Replica, nats: Connection
):
    play = await TablePlay.in_play(floor, paigow_one.paigow)
    for _ in range(3):
        request = play.request("ShuffleTiles")
        failed = await told(paigow_one.paigow.ShuffleTiles(request, metadata=floor.relief.at))
        assert (failed.code, failed.reason) == (Status.FAILED_PRECONDITION, "NOT_THE_DEALER")
    assert len(await record(nats, play.id)) == play.sitting.version + 1
