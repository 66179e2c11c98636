"""Cards out of the store, and work that takes seconds."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable
from contextlib import aclosing
from typing import Any

import pytest

from services.kernel.errors import Unavailable
from services.kernel.journal.blobs import BlobDamaged, BlobMissing
from services.verify.cards.comparing import Comparing
from services.verify.cards.making import make
from services.verify.cards.packing import Pack
from services.verify.cards.packs import CARDS_NOT_THERE, Packs
from services.verify.cards.work import Left, Work
from services.verify.domain.cards.layout import NINETY, SEVENTY_FIVE
from services.verify.domain.catalogue import InUse
from services.verify.domain.series import Cards, SameCard
from tests.verify.domain.sales import at


class Store:
    """Blobs in a dictionary; `read` counts how often one was asked for."""

    def __init__(self, *packs: Pack) -> None:
        self.blobs = {pack.digest: pack.blob for pack in packs}
        self.read = 0

    async def get(self, name: bytes) -> bytes:
        """A blob."""
        self.read += 1
        if name not in self.blobs:
            raise BlobMissing(name.hex())
        if not self.blobs[name]:
            raise BlobDamaged(name.hex())
        return self.blobs[name]

    async def put(self, content: bytes) -> bytes:
        """Keep one."""
        self.blobs[b"put"] = content
        return b"put"


def kept(store: Store, room: int = 10**9) -> Packs:
    """Packs out of that store."""
    blobs: Any = store
    return Packs(blobs, room)


ONE, TWO = make(bytes(32), NINETY, 1, 60), make(b"\x01" * 32, NINETY, 101, 60)


async def test_a_series_is_read_once_as_long_as_there_is_room() -> None:
    store = Store(ONE, TWO)
    packs = kept(store)
    for _ in range(2):
        assert (await packs.get(ONE.digest)).card(1) == ONE.card(1)
        assert (await packs.get(TWO.digest)).card(101) == TWO.card(101)
    assert store.read == 2
    tight = kept(store, ONE.faces.nbytes)
    for digest in (ONE.digest, TWO.digest, ONE.digest):
        await tight.get(digest)
    assert store.read == 5


async def test_calls_at_once_read_a_series_once() -> None:
    store = Store(ONE)
    packs = kept(store)
    await asyncio.gather(*(packs.get(ONE.digest) for _ in range(8)))
    assert store.read == 1


@pytest.mark.parametrize("content", [None, b"", b"no series"])
async def test_cards_that_are_lost_are_told(content: bytes | None) -> None:
    store = Store()
    if content is not None:
        store.blobs[ONE.digest] = content
    with pytest.raises(Unavailable) as told:
        await kept(store).get(ONE.digest)
    assert told.value.reason is CARDS_NOT_THERE
    assert told.value.facts["digest"] == ONE.digest.hex()


async def test_what_is_stored_is_at_hand() -> None:
    store = Store()
    packs = kept(store)
    await packs.put(ONE)
    assert store.blobs[b"put"] == ONE.blob
    assert await packs.get(ONE.digest) is ONE
    assert store.read == 0


def in_use(name: str, pack: Pack) -> InUse:
    """A series in use."""
    cards = Cards(pack.layout, pack.sheet, pack.first_card, pack.cards, pack.digest)
    return InUse(name, "S", cards, at())


async def test_a_series_is_compared_card_by_card_with_those_in_use() -> None:
    faces = TWO.faces.copy()
    faces[30] = ONE.faces[7]
    mixed = Pack(NINETY, 1, 101, faces)
    others = make(bytes(32), SEVENTY_FIVE, 1, 60)
    comparing = Comparing(kept(Store(ONE, TWO, others)))
    used = [in_use("75", others), in_use("one", ONE)]
    assert await comparing.shared(mixed, used) == SameCard(131, "one", 8)
    assert await comparing.shared(TWO, used) is None
    assert await comparing.shared(others, [in_use("one", ONE)]) is None


# -- work --------------------------------------------------------------------------------------


async def test_work_tells_how_far_it_is_and_what_came_of_it() -> None:
    go = threading.Event()

    def work(told: Callable[[int], None]) -> str:
        told(7)
        assert go.wait(20)
        told(9)
        return "done"

    doing, seen = Work(work), []
    async for done in doing.progress():
        seen.append(done)
        go.set()
    assert seen[0] == 7
    assert doing.result == "done"


async def test_what_the_work_raises_is_raised() -> None:
    def work(told: Callable[[int], None]) -> None:
        raise ValueError("wrong")

    with pytest.raises(ValueError, match="wrong"):
        async for _ in Work(work).progress():
            pass


async def test_work_that_nobody_waits_for_ends_at_its_next_word() -> None:
    go, ended = threading.Event(), threading.Event()

    def work(told: Callable[[int], None]) -> None:
        told(1)
        assert go.wait(20)
        try:
            told(2)
        except Left:
            ended.set()
            raise

    async with aclosing(Work(work).progress()) as progress:
        assert await anext(progress) == 1
        asyncio.get_running_loop().call_soon(go.set)  # when it was left, and is waited for
    assert ended.is_set()
