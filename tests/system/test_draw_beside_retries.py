"""Every command of sessions, equipment, disputes and displays again, under the same request id."""

from __future__ import annotations

import asyncio
from typing import Any

import grpc
import pytest
import pytest_asyncio

from services.kernel.journal.connection import Connection
from services.kernel.names import Name
from tests.kernel.serving.kit import told
from tests.kit.draw import Hall, Replica
from tests.kit.draw_beside import STATES, World, changed
from tests.kit.draw_display_rows import ROWS as DISPLAY_ROWS
from tests.kit.draw_dispute_rows import ROWS as DISPUTE_ROWS
from tests.kit.draw_equipment_rows import ROWS as EQUIPMENT_ROWS
from tests.kit.draw_play import record
from tests.kit.draw_session_rows import ROWS as SESSION_ROWS
from tests.kit.leaving import leaving

pytest_plugins = ["tests.kit.draw"]
pytestmark = pytest.mark.asyncio(loop_scope="module")

Status = grpc.StatusCode
ROWS = {**SESSION_ROWS, **EQUIPMENT_ROWS, **DISPUTE_ROWS, **DISPLAY_ROWS}
every_command = pytest.mark.parametrize("method", [m for m, row in ROWS.items() if row.other])


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def world(hall: Hall, one: Replica) -> World:
    """The module's hall, at its first replica."""
    return World(hall, one)


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def there(hall: Hall, two: Replica) -> World:
    """The same hall, at its second replica."""
    return World(hall, two)


def shown(reply: Any) -> Any:
    """The session, equipment or dispute in a reply."""
    return getattr(reply, reply.DESCRIPTOR.fields[0].name)


async def asked(method: str, world: World) -> Any:
    """A request that will go through."""
    row = ROWS[method]
    return await row.make(world, await STATES[row.state](world))


@every_command
async def test_a_retry_is_answered_as_the_first_time(
    method: str, world: World, there: World, nats: Connection
):
    request, by = await asked(method, world), getattr(world.hall, ROWS[method].by)
    reply = await world.ask(method, request, by)
    first = reply.SerializeToString(deterministic=True)
    for again in (world, there, world):
        repeated = await again.ask(method, request, by)
        assert repeated.SerializeToString(deterministic=True) == first
    commits = await record(nats, Name.parse(shown(reply).name))
    assert [commit.request_id for commit in commits].count(request.request_id) == 1


@every_command
async def test_one_request_at_both_replicas_at_once_is_done_once(
    method: str, world: World, there: World, nats: Connection
):
    request, by = await asked(method, world), getattr(world.hall, ROWS[method].by)
    replies = await asyncio.gather(
        *(place.ask(method, request, by) for place in (world, there, world, there))
    )
    assert len({reply.SerializeToString(deterministic=True) for reply in replies}) == 1
    commits = await record(nats, Name.parse(shown(replies[0]).name))
    assert [commit.request_id for commit in commits].count(request.request_id) == 1


@every_command
async def test_a_request_id_is_not_used_for_anything_else(
    method: str, world: World, there: World, nats: Connection
):
    row = ROWS[method]
    request, by = await asked(method, world), getattr(world.hall, row.by)
    reply = await world.ask(method, request, by)
    other = changed(request, **row.other)
    assert other != request
    zoe = world.hall.person("zoe", *row.roles)
    for place in (world, there):
        for wrong, person in ((other, by), (request, zoe)):
            failed = await told(place.ask(method, wrong, person))
            assert (failed.code, failed.reason) == (Status.ALREADY_EXISTS, "REQUEST_ID_REUSED")
    made = shown(reply)
    assert len(await record(nats, Name.parse(made.name))) == made.version


# -- what it leaves ------------------------------------------------------------------------------


@every_command
async def test_an_action_leaves_one_commit_one_count_and_one_span(
    method: str, world: World, nats: Connection
):
    request, by = await asked(method, world), getattr(world.hall, ROWS[method].by)
    async with leaving(nats, world.replica.server, world.hall.venue, request) as traced:
        await world.stub(method)(request, metadata=(*by.at, *traced))
