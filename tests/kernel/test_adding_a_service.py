"""A service that is no game, whole, on the kernel: what `docs/adding-a-service.md` says holds."""

from __future__ import annotations

import asyncio
import json
from collections import Counter
from collections.abc import AsyncIterator, Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import grpc
import pytest
import pytest_asyncio
from google.protobuf.timestamp_pb2 import Timestamp

from eyesdown.journal.v1 import commit_pb2
from eyesdown.journal.v1 import journal_service_pb2 as journal
from services.kernel import build
from services.kernel.audit.auditor import Audit
from services.kernel.audit.findings import Proven
from services.kernel.base import standing_on
from services.kernel.errors import InvalidArgument
from services.kernel.following.reactions import Reaction
from services.kernel.journal.archive import NatsArchive
from services.kernel.kept import Kept
from services.kernel.names import Name
from services.kernel.profiles import Profiles
from services.kernel.record import keywatch
from services.kernel.record.seal import Keys
from services.kernel.serving.validation import named
from services.kernel.settings import read
from tests.kernel.serving.kit import told
from tests.kit.draw import SOON
from tests.kit.draw_hall import RULES, Hall, connected
from tests.kit.lost.audit import audited
from tests.kit.lost.codec import BOOK_CODEC, ITEM_CODEC
from tests.kit.lost.domain.book import BOOKS
from tests.kit.lost.domain.item.item import ITEMS
from tests.kit.lost.feeds import book_of, books_following_items, pass_on
from tests.kit.lost.v1 import lost_pb2
from tests.kit.lost.v1 import lost_service_pb2 as pb
from tests.kit.lost_desk import CLAIMANT, MARK, Desk, after, new_id, running
from tests.kit.nats import Nats

pytest_plugins = ["tests.kit.nats"]
pytestmark = pytest.mark.asyncio(loop_scope="module")

Status = grpc.StatusCode
Filter = pb.ListItemsRequest.Filter


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def desk(tmp_path_factory: pytest.TempPathFactory, nats_server: Nats) -> AsyncIterator[Desk]:
    """The module's service: each test has items of its own there."""
    hall = Hall(tmp_path_factory.mktemp("hall"), nats_server.url)
    await hall.provision()
    async with running(hall) as desk:
        yield desk


@pytest_asyncio.fixture(loop_scope="module")
async def hall(tmp_path: Path, nats_server: Nats) -> Hall:
    """Venues of the test's own, in which it is known what was handed in."""
    hall = Hall(tmp_path / "hall", nats_server.url)
    await hall.provision()
    return hall


# -- what people do ------------------------------------------------------------------------------


async def test_an_item_is_handed_in_claimed_and_returned(desk: Desk):
    item = await desk.lying()
    assert (item.version, item.phase, item.what) == (1, lost_pb2.PHASE_LYING, "black umbrella")
    claimed = (await desk.call("ClaimItem", desk.claim(item, " k.t. in the HANDLE"))).item
    assert (claimed.version, claimed.phase) == (2, lost_pb2.PHASE_CLAIMED)
    assert claimed.claimant not in ("", CLAIMANT), "a reference, never the name"
    returned = await desk.returned(claimed)
    assert (returned.version, returned.phase) == (3, lost_pb2.PHASE_RETURNED)
    assert await desk.item(item.name) == returned
    seen = await desk.watched(item)
    assert [reply.item for reply in seen] == [item, claimed, returned]
    happened = [list(reply.events) for reply in seen]
    assert happened == [["ItemHandedIn"], ["ItemClaimed"], ["ItemReturned"]]


async def test_a_call_that_is_repeated_is_answered_as_the_first_time(desk: Desk):
    request = desk.hand_in()
    first = await desk.call("HandInItem", request)
    claim = desk.claim(first.item)
    claimed = await desk.call("ClaimItem", claim)
    assert await desk.call("HandInItem", request) == first
    assert await desk.call("ClaimItem", claim) == claimed
    claim.mark = "something else"
    failed = await told(desk.call("ClaimItem", claim))
    assert (failed.code, failed.reason) == (Status.ALREADY_EXISTS, "REQUEST_ID_REUSED")
    request.request_id = new_id()
    failed = await told(desk.call("HandInItem", request))
    assert (failed.code, failed.reason) == (Status.ALREADY_EXISTS, "ALREADY_EXISTS")


