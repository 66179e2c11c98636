"""Rule profiles: what a file must say, and how one is found again by its text."""

from __future__ import annotations

import hashlib
from datetime import UTC, datetime
from pathlib import Path

import pytest

from services.kernel.profiles import (
    BadProfile,
    Option,
    Profile,
    Profiles,
    UnknownProfile,
    read_profile,
)

RULES = Path(__file__).parents[2] / "rules"

GOOD = """\
id = "xx-game"
title = "A game"
sort = "games"
year = 1996
commencement = 1996-07-12T10:00:00+12:00
venues = ["akl"]

[options.balls]
value = 90
clause = "XX-1"
year = 1998

[options.ways]
value = { "1" = ["a"], "2" = ["a", "b"] }
clause = "XX-2"
year = 1996
assumed = true
note = "nobody knows"
"""


def read(text: str) -> Profile:
    """Read a profile that may cite XX-1 and XX-2, and be read by draw and verify."""
    return read_profile(text.encode(), {"XX-1", "XX-2"}, "xx-game.toml", {"draw", "verify"})


def folder(path: Path, **texts: str) -> Path:
    """A rules folder with a small index and these profiles."""
    (path / "profiles").mkdir()
    rows = ["id\tservice\tforce\tgist", "XX-1\tdraw\tmust\tOne", "XX-2\tdraw\tmay\tTwo"]
    (path / "index.tsv").write_text("\n".join(rows))
    for name, text in texts.items():
        (path / "profiles" / f"{name.replace('_', '-')}.toml").write_text(text)
    return path


# -- the profile of New Zealand --------------------------------------------------------------------


def test_new_zealands_bingo_says_what_the_law_says_and_what_is_assumed() -> None:
    bingo = Profiles.load(RULES).get("nz-casino-bingo")
    assert bingo.sort == "bingo"
    assert (bingo.year, bingo.year_assumed, bingo.commencement) == (1996, True, None)
    assert bingo.venues == ("akl", "wlg")
    assert (
        bingo.values.items()
        >= {
            "numbers": 90,
            "selectors": ("electronic", "receptacle"),
            "confirm_before_next": True,
            "confirmed_by": "supervisor",
            "corrected_by": ("caller", "supervisor"),
        }.items()
    )
    assert bingo.values["versions"] == {
        "1": ("series",),
        "2": ("part_series",),
        "3": ("part_series", "series"),
    }
    settled = {name for name, option in bingo.options.items() if not option.assumed}
    assert settled == {
        *("letters", "most_part_series", "selectors", "confirmed_by", "corrected_by", "law"),
        "last_number",
    }
    assert all(option.note for option in bingo.options.values() if option.assumed)
    assert bingo.options["versions"].clause == "NZB-5.2"
    assert {option.year for option in bingo.options.values()} == {1996}


# -- reading ---------------------------------------------------------------------------------------


def test_a_profile_is_its_file() -> None:
    profile = read(GOOD)
    assert profile.text == GOOD.encode()
    assert profile.sha256 == hashlib.sha256(GOOD.encode()).digest()
    assert (profile.id, profile.title, profile.sort) == ("xx-game", "A game", "games")
    assert profile.year == 1996
    assert profile.commencement == datetime(1996, 7, 11, 22, tzinfo=UTC)
    assert profile.options["balls"] == Option(90, "XX-1", 1998)
    ways = {"1": ("a",), "2": ("a", "b")}
    assert profile.options["ways"] == Option(ways, "XX-2", 1996, True, "nobody knows")


def test_a_profile_is_approved_for_its_venues_only() -> None:
    assert read(GOOD).approved_for("akl")
    assert not read(GOOD).approved_for("wlg")


def test_an_option_goes_to_the_services_it_names_and_else_to_the_sorts_own() -> None:
    both = GOOD.replace("year = 1998", 'year = 1998\nread_by = ["draw", "verify"]')
    alone = GOOD.replace("year = 1998", 'year = 1998\nread_by = ["verify"]')
    assert read(both).options["balls"].read_by == ("draw", "verify")
    assert list(read(both).values_for("draw", own=True)) == ["balls", "ways"]
    assert list(read(both).values_for("verify", own=False)) == ["balls"]
    assert list(read(alone).values_for("draw", own=True)) == ["ways"]
    assert list(read(GOOD).values_for("verify", own=False)) == []
    assert read(alone).values == {"balls": 90, "ways": {"1": ("a",), "2": ("a", "b")}}


def test_who_may_read_an_option_is_who_owns_clauses_of_the_index(tmp_path: Path) -> None:
    named = GOOD.replace("year = 1998", 'year = 1998\nread_by = ["draw"]')
    rules = folder(tmp_path, xx_game=named)
    profiles = Profiles.load(rules)
    assert profiles.get("xx-game").options["balls"].read_by == ("draw",)
    older = named.replace("90", "75").encode()
    assert profiles.add_text(older).options["balls"].read_by == ("draw",)
    other = named.replace('["draw"]', '["verify"]')
    (rules / "profiles" / "xx-game.toml").write_text(other)
    with pytest.raises(BadProfile, match="balls, read_by: 'verify' is no service; there are draw"):
        Profiles.load(rules)


