"""Denied access is on record by venue and day, and counted; so is everything else that is asked."""

from __future__ import annotations

import re
from collections.abc import AsyncIterator
from datetime import date, timedelta

import grpc
import pytest
import pytest_asyncio

from eyesdown.draw.v1 import draw_service_pb2 as pb
from eyesdown.journal.v1 import commit_pb2, denials_pb2
from services.kernel.journal.connection import Connection
from services.kernel.names import Name
from tests.kernel.serving.kit import told
from tests.kit.draw import Hall, Replica
from tests.kit.draw_hall import Person
from tests.kit.draw_play import Play, record
from tests.kit.matrix.draw import DRAW, game_at
from tests.kit.matrix.matrix import Place

pytest_plugins = ["tests.kit.draw"]
pytestmark = pytest.mark.asyncio(loop_scope="module")

Status = grpc.StatusCode
SERVICE = "eyesdown.draw.v1.DrawService"


async def denials(nats: Connection, hall: Hall) -> list[commit_pb2.Commit]:
    """All of a hall; a gaming day may have begun since its first."""
    today = date.fromisoformat(hall.day)
    days = [day for day in (today - timedelta(days=1), today) if day.year == today.year]
    records = [await record(nats, Name(hall.venue, "denials", str(day))) for day in days]
    return [commit for commits in records for commit in commits]


def denied(commit: commit_pb2.Commit) -> tuple[str, str, str, str]:
    """Who was denied what, as a commit says: person, method, resource, reason."""
    event, request = denials_pb2.AccessDenied(), denials_pb2.AccessDenied()
    assert len(commit.events) == 1
    assert commit.events[0].Unpack(event)
    assert commit.command.request.Unpack(request)
    assert request == event
    assert commit.command.method == event.method
    return commit.actor.person, event.method, event.resource, event.reason


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def place(hall: Hall, one: Replica, nats: Connection) -> AsyncIterator[Place]:
    """Where games are played."""
    async with Place(DRAW, hall, (one,), nats, lambda at: game_at(at, hall, one)) as made:
        yield made


@pytest.mark.parametrize("method", DRAW.rpcs)
async def test_who_was_denied_what_is_on_record(
    method: str, hall: Hall, nats: Connection, place: Place
):
    rpc = DRAW.rpcs[method]
    play = await place.at(DRAW.rows[method].at)
    request = await place.request(rpc, play)
    resource = getattr(request, "name", "") or getattr(request, "parent", "")
    seller = hall.person("sel", "seller", device="till-4")
    before = await denials(nats, hall)
    for person, reason in (
        (seller, "ROLE_NOT_PERMITTED"),
        (hall.stranger, "VENUE_NOT_PERMITTED"),
        (hall.nobody, "VENUE_NOT_PERMITTED"),
    ):
        failed = await told(place.ask(rpc, request, person.at))
        assert (failed.code, failed.reason) == (Status.PERMISSION_DENIED, reason)
    commits = (await denials(nats, hall))[len(before) :]
    assert [denied(commit) for commit in commits] == [
        ("sel", f"{SERVICE}/{method}", resource, "ROLE_NOT_PERMITTED"),
        ("sly", f"{SERVICE}/{method}", resource, "VENUE_NOT_PERMITTED"),
        ("nob", f"{SERVICE}/{method}", resource, "VENUE_NOT_PERMITTED"),
    ]
    assert commits[0].actor.device == "till-4"
    assert len(await record(nats, play.id)) == play.game.version


async def test_both_replicas_write_one_record_of_the_day(
    hall: Hall, one: Replica, two: Replica, nats: Connection
):
    play = await Play.announced(hall, one.draw)
    before = await denials(nats, hall)
    for replica in (one, two, one, two):
        await told(replica.draw.CallNumber(play.calling(), metadata=hall.steward.at))
    commits = await denials(nats, hall)
    assert len(commits) == len(before) + 4