async def test_a_refusal_says_why_rests_on_no_clause_and_may_stand_on_record(desk: Desk):
    item = await desk.lying()
    claim = desk.claim(item, "a red ribbon")
    for _ in range(2):
        failed = await told(desk.call("ClaimItem", claim))
        assert (failed.code, failed.reason) == (Status.FAILED_PRECONDITION, "NOT_ITS_MARK")
        assert failed.message == "That is not how the black umbrella is marked."
        assert failed.localized.message.endswith("Keep it until somebody names its mark.")
        assert dict(failed.info.metadata) == {"what": "black umbrella"}, "and no clause"
    now = await desk.item(item.name)
    assert now.version == 2, "who named another mark is on record, once"
    failed = await told(desk.call("ReturnItem", desk.give_back(now)))
    assert (failed.code, failed.reason) == (Status.FAILED_PRECONDITION, "NOT_CLAIMED")
    assert await desk.item(item.name) == now, "who came early is not"


async def test_what_was_decided_on_an_older_state_is_answered_with_the_fresh_one(desk: Desk):
    item = await desk.lying()
    claimed = await desk.claimed(item)
    failed = await told(desk.call("ReturnItem", desk.give_back(item)))
    assert (failed.code, failed.reason) == (Status.ABORTED, "STALE")
    fresh = lost_pb2.Item()
    assert failed.others[0].Unpack(fresh)
    assert fresh == claimed


@pytest.mark.parametrize(
    ("change", "field"),
    [
        ({"item_id": "umbrella"}, "item_id"),
        ({"item_id": "2026-11-29-umbrella--1"}, "item_id"),
        ({"keep_until": Timestamp(seconds=10**12)}, "keep_until"),
        ({"mark": ""}, "mark"),
    ],
    ids=["pattern", "name", "instant", "mark"],
)
async def test_a_request_that_is_not_well_formed_is_told_its_field(desk: Desk, change, field):
    failed = await told(desk.call("HandInItem", desk.hand_in(**change)))
    assert (failed.code, list(failed.violations)) == (Status.INVALID_ARGUMENT, [field])


async def test_a_name_of_another_kind_is_none_of_ours():
    book = pb.GetItemRequest(name="venues/akl/books/2026-11-29")
    with pytest.raises(InvalidArgument) as wrong:
        named(book, ITEMS.kind)
    assert wrong.value.violations == (("name", f"{book.name!r} is not among items"),)
    assert named(book, BOOKS.kind) == Name("akl", "books", "2026-11-29")


async def test_who_may_not_do_it_is_not_let_in(desk: Desk):
    denied = await told(desk.call("HandInItem", desk.hand_in(), desk.hall.auditor))
    assert (denied.code, denied.reason) == (Status.PERMISSION_DENIED, "ROLE_NOT_PERMITTED")
    assert denied.info.metadata["permitted"] == "steward"


# -- what people see -----------------------------------------------------------------------------


async def test_lists_come_from_heads(hall: Hall):
    async with running(hall) as desk:
        items = [await desk.lying(what=f"cap {number}") for number in range(7)]
        claimed = await desk.claimed(items[3])
        await desk.changed(claimed.name, 2)
        rows = await desk.rows()
        assert [row.name for row in rows] == [item.name for item in reversed(items)]
        assert rows[3] == lost_pb2.ItemRow(
            name=claimed.name, version=2, phase=lost_pb2.PHASE_CLAIMED, what="cap 3"
        )
        assert await desk.rows(filter=Filter(phases=[lost_pb2.PHASE_CLAIMED])) == [rows[3]]
        assert await desk.rows(filter=Filter(day="2001-01-01")) == []
        assert await desk.rows(filter=Filter(day=hall.day)) == rows
        assert await desk.rows(parent="venues/-") == rows


