"""A series follows the desks that sell from it."""

from __future__ import annotations

from collections.abc import Iterator

from eyesdown.verify.v1 import cards_pb2, desk_events_pb2
from services.kernel.following.happenings import Happening
from services.kernel.following.orders import Order
from services.kernel.names import Name
from services.verify import names
from services.verify.commands import series as series_commands
from services.verify.domain import series


def series_following_desks(happening: Happening) -> Iterator[Order[series.Command]]:
    """A series that is put on sale is what it is from then on."""
    for event in happening.events:
        if isinstance(event, desk_events_pb2.SalesOpened):
            game = str(names.game_of(happening.name))
            for name in dict.fromkeys(offer.series for offer in event.offers):
                request = cards_pb2.SellFrom(game=game)
                yield Order(Name.parse(name), request, series_commands.command)
