"""Whether a series has a card in common with those in use."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

from services.verify.cards import checking
from services.verify.cards.packing import Pack
from services.verify.cards.packs import Packs
from services.verify.domain.catalogue import InUse
from services.verify.domain.series import SameCard


class Comparing:
    """Compares series face by face, about a second for each pair of millions."""

    def __init__(self, packs: Packs) -> None:
        self._packs = packs

    async def shared(self, pack: Pack, others: Sequence[InUse]) -> SameCard | None:
        """The first card that one of the others has as well. Raises as `Packs.get`."""
        ours = await asyncio.to_thread(checking.keys, pack.faces)
        for other in others:
            if other.cards.layout.format is not pack.layout.format:
                continue
            theirs = await self._packs.get(other.cards.digest)
            twins = await asyncio.to_thread(_first_shared, ours, theirs)
            if twins is not None:
                card, same = pack.first_card + twins.card, theirs.first_card + twins.other
                return SameCard(card, other.series, same)
        return None


def _first_shared(ours: checking.Keys, theirs: Pack) -> checking.Twins | None:
    return checking.first_shared(ours, checking.keys(theirs.faces))
