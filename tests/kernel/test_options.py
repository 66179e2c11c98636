"""How a law reads the options of a profile, and what it says of one that does not suit."""

from __future__ import annotations

import enum
from collections.abc import Callable

import pytest

from services.kernel.options import Options


class Colour(enum.Enum):
    """Some words."""

    RED = 1
    DARK_BLUE = 2


READ = Options(
    {"on": True, "size": 7, "name": "x", "colour": "dark_blue", "colours": ("red", "red")}
)


def test_what_suits_is_read() -> None:
    assert (READ.flag("on"), READ.text("name"), READ.typed("colours", tuple)) == (
        True,
        "x",
        ("red", "red"),
    )
    assert (READ.number("size", 7), READ.number("size", 0, 7)) == (7, 7)
    assert READ.member("colour", Colour) is Colour.DARK_BLUE
    assert READ.members("colours", Colour) == (Colour.RED, Colour.RED)


@pytest.mark.parametrize(
    ("read", "why"),
    [
        (lambda: READ.flag("size"), "option size: a value of type bool is needed, not 7"),
        (lambda: READ.flag("off"), "option off: a value of type bool is needed, not None"),
        (lambda: READ.text("size"), "option size: a value of type str is needed, not 7"),
        (lambda: READ.number("on", 0), "option on: a value of type int is needed, not True"),
        (lambda: READ.number("size", 8), "option size: 8 or more is possible, not 7"),
        (lambda: READ.number("size", 0, 6), "option size: 0 to 6 is possible, not 7"),
        (lambda: READ.member("name", Colour), "option name: 'x' is none of red, dark_blue"),
        (lambda: READ.member("size", Colour), "option size: 7 is none of red, dark_blue"),
        (lambda: READ.members("name", Colour), "option name: a value of type tuple is needed"),
        (
            lambda: Options({"colours": ("red", "RED")}).members("colours", Colour),
            "option colours: 'RED' is none of red, dark_blue",
        ),
    ],
)
def test_what_does_not_suit_is_named(read: Callable[[], object], why: str) -> None:
    with pytest.raises(ValueError, match=f"^{why}"):
        read()


def test_one_that_the_law_does_not_know_is_named() -> None:
    READ.are_among(("on", "size", "name", "colour", "colours", "other"), "we have")
    with pytest.raises(ValueError, match=r"^option colour: there is none; we have on, size, name$"):
        READ.are_among(("on", "size", "name"), "we have")


def test_whether_any_of_some_is_there() -> None:
    assert READ.say(("other", "on"))
    assert not READ.say(("other",))
