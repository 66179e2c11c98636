"""Every RPC of sessions, equipment, disputes and displays, against everything that may be wrong."""

from __future__ import annotations

from collections.abc import AsyncIterator
from typing import Any

import grpc
import pytest
import pytest_asyncio

from services.kernel.journal.connection import Connection
from services.kernel.names import Name
from services.kernel.serving.tokens import ROLES
from tests.kernel.serving.kit import told
from tests.kit.draw import Hall, Replica
from tests.kit.draw_beside import METHODS, STATES, Untouched, World, ask_for, changed, entry
from tests.kit.draw_beside_rows import Refusal
from tests.kit.draw_display_rows import ROWS as DISPLAY_ROWS
from tests.kit.draw_dispute_rows import ROWS as DISPUTE_ROWS
from tests.kit.draw_equipment_rows import ROWS as EQUIPMENT_ROWS
from tests.kit.draw_hall import Person
from tests.kit.draw_play import record, request_id
from tests.kit.draw_session_rows import ROWS as SESSION_ROWS

pytest_plugins = ["tests.kit.draw"]
pytestmark = pytest.mark.asyncio(loop_scope="module")

Status = grpc.StatusCode
ROWS = {**SESSION_ROWS, **EQUIPMENT_ROWS, **DISPUTE_ROWS, **DISPLAY_ROWS}
COMMANDS = [method for method, row in ROWS.items() if row.other]
every_rpc = pytest.mark.parametrize("method", METHODS)
every_command = pytest.mark.parametrize("method", COMMANDS)
of_one_thing = pytest.mark.parametrize(
    "method", [m for m in METHODS if "name" in ask_for(m).DESCRIPTOR.fields_by_name]
)
of_a_seen_version = pytest.mark.parametrize(
    "method", [m for m in COMMANDS if "version" in ask_for(m).DESCRIPTOR.fields_by_name]
)
malformed = pytest.mark.parametrize(
    ("method", "path", "value"),
    [
        pytest.param(method, path, value, id=f"{method}-{path}-{number}")
        for method, row in ROWS.items()
        for path, values in row.malformed.items()
        for number, value in enumerate(values)
    ],
)
refused = pytest.mark.parametrize(
    ("method", "refusal"),
    [
        pytest.param(method, refusal, id=f"{method}-{refusal.state}-{refusal.reason}-{number}")
        for method, row in ROWS.items()
        for number, refusal in enumerate(row.refused)
    ],
)


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def world(hall: Hall, one: Replica) -> World:
    """The module's hall, at its first replica."""
    return World(hall, one)


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def things(world: World) -> AsyncIterator[Untouched]:
    """Things that every test leaves as they are."""
    yield Untouched(world)


def at_desk(world: World, row_by: str) -> Any:
    """The hall's person of that name."""
    return getattr(world.hall, row_by)


async def test_every_rpc_and_every_state_is_tried_here():
    assert set(ROWS) == set(METHODS)
    assert len(COMMANDS) == 21
    tried = {row.state for row in ROWS.values()}
    assert tried | {each.state for row in ROWS.values() for each in row.refused} == set(STATES)


# -- who ---------------------------------------------------------------------------------------


@every_rpc
async def test_nobody_calls_without_a_token(method: str, world: World, things: Untouched):
    row = ROWS[method]
    request = await row.make(world, await things.at(row.state))
    failed = await told(world.ask(method, request, Person("nobody", ())))
    assert (failed.code, failed.reason) == (Status.UNAUTHENTICATED, "TOKEN_MISSING")


@every_rpc
async def test_only_the_named_roles_may_call(method: str, world: World, things: Untouched):
    """The request is one of nothing that there is: who may call it is told NOT_FOUND, or gets the
    list."""
    row = ROWS[method]
    request = await row.make(world, await things.at(row.state))
    let_in = set()
    for role in ROLES:
        person = world.hall.person(f"some-{role}", role)
        try:
            await world.ask(method, changed(request, **_nothing(request)), person)
            let_in.add(role)
        except grpc.aio.AioRpcError as error:
            if error.code() is not Status.PERMISSION_DENIED:
                let_in.add(role)
    assert let_in == row.roles


def _nothing(request: Any) -> dict[str, Any]:
    """Fields by which a request is of nothing that there is."""
    fields = request.DESCRIPTOR.fields_by_name
    found: dict[str, Any] = {}
    if "request_id" in fields:
        found["request_id"] = request_id()
    if "name" in fields:
        found["name"] = f"{request.name}-none"
    if "validate_only" in fields:
        found["validate_only"] = True
    return found


@every_rpc
async def test_case_B16_nobody_reaches_into_another_venue(
    method: str, world: World, things: Untouched, nats: Connection
):
    row = ROWS[method]
    thing = await things.at(row.state)
    for person in (world.hall.stranger, world.hall.nobody):
        failed = await told(world.ask(method, await row.make(world, thing), person))
        assert (failed.code, failed.reason) == (Status.PERMISSION_DENIED, "VENUE_NOT_PERMITTED")
    assert len(await record(nats, Name.parse(thing.name))) == thing.version


# -- what --------------------------------------------------------------------------------------


