"""Every RPC of cards and sales, against everything that may be wrong with a call."""

from __future__ import annotations

import grpc
import pytest
import pytest_asyncio

from services.kernel.journal.connection import Connection
from services.kernel.serving.tokens import ROLES
from tests.kernel.serving.kit import told
from tests.kit.draw import Hall, Replica
from tests.kit.leaving import leaving
from tests.kit.verify import Hallway, Verify
from tests.kit.verify_rows import (
    ELSEWHERE,
    METHODS,
    REGULATED,
    ROWS,
    Refusal,
    Untouched,
    ask,
    by,
    changed,
    ground_at,
)

pytest_plugins = ["tests.kit.verify"]
pytestmark = pytest.mark.asyncio(loop_scope="module")

Status = grpc.StatusCode
every_rpc = pytest.mark.parametrize("method", ROWS)
every_command = pytest.mark.parametrize("method", REGULATED)
of_one_thing = pytest.mark.parametrize("method", [m for m, row in ROWS.items() if row.unknown])
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
        pytest.param(method, refusal, id=f"{method}-{refusal.phase}-{refusal.reason}-{number}")
        for method, row in ROWS.items()
        for number, refusal in enumerate(row.refused)
    ],
)


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def grounds(cards_of: Hallway, one: Replica) -> Untouched:
    """Games and series that every test leaves as they are."""
    return Untouched(cards_of, one)


async def test_every_rpc_is_tried():
    assert {method for _, method in METHODS} == {*ROWS, *ELSEWHERE}


# -- who ---------------------------------------------------------------------------------------


@every_rpc
async def test_nobody_calls_without_a_token(method: str, verify: Verify, grounds: Untouched):
    request = ROWS[method].make(await grounds.at(ROWS[method].phase))
    failed = await told(ask(verify, method, request, ()))
    assert (failed.code, failed.reason) == (Status.UNAUTHENTICATED, "TOKEN_MISSING")


@every_rpc
async def test_only_the_named_roles_may_call(
    method: str, hall: Hall, verify: Verify, grounds: Untouched
):
    """Asked of something that there is not, so that nothing is done."""
    row = ROWS[method]
    request = row.make(await grounds.at(row.phase))
    if row.unknown:
        request = changed(request, {"name": row.unknown.format(venue=hall.venue)})
    let_in = set()
    for role in ROLES:
        try:
            await ask(verify, method, request, hall.person(f"some-{role}", role).at)
            let_in.add(role)
        except grpc.aio.AioRpcError as error:
            if error.code() is not Status.PERMISSION_DENIED:
                let_in.add(role)
    assert let_in == row.roles


@every_rpc
async def test_case_b16_nobody_reaches_into_another_venue(
    method: str, hall: Hall, verify: Verify, grounds: Untouched
):
    request = ROWS[method].make(await grounds.at(ROWS[method].phase))
    for person in (hall.stranger, hall.nobody):
        failed = await told(ask(verify, method, request, person.at))
        assert (failed.code, failed.reason) == (Status.PERMISSION_DENIED, "VENUE_NOT_PERMITTED")


# -- what --------------------------------------------------------------------------------------


@of_one_thing
async def test_case_b20_what_there_is_not_is_not_found(
    method: str, hall: Hall, verify: Verify, grounds: Untouched
):
    row = ROWS[method]
    ground = await grounds.at(row.phase)
    name = row.unknown.format(venue=hall.venue)
    request = changed(row.make(ground), {"name": name})
    failed = await told(ask(verify, method, request, by(ground, row.by).at))
    assert failed.code is Status.NOT_FOUND
    assert failed.reason == "NOT_FOUND"


@every_rpc
async def test_case_b20_an_unknown_venue_is_not_found(
    method: str, hall: Hall, verify: Verify, grounds: Untouched
):
    request = ROWS[method].make(await grounds.at(ROWS[method].phase))
    place = "name" if "name" in request.DESCRIPTOR.fields_by_name else "parent"
    there = getattr(request, place).replace(hall.venue, "atlantis")
    failed = await told(ask(verify, method, changed(request, {place: there}), hall.everywhere.at))
    assert (failed.code, failed.reason) == (Status.NOT_FOUND, "NOT_FOUND")


@malformed
async def test_what_is_malformed_names_its_field(
    method: str, path: str, value: object, hall: Hall, verify: Verify, grounds: Untouched
):
    row = ROWS[method]
    ground = await grounds.at(row.phase)
    if path in ("name", "parent"):
        value = str(value).replace("akl", hall.venue)
    if path == "series[0].cards.last":
        value[0].series = ground.series.name  # type: ignore[index]  # it is a list
    request = row.make(ground)
    if value is None:
        request.ClearField(path)
    else:
        request = changed(request, {path: value})
    failed = await told(ask(verify, method, request, hall.everywhere.at))
    assert (failed.code, failed.reason) == (Status.INVALID_ARGUMENT, "REQUEST_NOT_VALID")
    assert path in failed.violations
    assert failed.violations[path]


# -- when --------------------------------------------------------------------------------------


@refused
async def test_the_wrong_moment_is_refused(
    method: str, refusal: Refusal, verify: Verify, grounds: Untouched
):
    row = ROWS[method]
    ground = await grounds.at(refusal.phase)
    request = changed(row.make(ground), refusal.changes)
    failed = await told(ask(verify, method, request, by(ground, row.by).at))
    assert (failed.code, failed.reason) == (Status.FAILED_PRECONDITION, refusal.reason)
    assert failed.info.metadata.get("clause", "") == refusal.clause
    assert failed.localized.message.startswith(failed.message)
    assert len(failed.localized.message) > len(failed.message) + 10  # and what to do
    assert "{" not in failed.localized.message


# -- again -------------------------------------------------------------------------------------


@every_command
async def test_a_retry_is_answered_as_the_first_time(
    method: str, one: Replica, cards_of: Hallway, verify: Verify, verify_two: Verify
):
    row = ROWS[method]
    ground = await ground_at(row.phase, cards_of, one)
    request, person = row.make(ground), by(ground, row.by)
    first = await ask(verify, method, request, person.at)
    for replica in (verify, verify_two):
        again = await ask(replica, method, request, person.at)
        assert again == first


@every_command
async def test_a_request_id_is_not_used_for_another_request_or_by_another_person(
    method: str, hall: Hall, one: Replica, cards_of: Hallway, verify: Verify, verify_two: Verify
):
    row = ROWS[method]
    ground = await ground_at(row.phase, cards_of, one)
    request, person = row.make(ground), by(ground, row.by)
    await ask(verify, method, request, person.at)
    tries = [(request, hall.person("zoe", *row.roles))]
    if row.other:
        tries.append((changed(request, row.other), person))
    for other, somebody in tries:
        for replica in (verify, verify_two):
            failed = await told(ask(replica, method, other, somebody.at))
            assert (failed.code, failed.reason) == (Status.ALREADY_EXISTS, "REQUEST_ID_REUSED")


# -- what it leaves ------------------------------------------------------------------------------


@every_command
async def test_an_action_leaves_one_commit_one_count_and_one_span(
    method: str, hall: Hall, one: Replica, cards_of: Hallway, verify: Verify, nats: Connection
):
    row = ROWS[method]
    ground = await ground_at(row.phase, cards_of, one)
    request = row.make(ground)
    async with leaving(nats, verify.server, hall.venue, request) as traced:
        await ask(verify, method, request, (*by(ground, row.by).at, *traced))
