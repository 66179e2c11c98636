"""Names of people, kept beside the journal so that a person can be erased and the chain stays.

Commits hold a reference instead of a name. The names lie in the venue's key-value bucket
`PEOPLE_<venue>`, two entries for each:

- `name.<reference>`: nonce and ciphertext of the name under a random key of its own;
- `key.<reference>`: that key, wrapped: name of the folder key, NUL, nonce, ciphertext.

Both are AES-256-GCM and bound to venue and reference. Erasing purges both entries.
"""

from __future__ import annotations

import functools
import re
import secrets
import uuid
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from typing import Protocol, TypeVar

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from google.protobuf.descriptor import Descriptor, FieldDescriptor
from google.protobuf.message import Message
from nats.aio.client import Client

from eyesdown.common.v1 import options_pb2
from services.kernel.journal.lastvalue import Beaten, LastValues
from services.kernel.law import KeyMissing
from services.kernel.names import VENUE, BadName
from services.kernel.record.seal import SealBroken

M = TypeVar("M", bound=Message)

REFERENCES = uuid.UUID("7d0f2a3e-6b0b-5c53-9f0e-6f5b0c7f4d11")
REFERENCE = re.compile(r"[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}")
NONCE = 12


class FolderKeys(Protocol):
    """The keys of a service's key folder, as `seal.Keys` gives them."""

    def newest(self) -> tuple[str, bytes]:
        """Name and 32 bytes of the key that wraps."""
        ...

    def get(self, name: str) -> bytes | None:
        """The key of this name; None when it is not at hand."""
        ...


class People:
    """Keeps, tells and erases the names of people. Every method raises `StoreDown`."""

    def __init__(self, client: Client, keys: FolderKeys) -> None:
        self._client = client
        self._keys = keys

    async def keep(self, venue: str, request_id: str, message: M) -> M:
        """A copy of a request in which each person's name is a reference; the names are kept.

        A reference follows from `request_id` and the field, so a retry of the request makes the
        same one, and what the first try kept is left as it is; so is what was erased since.
        Empty fields stay empty. Raises `KeyMissing`, `SealBroken`.
        """
        copy, names = referring(venue, request_id, message)
        for reference, name in names.items():
            await self._keep(_Entries(self._client, venue, reference), name)
        return copy

    async def name(self, venue: str, reference: str) -> str | None:
        """The name behind a reference; None when it was erased or never kept.

        Raises `KeyMissing` when the folder key is not at hand and `SealBroken` when an entry was
        changed, or belongs to another venue or reference.
        """
        if not REFERENCE.fullmatch(reference):
            return None  # no reference that was ever given
        entries = _Entries(self._client, venue, reference)
        wrapped = await entries.read("key")
        sealed = await entries.read("name")
        if wrapped is None or sealed is None:
            return None
        return _open(self._unwrap(entries, wrapped), sealed, entries.bound("name")).decode()

    async def erase(self, venue: str, reference: str) -> bool:
        """Forget a person for good; False when there is nothing to forget."""
        if not REFERENCE.fullmatch(reference):
            return False
        entries = _Entries(self._client, venue, reference)
        there = [await entries.read(part) is not None for part in ("key", "name")]
        if not any(there):
            return False
        # Both, even if one is missing: the markers keep out a try of the request that is late.
        await entries.purge("key")
        await entries.purge("name")
        return True

    async def kept(self, venue: str) -> dict[str, datetime]:
        """Every reference of a venue that something is kept for, and since when."""
        if not VENUE.fullmatch(venue):
            raise BadName(f"{venue!r} is no venue id: lower case letters, digits and hyphens")
        values = LastValues(self._client, f"KV_PEOPLE_{venue}")
        found: dict[str, datetime] = {}
        for subject in await values.subjects():
            last = await values.read(subject)
            if last is not None and "KV-Operation" not in last.headers:
                reference = subject.rpartition(".")[2]
                found[reference] = max(found.get(reference, last.stored_at), last.stored_at)
        return found

    async def _keep(self, entries: _Entries, name: str) -> None:
        """The key first: a name whose key was lost half-way could never be read."""
        key = secrets.token_bytes(32)
        key_name, folder_key = self._keys.newest()
        wrapped = _seal(folder_key, key, entries.bound("key"))
        if not await entries.create("key", key_name.encode() + b"\0" + wrapped):
            earlier = await entries.read("key")
            if earlier is None:
                return  # erased since
            key = self._unwrap(entries, earlier)
        await entries.create("name", _seal(key, name.encode(), entries.bound("name")))

    def _unwrap(self, entries: _Entries, entry: bytes) -> bytes:
        key_name, _, wrapped = entry.partition(b"\0")
        folder_key = self._keys.get(key_name.decode("utf-8", "replace"))
        if folder_key is None:
            raise KeyMissing(f"the key folder does not hold the key of {entries.reference}")
        return _open(folder_key, wrapped, entries.bound("key"))


