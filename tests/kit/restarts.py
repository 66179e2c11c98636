"""A game that is started over: its cards, and the game that is played instead.

PYTEST_DONT_REWRITE: tests import from here.
"""

from __future__ import annotations

from eyesdown.verify.v1 import sales_service_pb2 as pb
from tests.kit.draw import Hall, Replica
from tests.kit.draw_play import Play
from tests.kit.matrix.draw.standing import voiding
from tests.kit.verify import Hallway, desk, request_id, span


async def started_over(hall: Hall, one: Replica, cards_of: Hallway) -> tuple[str, str]:
    """A game that twelve cards were sold for and that is void, and the one played instead, whose
    cards are on sale."""
    old, new = await cards_of.series(), await cards_of.series()
    play = await Play.opened(hall, one.draw, serial_number=old.serial_number)
    await cards_of.open_sales(play.game.name, old.name)
    await cards_of.sell(play.game.name, 1, 12, 2_000)
    announcing = play.announcing(serial_number=old.serial_number)
    play.game = (await one.draw.AnnounceGame(announcing, metadata=play.caller.at)).game
    await play.round()
    await one.draw.VoidGame(voiding(play), metadata=play.supervisor.at)
    again = await Play.opened(
        hall, one.draw, serial_number=new.serial_number, restart_of=play.game.name
    )
    await cards_of.open_sales(again.game.name, new.name)
    return play.game.name, again.game.name


def replacing(game: str, old: tuple[int, int], new: tuple[int, int]) -> pb.ReplaceCardsRequest:
    """Give out new cards for old ones."""
    return pb.ReplaceCardsRequest(
        request_id=request_id(), name=desk(game), old_cards=span(*old), cards=span(*new)
    )


async def find(cards_of: Hallway, game: str, card: int) -> pb.FindSaleResponse:
    """What is known of a card."""
    request = pb.FindSaleRequest(name=desk(game), card=card)
    return await cards_of.verify.sales.FindSale(request, metadata=cards_of.staff.auditor.at)
