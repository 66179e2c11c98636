"""`eyesdown paigow`: the exact odds of a profile's rules."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from services.cli.main import main


@cache
def odds(*arguments: str, rules: Path | None = None) -> Result:
    """Run `eyesdown paigow odds`, on the project's own rules unless others are given. Once for each
    question: it takes seconds to count every deal."""
    env = {"EYESDOWN_RULES": str(rules) if rules else None, "EYESDOWN_DEBUG": "0"}
    return CliRunner().invoke(main, ["paigow", "odds", *arguments], env=env)


def test_the_odds_are_told_with_what_they_rest_on() -> None:
    done = odds()
    assert done.exit_code == 0, done.output
    assert "736,281,000 deals of four tiles to a bank and one player, each counted." in done.output
    assert "the house way nz, version 1, with nz-assumed for ties" in done.output
    assert "a lone Gee Jun tile in its lists: six beside nine to seven." in done.output
    assert "Commission is 5 % of wins, without rounding." in done.output
    assert "best play, house edge on the player: 1.631" in done.output
    edge = next(line for line in done.output.splitlines() if line.startswith("house way, house"))
    assert edge.startswith("house way, house edge on the player: 2.39")
    bank = next(line for line in done.output.splitlines() if line.startswith("house way, edge on"))
    assert bank.startswith("house way, edge on a player who banks: 0.60")


def test_counts_add_up_to_all_deals() -> None:
    lines = odds().output.splitlines()
    for name in ("house way  ", "best play  "):
        row = next(line for line in lines if line.startswith(name))
        cells = [cell for cell in row.removeprefix(name).replace("(", " ").split()]
        counts = [int(cell.replace(",", "")) for cell in cells if cell.count(",") == 2]
        assert sum(counts) == 736_281_000


@pytest.mark.parametrize(
    ("given", "told"), [("0", "0 %"), ("2.5", "2.5 %"), ("5%", "5 %"), ("1/3", "1/3 %")]
)
def test_another_commission_can_be_asked_for(given: str, told: str) -> None:
    done = odds("--commission", given)
    assert done.exit_code == 0, done.output
    assert f"Commission is {told} of wins" in done.output


def test_without_commission_the_edge_is_wins_less_losses() -> None:
    output = odds("--commission", "0").output
    player = next(line for line in output.splitlines() if line.startswith("house way, house edge"))
    banker = next(line for line in output.splitlines() if line.startswith("house way, edge on"))
    # What the one loses the other wins.
    edge, against = (line.rpartition("exactly ")[2] for line in (player, banker))
    assert against == f"-{edge}"


@pytest.mark.parametrize("given", ["five", "", "1/0", "nan"])
def test_a_commission_that_is_no_percentage_is_told(given: str) -> None:
    done = odds("--commission", given)
    assert done.exit_code == 1
    assert f"--commission {given!r} is no percentage" in done.output


@pytest.mark.parametrize("given", ["-1", "101"])
def test_a_commission_is_between_nothing_and_all(given: str) -> None:
    done = odds("--commission", given)
    assert done.exit_code == 1
    assert "is not between 0 and 100" in done.output


def test_a_profile_that_there_is_not_is_told() -> None:
    done = odds("--profile", "uk")
    assert done.exit_code == 1
    assert "There is no profile 'uk'" in done.output


def test_a_profile_for_another_game_is_told() -> None:
    done = odds("--profile", "nz-casino-bingo")
    assert done.exit_code == 1
    assert "Nz-casino-bingo is a profile for bingo, not for pai-gow" in done.output


def test_a_profile_that_the_law_cannot_read_is_told(tmp_path: Path) -> None:
    (tmp_path / "profiles").mkdir()
    (tmp_path / "index.tsv").write_text("id\tservice\tforce\tgist\nXX-1\tpaigow\tmust\tOne\n")
    (tmp_path / "profiles" / "xx.toml").write_text(
        'id = "xx"\ntitle = "X"\nsort = "pai-gow"\nyear = 1996\ncommencement = "unknown"\n'
        'venues = []\n[options.tiles]\nvalue = 33\nclause = "XX-1"\nyear = 1996\n'
    )
    done = odds("--profile", "xx", rules=tmp_path)
    assert done.exit_code == 1
    assert "Profile xx, option tiles: there is none" in done.output


HIGH = """
version = 2
steps = [{ do = "high", points = 1 }, { do = "low" }, { do = "equal", low_at_most = 7 }]
"""


def test_another_house_way_can_be_weighed(tmp_path: Path) -> None:
    file = tmp_path / "highest.toml"
    file.write_text(HIGH)
    done = odds("--house-way", str(file))
    assert done.exit_code == 0, done.output
    assert "the house way highest, version 2, with nz-assumed for ties" in done.output
    assert "736,281,000 deals" in done.output
    assert "house way, house edge on the player: 2.39" not in done.output


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("version = 1", "option house_way: steps are needed"),
        ("version = ", "Invalid value"),
        ('version = 1\nsteps = [{ do = "fold" }, { do = "low" }]', "step 1 does none of keep_two"),
    ],
)
def test_a_house_way_that_cannot_be_followed_is_told(tmp_path: Path, text: str, why: str) -> None:
    file = tmp_path / "wrong.toml"
    file.write_text(text)
    done = odds("--house-way", str(file))
    assert done.exit_code == 1
    assert why in done.output
