"""What decisions about sales rest on: the catalogue, and the game as the draw has it."""

from __future__ import annotations

from typing import Any

from eyesdown.verify.v1 import sales_pb2
from eyesdown.verify.v1 import sales_service_pb2 as pb
from services.kernel.errors import InvalidArgument
from services.kernel.names import Name
from services.kernel.record.aggregates import Aggregates
from services.kernel.venues import Venues
from services.verify import names
from services.verify.codec.values import ASKED, IN_USE, SPAN, STAGE
from services.verify.domain.block.state import Block, Closed, Span
from services.verify.domain.catalogue import CATALOGUES, Catalogue
from services.verify.domain.desk.prizes import Stage
from services.verify.domain.game.game import Phase
from services.verify.facts.games import Games
from services.verify.facts.in_use import in_use


class Selling:
    """Finds what is needed to open the sales of a game, and to take cards back."""

    def __init__(
        self, catalogues: Aggregates[Any, Any, Catalogue], venues: Venues, games: Games
    ) -> None:
        self._catalogues = catalogues
        self._venues = venues
        self._games = games

    async def offered(self, name: Name, request: pb.OpenSalesRequest) -> sales_pb2.OpenSalesFacts:
        """What is asked for, as the catalogue has it, and the game of the desk `name`."""
        game = await self._games.latest(names.game_of(name))
        year = Name(name.venue, CATALOGUES.kind, name.id[:4])
        found = await in_use(self._catalogues, year)
        facts = sales_pb2.OpenSalesFacts(
            currency=self._venues.get(name.venue).currency,
            serial_number=game.game.serial_number,
            begun=game.game.first_number_called or game.game.phase in (Phase.ENDED, Phase.VOID),
            year=name.id[:4],
            game_version=game.place.version,
            stages=map(STAGE.to, game.game.stages),
        )
        for number, each in enumerate(request.series):
            if not each.series.startswith(f"venues/{name.venue}/"):
                what = "cards of another venue are not sold here"
                raise InvalidArgument(f"series[{number}].series", what)
            asked = facts.asked.add(series=each.series)
            entry = found.get(each.series)
            if entry is not None:
                asked.in_use.CopyFrom(IN_USE.to(entry))
            if each.HasField("cards"):
                ordered(SPAN.of(each.cards), f"series[{number}].cards.last")
                asked.cards.CopyFrom(each.cards)
            ASKED.of(asked)
        return facts

    async def refundable(self, block: Block) -> sales_pb2.ReturnCardsFacts | None:
        """Where sales are closed: whether money goes back for the game."""
        if not isinstance(block, Closed):
            return None
        seen = await self._games.latest(Name.parse(block.terms.game))
        return sales_pb2.ReturnCardsFacts(
            game_void=seen.game.phase is Phase.VOID,
            start_over=seen.game.start_over,
            game_version=seen.place.version,
            won=next((Stage(each.stage).title for each in seen.game.won), ""),
            restarted_as=next((each.game for each in seen.game.restarts), ""),
        )


def ordered(span: Span, field: str) -> None:
    """Refuse cards of which the last comes before the first."""
    if span.first > span.last:
        raise InvalidArgument(field, f"card {span.last} comes before card {span.first}")
