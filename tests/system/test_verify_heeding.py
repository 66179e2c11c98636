"""Where the draw does not follow a decision of the desk, the desk says so to people."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

import pytest

from eyesdown.draw.v1 import game_pb2
from eyesdown.verify.v1 import claim_service_pb2 as pb
from eyesdown.verify.v1 import desk_events_pb2
from eyesdown.verify.v1 import sales_service_pb2 as sales
from tests.cli.command import eyesdown
from tests.kit.claims import Table
from tests.kit.draw import SOON
from tests.kit.draw_play import LINE
from tests.kit.verify import Hallway, nzd, request_id, span

pytest_plugins = ["tests.kit.claims"]
pytestmark = pytest.mark.asyncio(loop_scope="module")

ALLOWED = desk_events_pb2.OUTCOME_ALLOWED


async def once(table: Table, call_out: int, enough: Callable[[pb.Claim], bool]) -> pb.Claim:
    """The claim as the desk shows it, once it is so."""
    request = pb.WatchDeskRequest(name=table.desk)
    watch = table.verify.claims.WatchDesk(request, metadata=table.hall.auditor.at)
    try:
        async with asyncio.timeout(SOON):
            async for reply in watch:
                found = reply.desk.claims[call_out - 1 : call_out]
                if found and enough(found[0]):
                    return found[0]
    finally:
        watch.cancel()
    raise AssertionError("the desk never heard of it")


async def listed(cards_of: Hallway, table: Table) -> str:
    """What `eyesdown claim list` prints to the supervisor."""
    token = dict(table.hall.supervisor.at)["authorization"].removeprefix("Bearer ")
    more = {
        "EYESDOWN_VERIFY": f"127.0.0.1:{cards_of.verify.server.port}",
        "EYESDOWN_TOKEN": token,
    }
    game = f"{table.hall.venue}/{table.play.id.id}"
    done = await eyesdown("claim", "list", game, data=cards_of.hall.folder, more=more)
    assert (done.code, done.err) == (0, ""), done
    return done.out


async def test_that_the_draw_keeps_another_decision_is_shown_until_a_person_has_decided(
    table_of: Any, cards_of: Hallway
):
    table = await table_of()
    play = table.play
    await table.call(await table.row(13))
    line = await play.call_out()
    await table.collect(line, 13)
    assert (await table.decide(line)).decision.reason == "CARD_NOT_SOLD"
    await table.settled(line)
    sold = sales.EnterLateSaleRequest(
        request_id=request_id(),
        name=table.desk,
        cards=span(13, 18),
        receipts=nzd(1_000),
        seller="sue",
        evidence="till roll",
    )
    await cards_of.verify.sales.EnterLateSale(sold, metadata=cards_of.staff.manager.at)
    await table.reopened(line)
    assert (await table.examined(line, 13)).decision.outcome == ALLOWED
    differing = await once(table, line, lambda claim: claim.HasField("not_followed"))
    assert differing.not_followed.reason == "DRAW_DIFFERS"
    await table.differing(line)
    await play.decide(line, verdict=game_pb2.VERDICT_VALID, stages=[LINE])
    heeded = await once(table, line, lambda claim: claim.HasField("elsewhere"))
    assert not heeded.HasField("not_followed")
    assert "WAITS FOR A PERSON" not in await listed(cards_of, table)
