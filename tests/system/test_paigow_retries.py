"""Every command of the pai gow service again under the same request id."""

from __future__ import annotations

import asyncio

import grpc
import pytest
from google.protobuf.message import Message

from services.kernel.journal.connection import Connection
from tests.kernel.serving.kit import told
from tests.kit.draw_play import record
from tests.kit.draw_rows import changed
from tests.kit.paigow import Floor, Replica
from tests.kit.paigow_play import TablePlay
from tests.kit.paigow_row import OF_RESTRICTIONS, REGULATED
from tests.kit.paigow_rows import ROWS, ask, make, table_at

pytest_plugins = ["tests.kit.paigow"]
pytestmark = pytest.mark.asyncio(loop_scope="module")

Status = grpc.StatusCode
every_command = pytest.mark.parametrize("method", REGULATED)


async def made(method: str, floor: Floor, one: Replica) -> tuple[TablePlay, Message, Message]:
    """A table on which the command went through: the table, the request and the reply."""
    play = await table_at(ROWS[method].stage, floor, one)
    request = make(method, play)
    reply = await ask(one.paigow, method, request, getattr(floor, ROWS[method].by).at)
    return play, request, reply


@every_command
async def test_a_retry_is_answered_as_the_first_time(
    method: str, floor: Floor, one: Replica, two: Replica, nats: Connection
):
    _, request, reply = await made(method, floor, one)
    at = getattr(floor, ROWS[method].by).at
    first = reply.SerializeToString(deterministic=True)
    for replica in (one, two):
        again = await ask(replica.paigow, method, request, at)
        assert again.SerializeToString(deterministic=True) == first
    if method not in OF_RESTRICTIONS:
        play = TablePlay(floor, one.paigow, reply.sitting)  # type: ignore[attr-defined]
        ids = [commit.request_id for commit in await record(nats, play.id)]
        assert len(ids) == play.sitting.version
        assert ids.count(request.request_id) == 1  # type: ignore[attr-defined]


@pytest.mark.parametrize("method", ["PlaceWager", "DealHand", "ExposeHand", "PayWinner"])
async def test_one_request_at_both_replicas_at_once_is_done_once(
    method: str, floor: Floor, one: Replica, two: Replica, nats: Connection
):
    play = await table_at(ROWS[method].stage, floor, one)
    request, at = make(method, play), getattr(floor, ROWS[method].by).at
    replies = await asyncio.gather(
        *(ask(replica.paigow, method, request, at) for replica in (one, two, one, two))
    )
    assert len({reply.SerializeToString(deterministic=True) for reply in replies}) == 1
    assert len(await record(nats, play.id)) == play.sitting.version + 1


@pytest.mark.parametrize("method", [m for m in REGULATED if ROWS[m].other])
async def test_a_request_id_is_not_used_for_another_request(
    method: str, floor: Floor, one: Replica, two: Replica
):
    _, request, _ = await made(method, floor, one)
    other = changed(request, ROWS[method].other)
    for replica in (one, two):
        failed = await told(ask(replica.paigow, method, other, getattr(floor, ROWS[method].by).at))
        assert (failed.code, failed.reason) == (Status.ALREADY_EXISTS, "REQUEST_ID_REUSED")


@every_command
async def test_nor_by_another_person(method: str, floor: Floor, one: Replica):
    _, request, _ = await made(method, floor, one)
    zoe = floor.person("zoe", *ROWS[method].roles)
    failed = await told(ask(one.paigow, method, request, zoe.at))
    assert (failed.code, failed.reason) == (Status.ALREADY_EXISTS, "REQUEST_ID_REUSED")


async def test_a_difference_is_on_record_and_answered_again(
    floor: Floor, one: Replica, two: Replica, nats: Connection
):
    play = await table_at("showdown", floor, one)
    request = changed(make("ExposeHand", play), {"outcome": 3})
    for replica in (one, two, one):
        failed = await told(ask(replica.paigow, "ExposeHand", request, floor.dealer.at))
        assert (failed.code, failed.reason) == (Status.FAILED_PRECONDITION, "DIFFERS")
    assert len(await record(nats, play.id)) == play.sitting.version + 1


async def test_who_is_not_the_dealer_is_on_record_once(
    floor: Floor, one: Replica, nats: Connection
):
    play = await table_at("open", floor, one)
    for _ in range(3):
        failed = await told(
            ask(one.paigow, "ShuffleTiles", make("ShuffleTiles", play), floor.relief.at)
        )
        assert (failed.code, failed.reason) == (Status.FAILED_PRECONDITION, "NOT_THE_DEALER")
    assert len(await record(nats, play.id)) == play.sitting.version + 1
