"""Every RPC of the draw, against everything that may be wrong with a call."""

from __future__ import annotations

import grpc
import pytest
import pytest_asyncio
from google.protobuf.message import Message

from eyesdown.draw.v1 import draw_service_pb2 as pb
from eyesdown.draw.v1 import game_pb2
from services.kernel.journal.connection import Connection
from services.kernel.serving.tokens import ROLES
from tests.kernel.serving.kit import told
from tests.kit.draw import Hall, Replica
from tests.kit.draw_play import Play, open_game, record, request_id
from tests.kit.draw_row import Refusal
from tests.kit.draw_rows import (
    METHODS,
    PHASES,
    REGULATED,
    ROWS,
    Untouched,
    ask,
    changed,
    game_at,
)
from tests.kit.leaving import leaving

pytest_plugins = ["tests.kit.draw"]
pytestmark = pytest.mark.asyncio(loop_scope="module")

Status = grpc.StatusCode
every_rpc = pytest.mark.parametrize("method", METHODS)
of_one_game = pytest.mark.parametrize(
    "method", [method for method in METHODS if method not in ("OpenGame", "ListGames", "GetRooms")]
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
        pytest.param(method, refusal, id=f"{method}-{refusal.phase}-{refusal.reason}-{number}")
        for method, row in ROWS.items()
        for number, refusal in enumerate(row.refused)
    ],
)
stale = pytest.mark.parametrize("method", [m for m, row in ROWS.items() if row.stale])


def anew(method: str, request: Message) -> Message:
    """The request again, as another one."""
    return changed(request, {"request_id": request_id()}) if method in REGULATED else request


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def games(hall: Hall, one: Replica) -> Untouched:
    """Games that every test leaves as they are."""
    return Untouched(hall, one)


async def test_every_rpc_is_tried_here():
    assert set(ROWS) == set(METHODS)
    assert len(REGULATED) == 27


# -- who ---------------------------------------------------------------------------------------


@every_rpc
async def test_nobody_calls_without_a_token(
    method: str, hall: Hall, one: Replica, games: Untouched
):
    request = ROWS[method].make(await games.at(ROWS[method].phase))
    failed = await told(ask(one.draw, method, request, ()))
    assert (failed.code, failed.reason) == (Status.UNAUTHENTICATED, "TOKEN_MISSING")


@every_rpc
async def test_a_token_of_another_issuer_counts_for_nothing(
    method: str, hall: Hall, one: Replica, games: Untouched, tmp_path
):
    forged = Hall(tmp_path, hall.url).person("cal", *ROLES, venue=hall.venue)
    request = ROWS[method].make(await games.at(ROWS[method].phase))
    failed = await told(ask(one.draw, method, request, forged.at))
    assert (failed.code, failed.reason) == (Status.UNAUTHENTICATED, "TOKEN_NOT_TRUSTED")


@every_rpc
async def test_only_the_named_roles_may_call(method: str, hall: Hall, one: Replica):
    row = ROWS[method]
    request = row.make(await game_at(row.phase, hall, one))
    let_in = set()
    for role in ROLES:
        person = hall.person(f"some-{role}", role)
        try:
            await ask(one.draw, method, anew(method, request), person.at)
            let_in.add(role)
        except grpc.aio.AioRpcError as error:
            if error.code() is not Status.PERMISSION_DENIED:
                let_in.add(role)
    assert let_in == row.roles


@every_rpc
async def test_case_B16_nobody_reaches_into_another_venue(
    method: str, hall: Hall, one: Replica, games: Untouched, nats: Connection
):
    row = ROWS[method]
    play = await games.at(row.phase)
    for person in (hall.stranger, hall.nobody):
        failed = await told(ask(one.draw, method, row.make(play), person.at))
        assert (failed.code, failed.reason) == (Status.PERMISSION_DENIED, "VENUE_NOT_PERMITTED")
    assert len(await record(nats, play.id)) == play.game.version


# -- what --------------------------------------------------------------------------------------


@of_one_game
@pytest.mark.parametrize("missing", ["0000", "year"])
async def test_case_B20_what_there_is_not_is_not_found(
    method: str, missing: str, hall: Hall, one: Replica, games: Untouched
):
    row = ROWS[method]
    play = await games.at(row.phase)
    unknown = f"{hall.day}-none" if missing == "0000" else "1999-01-01-01"
    request = changed(row.make(play), {"name": f"venues/{hall.venue}/games/{unknown}"})
    failed = await told(ask(one.draw, method, request, getattr(hall, row.by).at))
    assert (failed.code, failed.reason) == (Status.NOT_FOUND, "NOT_FOUND")
    assert unknown in failed.message


@every_rpc
async def test_case_B20_an_unknown_venue_is_not_found(
    method: str, hall: Hall, one: Replica, games: Untouched
):
    play = await games.at(ROWS[method].phase)
    request = ROWS[method].make(play)
    place = "name" if hasattr(request, "name") else "parent"
    there = getattr(request, place).replace(hall.venue, "atlantis")
    failed = await told(ask(one.draw, method, changed(request, {place: there}), hall.everywhere.at))
    assert (failed.code, failed.reason) == (Status.NOT_FOUND, "NOT_FOUND")


