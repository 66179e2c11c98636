"""The calls that open and close a table, and seat its players."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Unpack

from eyesdown.common.v1 import players_pb2
from eyesdown.paigow.v1 import sitting_pb2
from eyesdown_client.paigow.calls import How, SittingCalls
from eyesdown_client.paigow.words import Mode, SittingPost


class SeatingCalls(SittingCalls):
    """Opening, closing, staff, float and boxes.

    Each answers with the sitting, and raises an `EyesdownError`. Amounts are minor units of
    the table's currency, tiles numbers from 0 to 31.
    """

    async def sign_opening(
        self, name: str, *, version: int, **how: Unpack[How]
    ) -> sitting_pb2.Sitting:
        """A second person has counted the float."""
        return await self._tell("SignOpening", name, how, version=version)

    async def decide_count(
        self, name: str, *, version: int, reason: str, **how: Unpack[How]
    ) -> sitting_pb2.Sitting:
        """Let a count stand that differs, for this reason."""
        return await self._tell("DecideCount", name, how, version=version, reason=reason)

    async def sign_closing(
        self, name: str, *, version: int, **how: Unpack[How]
    ) -> sitting_pb2.Sitting:
        """A second person has counted the float."""
        return await self._tell("SignClosing", name, how, version=version)

    async def assign_staff(
        self, name: str, *, post: SittingPost, person: str, **how: Unpack[How]
    ) -> sitting_pb2.Sitting:
        """Put a person at a post; who held it before is relieved."""
        return await self._tell("AssignStaff", name, how, post=post, person=person)

    async def set_limits(
        self, name: str, *, version: int, limits: sitting_pb2.Limits, **how: Unpack[How]
    ) -> sitting_pb2.Sitting:
        """Display other limits, from the next round on."""
        return await self._tell("SetLimits", name, how, version=version, limits=limits)

    async def take_fill(
        self, name: str, *, chips: Iterable[sitting_pb2.Chips], signed_by: str, **how: Unpack[How]
    ) -> sitting_pb2.Sitting:
        """Chips come to the float; `signed_by` received them with the game supervisor."""
        return await self._tell("TakeFill", name, how, chips=chips, signed_by=signed_by)

    async def take_credit(
        self, name: str, *, chips: Iterable[sitting_pb2.Chips], signed_by: str, **how: Unpack[How]
    ) -> sitting_pb2.Sitting:
        """Chips leave the float; `signed_by` took them over from the game supervisor."""
        return await self._tell("TakeCredit", name, how, chips=chips, signed_by=signed_by)

    async def seat_player(
        self,
        name: str,
        *,
        box: int,
        player: str,
        shown: players_pb2.PlayerShown | None = None,
        **how: Unpack[How],
    ) -> sitting_pb2.Sitting:
        """Seat a player at a box. `shown` is what they show beside that: `player_shown(…)`."""
        return await self._tell("SeatPlayer", name, how, box=box, player=player, shown=shown)

    async def leave_box(self, name: str, *, box: int, **how: Unpack[How]) -> sitting_pb2.Sitting:
        """The player of a box leaves it."""
        return await self._tell("LeaveBox", name, how, box=box)

    async def mark_absent(
        self, name: str, *, box: int, absent: bool, **how: Unpack[How]
    ) -> sitting_pb2.Sitting:
        """The player of a box is away from the table, or back."""
        return await self._tell("MarkAbsent", name, how, box=box, absent=absent)

    async def give_bank(
        self, name: str, *, mode: Mode, box: int, chung: int, **how: Unpack[How]
    ) -> sitting_pb2.Sitting:
        """The bank goes to a box, or to the house (`box` 0); `chung` is where the chung was put."""
        return await self._tell("GiveBank", name, how, mode=mode, box=box, chung=chung)

    async def count_float(
        self, name: str, *, chips: Iterable[sitting_pb2.Chips], **how: Unpack[How]
    ) -> sitting_pb2.Sitting:
        """The closing count, or before it is signed the opening count; the last one counts."""
        return await self._tell("CountFloat", name, how, chips=chips)
