"""Every user of NATS against every subject of the house, on real connections: allowed, or refused.

What each may is written down here by hand, from the design; whatever is not is refused.
"""

from __future__ import annotations

import importlib
import json
from collections.abc import AsyncIterator, Mapping
from datetime import UTC, datetime
from pathlib import Path
from zoneinfo import ZoneInfo

import pytest
import pytest_asyncio

from services.cli.house.nats_users import USERS
from services.kernel.journal.connection import connect
from services.kernel.journal.provision import ProvisionError, provision
from services.kernel.profiles import Profiles
from services.kernel.rights.table import SYSTEM
from tests.kit.nats import TEST, Nats
from tests.kit.wire import Wire

pytestmark = pytest.mark.asyncio(loop_scope="module")

ROOT = Path(__file__).parents[2]
SERVICES = ("draw", "verify", "tournament", "paigow")
READERS = (*SERVICES, "auditor", "operator")
MAKERS = ("provision", "upgrade")
EVERY = (*READERS, *MAKERS, "system")
NOBODY: tuple[str, ...] = ()
KINDS: Mapping[str, str] = {
    "games": "draw",
    "sessions": "draw",
    "equipment": "draw",
    "disputes": "draw",
    "displays": "draw",
    "cardSeries": "verify",
    "catalogue": "verify",
    "claimDesks": "verify",
    "salesBlocks": "verify",
    "receiptRolls": "verify",
    "jackpots": "verify",
    "tournaments": "tournament",
    "tables": "tournament",
    "sittings": "paigow",
    "restrictions": "paigow",
}
BOARDS = ("games", "claimDesks", "jackpots", "tournaments", "tables", "sittings")
KEEPERS = (*SERVICES, "operator")
"""Who keeps names of people and blobs."""
API = "$JS.API"
JOURNAL = "JOURNAL_akl_2026"

