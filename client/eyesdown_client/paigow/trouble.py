"""The calls for what goes wrong at a table."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Unpack

from eyesdown.paigow.v1 import sitting_pb2
from eyesdown_client.paigow.calls import How, SittingCalls
from eyesdown_client.paigow.words import Gone, SittingFinding


class TroubleCalls(SittingCalls):
    """Differences, irregularities, removals, directions and disputes.

    Each answers with the sitting, and raises an `EyesdownError`. Amounts are minor units of
    the table's currency, tiles numbers from 0 to 31.
    """

    async def decide_difference(
        self, name: str, *, version: int, entered_stands: bool, reason: str, **how: Unpack[How]
    ) -> sitting_pb2.Sitting:
        """Decide for what was worked out, or, of a result, for what the dealer `entered`."""
        return await self._tell(
            "DecideDifference",
            name,
            how,
            version=version,
            entered_stands=entered_stands,
            reason=reason,
        )

    async def correct_deal(
        self, name: str, *, version: int, box: int, tiles: Iterable[int], **how: Unpack[How]
    ) -> sitting_pb2.Sitting:
        """The tiles that lie at a box were entered otherwise; these are in their place."""
        return await self._tell("CorrectDeal", name, how, version=version, box=box, tiles=tiles)

    async def correct_dice(
        self, name: str, *, version: int, dice: Iterable[int], **how: Unpack[How]
    ) -> sitting_pb2.Sitting:
        """The dice were entered otherwise than they show."""
        return await self._tell("CorrectDice", name, how, version=version, dice=dice)

    async def call_off_round(
        self, name: str, *, version: int, reason: str, **how: Unpack[How]
    ) -> sitting_pb2.Sitting:
        """No round is played: nobody wagers, or the banker cannot. `reason` says why."""
        return await self._tell("CallOffRound", name, how, version=version, reason=reason)

    async def record_exposure(
        self, name: str, *, box: int, tiles: Iterable[int], by_dealer: bool, **how: Unpack[How]
    ) -> sitting_pb2.Sitting:
        """Tiles of a hand were seen; `by_dealer`, or by its own player."""
        return await self._tell(
            "RecordExposure", name, how, box=box, tiles=tiles, by_dealer=by_dealer
        )

    async def record_viewed(
        self, name: str, *, box: int, **how: Unpack[How]
    ) -> sitting_pb2.Sitting:
        """A player has looked at the remaining tiles of the hand."""
        return await self._tell("RecordViewed", name, how, box=box)

    async def call_hand_void(
        self, name: str, *, box: int, **how: Unpack[How]
    ) -> sitting_pb2.Sitting:
        """The player of a box calls the hand void."""
        return await self._tell("CallHandVoid", name, how, box=box)

    async def order_reshuffle(
        self, name: str, *, version: int, reason: str, **how: Unpack[How]
    ) -> sitting_pb2.Sitting:
        """The game supervisor has the tiles reshuffled: tiles were exposed, or tracking is
        suspected."""
        return await self._tell("OrderReshuffle", name, how, version=version, reason=reason)

    async def declare_misdeal(
        self, name: str, *, version: int, reason: str, **how: Unpack[How]
    ) -> sitting_pb2.Sitting:
        """The dealer distributed the tiles wrongly; `reason` says how."""
        return await self._tell("DeclareMisdeal", name, how, version=version, reason=reason)

    async def record_disturbed(
        self, name: str, *, box: int, **how: Unpack[How]
    ) -> sitting_pb2.Sitting:
        """The dealer, exposing a player's hand, knocked its tiles down or mixed them."""
        return await self._tell("RecordDisturbed", name, how, box=box)

    async def record_fouled(
        self, name: str, *, box: int, laid: sitting_pb2.Laid, **how: Unpack[How]
    ) -> sitting_pb2.Sitting:
        """A player's hand is found to lie so, its high hand lower than its low hand; the dealer
        sets it the house way."""
        return await self._tell("RecordFouled", name, how, box=box, laid=laid)

    async def record_mixed_hands(
        self, name: str, *, boxes: Iterable[int], reconstructed: bool, **how: Unpack[How]
    ) -> sitting_pb2.Sitting:
        """Tiles of these hands were mixed; `reconstructed`: each could be given its own again."""
        return await self._tell(
            "RecordMixedHands", name, how, boxes=boxes, reconstructed=reconstructed
        )

    async def order_removal(
        self, name: str, *, version: int, gone: Gone, box: int, suspicion: str, **how: Unpack[How]
    ) -> sitting_pb2.Sitting:
        """Take a box, or the player of `box`, out of play; a casino supervisor is notified."""
        return await self._tell(
            "OrderRemoval", name, how, version=version, gone=gone, box=box, suspicion=suspicion
        )

    async def shake_for_removal(
        self, name: str, *, removal: int, dice: Iterable[int], off_box: int, **how: Unpack[How]
    ) -> sitting_pb2.Sitting:
        """What the dice show, and the box that got the "Off" marker, 0 for none."""
        return await self._tell(
            "ShakeForRemoval", name, how, removal=removal, dice=dice, off_box=off_box
        )

    async def acknowledge_notice(
        self, name: str, *, removal: int, **how: Unpack[How]
    ) -> sitting_pb2.Sitting:
        """The casino supervisor has the notice of a removal."""
        return await self._tell("AcknowledgeNotice", name, how, removal=removal)

    async def decide_removal(
        self, name: str, *, version: int, removal: int, out: bool, **how: Unpack[How]
    ) -> sitting_pb2.Sitting:
        """Whether what was taken out stays `out` of later rounds."""
        return await self._tell(
            "DecideRemoval", name, how, version=version, removal=removal, out=out
        )

    async def reinstate(
        self, name: str, *, version: int, removal: int, **how: Unpack[How]
    ) -> sitting_pb2.Sitting:
        """Bring a box back into play, or let a player rejoin."""
        return await self._tell("Reinstate", name, how, version=version, removal=removal)

    async def direct_to_set_first(
        self, name: str, *, boxes: Iterable[int], reason: str, **how: Unpack[How]
    ) -> sitting_pb2.Sitting:
        """The players of these boxes set their hands before others handle theirs; none lifts it."""
        return await self._tell("DirectToSetFirst", name, how, boxes=boxes, reason=reason)

    async def direct_english(
        self, name: str, *, only: bool, reason: str, **how: Unpack[How]
    ) -> sitting_pb2.Sitting:
        """The players at the table speak English only; `only` false lifts it."""
        return await self._tell("DirectEnglish", name, how, only=only, reason=reason)

    async def open_dispute(
        self, name: str, *, round: int, box: int, about: str, recording: str, **how: Unpack[How]
    ) -> sitting_pb2.Sitting:
        """The player of a box disputes a round; `recording` is the recording's reference."""
        return await self._tell(
            "OpenDispute", name, how, round=round, box=box, about=about, recording=recording
        )

    async def rule_dispute(
        self,
        name: str,
        *,
        version: int,
        dispute: int,
        finding: SittingFinding,
        amount: int,
        reason: str,
        **how: Unpack[How],
    ) -> sitting_pb2.Sitting:
        """Rule a dispute; ruled again before its review, the last ruling counts."""
        return await self._tell(
            "RuleDispute",
            name,
            how,
            version=version,
            dispute=dispute,
            finding=finding,
            amount=amount,
            reason=reason,
        )

    async def review_dispute(
        self, name: str, *, version: int, dispute: int, **how: Unpack[How]
    ) -> sitting_pb2.Sitting:
        """A second person has looked at the case: what is due is paid."""
        return await self._tell("ReviewDispute", name, how, version=version, dispute=dispute)
