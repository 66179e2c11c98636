"""`eyesdown profile`: the options in force, and what of them is assumed."""

from __future__ import annotations

import hashlib
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from services.cli.main import main
from services.cli.rules.profile import value_words

INDEX = "id\tservice\tforce\tgist\nXX-1\tdraw\tmust\tOne\nXX-22\tdraw\tmay\tTwo\n"
TEXT = """\
id = "xx-game"
title = "A game"
sort = "games"
year = 1996
year_assumed = true
commencement = 1996-07-12T10:00:00+12:00
venues = ["akl", "wlg"]

[options.balls]
value = 90
clause = "XX-1"
year = 1998

[options.ways]
value = { 1 = ["a"], 2 = ["a", "b"] }
clause = "XX-22"
year = 1996
assumed = true
note = "that there are two"
"""
SHOWN = f"""\
A game
  profile         xx-game
  for             games
  text of         1996 (assumed)
  in force since  1996-07-12 10:00:00+12:00
  names           akl, wlg
  sha256          {hashlib.sha256(TEXT.encode()).hexdigest()}

option  value          clause  text of           what the text leaves open
balls   90             XX-1    1998
ways    1: a; 2: a, b  XX-22   1996     assumed  that there are two
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A rules folder with one profile."""
    (tmp_path / "profiles").mkdir()
    (tmp_path / "index.tsv").write_text(INDEX)
    (tmp_path / "profiles" / "xx-game.toml").write_text(TEXT)
    return tmp_path


def profile(folder: Path, *arguments: str) -> Result:
    """Run `eyesdown profile` on a rules folder."""
    return CliRunner().invoke(
        main, ["profile", *arguments], env={"EYESDOWN_RULES": str(folder), "EYESDOWN_DEBUG": "0"}
    )


def test_a_profile_is_shown_with_what_is_assumed(folder: Path):
    shown = profile(folder, "show", "xx-game")
    assert (shown.exit_code, shown.stdout) == (0, SHOWN)


def test_new_zealands_bingo_assumes_its_three_versions():
    shown = profile(Path(__file__).parents[3] / "rules", "show", "nz-casino-bingo")
    (versions,) = (line for line in shown.stdout.splitlines() if line.startswith("versions "))
    value, _, note = versions.partition("NZB-5.2")
    assert value.split(maxsplit=1)[1].strip() == (
        "1: series; 2: part_series; 3: part_series, series"
    )
    assert note.split()[:2] == ["1996", "assumed"]
    (selectors,) = (line for line in shown.stdout.splitlines() if line.startswith("selectors "))
    assert "assumed" not in selectors


def test_profiles_are_listed(folder: Path):
    assert profile(folder, "list").stdout == "xx-game  games  akl, wlg  A game\n"


def test_an_unknown_profile_is_told_what_there_is(folder: Path):
    shown = profile(folder, "show", "yy")
    assert (shown.exit_code, shown.stdout) == (1, "")
    assert shown.stderr == "Error: There is no profile 'yy'; there are xx-game\n"


def test_a_profile_that_is_wrong_is_told_in_a_sentence(folder: Path):
    (folder / "profiles" / "xx-game.toml").write_text(TEXT.replace("XX-22", "XX-3"))
    shown = profile(folder, "show", "xx-game")
    assert shown.exit_code == 1
    assert "option ways, clause: 'XX-3' is not in the rule index" in shown.stderr


@pytest.mark.parametrize(
    ("value", "words"),
    [
        (True, "yes"),
        (False, "no"),
        (1, "1"),
        ((), "none"),
        ({}, "none"),
        (("a", "b"), "a, b"),
        ({"a": ("b", "c"), "d": False}, "a: b, c; d: no"),
        ("a\x1b[31mb", "a [31mb"),
    ],
)
def test_values_are_told_in_words(value: object, words: str):
    assert value_words(value) == words