def test_a_service_reads_the_values() -> None:
    assert read(GOOD).values == {"balls": 90, "ways": {"1": ("a",), "2": ("a", "b")}}


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        ('id = "xx-game"', 'id = "XX"', r"xx-game.toml, id: 'XX' does not match"),
        ('id = "xx-game"', "", "xx-game.toml: id is missing"),
        ('title = "A game"', "title = 5", "title: 5 is no str"),
        ('sort = "games"', "", "xx-game.toml: sort is missing"),
        ('sort = "games"', 'sort = "Games"', "sort: 'Games' does not match"),
        ("year = 1996\ncom", "year = true\ncom", "year: True is no int"),
        ("year = 1996\ncom", "year = 1996\nyeer = 1\ncom", "unknown key 'yeer'; known are"),
        ("1996-07-12T10:00:00+12:00", "1996-07-12T10:00:00", "commencement: a date and time with"),
        ("1996-07-12T10:00:00+12:00", '"soon"', 'with its offset is needed, or "unknown"'),
        ("commencement = 1996-07-12T10:00:00+12:00", "", "commencement: a date and time"),
        ('["akl"]', '["Akl"]', "venues: 'Akl' does not match"),
        ('["akl"]', '["akl", "akl"]', "venues: one of them is there twice"),
        ('["akl"]', "[1]", "venues: 1 is no venue's id"),
        ("[options.balls]", "[options.Balls]", "options: 'Balls' does not match"),
        ("value = 90\n", "", "option balls: value is missing"),
        ("value = 90", "value = 1996-07-12", "option balls, value: .* is a date or time"),
        ('clause = "XX-1"\n', "", "option balls: clause is missing"),
        ('clause = "XX-1"', 'clause = "XX-3"', "balls, clause: 'XX-3' is not in the rule index"),
        ("year = 1998", "", "option balls: year is missing"),
        ("year = 1998", "year = 1998\nassumed = 1", "balls, assumed: 1 is no bool"),
        ("year = 1998", "year = 1998\nsure = true", "option balls: unknown key 'sure'"),
        (
            "year = 1998",
            'year = 1998\nread_by = ["tills"]',
            "balls, read_by: 'tills' is no service",
        ),
        (
            "year = 1998",
            "year = 1998\nread_by = []",
            "balls, read_by: expected one service or more",
        ),
        ("year = 1998", 'year = 1998\nread_by = ["draw", "draw"]', "or more, each once"),
        ("year = 1998", 'year = 1998\nread_by = "draw"', "balls, read_by: 'draw' is no list"),
        ("[options.balls]", "[options]\nballs = 90\n[xx]", "balls: a table with value, clause"),
        ("value = 90", "value = ", "xx-game.toml is no TOML"),
    ],
)
def test_what_is_wrong_is_said(old: str, new: str, says: str) -> None:
    assert old in GOOD
    text = GOOD.replace(old, new, 1)
    if "[xx]" in new:
        text = text[: text.index("[xx]")]
    with pytest.raises(BadProfile, match=says):
        read(text)


# -- finding ---------------------------------------------------------------------------------------


def test_profiles_are_found_by_id_and_by_text(tmp_path: Path) -> None:
    profiles = Profiles.load(folder(tmp_path, xx_game=GOOD))
    current = profiles.get("xx-game")
    assert profiles.ids == ("xx-game",)
    assert profiles.at("xx-game", hashlib.sha256(GOOD.encode()).digest()) is current


def test_what_can_be_cited_is_in_the_rule_index() -> None:
    profiles = Profiles.load(RULES)
    assert profiles.cites("NZB-5.10")
    assert not profiles.cites("NZB-9.99")


def test_an_older_text_is_found_once_it_was_added_and_is_never_current(tmp_path: Path) -> None:
    profiles = Profiles.load(folder(tmp_path, xx_game=GOOD))
    old = GOOD.replace("90", "75").encode()
    digest = hashlib.sha256(old).digest()
    with pytest.raises(UnknownProfile, match=f"the text {digest.hex()} of profile 'xx-game'"):
        profiles.at("xx-game", digest)
    assert profiles.add_text(old).values["balls"] == 75
    assert profiles.at("xx-game", digest).values["balls"] == 75
    assert profiles.get("xx-game").values["balls"] == 90


def test_an_unknown_profile_is_told_what_there_is(tmp_path: Path) -> None:
    profiles = Profiles.load(folder(tmp_path, xx_game=GOOD, yy=GOOD.replace("xx-game", "yy")))
    with pytest.raises(UnknownProfile, match="no profile 'zz'; there are xx-game, yy"):
        profiles.get("zz")


def test_a_profile_bears_its_files_name(tmp_path: Path) -> None:
    with pytest.raises(BadProfile, match=r"yy\.toml, id: 'xx-game' is not the file's name"):
        Profiles.load(folder(tmp_path, yy=GOOD))


def test_every_file_that_is_wrong_is_told(tmp_path: Path) -> None:
    with pytest.raises(BadProfile) as wrong:
        Profiles.load(folder(tmp_path, a="id = 1", b=GOOD, c="x"))
    files = [problem.split("profiles/")[1][:6] for problem in wrong.value.problems]
    assert files == ["a.toml", "b.toml", "c.toml"]


def test_a_folder_without_profiles_or_index_is_refused(tmp_path: Path) -> None:
    with pytest.raises(BadProfile, match=r"index\.tsv: the rule index cannot be read"):
        Profiles.load(tmp_path)
    with pytest.raises(BadProfile, match="holds no profile"):
        Profiles.load(folder(tmp_path))
