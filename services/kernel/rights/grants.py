"""What a kind of client may publish and subscribe to: the displays' part of the table.

A display sees its room's pointer and its venue's boards and pulses, which are public in the hall,
may take the last frames of these, and says what is on its own glass. A screen that belongs to no
room yet asks to be let in, and hears the answer; both on subjects that hold its own key.
"""

from __future__ import annotations

from dataclasses import dataclass

HOUSE = "HOUSE"
"""The account of services, and of people who change something; the streams are in it."""
DISPLAYS = "DISPLAYS"
"""The account of displays. It has no JetStream, and sees of the house what is in `SEEN` and `SAID`
alone: whatever a display writes as the place for an answer is a place in this account."""
SEEN = (
    "eyesdown.room.>",
    "eyesdown.board.>",
    "eyesdown.pulse.>",
    "eyesdown.pairing.told.*",
)
SAID = (
    "eyesdown.shown.*.*.*",
    "eyesdown.pairing.ask.*",
    "$JS.API.DIRECT.GET.BOARDS.>",
)
NEWCOMER = "new"
"""The user as which a screen connects that belongs to no room yet; its key is its password."""
INBOX = "_INBOX_display"
"""Inboxes of displays begin so, each with its own name: others' are not to be overheard."""


@dataclass(frozen=True, slots=True)
class Rights:
    """The subjects that a kind of client may publish to and subscribe to.

    Of what it may publish to, `deny` is taken out again; with `answers` it may answer whatever it
    is asked.
    """

    publish: tuple[str, ...]
    subscribe: tuple[str, ...]
    deny: tuple[str, ...] = ()
    answers: bool = False


def display_rights(venue: str, room: str, display: str) -> Rights:
    """What one display in a room may (three ids)."""
    last = "$JS.API.DIRECT.GET.BOARDS.eyesdown.in"
    return Rights(
        publish=(
            f"eyesdown.shown.{venue}.{room}.{display}",
            f"{last}.board.{venue}.>",
            f"{last}.room.{venue}.{room}",
        ),
        subscribe=(
            f"eyesdown.room.{venue}.{room}",
            f"eyesdown.board.{venue}.>",
            f"eyesdown.pulse.{venue}.>",
            f"{INBOX}.{venue}.{display}.>",
        ),
    )


def newcomer_rights(key: str) -> Rights:
    """What a screen may that belongs to no room yet and has made itself `key`."""
    return Rights(
        publish=(f"eyesdown.pairing.ask.{key}",),
        subscribe=(f"eyesdown.pairing.told.{key}",),
    )
