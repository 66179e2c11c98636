"""The venues and their rooms, from `venues/<id>.toml`, checked once at start.

```toml
id = "akl"
title = "Harbour Casino, Auckland"
time_zone = "Pacific/Auckland"
currency = "NZD"
day_starts = "06:00"                  # local time at which a gaming day starts
profiles = ["nz-casino-bingo"]        # rule profiles approved here

[[rooms]]
id = "main"
title = "Main gaming floor"
displays = ["north", "south"]
heard_by = "house public address"
language = "mi"                       # of its displays: "en" (unless said), "mi", "es" or "zh"
voice = true                          # they read the calls aloud; false unless said
view = "far"                          # the last call alone; "board" unless said

[players]                             # may be left out, and so may each of its keys
least_age = 20                        # younger players are turned away; 0 asks for no age
must_be_shown = false                 # every player has to be shown at sale
unchecked = "refuse"                  # or "allow": when a player cannot be looked up
```
"""

from __future__ import annotations

import hashlib
import re
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from datetime import UTC, date, datetime, time, timedelta
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo

from services.kernel.errors import NotFound
from services.kernel.names import PROFILE, ROOM, VENUE, WORD, room_of
from services.kernel.settings import StartError

_DAY = timedelta(days=1)
_VENUE_KEYS = frozenset(
    ("id", "title", "time_zone", "currency", "day_starts", "profiles", "rooms", "players")
)
_PLAYER_KEYS = frozenset(("least_age", "must_be_shown", "unchecked"))
_LOOKS = ("language", "voice", "view")
_ROOM_KEYS = frozenset(("id", "title", "displays", "heard_by", *_LOOKS))
LANGUAGES = ("en", "mi", "es", "zh")
VIEWS = ("board", "far")


class VenuesError(StartError):
    """Venue files are wrong; every problem is listed with its file and key."""


@dataclass(frozen=True, slots=True)
class Room:
    """A room of a venue: the displays that hang in it, and how an announcement is heard there.

    Its displays speak `language`, aloud with `voice`, and look as `view` says.
    """

    id: str
    title: str
    displays: tuple[str, ...]
    heard_by: str
    language: str = LANGUAGES[0]
    voice: bool = False
    view: str = VIEWS[0]


@dataclass(frozen=True, slots=True)
class PlayersWanted:
    """Who may play in a venue, beside whom its lists name: from `least_age` years on, 0 for any.

    `must_be_shown` wants every buyer shown; `unchecked_allowed` lets people play while they cannot
    be looked up.
    """

    least_age: int = 0
    must_be_shown: bool = False
    unchecked_allowed: bool = False


@dataclass(frozen=True, slots=True)
class Venue:
    """A gaming floor. `day_starts` is local time, `sha256` that of its file as it was read."""

    id: str
    title: str
    zone: ZoneInfo
    currency: str
    day_starts: time
    profiles: tuple[str, ...]
    rooms: tuple[Room, ...]
    sha256: bytes
    players: PlayersWanted = PlayersWanted()
    _by_id: Mapping[str, Room] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "_by_id", {room.id: room for room in self.rooms})

    def room(self, room_id: str) -> Room:
        """The room of that id; raises `NotFound`."""
        room = self._by_id.get(room_id)
        if room is None:
            raise NotFound(f"venues/{self.id}/rooms/{room_id}")
        return room

    def starts(self, day: date) -> datetime:
        """The instant, in UTC, at which a gaming day starts.

        A start that the clock shows twice is the first one; a start that the clock leaps over is
        as long after midnight as it would have been.
        """
        return datetime.combine(day, self.day_starts, self.zone).astimezone(UTC)

    def gaming_day(self, instant: datetime) -> date:
        """The gaming day that an instant belongs to; needs an instant with a zone."""
        if instant.tzinfo is None:
            raise ValueError("an instant has a zone")
        day = instant.astimezone(self.zone).date() + _DAY
        while instant < self.starts(day):
            day -= _DAY
        return day


