"""Whether a series has a card in common with those in use, looked up before it is made or used."""

from __future__ import annotations

from eyesdown.verify.v1 import cards_pb2
from services.kernel.names import Name
from services.kernel.record.aggregates import Aggregates
from services.verify.cards.comparing import Comparing
from services.verify.cards.packing import Pack
from services.verify.cards.packs import Packs
from services.verify.codec.values import CARDS, SAME_CARD
from services.verify.domain import catalogue
from services.verify.domain.catalogue import Catalogue
from services.verify.domain.series import Cards, Made
from services.verify.facts.in_use import in_use


class Duplicates:
    """Reads the catalogue from the journal's leader and compares with every series in it."""

    def __init__(
        self,
        catalogues: Aggregates[catalogue.Command, catalogue.Event, Catalogue],
        packs: Packs,
    ) -> None:
        self._catalogues = catalogues
        self._packs = packs
        self._comparing = Comparing(packs)

    async def of_new(self, pack: Pack, target: Name, chance: bytes) -> cards_pb2.SeriesFacts:
        """Cards that were just made, beside those in use in the catalogue `target`."""
        others = (await in_use(self._catalogues, target)).series
        same = await self._comparing.shared(pack, others)
        cards = Cards(pack.layout, pack.sheet, pack.first_card, pack.cards, pack.digest)
        facts = cards_pb2.SeriesFacts(cards=CARDS.to(cards), entropy=chance)
        if same is not None:
            facts.same.CopyFrom(SAME_CARD.to(same))
        return facts

    async def of(self, name: str, made: Made, target: Name) -> cards_pb2.CatalogueFacts:
        """A series that is to be used, beside the others of the catalogue `target`."""
        found = (await in_use(self._catalogues, target)).series
        others = [each for each in found if each.series != name]
        same = await self._comparing.shared(await self._packs.get(made.cards.digest), others)
        facts = cards_pb2.CatalogueFacts(
            serial_number=made.serial_number,
            cards=CARDS.to(made.cards),
            compared=[each.cards.digest for each in others],
            year=target.id,
        )
        if same is not None:
            facts.same.CopyFrom(SAME_CARD.to(same))
        return facts
