"""The calls of a round, in the order of play."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Unpack

from eyesdown.paigow.v1 import sitting_pb2
from eyesdown_client.paigow.calls import How, SittingCalls
from eyesdown_client.paigow.words import Outcome, SetBy


class RoundCalls(SittingCalls):
    """From the shuffle to the settlement.

    Each answers with the sitting, and raises an `EyesdownError`. Amounts are minor units of
    the table's currency, tiles numbers from 0 to 31.
    """

    async def shuffle_tiles(self, name: str, **how: Unpack[How]) -> sitting_pb2.Sitting:
        """Mix all the tiles."""
        return await self._tell("ShuffleTiles", name, how)

    async def stack_tiles(
        self, name: str, *, exposed: int, **how: Unpack[How]
    ) -> sitting_pb2.Sitting:
        """Stack the tiles in eight stacks of four; `exposed` were seen meanwhile."""
        return await self._tell("StackTiles", name, how, exposed=exposed)

    async def perform_laja(
        self, name: str, *, exposed: int, **how: Unpack[How]
    ) -> sitting_pb2.Sitting:
        """Mix once more; `exposed` tiles were seen meanwhile."""
        return await self._tell("PerformLaja", name, how, exposed=exposed)

    async def cut_tiles(self, name: str, **how: Unpack[How]) -> sitting_pb2.Sitting:
        """Cut the tiles into eight sets: a round begins."""
        return await self._tell("CutTiles", name, how)

    async def place_wager(
        self, name: str, *, box: int, amount: int, **how: Unpack[How]
    ) -> sitting_pb2.Sitting:
        """A player's wager on a box; another one takes the place of the one that lies there."""
        return await self._tell("PlaceWager", name, how, box=box, amount=amount)

    async def take_back_wager(
        self, name: str, *, box: int, **how: Unpack[How]
    ) -> sitting_pb2.Sitting:
        """A player takes a wager back before wagers are closed."""
        return await self._tell("TakeBackWager", name, how, box=box)

    async def close_wagers(self, name: str, **how: Unpack[How]) -> sitting_pb2.Sitting:
        """No more wagers; the house banks."""
        return await self._tell("CloseWagers", name, how)

    async def place_bankers_wager(
        self, name: str, *, amount: int, **how: Unpack[How]
    ) -> sitting_pb2.Sitting:
        """The wager of a player/banker or co-banker, in their own box."""
        return await self._tell("PlaceBankersWager", name, how, amount=amount)

    async def match_bankers_wager(
        self, name: str, *, amount: int, **how: Unpack[How]
    ) -> sitting_pb2.Sitting:
        """The dealer takes `amount` from the float, and puts both wagers into the banker wager
        area."""
        return await self._tell("MatchBankersWager", name, how, amount=amount)

    async def shake_dice(
        self, name: str, *, dice: Iterable[int], **how: Unpack[How]
    ) -> sitting_pb2.Sitting:
        """What the three dice show."""
        return await self._tell("ShakeDice", name, how, dice=dice)

    async def deal_hand(
        self, name: str, *, box: int, tiles: Iterable[int] = (), **how: Unpack[How]
    ) -> sitting_pb2.Sitting:
        """The next set goes to a box; `tiles` are none on a training table."""
        return await self._tell("DealHand", name, how, box=box, tiles=tiles)

    async def place_bankers_tiles(self, name: str, **how: Unpack[How]) -> sitting_pb2.Sitting:
        """The co-banked hand lies in front of the float tray."""
        return await self._tell("PlaceBankersTiles", name, how)

    async def set_hand(
        self, name: str, *, box: int, laid: sitting_pb2.Laid, **how: Unpack[How]
    ) -> sitting_pb2.Sitting:
        """A player has set the hand of a box."""
        return await self._tell("SetHand", name, how, box=box, laid=laid)

    async def set_house_way(
        self, name: str, *, box: int, cause: SetBy, **how: Unpack[How]
    ) -> sitting_pb2.Sitting:
        """The dealer sets a player's hand the house way: on request, for an absent player, or when
        its tiles were disturbed."""
        return await self._tell("SetHouseWay", name, how, box=box, cause=cause)

    async def set_bankers_hand(
        self, name: str, *, laid: sitting_pb2.Laid, **how: Unpack[How]
    ) -> sitting_pb2.Sitting:
        """The dealer has set the house's or the co-bankers' hand."""
        return await self._tell("SetBankersHand", name, how, laid=laid)

    async def expose_co_bankers_tiles(
        self, name: str, *, tiles: Iterable[int], **how: Unpack[How]
    ) -> sitting_pb2.Sitting:
        """The dealer lets the co-banker expose two of the bank's tiles."""
        return await self._tell("ExposeCoBankersTiles", name, how, tiles=tiles)

    async def confirm_house_way(
        self, name: str, *, version: int, **how: Unpack[How]
    ) -> sitting_pb2.Sitting:
        """The game supervisor has seen that the bank's hand is set the house way."""
        return await self._tell("ConfirmHouseWay", name, how, version=version)

    async def report_not_house_way(
        self, name: str, *, laid: sitting_pb2.Laid, **how: Unpack[How]
    ) -> sitting_pb2.Sitting:
        """The bank's hand was found to lie so, which is not the house way."""
        return await self._tell("ReportNotHouseWay", name, how, laid=laid)

    async def expose_bankers_hand(self, name: str, **how: Unpack[How]) -> sitting_pb2.Sitting:
        """The bank's hand is turned over."""
        return await self._tell("ExposeBankersHand", name, how)

    async def expose_hand(
        self, name: str, *, box: int, outcome: Outcome, **how: Unpack[How]
    ) -> sitting_pb2.Sitting:
        """A player's hand is turned over and matched; `outcome` is what the dealer calls."""
        return await self._tell("ExposeHand", name, how, box=box, outcome=outcome)

    async def collect_wager(
        self, name: str, *, box: int, amount: int, **how: Unpack[How]
    ) -> sitting_pb2.Sitting:
        """A losing wager of `amount` and its tiles are picked up."""
        return await self._tell("CollectWager", name, how, box=box, amount=amount)

    async def clear_push(self, name: str, *, box: int, **how: Unpack[How]) -> sitting_pb2.Sitting:
        """The tiles of a push are removed."""
        return await self._tell("ClearPush", name, how, box=box)

    async def pay_winner(
        self,
        name: str,
        *,
        box: int,
        from_losing_area: int,
        from_bank: int,
        commission: int,
        **how: Unpack[How],
    ) -> sitting_pb2.Sitting:
        """The dealer pays a winner out of the losing wager area, and out of the bank what that
        lacks; `commission` is what the dealer keeps back of it."""
        return await self._tell(
            "PayWinner",
            name,
            how,
            box=box,
            from_losing_area=from_losing_area,
            from_bank=from_bank,
            commission=commission,
        )

    async def hand_over_rest(
        self, name: str, *, to_banker: int, to_float: int, commission: int, **how: Unpack[How]
    ) -> sitting_pb2.Sitting:
        """The dealer hands over what is left: to the banker, to the float, and the commission."""
        return await self._tell(
            "HandOverRest", name, how, to_banker=to_banker, to_float=to_float, commission=commission
        )
