"""The table of streams, and what provisioning makes of it."""

from __future__ import annotations

import asyncio
from datetime import UTC, datetime
from pathlib import Path
from zoneinfo import ZoneInfo

import nats.js.errors
import pytest
from nats.js.api import StorageType

from services.kernel.journal.connection import Connection
from services.kernel.journal.lastvalue import LastValues
from services.kernel.journal.provision import (
    ProvisionError,
    journal,
    journal_years,
    people,
    provision,
    years_at,
)
from tests.kit.nats import Nats

pytest_plugins = ["tests.kit.nats"]

AUCKLAND = ZoneInfo("Pacific/Auckland")
NASHVILLE = ZoneInfo("America/Chicago")
JULY = datetime(2026, 7, 1, tzinfo=UTC)
SOON = 60.0
"""Seconds in which whatever a test waits for must come."""


async def outcomes(client: Connection, venue: str, now: datetime = JULY) -> dict[str, str]:
    """What was done for each stream that is the venue's own."""
    done = await provision(client, [(venue, AUCKLAND)], now)
    return {each.stream: each.outcome for each in done if venue in each.stream}


# -- years -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("instant", "zone", "years"),
    [
        (datetime(2026, 7, 1, tzinfo=UTC), AUCKLAND, (2026,)),
        # 1 December in Auckland (UTC+13) begins at 11:00 of 30 November UTC
        (datetime(2026, 11, 30, 10, 59, tzinfo=UTC), AUCKLAND, (2026,)),
        (datetime(2026, 11, 30, 11, 0, tzinfo=UTC), AUCKLAND, (2026, 2027)),
        (datetime(2026, 12, 31, 10, 59, tzinfo=UTC), AUCKLAND, (2026, 2027)),
        (datetime(2026, 12, 31, 11, 0, tzinfo=UTC), AUCKLAND, (2027,)),
        # New Year in Nashville (UTC-6) begins at 06:00 of 1 January UTC
        (datetime(2026, 12, 1, 5, 59, tzinfo=UTC), NASHVILLE, (2026,)),
        (datetime(2027, 1, 1, 5, 59, tzinfo=UTC), NASHVILLE, (2026, 2027)),
        (datetime(2027, 1, 1, 6, 0, tzinfo=UTC), NASHVILLE, (2027,)),
    ],
)
def test_years_follow_the_venues_own_date(instant, zone, years):
    assert years_at(instant, zone) == years


async def test_a_venue_gets_its_journal_and_its_people(nats_connection, venue: str):
    assert await outcomes(nats_connection, venue) == {
        f"JOURNAL_{venue}_2026": "created",
        f"KV_PEOPLE_{venue}": "created",
    }


async def test_provisioning_again_changes_nothing(nats_connection, venue: str):
    await outcomes(nats_connection, venue)
    done = await provision(nats_connection, [(venue, AUCKLAND)], JULY)
    assert {each.outcome for each in done} == {"unchanged"}
    made = {each.stream for each in done}
    assert made >= {"BOARDS", "SHOWN", "OBJ_BLOBS", f"JOURNAL_{venue}_2026", f"KV_PEOPLE_{venue}"}


async def test_several_may_provision_at_once(nats_connect, venue: str):
    clients = [await nats_connect() for _ in range(4)]
    await asyncio.gather(*(outcomes(client, venue) for client in clients))
    assert await journal_years(clients[0], venue) == (2026,)


async def test_the_next_years_journal_is_made_in_december_and_the_old_one_stays(
    nats_connection, venue: str
):
    await outcomes(nats_connection, venue)
    december = datetime(2026, 12, 5, tzinfo=UTC)
    assert (await outcomes(nats_connection, venue, december))[f"JOURNAL_{venue}_2027"] == "created"
    february = datetime(2027, 2, 1, tzinfo=UTC)
    assert await outcomes(nats_connection, venue, february) == {
        f"JOURNAL_{venue}_2026": "unchanged",
        f"JOURNAL_{venue}_2027": "unchanged",
        f"KV_PEOPLE_{venue}": "unchanged",
    }
    assert await journal_years(nats_connection, venue) == (2026, 2027)


async def test_years_of_a_venue_are_not_those_of_one_whose_name_it_begins(
    nats_connection, venue: str
):
    await outcomes(nats_connection, f"{venue}-2")
    assert await journal_years(nats_connection, venue) == ()
    assert await journal_years(nats_connection, f"{venue}-2") == (2026,)


# -- what a journal is -----------------------------------------------------------------------


