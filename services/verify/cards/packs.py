"""The packed cards of series: read from the blobs when they are first needed, and kept."""

from __future__ import annotations

import asyncio
from collections import OrderedDict

from services.kernel.errors import Unavailable
from services.kernel.journal.blobs import BlobDamaged, BlobMissing, Blobs
from services.kernel.law import Reason
from services.verify.cards.packing import BadPack, Pack, unpack

KEPT = 128 << 20
"""Bytes of cards that a process keeps: four series of a million, or a hundred of a hall's size."""

CARDS_NOT_THERE = Reason(
    "CARDS_NOT_THERE",
    "The cards of a series are not in the store as they were put there.",
    "Call operations: the blob {digest} has to be restored from a mirror.",
)


class Packs:
    """Finds the cards of a series by its digest."""

    def __init__(self, blobs: Blobs, kept: int = KEPT) -> None:
        self._blobs = blobs
        self._room = kept
        self._kept: OrderedDict[bytes, Pack] = OrderedDict()
        self._lock = asyncio.Lock()

    async def get(self, digest: bytes) -> Pack:
        """The cards of a series. Raises `StoreDown`, and `Unavailable` for cards that are lost."""
        async with self._lock:  # or two calls would read the same series at once
            pack = self._kept.get(digest)
            if pack is None:
                pack = await self._read(digest)
            self._keep(digest, pack)
        return pack

    async def put(self, pack: Pack) -> None:
        """Store the cards of a new series. Raises `StoreDown`."""
        await self._blobs.put(pack.blob)
        async with self._lock:
            self._keep(pack.digest, pack)

    async def _read(self, digest: bytes) -> Pack:
        try:
            return unpack(await self._blobs.get(digest))
        except (BlobMissing, BlobDamaged, BadPack) as lost:
            raise Unavailable(CARDS_NOT_THERE, digest=digest.hex()) from lost

    def _keep(self, digest: bytes, pack: Pack) -> None:
        self._kept[digest] = pack
        self._kept.move_to_end(digest)
        while len(self._kept) > 1 and sum(each.faces.nbytes for each in self._kept.values()) > (
            self._room
        ):
            self._kept.popitem(last=False)