async def test_case_B20_an_unknown_room_or_profile_is_not_found(hall: Hall, one: Replica):
    for changes, named in ({"rooms": ["attic"]}, "rooms/attic"), ({"profile": "mars"}, "mars"):
        request = open_game(hall, **changes)
        failed = await told(one.draw.OpenGame(request, metadata=hall.manager.at))
        assert (failed.code, failed.reason) == (Status.NOT_FOUND, "NOT_FOUND")
        assert named in failed.message
        look = pb.GetGameRequest(name=f"venues/{hall.venue}/games/{request.game_id}")
        assert (await told(one.draw.GetGame(look, metadata=hall.auditor.at))).code is (
            Status.NOT_FOUND
        )


async def test_a_call_out_names_a_room_of_the_game(hall: Hall, one: Replica):
    play = await Play.announced(hall, one.draw)
    other = play.calling_out(room=hall.room())
    failed = await told(one.draw.CallOut(other, metadata=hall.steward.at))
    assert (failed.code, failed.reason) == (Status.FAILED_PRECONDITION, "ROOM_NOT_IN_GAME")
    none = play.calling_out(room="attic")
    failed = await told(one.draw.CallOut(none, metadata=hall.steward.at))
    assert (failed.code, failed.reason) == (Status.NOT_FOUND, "NOT_FOUND")
    assert (await play.look()).phase == game_pb2.PHASE_IN_PLAY


@malformed
async def test_what_is_malformed_names_its_field(
    method: str, path: str, value: object, hall: Hall, one: Replica, games: Untouched
):
    row = ROWS[method]
    request = row.make(await games.at(row.phase))
    if path == "name" or path == "parent":
        value = str(value).replace("akl", hall.venue)
    failed = await told(ask(one.draw, method, changed(request, {path: value}), hall.everywhere.at))
    assert (failed.code, failed.reason) == (Status.INVALID_ARGUMENT, "REQUEST_NOT_VALID")
    assert path in failed.violations
    assert failed.violations[path]


# -- when --------------------------------------------------------------------------------------


@refused
async def test_the_wrong_moment_is_refused_by_its_clause(
    method: str, refusal: Refusal, hall: Hall, one: Replica, games: Untouched, nats: Connection
):
    row = ROWS[method]
    play = await games.at(refusal.phase)
    request = changed(row.make(play), refusal.changes)
    failed = await told(ask(one.draw, method, request, getattr(hall, row.by).at))
    assert (failed.code, failed.reason) == (Status.FAILED_PRECONDITION, refusal.reason)
    assert failed.info.domain == "eyesdown"
    assert failed.info.metadata.get("clause", "") == refusal.clause
    assert failed.localized.locale == "en"
    assert failed.localized.message.startswith(failed.message)
    assert len(failed.localized.message) > len(failed.message) + 10  # and what to do
    assert "{" not in failed.localized.message
    assert len(await record(nats, play.id)) == play.game.version


async def test_a_game_that_there_is_cannot_be_opened_again(
    hall: Hall, one: Replica, games: Untouched
):
    play = await games.at("called")
    again = open_game(hall, game_id=play.id.id)
    failed = await told(one.draw.OpenGame(again, metadata=hall.manager.at))
    assert (failed.code, failed.reason) == (Status.ALREADY_EXISTS, "ALREADY_EXISTS")
    assert await play.look() == play.game


@pytest.mark.parametrize("phase", PHASES)
async def test_a_call_out_is_never_refused_for_the_state(phase: str, hall: Hall, one: Replica):
    play = await game_at(phase, hall, one)
    made = await one.draw.CallOut(play.calling_out(), metadata=hall.steward.at)
    assert made.call_out == len(play.game.call_outs) + 1
    last = made.game.call_outs[-1]
    playing = phase not in ("waiting", "helped", "ended")
    assert last.outside_play == (not playing)
    assert (made.game.phase in (game_pb2.PHASE_PAUSED, game_pb2.PHASE_HELD)) == playing


@stale
async def test_a_stale_command_gets_the_fresh_game(
    method: str, hall: Hall, one: Replica, games: Untouched, two: Replica
):
    row = ROWS[method]
    play = await games.at(row.phase)
    assert row.stale is not None
    request = changed(row.make(play), row.stale(play))
    for replica in (one, two):
        failed = await told(ask(replica.draw, method, request, getattr(hall, row.by).at))
        assert (failed.code, failed.reason) == (Status.ABORTED, "STALE")
        fresh = game_pb2.Game()
        assert len(failed.others) == 1
        assert failed.others[0].Unpack(fresh)
        assert fresh == await play.look()


# -- what it leaves ------------------------------------------------------------------------------


@pytest.mark.parametrize("method", REGULATED)
async def test_an_action_leaves_one_commit_one_count_and_one_span(
    method: str, hall: Hall, one: Replica, nats: Connection
):
    row = ROWS[method]
    request = row.make(await game_at(row.phase, hall, one))
    async with leaving(nats, one.server, hall.venue, request) as traced:
        await ask(one.draw, method, request, (*getattr(hall, row.by).at, *traced))
