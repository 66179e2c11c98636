"""What the rows of cards and sales have in common."""

from __future__ import annotations

from dataclasses import dataclass

from eyesdown.common.v1.money_pb2 import Money
from eyesdown.verify.v1 import cards_pb2
from tests.kit.draw_play import Play
from tests.kit.verify import Hallway

READERS = frozenset(
    (
        *("game_manager", "supervisor", "deputy_supervisor", "caller", "announcer", "seller"),
        *("steward", "cashier", "operator", "auditor"),
    )
)
MAKERS = frozenset(("game_manager", "operator"))
MANAGERS = frozenset(("game_manager", "supervisor", "operator"))
SELLERS = frozenset(("seller", "cashier", "game_manager", "operator"))
TILL = SELLERS | {"supervisor"}

BAD_MONEY = (Money(currency="NZD", minor_units=-1), Money(currency="nzd", minor_units=200))
TOO_MUCH = Money(currency="NZD", minor_units=10**15 + 1)


@dataclass
class Ground:
    """What requests are tried on: a series, a game, and a part of a file that is staged."""

    cards_of: Hallway
    series: cards_pb2.CardSeries
    play: Play
    part: bytes = b""

    @property
    def venue(self) -> str:
        """The venue's name."""
        return f"venues/{self.cards_of.hall.venue}"

    @property
    def game(self) -> str:
        """The game's name."""
        return self.play.game.name

    @property
    def block(self) -> str:
        """The game's first sales block."""
        return f"{self.venue}/salesBlocks/{self.game.rpartition('/')[2]}-0000001"
