"""What a key means: the pad of numbers for the right hand, letters for the left. Pure."""

from __future__ import annotations

import enum


class Key(enum.Enum):
    """What a key is for. Digits are whole numbers."""

    GO = enum.auto()
    BACK = enum.auto()
    CALL_OUT = enum.auto()
    CORRECT = enum.auto()
    HOLD = enum.auto()
    CANCEL = enum.auto()


Pressed = Key | int

_RIGHT = {
    "enter": Key.GO,
    ".": Key.BACK,
    ",": Key.BACK,
    "-": Key.BACK,
    "backspace": Key.BACK,
    "delete": Key.BACK,
    "*": Key.CALL_OUT,
    "/": Key.CORRECT,
    "+": Key.HOLD,
    "escape": Key.CANCEL,
}
_LEFT = {
    "space": Key.GO,
    "x": Key.BACK,
    "c": Key.CALL_OUT,
    "d": Key.CORRECT,
    "v": Key.HOLD,
    "z": Key.CANCEL,
}
_LEFT_DIGITS = {"q": 6, "w": 7, "e": 8, "r": 9, "t": 0}

RIGHT = ("0-9 ball", "Enter go", ". back", "* call out", "/ correct", "+ hold", "Esc leave")
LEFT = ("1-5 QWERT ball", "Space go", "X back", "C call out", "D correct", "V hold", "Z leave")
GO, BACK, CANCEL = "Enter/Space", "./X", "Esc/Z"
"""The keys of both hands, as a question names them."""
QUIT = "Ctrl-Q ends the screen, never the game"


def meaning(key: str, character: str | None) -> Pressed | None:
    """What a key of this name means, which types this character if any; None for nothing.

    >>> meaning("7", "7"), meaning("w", "w"), meaning("full_stop", ".")
    (7, 7, <Key.BACK: 2>)
    """
    typed = (character or "").lower()
    if len(typed) == 1 and typed in "0123456789":
        return int(typed)
    if typed in _LEFT_DIGITS:
        return _LEFT_DIGITS[typed]
    for name in (key, typed):
        found = _RIGHT.get(name) or _LEFT.get(name)
        if found is not None:
            return found
    return None
