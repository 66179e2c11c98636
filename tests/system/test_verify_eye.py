"""The house's own eye on the running services: who was not heard, and what does not agree."""

from __future__ import annotations

import asyncio
import json
import signal
from typing import Any

import grpc
import pytest

from eyesdown.draw.v1 import game_pb2
from eyesdown.verify.v1 import eye_pb2
from eyesdown.verify.v1 import eye_service_pb2 as pb
from eyesdown.verify.v1 import sales_service_pb2 as sales
from eyesdown_client import Eyesdown
from services.kernel.journal.connection import Connection
from tests.cli.command import Done, eyesdown, start
from tests.kernel.serving.kit import told
from tests.kit.claims import Table, completed, sight
from tests.kit.draw import SOON, Hall, Replica
from tests.kit.draw_play import BINGO, LINE, RECEPTACLE, Play
from tests.kit.matrix.draw.righting import approving, correcting
from tests.kit.verify import Hallway, Verify, nzd, request_id, span

pytest_plugins = ["tests.kit.claims"]
pytestmark = pytest.mark.asyncio(loop_scope="module")

SPOKEN = game_pb2.ERROR_KIND_SPOKEN
VALID = game_pb2.VERDICT_VALID


def away(seen: eye_pb2.Sight, stage: Any = LINE) -> int:
    """How many cards are one away from a stage after the last announcement."""
    return next(each.one_away for each in seen.announcements[-1].stages if each.stage == stage)


# -- who was not heard -------------------------------------------------------------------------


async def test_a_card_that_nobody_calls_out_is_told_to_the_supervisor(table_of):
    table = await table_of()
    assert (await sight(table)).cards == 12
    row = await table.row(1)
    await table.call(row[:4])
    seen = await sight(table)
    assert (completed(seen), away(seen) >= 1) == ([], True)
    await table.call([row[4]])
    seen = await sight(table)
    assert completed(seen) == [(LINE, 1, 5, 0, False)]
    assert [each.number for each in seen.announcements] == row
    assert seen.announcements[-1].stages[0].completed == 1
    await table.call([await table.other(1)])
    assert completed(await sight(table)) == [(LINE, 1, 5, 0, True)]


async def test_a_claim_with_the_card_answers_it_and_what_is_won_is_watched_no_longer(table_of):
    table = await table_of()
    await table.call(await table.row(1))
    line = await table.play.call_out()
    assert (await table.examined(line, 1)).decision.position == 5
    await table.settled(line)
    seen = await sight(table)
    assert completed(seen) == [(LINE, 1, 5, line, False)]
    assert list(seen.contradictions) == []
    await table.call([await table.other(1)])
    assert [each.stage for each in (await sight(table)).announcements[-1].stages] == [BINGO]


async def test_displays_and_the_hall_are_told_nothing_of_it(hall: Hall, table_of, nats: Connection):
    boards = await nats.subscribe("eyesdown.>")
    try:
        table = await table_of()
        await table.call(await table.row(1))
        assert completed(await sight(table)) == [(LINE, 1, 5, 0, False)]
        await table.play.call_out()
        await table.desk_now()
        shown = 0
        while boards.pending_msgs:
            message = await boards.next_msg()
            if ".board." in message.subject or ".room." in message.subject:
                shown += message.subject.endswith(table.play.id.id)
                frame = json.loads(message.data)
                assert not {"completed", "oneAway", "cards"} & set(frame)
                assert all(not each["card"] for each in frame.get("claims", ()))
        assert shown > 5, "of the game and of its desk"
    finally:
        await boards.unsubscribe()
    for role in ("display", "caller", "announcer", "steward", "seller", "cashier", "operator"):
        request = pb.GetSightRequest(name=table.desk)
        asked = table.verify.eye.GetSight(request, metadata=hall.person(f"a-{role}", role).at)
        assert (await told(asked)).code is grpc.StatusCode.PERMISSION_DENIED


async def test_a_watch_tells_each_change_as_it_comes(table_of, verify: Verify, verify_two: Verify):
    table = await table_of()
    row = await table.row(1)
    request = pb.WatchSightRequest(name=table.desk)
    watch: Any = verify_two.eye.WatchSight(request, metadata=table.hall.supervisor.at)
    try:
        async with asyncio.timeout(SOON):
            first = await watch.read()
            assert (first.sight.cards, len(first.sight.announcements)) == (12, 0)
            await table.call(row)
            seen = first.sight
            while not seen.completed:
                before, seen = seen.version, (await watch.read()).sight
                assert seen.version > before
        assert completed(seen) == [(LINE, 1, 5, 0, False)]
    finally:
        watch.cancel()
    later = pb.WatchSightRequest(name=table.desk, after_version=seen.version)
    watch = verify.eye.WatchSight(later, metadata=table.hall.supervisor.at)
    try:
        await table.call([await table.other(1)])
        async with asyncio.timeout(SOON):
            told_ = (await watch.read()).sight
        assert told_.version > seen.version, "it goes on where it was left"
    finally:
        watch.cancel()


# -- as the record is put right ----------------------------------------------------------------


