"""Blobs: stored once under their hash, checked when they are read, swept when nobody names them."""

import hashlib
from datetime import timedelta

import pytest
from nats.js.client import JetStreamContext
from nats.js.errors import NotFoundError
from nats.js.object_store import ObjectStore

from eyesdown.draw.v1 import events_pb2
from eyesdown.journal.v1 import commit_pb2
from services.kernel.journal.archive import Raw
from services.kernel.journal.blobs import YOUNG, BlobDamaged, BlobMissing, Blobs, named_blobs
from services.kernel.journal.connection import Connection, connect
from services.kernel.journal.lastvalue import StoreDown
from services.kernel.record.codec import UnknownFact
from services.kernel.walk import now
from tests.kit.archive_memory import MemoryArchive
from tests.kit.nats import Nats, as_user

pytest_plugins = ["tests.kit.nats"]

BIG = b"serial,numbers\n" * 40_000  # 600,000 bytes: five chunks


@pytest.fixture
async def blobs(nats_connection: Connection, venue: str) -> Blobs:
    """A bucket of the test's own."""
    await nats_connection.jetstream().create_object_store(bucket=venue)
    return Blobs(nats_connection, venue)


async def test_a_blob_is_named_by_its_hash_and_read_back(blobs):
    name = await blobs.put(BIG)
    assert name == hashlib.sha256(BIG).digest()
    assert await blobs.get(name) == BIG


async def test_the_same_blob_twice_is_stored_once(blobs, nats_connection, venue):
    assert await blobs.put(BIG) == await blobs.put(BIG)
    info = await nats_connection.jetstream().stream_info(f"OBJ_{venue}")
    assert info.state.messages == 5 + 1  # its chunks of 128 KiB and what says so


async def test_an_unknown_blob_is_missing(blobs):
    with pytest.raises(BlobMissing, match="00" * 32):
        await blobs.get(bytes(32))


async def test_a_blob_that_is_not_what_its_name_says_is_not_given(blobs, nats_connection, venue):
    store = await nats_connection.jetstream().object_store(venue)
    name = hashlib.sha256(b"the rules").digest()
    await store.put(name.hex(), b"other rules")
    with pytest.raises(BlobDamaged):
        await blobs.get(name)


async def test_what_nobody_names_is_swept_when_it_is_not_young(blobs):
    named, orphan = await blobs.put(b"named"), await blobs.put(b"orphan")
    assert await blobs.sweep([named], now()) == []
    later = now() + YOUNG + timedelta(minutes=1)
    assert await blobs.sweep([named], later) == [orphan.hex()]
    assert await blobs.get(named) == b"named"
    with pytest.raises(BlobMissing):
        await blobs.get(orphan)
    assert await blobs.sweep([named], later) == []
    assert await blobs.put(b"orphan") == orphan  # a name that was swept can be used again
    assert await blobs.get(orphan) == b"orphan"


async def test_without_its_bucket_a_blob_store_is_down(nats_connection):
    lost = Blobs(nats_connection, "nowhere")
    with pytest.raises((StoreDown, BlobMissing)):
        await lost.get(bytes(32))
    with pytest.raises(StoreDown):
        await lost.put(b"content")


def _raw(commit: commit_pb2.Commit) -> Raw:
    return Raw("eyesdown.journal.akl.2026.games.2026-1", 1, commit.SerializeToString())


async def test_the_blobs_that_commits_name():
    commit = commit_pb2.Commit(profile=commit_pb2.ProfileRef(id="nz", sha256=b"p" * 32))
    commit.events.add().Pack(events_pb2.NumberCalled(number=7))
    archive = MemoryArchive({("akl", 2026): [_raw(commit)], ("wlg", 2026): []})
    assert await named_blobs(archive) == {b"p" * 32}


async def test_a_message_that_cannot_be_read_may_name_a_blob_too():
    commit = commit_pb2.Commit()
    commit.events.add(type_url="type.googleapis.com/eyesdown.draw.v9.CardsLoaded")
    with pytest.raises(UnknownFact):
        await named_blobs(MemoryArchive({("akl", 2026): [_raw(commit)]}))


async def test_an_auditor_reads_a_blob_whole(nats_server: Nats, nats_connection, provisioned):
    name = await Blobs(nats_connection).put(BIG)
    auditor = await connect(as_user("auditor", nats_server.url), name="auditor")
    try:
        assert await Blobs(auditor).get(name) == BIG
    finally:
        await auditor.close()


async def test_a_blob_that_another_replica_stores_meanwhile_is_stored(
    blobs, nats_connection, venue, monkeypatch
):
    """The first look finds none, and then there is one, of which a service may purge nothing."""
    await Blobs(nats_connection, venue).put(BIG)
    look, looked = ObjectStore.get_info, []

    async def once_blind(self, name, show_deleted=False):
        looked.append(name)
        if len(looked) == 1:
            raise NotFoundError
        return await look(self, name, show_deleted)

    async def not_permitted(self, name, seq=None, subject=None, keep=None):
        raise TimeoutError

    monkeypatch.setattr(ObjectStore, "get_info", once_blind)
    monkeypatch.setattr(JetStreamContext, "purge_stream", not_permitted)
    name = await blobs.put(BIG)
    assert len(looked) > 1
    assert await blobs.get(name) == BIG
