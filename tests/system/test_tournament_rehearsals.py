"""`validate_only` at tournaments and their tables: decided, and nothing of it is left anywhere."""

from __future__ import annotations

from contextlib import suppress
from typing import Any

import grpc
import pytest
from google.protobuf.message import Message

from eyesdown.tournament.v1 import table_pb2
from services.kernel.journal.connection import Connection
from services.kernel.names import Name
from tests.kernel.serving.kit import told
from tests.kit.draw_play import record, shown
from tests.kit.matrix.matrix import Place
from tests.kit.matrix.row import changed
from tests.kit.matrix.tables import TABLES, low_before
from tests.kit.matrix.tournaments import TOURNAMENTS
from tests.kit.table_play import Telling
from tests.kit.tournament import Replica

pytest_plugins = ["tests.kit.telling"]
pytestmark = pytest.mark.asyncio(loop_scope="module")

COMMANDS = [name for name, rpc in TABLES.rpcs.items() if rpc.commands]


def rehearsal(request: Message) -> Any:
    return changed(request, {"validate_only": True})


async def kept(nats: Connection, table: table_pb2.SessionTable) -> tuple[object, ...]:
    """What a command at this table could leave behind: commits of anything in the venue, names, and
    what its sign shows once it shows the table as it is."""
    name = Name.parse(table.name)
    sign = await shown(nats, name, table.version)
    journal = (await nats.jetstream().stream_info(f"JOURNAL_{name.venue}_{name.year}")).state
    people = (await nats.jetstream().stream_info(f"KV_PEOPLE_{name.venue}")).state
    return journal.last_seq, people.last_seq, sign


async def test_every_command_can_be_rehearsed():
    for matrix in (TOURNAMENTS, TABLES):
        commands = [name for name, rpc in matrix.rpcs.items() if rpc.commands]
        assert [name for name, rpc in matrix.rpcs.items() if rpc.rehearses] == commands


@pytest.mark.parametrize("method", COMMANDS)
async def test_nothing_is_left_of_a_rehearsal_at_a_table(
    method: str, nats: Connection, place: Place
):
    """Whether it goes through or is refused; what else holds of one is asked of every RPC."""
    row, rpc = TABLES.rows[method], TABLES.rpcs[method]
    for at, changes in ((row.at, {}), *((each.at, each.changes) for each in row.refused)):
        play = await place.at(at)
        request = rehearsal(changed(await place.request(rpc, play), changes))
        before = await kept(nats, play.table)
        for replica in (0, 1):
            with suppress(grpc.aio.AioRpcError):
                await place.ask(rpc, request, place.person(row.by).at, replica)
        assert await kept(nats, play.table) == before


async def test_a_void_low_wager_is_told_and_not_put_on_record(
    nats: Connection, telling: Telling, tournament_one: Replica
):
    play, request = await low_before(telling, tournament_one)
    place_wager, dealer = tournament_one.tables.PlaceWager, play.hall.dealer.at
    before = await record(nats, play.id)
    failed = await told(place_wager(rehearsal(request), metadata=dealer))
    assert failed.reason == "LOW_WAGER_VOID"
    assert await record(nats, play.id) == before
    failed = await told(place_wager(request, metadata=dealer))
    assert failed.reason == "LOW_WAGER_VOID"
    assert len(await record(nats, play.id)) == len(before) + 1