async def test_a_correction_is_seen_as_if_it_had_always_been_so(hall: Hall, one: Replica, table_of):
    table = await table_of()
    play, row = table.play, await table.row(1)
    await table.call([*row[:4], await table.other(1)])
    assert completed(await sight(table)) == []
    wrong = play.numbers[-1]
    request = correcting(play, position=5, kind=SPOKEN, wrong=wrong, right=row[4])
    play.game = (await one.draw.CorrectCall(request, metadata=hall.caller.at)).game
    if play.game.proposals:
        reply = await one.draw.ApproveProposal(approving(play), metadata=hall.supervisor.at)
        play.game = reply.game
    seen = await sight(table)
    assert completed(seen) == [(LINE, 1, 5, 0, False)]
    assert [each.taken_back for each in seen.announcements] == [False] * 4 + [True, False]


async def test_a_sale_that_is_entered_late_is_looked_at_and_one_that_is_voided_is_not(
    table_of, cards_of: Hallway
):
    table = await table_of()
    stub, staff = table.verify.sales, cards_of.staff
    await table.call(await table.row(30))
    assert 30 not in [each.card for each in (await sight(table)).completed]
    late = sales.EnterLateSaleRequest(
        request_id=request_id(),
        name=table.desk,
        cards=span(30),
        receipts=nzd(200),
        seller="sue",
        evidence="the stub in her till",
    )
    made = await stub.EnterLateSale(late, metadata=staff.manager.at)
    await until_cards(table, 13)
    assert (LINE, 30, 5, 0, False) in completed(await sight(table))
    void = sales.VoidSaleRequest(
        request_id=request_id(), name=made.block, sale=made.sale.sale, reason="it was none"
    )
    await stub.VoidSale(void, metadata=table.hall.person("vera", "game_manager").at)
    await until_cards(table, 12)
    assert 30 not in [each.card for each in (await sight(table)).completed]


async def until_cards(table: Table, cards: int) -> None:
    """Wait until so many cards are looked at: sales reach a replica a moment later."""
    request = pb.WatchSightRequest(name=table.desk)
    watch = table.verify.eye.WatchSight(request, metadata=table.hall.supervisor.at)
    try:
        async with asyncio.timeout(SOON):
            async for reply in watch:
                if reply.sight.cards == cards:
                    return
    finally:
        watch.cancel()


async def test_of_a_game_whose_cards_are_sold_elsewhere_nothing_is_seen(
    hall: Hall, one: Replica, cards_of: Hallway
):
    play = await Play.announced(hall, one.draw, selector=RECEPTACLE)
    table = Table(cards_of, play, "A 1204")
    await table.call([1, 2, 3])
    await table.play.call_out()
    await table.play.decide(1, verdict=VALID, stages=[LINE])
    seen = await sight(table)
    assert (seen.cards, completed(seen), list(seen.contradictions)) == (0, [], [])


# -- typed by a supervisor ---------------------------------------------------------------------


def at(table: Table) -> dict[str, str]:
    """Where the supervisor's commands go, and who types them."""
    return {
        "EYESDOWN_VERIFY": f"127.0.0.1:{table.verify.server.port}",
        "EYESDOWN_TOKEN": token(table),
    }


async def typed(table: Table, *arguments: str) -> Done:
    """What a supervisor who types this gets."""
    game, data = f"{table.hall.venue}/{table.play.id.id}", table.hall.folder
    return await eyesdown("claim", "eye", game, *arguments, data=data, more=at(table))


def token(table: Table) -> str:
    """The supervisor's."""
    return dict(table.hall.supervisor.at)["authorization"].removeprefix("Bearer ")


async def test_the_supervisor_reads_who_was_not_called_out(table_of):
    table = await table_of()
    done = await typed(table)
    assert (done.code, done.err, done.out) == (0, "", "12 cards, before the first call.\n")
    row = await table.row(1)
    await table.call(row)
    lines = (await typed(table)).out.splitlines()
    assert lines[0] == f"12 cards after call 5 ({row[4]}):"
    assert lines[1].startswith("  line: 1 just completed, ")
    assert lines[2].startswith("  bingo: 0 just completed, ")
    assert lines[3] == f"NOT CALLED OUT: card 1 completed the line on call 5 ({row[4]})"
    await table.call([await table.other(1)])
    assert "MISSED: card 1 completed the line on call 5" in (await typed(table)).out
    told_ = json.loads((await typed(table, "--json")).out)
    assert told_["completed"][0]["card"] == 1


async def test_the_supervisor_follows_it_until_ctrl_c(table_of):
    table = await table_of()
    game, data = f"{table.hall.venue}/{table.play.id.id}", table.hall.folder
    process = await start("claim", "watch", game, data=data, more=at(table))
    assert process.stdout is not None
    try:
        async with asyncio.timeout(3 * SOON):
            first = await process.stdout.readline()
            assert first == b"12 cards, before the first call.\n"
            await table.call(await table.row(1))
            while b"NOT CALLED OUT: card 1 " not in await process.stdout.readline():
                pass
            process.send_signal(signal.SIGINT)
            _, err = await process.communicate()
        assert (process.returncode, err) == (0, b"")
    finally:
        if process.returncode is None:
            process.kill()


async def test_the_client_gives_and_watches_the_sight(table_of):
    table = await table_of()
    await table.call(await table.row(1))
    address = f"127.0.0.1:{table.verify.server.port}"
    async with Eyesdown(address, token=token(table)) as supervisor:
        assert completed(await supervisor.eye.get_sight(table.desk)) == [(LINE, 1, 5, 0, False)]
        async for reply in supervisor.eye.watch_sight(table.desk):
            assert completed(reply.sight) == [(LINE, 1, 5, 0, False)]
            break