class Venues:
    """All venues that this process knows, by id."""

    def __init__(self, venues: Mapping[str, Venue]) -> None:
        self._venues = dict(sorted(venues.items()))

    @classmethod
    def load(cls, folder: Path) -> Venues:
        """Read every `*.toml` in `folder`. Raises `VenuesError` that lists all that is wrong."""
        files = sorted(folder.glob("*.toml"))
        if not files:
            raise VenuesError([f"{folder}: there is no venue here, expected <id>.toml files"])
        problems: list[str] = []
        venues = {}
        for file in files:
            reader = _Reader(file, problems)
            venue = reader.venue()
            if venue is not None:
                venues[venue.id] = venue
        if problems:
            raise VenuesError(problems)
        return cls(venues)

    @property
    def ids(self) -> tuple[str, ...]:
        """The ids of all venues, in order."""
        return tuple(self._venues)

    def get(self, venue_id: str) -> Venue:
        """The venue of that id; raises `NotFound`."""
        try:
            return self._venues[venue_id]
        except KeyError:
            raise NotFound(f"venues/{venue_id}") from None

    def room(self, venue_id: str, text: str) -> Room:
        """The room that is written as its id in that venue, or "venues/wlg/rooms/main".

        Raises `NotFound`, or `BadName`.
        """
        where, room_id = room_of(venue_id, text)
        return self.get(where).room(room_id)

    def __contains__(self, venue_id: object) -> bool:
        return venue_id in self._venues

    def __iter__(self) -> Iterator[Venue]:
        return iter(self._venues.values())

    def __len__(self) -> int:
        return len(self._venues)


