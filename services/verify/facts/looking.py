"""What is looked up for a step of a claim: the card as it was sold, the game as the draw has it,
and whether those who stand by have an interest."""

from __future__ import annotations

from collections.abc import Sequence

from eyesdown.verify.v1 import claims_pb2
from services.kernel.names import Name
from services.kernel.persons import same_person
from services.kernel.record.aggregates import Aggregates
from services.kernel.record.people import People
from services.verify import names
from services.verify.cards.packing import Pack
from services.verify.cards.packs import Packs
from services.verify.codec.values import FOUND, SEEN
from services.verify.domain.block import block
from services.verify.domain.block.state import Block
from services.verify.domain.block.state import State as BlockState
from services.verify.domain.desk import desk
from services.verify.domain.desk.examining import Found, Seen, see
from services.verify.domain.desk.state import Desk, Offer, OnSale
from services.verify.domain.desk.state import State as DeskState
from services.verify.facts.games import Games
from services.verify.views.block import opened as block_opened
from services.verify.views.desk import opened as desk_opened

Desks = Aggregates[desk.Command, desk.Event, DeskState]
Blocks = Aggregates[block.Command, block.Event, BlockState]


class Looking:
    """Finds cards, games and people for the claims of a desk."""

    def __init__(
        self, desks: Desks, blocks: Blocks, games: Games, packs: Packs, people: People
    ) -> None:
        self._desks = desks
        self._blocks = blocks
        self._games = games
        self._packs = packs
        self._people = people

    async def game(self, name: Name, call_out: int = 0) -> Seen:
        """The game of a desk as the journal's leader holds it, for one of its call outs or none.
        Raises `NotFound`."""
        return (await self._game(name, call_out))[0]

    async def facts(
        self,
        name: Name,
        call_out: int,
        card: int = 0,
        witnesses: Sequence[str] = (),
        players: bool = False,
    ) -> claims_pb2.ClaimFacts:
        """All that a step of a claim is decided by; with `players` which other call outs bear its
        player's name. Raises `NotFound` and `Unavailable`."""
        seen, served = await self._game(name, call_out)
        facts = claims_pb2.ClaimFacts(seen=SEEN.to(seen))
        if players:
            facts.same_player.extend(await self._same_player(name, call_out))
        if card:
            found, version = await self.card(name, card)
            facts.found.CopyFrom(FOUND.to(found))
            facts.block_version = version
        if witnesses:
            claimants = await self._claimants(name)
            staff = (*served, *await self._sellers(name))
            for each in witnesses:
                facts.witnesses.add(
                    claimant=any(same_person(each, claimant) for claimant in claimants),
                    staff=any(same_person(each, person) for person in staff),
                )
        return facts

    async def card(self, name: Name, card: int) -> tuple[Found, int]:
        """A card as it was sold for the game of a desk, and the version of its sales block; 0 where
        none was sold from."""
        sales = (await self._desk(name)).sales
        offer = sales.offer(card) if isinstance(sales, OnSale) else None
        if offer is None or not isinstance(sales, OnSale):
            return Found(card, "", "", (), None, "", 0), 0
        pack = await self._packs.get(offer.of.digest)
        cards = sales.block(card)
        if cards is None or cards.first not in sales.blocks:
            return found_on(card, offer, pack, None), 0
        snapshot = await self._blocks.read(names.block_of(name, cards.first))
        return found_on(card, offer, pack, block_opened(snapshot.state)), snapshot.version

    async def _game(self, name: Name, call_out: int) -> tuple[Seen, tuple[str, ...]]:
        """A game, and all who ever held a post of it: by them alone a claim is examined."""
        known = await self._games.latest(names.game_of(name))
        return see(known.game, known.place.version, call_out), known.game.served

    async def _sellers(self, name: Name) -> set[str]:
        """Who has sold cards for the game, whether the sale stands or not."""
        sales = (await self._desk(name)).sales
        found: set[str] = set()
        for first in sales.blocks if isinstance(sales, OnSale) else ():
            snapshot = await self._blocks.read(names.block_of(name, first))
            found.update(sale.seller for sale in block_opened(snapshot.state).sales)
        return found

    async def _claimants(self, name: Name) -> list[str]:
        """The names of the players who have called out in the game, as far as they were given."""
        return list((await self._named(name)).values())

    async def _same_player(self, name: Name, call_out: int) -> list[int]:
        """The other call outs of a game that were made by a player of the same name."""
        names_of = await self._named(name)
        own = names_of.pop(call_out, "")
        return [number for number, each in names_of.items() if own and same_person(each, own)]

    async def _named(self, name: Name) -> dict[int, str]:
        """The names that call outs bear, as far as they were given and not erased since."""
        named = {}
        for claim in (await self._desk(name)).claims:
            found = await self._people.name(name.venue, claim.player) if claim.player else None
            if found:
                named[claim.call_out] = found
        return named

    async def _desk(self, name: Name) -> Desk:
        return desk_opened((await self._desks.read(name)).state)


def found_on(card: int, offer: Offer, pack: Pack, sold_in: Block | None) -> Found:
    """A card of a series, as it was sold in a block, or was not."""
    sale = sold_in.sale_of(card) if sold_in is not None else None
    dead = sold_in.replacement_of(card) if sold_in is not None else None
    return Found(
        card,
        offer.series,
        offer.serial_number,
        pack.card(card),
        offer.of.layout,
        sale.seller if sale is not None else "",
        dead.first + card - dead.cards.first if dead is not None else 0,
        sale.at if sale is not None else None,
    )
