"""Every RPC of session tables, against everything that may be wrong with a call."""

from __future__ import annotations

from collections.abc import AsyncIterator
from typing import Any

import grpc
import pytest
import pytest_asyncio

from eyesdown.tournament.v1 import table_pb2
from services.kernel.journal.connection import Connection
from services.kernel.serving.tokens import ROLES
from tests.kernel.serving.kit import told
from tests.kit.draw_play import request_id
from tests.kit.draw_rows import changed
from tests.kit.leaving import leaving
from tests.kit.table_play import BY, TablePlay, Telling
from tests.kit.table_rows import (
    METHODS,
    PHASES,
    REGULATED,
    ROWS,
    Refusal,
    Untouched,
    ask,
    make,
)
from tests.kit.tournament import Replica, TournamentHall

pytest_plugins = ["tests.kit.tournament"]
pytestmark = pytest.mark.asyncio(loop_scope="module")

Status = grpc.StatusCode
every_rpc = pytest.mark.parametrize("method", METHODS)
of_one_table = pytest.mark.parametrize("method", [m for m in METHODS if m != "ListTables"])
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
async def telling(hall: TournamentHall, nats: Connection) -> AsyncIterator[Telling]:
    """What tells tables of their tournament."""
    made = Telling(hall, nats)
    yield made
    await made.close()


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def plays(telling: Telling, one: Replica) -> Untouched:
    """Tables that every test leaves as they are."""
    return Untouched(telling, one)


def person(method: str, hall: TournamentHall) -> Any:
    """Who does it here."""
    if method not in REGULATED:
        return hall.auditor
    return getattr(hall, BY.get(method, "dealer"))


async def test_every_rpc_is_tried_here() -> None:
    assert set(ROWS) == set(METHODS)
    assert len(REGULATED) == 26


# -- who -------------------------------------------------------------------------------------------


@every_rpc
async def test_nobody_calls_without_a_token(method: str, one: Replica, plays: Untouched) -> None:
    request = make(method, await plays.at(ROWS[method].phase))
    failed = await told(ask(one, method, request, ()))
    assert (failed.code, failed.reason) == (Status.UNAUTHENTICATED, "TOKEN_MISSING")


@every_rpc
async def test_only_the_named_roles_may_call(
    method: str, hall: TournamentHall, one: Replica, telling: Telling
) -> None:
    row = ROWS[method]
    request = make(method, await PHASES[row.phase](telling, one))
    let_in = set()
    for role in ROLES:
        anew = changed(request, {"request_id": request_id()}) if method in REGULATED else request
        try:
            await ask(one, method, anew, hall.person(f"some-{role}", role).at)
            let_in.add(role)
        except grpc.aio.AioRpcError as error:
            if error.code() is not Status.PERMISSION_DENIED:
                let_in.add(role)
    assert let_in == row.roles


@every_rpc
async def test_case_b16_nobody_reaches_into_another_venue(
    method: str, hall: TournamentHall, one: Replica, plays: Untouched
) -> None:
    play = await plays.at(ROWS[method].phase)
    for stranger in (hall.stranger, hall.nobody):
        failed = await told(ask(one, method, make(method, play), stranger.at))
        assert (failed.code, failed.reason) == (Status.PERMISSION_DENIED, "VENUE_NOT_PERMITTED")
    assert len(await play.record()) == play.table.version


# -- what ------------------------------------------------------------------------------------------


@of_one_table
@pytest.mark.parametrize("unknown", ["2026-none-s1-t1", "1999-cup-s1-t1"])
async def test_case_b20_what_there_is_not_is_not_found(
    method: str, unknown: str, hall: TournamentHall, one: Replica, plays: Untouched
) -> None:
    request = make(method, await plays.at(ROWS[method].phase))
    there = changed(request, {"name": f"venues/{hall.venue}/tables/{unknown}"})
    failed = await told(ask(one, method, there, person(method, hall).at))
    assert (failed.code, failed.reason) == (Status.NOT_FOUND, "NOT_FOUND")
    assert unknown in failed.message


@every_rpc
async def test_case_b20_an_unknown_venue_is_not_found(
    method: str, hall: TournamentHall, one: Replica, plays: Untouched
) -> None:
    request = make(method, await plays.at(ROWS[method].phase))
    place = "name" if hasattr(request, "name") else "parent"
    there = getattr(request, place).replace(hall.venue, "atlantis")
    failed = await told(ask(one, method, changed(request, {place: there}), hall.everywhere.at))
    assert (failed.code, failed.reason) == (Status.NOT_FOUND, "NOT_FOUND")


@of_one_table
@pytest.mark.parametrize(
    "name", ["", "tables/2026-01", "venues/akl", "venues/akl/tables/mine", "venues/akl/games/2026"]
)
async def test_a_name_is_a_tables(
    method: str, name: str, hall: TournamentHall, one: Replica, plays: Untouched
) -> None:
    request = make(method, await plays.at(ROWS[method].phase))
    there = changed(request, {"name": name.replace("akl", hall.venue)})
    failed = await told(ask(one, method, there, hall.everywhere.at))
    assert (failed.code, failed.reason) == (Status.INVALID_ARGUMENT, "REQUEST_NOT_VALID")
    assert failed.violations["name"]


