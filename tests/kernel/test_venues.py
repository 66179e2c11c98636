"""The venue files: what they say, what is wrong with them, and which gaming day it is."""

from __future__ import annotations

import hashlib
from datetime import date, datetime, time
from pathlib import Path

import pytest

from services.kernel.errors import NotFound
from services.kernel.venues import PlayersWanted, Room, Venue, Venues, VenuesError

EXAMPLES = Path(__file__).resolve().parents[2] / "venues"

GOOD = """\
id = "akl"
title = "Auckland"
time_zone = "Pacific/Auckland"
currency = "NZD"
day_starts = "06:00"
profiles = ["nz-casino-bingo"]

[[rooms]]
id = "main"
title = "Main"
displays = ["north"]
heard_by = "house public address"
"""


def load(folder: Path, text: str = GOOD, name: str = "akl.toml") -> Venue:
    """The venue of one file."""
    (folder / name).write_text(text)
    (venue,) = Venues.load(folder)
    return venue


def problems(folder: Path, text: str, name: str = "akl.toml") -> list[str]:
    """What is wrong with one file, without its name."""
    with pytest.raises(VenuesError) as raised:
        load(folder, text, name)
    prefix = f"{folder / name}: "
    assert all(problem.startswith(prefix) for problem in raised.value.problems)
    return [problem.removeprefix(prefix) for problem in raised.value.problems]


# -- files -----------------------------------------------------------------------------------


def test_the_examples_are_in_order():
    venues = Venues.load(EXAMPLES)
    assert venues.ids == ("akl", "chc", "mem", "wlg")
    assert len(venues) == 4
    akl = venues.get("akl")
    assert [room.id for room in akl.rooms] == ["main", "mezzanine", "terrace"]
    assert akl.day_starts == time(6)
    assert akl.room("terrace").displays == ("bar",)
    assert all(len(venue.rooms) >= 2 for venue in venues)


def test_a_venue_is_what_its_file_says(tmp_path: Path):
    venue = load(tmp_path)
    assert (venue.id, venue.title, venue.currency) == ("akl", "Auckland", "NZD")
    assert venue.zone.key == "Pacific/Auckland"
    assert venue.profiles == ("nz-casino-bingo",)
    assert venue.rooms == (Room("main", "Main", ("north",), "house public address"),)
    assert venue.sha256 == hashlib.sha256(GOOD.encode()).digest()


def test_what_a_venue_wants_of_players_may_be_left_out(tmp_path: Path):
    assert load(tmp_path).players == PlayersWanted(0, False, False)
    more = '[players]\nleast_age = 20\nmust_be_shown = true\nunchecked = "allow"\n'
    assert load(tmp_path, GOOD + more).players == PlayersWanted(20, True, True)


@pytest.mark.parametrize(
    ("said", "problem"),
    [
        ("least_age = true", "players.least_age: True, expected whole years, 0 to 99"),
        ("least_age = 100", "players.least_age: 100, expected whole years, 0 to 99"),
        ("must_be_shown = 1", "players.must_be_shown: 1, expected true or false"),
        ('unchecked = "ask"', 'players.unchecked: \'ask\', expected "refuse" or "allow"'),
        (
            "age = 20",
            "players.age: no such key, expected one of least_age, must_be_shown, unchecked",
        ),
    ],
)
def test_what_is_wrong_with_that_is_told(tmp_path: Path, said: str, problem: str):
    assert problems(tmp_path, f"{GOOD}[players]\n{said}\n") == [problem]


def test_what_there_is_not_is_not_found():
    venues = Venues.load(EXAMPLES)
    assert "akl" in venues
    assert "xyz" not in venues
    with pytest.raises(NotFound) as raised:
        venues.get("xyz")
    assert raised.value.facts == {"resource": "venues/xyz"}
    with pytest.raises(NotFound) as raised:
        venues.get("akl").room("attic")
    assert raised.value.facts == {"resource": "venues/akl/rooms/attic"}


