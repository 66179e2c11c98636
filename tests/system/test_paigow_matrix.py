"""Every RPC of the pai gow service, against everything that may be wrong with a call."""

from __future__ import annotations

import grpc
import pytest
import pytest_asyncio
from google.protobuf.message import Message

from eyesdown.paigow.v1 import sitting_pb2
from services.kernel.journal.connection import Connection
from services.kernel.serving.tokens import ROLES
from tests.kernel.serving.kit import told
from tests.kit.draw_play import record
from tests.kit.draw_rows import changed
from tests.kit.leaving import leaving
from tests.kit.paigow import Floor, Replica, request_id
from tests.kit.paigow_row import METHODS, OF_RESTRICTIONS, OF_VENUE, REGULATED, Refusal
from tests.kit.paigow_rows import ROWS, Untouched, ask, make, table_at

pytest_plugins = ["tests.kit.paigow"]
pytestmark = pytest.mark.asyncio(loop_scope="module")

Status = grpc.StatusCode
every_rpc = pytest.mark.parametrize("method", METHODS)
of_one_table = pytest.mark.parametrize(
    "method", [m for m in METHODS if m not in (*OF_VENUE, *OF_RESTRICTIONS)]
)
MALFORMED = [
    (method, path, value)
    for method, row in ROWS.items()
    for path, values in (
        {
            **({"request_id": ("", "7")} if method in REGULATED else {}),
            **(
                {"parent": ("", "akl", "venues/AKL")}
                if method in OF_VENUE
                else {"name": ("", "venues/akl", "venues/akl/games/2026-11-29-01")}
            ),
            **row.malformed,
        }
    ).items()
    for value in values
]
malformed = pytest.mark.parametrize(
    ("method", "path", "value"),
    [pytest.param(*each, id=f"{each[0]}-{each[1]}-{n}") for n, each in enumerate(MALFORMED)],
)
refused = pytest.mark.parametrize(
    ("method", "refusal"),
    [
        pytest.param(method, refusal, id=f"{method}-{refusal.stage}-{refusal.reason}-{number}")
        for method, row in ROWS.items()
        for number, refusal in enumerate(row.refused)
    ],
)


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def tables(floor: Floor, one: Replica) -> Untouched:
    """Tables that every test leaves as they are."""
    return Untouched(floor, one)


def anew(method: str, request: Message) -> Message:
    """The request again, as another one."""
    return changed(request, {"request_id": request_id()}) if method in REGULATED else request


async def test_every_rpc_is_tried_here():
    assert set(ROWS) == set(METHODS)
    assert {method for method, row in ROWS.items() if row.refused} == set(REGULATED)


# -- who ---------------------------------------------------------------------------------------


@every_rpc
async def test_nobody_calls_without_a_token(method: str, one: Replica, tables: Untouched):
    request = make(method, await tables.at(ROWS[method].stage))
    failed = await told(ask(one.paigow, method, request, ()))
    assert (failed.code, failed.reason) == (Status.UNAUTHENTICATED, "TOKEN_MISSING")


@every_rpc
async def test_only_the_named_roles_may_call(method: str, floor: Floor, one: Replica):
    request = make(method, await table_at(ROWS[method].stage, floor, one))
    let_in = set()
    for role in ROLES:
        person = floor.person(f"some-{role}", role)
        try:
            await ask(one.paigow, method, anew(method, request), person.at)
            let_in.add(role)
        except grpc.aio.AioRpcError as error:
            if error.code() is not Status.PERMISSION_DENIED:
                let_in.add(role)
    assert let_in == ROWS[method].roles


@every_rpc
async def test_nobody_reaches_into_another_venue(
    method: str, floor: Floor, one: Replica, tables: Untouched, nats: Connection
):
    play = await tables.at(ROWS[method].stage)
    for person in (floor.stranger, floor.nobody):
        failed = await told(ask(one.paigow, method, make(method, play), person.at))
        assert (failed.code, failed.reason) == (Status.PERMISSION_DENIED, "VENUE_NOT_PERMITTED")
    assert len(await record(nats, play.id)) == play.sitting.version


# -- what --------------------------------------------------------------------------------------


@of_one_table
@pytest.mark.parametrize("missing", ["none", "1999-01-01-pg1"])
async def test_what_there_is_not_is_not_found(
    method: str, missing: str, floor: Floor, one: Replica, tables: Untouched
):
    play = await tables.at(ROWS[method].stage)
    unknown = f"{floor.day}-none" if missing == "none" else missing
    name = f"venues/{floor.venue}/sittings/{unknown}"
    request = changed(make(method, play), {"name": name})
    failed = await told(ask(one.paigow, method, request, getattr(floor, ROWS[method].by).at))
    assert (failed.code, failed.reason) == (Status.NOT_FOUND, "NOT_FOUND")
    assert unknown in failed.message


