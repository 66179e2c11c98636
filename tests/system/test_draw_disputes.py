"""Disputes on a real service: what the record of the game said is frozen in them, provably."""

from __future__ import annotations

import asyncio
import hashlib

import grpc
import pytest
import pytest_asyncio

from eyesdown.draw.v1 import dispute_events_pb2, dispute_pb2, game_pb2
from eyesdown.draw.v1.dispute_service_pb2 import ListDisputesRequest
from services.kernel.journal.connection import Connection
from services.kernel.names import Name
from tests.kernel.serving.kit import told
from tests.kit.draw import SOON, Hall, Replica
from tests.kit.draw_beside import World
from tests.kit.draw_play import CALLER, Play, record, stored_of

pytest_plugins = ["tests.kit.draw"]
pytestmark = pytest.mark.asyncio(loop_scope="module")

Status = grpc.StatusCode
RULING = {
    "finding": dispute_pb2.FINDING_NOT_UPHELD,
    "reason": "the number had been announced",
    "clause": "NZB-5.10",
}


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def world(hall: Hall, one: Replica) -> World:
    """The module's hall, at its first replica."""
    return World(hall, one)


async def test_the_record_of_the_call_is_frozen_and_can_be_proven_from_the_journal(
    world: World, nats: Connection
):
    play = await Play.announced(world.hall, world.replica.draw)
    await play.round()
    await play.select()
    await play.call()
    at_the_call = play.game.version
    await play.confirm()
    await play.round()
    dispute = await world.disputed(game=play.game.name, position=2)
    frozen = dispute.record
    assert (frozen.game, frozen.position) == (play.game.name, 2)
    assert frozen.version == at_the_call
    assert list(frozen.numbers) == play.numbers[:2]
    assert frozen.last_version == play.game.version
    stored = await stored_of(nats, play.id)
    assert frozen.hash == hashlib.sha256(stored[at_the_call - 1].body).digest()
    assert frozen.last_hash == hashlib.sha256(stored[-1].body).digest()
    await play.round()
    again = await world.do("GetDispute", world.hall.auditor, dispute)
    assert again == dispute, "whatever the game comes to"
    (commit,) = await record(nats, Name.parse(dispute.name))
    facts = dispute_events_pb2.DisputeFacts()
    assert commit.command.facts.Unpack(facts)
    assert facts.record == frozen
    assert (facts.board.name, facts.board.version) == (play.game.name, at_the_call)
    assert list(facts.callers) == ["cal"]


async def test_who_complains_is_a_reference_and_never_in_the_journal(
    world: World, nats: Connection
):
    dispute = await world.disputed(complainant="Aroha Ngata")
    assert dispute.complainant not in ("", "Aroha Ngata")
    stored = await stored_of(nats, Name.parse(dispute.name))
    assert b"Aroha" not in b"".join(each.body for each in stored)


async def test_whoever_has_called_the_game_does_not_decide_even_after_a_relief(world: World):
    hall = world.hall
    both = hall.person("ana", "caller", "supervisor")
    play = await Play.announced(hall, world.replica.draw)
    await play.round()
    dispute = await world.disputed(game=play.game.name, position=1)
    await play.assign(CALLER, hall.second_caller)  # ana takes over after it was opened
    for person in (both, hall.person("cal", "supervisor"), hall.person("STU", "supervisor")):
        failed = await told(world.do("RuleDispute", person, dispute, **RULING))
        assert (failed.code, failed.reason) == (Status.FAILED_PRECONDITION, "IN_THE_DISPUTE")
    failed = await told(world.do("RuleDispute", hall.supervisor, dispute, **RULING))
    assert failed.reason == "IN_THE_DISPUTE"
    ruled = await world.do("RuleDispute", hall.second_supervisor, dispute, **RULING)
    failed = await told(world.do("ReviewDispute", both, ruled, agrees=True, reason="yes"))
    assert failed.reason == "IN_THE_DISPUTE"


async def test_a_ruling_that_is_not_agreed_with_is_made_again_and_all_stays(world: World):
    hall = world.hall
    ruled = await world.ruled()
    opened = await world.do("ReviewDispute", hall.manager, ruled, agrees=False, reason="no")
    assert opened.phase == dispute_pb2.DISPUTE_PHASE_OPEN
    statement = dispute_pb2.EvidenceGiven(
        kind=dispute_pb2.EVIDENCE_KIND_STATEMENT, text="I heard it after the number"
    )
    more = await world.do("AddEvidence", hall.steward, opened, evidence=statement)
    again = await world.do("RuleDispute", hall.manager, more, **RULING)
    settled = await world.do(
        "ReviewDispute", hall.second_supervisor, again, agrees=True, reason="so it is"
    )
    assert settled.phase == dispute_pb2.DISPUTE_PHASE_SETTLED
    assert [each.text for each in settled.evidence] == [
        "camera 4, 19:31:00 to 19:33:30",
        "I heard it after the number",
    ]
    assert [(each.by, each.review.by, each.review.agrees) for each in settled.rulings] == [
        ("sia", "mere", False),
        ("mere", "sia", True),
    ]


async def test_a_call_that_was_not_made_and_a_game_elsewhere_are_not_disputed(world: World):
    hall = world.hall
    waiting = await Play.opened(hall, world.replica.draw)
    assert waiting.game.phase == game_pb2.PHASE_WAITING
    request = await world.disputing(game=waiting.game.name, position=1)
    failed = await told(world.ask("OpenDispute", request, hall.steward))
    assert failed.reason == "NO_SUCH_CALL"
    request = await world.disputing(game=f"venues/{hall.elsewhere}/games/{hall.day}-01")
    failed = await told(world.ask("OpenDispute", request, hall.steward))
    assert (failed.code, list(failed.violations)) == (Status.INVALID_ARGUMENT, ["game"])


async def test_disputes_are_listed_and_watched(world: World):
    settled, open_ = await world.settled(), await world.disputed()
    other = await Play.announced(world.hall, world.replica.draw)
    await other.round()
    elsewhere = await world.disputed(game=other.game.name, position=1)

    async def listed(**wanted) -> dict[str, dispute_pb2.DisputeRow]:
        only = ListDisputesRequest.Filter(**wanted)
        return {row.name: row for row in await world.rows("ListDisputes", filter=only)}

    async with asyncio.timeout(SOON):
        while elsewhere.name not in await listed():
            pass
    assert (await listed())[settled.name] == dispute_pb2.DisputeRow(
        name=settled.name,
        version=3,
        phase=dispute_pb2.DISPUTE_PHASE_SETTLED,
        game=(await world.game()).game.name,
        position=2,
        about="the player called out in time",
        finding=dispute_pb2.FINDING_UPHELD,
    )
    assert set(await listed(game=other.game.name)) == {elsewhere.name}
    waiting = await listed(phases=[dispute_pb2.DISPUTE_PHASE_OPEN], day=world.hall.day)
    assert {open_.name, elsewhere.name} <= set(waiting)
    assert settled.name not in waiting
    seen = await world.watched(settled)
    assert [list(reply.events) for reply in seen] == [
        ["DisputeOpened", "EvidenceAdded"],
        ["DisputeRuled"],
        ["DisputeReviewed"],
    ]