@pytest.mark.parametrize(
    ("old", "new", "problem"),
    [
        ('id = "akl"', 'id = "AKL"', "id: 'AKL', expected lower case letters, digits and hyphens"),
        ('id = "akl"', 'id = "wlg"', "id: is 'wlg', expected the name of the file"),
        ('title = "Auckland"\n', "", "title: missing, expected a text of 1 to 128 characters"),
        ('"Auckland"', '""', "title: '', expected a text of 1 to 128 characters"),
        (
            "Pacific/Auckland",
            "Pacific/Atlantis",
            "time_zone: 'Pacific/Atlantis', expected a zone such as \"Pacific/Auckland\"",
        ),
        ("Pacific/Auckland", "../etc", "time_zone: '../etc', expected a zone such as"),
        ('"Pacific/Auckland"', "12", "time_zone: 12, expected a zone such as"),
        ('"Pacific/Auckland"', '"Pacific"', "time_zone: 'Pacific', expected a zone such as"),
        ("NZD", "nzd", "currency: 'nzd', expected three capital letters"),
        ("NZD", "NZ", "currency: 'NZ', expected three capital letters"),
        ("06:00", "6:00", "day_starts: '6:00', expected a local time such as \"06:00\""),
        ("06:00", "24:00", "day_starts: '24:00', expected a local time"),
        ('["nz-casino-bingo"]', "[]", "profiles: [], expected a list of ids, not empty"),
        ('["nz-casino-bingo"]', '["NZ"]', "profiles[0]: 'NZ', expected lower case letters"),
        ('["nz-casino-bingo"]', '["a", "a"]', "profiles[1]: 'a' is twice in the list"),
        ("currency", "currencies", "currencies: no such key, expected one of currency, day_starts"),
        ('id = "main"', 'id = "Main"', "rooms[0].id: 'Main', expected lower case letters"),
        ('displays = ["north"]\n', "", "rooms[0].displays: missing, expected a list of ids"),
        ('["north"]', '"north"', "rooms[0].displays: 'north', expected a list of ids"),
        ('["north"]', '["n", "n"]', "rooms[0].displays[1]: 'n' is twice in the list"),
        ('["north"]', "[1]", "rooms[0].displays[0]: 1, expected lower case letters"),
        ("heard_by", "heard", "rooms[0].heard: no such key, expected one of displays, heard_by"),
        ("heard_by", "heard", "rooms[0].heard_by: missing, expected a text of 1 to 128"),
        ("id =", "id", "cannot be read: "),
    ],
)
def test_what_is_wrong_is_told_with_its_key(tmp_path: Path, old: str, new: str, problem: str):
    found = problems(tmp_path, GOOD.replace(old, new))
    assert any(each.startswith(problem) for each in found), found


def test_a_room_that_is_twice_there(tmp_path: Path):
    again = GOOD + GOOD[GOOD.index("[[rooms]]") :]
    assert problems(tmp_path, again) == ["rooms[1].id: 'main' is twice in this venue"]


def test_a_display_that_hangs_in_two_rooms(tmp_path: Path):
    again = GOOD + GOOD[GOOD.index("[[rooms]]") :].replace('id = "main"', 'id = "other"')
    told = "rooms[1].displays: 'north' hangs in two rooms of this venue"
    assert told in problems(tmp_path, again)


def test_a_venue_without_rooms(tmp_path: Path):
    text = GOOD[: GOOD.index("[[rooms]]")]
    assert problems(tmp_path, text) == ["rooms: expected at least one [[rooms]]"]
    assert "rooms[0]: expected a table" in problems(tmp_path, text + "rooms = [1]\n")


def test_a_file_that_is_no_text(tmp_path: Path):
    (tmp_path / "akl.toml").write_bytes(b"\xff\xfe")
    with pytest.raises(VenuesError, match=r"akl\.toml: cannot be read"):
        Venues.load(tmp_path)


def test_all_problems_of_all_files_are_told_at_once(tmp_path: Path):
    (tmp_path / "akl.toml").write_text(GOOD.replace("NZD", "nzd").replace("06:00", "x"))
    (tmp_path / "wlg.toml").write_text(GOOD)
    with pytest.raises(VenuesError) as raised:
        Venues.load(tmp_path)
    keys = [problem.split(": ")[1] for problem in raised.value.problems]
    assert keys == ["currency", "day_starts", "id"]


def test_a_folder_without_venues(tmp_path: Path):
    with pytest.raises(VenuesError, match=r"there is no venue here, expected <id>\.toml files"):
        Venues.load(tmp_path)


# -- gaming days -----------------------------------------------------------------------------
# New Zealand in 2026: daylight time (UTC+13) ends on Sunday 5 April at 3:00, which becomes 2:00
# (14:00 UTC on the 4th); it begins on Sunday 27 September at 2:00, which becomes 3:00 (14:00 UTC
# on the 26th). Standard time is UTC+12. All instants below are reckoned from this by hand.