@every_rpc
async def test_an_unknown_venue_is_not_found(
    method: str, floor: Floor, one: Replica, tables: Untouched
):
    request = make(method, await tables.at(ROWS[method].stage))
    place = "name" if hasattr(request, "name") else "parent"
    there = getattr(request, place).replace(floor.venue, "atlantis")
    asking = ask(one.paigow, method, changed(request, {place: there}), floor.everywhere.at)
    failed = await told(asking)
    assert (failed.code, failed.reason) == (Status.NOT_FOUND, "NOT_FOUND")


@malformed
async def test_what_is_malformed_names_its_field(
    method: str, path: str, value: object, floor: Floor, one: Replica, tables: Untouched
):
    request = make(method, await tables.at(ROWS[method].stage))
    if value is None:
        request = changed(request, {})
        request.ClearField(path)
    else:
        if path in ("name", "parent"):
            value = str(value).replace("akl", floor.venue)
        request = changed(request, {path: value})
    failed = await told(ask(one.paigow, method, request, floor.everywhere.at))
    assert (failed.code, failed.reason) == (Status.INVALID_ARGUMENT, "REQUEST_NOT_VALID")
    assert any(
        field.split(".")[0].split("[")[0] == path.split(".")[0].split("[")[0]
        for field in failed.violations
    ), failed.violations


async def test_an_unknown_round_is_not_found(floor: Floor, one: Replica, tables: Untouched):
    request = changed(make("GetRound", await tables.at("cut")), {"round": 2})
    failed = await told(ask(one.paigow, "GetRound", request, floor.auditor.at))
    assert (failed.code, failed.reason) == (Status.NOT_FOUND, "NOT_FOUND")


# -- when --------------------------------------------------------------------------------------


@refused
async def test_the_wrong_moment_is_refused_by_its_clause(
    method: str,
    refusal: Refusal,
    floor: Floor,
    one: Replica,
    tables: Untouched,
    nats: Connection,
):
    play = await tables.at(refusal.stage)
    request = changed(make(method, play), refusal.changes)
    failed = await told(ask(one.paigow, method, request, getattr(floor, ROWS[method].by).at))
    assert (failed.code, failed.reason) == (Status.FAILED_PRECONDITION, refusal.reason)
    assert failed.info.domain == "eyesdown"
    assert failed.info.metadata.get("clause", "") == refusal.clause
    assert failed.localized.message.startswith(failed.message)
    assert len(failed.localized.message) > len(failed.message) + 10  # and what to do
    assert "{" not in failed.localized.message
    assert len(await record(nats, play.id)) == play.sitting.version  # nothing half done


async def test_a_table_that_there_is_cannot_be_opened_again(
    floor: Floor, one: Replica, tables: Untouched
):
    play = await tables.at("dealt")
    again = changed(make("OpenTable", play), {"sitting_id": play.id.id})
    failed = await told(ask(one.paigow, "OpenTable", again, floor.supervisor.at))
    assert (failed.code, failed.reason) == (Status.ALREADY_EXISTS, "ALREADY_EXISTS")
    assert await play.look() == play.sitting


@pytest.mark.parametrize("method", [m for m in REGULATED if m not in (*OF_VENUE, *OF_RESTRICTIONS)])
async def test_a_stale_command_gets_the_fresh_table(
    method: str, floor: Floor, one: Replica, tables: Untouched
):
    play = await tables.at(ROWS[method].stage)
    request = changed(make(method, play), {"version": play.sitting.version + 1})
    failed = await told(ask(one.paigow, method, request, getattr(floor, ROWS[method].by).at))
    assert (failed.code, failed.reason) == (Status.ABORTED, "STALE")
    fresh = sitting_pb2.Sitting()
    assert len(failed.others) <= 1  # a table of many rounds is too big for a trailer
    if failed.others:
        assert failed.others[0].Unpack(fresh)
        assert fresh == await play.look()


@pytest.mark.parametrize("method", REGULATED)
async def test_validated_alone_nothing_is_done(
    method: str, floor: Floor, one: Replica, tables: Untouched, nats: Connection
):
    play = await tables.at(ROWS[method].stage)
    request = changed(make(method, play), {"validate_only": True})
    await ask(one.paigow, method, request, getattr(floor, ROWS[method].by).at)
    assert len(await record(nats, play.id)) == play.sitting.version


# -- what it leaves ------------------------------------------------------------------------------


@pytest.mark.parametrize("method", REGULATED)
async def test_an_action_leaves_one_commit_one_count_and_one_span(
    method: str, floor: Floor, one: Replica, nats: Connection
):
    request = make(method, await table_at(ROWS[method].stage, floor, one))
    async with leaving(nats, one.server, floor.venue, request) as traced:
        at = getattr(floor, ROWS[method].by).at
        await ask(one.paigow, method, request, (*at, *traced))