class _Entries:
    """The two entries of one reference."""

    def __init__(self, client: Client, venue: str, reference: str) -> None:
        if not VENUE.fullmatch(venue):
            raise BadName(f"{venue!r} is no venue id: lower case letters, digits and hyphens")
        self.venue = venue
        self.reference = reference
        self._values = LastValues(client, f"KV_PEOPLE_{venue}")

    def bound(self, part: str) -> bytes:
        """What the ciphertext of an entry is bound to."""
        return f"eyesdown/people/v1\0{part}\0{self.venue}\0{self.reference}".encode()

    async def create(self, part: str, value: bytes) -> bool:
        """Write an entry that never was; False if it is or was there."""
        try:
            await self._values.write(self._subject(part), value, expected=0)
        except Beaten:
            return False
        return True

    async def read(self, part: str) -> bytes | None:
        """An entry; None when it was purged or never was."""
        kept = await self._values.read(self._subject(part))
        return None if kept is None or "KV-Operation" in kept.headers else kept.body

    async def purge(self, part: str) -> None:
        """Remove an entry for good."""
        await self._values.purge(self._subject(part))

    def _subject(self, part: str) -> str:
        return f"$KV.PEOPLE_{self.venue}.{part}.{self.reference}"


def _seal(key: bytes, plain: bytes, bound: bytes) -> bytes:
    nonce = secrets.token_bytes(NONCE)
    return nonce + AESGCM(key).encrypt(nonce, plain, bound)


def _open(key: bytes, sealed: bytes, bound: bytes) -> bytes:
    try:
        return AESGCM(key).decrypt(sealed[:NONCE], sealed[NONCE:], bound)
    except (InvalidTag, ValueError) as error:
        part, venue, reference = bound.decode().split("\0")[1:]
        raise SealBroken(f"{part} entry of {reference} in PEOPLE_{venue}") from error


# -- person fields ---------------------------------------------------------------------------


def referring(venue: str, request_id: str, message: M) -> tuple[M, dict[str, str]]:
    """A copy of a request in which each person's name is a reference, and the names by reference.

    Nothing is kept yet.
    """
    copy = type(message)()
    copy.CopyFrom(message)
    names = {}
    for slot in _slots(copy):
        reference = str(uuid.uuid5(REFERENCES, f"{venue}/{request_id}/{slot.path}"))
        names[reference] = slot.value
        slot.put(reference)
    return copy, names


@functools.cache
def person_fields(descriptor: Descriptor) -> tuple[FieldDescriptor, ...]:
    """The fields of a message, not of messages in it, that name a person.

    Raises TypeError for one that is no text: no name can be kept from it.
    """
    marked = tuple(
        field for field in descriptor.fields if field.GetOptions().Extensions[options_pb2.person]
    )
    for field in marked:
        if field.type != FieldDescriptor.TYPE_STRING:
            raise TypeError(f"{field.full_name}: only a string can name a person")
    return marked


def without_people(message: M) -> M:
    """A copy with every person's name cleared, as digests of requests need it."""
    copy = type(message)()
    copy.CopyFrom(message)
    for holder, _ in _holders(copy, ""):
        for field in person_fields(holder.DESCRIPTOR):
            holder.ClearField(field.name)
    return copy


@dataclass(frozen=True, slots=True)
class _Slot:
    """A place in a message where a name stands."""

    path: str
    holder: Message
    field: str
    index: int | None

    @property
    def value(self) -> str:
        held = getattr(self.holder, self.field)
        return str(held if self.index is None else held[self.index])

    def put(self, text: str) -> None:
        if self.index is None:
            setattr(self.holder, self.field, text)
        else:
            getattr(self.holder, self.field)[self.index] = text


def _slots(message: Message) -> list[_Slot]:
    """Where names stand in a message, empty ones left out."""
    slots = []
    for holder, path in _holders(message, ""):
        for field in person_fields(holder.DESCRIPTOR):
            place = path + field.name
            if field.is_repeated:
                for number in range(len(getattr(holder, field.name))):
                    slots.append(_Slot(f"{place}[{number}]", holder, field.name, number))
            else:
                slots.append(_Slot(place, holder, field.name, None))
    return [slot for slot in slots if slot.value]


def _holders(message: Message, path: str) -> Iterator[tuple[Message, str]]:
    """The messages in a message, and itself, that have fields which name a person."""
    if person_fields(message.DESCRIPTOR):
        yield message, path
    for field, value in message.ListFields():
        if field.message_type is None or not names_people(field.message_type):
            continue
        if field.message_type.GetOptions().map_entry:
            for key in sorted(value):
                yield from _holders(value[key], f"{path}{field.name}[{key}].")
        elif field.is_repeated:
            for number, item in enumerate(value):
                yield from _holders(item, f"{path}{field.name}[{number}].")
        else:
            yield from _holders(value, f"{path}{field.name}.")


@functools.cache
def names_people(descriptor: Descriptor) -> bool:
    """Whether a message, or any that can lie in it, has a field that names a person."""
    seen, todo = {descriptor.full_name}, [descriptor]
    while todo:
        one = todo.pop()
        if person_fields(one):
            return True
        for field in one.fields:
            inner = field.message_type
            if inner is not None and inner.full_name not in seen:
                seen.add(inner.full_name)
                todo.append(inner)
    return False