@pytest.mark.parametrize(
    ("change", "field"),
    [
        ({"page_token": "bm9uZQ=="}, "page_token"),
        ({"filter": Filter(day="2026-02-30")}, "filter.day"),
    ],
    ids=["token", "day"],
)
async def test_a_list_that_cannot_be_is_told_why(desk: Desk, change, field):
    request = pb.ListItemsRequest(parent=desk.parent, **change)
    failed = await told(desk.call("ListItems", request))
    assert (failed.code, list(failed.violations)) == (Status.INVALID_ARGUMENT, [field])


async def test_a_display_is_shown_every_item_and_no_mark(desk: Desk):
    request = desk.hand_in()
    async with connected(desk.hall.url) as nats:
        shown = await nats.subscribe(f"eyesdown.board.{desk.hall.venue}.items.{request.item_id}")
        item = (await desk.call("HandInItem", request)).item
        first = await shown.next_msg(timeout=SOON)
        await desk.claimed(item)
        second = await shown.next_msg(timeout=SOON)
    assert json.loads(first.data) == {
        "name": item.name,
        "version": 1,
        "what": "black umbrella",
        "phase": "PHASE_LYING",
    }
    assert json.loads(second.data)["phase"] == "PHASE_CLAIMED"
    assert b"K.T." not in first.data + second.data


# -- what goes on by itself ----------------------------------------------------------------------


async def test_the_book_follows_the_items_once_whatever_replicas_there_are(hall: Hall):
    async with running(hall) as one, running(hall, "two") as two:
        umbrella, cap = await one.lying(), await two.lying()
        assert set((await two.book(2)).lying) == {umbrella.name, cap.name}
        await one.returned(await two.claimed(umbrella))
        book = await one.book(3)
        assert (book.version, list(book.lying)) == (3, [cap.name])


async def test_an_item_that_nobody_claims_is_passed_on_when_its_time_is_up(hall: Hall):
    async with running(hall) as desk:
        item = await desk.lying(keep_until=after(1.0))
        seen = await desk.watched(item)
        assert [list(reply.events) for reply in seen] == [["ItemHandedIn"], ["ItemPassedOn"]]
        assert seen[-1].item.phase == lost_pb2.PHASE_PASSED_ON
        failed = await told(desk.call("ClaimItem", desk.claim(item)))
        assert (failed.code, failed.reason) == (Status.FAILED_PRECONDITION, "ITEM_GONE")
        assert list((await desk.book(2)).lying) == []
        at = {"venue": hall.venue, "outcome": "done"}
        await desk.counts(1, "eyesdown_timers_total", **at)
        await desk.counts(2, "eyesdown_feed_reactions_total", **at)


async def test_what_was_claimed_is_kept_beyond_its_time(desk: Desk):
    item = await desk.lying(keep_until=after(3.0))  # it is claimed before, however busy we are
    claimed = await desk.claimed(item)
    await desk.watched(await desk.lying(keep_until=after(3.2)))
    assert await desk.item(item.name) == claimed


async def test_a_service_goes_on_where_it_was(hall: Hall):
    async with running(hall) as desk:
        umbrella, cap = await desk.lying(), await desk.lying(keep_until=after(2.0))
    async with running(hall, "again") as desk:
        assert {row.name for row in await desk.rows()} == {umbrella.name, cap.name}
        assert (await desk.watched(cap))[-1].item.phase == lost_pb2.PHASE_PASSED_ON
        assert list((await desk.book(3)).lying) == [umbrella.name]


