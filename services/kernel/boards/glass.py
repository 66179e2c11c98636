"""What a display says of its glass: `board.v1.Shown` as JSON, read fast and believed in nothing
more than it can know."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from services.kernel.names import ROOM, Name, expect_id

MOST = 4096
"""Bytes that a message has at the most."""
CALLS = 12
"""The newest calls that it tells of, at the most."""
_BUILD = 64
_UINT32 = 2**32 - 1
_INT32 = 2**31 - 1


class IllFormed(ValueError):
    """It is no message of a display; it says why."""


@dataclass(frozen=True, slots=True)
class Glass:
    """What is on a display's glass, as it says itself.

    `name` is what is shown, whole, in `version` and `since`; None: nothing. `calls` are the newest
    ones by position: the number, and since when it is there. `clock_skew` in milliseconds is how
    far the display's own clock is ahead of the house's; all instants are the house's.
    """

    display: str
    room: str
    name: Name | None
    version: int
    since: datetime | None
    calls: Mapping[int, tuple[int, datetime]]
    build: str
    clock_skew: int
    at: datetime


def read(body: bytes) -> Glass:
    """The glass of a message. Raises `IllFormed`."""
    if len(body) > MOST:
        raise IllFormed(f"{len(body)} bytes are more than {MOST}")
    try:
        said = json.loads(body)
        if not isinstance(said, dict):
            raise IllFormed("it is no JSON object")
        calls = _typed(said, "calls", list, [])
        if len(calls) > CALLS:
            raise IllFormed(f"{len(calls)} calls are more than {CALLS}")
        name = _typed(said, "name", str, "")
        build = _typed(said, "build", str, "")
        if len(build) > _BUILD or not (build.isprintable() or not build):
            raise IllFormed("the build is no short text")
        return Glass(
            display=expect_id(ROOM, "display", _typed(said, "display", str, "")),
            room=expect_id(ROOM, "room", _typed(said, "room", str, "")),
            name=Name.parse(name) if name else None,
            version=_number(said, "version", 0, _UINT32),
            since=_instant(said, "since") if said.get("since") is not None else None,
            calls=dict(_call(each) for each in calls),
            build=build,
            clock_skew=_number(said, "clockSkew", -_INT32, _INT32),
            at=_instant(said, "at"),
        )
    except IllFormed:
        raise
    # JSONDecodeError and BadName are ValueErrors; an instant may be out of every calendar.
    except (ValueError, RecursionError, OverflowError) as wrong:
        raise IllFormed(str(wrong)) from wrong


def _call(said: Any) -> tuple[int, tuple[int, datetime]]:
    if not isinstance(said, dict):
        raise IllFormed("a call is no JSON object")
    number = _number(said, "number", 0, _UINT32)
    return _number(said, "position", 1, _UINT32), (number, _instant(said, "since"))


def _typed(said: Mapping[str, Any], key: str, kind: type, default: Any) -> Any:
    value = said.get(key, default)
    if not isinstance(value, kind):
        raise IllFormed(f"{key} is no {kind.__name__}")
    return value


def _number(said: Mapping[str, Any], key: str, least: int, most: int) -> int:
    value = said.get(key, 0)
    if type(value) is not int or not least <= value <= most:
        raise IllFormed(f"{key} is no number of {least} to {most}")
    return value


def _instant(said: Mapping[str, Any], key: str) -> datetime:
    instant = datetime.fromisoformat(_typed(said, key, str, ""))
    if instant.tzinfo is None:
        raise IllFormed(f"{key} has no zone")
    return instant.astimezone(UTC)
