"""Big things that commits name by their SHA-256: profile texts, card series, documents.

A blob is stored before the commit that names it, and never changes. One that no commit names
(its command was refused, or its process died) is swept later. The text of a profile in force is
stored when a service starts, long before a commit names it: whoever sweeps names those too.
"""

from __future__ import annotations

import asyncio
import functools
import hashlib
from collections.abc import AsyncIterator, Iterable, Iterator
from datetime import UTC, datetime, timedelta

import nats.errors
from google.protobuf.descriptor import Descriptor
from google.protobuf.message import Message
from nats.aio.client import Client
from nats.js.api import ObjectInfo
from nats.js.errors import (
    APIError,
    BadObjectMetaError,
    NotFoundError,
    ObjectNotFoundError,
)
from nats.js.object_store import ObjectStore

from eyesdown.common.v1 import options_pb2
from eyesdown.journal.v1 import commit_pb2
from services.kernel.journal.archive import Archive
from services.kernel.journal.lastvalue import StoreDown
from services.kernel.record.codec import unpack

BUCKET = "BLOBS"
PATIENCE = 30.0
"""Seconds for a blob to be written or read."""
YOUNG = timedelta(hours=1)
"""How old a blob must be to be swept: the commit that names it may be under way."""


class BlobMissing(LookupError):
    """There is no blob of that name."""


class BlobDamaged(Exception):
    """A blob is not what its name says."""


class Blobs:
    """Puts, gets and sweeps blobs. Every method raises `StoreDown`."""

    def __init__(self, client: Client, bucket: str = BUCKET) -> None:
        self._jetstream = client.jetstream(timeout=5)
        self._bucket = bucket

    async def put(self, content: bytes) -> bytes:
        """Store a blob, once, and return its name: 32 bytes."""
        name = hashlib.sha256(content).digest()
        store = self._store()
        try:
            async with asyncio.timeout(PATIENCE):
                if not await _holds(store, name):
                    await self._put(store, name, content)
        except (nats.errors.Error, APIError, TimeoutError, BadObjectMetaError) as error:
            raise StoreDown(f"a blob cannot be stored: {error!r}") from error
        return name

    async def _put(self, store: ObjectStore, name: bytes, content: bytes) -> None:
        try:
            await store.put(name.hex(), content)
        except (nats.errors.Error, APIError, TimeoutError):
            # Another replica stored the same at this moment. nats-py would then purge what that one
            # wrote, which no service may: but the blob is there.
            if not await _holds(store, name):
                raise

    async def get(self, name: bytes) -> bytes:
        """A blob by its name. Raises `BlobMissing`, `BlobDamaged`."""
        try:
            async with asyncio.timeout(PATIENCE):
                info = await self._store().get_info(name.hex())
                content = b"".join([part async for part in self._parts(info)])
        except (NotFoundError, ObjectNotFoundError) as error:
            raise BlobMissing(name.hex()) from error
        except BadObjectMetaError as error:
            raise BlobDamaged(name.hex()) from error
        except (nats.errors.Error, APIError, TimeoutError) as error:
            raise StoreDown(f"a blob cannot be read: {error!r}") from error
        if hashlib.sha256(content).digest() != name:
            raise BlobDamaged(name.hex())
        return content

    async def sweep(self, named: Iterable[bytes], now: datetime) -> list[str]:
        """Remove the blobs that are not `named` and not young; their names in hexadecimal."""
        kept = {name.hex() for name in named}
        store, swept = self._store(), []
        try:
            try:
                found = await store.list(ignore_deletes=True)
            except NotFoundError:
                return []
            for info in found:
                stored = datetime.fromisoformat(info.mtime) if info.mtime else now
                if info.name not in kept and now - stored.astimezone(UTC) >= YOUNG:
                    await store.delete(info.name)
                    swept.append(info.name)
        except (nats.errors.Error, APIError, TimeoutError) as error:
            raise StoreDown(f"blobs cannot be swept: {error!r}") from error
        return sorted(swept)

    async def _parts(self, info: ObjectInfo) -> AsyncIterator[bytes]:
        """What a blob is stored in, in order, asked for one by one: nats-py's own way needs a
        consumer, which whoever only reads, such as an auditor, may not have."""
        after, subject = 0, f"$O.{self._bucket}.C.{info.nuid}"
        for _ in range(info.chunks or 0):
            part = await self._jetstream.get_msg(
                f"OBJ_{self._bucket}", after + 1, subject, direct=True, next=True
            )
            after = int(part.seq or 0)
            yield part.data or b""

    def _store(self) -> ObjectStore:
        # The stream is made by `provision`; asking for its settings each time would be a trip more.
        return ObjectStore(self._bucket, f"OBJ_{self._bucket}", self._jetstream)


async def _holds(store: ObjectStore, name: bytes) -> bool:
    try:
        await store.get_info(name.hex())
    except (NotFoundError, ObjectNotFoundError):
        return False
    return True


async def named_blobs(archive: Archive) -> set[bytes]:
    """Every blob that a commit of any journal names. Raises `JournalDown`, `UnknownFact`.

    A message that this release cannot read may name a blob too, so nothing may be swept then.
    """
    named: set[bytes] = set()
    for venue, year in await archive.streams():
        after = 0
        while page := await archive.page(venue, year, after):
            for raw in page:
                named.update(_named_in(commit_pb2.Commit.FromString(raw.body)))
            after = page[-1].sequence
    return named


def _named_in(commit: commit_pb2.Commit) -> Iterator[bytes]:
    yield from _fields(commit)
    packed = [*commit.events, commit.command.request, commit.command.facts, commit.summary.row]
    for each in packed:
        if each.type_url:
            yield from _fields(unpack(each))


def _fields(message: Message) -> Iterator[bytes]:
    """What the fields of a message that are marked `blob` hold."""
    if not _names_blobs(message.DESCRIPTOR):
        return
    for field, value in message.ListFields():
        values = value if field.is_repeated else [value]
        if field.GetOptions().Extensions[options_pb2.blob]:
            yield from values
        elif field.message_type is not None and not field.message_type.GetOptions().map_entry:
            for each in values:
                yield from _fields(each)


@functools.cache
def _names_blobs(descriptor: Descriptor, within: tuple[str, ...] = ()) -> bool:
    if descriptor.full_name in within:
        return False
    return any(
        field.GetOptions().Extensions[options_pb2.blob]
        or (
            field.message_type is not None
            and _names_blobs(field.message_type, (*within, descriptor.full_name))
        )
        for field in descriptor.fields
    )
