"""Every RPC of claims, against everything that may be wrong with a call."""

from __future__ import annotations

import grpc
import pytest
import pytest_asyncio

from services.kernel.journal.connection import Connection
from services.kernel.serving.tokens import ROLES
from tests.kernel.serving.kit import told
from tests.kit.claim_rows import (
    METHODS,
    REGULATED,
    ROWS,
    UNKNOWN,
    Untouched,
    ask,
    by,
    changed,
)
from tests.kit.draw import Hall
from tests.kit.leaving import leaving
from tests.kit.verify import Verify
from tests.kit.verify_rows import Refusal

pytest_plugins = ["tests.kit.claims"]
pytestmark = pytest.mark.asyncio(loop_scope="module")

Status = grpc.StatusCode
every_rpc = pytest.mark.parametrize("method", ROWS)
every_command = pytest.mark.parametrize("method", REGULATED)
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
async def tables(table_of) -> Untouched:
    """Tables that every test leaves as they are."""
    return Untouched(table_of)


async def test_every_rpc_is_tried():
    assert set(METHODS) == set(ROWS)


# -- who ---------------------------------------------------------------------------------------


@every_rpc
async def test_nobody_calls_without_a_token(method: str, verify: Verify, tables: Untouched):
    request = ROWS[method].make(await tables.at(ROWS[method].phase))
    failed = await told(ask(verify, method, request, ()))
    assert (failed.code, failed.reason) == (Status.UNAUTHENTICATED, "TOKEN_MISSING")


@every_rpc
async def test_only_the_named_roles_may_call(
    method: str, hall: Hall, verify: Verify, tables: Untouched
):
    """Asked of something that there is not, so that nothing is done."""
    row = ROWS[method]
    name = UNKNOWN.format(venue=hall.venue)
    request = changed(row.make(await tables.at(row.phase)), {"name": name})
    let_in = set()
    for role in ROLES:
        failed = await told(ask(verify, method, request, hall.person(f"some-{role}", role).at))
        if failed.code is not Status.PERMISSION_DENIED:
            assert failed.code is Status.NOT_FOUND
            let_in.add(role)
    assert let_in == row.roles


@every_rpc
async def test_case_b16_nobody_reaches_into_another_venue(
    method: str, hall: Hall, verify: Verify, tables: Untouched
):
    request = ROWS[method].make(await tables.at(ROWS[method].phase))
    for person in (hall.stranger, hall.nobody):
        failed = await told(ask(verify, method, request, person.at))
        assert (failed.code, failed.reason) == (Status.PERMISSION_DENIED, "VENUE_NOT_PERMITTED")


# -- what --------------------------------------------------------------------------------------


@every_rpc
async def test_case_b20_what_there_is_not_is_not_found(
    method: str, hall: Hall, verify: Verify, tables: Untouched
):
    row = ROWS[method]
    table = await tables.at(row.phase)
    request = changed(row.make(table), {"name": UNKNOWN.format(venue=hall.venue)})
    failed = await told(ask(verify, method, request, by(table, row.by).at))
    assert (failed.code, failed.reason) == (Status.NOT_FOUND, "NOT_FOUND")


@malformed
async def test_what_is_malformed_names_its_field(
    method: str, path: str, value: object, hall: Hall, verify: Verify, tables: Untouched
):
    row = ROWS[method]
    table = await tables.at(row.phase)
    if path == "name":
        value = str(value).replace("akl", hall.venue)
    request = changed(row.make(table), {path.partition("[")[0]: value})
    failed = await told(ask(verify, method, request, hall.everywhere.at))
    assert (failed.code, failed.reason) == (Status.INVALID_ARGUMENT, "REQUEST_NOT_VALID")
    assert path in failed.violations
    assert failed.violations[path]


# -- when --------------------------------------------------------------------------------------


@refused
async def test_the_wrong_moment_is_refused(
    method: str, refusal: Refusal, verify: Verify, tables: Untouched
):
    row = ROWS[method]
    table = await tables.at(refusal.phase)
    version = (await table.desk_now()).version
    request = changed(row.make(table), refusal.changes)
    failed = await told(ask(verify, method, request, by(table, row.by).at))
    assert (failed.code, failed.reason) == (Status.FAILED_PRECONDITION, refusal.reason)
    assert failed.info.metadata.get("clause", "") == refusal.clause
    assert failed.localized.message.startswith(failed.message)
    assert len(failed.localized.message) > len(failed.message) + 10  # and what to do
    assert "{" not in failed.localized.message
    assert (await table.desk_now()).version == version, "nothing is half done"


# -- again -------------------------------------------------------------------------------------


@every_command
async def test_a_retry_is_answered_as_the_first_time(
    method: str, tables: Untouched, verify: Verify, verify_two: Verify
):
    row = ROWS[method]
    table = await tables.new(row.phase)
    request, person = row.make(table), by(table, row.by)
    first = await ask(verify, method, request, person.at)
    for replica in (verify, verify_two):
        assert await ask(replica, method, request, person.at) == first
    # The draw takes a claim that is allowed over meanwhile, which is a version more.
    assert (await table.desk_now()).claims == first.desk.claims  # type: ignore[attr-defined]


@every_command
async def test_a_request_id_is_not_used_for_another_request_or_by_another_person(
    method: str, hall: Hall, tables: Untouched, verify: Verify, verify_two: Verify
):
    row = ROWS[method]
    table = await tables.new(row.phase)
    request, person = row.make(table), by(table, row.by)
    await ask(verify, method, request, person.at)
    zoe = hall.person("zoe", *row.roles)
    for other, somebody in ((request, zoe), (changed(request, row.other), person)):
        for replica in (verify, verify_two):
            failed = await told(ask(replica, method, other, somebody.at))
            assert (failed.code, failed.reason) == (Status.ALREADY_EXISTS, "REQUEST_ID_REUSED")


async def test_two_replicas_decide_one_claim_once(
    tables: Untouched, verify: Verify, verify_two: Verify
):
    table = await tables.new("verified")
    first = await ask(verify, "DecideClaim", table.deciding(1), table.hall.supervisor.at)
    failed = await told(ask(verify_two, "DecideClaim", table.deciding(1), table.hall.supervisor.at))
    assert failed.reason == "CLAIM_DECIDED"
    assert (await table.desk_now()).claims == first.desk.claims  # type: ignore[attr-defined]


# -- what it leaves ------------------------------------------------------------------------------


@every_command
async def test_an_action_leaves_one_commit_one_count_and_one_span(
    method: str, hall: Hall, tables: Untouched, verify: Verify, nats: Connection
):
    row = ROWS[method]
    table = await tables.new(row.phase)
    request = row.make(table)
    async with leaving(nats, verify.server, hall.venue, request) as traced:
        await ask(verify, method, request, (*by(table, row.by).at, *traced))
