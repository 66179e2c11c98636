"""What the eye counts for those on call; alone in a hall, so that the numbers are known."""

from __future__ import annotations

import asyncio

import pytest

from eyesdown.draw.v1 import game_pb2
from eyesdown.verify.v1 import eye_pb2
from tests.kit.claims import completed, sight
from tests.kit.draw import SOON, Hall, Replica
from tests.kit.draw_play import LINE
from tests.kit.verify import Verify, verifying

pytest_plugins = ["tests.kit.claims"]
pytestmark = pytest.mark.asyncio(loop_scope="module")

VALID = game_pb2.VERDICT_VALID
WHAT = ("silent", "missed", "contradicted")


async def counted(verify: Verify, hall: Hall) -> tuple[int, ...]:
    """How many cards are silent, missed, and how many claims contradicted, in the hall's venue."""
    at = Replica(verify.channel, f"127.0.0.1:{verify.server.metrics_port}", verify.server)
    found = [await at.counted("eyesdown_noticed", what=each, venue=hall.venue) for each in WHAT]
    return tuple(map(int, found))


@pytest.mark.case("B23")
async def test_case_B23_what_is_in_play_is_counted_by_each_replica_and_practice_by_none(
    hall: Hall, table_of, verify: Verify
):
    """B23: a practice game stays out of every total. What one test leaves in play the next one
    would count, so it is one."""
    practice = await table_of(practice=True)
    await practice.call(await practice.row(1))
    assert completed(await sight(practice)) == [(LINE, 1, 5, 0, False)]
    assert await counted(verify, hall) == (0, 0, 0)
    real = await table_of()
    await real.call(await real.row(1))
    assert completed(await sight(real)) == [(LINE, 1, 5, 0, False)]
    assert await counted(verify, hall) == (1, 0, 0)
    await real.call([await real.other(1)])
    seen = await sight(real)
    assert await counted(verify, hall) == (0, 1, 0)

    other = await table_of()
    await other.call((await other.row(1))[:4])
    line = await other.play.call_out()
    await other.play.decide(line, verdict=VALID, stages=[LINE])
    (wrong,) = (await sight(other)).contradictions
    assert (wrong.call_out, wrong.card, wrong.stage) == (line, 0, LINE)
    assert wrong.kind == eye_pb2.CONTRADICTION_KIND_NO_CARD_COMPLETE
    assert await counted(verify, hall) == (0, 1, 1)
    await other.collect(line, 1)
    (wrong,) = (await sight(other)).contradictions
    assert (wrong.card, wrong.kind) == (1, eye_pb2.CONTRADICTION_KIND_WON_NOT_COMPLETE)

    async with verifying(hall, "v-three") as started:
        async with asyncio.timeout(SOON):
            while await counted(started, hall) != (0, 1, 1):
                pass  # it looks by itself
        assert await sight(real, started) == await sight(real, verify) == seen
    await real.play.end()
    await sight(real)
    assert await counted(verify, hall) == (0, 0, 1), "what is over is not to be looked at"