@of_one_thing
@pytest.mark.parametrize("unknown", ["{day}-none", "1999-01-01-01"])
async def test_case_B20_what_there_is_not_is_not_found(
    method: str, unknown: str, world: World, things: Untouched
):
    row = ROWS[method]
    request = await row.make(world, await things.at(row.state))
    place, _, _ = request.name.rpartition("/")
    name = f"{place}/{unknown.format(day=world.hall.day)}"
    failed = await told(world.ask(method, changed(request, name=name), at_desk(world, row.by)))
    assert (failed.code, failed.reason) == (Status.NOT_FOUND, "NOT_FOUND")
    assert name in failed.message


@every_rpc
async def test_case_B20_an_unknown_venue_is_not_found(method: str, world: World, things: Untouched):
    row = ROWS[method]
    request = await row.make(world, await things.at(row.state))
    place = "name" if "name" in request.DESCRIPTOR.fields_by_name else "parent"
    there = getattr(request, place).replace(world.hall.venue, "atlantis")
    failed = await told(
        world.ask(method, changed(request, **{place: there}), world.hall.everywhere)
    )
    assert (failed.code, failed.reason) == (Status.NOT_FOUND, "NOT_FOUND")


async def test_case_B20_a_dispute_about_no_game_is_not_found(world: World):
    request = await world.disputing(game=f"{world.parent}/games/{world.hall.day}-none")
    failed = await told(world.ask("OpenDispute", request, world.hall.steward))
    assert (failed.code, failed.reason) == (Status.NOT_FOUND, "NOT_FOUND")


@malformed
async def test_what_is_malformed_names_its_field(
    method: str, path: str, value: object, world: World, things: Untouched
):
    row = ROWS[method]
    request = await row.make(world, await things.at(row.state))
    if isinstance(value, str) and path in ("name", "parent"):
        value = value.replace("akl", world.hall.venue)
    wrong = changed(request, **{path: value})
    failed = await told(world.ask(method, wrong, world.hall.everywhere))
    assert (failed.code, failed.reason) == (Status.INVALID_ARGUMENT, "REQUEST_NOT_VALID")
    named = [each for each in failed.violations if each.split(".")[0].split("[")[0] == path]
    assert named, failed.violations
    assert all(failed.violations[each] for each in named)


async def test_a_programme_is_of_profiles_and_versions_that_can_be_played(world: World):
    for more, field in (
        ({"profile": "mars"}, "programme[1].profile"),
        ({"profile": "spare-bingo"}, "programme[1].profile"),
        ({"game_version": 9}, "programme[1].game_version"),
    ):
        request = world.preparing(programme=[entry(1), entry(2, **more)])
        failed = await told(world.ask("PrepareSession", request, world.hall.manager))
        assert (failed.code, list(failed.violations)) == (Status.INVALID_ARGUMENT, [field])


# -- when --------------------------------------------------------------------------------------


@refused
async def test_the_wrong_moment_is_refused_by_its_clause(
    method: str, refusal: Refusal, world: World, things: Untouched, nats: Connection
):
    row = ROWS[method]
    thing = await things.at(refusal.state)
    request = changed(await row.make(world, thing), **refusal.changes)
    failed = await told(world.ask(method, request, at_desk(world, refusal.by or row.by)))
    assert (failed.code, failed.reason) == (Status.FAILED_PRECONDITION, refusal.reason)
    assert failed.info.metadata.get("clause", "") == refusal.clause
    assert failed.localized.message.startswith(failed.message)
    assert len(failed.localized.message) > len(failed.message) + 10  # and what to do
    assert "{" not in failed.localized.message
    assert len(await record(nats, Name.parse(thing.name))) == thing.version


@of_a_seen_version
async def test_a_stale_command_gets_the_fresh_state(
    method: str, world: World, things: Untouched, two: Replica
):
    row = ROWS[method]
    thing = await things.at(row.state)
    request = changed(await row.make(world, thing), version=thing.version + 1)
    for replica in (world.replica, two):
        there = World(world.hall, replica)
        failed = await told(there.ask(method, request, at_desk(world, row.by)))
        assert (failed.code, failed.reason) == (Status.ABORTED, "STALE")
        fresh = type(thing)()
        assert failed.others[0].Unpack(fresh)
        assert fresh == thing


@every_command
async def test_what_is_only_rehearsed_leaves_nothing(
    method: str, world: World, things: Untouched, nats: Connection
):
    row = ROWS[method]
    thing = await things.at(row.state)
    request = changed(await row.make(world, thing), validate_only=True)
    reply = await world.ask(method, request, at_desk(world, row.by))
    shown = getattr(reply, reply.DESCRIPTOR.fields[0].name)
    assert shown.version in (0, thing.version)
    if shown.version:
        assert shown == thing
    else:
        assert await record(nats, Name.parse(shown.name)) == []


async def test_what_there_is_is_not_made_again(world: World, things: Untouched):
    for method, state, field in (
        ("PrepareSession", "planned", "session_id"),
        ("RegisterEquipment", "registered", "equipment_id"),
        ("OpenDispute", "disputed", "dispute_id"),
    ):
        thing = await things.at(state)
        row = ROWS[method]
        request = await row.make(world, thing)
        again = changed(request, **{field: thing.name.rpartition("/")[2]})
        failed = await told(world.ask(method, again, at_desk(world, row.by)))
        assert (failed.code, failed.reason) == (Status.ALREADY_EXISTS, "ALREADY_EXISTS")
