"""Players call out, and it is put on record (rule 5.3), whatever the game is doing."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import datetime

from services.draw.domain.game.judging import came_late, judged_on
from services.draw.domain.game.parts import Acknowledgement, CallOut
from services.draw.domain.game.state import Ended, Game, InPlay, Waiting
from services.draw.domain.game.words import Cry
from services.kernel.law import Decision, Reason, clause, happened

Opened = Waiting | InPlay | Ended

ROOM_NOT_IN_GAME = Reason(
    "ROOM_NOT_IN_GAME",
    "This game is not played in the room {room}, so this call out belongs to another game.",
    "Enter it for the room in which it was heard; this game is played in {rooms}.",
)


@dataclass(frozen=True, slots=True)
class RecordCallOut:
    """Somebody heard a player call out. `player` is a reference, or empty; `witnesses` are, too:
    who heard it, where that is not whoever enters it. `acknowledged` is what the rooms have on
    their glass of the calls."""

    room: str
    after_position: int
    cry: Cry
    on_behalf: bool
    player: str
    heard_at: datetime | None
    by: str
    at: datetime
    witnesses: tuple[str, ...] = ()
    acknowledged: tuple[Acknowledgement, ...] = ()


@dataclass(frozen=True, slots=True)
class CallOutRecorded:
    """A player called out."""

    call_out: int
    room: str
    after_position: int
    cry: Cry
    on_behalf: bool
    player: str
    heard_at: datetime
    entered_at: datetime
    entered_by: str
    late: bool
    outside_play: bool
    judged_on: int = 0
    witnesses: tuple[str, ...] = ()
    asked: int = 0


@clause("NZB-5.3")
def is_call_out(cry: Cry, on_behalf: bool) -> bool:
    """Whether it is a call out at all: a player's own word or noise, or another person's word."""
    return not on_behalf or cry in (Cry.LINE, Cry.BINGO)


@clause("NZB-5.3", "TNB-9")
def record_call_out(command: RecordCallOut, game: Opened) -> Decision[CallOutRecorded]:
    """Recorded whatever the state of the game, and play in a running game pauses.

    It is kept apart when it was heard and when it was entered. The number that is drawn may be
    spoken before it is keyed: a call out can answer it, and the caller then finishes that call. One
    for any later call, or for a call of which only the letter was spoken, answers the last one,
    until calls that were made by hand come on record; what it was entered for is kept. It is judged
    on the last number that had been announced in full, and not wrongly, when it was heard.
    """
    if command.room not in game.rooms:
        raise ROOM_NOT_IN_GAME(room=command.room, rooms=", ".join(game.rooms))
    answers = min(command.after_position, spoken(game))
    heard_at = min(command.heard_at or command.at, command.at)
    on = judged_on(game, answers, heard_at)
    return happened(
        CallOutRecorded(
            call_out=len(game.call_outs) + 1,
            room=command.room,
            after_position=answers,
            cry=command.cry,
            on_behalf=command.on_behalf,
            player=command.player,
            heard_at=heard_at,
            entered_at=command.at,
            entered_by=command.by,
            late=came_late(game, on, len(game.calls), command.at),
            outside_play=not isinstance(game, InPlay),
            judged_on=on,
            witnesses=command.witnesses,
            asked=command.after_position,
        )
    )


def call_out_recorded(game: Opened, event: CallOutRecorded) -> Opened:
    """The call out waits for its decision."""
    call_out = CallOut(
        event.call_out,
        event.room,
        event.after_position,
        event.cry,
        event.on_behalf,
        event.player,
        event.heard_at,
        event.entered_at,
        event.entered_by,
        event.late,
        event.outside_play,
        judged_on=event.judged_on,
        entered_after=len(game.calls),
        witnesses=event.witnesses,
        asked=event.asked,
    )
    return replace(game, call_outs=(*game.call_outs, call_out))


def spoken(game: Game) -> int:
    """The last position that the hall can have heard a number for: also one that is drawn and not
    on record as announced, unless it was cut off after its letter."""
    waits = isinstance(game, InPlay) and game.selected is not None and not game.cut_off
    return len(game.calls) + waits


def heard_no_number(game: InPlay) -> tuple[CallOut, ...]:
    """The call outs, once it is known that only a letter was spoken for the next call (Tennessee
    9): whoever answered that is judged on the last number fully called."""
    last = len(game.calls)
    return tuple(
        replace(each, after_position=last, judged_on=judged_on(game, last, each.heard_at))
        if each.after_position > last
        else each
        for each in game.call_outs
    )


def heard_the_number(game: InPlay) -> tuple[CallOut, ...]:
    """The call outs, once it is known that the next call was not cut off: whoever was entered for
    it answers it."""
    next_call = len(game.calls) + 1
    return tuple(
        replace(each, after_position=next_call, judged_on=next_call)
        if each.decided is None and each.asked >= next_call
        else each
        for each in game.call_outs
    )
