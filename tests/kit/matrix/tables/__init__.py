"""Every RPC of session tables: on what table it goes through, who may call it, what is wrong."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from datetime import timedelta
from operator import attrgetter

from eyesdown.tournament.v1 import table_pb2
from eyesdown.tournament.v1 import table_service_pb2 as pb
from tests.kernel.serving.kit import told
from tests.kit.matrix.matrix import Matrix
from tests.kit.matrix.tables import keeping, rounds, wagering
from tests.kit.table_play import MINUTES, TablePlay, Telling
from tests.kit.tournament import SOON, Replica

TABLES = Matrix(
    services=(pb.DESCRIPTOR.services_by_name["SessionTableService"],),
    rows={**wagering.ROWS, **rounds.ROWS, **keeping.ROWS},
    shown=attrgetter("table"),
)


async def _wagered(telling: Telling, replica: Replica) -> TablePlay:
    play = await TablePlay.started(telling, replica)
    await play.wagers()
    return play


async def _dealt(telling: Telling, replica: Replica) -> TablePlay:
    play = await _wagered(telling, replica)
    await play.deal()
    return play


async def _recorded(telling: Telling, replica: Replica) -> TablePlay:
    play = await _dealt(telling, replica)
    await play.finish()
    return play


async def _called(telling: Telling, replica: Replica) -> TablePlay:
    play = await TablePlay.ready(telling, replica)
    await play.call()
    await play.look()
    return play


async def _held(telling: Telling, replica: Replica) -> TablePlay:
    play = await TablePlay.started(telling, replica)
    await play.do("HoldTable", cause=table_pb2.HOLD_CAUSE_ALARM, reason="fire alarm")
    return play


async def _away(telling: Telling, replica: Replica) -> TablePlay:
    play = await TablePlay.started(telling, replica)
    await play.do("LeaveTable", box=3, ground=table_pb2.LEAVE_GROUND_APPROVED, reason="a call")
    return play


async def low_before(telling: Telling, replica: Replica) -> tuple[TablePlay, pb.PlaceWagerRequest]:
    """Box 1 wagered below the minimum once; the request is that it does so again, which is void."""
    play = await TablePlay.started(telling, replica)
    for box in (1, 3, 4, 7):
        low = box == 1
        amount = 5 if low else 100
        await play.do("PlaceWager", round=1, box=box, amount=amount, by_oversight=low)
    await play.deal()
    hands = play.hands()
    hands[0].stake = 5
    await play.do("RecordRound", round=1, hands=hands)
    for box in (3, 4, 7):
        await play.do("PlaceWager", round=2, box=box, amount=100)
    return play, play.request("PlaceWager", round=2, box=1, amount=5, by_oversight=True)


async def _void(telling: Telling, replica: Replica) -> TablePlay:
    """Box 1 has a void low wager."""
    play, request = await low_before(telling, replica)
    failed = await told(replica.tables.PlaceWager(request, metadata=play.hall.dealer.at))
    assert failed.reason == "LOW_WAGER_VOID"
    await play.look()
    return play


async def _in_time(telling: Telling, replica: Replica) -> TablePlay:
    """The turn came to box 3, and the second that it has for a wager is over."""
    play = await TablePlay.started(telling, replica)
    await play.do("LimitWagerTime", seconds=1, notice="aloud")
    await play.round()
    other = await TablePlay.ready(telling, replica, count=1, unit=MINUTES)
    await other.call(timedelta(seconds=1.1))
    await until_over(other)
    return play


async def _over(telling: Telling, replica: Replica) -> TablePlay:
    play = await TablePlay.started(telling, replica, count=1)
    await play.round()
    return play


async def _finished(telling: Telling, replica: Replica) -> TablePlay:
    play = await _over(telling, replica)
    await play.tally()
    return play


async def _timed_out(telling: Telling, replica: Replica) -> TablePlay:
    """All had wagered when time was up."""
    play, _ = await TablePlay.timed(telling, replica)
    await until_over(play)
    return play


async def until_over(play: TablePlay) -> None:
    """Follow the table until its session has ended."""
    request = pb.WatchSessionTableRequest(name=str(play.id), after_version=play.table.version)
    stream = play.replica.tables.WatchSessionTable(request, metadata=play.hall.auditor.at)
    try:
        async with asyncio.timeout(SOON):
            async for each in stream:
                play.table = each.table
                if "SessionEnded" in each.events:
                    return
    finally:
        stream.cancel()


PHASES: Mapping[str, Callable[[Telling, Replica], Awaitable[TablePlay]]] = {
    "opened": TablePlay.opened,
    "ready": TablePlay.ready,
    "called": _called,
    "wagering": TablePlay.started,
    "wagered": _wagered,
    "dealt": _dealt,
    "recorded": _recorded,
    "void": _void,
    "in time": _in_time,
    "held": _held,
    "away": _away,
    "over": _over,
    "finished": _finished,
    "timed out": _timed_out,
}


async def table_at(at: str, telling: Telling, replica: Replica) -> TablePlay:
    """A new table that stands so."""
    return await PHASES[at](telling, replica)
