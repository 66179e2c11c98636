"""Names of people lie beside the journal, sealed each on its own, and can be erased."""

from __future__ import annotations

import asyncio
import uuid
from contextlib import suppress

import pytest
from nats.js.errors import NotFoundError

from eyesdown.draw.v1 import draw_service_pb2
from services.kernel.journal.connection import Connection
from services.kernel.law import KeyMissing
from services.kernel.names import BadName
from services.kernel.record.people import People
from services.kernel.record.seal import SealBroken

pytest_plugins = ["tests.kit.nats"]

REQUEST = "0b9f6a52-9a3e-4a37-8a35-0b7bb6d1f001"
NAME = "Mere Tūī Te Kanawa"


class Folder:
    """A key folder in memory."""

    def __init__(self, **keys: bytes) -> None:
        self.keys = keys

    def newest(self) -> tuple[str, bytes]:
        return max(self.keys.items())

    def get(self, name: str) -> bytes | None:
        return self.keys.get(name)


@pytest.fixture
def client(nats_connection: Connection, provisioned: str) -> Connection:
    """A connection to a server on which the test's `venue` is provisioned."""
    return nats_connection


@pytest.fixture
def folder() -> Folder:
    return Folder(k0001=b"1" * 32)


@pytest.fixture
def people(client, folder) -> People:
    return People(client, folder)


def call_out(player: str = NAME) -> draw_service_pb2.CallOutRequest:
    return draw_service_pb2.CallOutRequest(
        request_id=REQUEST, name="venues/akl/games/2026-11-29-07", room="main", player=player
    )


async def stored(client, venue: str) -> dict[str, bytes]:
    """Every message of the venue's bucket as the server has it: subject and bytes."""
    jetstream, stream = client.jetstream(), f"KV_PEOPLE_{venue}"
    state = (await jetstream.stream_info(stream)).state
    found = {}
    for sequence in range(max(state.first_seq, 1), state.last_seq + 1):
        with suppress(NotFoundError):  # purged
            message = await jetstream.get_msg(stream, sequence)
            found[message.subject] = message.data or b""
    assert len(found) == state.messages
    return found


async def put(client, venue: str, entry: str, value: bytes) -> None:
    await client.jetstream().publish(f"$KV.PEOPLE_{venue}.{entry}", value)


async def raw(client, venue: str, entry: str) -> bytes:
    return (await stored(client, venue))[f"$KV.PEOPLE_{venue}.{entry}"]


# -- keeping ---------------------------------------------------------------------------------


async def test_a_name_becomes_a_reference_and_is_told_again(people, venue):
    request = call_out()
    kept = await people.keep(venue, REQUEST, request)
    assert request == call_out(), "the caller's message is left alone"
    assert str(uuid.UUID(kept.player)) == kept.player
    assert await people.name(venue, kept.player) == NAME
    rest = call_out()
    rest.player = kept.player
    assert kept == rest, "nothing else changes"


async def test_what_is_empty_stays_empty_and_is_not_kept(client, people, venue):
    assert (await people.keep(venue, REQUEST, call_out(""))).player == ""
    assert await stored(client, venue) == {}


async def test_a_retry_makes_the_same_reference_and_leaves_what_is_kept(client, people, venue):
    first = await people.keep(venue, REQUEST, call_out())
    before = await stored(client, venue)
    assert await people.keep(venue, REQUEST, call_out()) == first
    assert await people.keep(venue, REQUEST, call_out("Somebody Else")) == first
    assert await stored(client, venue) == before
    assert await people.name(venue, first.player) == NAME


async def test_other_requests_and_venues_make_other_references(people, venue):
    one = await people.keep(venue, REQUEST, call_out())
    other = await people.keep(venue, REQUEST.replace("1", "2"), call_out())
    assert one.player != other.player
    assert await people.name(venue, other.player) == NAME


async def test_a_retry_finishes_what_a_crash_left_half_done(client, people, folder, venue):
    kept = await people.keep(venue, REQUEST, call_out())
    whole = await stored(client, venue)
    await client.jetstream().purge_stream(
        f"KV_PEOPLE_{venue}", subject=f"$KV.PEOPLE_{venue}.name.{kept.player}"
    )
    assert await people.name(venue, kept.player) is None
    folder.keys["k0002"] = b"2" * 32
    await people.keep(venue, REQUEST, call_out())
    assert await people.name(venue, kept.player) == NAME
    key = f"$KV.PEOPLE_{venue}.key.{kept.player}"
    assert (await stored(client, venue))[key] == whole[key]


async def test_two_replicas_that_keep_the_same_request_at_once_agree(
    client, nats_connect, folder, venue
):
    replicas = [People(client, folder), People(await nats_connect(), folder)]
    requests = [str(uuid.uuid4()) for _ in range(25)]
    for request_id in requests:
        one, other = await asyncio.gather(
            *(people.keep(venue, request_id, call_out()) for people in replicas)
        )
        assert one == other
        assert await replicas[0].name(venue, one.player) == NAME


async def test_a_venue_that_is_no_id_is_refused(people):
    with pytest.raises(BadName):
        await people.keep("*", REQUEST, call_out())


# -- erasing ---------------------------------------------------------------------------------


