"""The flashboard of a room, drawn for a terminal of 80 columns and 24 lines. Pure."""

from __future__ import annotations

from datetime import datetime

from rich.align import Align
from rich.console import Group, RenderableType
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from eyesdown.board.v1 import board_pb2
from services.cli.common.output import age, plain
from services.cli.common.words import phase_words, room_words
from services.cli.screens.frame_words import OVER, UNDECIDED, last_counting
from services.cli.screens.room_view import RoomView

# Three by five; a block is two columns wide, so that it is about square.
_DIGITS = {
    "0": ("###", "# #", "# #", "# #", "###"),
    "1": (" # ", "## ", " # ", " # ", "###"),
    "2": ("###", "  #", "###", "#  ", "###"),
    "3": ("###", "  #", "###", "  #", "###"),
    "4": ("# #", "# #", "###", "  #", "  #"),
    "5": ("###", "#  ", "###", "  #", "###"),
    "6": ("###", "#  ", "###", "# #", "###"),
    "7": ("###", "  #", "  #", "  #", "  #"),
    "8": ("###", "# #", "###", "# #", "###"),
    "9": ("###", "# #", "###", "  #", "###"),
    "-": ("   ", "   ", "###", "   ", "   "),
    " ": ("   ", "   ", "   ", "   ", "   "),
}
_ROW = 10
_LAST = 5

_BANNERS = {
    board_pb2.GAME_PHASE_WAITING: "bold black on yellow",
    board_pb2.GAME_PHASE_IN_PLAY: "bold white on green",
    board_pb2.GAME_PHASE_PAUSED: "bold white on red",
    board_pb2.GAME_PHASE_ENDED: "bold white on blue",
    board_pb2.GAME_PHASE_HELD: "bold black on bright_yellow",
    board_pb2.GAME_PHASE_VOID: "bold white on red",
}
_EMPTY = "bold black on yellow"
_OFFLINE = "bold white on magenta"
_CALLED = "bold reverse"
_NEWEST = "bold black on yellow"


def render(view: RoomView, now: datetime) -> RenderableType:
    """The board of a room at the instant `now`, which only the age of what is offline needs."""
    frame = view.glass
    parts: list[RenderableType] = [_title(view, frame), _banner(view, frame, now)]
    if frame is not None:
        parts += [_top(frame), Padding(_sheet(frame), (1, 0, 0, 0))]
    return Group(*parts)


def digits(number: str) -> list[str]:
    """A number in block digits: five lines, six columns for each digit and two between."""
    return [
        "  ".join(
            "".join("██" if block == "#" else "  " for block in _DIGITS[each][line])
            for each in number
        )
        for line in range(5)
    ]


def banner_words(view: RoomView, frame: board_pb2.GameFrame | None, now: datetime) -> str:
    """The state of the room in big plain words."""
    if view.offline:
        return f"OFFLINE FOR {age((now - view.alive_at).total_seconds())}"
    if frame is None:
        return "WAITING FOR A GAME"
    words = phase_words(frame.phase).upper()
    why = frame.ended_because if frame.phase in OVER else frame.held_because
    return f"{words}: {plain(why).upper()}" if why else words


def _title(view: RoomView, frame: board_pb2.GameFrame | None) -> RenderableType:
    line = Table.grid(expand=True)
    line.add_column()
    line.add_column(justify="right")
    game = view.showing.rpartition("/")[2]
    about = ""
    if frame is not None:
        about = f"game {game} · version {frame.game_version} · v{frame.version}"
    elif game:
        about = f"game {game}"
    line.add_row(Text(f"{view.venue} · {view.room}", "bold"), Text(about))
    return line


def _banner(view: RoomView, frame: board_pb2.GameFrame | None, now: datetime) -> RenderableType:
    style = _OFFLINE if view.offline else _EMPTY if frame is None else _BANNERS.get(frame.phase, "")
    words = Text(banner_words(view, frame, now), style, justify="center")
    words.no_wrap, words.overflow = True, "ellipsis"
    return Padding(Align.center(words), 1, style=style, expand=True)


def _top(frame: board_pb2.GameFrame) -> RenderableType:
    """The last number huge; beside it the last five, the count, stages and claims."""
    newest = last_counting(frame)
    last = str(newest.number) if newest else "-"
    huge = Text("\n".join(digits(last.rjust(2))), "bold", no_wrap=True)
    sides = Table.grid(expand=True, padding=(0, 2))
    sides.add_column(width=22)
    sides.add_column(ratio=1)
    sides.add_row(huge, Group(_count(frame), Text(), *_stages(frame), *_claims(frame)))
    return Padding(sides, (1, 0, 0, 2))


def _count(frame: board_pb2.GameFrame) -> Text:
    counting = [call for call in frame.calls if not call.taken_back]
    newest = [f"{call.letter}{call.number}" for call in counting[: -_LAST - 1 : -1]]
    text = Text.assemble((f"{len(counting)} of {frame.numbers}", "bold"))
    return text.append(f"   last: {'  '.join(newest)}") if newest else text


def _stages(frame: board_pb2.GameFrame) -> list[Text]:
    lines = []
    for stage in frame.stages:
        text = Text.assemble((stage.title.upper().ljust(7), "bold"), plain(stage.prize).rjust(16))
        lines.append(text.append(f"   won on call {stage.won_on}" if stage.won_on else ""))
    return lines


def _claims(frame: board_pb2.GameFrame) -> list[Text]:
    return [
        Text(
            f"CLAIM {each.call_out} in {room_words(each.room)}, after call {each.after_position}",
            "bold red",
        )
        for each in frame.call_outs
        if each.status == UNDECIDED
    ]


def _sheet(frame: board_pb2.GameFrame) -> RenderableType:
    """All numbers, ten in a row; the called ones stand out, the newest most."""
    called = {call.number for call in frame.calls if not call.taken_back}
    last = last_counting(frame)
    newest = last.number if last else 0
    sheet = Table.grid(padding=(0, 1))
    numbers = range(1, frame.numbers + 1)
    for start in range(0, frame.numbers, _ROW):
        cells = []
        for number in numbers[start : start + _ROW]:
            style = _NEWEST if number == newest else _CALLED if number in called else "dim"
            cells.append(Text(f" {number:2} ", style))
        sheet.add_row(*cells)
    return Align.center(sheet)
