"""Every RPC of the tournaments, against everything that may be wrong with a call."""

from __future__ import annotations

import asyncio
from typing import Any

import grpc
import pytest
import pytest_asyncio

from eyesdown.tournament.v1 import tournament_pb2 as pb
from services.kernel.journal.connection import Connection
from services.kernel.serving.tokens import ROLES
from tests.kernel.serving.kit import told
from tests.kit.draw_play import record
from tests.kit.draw_rows import changed
from tests.kit.leaving import leaving
from tests.kit.tournament import Replica, TournamentHall
from tests.kit.tournament_rows import COMMANDS, METHODS, PHASES, ROWS, Refusal, Untouched, ask

pytest_plugins = ["tests.kit.tournament"]
pytestmark = pytest.mark.asyncio(loop_scope="module")

Status = grpc.StatusCode
every_rpc = pytest.mark.parametrize("method", METHODS)
every_command = pytest.mark.parametrize("method", COMMANDS)
of_one = pytest.mark.parametrize(
    "method", [each for each in METHODS if each not in ("PlanTournament", "ListTournaments")]
)
malformed = pytest.mark.parametrize(
    ("method", "path", "value"),
    [
        pytest.param(method, path, value, id=f"{method}-{path}-{number}")
        for method, row in ROWS.items()
        for number, (path, value) in enumerate(row.fields())
    ],
)
refused = pytest.mark.parametrize(
    ("method", "refusal"),
    [
        pytest.param(method, each, id=f"{method}-{each.phase}-{each.reason}-{number}")
        for method, row in ROWS.items()
        for number, each in enumerate(row.refused)
    ],
)
stale = pytest.mark.parametrize("method", [m for m, row in ROWS.items() if row.stale])


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def cups(hall: TournamentHall, one: Replica) -> Untouched:
    """Tournaments that every test leaves as they are."""
    return Untouched(hall, one)


async def test_every_rpc_is_tried_here():
    assert set(ROWS) == set(METHODS)
    assert len(COMMANDS) == 37


# -- who ---------------------------------------------------------------------------------------


@every_rpc
async def test_nobody_calls_without_a_token(method: str, one: Replica, cups: Untouched):
    request = ROWS[method].make(await cups.at(ROWS[method].phase))
    failed = await told(ask(one, method, request, ()))
    assert (failed.code, failed.reason) == (Status.UNAUTHENTICATED, "TOKEN_MISSING")


@every_rpc
async def test_only_the_named_roles_may_call(
    method: str, hall: TournamentHall, one: Replica, cups: Untouched
):
    row = ROWS[method]
    request = row.make(await cups.at(row.phase))
    if method in COMMANDS:
        request = changed(request, {"validate_only": True})
    let_in = set()
    for role in ROLES:
        try:
            await ask(one, method, request, hall.person(f"some-{role}", role).at)
            let_in.add(role)
        except grpc.aio.AioRpcError as error:
            if error.code() is not Status.PERMISSION_DENIED:
                let_in.add(role)
    assert let_in == row.roles


@every_rpc
async def test_case_b16_nobody_reaches_into_another_venue(
    method: str, hall: TournamentHall, one: Replica, cups: Untouched, nats: Connection
):
    cup = await cups.at(ROWS[method].phase)
    for person in (hall.stranger, hall.nobody):
        failed = await told(ask(one, method, ROWS[method].make(cup), person.at))
        assert (failed.code, failed.reason) == (Status.PERMISSION_DENIED, "VENUE_NOT_PERMITTED")
    assert len(await record(nats, cup.name)) == cup.it.version


# -- what --------------------------------------------------------------------------------------


@of_one
async def test_what_there_is_not_is_not_found(
    method: str, hall: TournamentHall, one: Replica, cups: Untouched
):
    cup = await cups.at(ROWS[method].phase)
    name = f"venues/{hall.venue}/tournaments/2026-none"
    changes: dict[str, Any] = {"name": name}
    if method == "OpenDispute":
        changes["evidence"] = []
    request = changed(ROWS[method].make(cup), changes)
    failed = await told(ask(one, method, request, cup.by(method).at))
    assert (failed.code, failed.reason) == (Status.NOT_FOUND, "NOT_FOUND")


@every_rpc
async def test_an_unknown_venue_is_not_found(
    method: str, hall: TournamentHall, one: Replica, cups: Untouched
):
    request = ROWS[method].make(await cups.at(ROWS[method].phase))
    place = "name" if hasattr(request, "name") else "parent"
    there = getattr(request, place).replace(hall.venue, "atlantis")
    failed = await told(ask(one, method, changed(request, {place: there}), hall.everywhere.at))
    assert (failed.code, failed.reason) == (Status.NOT_FOUND, "NOT_FOUND")