async def test_denied_access_is_counted(hall: Hall, one: Replica):
    play = await Play.announced(hall, one.draw)
    labels = {"service": "draw", "action": "call_number", "reason": "ROLE_NOT_PERMITTED"}
    before = await one.counted("eyesdown_denials_total", **labels)
    asked = {"service": "draw", "action": "call_number", "venue": hall.venue, "outcome": "denied"}
    actions = await one.counted("eyesdown_actions_total", **asked)
    for _ in range(3):
        await told(one.draw.CallNumber(play.calling(), metadata=hall.steward.at))
    assert await one.counted("eyesdown_denials_total", **labels) == before + 3
    assert await one.counted("eyesdown_actions_total", **asked) == actions + 3


async def test_no_token_is_counted_and_not_on_record(hall: Hall, one: Replica, nats: Connection):
    play = await Play.announced(hall, one.draw)
    before = await denials(nats, hall)
    labels = {"action": "select_number", "reason": "TOKEN_MISSING"}
    counted = await one.counted("eyesdown_denials_total", **labels)
    await told(one.draw.SelectNumber(play.selecting()))
    assert await one.counted("eyesdown_denials_total", **labels) == counted + 1
    assert await denials(nats, hall) == before


# -- metrics -----------------------------------------------------------------------------------


async def test_what_goes_through_and_what_is_refused_is_counted(hall: Hall, one: Replica):
    play = await Play.announced(hall, one.draw)

    async def counted(outcome: str) -> float:
        return await one.counted(
            "eyesdown_actions_total",
            service="draw",
            action="call_number",
            venue=hall.venue,
            outcome=outcome,
        )

    async def refusals(reason: str, clause: str) -> float:
        return await one.counted(
            "eyesdown_refusals_total",
            service="draw",
            action="call_number",
            reason=reason,
            clause=clause,
        )

    ok, refused = await counted("ok"), await counted("refused")
    nothing = await refusals("NOTHING_SELECTED", "NZB-5.6(b)")
    other = await refusals("NOT_THE_CALLER", "NZB-5.6(c)")
    await told(one.draw.CallNumber(play.calling(), metadata=hall.caller.at))
    await play.select()
    await told(one.draw.CallNumber(play.calling(), metadata=hall.second_caller.at))
    await play.call()
    assert await counted("ok") == ok + 1
    assert await counted("refused") == refused + 2
    assert await refusals("NOTHING_SELECTED", "NZB-5.6(b)") == nothing + 1
    assert await refusals("NOT_THE_CALLER", "NZB-5.6(c)") == other + 1


async def test_no_label_holds_a_game_a_person_or_a_number(hall: Hall, one: Replica):
    play = await Play.announced(hall, one.draw, serial_number="A 1204")
    await play.round()
    await play.call_out(player="Aroha Ngata")
    await told(one.draw.CallNumber(play.calling(), metadata=hall.steward.at))
    await told(
        one.draw.GetGame(pb.GetGameRequest(name=f"{play.game.name}-0"), metadata=hall.auditor.at)
    )
    text = await one.metrics()
    labels = set(re.findall(r'="([^"]*)"', text))
    assert hall.venue in labels
    people: tuple[Person, ...] = (hall.caller, hall.steward, hall.supervisor, hall.manager)
    ids = {play.id.id, play.game.name, "A 1204", "Aroha Ngata"}
    assert not labels & {play.game.rooms[0], *(person.id for person in people)}
    for label in labels:
        assert not any(each in label for each in ids), label
        assert not re.fullmatch(r"[0-9a-f]{8}-.*|[0-9]{4}-[0-9]{2}-.*", label)
    allowed = {"service", "action", "venue", "outcome", "reason", "clause", "check", "le"}
    allowed |= {"rpc_system_name", "rpc_method", "rpc_response_status_code", "kind", "decision"}
    allowed |= {"event", "phase", "room", "state", "stream", "version", "year"}
    allowed |= {"build", "what"}
    ours = [line for line in text.splitlines() if re.match(r"(eyesdown|rpc)_", line)]
    assert set(re.findall(r'[{,]([a-z_]+)="', "\n".join(ours))) <= allowed