async def test_who_lacks_the_key_of_a_mark_is_not_ready_until_it_is_opened(
    hall: Hall, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(keywatch, "EVERY", 0.05)
    async with running(hall) as desk:
        item = await desk.lying()
        async with running(hall, "keyless", KEYS=str(tmp_path / "other")) as keyless:
            failed = await told(keyless.call("ClaimItem", keyless.claim(item)))
            assert (failed.code, failed.reason) == (Status.UNAVAILABLE, "KEY_MISSING")
            async with asyncio.timeout(SOON), keyless.replica.readiness() as states:
                assert not await anext(states)
                assert keyless.replica.server is not None
                assert list(keyless.replica.server.ready.failing) == ["keys"]
                await desk.claimed(item)
                assert await anext(states)


# -- what is left of it --------------------------------------------------------------------------


async def test_actions_and_refusals_are_counted(hall: Hall):
    async with running(hall) as desk:
        item = await desk.lying()
        await told(desk.call("ClaimItem", desk.claim(item, "a red ribbon")))
        await desk.claimed(item)
        claims = [("claim_item", "ok"), ("claim_item", "refused")]
        for action, outcome in [("hand_in_item", "ok"), *claims]:
            at = {"venue": hall.venue, "action": action, "outcome": outcome}
            await desk.counts(1, "eyesdown_actions_total", **at)
        why = {"action": "claim_item", "reason": "NOT_ITS_MARK", "clause": ""}
        await desk.counts(1, "eyesdown_refusals_total", **why)


async def test_the_journal_is_given_out_and_the_audit_finds_nothing_wrong(
    hall: Hall, tmp_path: Path
):
    async with running(hall) as desk:
        umbrella = await desk.lying()
        await told(desk.call("ClaimItem", desk.claim(umbrella, "a red ribbon")))
        await desk.returned(await desk.claimed(umbrella))
        await desk.watched(await desk.lying(mark="moth holes", keep_until=after(1.0)))
        await desk.lying(mark="never told")
        await desk.book(5)
        request = journal.ReadCommitsRequest(parent=desk.parent)
        reading = desk.journal.ReadCommits(request, metadata=hall.auditor.at)
        stored = [reply.commit.commit async for reply in reading if reply.HasField("commit")]
    assert len(stored) == 12, "four of the umbrella, two and one of the caps, five of the book"
    assert {commit_pb2.Commit.FromString(each).actor.person for each in stored} == {
        hall.steward.id,
        "service:lost",
    }
    everything = b"".join(stored)
    assert MARK.encode() in everything, "it was named, and so opened"
    assert b"never told" not in everything
    assert CLAIMANT.encode() not in everything
    with_keys = await _audited(hall, hall.folder / "keys")
    # In December next year's journal is there as well.
    assert replace(with_keys, streams=1) == Proven(
        **{"streams": 1, "commits": 12, "aggregates": 4, "decided": 12, "refusals": 1},
        **{"sealed": 3, "by_later": 2, "by_key": 3, "closed": 0},
        builds=Counter({build.here(): 12}),
    )
    without = await _audited(hall, tmp_path / "no keys")
    # The two whose marks were opened are proven all the same.
    assert (without.decided, without.undecided, without.closed) == (11, 1, 1)


async def _audited(hall: Hall, keys: Path) -> Proven:
    """What an audit of the venue proves; it finds nothing wrong."""
    async with connected(hall.url) as nats:
        archive = NatsArchive(nats)
        audit = Audit(archive, audited(Profiles.load(RULES)), Keys(keys))
        assert await audit.everything(hall.venue)
        await archive.close()
    assert audit.report.findings == []
    return audit.report.proven


# -- what a service cannot be put together from --------------------------------------------------


async def test_a_service_that_is_put_together_wrongly_does_not_start(hall: Hall):
    environment = hall.environment("wrong")
    wrong: list[Callable[[Kept], Any]] = [
        lambda kept: kept.add(ITEMS, ITEM_CODEC),
        lambda kept: kept.add(BOOKS, BOOK_CODEC, timer=lambda name, due: pytest.fail("none")),
    ]
    async with standing_on("lost", read(environment), environment, asyncio.Event()) as base:
        for put_together in wrong:
            with pytest.raises(TypeError, match="`due` and a timer go together"):
                put_together(Kept(base))
        kept = Kept(base)
        reaction = Reaction(
            ITEMS.kind, kept.add(BOOKS, BOOK_CODEC), books_following_items, target=book_of
        )
        kept.react(reaction)
        with pytest.raises(RuntimeError, match="one feed"):
            kept.react(reaction)
        await kept.heads.follow(hall.venue, int(hall.day[:4]))
        with pytest.raises(RuntimeError, match="items are kept too late"):
            kept.add(ITEMS, ITEM_CODEC, timer=pass_on)
        await kept.heads.close()
