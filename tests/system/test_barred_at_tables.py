"""Somebody who may not play is not seated at a pai gow table; what a venue wants of players."""

from __future__ import annotations

from pathlib import Path

import grpc
import pytest
import pytest_asyncio

from eyesdown.common.v1 import players_pb2
from services.kernel.journal.connection import Connection
from tests.kernel.serving.kit import told
from tests.kit.door import Door
from tests.kit.draw_play import stored_of
from tests.kit.nats import Nats
from tests.kit.paigow import Floor, Replica, replica
from tests.kit.paigow_play import TablePlay

pytest_plugins = ["tests.kit.paigow"]
pytestmark = pytest.mark.asyncio(loop_scope="module")

REFUSED = (grpc.StatusCode.FAILED_PRECONDITION, "MAY_NOT_PLAY")


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def door(floor: Floor, paigow_one: Replica) -> Door:
    """The door of the module's venue."""
    return Door(paigow_one.channel, floor.venue, floor.casino, floor.casino2)


async def test_who_is_barred_takes_no_box(
    door: Door, floor: Floor, paigow_one: Replica, nats: Connection
):
    play = await TablePlay.in_play(floor, paigow_one.paigow)
    made = await door.bar(member_number="P-17", category="barred")
    failed = await told(play.do("SeatPlayer", box=3, player="p17"))
    assert (failed.code, failed.reason) == REFUSED
    shown = players_pb2.PlayerShown(member_number="P 17")
    failed = await told(play.do("SeatPlayer", box=3, player="somebody", shown=shown))
    assert (failed.code, failed.reason) == REFUSED
    await play.do("SeatPlayer", box=3, player="p18")
    await door.lift(made)
    await play.do("SeatPlayer", box=4, player="p17")
    bodies = [commit.body for commit in await stored_of(nats, play.id)]
    assert sum(b"MAY_NOT_PLAY" in body for body in bodies) == 2
    assert not any(b"P 17" in body for body in bodies)


async def test_a_rehearsal_tells_nobody_who_is_barred(
    door: Door, floor: Floor, paigow_one: Replica, nats: Connection
):
    play = await TablePlay.in_play(floor, paigow_one.paigow)
    await door.bar(member_number="P-27", category="barred")
    before = await stored_of(nats, play.id)
    await play.do("SeatPlayer", box=3, player="p27", validate_only=True)
    assert await stored_of(nats, play.id) == before
    failed = await told(play.do("SeatPlayer", box=3, player="p27"))
    assert (failed.code, failed.reason) == REFUSED


async def test_what_is_shown_is_needed_in_a_venue_that_wants_it_and_too_young_is_too_young(
    tmp_path: Path, nats_server: Nats
):
    floor = Floor(tmp_path, nats_server.url)
    file = tmp_path / "venues" / f"{floor.venue}.toml"
    file.write_text(f"{file.read_text()}[players]\nleast_age = 20\n")
    await floor.provision()
    async with replica(floor) as one:
        play = await TablePlay.in_play(floor, one.paigow)
        for born, let_in in (("2020-01-01", False), ("1980-01-01", True)):
            shown = players_pb2.PlayerShown(date_of_birth=born)
            asking = play.do("SeatPlayer", box=1, player="p1", shown=shown)
            if let_in:
                await asking
            else:
                failed = await told(asking)
                assert (failed.code, failed.reason) == REFUSED
                assert "age" not in failed.message
