"""Names are canonical, and a name tells where in NATS it lives."""

import pytest

from services.kernel.names import (
    BadName,
    Name,
    first_sequence,
    linked,
    room_in,
    room_of,
    stream,
    venue_of,
)

GAME = Name("akl", "games", "2026-11-29-07")


def test_a_name_is_written_and_read_back():
    assert str(GAME) == "venues/akl/games/2026-11-29-07"
    assert Name.parse("venues/akl/games/2026-11-29-07") == GAME


def test_a_name_gives_its_subjects_and_its_stream():
    assert GAME.subject == "eyesdown.journal.akl.2026.games.2026-11-29-07"
    assert GAME.board == GAME.board_in("akl") == "eyesdown.board.akl.games.2026-11-29-07"
    assert GAME.board_in("wlg") == "eyesdown.board.wlg.games.akl-2026-11-29-07"
    assert GAME.year == 2026
    assert GAME.stream == "JOURNAL_akl_2026" == stream("akl", 2026)


def test_a_subject_gives_back_the_name():
    assert Name.of_subject("eyesdown.journal.akl.2026.games.2026-11-29-07") == GAME
    series = Name("te-awamutu", "cardSeries", "2027-a-1")
    assert Name.of_subject(series.subject) == series


def test_a_sequence_names_a_commit_of_the_venue_for_ever():
    assert first_sequence(2026) == 20_260_000_000_001
    assert first_sequence(2027) - first_sequence(2026) == 10**10


@pytest.mark.parametrize(
    "text",
    [
        "venues/AKL/games/2026-11-29-07",
        "venues/akl/games/2026-11-29-B10",
        "venues/akl/games/B10",
        "venues/akl/games/26-11-29",
        "venues/akl/games/20261129",
        "venues/akl/games/2026-11-29-",
        "venues/akl/games/2026--11",
        "venues/akl/games/2026-11-29-07\n",
        "venues/akl/games/2026-11-29.07",
        "venues/akl/games/2026-11-29 07",
        "venues/akl/games/2026-\u0661\u0661",
        "venues/akl/games/\u0662\u0660\u0662\u0666",
        "venues/akl/games/2026-*",
        "venues/akl/games/2026-11-29-" + "0" * 60,
        "venues/akl/Games/2026-11-29-07",
        "venues/akl/card-series/2026-1",
        "venues/a.b/games/2026-1",
        "venues/1st/games/2026-1",
        "venues/-/games/2026-1",
        "venues//games/2026-1",
        "venues/akl/games/",
        "venues/akl/games",
        "venues/akl/games/2026-1/calls",
        "/venues/akl/games/2026-1",
        "rooms/akl/games/2026-1",
        "",
    ],
)
def test_what_is_not_canonical_is_no_name(text):
    with pytest.raises(BadName):
        Name.parse(text)


@pytest.mark.parametrize(
    "subject",
    [
        "eyesdown.board.akl.games.2026-11-29-07",
        "eyesdown.journal.akl.2025.games.2026-11-29-07",
        "eyesdown.journal.akl.02026.games.2026-11-29-07",
        "eyesdown.journal.akl.2026.games.2026-11-29-07.more",
        "eyesdown.journal.akl.2026.games",
        "eyesdown.journal.akl.2026.games.*",
        "eyesdown.journal.AKL.2026.games.2026-11-29-07",
        "other.journal.akl.2026.games.2026-11-29-07",
    ],
)
def test_what_is_no_journal_subject_has_no_name(subject):
    with pytest.raises(BadName):
        Name.of_subject(subject)


def test_a_bad_name_says_what_is_wrong_with_it():
    with pytest.raises(BadName, match=r"'2026-B10' is no id.*lower case"):
        Name.parse("venues/akl/games/2026-B10")
    with pytest.raises(BadName, match=r"'AKL' is no venue id.*lower case"):
        Name.parse("venues/AKL/games/2026-1")


@pytest.mark.parametrize(
    ("text", "venue"),
    [
        ("venues/akl", "akl"),
        ("venues/akl/games/2026-11-29-07", "akl"),
        ("venues/-", "-"),
    ],
)
def test_the_venue_in_a_name_or_parent(text, venue):
    assert venue_of(text) == venue


@pytest.mark.parametrize("text", ["", "akl", "rooms/main", "venues", "venues/", "venues/AKL"])
def test_no_venue_in_what_names_none(text):
    with pytest.raises(BadName):
        venue_of(text)


@pytest.mark.parametrize(
    ("text", "room"),
    [("main", ("akl", "main")), ("venues/wlg/rooms/harbour", ("wlg", "harbour"))],
)
def test_a_room_is_written_as_its_id_or_with_its_venue(text: str, room: tuple[str, str]):
    assert room_of("akl", text) == room


@pytest.mark.parametrize(
    ("text", "form"),
    [
        ("main", "main"),
        ("venues/akl/rooms/main", "main"),
        ("venues/wlg/rooms/main", "venues/wlg/rooms/main"),
    ],
)
def test_a_room_goes_on_record_in_one_form(text: str, form: str):
    assert room_in("akl", text) == form


@pytest.mark.parametrize(
    "text", ["", "Main", "wlg/main", "venues/wlg/halls/main", "venues//rooms/a"]
)
def test_what_names_no_room_is_told(text: str):
    for read in (room_of, room_in):
        with pytest.raises(BadName):
            read("akl", text)


def test_the_venues_that_rooms_link_are_all_but_our_own():
    rooms = ("main", "venues/wlg/rooms/main", "venues/akl/rooms/bar", "venues/wlg/rooms/bar")
    assert linked("akl", rooms) == {"wlg"}
    assert linked("akl", ("main",)) == frozenset()
