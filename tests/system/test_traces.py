"""The whole path of a claim at a receiver of traces: from the call out in the draw to verify, and
from what verify decides back to the draw, each commit linked to by whoever follows it."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass

import pytest
import pytest_asyncio
from opentelemetry import trace
from opentelemetry.trace import NonRecordingSpan, SpanContext, TraceFlags

from eyesdown_client import Eyesdown, HoldCause
from services.kernel.journal.connection import Connection
from services.kernel.journal.nats_store import NatsJournal
from services.kernel.names import Name
from tests.kit.claims import Table
from tests.kit.collector import Collector, Received, collector
from tests.kit.draw import SOON, Hall, Replica, replica
from tests.kit.verify import Hallway, verifying

pytest_plugins = ["tests.kit.claims"]
pytestmark = pytest.mark.asyncio(loop_scope="module")

DRAW, CLAIMS = "eyesdown.draw.v1.DrawService", "eyesdown.verify.v1.ClaimService"
TILL, WAITS = "4bf92f3577b34da6a3ce929d0e0e4736", "00f067aa0ba902b7"


@dataclass
class Claimed:
    """A game with a claim that was allowed, and what the receiver got of it."""

    draw: Replica
    table: Table
    received: Collector

    async def first(self, wanted: Callable[[Received], bool]) -> Received:
        """The first span that is wanted."""
        async with asyncio.timeout(SOON):
            return await self.received.first(wanted)

    async def call(self, method: str) -> Received:
        """The last call of a method in this game."""
        await self.first(lambda span: span.name == method)
        return [span for span in self.received.spans if span.name == method][-1]

    async def commit_of(self, span: Received) -> Received:
        """The commit that a command or a reaction put on record."""
        return await self.first(lambda each: each.parent == span.id)

    async def reaction_to(self, commit: Received, service: str) -> Received:
        """What a service did on a commit."""

        def wanted(span: Received) -> bool:
            ours = span.resource["service.name"] == f"eyesdown-{service}"
            return ours and (commit.trace, commit.id) in span.links

        return await self.first(wanted)


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def claimed(hall: Hall) -> AsyncIterator[Claimed]:
    with pytest.MonkeyPatch.context() as patch:
        async with collector() as received:
            patch.setenv("OTEL_EXPORTER_OTLP_ENDPOINT", received.endpoint)
            patch.setenv("OTEL_BSP_SCHEDULE_DELAY", "50")
            async with replica(hall, "traced") as draw, verifying(hall, "traced-v") as verify:
                table = await Table.laid(Hallway(hall, verify), draw)
                await table.call(await table.row(1))
                line = await table.play.call_out()
                await table.examined(line, 1)
                await table.settled(line)
                yield Claimed(draw, table, received)


async def test_a_claim_is_followed_from_the_draw_to_verify_and_back(claimed: Claimed):
    called_out = await claimed.commit_of(await claimed.call(f"{DRAW}/CallOut"))
    assert called_out.kind == "SPAN_KIND_PRODUCER"
    opened = await claimed.reaction_to(called_out, "verify")
    assert opened.kind == "SPAN_KIND_CONSUMER"
    assert opened.trace != called_out.trace, "a trace of its own, linked"
    on_the_desk = await claimed.commit_of(opened)
    assert on_the_desk.attributes["eyesdown.aggregate"] == claimed.table.desk

    decided = await claimed.commit_of(await claimed.call(f"{CLAIMS}/DecideClaim"))
    followed = await claimed.reaction_to(decided, "draw")
    in_the_draw = await claimed.commit_of(followed)
    assert in_the_draw.attributes["eyesdown.aggregate"] == claimed.table.play.game.name
    assert followed.attributes["eyesdown.outcome"] == "done"


async def test_all_of_a_game_is_found_by_its_id(claimed: Claimed):
    decided = await claimed.commit_of(await claimed.call(f"{CLAIMS}/DecideClaim"))
    await claimed.reaction_to(decided, "draw")
    game = claimed.table.play.game.name.rpartition("/")[2]
    found = [
        span for span in claimed.received.spans if span.attributes.get("eyesdown.game") == game
    ]
    assert {span.resource["service.name"] for span in found} == {
        "eyesdown-draw",
        "eyesdown-verify",
    }
    kinds = {span.attributes["eyesdown.aggregate"].split("/")[2] for span in found}
    assert kinds == {"games", "claimDesks", "salesBlocks"}
    named = {span.name for span in found}
    assert {f"{DRAW}/CallNumber", f"{DRAW}/CallOut", f"{CLAIMS}/CollectCard"} <= named


async def test_the_commit_carries_the_trace_that_the_receiver_has(
    claimed: Claimed, nats: Connection
):
    decided = await claimed.commit_of(await claimed.call(f"{CLAIMS}/DecideClaim"))
    journal = NatsJournal(nats)
    stored = await journal.load(Name.parse(claimed.table.desk), leader=True)
    await journal.close()
    carried = {each.headers["traceparent"]: each for each in stored}
    commit = carried[f"00-{decided.trace}-{decided.id}-03"]
    sequence = decided.attributes["messaging.message.id"].rpartition(":")[2]
    assert commit.sequence == int(sequence)


async def test_a_call_of_the_client_is_within_the_trace_of_whoever_calls(
    claimed: Claimed, hall: Hall
):
    play = claimed.table.play
    token = dict(hall.manager.at)["authorization"].removeprefix("Bearer ")
    till = SpanContext(int(TILL, 16), int(WAITS, 16), True, TraceFlags(TraceFlags.SAMPLED))
    assert claimed.draw.server is not None
    address = f"127.0.0.1:{claimed.draw.server.port}"
    async with Eyesdown(address, token=token) as manager:
        with trace.use_span(NonRecordingSpan(till)):
            await manager.draw.hold_game(play.game.name, cause=HoldCause.ALARM)
    held = await claimed.first(lambda span: span.trace == TILL and span.parent == WAITS)
    assert held.name == f"{DRAW}/HoldGame"
    commit = await claimed.commit_of(held)
    assert (commit.trace, commit.kind) == (TILL, "SPAN_KIND_PRODUCER")