PUBLISH: Mapping[str, tuple[str, ...]] = {
    **{f"eyesdown.journal.akl.2026.{kind}.2026-1": (who,) for kind, who in KINDS.items()},
    "eyesdown.journal.akl.2026.denials.2026-07-01": SERVICES,
    "eyesdown.journal.akl.2026.playerLists.2026": SERVICES,
    "eyesdown.journal.akl.2026.profileBooks.2026": SERVICES,
    "eyesdown.journal.akl.2026.revocations.2026-07-01": SERVICES,
    "eyesdown.journal.akl.2026.others.2026-1": NOBODY,
    "eyesdown.journal.akl.2026": NOBODY,
    **{f"eyesdown.in.board.akl.{kind}.2026-1": (KINDS[kind],) for kind in BOARDS},
    "eyesdown.in.board.akl.sessions.2026-1": NOBODY,
    "eyesdown.in.room.akl.main": ("draw",),
    "eyesdown.board.akl.games.2026-1": NOBODY,
    "eyesdown.room.akl.main": NOBODY,
    "eyesdown.shown.akl.main.north": NOBODY,
    **{f"eyesdown.pulse.akl.{service}": (service,) for service in SERVICES},
    "eyesdown.pairing.ask.k": NOBODY,
    "eyesdown.pairing.told.k": ("draw",),
    "eyesdown.pairing.waiting.7QK4M": ("draw",),
    "$KV.PEOPLE_akl.name.1": KEEPERS,
    "$KV.PEOPLE_akl.key.1": KEEPERS,
    **{
        f"$KV.FEEDS.parked.{service}.akl.games.2026-1": (service, "operator")
        for service in SERVICES
    },
    **{f"$KV.FEEDS.scanned.{service}.akl.2026": (service,) for service in SERVICES},
    "$O.BLOBS.C.1": KEEPERS,
    "$O.BLOBS.M.1": KEEPERS,
    "$SYS.REQ.USER.AUTH": NOBODY,
    "$SYS.REQ.SERVER.PING.CONNZ": ("system",),
    "$SYS.REQ.SERVER.N.KICK": ("system",),
    "$SYS.REQ.SERVER.N.RELOAD": NOBODY,
    "$SYS.REQ.CLAIMS.UPDATE": NOBODY,
    f"{API}.INFO": (*READERS, *MAKERS),
    f"{API}.STREAM.NAMES": (*READERS, *MAKERS),
    f"{API}.STREAM.LIST": NOBODY,
    f"{API}.STREAM.INFO.{JOURNAL}": (*READERS, *MAKERS),
    f"{API}.STREAM.MSG.GET.{JOURNAL}": READERS,
    f"{API}.DIRECT.GET.{JOURNAL}": READERS,
    f"{API}.DIRECT.GET.{JOURNAL}.eyesdown.journal.akl.2026.games.2026-1": READERS,
    f"{API}.STREAM.MSG.GET.PAIRING": ("draw",),
    f"{API}.DIRECT.GET.PAIRING": ("draw",),
    f"{API}.DIRECT.GET.PAIRING.eyesdown.pairing.waiting.7QK4M": ("draw",),
    f"{API}.CONSUMER.CREATE.PAIRING.mine": ("draw",),
    f"{API}.CONSUMER.CREATE.OBJ_BLOBS": ("operator",),
    f"{API}.CONSUMER.CREATE.{JOURNAL}": NOBODY,
    f"{API}.CONSUMER.CREATE.{JOURNAL}.mine": (*KEEPERS, *MAKERS),
    f"{API}.CONSUMER.MSG.NEXT.{JOURNAL}.mine": KEEPERS,
    f"{API}.CONSUMER.DELETE.{JOURNAL}.mine": KEEPERS,
    **{f"{API}.CONSUMER.MSG.NEXT.{JOURNAL}.feed_{service}": (service,) for service in SERVICES},
    **{f"{API}.CONSUMER.DELETE.{JOURNAL}.feed_{service}": (service,) for service in SERVICES},
    **{
        f"{API}.CONSUMER.DURABLE.CREATE.{JOURNAL}.feed_{service}": (service, *MAKERS)
        for service in SERVICES
    },
    **{f"$JS.ACK.{JOURNAL}.feed_{service}.1.1.1.1.0": (service,) for service in SERVICES},
    f"{API}.STREAM.CREATE.MINE": MAKERS,
    f"{API}.STREAM.UPDATE.{JOURNAL}": ("upgrade",),
    f"{API}.STREAM.UPDATE.KV_PEOPLE_akl": ("upgrade",),
    f"{API}.STREAM.UPDATE.BOARDS": MAKERS,
    f"{API}.STREAM.DELETE.{JOURNAL}": NOBODY,
    f"{API}.STREAM.PURGE.{JOURNAL}": NOBODY,
    f"{API}.STREAM.PURGE.OBJ_BLOBS": ("operator",),
    f"{API}.STREAM.MSG.DELETE.{JOURNAL}": NOBODY,
    f"{API}.STREAM.SNAPSHOT.{JOURNAL}": NOBODY,
    f"{API}.STREAM.RESTORE.{JOURNAL}": NOBODY,
    f"{API}.STREAM.LEADER.STEPDOWN.{JOURNAL}": NOBODY,
    f"{API}.META.LEADER.STEPDOWN": NOBODY,
    "anything.else": NOBODY,
}

HEAR: Mapping[str, tuple[str, ...]] = {
    ">": NOBODY,
    "eyesdown.>": NOBODY,
    "eyesdown.journal.>": NOBODY,
    "eyesdown.in.>": NOBODY,
    "eyesdown.board.>": ("auditor", "operator"),
    "eyesdown.room.akl.main": ("auditor", "operator"),
    "eyesdown.pulse.>": ("auditor", "operator"),
    "eyesdown.shown.>": ("draw", "auditor", "operator"),
    "eyesdown.pairing.ask.*": ("draw",),
    "eyesdown.pairing.told.*": NOBODY,
    "eyesdown.pairing.waiting.*": NOBODY,
    **{f"eyesdown.feeds.parked.{service}.>": (service,) for service in SERVICES},
    "$KV.>": NOBODY,
    "$O.>": NOBODY,
    "$SYS.REQ.USER.AUTH": ("draw",),
    "$SYS.>": NOBODY,
    "$JS.>": NOBODY,
    "_INBOX.>": NOBODY,
    "_INBOX_display.>": NOBODY,
    **{f"_INBOX_{user}.>": (user,) for user in EVERY},
}

