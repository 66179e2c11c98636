"""The flashboard, drawn from recorded frames in 80 columns."""

from __future__ import annotations

from datetime import datetime, timedelta
from io import StringIO

import pytest
from rich.console import Console

from eyesdown.board.v1 import board_pb2
from services.cli.screens.flashboard import digits, render
from services.cli.screens.room_view import RoomView
from tests.cli.frames import ALIVE, ended, paused, shown, waiting

BOARD = """\
akl · main                                  game 2026-11-29-07 · version 3 · v26

                               PAUSED FOR A CLAIM


          ██████          7 of 90   last: 5  90  60  41  3
          ██
          ██████          LINE         NZD 500.00   won on call 5
              ██          BINGO      NZD 1,000.00
          ██████          CLAIM 2 in terrace, after call 7

                 1    2    3    4    5    6    7    8    9   10
                11   12   13   14   15   16   17   18   19   20
                21   22   23   24   25   26   27   28   29   30
                31   32   33   34   35   36   37   38   39   40
                41   42   43   44   45   46   47   48   49   50
                51   52   53   54   55   56   57   58   59   60
                61   62   63   64   65   66   67   68   69   70
                71   72   73   74   75   76   77   78   79   80
                81   82   83   84   85   86   87   88   89   90
"""


def drawn(view: RoomView, now: datetime = ALIVE, width: int = 80) -> list[str]:
    """The lines of the board, blanks at their ends left out."""
    console = Console(width=width, file=StringIO(), record=True)
    console.print(render(view, now))
    return [line.rstrip() for line in console.export_text().splitlines()]


def styles(view: RoomView) -> dict[str, str]:
    """How each text of the board is drawn, by the text."""
    console = Console(width=80, file=StringIO(), force_terminal=True)
    return {
        segment.text.strip(): str(segment.style)
        for segment in console.render(render(view, ALIVE))
        if segment.text.strip()
    }


def test_a_game_that_is_paused():
    assert drawn(shown(paused())) == BOARD.splitlines()


def test_the_board_fits_a_terminal_of_24_lines():
    frame = paused()
    frame.call_outs.add(call_out=3, room="main", after_position=7, status="undecided")
    assert len(drawn(shown(frame))) <= 24


def test_called_numbers_stand_out_and_the_newest_most():
    how = styles(shown(paused()))
    called = {how[str(number)] for number in (17, 88, 3, 41, 60, 90)}
    others = {
        how[str(number)] for number in range(1, 91) if str(number) not in "17 88 3 41 60 90 5"
    }
    assert len(called) == len(others) == 1
    assert len(called | others | {how["5"]}) == 3


def test_what_is_still_to_be_shown_is_not_on_the_glass():
    lines = drawn(shown(paused(), played=4))
    assert lines[2].strip() == "IN PLAY"
    assert lines[5][18:].strip() == "4 of 90   last: 41  3  88  17"
    assert "won on" not in "".join(lines)
    assert "CLAIM" not in "".join(lines)
    assert [line[2:16].ljust(14) for line in lines[5:10]] == digits("41")


def test_digits_are_made_of_blocks():
    assert digits("41") == [
        "██  ██    ██  ",
        "██  ██  ████  ",
        "██████    ██  ",
        "    ██    ██  ",
        "    ██  ██████",
    ]
    assert len({tuple(digits(each)) for each in "0123456789"}) == 10


@pytest.mark.parametrize(
    ("view", "words"),
    [
        (shown(None), "WAITING FOR A GAME"),
        (shown(waiting()), "WAITING TO BE ANNOUNCED"),
        (shown(paused(), played=6), "IN PLAY"),
        (shown(paused()), "PAUSED FOR A CLAIM"),
        (shown(ended("completed")), "ENDED: COMPLETED"),
        (shown(ended("fire \x1b[2J alarm")), "ENDED: FIRE  [2J ALARM"),
        (shown(ended("[bold]x[/]")), "ENDED: [BOLD]X[/]"),
        (shown(None, offline=True), "OFFLINE FOR 12 s"),
        (shown(paused(), offline=True), "OFFLINE FOR 12 s"),
    ],
)
def test_the_state_is_said_in_plain_words(view: RoomView, words: str):
    assert drawn(view, ALIVE + timedelta(seconds=12.4))[2].strip() == words


def test_states_differ_in_colour_too():
    seen = [shown(None, offline=True), shown(waiting()), shown(paused(), 1), shown(paused())]
    banners = ["OFFLINE FOR 0 s", "WAITING TO BE ANNOUNCED", "IN PLAY", "PAUSED FOR A CLAIM"]
    how = {styles(view)[words] for view, words in zip(seen, banners, strict=True)}
    assert len(how) == 4


def test_offline_the_last_state_stays_in_sight():
    assert drawn(shown(paused(), offline=True))[4:] == BOARD.splitlines()[4:]


def test_a_game_without_calls_and_prizes():
    lines = drawn(shown(waiting()))
    assert lines[0] == "akl · main".ljust(45) + "game 2026-11-29-07 · version 1 · v1"
    assert "0 of 90" in lines[5]
    assert "last:" not in lines[5]
    assert any(line.strip().endswith("BINGO") for line in lines)


def test_a_long_reason_is_cut_to_the_line():
    lines = drawn(shown(ended("because " * 40)))
    assert lines[2].strip().endswith("…")
    assert len(lines) == len(BOARD.splitlines())


def test_a_room_whose_game_has_no_frame_yet_names_it():
    view = RoomView("akl", "main", ALIVE, "venues/akl/games/2026-11-29-07")
    lines = drawn(view)
    assert lines[0].endswith("game 2026-11-29-07")
    assert lines[2].strip() == "WAITING FOR A GAME"


def test_a_game_that_is_held_says_why_and_a_void_one_too():
    frame = paused()
    frame.phase, frame.held_because = board_pb2.GAME_PHASE_HELD, "smoke in the lobby"
    assert drawn(shown(frame))[2].strip() == "HELD: SMOKE IN THE LOBBY"
    frame = ended("a ball is stuck")
    frame.phase = board_pb2.GAME_PHASE_VOID
    assert drawn(shown(frame))[2].strip() == "VOID: A BALL IS STUCK"


def test_what_was_taken_back_is_off_the_board_and_letters_stand_with_their_numbers():
    frame = paused()
    frame.calls[6].taken_back = True
    frame.calls[5].letter = "O"
    lines = drawn(shown(frame))
    assert lines[5][18:].strip() == "6 of 90   last: O90  60  41  3  88"
    how = styles(shown(frame))
    assert how["5"] == how["6"], "5 was taken back, and 6 was never called"
    assert how["90"] not in (how["60"], how["6"]), "the last that counts is the newest"
