"""Resource names, and where in NATS a name lives.

`venues/akl/games/2026-11-29-07` is the game `2026-11-29-07` of the venue `akl`. A kind is the
name's collection, one word for names, subjects and boards alike. Every id begins with its day or
year, so a name tells its stream. Names are canonical: lower case, digits, hyphens.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass

WORD = "lower case letters, digits and hyphens"
"""What ids are made of, for whoever wrote one that is not."""
VENUE = re.compile(r"[a-z][a-z0-9-]{0,30}")
ROOM = VENUE
"""Rooms, and the displays in them."""
PROFILE = re.compile(r"[a-z][a-z0-9-]{0,62}")
"""Rule profiles."""
KIND = re.compile(r"[a-z][A-Za-z]{0,30}")
ID = re.compile(r"[0-9]{4}(-[a-z0-9]+)*")
_STREAM = re.compile(rf"JOURNAL_({VENUE.pattern})_([0-9]{{4}})")


class BadName(ValueError):
    """A text that is no canonical name; the message says what is wrong with it."""


@dataclass(frozen=True, slots=True, order=True)
class Name:
    """The name of an aggregate."""

    venue: str
    kind: str
    id: str

    def __post_init__(self) -> None:
        expect_id(VENUE, "venue", self.venue)
        if not KIND.fullmatch(self.kind):
            raise BadName(f"{self.kind!r} is no collection")
        if not ID.fullmatch(self.id) or len(self.id) > 63:
            raise BadName(
                f"{self.id!r} is no id: it begins with its day or year and holds lower case "
                "letters, digits and single hyphens"
            )

    @classmethod
    def parse(cls, text: str) -> Name:
        """Read "venues/<venue>/<kind>/<id>"; raises `BadName`."""
        parts = text.split("/")
        if len(parts) != 4 or parts[0] != "venues":
            raise BadName(f"{text!r} is not of the form venues/<venue>/<collection>/<id>")
        return cls(parts[1], parts[2], parts[3])

    @classmethod
    def of_subject(cls, subject: str) -> Name:
        """The name whose journal subject this is; raises `BadName`."""
        parts = subject.split(".")
        name = cls(parts[2], parts[4], parts[5]) if len(parts) == 6 else None
        if name is None or name.subject != subject:
            raise BadName(f"{subject!r} is no journal subject")
        return name

    def __str__(self) -> str:
        return f"venues/{self.venue}/{self.kind}/{self.id}"

    @property
    def year(self) -> int:
        """The year whose stream holds it."""
        return int(self.id[:4])

    @property
    def stream(self) -> str:
        """The JetStream stream that holds it."""
        return stream(self.venue, self.year)

    @property
    def subject(self) -> str:
        """The subject of its commits."""
        return f"eyesdown.journal.{self.venue}.{self.year}.{self.kind}.{self.id}"

    @property
    def board(self) -> str:
        """The subject on which displays read its board."""
        return self.board_in(self.venue)

    def board_in(self, venue: str) -> str:
        """The subject on which the displays of a venue read its board. In another than its own the
        id has that before it, so that it is never the board of something there."""
        its_id = self.id if venue == self.venue else f"{self.venue}-{self.id}"
        return f"eyesdown.board.{venue}.{self.kind}.{its_id}"


def stream(venue: str, year: int) -> str:
    """The journal stream of a venue's year."""
    return f"JOURNAL_{venue}_{year}"


def journal_of(stream: str) -> tuple[str, int] | None:
    """The venue and year whose journal a stream is; None for a stream that is no journal."""
    match = _STREAM.fullmatch(stream)
    return (match[1], int(match[2])) if match else None


def first_sequence(year: int) -> int:
    """The first sequence of a year's stream, so that a sequence names a commit for ever."""
    return year * 10**10 + 1


def year_of(sequence: int) -> int:
    """The year in whose stream a sequence is."""
    return sequence // 10**10


def venue_of(text: str) -> str:
    """The venue id in a resource name or parent ("venues/akl", "venues/akl/games/…").

    "-" for "venues/-", which is every venue. Raises `BadName`.
    """
    parts = text.split("/")
    if len(parts) < 2 or parts[0] != "venues":
        raise BadName(f"{text!r} does not begin with venues/")
    return parts[1] if parts[1] == "-" else expect_id(VENUE, "venue", parts[1])


def room_of(venue: str, text: str) -> tuple[str, str]:
    """Venue and id of a room that is written as its id in `venue`, or "venues/wlg/rooms/main".

    Raises `BadName`.
    """
    parts = text.split("/")
    if len(parts) == 4 and (parts[0], parts[2]) == ("venues", "rooms"):
        return expect_id(VENUE, "venue", parts[1]), expect_id(ROOM, "room", parts[3])
    return venue, expect_id(ROOM, "room", text)


def room_in(venue: str, text: str) -> str:
    """The one form in which a room goes on record in `venue`: the id of a room there, the full
    name of one elsewhere. Raises `BadName`.
    """
    where, room = room_of(venue, text)
    return room if where == venue else text


def linked(venue: str, rooms: Iterable[str]) -> frozenset[str]:
    """The other venues whose rooms are among these, as `room_of` reads them."""
    return frozenset(room_of(venue, room)[0] for room in rooms) - {venue}


def expect_id(pattern: re.Pattern[str], what: str, text: str) -> str:
    """`text`, if it is the id of a `what`. Raises `BadName`."""
    if not pattern.fullmatch(text):
        raise BadName(f"{text!r} is no {what} id: {WORD}")
    return text