async def test_nothing_can_be_deleted_from_a_journal(nats_connection, venue: str):
    await outcomes(nats_connection, venue)
    name = f"JOURNAL_{venue}_2026"
    jetstream = nats_connection.jetstream()
    await jetstream.publish(f"eyesdown.journal.{venue}.2026.games.2026-1", b"kept")
    with pytest.raises(nats.js.errors.ServerError):
        await jetstream.delete_msg(name, 20260000000001)
    with pytest.raises(nats.js.errors.ServerError):
        await jetstream.purge_stream(name)
    for deny in ({"deny_delete": False}, {"deny_purge": False}):
        with pytest.raises(nats.js.errors.ServerError):
            await jetstream.update_stream(journal(venue, 2026, 1).evolve(**deny))
    assert (await jetstream.stream_info(name)).state.messages == 1


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        ({"deny_delete": False}, "deny_delete is False, should be True"),
        ({"deny_purge": False}, "deny_purge is False, should be True"),
        ({"first_seq": 7}, "first_seq is 7, should be 20260000000001"),
        ({"storage": StorageType.MEMORY}, "storage is memory, should be file"),
    ],
)
async def test_what_can_never_be_changed_is_an_error(nats_connection, venue: str, wrong, said):
    name = f"JOURNAL_{venue}_2026"
    await nats_connection.jetstream().add_stream(journal(venue, 2026, 1).evolve(**wrong))
    with pytest.raises(ProvisionError, match=f"{name}: {said}; this cannot be changed"):
        await outcomes(nats_connection, venue)
    # the rest was done all the same
    assert (await nats_connection.jetstream().stream_info(f"KV_PEOPLE_{venue}")).config.name


async def test_other_subjects_are_an_error(nats_connection, venue: str):
    await nats_connection.jetstream().add_stream(
        journal(venue, 2026, 1).evolve(subjects=[f"eyesdown.journal.{venue}.2026.games.*"])
    )
    with pytest.raises(ProvisionError, match="subjects is"):
        await outcomes(nats_connection, venue)


async def test_every_difference_is_listed(nats_connection, venue: str):
    jetstream = nats_connection.jetstream()
    await jetstream.add_stream(journal(venue, 2026, 1).evolve(deny_purge=False))
    await jetstream.add_stream(people(venue, 1).evolve(max_msgs_per_subject=3))
    with pytest.raises(ProvisionError) as error:
        await outcomes(nats_connection, venue)
    assert len(error.value.problems) == 2


async def test_what_may_be_changed_is_changed(nats_connection, venue: str):
    name = f"JOURNAL_{venue}_2026"
    await nats_connection.jetstream().add_stream(
        journal(venue, 2026, 1).evolve(max_msg_size=1000, allow_direct=False)
    )
    done = await provision(nats_connection, [(venue, AUCKLAND)], JULY)
    (changed,) = (each for each in done if each.outcome == "updated")
    assert changed.stream == name
    assert changed.changes == (
        "max_msg_size is 1000, should be 1048576",
        "allow_direct is False, should be True",
    )
    config = (await nats_connection.jetstream().stream_info(name)).config
    assert (config.max_msg_size, config.allow_direct) == (1048576, True)
    assert config.first_seq == 20260000000001


async def test_replicas_need_a_cluster(nats_connection, venue: str):
    with pytest.raises(ProvisionError, match=f"JOURNAL_{venue}_2026: 3 replicas need"):
        await provision(nats_connection, [(venue, AUCKLAND)], JULY, replicas=3)


async def test_a_server_that_is_gone_is_an_error(nats_connect, venue: str):
    client = await nats_connect()
    await client.close()
    with pytest.raises(ProvisionError, match="JetStream does not answer"):
        await provision(client, [(venue, AUCKLAND)], JULY)


# -- boards ----------------------------------------------------------------------------------


async def test_a_subscriber_on_a_board_never_sees_a_frame_that_was_refused(
    nats_connection, nats_connect, venue: str
):
    await outcomes(nats_connection, venue)
    display = await (await nats_connect()).subscribe(f"eyesdown.board.{venue}.>")
    room = await (await nats_connect()).subscribe(f"eyesdown.room.{venue}.>")
    await nats_connection.flush()
    jetstream = nats_connection.jetstream()

    async def show(subject: str, frame: bytes, expected: int) -> int:
        fence = {"Nats-Expected-Last-Subject-Sequence": str(expected)}
        stored = await jetstream.publish(subject, frame, headers=fence)
        return int(stored.seq)

    subject = f"eyesdown.in.board.{venue}.games.2026-1"
    first = await show(subject, b"first", 0)
    for expected in (0, first + 1000):
        with pytest.raises(nats.js.errors.BadRequestError):
            await show(subject, b"refused", expected)
    second = await show(subject, b"second", first)
    await show(f"eyesdown.in.room.{venue}.main", b"pointer", 0)
    frames = [await display.next_msg(SOON) for _ in range(2)]
    assert [frame.data for frame in frames] == [b"first", b"second"]
    assert {frame.subject for frame in frames} == {f"eyesdown.board.{venue}.games.2026-1"}
    assert [int((frame.headers or {})["Nats-Sequence"]) for frame in frames] == [first, second]
    assert (await room.next_msg(SOON)).data == b"pointer"
    assert display.pending_msgs == 0
    last = await jetstream.get_last_msg("BOARDS", subject)
    assert (last.data, last.seq) == (b"second", second)


# -- what a restart leaves -------------------------------------------------------------------


async def test_screens_can_be_bound_after_a_server_that_stands_alone_was_restarted(
    tmp_path: Path, nats_connect, venue: str
):
    async with Nats(tmp_path) as server:
        client = await nats_connect(server.url)
        await outcomes(client, venue)
        waiting = "eyesdown.pairing.waiting.7QK4M"
        await LastValues(client, "PAIRING").write(waiting, b"a screen", 0)
        await client.close()
        await server.stop()
        await server.start()
        client = await nats_connect(server.url)
        found = await LastValues(client, "PAIRING").read(waiting)
        assert found is not None
        assert found.body == b"a screen"
        await client.close()  # before its server ends, or it would look for it
