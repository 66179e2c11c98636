"""Tokens taken back at one service count for nothing at any, within seconds; and on record."""

from __future__ import annotations

import asyncio
import uuid
from collections.abc import AsyncIterator
from typing import Any

import grpc
import jwt
import pytest
import pytest_asyncio

from eyesdown.common.v1 import access_pb2, access_service_pb2_grpc
from eyesdown.common.v1 import access_service_pb2 as pb
from eyesdown.draw.v1 import draw_service_pb2 as draw
from eyesdown.verify.v1 import card_service_pb2 as cards
from services.kernel.journal.connection import Connection
from services.kernel.names import Name
from services.kernel.serving.tokens import ROLES
from tests.cli.command import eyesdown
from tests.kernel.serving.kit import Told, read, request_id, told
from tests.kit.draw import SOON, Hall, Replica, replica
from tests.kit.draw_hall import Metadata, Person
from tests.kit.draw_play import Play, record
from tests.kit.verify import Verify
from tests.kit.verify import verify as verify
from tests.system.test_draw_denials import denials, denied

pytest_plugins = ["tests.kit.draw"]
pytestmark = pytest.mark.asyncio(loop_scope="module")

Status = grpc.StatusCode
WHO = frozenset(("operator", "game_manager", "casino_supervisor"))


def access(channel: grpc.aio.Channel) -> Any:
    return access_service_pb2_grpc.AccessServiceStub(channel)


def revoking(hall: Hall, **changes: Any) -> pb.RevokeTokensRequest:
    """A request to take back the tokens of somebody nobody knows."""
    chosen = {
        "request_id": request_id(),
        "parent": f"venues/{hall.venue}",
        "person": f"gone-{uuid.uuid4()}",
        "reason": "the tablet was left on a bus",
    }
    return pb.RevokeTokensRequest(**{**chosen, **changes})


def somebody(hall: Hall, *roles: str, venue: str = "") -> Person:
    """A person whom no other test knows."""
    return hall.person(f"p-{uuid.uuid4()}", *(roles or ("supervisor",)), venue=venue)


async def until_refused(call: Any, request: Any, metadata: Metadata) -> Told:
    """Ask until the token is refused, whatever else comes of it before: it has to be soon."""
    async with asyncio.timeout(SOON):
        while True:
            try:
                await call(request, metadata=metadata)
            except grpc.aio.AioRpcError as error:
                if error.code() is Status.UNAUTHENTICATED:
                    return read(error)


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def play(hall: Hall, one: Replica) -> AsyncIterator[Play]:
    yield await Play.announced(hall, one.draw)


# -- what it does ------------------------------------------------------------------------------


async def test_a_person_is_shut_out_at_every_service_within_seconds(
    hall: Hall, one: Replica, two: Replica, verify: Verify, play: Play
):
    person = somebody(hall)
    look = draw.GetGameRequest(name=play.game.name)
    await two.draw.GetGame(look, metadata=person.at)
    request = revoking(hall, person=person.id)
    reply = await access(one.channel).RevokeTokens(request, metadata=hall.manager.at)
    ours = [each for each in reply.revocations if each.person == person.id]
    assert [(each.by, each.reason, each.token_id) for each in ours] == [
        ("mere", "the tablet was left on a bus", "")
    ]
    series = cards.ListSeriesRequest(parent=f"venues/{hall.venue}")
    for call, asked in (
        (one.draw.GetGame, look),
        (two.draw.GetGame, look),
        (verify.cards.ListSeries, series),
    ):
        failed = await until_refused(call, asked, person.at)
        assert (failed.code, failed.reason) == (Status.UNAUTHENTICATED, "TOKEN_REVOKED")
        assert failed.info.metadata["venue"] == f"venues/{hall.venue}"
    everywhere = draw.ListGamesRequest(parent="venues/-")
    failed = await told(one.draw.ListGames(everywhere, metadata=person.at))
    assert failed.reason == "TOKEN_REVOKED"


async def test_a_replica_that_starts_later_knows_of_it(hall: Hall, one: Replica, play: Play):
    person = somebody(hall)
    request = revoking(hall, person=person.id)
    await access(one.channel).RevokeTokens(request, metadata=hall.manager.at)
    async with replica(hall, "later") as later:
        look = draw.GetGameRequest(name=play.game.name)
        failed = await told(later.draw.GetGame(look, metadata=person.at))
        assert failed.reason == "TOKEN_REVOKED"


@pytest.mark.parametrize("by", ["person", "token"])
async def test_a_stream_that_is_open_is_ended(by: str, hall: Hall, one: Replica, play: Play):
    person, other = somebody(hall), somebody(hall)
    watch = draw.WatchGameRequest(name=play.game.name)
    streams: list[Any] = [one.draw.WatchGame(watch, metadata=each.at) for each in (person, other)]
    for stream in streams:
        assert (await stream.read()).game.name == play.game.name
    request = revoking(hall, person=person.id)
    if by == "token":
        request = revoking(hall, person="", token_id=token_id(person))
    await access(one.channel).RevokeTokens(request, metadata=hall.manager.at)
    async with asyncio.timeout(SOON):
        failed = await ended(streams[0])
    assert (failed.code, failed.reason) == (Status.UNAUTHENTICATED, "TOKEN_REVOKED")
    await play.round()
    while (await asyncio.wait_for(streams[1].read(), SOON)).game.version < play.game.version:
        pass
    streams[1].cancel()