@pytest.mark.parametrize("method", REGULATED)
@pytest.mark.parametrize("request_id_", ["", "7"])
async def test_a_request_has_an_id(
    method: str, request_id_: str, one: Replica, plays: Untouched
) -> None:
    play = await plays.at(ROWS[method].phase)
    wrong = changed(make(method, play), {"request_id": request_id_})
    failed = await told(ask(one, method, wrong, play.hall.everywhere.at))
    assert (failed.code, failed.reason) == (Status.INVALID_ARGUMENT, "REQUEST_NOT_VALID")
    assert failed.violations["request_id"]


@malformed
async def test_what_is_malformed_names_its_field(
    method: str, path: str, value: object, one: Replica, plays: Untouched
) -> None:
    play = await plays.at(ROWS[method].phase)
    wrong = changed(make(method, play), {path: value})
    failed = await told(ask(one, method, wrong, play.hall.everywhere.at))
    assert (failed.code, failed.reason) == (Status.INVALID_ARGUMENT, "REQUEST_NOT_VALID")
    assert failed.violations[path]
    assert len(await play.record()) == play.table.version


# -- when ------------------------------------------------------------------------------------------


@refused
async def test_the_wrong_moment_is_refused_by_its_clause(
    method: str, refusal: Refusal, hall: TournamentHall, one: Replica, plays: Untouched
) -> None:
    play = await plays.at(refusal.phase)
    request = changed(make(method, play), refusal.changes)
    failed = await told(ask(one, method, request, person(method, hall).at))
    assert (failed.code, failed.reason) == (Status.FAILED_PRECONDITION, refusal.reason)
    assert failed.info.metadata.get("clause", "") == refusal.clause
    assert failed.localized.message.startswith(failed.message)
    assert len(failed.localized.message) > len(failed.message) + 10  # and what to do
    assert "{" not in failed.localized.message
    assert len(await play.record()) == play.table.version


@pytest.mark.parametrize("method", [m for m, row in ROWS.items() if row.stale or row.seen_version])
async def test_a_stale_command_gets_the_fresh_table(
    method: str, hall: TournamentHall, one: Replica, two: Replica, plays: Untouched
) -> None:
    row = ROWS[method]
    play = await plays.at(row.phase)
    request = make(method, play)
    seen = "version" if row.seen_version else "round"
    wrong = getattr(request, seen) + (-1 if row.seen_version else 1)
    for replica in (one, two):
        older = changed(request, {seen: wrong})
        failed = await told(ask(replica, method, older, person(method, hall).at))
        assert (failed.code, failed.reason) == (Status.ABORTED, "STALE")
        fresh = table_pb2.SessionTable()
        assert failed.others[0].Unpack(fresh)
        assert fresh == await play.look()


# -- again -----------------------------------------------------------------------------------------


async def carried_out(method: str, telling: Telling, one: Replica) -> tuple[TablePlay, Any, Any]:
    """A table on which the command went through: the table, the request and the reply."""
    play = await PHASES[ROWS[method].phase](telling, one)
    request = make(method, play)
    reply: Any = await ask(one, method, request, person(method, play.hall).at)
    play.table = reply.table
    return play, request, reply


@pytest.mark.parametrize("method", REGULATED)
async def test_a_retry_is_answered_as_the_first_time_and_no_id_is_used_twice(
    method: str, hall: TournamentHall, one: Replica, two: Replica, telling: Telling
) -> None:
    play, request, reply = await carried_out(method, telling, one)
    at = person(method, hall).at
    for replica in (one, two):
        assert await ask(replica, method, request, at) == reply
    other = changed(request, ROWS[method].other)
    assert other != request
    for replica in (one, two):
        failed = await told(ask(replica, method, other, at))
        assert (failed.code, failed.reason) == (Status.ALREADY_EXISTS, "REQUEST_ID_REUSED")
    somebody = hall.person("zoe", *ROWS[method].roles)
    failed = await told(ask(two, method, request, somebody.at))
    assert (failed.code, failed.reason) == (Status.ALREADY_EXISTS, "REQUEST_ID_REUSED")
    ids = [commit.request_id for commit in await play.record()]
    assert ids.count(request.request_id) == 1
    assert len(ids) == play.table.version


# -- what it leaves ------------------------------------------------------------------------------


@pytest.mark.parametrize("method", REGULATED)
async def test_an_action_leaves_one_commit_one_count_and_one_span(
    method: str, one: Replica, telling: Telling, nats: Connection
) -> None:
    play = await PHASES[ROWS[method].phase](telling, one)
    request = make(method, play)
    async with leaving(nats, one.server, play.hall.venue, request) as traced:
        await ask(one, method, request, (*person(method, play.hall).at, *traced))
