"""A frame of a game in words: what people in the room see of it."""

from __future__ import annotations

from eyesdown.board.v1 import board_pb2
from services.cli.common.output import plain
from services.cli.common.words import phase_words, room_words

OVER = (board_pb2.GAME_PHASE_ENDED, board_pb2.GAME_PHASE_VOID)
UNDECIDED = "undecided"


def describe(frame: board_pb2.GameFrame) -> str:
    """A game as a room shows it, in one line: which version of it, and what people see of it."""
    return f"{frame.name.rpartition('/')[2]} v{frame.version} · {on_the_glass(frame)}"


def on_the_glass(frame: board_pb2.GameFrame) -> str:
    """What people in the room see of a game: how it stands, the last call, claims and prizes."""
    why = frame.ended_because if frame.phase in OVER else frame.held_because
    told = [": ".join(filter(None, (phase_words(frame.phase), plain(why))))]
    if frame.practice:
        told.append("practice")
    last = last_counting(frame)
    if last is not None:
        called = f"{last.letter} {last.number}".strip()
        told.append(f"call {last.position} of {frame.numbers}: {called}")
    told += [call_out_words(each) for each in frame.call_outs if each.status == UNDECIDED]
    told += [stage_words(each) for each in frame.stages]
    return " · ".join(told)


def last_counting(frame: board_pb2.GameFrame) -> board_pb2.FrameCall | None:
    """The last call that counts: what was taken back does not."""
    return next((call for call in reversed(frame.calls) if not call.taken_back), None)


def call_out_words(call_out: board_pb2.FrameCallOut) -> str:
    """ "call out 2 in main after call 17"."""
    room = room_words(call_out.room)
    return f"call out {call_out.call_out} in {room} after call {call_out.after_position}"


def stage_words(stage: board_pb2.FrameStage) -> str:
    """ "line NZD 500.00", or "line NZD 500.00 won on call 17"."""
    prize = f"{stage.title} {plain(stage.prize)}".strip()
    return f"{prize} won on call {stage.won_on}" if stage.won_on else prize
