"""Every RPC of cards and sales: on what it goes through, who may call it, how it goes wrong."""

from __future__ import annotations

from operator import attrgetter

from eyesdown.draw.v1.draw_service_pb2 import GetGameRequest
from eyesdown.verify.v1 import card_service_pb2 as cards
from eyesdown.verify.v1 import sales_service_pb2 as sales_pb
from tests.kit.draw import Replica
from tests.kit.draw_play import Play
from tests.kit.matrix.cards import sales, series
from tests.kit.matrix.cards.common import Ground
from tests.kit.matrix.cards.sales import voiding
from tests.kit.matrix.matrix import Matrix
from tests.kit.restarts import started_over
from tests.kit.verify import Hallway, request_id

CARDS = Matrix(
    services=(
        cards.DESCRIPTOR.services_by_name["CardService"],
        sales_pb.DESCRIPTOR.services_by_name["SalesService"],
    ),
    rows={**series.ROWS, **sales.ROWS},
    shown=attrgetter("series"),
)

ONE_CARD = (
    b"card,top1,top2,top3,top4,top5,middle1,middle2,middle3,middle4,middle5,"
    b"bottom1,bottom2,bottom3,bottom4,bottom5\n"
    b"41,5,20,42,61,80,13,33,53,70,81,7,27,38,65,88\n"
)


async def _nothing(ground: Ground) -> None:
    """As it is."""


async def _in_use(ground: Ground) -> None:
    use = cards.UseSeriesRequest(request_id=request_id(), name=ground.series.name)
    at = ground.cards_of.staff.operator.at
    await ground.cards_of.verify.cards.UseSeries(use, metadata=at)


async def _begun(ground: Ground) -> None:
    await _in_use(ground)
    serial = ground.series.serial_number
    play = ground.play
    announced = await play.draw.AnnounceGame(
        play.announcing(serial_number=serial), metadata=play.caller.at
    )
    play.game = announced.game
    await play.round()


async def _open(ground: Ground) -> None:
    await _in_use(ground)
    await ground.cards_of.open_sales(ground.game, ground.series.name)


async def _sold(ground: Ground) -> None:
    await _open(ground)
    await ground.cards_of.sell(ground.game, 1, 6, 1_000)


async def _voided(ground: Ground) -> None:
    await _sold(ground)
    request = voiding(ground)
    at = ground.cards_of.staff.second_seller.at
    await ground.cards_of.verify.sales.VoidSale(request, metadata=at)


async def _closed(ground: Ground) -> None:
    await _sold(ground)
    await ground.cards_of.close_sales(ground.game)


PHASES = {
    "made": _nothing,
    "in use": _in_use,
    "begun": _begun,
    "open": _open,
    "sold": _sold,
    "voided": _voided,
    "closed": _closed,
}


async def _started_over(cards_of: Hallway, draw: Replica) -> Ground:
    """A game that is played instead of one that is void."""
    _, name = await started_over(cards_of.hall, draw, cards_of)
    request = GetGameRequest(name=name)
    game = (await draw.draw.GetGame(request, metadata=cards_of.hall.auditor.at)).game
    return Ground(cards_of, await cards_of.make(), Play(cards_of.hall, draw.draw, game))


async def ground_at(phase: str, cards_of: Hallway, draw: Replica) -> Ground:
    """A new series and a new game, brought to where they stand so."""
    if phase == "started over":
        return await _started_over(cards_of, draw)
    serial = f"M {request_id()[:8]}"
    made = await cards_of.make(serial_number=serial)
    play = await Play.opened(cards_of.hall, draw.draw, serial_number=serial)
    card = cards.StageCardsRequest(parent=f"venues/{cards_of.hall.venue}", content=ONE_CARD)
    at = cards_of.staff.operator.at
    part = (await cards_of.verify.cards.StageCards(card, metadata=at)).part
    ground = Ground(cards_of, made, play, part)
    # So that its desk is there: a moment after the game by itself.
    await cards_of.watch_for(play.game.name)
    await PHASES[phase](ground)
    return ground