async def ended(stream: Any) -> Told:
    """Read a stream until it fails."""
    try:
        while (reply := await stream.read()) is not grpc.aio.EOF:
            assert reply
    except grpc.aio.AioRpcError as error:
        return read(error)
    raise AssertionError("the stream ended as if all was well")


def token_id(person: Person) -> str:
    token = person.at[0][1].removeprefix("Bearer ")
    claims = jwt.decode(token, options={"verify_signature": False})
    return str(claims["jti"])


async def test_one_token_is_taken_back_and_not_the_person_s_other(
    hall: Hall, one: Replica, play: Play
):
    lost = somebody(hall)
    kept = hall.person(lost.id, "supervisor", device="desk-2")
    request = revoking(hall, person="", token_id=token_id(lost))
    await access(one.channel).RevokeTokens(request, metadata=hall.manager.at)
    look = draw.GetGameRequest(name=play.game.name)
    failed = await until_refused(one.draw.GetGame, look, lost.at)
    assert failed.reason == "TOKEN_REVOKED"
    assert (await one.draw.GetGame(look, metadata=kept.at)).game.name == play.game.name


async def test_case_B16_a_revocation_reaches_no_further_than_its_venue(
    hall: Hall, one: Replica, play: Play
):
    person = hall.person(f"p-{uuid.uuid4()}", "supervisor", venue="*")
    there = revoking(hall, parent=f"venues/{hall.elsewhere}", person=person.id)
    elsewhere = hall.person("meg", "game_manager", venue=hall.elsewhere)
    await access(one.channel).RevokeTokens(there, metadata=elsewhere.at)
    gone = draw.ListGamesRequest(parent=f"venues/{hall.elsewhere}")
    failed = await until_refused(one.draw.ListGames, gone, person.at)
    assert failed.reason == "TOKEN_REVOKED"
    look = draw.GetGameRequest(name=play.game.name)
    assert (await one.draw.GetGame(look, metadata=person.at)).game.name == play.game.name
    everywhere = draw.ListGamesRequest(parent="venues/-", page_size=500)
    listed = await one.draw.ListGames(everywhere, metadata=person.at)
    assert {each.name.split("/")[1] for each in listed.games} == {hall.venue}


@pytest.mark.parametrize("by", ["person", "token"])
@pytest.mark.parametrize("role", ["game_manager", "casino_supervisor"])
async def test_who_is_audited_locks_nobody_out_who_audits(
    by: str, role: str, hall: Hall, one: Replica, play: Play, nats: Connection
):
    both = somebody(hall, "auditor", "caller")
    stub, look = access(one.channel), draw.GetGameRequest(name=play.game.name)
    named = {"person": "", "token_id": token_id(both)} if by == "token" else {"person": both.id}
    watch: Any = one.draw.WatchGame(draw.WatchGameRequest(name=play.game.name), metadata=both.at)
    assert (await watch.read()).game.name == play.game.name  # opened as the caller that they are
    keeper = hall.person(f"keeper-{role}", role)
    taken = await stub.RevokeTokens(revoking(hall, **named), metadata=keeper.at)
    assert taken.revocations[-1].sparing_auditors
    assert (await ended(watch)).reason == "TOKEN_REVOKED"
    failed = await told(one.draw.SelectNumber(play.selecting(), metadata=both.at))
    assert failed.reason == "ROLE_NOT_PERMITTED"
    assert (await one.draw.GetGame(look, metadata=both.at)).game.name == play.game.name
    operator = hall.person("opal", "operator")
    taken = await stub.RevokeTokens(revoking(hall, **named), metadata=operator.at)
    assert not taken.revocations[-1].sparing_auditors
    assert (await until_refused(one.draw.GetGame, look, both.at)).reason == "TOKEN_REVOKED"


async def test_who_tries_a_token_that_was_taken_back_is_on_record(
    hall: Hall, one: Replica, play: Play, nats: Connection
):
    person = somebody(hall, "caller")
    request = revoking(hall, person=person.id)
    await access(one.channel).RevokeTokens(request, metadata=hall.manager.at)
    await until_refused(one.draw.SelectNumber, play.selecting(), person.at)
    found = [denied(each) for each in await denials(nats, hall)]
    method = "eyesdown.draw.v1.DrawService/SelectNumber"
    assert (person.id, method, play.game.name, "TOKEN_REVOKED") in found
    labels = {"action": "select_number", "reason": "TOKEN_REVOKED"}
    assert await one.counted("eyesdown_denials_total", **labels) >= 1