every_user = pytest.mark.parametrize("user", EVERY)


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def server(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Nats]:
    """A server on which the house's streams are."""
    async with Nats(tmp_path_factory.mktemp("nats"), websocket_port=0) as server:
        client = await connect(server.url_of("provision"), name="provision")
        zone = ZoneInfo("Pacific/Auckland")
        await provision(
            client, [("akl", zone)], datetime(2026, 7, 1, tzinfo=UTC), feeds={"verify": ["games"]}
        )
        await client.close()
        yield server


def wire(server: Nats, user: str) -> Wire:
    """A plain connection of a user."""
    address = server.url.rpartition("@")[2]
    return Wire(f"nats://{address}", user, server.password(user))


async def test_every_user_is_tried_here():
    assert {user.name for user in (*USERS, SYSTEM)} == set(EVERY)
    assert {each for allowed in PUBLISH.values() for each in allowed} == set(EVERY)


@pytest.mark.parametrize("service", SERVICES)
async def test_a_service_writes_the_kinds_that_its_audit_knows(service: str):
    audit = importlib.import_module(f"services.{service}.audit")
    known = {each.decider.kind for each in audit.audited(Profiles.load(ROOT / "rules"))}
    assert known == {kind for kind, who in KINDS.items() if who == service}


@every_user
async def test_what_a_user_may_publish(server: Nats, user: str):
    async with wire(server, user) as connection:
        inbox = f"_INBOX_{user}.x"
        assert await connection.subscribe(inbox) == ""
        may = set()
        for subject in PUBLISH:
            # A reply that would be refused by what answers: nothing here changes anything.
            refusal = await connection.publish(subject, b"!", reply=inbox)
            if not refusal:
                may.add(subject)
            else:
                assert refusal.startswith("Permissions Violation for Publish")
    assert may == {subject for subject, allowed in PUBLISH.items() if user in allowed}


@every_user
async def test_what_a_user_may_hear(server: Nats, user: str):
    async with wire(server, user) as connection:
        may = set()
        for subject in HEAR:
            refusal = await connection.subscribe(subject)
            if not refusal:
                may.add(subject)
            else:
                assert refusal.startswith("Permissions Violation for Subscription")
    assert may == {subject for subject, allowed in HEAR.items() if user in allowed}


@every_user
async def test_no_user_may_everything_of_jetstream(user: str):
    (rights,) = [each.rights for each in (*USERS, SYSTEM) if each.name == user]
    broad = {">", "$JS.>", "$JS.API.>", "$SYS.>", "eyesdown.>", "$KV.>", "$O.>"}
    assert not broad & {*rights.publish, *rights.subscribe}


QUESTIONS: Mapping[str, bytes] = {
    f"{API}.INFO": b"",
    f"{API}.STREAM.NAMES": b"{}",
    f"{API}.STREAM.INFO.{JOURNAL}": b"",
    f"{API}.STREAM.MSG.GET.BOARDS": b'{"last_by_subj": "eyesdown.in.board.akl.games.2026-1"}',
    f"{API}.DIRECT.GET.BOARDS": b'{"last_by_subj": "eyesdown.in.board.akl.games.2026-1"}',
    f"{API}.DIRECT.GET.BOARDS.eyesdown.in.board.akl.games.2026-1": b"",
}
"""What an auditor may ask JetStream."""
PLACES = (
    "eyesdown.journal.akl.2026.games.2026-1",
    "eyesdown.in.board.akl.games.2026-1",
    "eyesdown.in.room.akl.main",
    "$KV.PEOPLE_akl.key.1",
)
"""Where an answer would do harm."""