@pytest.mark.parametrize(
    ("instant", "day"),
    [
        # an ordinary summer day: 06:00 NZDT is 17:00 UTC the day before
        ("2026-11-28T16:59:59Z", "2026-11-28"),
        ("2026-11-28T17:00:00Z", "2026-11-29"),
        ("2026-11-29T16:59:59Z", "2026-11-29"),
        # an ordinary winter day: 06:00 NZST is 18:00 UTC the day before
        ("2026-07-14T17:59:59Z", "2026-07-14"),
        ("2026-07-14T18:00:00Z", "2026-07-15"),
        # Saturday 4 April has 25 hours: it ends at 06:00 NZST, not 24 hours after its start
        ("2026-04-03T16:59:59Z", "2026-04-03"),
        ("2026-04-03T17:00:00Z", "2026-04-04"),
        ("2026-04-04T17:00:00Z", "2026-04-04"),
        ("2026-04-04T17:59:59Z", "2026-04-04"),
        ("2026-04-04T18:00:00Z", "2026-04-05"),
        # Saturday 26 September has 23 hours: it ends at 06:00 NZDT
        ("2026-09-25T18:00:00Z", "2026-09-26"),
        ("2026-09-26T16:59:59Z", "2026-09-26"),
        ("2026-09-26T17:00:00Z", "2026-09-27"),
        # an instant is an instant, whatever zone it is written in
        ("2026-11-29T05:59:59+13:00", "2026-11-28"),
        ("2026-11-29T06:00:00+13:00", "2026-11-29"),
    ],
)
def test_the_gaming_day_of_an_instant(tmp_path: Path, instant: str, day: str):
    venue = load(tmp_path)
    assert venue.gaming_day(datetime.fromisoformat(instant)) == date.fromisoformat(day)


@pytest.mark.parametrize(
    ("starts", "day", "instant"),
    [
        ("06:00", "2026-04-05", "2026-04-04T18:00:00Z"),
        ("06:00", "2026-09-27", "2026-09-26T17:00:00Z"),
        # 02:30 comes twice on 5 April: the day starts at the first, in daylight time
        ("02:30", "2026-04-05", "2026-04-04T13:30:00Z"),
        # 02:30 does not come on 27 September: two and a half hours after midnight it is 03:30
        ("02:30", "2026-09-27", "2026-09-26T14:30:00Z"),
        ("00:00", "2026-09-27", "2026-09-26T12:00:00Z"),
    ],
)
def test_when_a_gaming_day_starts(tmp_path: Path, starts: str, day: str, instant: str):
    venue = load(tmp_path, GOOD.replace("06:00", starts))
    assert venue.starts(date.fromisoformat(day)) == datetime.fromisoformat(instant)


@pytest.mark.parametrize(
    ("instant", "day"),
    [
        ("2026-04-04T13:29:59Z", "2026-04-04"),  # 02:29:59, the first time
        ("2026-04-04T13:30:00Z", "2026-04-05"),  # 02:30, the first time
        ("2026-04-04T14:10:00Z", "2026-04-05"),  # 02:10 once more: the day does not go back
        ("2026-04-04T14:30:00Z", "2026-04-05"),  # 02:30, the second time
        ("2026-09-26T14:29:59Z", "2026-09-26"),  # 03:29:59, half an hour after the leap
        ("2026-09-26T14:30:00Z", "2026-09-27"),  # 03:30
    ],
)
def test_a_day_that_starts_within_the_change_never_goes_back(
    tmp_path: Path, instant: str, day: str
):
    venue = load(tmp_path, GOOD.replace("06:00", "02:30"))
    assert venue.gaming_day(datetime.fromisoformat(instant)) == date.fromisoformat(day)


def test_an_instant_needs_a_zone(tmp_path: Path):
    with pytest.raises(ValueError, match="an instant has a zone"):
        load(tmp_path).gaming_day(datetime(2026, 11, 29))


# -- how a room's displays look --------------------------------------------------------------------


def test_a_rooms_displays_are_english_and_silent_unless_it_says_otherwise(tmp_path: Path):
    room = load(tmp_path).room("main")
    assert (room.language, room.voice, room.view) == ("en", False, "board")
    chosen = load(tmp_path, f'{GOOD}language = "mi"\nvoice = true\nview = "far"\n').room("main")
    assert (chosen.language, chosen.voice, chosen.view) == ("mi", True, "far")


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ('language = "fr"', "rooms[0].language: 'fr', expected one of en, mi, es, zh"),
        ("voice = 1", "rooms[0].voice: 1, expected true or false"),
        ('view = "near"', "rooms[0].view: 'near', expected one of board, far"),
    ],
)
def test_a_look_that_there_is_not_is_told(tmp_path: Path, line: str, told: str):
    assert problems(tmp_path, f"{GOOD}{line}\n") == [told]