async def test_what_was_taken_back_is_told_by_day(hall: Hall, one: Replica):
    request = revoking(hall)
    reply = await access(one.channel).RevokeTokens(request, metadata=hall.manager.at)
    name = f"venues/{hall.venue}/revocations/{hall.day}"
    look = pb.GetRevocationsRequest(name=name)
    found = await access(one.channel).GetRevocations(look, metadata=hall.auditor.at)
    assert list(found.revocations) == list(reply.revocations)
    assert isinstance(found.revocations[-1], access_pb2.Revocation)
    none = pb.GetRevocationsRequest(name=f"venues/{hall.venue}/revocations/2026-01-01")
    found = await access(one.channel).GetRevocations(none, metadata=hall.auditor.at)
    assert list(found.revocations) == []


async def test_the_audit_decides_revocations_again(hall: Hall, one: Replica):
    await access(one.channel).RevokeTokens(revoking(hall), metadata=hall.manager.at)
    done = await eyesdown(
        *("audit", "verify", "--venue", hall.venue),
        data=hall.folder,
        more=hall.environment("audit"),
    )
    assert (done.code, done.err) == (0, ""), done.out


# -- who, and what -----------------------------------------------------------------------------


async def test_only_who_answers_for_a_venue_takes_tokens_back(hall: Hall, one: Replica):
    rows: tuple[tuple[str, Any, frozenset[str]], ...] = (
        ("RevokeTokens", revoking(hall), WHO),
        (
            "GetRevocations",
            pb.GetRevocationsRequest(name=f"venues/{hall.venue}/revocations/{hall.day}"),
            WHO | {"auditor"},
        ),
    )
    for method, request, roles in rows:
        let_in = set()
        for role in ROLES:
            if method == "RevokeTokens":
                request.request_id = request_id()
            try:
                person = hall.person(f"some-{role}", role)
                await getattr(access(one.channel), method)(request, metadata=person.at)
                let_in.add(role)
            except grpc.aio.AioRpcError as error:
                assert read(error).reason == "ROLE_NOT_PERMITTED"  # noqa: PT017
        assert let_in == roles
        failed = await told(
            getattr(access(one.channel), method)(request, metadata=hall.stranger.at)
        )
        assert failed.reason == "VENUE_NOT_PERMITTED"
        failed = await told(getattr(access(one.channel), method)(request))
        assert failed.reason == "TOKEN_MISSING"


async def test_case_B20_an_unknown_venue_is_not_found(hall: Hall, one: Replica):
    request = revoking(hall, parent="venues/atlantis")
    failed = await told(access(one.channel).RevokeTokens(request, metadata=hall.everywhere.at))
    assert (failed.code, failed.reason) == (Status.NOT_FOUND, "NOT_FOUND")


@pytest.mark.parametrize(
    ("changes", "field"),
    [
        ({"request_id": "7"}, "request_id"),
        ({"parent": "venues/-"}, "parent"),
        ({"person": ""}, "person"),
        ({"token_id": "t-1"}, "person"),
        ({"person": " cal"}, "person"),
        ({"person": "x" * 129}, "person"),
        ({"person": "", "token_id": "two\nlines"}, "token_id"),
        ({"reason": ""}, "reason"),
        ({"reason": "x" * 401}, "reason"),
    ],
)
async def test_what_is_malformed_names_its_field(
    changes: dict[str, str], field: str, hall: Hall, one: Replica
):
    request = revoking(hall, **changes)
    failed = await told(access(one.channel).RevokeTokens(request, metadata=hall.everywhere.at))
    assert failed.code is Status.INVALID_ARGUMENT
    assert field in failed.violations


async def test_a_retry_is_answered_as_the_first_time(
    hall: Hall, one: Replica, two: Replica, nats: Connection
):
    request = revoking(hall)
    first = await access(one.channel).RevokeTokens(request, metadata=hall.manager.at)
    day = Name(hall.venue, "revocations", hall.day)
    before = len(await record(nats, day))
    await access(one.channel).RevokeTokens(revoking(hall), metadata=hall.manager.at)
    again = await access(two.channel).RevokeTokens(request, metadata=hall.manager.at)
    assert again == first
    assert len(await record(nats, day)) == before + 1
    operator = hall.person("opal", "operator")
    failed = await told(access(one.channel).RevokeTokens(request, metadata=operator.at))
    assert (failed.code, failed.reason) == (Status.ALREADY_EXISTS, "REQUEST_ID_REUSED")


async def test_what_is_only_tried_leaves_nothing(
    hall: Hall, one: Replica, play: Play, nats: Connection
):
    person = somebody(hall)
    day = Name(hall.venue, "revocations", hall.day)
    before = len(await record(nats, day))
    request = revoking(hall, person=person.id, validate_only=True)
    await access(one.channel).RevokeTokens(request, metadata=hall.manager.at)
    assert len(await record(nats, day)) == before
    look = draw.GetGameRequest(name=play.game.name)
    await one.draw.GetGame(look, metadata=person.at)