@pytest.mark.parametrize("question", QUESTIONS)
async def test_what_an_auditor_asks_is_answered_to_nobody_else(server: Nats, question: str):
    client = await connect(server.url, name="test")
    heard = [await client.subscribe(place) for place in PLACES]
    await client.flush()
    async with wire(server, "auditor") as auditor:
        mine = "_INBOX_auditor.mine"
        assert await auditor.subscribe(mine) == ""
        for place in (*PLACES, mine):
            assert await auditor.publish(question, QUESTIONS[question], reply=place) == ""
        # The others were asked before: whatever answers them has done so by now.
        subject, _ = await auditor.message()
        assert subject == mine
    await client.flush()
    assert [each.pending_msgs for each in heard] == [0] * len(PLACES)
    await client.close()


async def test_an_auditor_is_given_every_commit_of_an_answer_in_parts(server: Nats):
    client = await connect(server.url, name="test")
    subjects = [f"eyesdown.journal.akl.2026.parts.2026-{each}" for each in range(3)]
    for subject in subjects:
        await client.jetstream().publish(subject, b"a commit")
    await client.close()
    async with wire(server, "auditor") as auditor:
        mine = "_INBOX_auditor.mine"
        assert await auditor.subscribe(mine) == ""
        many = b'{"seq": 1, "next_by_subj": "eyesdown.journal.akl.2026.parts.*", "batch": 9}'
        assert await auditor.publish(f"{API}.DIRECT.GET.{JOURNAL}", many, reply=mine) == ""
        bodies = [(await auditor.message())[1] for _ in range(4)]
    assert bodies == [b"a commit"] * 3 + [b""], "the last one says that there are no more"


@pytest.mark.parametrize("stream", [JOURNAL, "KV_PEOPLE_akl"])
async def test_who_provisions_has_no_record_forget(server: Nats, stream: str):
    """Neither by a change nor by making the stream again with limits under which it drops."""
    client = await connect(server.url, name="test")
    before = (await client.jetstream().stream_info(stream)).config
    narrow = json.dumps({**before.as_dict(), "max_msgs": 1, "discard": "old"}).encode()
    async with wire(server, "provision") as connection:
        mine = "_INBOX_provision.mine"
        assert await connection.subscribe(mine) == ""
        assert await connection.publish(f"{API}.STREAM.UPDATE.{stream}", narrow, reply=mine)
        assert await connection.publish(f"{API}.STREAM.CREATE.{stream}", narrow, reply=mine) == ""
        _, answer = await connection.message()
        assert b"already in use" in answer
    assert (await client.jetstream().stream_info(stream)).config == before
    await client.close()


async def test_a_change_that_this_user_may_not_make_names_the_one_who_may(server: Nats):
    there = await connect(server.url_of("upgrade"), name="upgrade")
    stream = (await there.jetstream().stream_info(JOURNAL)).config
    await there.jetstream().update_stream(stream.evolve(max_msg_size=1_000))
    zone, at = ZoneInfo("Pacific/Auckland"), datetime(2026, 7, 1, tzinfo=UTC)
    client = await connect(server.url_of("provision"), name="provision")
    with pytest.raises(ProvisionError, match=r"max_msg_size is 1000.*the user `upgrade` may"):
        await provision(client, [("akl", zone)], at)
    done = await provision(there, [("akl", zone)], at)
    assert [each.stream for each in done if each.outcome == "updated"] == [JOURNAL]
    for each in (client, there):
        await each.close()


async def test_only_a_test_may_everything(server: Nats):
    async with wire(server, TEST.name) as connection:
        assert await connection.subscribe(">") == ""


@every_user
async def test_another_password_is_refused(server: Nats, user: str):
    address = server.url.rpartition("@")[2]
    with pytest.raises(Exception, match="Authorization Violation"):
        async with Wire(f"nats://{address}", user, "wrong"):
            pass


async def test_passwords_are_not_written_in_the_clear_in_what_is_committed():
    text = (ROOT / "deploy" / "nats" / "access.conf").read_text()
    said = [line.strip() for line in text.splitlines() if "password" in line and "#" not in line]
    assert said
    assert all(line.split("password: ")[1].startswith("$EYESDOWN_NATS_") for line in said)