@malformed
async def test_what_is_malformed_names_its_field(
    method: str, path: str, value: Any, hall: TournamentHall, one: Replica, cups: Untouched
):
    request = ROWS[method].make(await cups.at(ROWS[method].phase))
    if path in ("name", "parent", "evidence[0]"):
        texts = value if isinstance(value, list) else [value]
        texts = [text.replace("akl", hall.venue) for text in texts]
        value = texts if isinstance(value, list) else texts[0]
    failed = await told(ask(one, method, changed(request, {path: value}), hall.everywhere.at))
    assert (failed.code, failed.reason) == (Status.INVALID_ARGUMENT, "REQUEST_NOT_VALID")
    assert path in failed.violations
    assert failed.violations[path]


# -- when --------------------------------------------------------------------------------------


@refused
async def test_the_wrong_moment_is_refused_by_its_clause(
    method: str, refusal: Refusal, one: Replica, cups: Untouched, nats: Connection
):
    cup = await cups.at(refusal.phase)
    request = changed(ROWS[method].make(cup), refusal.changes)
    failed = await told(ask(one, method, request, cup.by(method).at))
    assert (failed.code, failed.reason) == (Status.FAILED_PRECONDITION, refusal.reason)
    assert failed.info.metadata.get("clause", "") == refusal.clause
    assert "{" not in failed.localized.message
    assert len(failed.localized.message) > len(failed.message) + 10  # and what to do
    assert len(await record(nats, cup.name)) == cup.it.version


@stale
async def test_a_stale_command_gets_the_fresh_tournament(
    method: str, one: Replica, two: Replica, cups: Untouched
):
    cup = await cups.at(ROWS[method].phase)
    request = changed(ROWS[method].make(cup), {"version": cup.it.version + 1})
    for replica in (one, two):
        failed = await told(ask(replica, method, request, cup.by(method).at))
        assert (failed.code, failed.reason) == (Status.ABORTED, "STALE")


async def test_a_tournament_that_there_is_is_not_planned_again(
    hall: TournamentHall, one: Replica, cups: Untouched
):
    cup = await cups.at("opened")
    again = changed(ROWS["PlanTournament"].make(cup), {"tournament_id": cup.name.id})
    failed = await told(ask(one, "PlanTournament", again, hall.operator.at))
    assert (failed.code, failed.reason) == (Status.ALREADY_EXISTS, "ALREADY_EXISTS")


async def test_an_unknown_profile_is_not_found(hall: TournamentHall, one: Replica, cups: Untouched):
    cup = await cups.at("opened")
    request = changed(ROWS["PlanTournament"].make(cup), {"profile": "mars"})
    failed = await told(ask(one, "PlanTournament", request, hall.operator.at))
    assert (failed.code, failed.reason) == (Status.NOT_FOUND, "NOT_FOUND")


# -- again -------------------------------------------------------------------------------------


@every_command
async def test_a_command_is_rehearsed_done_once_and_answered_again(
    method: str, hall: TournamentHall, one: Replica, two: Replica, nats: Connection
):
    """Rehearsed it does nothing; then two replicas get it at once, and again later."""
    row = ROWS[method]
    cup = await PHASES[row.phase](hall, one)
    request, at = row.make(cup), cup.by(method).at
    if method != "PlanTournament":
        await ask(one, method, changed(request, {"validate_only": True}), at)
        assert len(await record(nats, cup.name)) == cup.it.version
    replies = await asyncio.gather(
        *(ask(replica, method, request, at) for replica in (one, two, one))
    )
    first = replies[0].SerializeToString(deterministic=True)
    assert {reply.SerializeToString(deterministic=True) for reply in replies} == {first}
    cup.it = replies[0].tournament
    if cup.it.phase in LIVE:
        await cup.ask("DesignateDirector", person="somebody else")
    for replica in (two, one):
        again = await ask(replica, method, request, at)
        assert again.SerializeToString(deterministic=True) == first
    ids = [commit.request_id for commit in await record(nats, cup.name)]
    assert ids.count(request.request_id) == 1
    other = changed(request, row.other)
    failed = await told(ask(one, method, other, at))
    assert (failed.code, failed.reason) == (Status.ALREADY_EXISTS, "REQUEST_ID_REUSED")
    zoe = hall.person("zoe", *row.roles)
    failed = await told(ask(two, method, request, zoe.at))
    assert (failed.code, failed.reason) == (Status.ALREADY_EXISTS, "REQUEST_ID_REUSED")


LIVE = (pb.PHASE_PLANNED, pb.PHASE_OPEN, pb.PHASE_IN_PLAY)


# -- what it leaves ------------------------------------------------------------------------------


@every_command
async def test_an_action_leaves_one_commit_one_count_and_one_span(
    method: str, hall: TournamentHall, one: Replica, nats: Connection
):
    cup = await PHASES[ROWS[method].phase](hall, one)
    request = ROWS[method].make(cup)
    async with leaving(nats, one.server, hall.venue, request) as traced:
        await ask(one, method, request, (*cup.by(method).at, *traced))