async def test_an_erased_person_is_gone_and_a_late_retry_brings_nobody_back(client, people, venue):
    kept = await people.keep(venue, REQUEST, call_out())
    other = await people.keep(venue, str(uuid.uuid4()), call_out("Another Player"))
    assert await people.erase(venue, kept.player)
    assert await people.name(venue, kept.player) is None
    left = await stored(client, venue)
    assert {left[f"$KV.PEOPLE_{venue}.{part}.{kept.player}"] for part in ("key", "name")} == {b""}
    assert not await people.erase(venue, kept.player)
    assert await people.keep(venue, REQUEST, call_out()) == kept
    assert await people.name(venue, kept.player) is None
    assert await people.name(venue, other.player) == "Another Player"


async def test_erasing_half_of_a_person_finishes_it(client, people, venue):
    kept = await people.keep(venue, REQUEST, call_out())
    await client.jetstream().purge_stream(
        f"KV_PEOPLE_{venue}", subject=f"$KV.PEOPLE_{venue}.key.{kept.player}"
    )
    assert await people.name(venue, kept.player) is None
    assert await people.erase(venue, kept.player)
    assert set((await stored(client, venue)).values()) == {b""}


@pytest.mark.parametrize(
    "reference", [str(uuid.UUID(int=7)), "", "Mere", "*", ">", "a.b", REQUEST.upper()]
)
async def test_an_unknown_reference_has_no_name_and_nothing_to_erase(
    client, people, venue, reference
):
    await people.keep(venue, REQUEST, call_out())
    before = await stored(client, venue)
    assert await people.name(venue, reference) is None
    assert not await people.erase(venue, reference)
    assert await stored(client, venue) == before


# -- what lies in the bucket -----------------------------------------------------------------


async def test_nothing_in_the_bucket_can_be_read(client, people, folder, venue):
    kept = await people.keep(venue, REQUEST, call_out())
    entries = await stored(client, venue)
    assert set(entries) == {f"$KV.PEOPLE_{venue}.{p}.{kept.player}" for p in ("key", "name")}
    everything = b"".join(entry + b"|" + subject.encode() for subject, entry in entries.items())
    for piece in (NAME, *NAME.split()):
        assert piece.encode() not in everything
    assert folder.keys["k0001"] not in everything


async def test_the_same_name_twice_looks_different(client, people, venue):
    references = [
        (await people.keep(venue, str(uuid.uuid4()), call_out())).player for _ in range(2)
    ]
    one, other = [await raw(client, venue, f"name.{reference}") for reference in references]
    assert one != other


@pytest.mark.parametrize("part", ["key", "name"])
@pytest.mark.parametrize("place", [-1, 13, "cut"])
async def test_a_changed_entry_is_noticed(client, people, venue, part, place):
    kept = await people.keep(venue, REQUEST, call_out())
    entry = bytearray(await raw(client, venue, f"{part}.{kept.player}"))
    if place == "cut":
        del entry[8:]
    else:
        entry[place] ^= 1
    await put(client, venue, f"{part}.{kept.player}", bytes(entry))
    with pytest.raises(SealBroken, match=f"{part} entry of {kept.player} in PEOPLE_{venue}"):
        await people.name(venue, kept.player)


async def test_entries_moved_to_another_reference_are_noticed(client, people, venue):
    one = await people.keep(venue, REQUEST, call_out())
    other = await people.keep(venue, str(uuid.uuid4()), call_out("Another Player"))
    for part in ("key", "name"):
        entry = await raw(client, venue, f"{part}.{one.player}")
        await put(client, venue, f"{part}.{other.player}", entry)
    with pytest.raises(SealBroken):
        await people.name(venue, other.player)


async def test_entries_moved_to_another_venue_are_noticed(client, people, venue):
    kept = await people.keep(venue, REQUEST, call_out())
    elsewhere = f"{venue}-b"
    await client.jetstream().create_key_value(bucket=f"PEOPLE_{elsewhere}")
    for part in ("key", "name"):
        entry = await raw(client, venue, f"{part}.{kept.player}")
        await put(client, elsewhere, f"{part}.{kept.player}", entry)
    with pytest.raises(SealBroken):
        await people.name(elsewhere, kept.player)


async def test_a_new_folder_key_wraps_new_names_and_the_old_one_opens_old_names(
    client, people, folder, venue
):
    old = await people.keep(venue, REQUEST, call_out())
    folder.keys["k0002"] = b"2" * 32
    new = await people.keep(venue, str(uuid.uuid4()), call_out("Another Player"))
    assert (await raw(client, venue, f"key.{old.player}")).startswith(b"k0001\0")
    assert (await raw(client, venue, f"key.{new.player}")).startswith(b"k0002\0")
    assert await people.name(venue, old.player) == NAME
    assert await people.name(venue, new.player) == "Another Player"


async def test_a_wrong_folder_key_opens_nothing_and_a_missing_one_is_told(client, people, venue):
    kept = await people.keep(venue, REQUEST, call_out())
    with pytest.raises(SealBroken):
        await People(client, Folder(k0001=b"x" * 32)).name(venue, kept.player)
    with pytest.raises(KeyMissing):
        await People(client, Folder(k0002=b"1" * 32)).name(venue, kept.player)
