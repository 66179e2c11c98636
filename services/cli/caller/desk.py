"""What the screen of one person knows. Pure, and never changed in place."""

from __future__ import annotations

import enum
from dataclasses import dataclass
from datetime import datetime

from eyesdown.draw.v1 import draw_service_pb2 as rpc
from eyesdown.draw.v1 import game_pb2, rooms_pb2
from eyesdown_client import Post
from services.cli.caller.orders import Order

NOT_IN_EVERY_ROOM = "NOT_IN_EVERY_ROOM"
"""Why a number may not be announced while a room may lack the last one."""


class Tone(enum.Enum):
    """How something is said."""

    PLAIN = enum.auto()
    REFUSED = enum.auto()
    TROUBLE = enum.auto()


@dataclass(frozen=True, slots=True)
class Note:
    """The last thing that was said to the person."""

    text: str = ""
    tone: Tone = Tone.PLAIN


@dataclass(frozen=True, slots=True)
class Drawn:
    """The number that the caller was told, at `version` of the game, and that waits to be announced
    as `position`."""

    position: int
    number: int
    letter: str = ""
    version: int = 0

    @property
    def words(self) -> str:
        """ "17", or "B 7"."""
        return f"{self.letter} {self.number}".strip()


class Dialog(enum.Enum):
    """What is asked step by step before it is done."""

    ANNOUNCE = enum.auto()
    TAKE_BACK = enum.auto()
    CALL_OUT = enum.auto()
    CORRECT = enum.auto()
    HOLD = enum.auto()
    RESUME = enum.auto()
    DECIDE = enum.auto()
    APPROVE = enum.auto()
    GO_ON = enum.auto()
    END = enum.auto()


@dataclass(frozen=True)
class Asking:
    """A dialog under way: begun `at`, when the game was `game`; the answers so far, and what is
    typed of the next."""

    dialog: Dialog
    at: datetime
    game: game_pb2.Game
    answers: tuple[int, ...] = ()
    typed: str = ""


@dataclass(frozen=True)
class Desk:
    """One person's screen: the post, the game as it is known, what is keyed and asked.

    `queue` are orders that are not answered yet, the first of them under way; `steps` what may be
    done in the game, and why not; `rooms` how the game's rooms stand, as far as they were told;
    `gone_at` when "go on" was pressed last.
    """

    post: Post
    game: game_pb2.Game
    steps: tuple[rpc.ExplainGameResponse.NextStep, ...] = ()
    rooms: tuple[rooms_pb2.RoomState, ...] = ()
    drawn: Drawn | None = None
    keyed: str = ""
    asking: Asking | None = None
    queue: tuple[Order, ...] = ()
    note: Note = Note()
    linked: bool = True
    gone_at: datetime | None = None

    @property
    def balls(self) -> bool:
        """Whether numbers come as balls."""
        return self.game.selector == game_pb2.SELECTOR_RECEPTACLE

    @property
    def position(self) -> int:
        """The position of the next call."""
        return self.game.next_position or len(self.game.calls) + 1

    @property
    def counting(self) -> list[game_pb2.Call]:
        """The calls that count."""
        return [call for call in self.game.calls if not call.taken_back]

    @property
    def to_confirm(self) -> game_pb2.Call | None:
        """The first call that is not confirmed, or else the last; None before the first."""
        counting = self.counting
        waiting = [call for call in counting if not call.confirmed]
        return next(iter(waiting), counting[-1] if counting else None)

    @property
    def undecided(self) -> game_pb2.CallOut | None:
        """The first call out that waits for its decision."""
        waiting = (each for each in self.game.call_outs if not each.HasField("decided"))
        return next(waiting, None)

    @property
    def to_sign(self) -> game_pb2.Proposal | None:
        """The first proposal that somebody else has made, and that waits for a second person."""
        mine = {each.person for each in self.game.staff if each.post == int(self.post)}
        return next((each for each in self.game.proposals if each.by not in mine), None)

    @property
    def awaited(self) -> str:
        """Why the next number waits for rooms, in the rule's words; empty where it does not."""
        waits = (each for each in self.steps if each.reason == NOT_IN_EVERY_ROOM)
        return next((each.says for each in waits), "")

    @property
    def played_out(self) -> bool:
        """Whether every stage is won, or every number called, and all is confirmed."""
        won = {each.stage for each in self.game.won}
        counting = self.counting
        over = all(each.stage in won for each in self.game.stages)
        over = over or len(counting) == self.game.numbers
        return over and not self.game.selected and all(call.confirmed for call in counting)

    @property
    def waits(self) -> Drawn | None:
        """The number that is selected for the next call, as far as this caller was told it."""
        if self.drawn is not None and self.game.selected and self.drawn.position == self.position:
            return self.drawn
        return None