class _Reader:
    """Reads one file, telling every problem."""

    def __init__(self, file: Path, problems: list[str]) -> None:
        self._file = file
        self._problems = problems

    def venue(self) -> Venue | None:
        """The venue, or None after a problem."""
        before = len(self._problems)
        try:
            body = self._file.read_bytes()
            table = tomllib.loads(body.decode())
        # Of a number too long, or of too many brackets, tomllib says so in other ways.
        except (OSError, ValueError, RecursionError) as error:
            self._wrong("", f"cannot be read: {error}")
            return None
        self._unknown(table, "", _VENUE_KEYS)
        venue_id = self._word(table, "id", VENUE, WORD)
        if venue_id and venue_id != self._file.stem:
            self._wrong("id", f"is {venue_id!r}, expected the name of the file")
        title = self._text(table, "title")
        zone = self._zone(table)
        currency = self._word(table, "currency", re.compile("[A-Z]{3}"), "three capital letters")
        starts = self._time(table, "day_starts")
        profiles = self._words(table, "profiles", PROFILE, "", least=1)
        rooms = self._rooms(table)
        players = self._players(table)
        if zone is None or starts is None or len(self._problems) > before:
            return None
        digest = hashlib.sha256(body).digest()
        return Venue(venue_id, title, zone, currency, starts, profiles, rooms, digest, players)

    def _rooms(self, table: Mapping[str, Any]) -> tuple[Room, ...]:
        tables = table.get("rooms")
        if not isinstance(tables, list) or not tables:
            self._wrong("rooms", "expected at least one [[rooms]]")
            return ()
        rooms: dict[str, Room] = {}
        hung: set[str] = set()
        for number, each in enumerate(tables):
            at = f"rooms[{number}]."
            if not isinstance(each, dict):
                self._wrong(at[:-1], "expected a table")
                continue
            self._unknown(each, at, _ROOM_KEYS)
            room = Room(
                self._word(each, "id", ROOM, WORD, at),
                self._text(each, "title", at),
                self._words(each, "displays", ROOM, at),
                self._text(each, "heard_by", at),
                self._one_of(each, "language", LANGUAGES, at),
                self._yes(each, "voice", at),
                self._one_of(each, "view", VIEWS, at),
            )
            if room.id and room.id in rooms:
                self._wrong(f"{at}id", f"{room.id!r} is twice in this venue")
                continue
            for display in room.displays:
                if display in hung:
                    self._wrong(f"{at}displays", f"{display!r} hangs in two rooms of this venue")
            hung.update(room.displays)
            rooms[room.id] = room
        return tuple(rooms.values())

    def _players(self, table: Mapping[str, Any]) -> PlayersWanted:
        wanted, at = table.get("players", {}), "players."
        if not isinstance(wanted, dict):
            self._wrong("players", "expected a table")
            return PlayersWanted()
        self._unknown(wanted, at, _PLAYER_KEYS)
        age, shown = wanted.get("least_age", 0), wanted.get("must_be_shown", False)
        unchecked = wanted.get("unchecked", "refuse")
        if type(age) is not int or not 0 <= age <= 99:
            self._wrong(f"{at}least_age", _found(age, "whole years, 0 to 99"))
        if not isinstance(shown, bool):
            self._wrong(f"{at}must_be_shown", _found(shown, "true or false"))
        if unchecked not in ("refuse", "allow"):
            self._wrong(f"{at}unchecked", _found(unchecked, '"refuse" or "allow"'))
        return PlayersWanted(age, shown is True, unchecked == "allow")

    def _text(self, table: Mapping[str, Any], key: str, at: str = "") -> str:
        value = table.get(key)
        if isinstance(value, str) and 0 < len(value) <= 128 and value.isprintable():
            return value
        self._wrong(at + key, _found(value, "a text of 1 to 128 characters"))
        return ""

    def _one_of(self, table: Mapping[str, Any], key: str, words: tuple[str, ...], at: str) -> str:
        """One of these words; the first unless another is chosen."""
        value = table.get(key, words[0])
        if value not in words:
            self._wrong(at + key, _found(value, f"one of {', '.join(words)}"))
        return str(value)

    def _yes(self, table: Mapping[str, Any], key: str, at: str) -> bool:
        value = table.get(key, False)
        if not isinstance(value, bool):
            self._wrong(at + key, _found(value, "true or false"))
        return bool(value)

    def _word(
        self,
        table: Mapping[str, Any],
        key: str,
        pattern: re.Pattern[str],
        expected: str,
        at: str = "",
    ) -> str:
        value = table.get(key)
        if isinstance(value, str) and pattern.fullmatch(value):
            return value
        self._wrong(at + key, _found(value, expected))
        return ""

    def _words(
        self, table: Mapping[str, Any], key: str, pattern: re.Pattern[str], at: str, least: int = 0
    ) -> tuple[str, ...]:
        value = table.get(key)
        if not isinstance(value, list) or len(value) < least:
            self._wrong(at + key, _found(value, "a list of ids" + (", not empty" if least else "")))
            return ()
        for number, word in enumerate(value):
            where = f"{at}{key}[{number}]"
            if not isinstance(word, str) or not pattern.fullmatch(word):
                self._wrong(where, _found(word, WORD))
            elif word in value[:number]:
                self._wrong(where, f"{word!r} is twice in the list")
        return tuple(word for word in value if isinstance(word, str))

    def _zone(self, table: Mapping[str, Any]) -> ZoneInfo | None:
        value = table.get("time_zone")
        try:
            return ZoneInfo(value if isinstance(value, str) and value else "?")
        except (KeyError, ValueError, OSError):
            self._wrong("time_zone", _found(value, 'a zone such as "Pacific/Auckland"'))
            return None

    def _time(self, table: Mapping[str, Any], key: str) -> time | None:
        value = table.get(key)
        if isinstance(value, str) and re.fullmatch(r"([01][0-9]|2[0-3]):[0-5][0-9]", value):
            return time.fromisoformat(value)
        self._wrong(key, _found(value, 'a local time such as "06:00"'))
        return None

    def _unknown(self, table: Mapping[str, Any], at: str, known: frozenset[str]) -> None:
        for key in table:
            if key not in known:
                self._wrong(at + key, f"no such key, expected one of {', '.join(sorted(known))}")

    def _wrong(self, key: str, what: str) -> None:
        self._problems.append(f"{self._file}: {key}: {what}" if key else f"{self._file}: {what}")


def _found(value: object, expected: str) -> str:
    return f"missing, expected {expected}" if value is None else f"{value!r}, expected {expected}"
