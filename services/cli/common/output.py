"""How the command line speaks: sentences for errors, words for states, columns, instants."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import UTC, datetime, tzinfo

import nats.errors
from google.protobuf.timestamp_pb2 import Timestamp

from eyesdown.board.v1 import board_pb2
from eyesdown.common.v1 import money_pb2
from eyesdown_client import Ending, EyesdownError, Phase
from services.kernel.errors import failure_of
from services.kernel.journal.lastvalue import StoreDown
from services.kernel.money import Money
from services.kernel.names import BadName
from services.kernel.settings import StartError

DEBUG = "EYESDOWN_DEBUG"

PHASES = {
    Phase.WAITING: "waiting to be announced",
    Phase.IN_PLAY: "in play",
    Phase.PAUSED: "paused for a claim",
    Phase.ENDED: "ended",
    Phase.HELD: "held",
}
VOID = "void"
ENDINGS = {
    Ending.COMPLETED: "every stage is won",
    Ending.EXHAUSTED: "every number was called",
    Ending.ABANDONED: "ended early",
    Ending.VOID: "it is void",
}


def explain(error: BaseException) -> str:
    """What went wrong, in sentences for whoever typed the command; never a traceback."""
    match error:
        case BaseExceptionGroup():
            return "\n".join(dict.fromkeys(explain(each) for each in error.exceptions))
        case EyesdownError():  # a sentence as it is; it may begin with a name
            return str(error).strip()
        case BadName() | StoreDown():
            return _sentence(str(error))
        case StartError():
            return "\n".join(_sentence(each) for each in error.problems)
        case nats.errors.Error():
            return _sentence(f"NATS: {str(error) or type(error).__name__}")
        case OSError():
            return _sentence(str(error) or type(error).__name__)
        case Exception():
            failure = failure_of(error)
            if failure is not None:
                return f"{failure.sentence} {failure.advice}"
    return (
        f"Something went wrong here, through no fault of yours: {type(error).__name__}: {error}\n"
        f"Run it again with {DEBUG}=1 to see where."
    )


def _sentence(text: str) -> str:
    """The text with a capital, unless it begins with what is no word: a name, a file."""
    text = text.strip()
    word = text.partition(" ")[0].rstrip(",:;")
    return text[:1].upper() + text[1:] if word.replace("-", "").isalpha() else text


def plain(text: str) -> str:
    """The text without anything that would move a terminal's cursor or change its colours."""
    return "".join(letter if letter.isprintable() else " " for letter in text)


def phase_words(phase: int) -> str:
    """A phase of a game, or of its frame, as people say it."""
    if phase == board_pb2.GAME_PHASE_VOID:
        return VOID
    return next((words for each, words in PHASES.items() if each == phase), "unknown")


def ending_words(ending: int, reason: str = "") -> str:
    """Why a game ended, as people say it."""
    if reason:
        return plain(reason)
    return next((words for each, words in ENDINGS.items() if each == ending), "unknown")


def amount(money: money_pb2.Money) -> str:
    """ "NZD 1,000.00"."""
    return Money(money.currency, money.minor_units).shown


def clock_time(stamp: Timestamp, zone: tzinfo = UTC) -> str:
    """ "19:30:05" on the wall of that zone; empty for no instant."""
    instant = stamp.ToDatetime(UTC)
    return (
        ""
        if instant == datetime(1970, 1, 1, tzinfo=UTC)
        else f"{instant.astimezone(zone):%H:%M:%S}"
    )


def room_words(room: str) -> str:
    """A room of the game's own venue by its id, of another "wlg/main"."""
    match room.split("/"):
        case ["venues", venue, "rooms", its_id]:
            return f"{venue}/{its_id}"
    return room


def age(seconds: float) -> str:
    """ "12 s", "3 min", "2 h 5 min"."""
    whole = max(int(seconds), 0)
    if whole < 120:
        return f"{whole} s"
    if whole < 7200:
        return f"{whole // 60} min"
    return f"{whole // 3600} h {whole % 3600 // 60} min"


def columns(rows: Sequence[Sequence[str]], indent: str = "") -> Iterator[str]:
    """Lines in which the cells of each column stand below each other, two blanks apart."""
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    for row in rows:
        cells = (cell.ljust(width) for cell, width in zip(row, widths, strict=True))
        yield (indent + "  ".join(cells)).rstrip()


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


OVER = (board_pb2.GAME_PHASE_ENDED, board_pb2.GAME_PHASE_VOID)
UNDECIDED = "undecided"


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
