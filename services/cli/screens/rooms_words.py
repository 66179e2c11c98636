"""Rooms and their screens in words."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from eyesdown.draw.v1 import game_pb2, rooms_pb2
from services.cli.common.output import age, plain
from services.cli.common.words import room_words

STATES = {
    rooms_pb2.SCREEN_STATE_SHOWING: "showing",
    rooms_pb2.SCREEN_STATE_LATE: "late",
    rooms_pb2.SCREEN_STATE_DARK: "dark",
    rooms_pb2.SCREEN_STATE_AWAITED: "not known yet",
}
_GLASS = {
    game_pb2.ON_GLASS_DARK: "dark",
    game_pb2.ON_GLASS_AWAITED: "not known then",
}


def state_word(state: int) -> str:
    """ "dark"."""
    return next((word for each, word in STATES.items() if each == state), "unknown")


def place(room: rooms_pb2.RoomState) -> str:
    """ "akl/main"."""
    return room_words(room.name)


def troubles(room: rooms_pb2.RoomState) -> Iterator[tuple[rooms_pb2.Screen, str]]:
    """The screens of a room that somebody should look at, each with what is wrong."""
    for screen in room.screens:
        wrong = list(_wrong(screen))
        if wrong:
            yield screen, ", ".join(wrong)


def _wrong(screen: rooms_pb2.Screen) -> Iterator[str]:
    if screen.state == rooms_pb2.SCREEN_STATE_DARK:
        heard = f", heard of {age(screen.age / 1000)} ago" if screen.HasField("heard_at") else ""
        yield f"dark{heard}"
    elif screen.state == rooms_pb2.SCREEN_STATE_LATE:
        yield "late"
    if screen.skewed:
        yield f"its clock is {skew(screen)}"
    if screen.old_page:
        yield f"an old page, {plain(screen.build) or 'of no build'}"


def skew(screen: rooms_pb2.Screen) -> str:
    """ "2.5 s ahead"."""
    side = "ahead" if screen.clock_skew > 0 else "behind"
    return f"{abs(screen.clock_skew) / 1000:.1f} s {side}"


def dark_or_late(rooms: Iterable[rooms_pb2.RoomState]) -> str:
    """ "DARK: akl/terrace (bar); LATE: akl/main (north)"; empty where nothing is."""
    told = []
    for state in (rooms_pb2.SCREEN_STATE_DARK, rooms_pb2.SCREEN_STATE_LATE):
        found = [
            f"{place(room)} ({', '.join(screens)})"
            for room in rooms
            if (screens := [each.display for each in room.screens if each.state == state])
        ]
        if found:
            told.append(f"{state_word(state).upper()}: {', '.join(found)}")
    return "; ".join(told)


def had(game: game_pb2.Game, position: int) -> str:
    """What the rooms had of a call: "main after 420 ms; annex dark; heard in annex by sam"."""
    told = [
        f"{room_words(each.room)} {_on_glass(each)}"
        for each in game.acknowledgements
        if each.position == position
    ]
    for said in game.confirmations:
        if said.position == position:
            how = " and ".join(
                word for word, true in (("heard", said.heard), ("seen", said.seen)) if true
            )
            told.append(f"{how} in {room_words(said.room)} by {plain(said.by)}")
    for breach in game.breaches:
        if breach.position == position:
            without = ", ".join(map(room_words, breach.rooms))
            told.append(f"gone on without {without}, by {plain(breach.by)}: {plain(breach.reason)}")
    return "; ".join(told)


def _on_glass(each: game_pb2.Acknowledgement) -> str:
    some = "" if each.showing == each.screens else f" ({each.showing} of {each.screens} screens)"
    if each.milliseconds:
        late = ", late" if each.glass == game_pb2.ON_GLASS_LATE else ""
        return f"after {each.milliseconds} ms{late}{some}"
    return next((word for glass, word in _GLASS.items() if glass == each.glass), "not in time") + (
        some if each.showing else ""
    )
