"""Every RPC of jackpots, against everything that may be wrong with a call."""

from __future__ import annotations

import grpc
import pytest
import pytest_asyncio

from eyesdown.verify.v1 import jackpot_service_pb2 as pb
from services.kernel.serving.tokens import ROLES
from tests.kernel.serving.kit import told
from tests.kit.draw import Hall, Replica
from tests.kit.draw_beside import World
from tests.kit.jackpot_rows import (
    LISTS,
    METHODS,
    REGULATED,
    ROWS,
    Untouched,
    ask,
    by,
    changed,
)
from tests.kit.jackpots import Jackpots
from tests.kit.verify import Verify
from tests.kit.verify_rows import Refusal

pytest_plugins = ["tests.kit.jackpots"]
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
async def grounds(hall: Hall, one: Replica, jackpots: Jackpots, counter_of) -> Untouched:
    """Jackpots and games that every test leaves as they are."""
    return Untouched(jackpots, counter_of, World(hall, one).open_session, one.draw)


async def test_every_rpc_is_tried():
    assert set(METHODS) == set(ROWS) | set(LISTS)


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
    request = changed(row.make(ground), {"name": row.unknown.format(venue=hall.venue)})
    failed = await told(ask(verify, method, request, by(ground, row.by).at))
    assert (failed.code, failed.reason) == (Status.NOT_FOUND, "NOT_FOUND")


async def test_case_b20_a_jackpot_or_a_profile_that_there_is_not_is_not_found(
    hall: Hall, verify: Verify, grounds: Untouched
):
    ground = await grounds.at("open")
    none = {"jackpot": f"venues/{hall.venue}/jackpots/2026-none"}
    request = changed(ROWS["DeclareJackpot"].make(ground), none)
    failed = await told(ask(verify, "DeclareJackpot", request, hall.manager.at))
    assert (failed.code, failed.reason) == (Status.NOT_FOUND, "NOT_FOUND")
    request = changed(ROWS["OpenJackpot"].make(ground), {"profile": "none"})
    failed = await told(ask(verify, "OpenJackpot", request, hall.manager.at))
    assert (failed.code, failed.reason) == (Status.NOT_FOUND, "NOT_FOUND")


async def test_a_game_plays_for_a_jackpot_of_its_own_venue(
    hall: Hall, verify: Verify, grounds: Untouched
):
    other = {"jackpot": f"venues/{hall.elsewhere}/jackpots/2026-friday"}
    request = changed(ROWS["DeclareJackpot"].make(await grounds.at("open")), other)
    failed = await told(ask(verify, "DeclareJackpot", request, hall.everywhere.at))
    assert failed.code is Status.INVALID_ARGUMENT
    assert "jackpot" in failed.violations


async def test_a_jackpot_is_opened_once(verify: Verify, hall: Hall, grounds: Untouched):
    ground = await grounds.at("open")
    id_ = ground.jackpot.rpartition("/")[2]
    request = changed(ROWS["OpenJackpot"].make(ground), {"jackpot_id": id_})
    failed = await told(ask(verify, "OpenJackpot", request, hall.manager.at))
    assert failed.code is Status.ALREADY_EXISTS
    last_year = f"{int(id_[:4]) - 1}{id_[4:]}"
    request = changed(ROWS["OpenJackpot"].make(ground), {"jackpot_id": last_year})
    failed = await told(ask(verify, "OpenJackpot", request, hall.manager.at))
    assert failed.reason == "JACKPOT_WORD_TAKEN", "its next cycle would be called like ours"


@malformed
async def test_what_is_malformed_names_its_field(
    method: str, path: str, value: object, hall: Hall, verify: Verify, grounds: Untouched
):
    row = ROWS[method]
    if path in ("name", "parent", "jackpot", "into"):
        value = str(value).replace("akl", hall.venue)
    request = row.make(await grounds.at(row.phase))
    at = path.partition(".")[0]
    if value is None:
        request.ClearField(at)
    else:
        request = changed(request, {at: value})
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
    before = await ground.jackpots.get(ground.jackpot)
    request = changed(row.make(ground), refusal.changes)
    failed = await told(ask(verify, method, request, by(ground, row.by).at))
    assert (failed.code, failed.reason) == (Status.FAILED_PRECONDITION, refusal.reason)
    assert failed.info.metadata.get("clause", "") == refusal.clause
    assert failed.localized.message.startswith(failed.message)
    assert len(failed.localized.message) > len(failed.message) + 10  # and what to do
    assert "{" not in failed.localized.message
    assert await ground.jackpots.get(ground.jackpot) == before, "nothing is half done"


# -- again -------------------------------------------------------------------------------------


@every_command
async def test_a_retry_is_answered_as_the_first_time(
    method: str, grounds: Untouched, verify: Verify, verify_two: Verify
):
    row = ROWS[method]
    ground = await grounds.new(row.phase)
    request, person = row.make(ground), by(ground, row.by)
    first = await ask(verify, method, request, person.at)
    for replica in (verify, verify_two):
        assert await ask(replica, method, request, person.at) == first


@every_command
async def test_a_request_id_is_not_used_for_another_request_or_by_another_person(
    method: str, hall: Hall, grounds: Untouched, verify: Verify, verify_two: Verify
):
    row = ROWS[method]
    ground = await grounds.new(row.phase)
    request, person = row.make(ground), by(ground, row.by)
    await ask(verify, method, request, person.at)
    tries = [(request, hall.person("zoe", *row.roles))]
    if row.other:
        tries.append((changed(request, row.other), person))
    for other, somebody in tries:
        for replica in (verify, verify_two):
            failed = await told(ask(replica, method, other, somebody.at))
            assert (failed.code, failed.reason) == (Status.ALREADY_EXISTS, "REQUEST_ID_REUSED")


# -- lists -------------------------------------------------------------------------------------


async def test_jackpots_are_listed_over_the_venues_that_the_person_may_see(
    hall: Hall, grounds: Untouched, verify: Verify
):
    ground = await grounds.at("open")
    for parent, person in ((f"venues/{hall.venue}", hall.auditor), ("venues/-", hall.everywhere)):
        names, token = [], ""
        while True:
            request = pb.ListJackpotsRequest(parent=parent, page_size=1, page_token=token)
            reply = await ask(verify, "ListJackpots", request, person.at)
            names += [each.name for each in reply.jackpots]
            token = reply.next_page_token
            if not token:
                break
        assert ground.jackpot in names
        assert len(names) == len(set(names))
    elsewhere = pb.ListJackpotsRequest(parent=f"venues/{hall.venue}")
    failed = await told(ask(verify, "ListJackpots", elsewhere, hall.stranger.at))
    assert failed.code is Status.PERMISSION_DENIED
    for parent in ("", "akl", "venues/AKL"):
        request = pb.ListJackpotsRequest(parent=parent)
        failed = await told(ask(verify, "ListJackpots", request, hall.everywhere.at))
        assert failed.code is Status.INVALID_ARGUMENT
