"""`make mutants`: which changes it makes, what it finds of them, and what it says."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from scripts.mutants.__main__ import drawn
from scripts.mutants.sowing import ROOT, Mutant, made, sown
from scripts.mutants.telling import Found, interval, table
from scripts.mutants.trying import Fate, Reach, planned

LAW = '''
LIMIT = 3


@clause("A-1")
def allowed(count: int = 2) -> bool:
    """At most three."""
    within_reach(count)
    if count > LIMIT:
        raise TOO_MANY()
    return len("abc") < count


class Rule:
    at: int = 1

    @property
    def word(self) -> str:
        match self.at:
            case 1:
                return "one"
            case _:
                return ""
'''


def changes(mutants: list[Mutant]) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for mutant in mutants:
        change = mutant.name.removeprefix(f"law.py::{mutant.function}: ")
        found.setdefault(mutant.function, []).append(change)
    return found


def test_what_is_changed_in_functions_that_bear_clauses_too() -> None:
    found = changes(sown("law.py", LAW))
    assert found["allowed"] == [
        "within_reach(count) → pass",
        "within_reach(count) → within_reach(None)",
        "count > LIMIT → not (count > LIMIT)",
        "> LIMIT → >= LIMIT",
        "raise TOO_MANY() → pass",
        "< count → <= count",
    ]
    assert 'case 1: return "one" → nothing' in found["Rule.word"]
    assert '"one" → "XXoneXX"' in found["Rule.word"]
    assert found.keys() == {"allowed", "Rule.word"}


def test_a_mutant_differs_in_its_own_function_alone() -> None:
    file = "services/draw/domain/game/calling.py"
    mutants = sown(file, (ROOT / file).read_text(encoding="utf-8"))
    assert len(mutants) > 200
    assert len({mutant.name for mutant in mutants}) == len(mutants)
    for mutant in mutants[::10]:
        codes = made(mutant)
        assert codes is not None, mutant.name
        old, new = codes
        assert old.co_qualname == new.co_qualname == mutant.function
        assert (
            old.co_code != new.co_code
            or old.co_consts != new.co_consts
            or (old.co_names != new.co_names)
        )


def test_a_sample_is_the_same_for_the_same_seed() -> None:
    mutants = sown("law.py", LAW)
    assert drawn(mutants, 0.5, "a") == drawn(mutants, 0.5, "a")
    assert drawn(mutants, 1, "a") == mutants
    assert len(drawn(mutants, 0.001, "a")) == 1
    assert any(drawn(mutants, 0.5, "a") != drawn(mutants, 0.5, seed) for seed in "bcdef")


def test_how_sure_a_share_is() -> None:
    """Wilson's interval as it is tabled for 8 of 10 and for 10 of 10."""
    assert interval(8, 10) == pytest.approx((0.4902, 0.9433), abs=0.0001)
    assert interval(10, 10) == pytest.approx((0.7225, 1.0), abs=0.0001)


def test_what_is_no_python_counts_for_nothing(tmp_path: Path) -> None:
    fates = {"a": Fate.KILLED, "b": Fate.HANGS, "c": Fate.ALIVE, "d": Fate.UNTESTED}
    found = Found("draw", 40, "seed", fates | {"e": Fate.NO_PYTHON}, {"a": 1}, [])
    assert sorted(found.alive) == ["c", "d"]
    assert table([found]).splitlines()[-1].startswith("| draw | 40 | 4 | 50.0% |")
    later = Found("draw", 40, "seed", {"c": Fate.KILLED, "d": Fate.ALIVE}, {"c": 2}, [])
    row = table([found.again(later)]).splitlines()[-1]
    assert row.startswith("| draw | 40 | 4 | 50.0% |")
    assert row.endswith("| 75.0% |")
    gone = table([found.again(later, ["d"])]).splitlines()[-1]
    assert gone.endswith("| 100.0% |")
    found.keep(tmp_path / "found.json")
    assert Found.kept(tmp_path / "found.json") == found


def test_a_test_that_takes_too_long_leaves_the_time_to_the_others() -> None:
    """Those of a chapter come first; its name at the start of another test's does not count."""
    (mutant, *_) = sown("services/draw/domain/law.py", LAW)
    took = {"a/test_every.py::test_laws_are_one": 9.0, "a/test_b.py::x": 1.0}
    took |= {"a/test_law.py::z": 2.0, "a/test_law.py::y": 3.0, "a/test_c.py::w": 0.5}
    reached = {test: Reach(seconds, {}) for test, seconds in took.items()}
    by_line = {(mutant.file, mutant.statement): list(took)}
    plan = planned(mutant, by_line, reached, 4)
    assert plan == ["a/test_law.py::z", "a/test_c.py::w", "a/test_b.py::x"]
    assert planned(mutant, by_line, reached, 0.1) == ["a/test_c.py::w"]
    assert planned(mutant, {(mutant.file, mutant.statement): []}, reached, 4) == []


@pytest.mark.parametrize(
    ("tests", "fate", "share"),
    [("test_sales", "KILLED", "100.0%"), ("test_rooms", "UNTESTED", "0.0%")],
)
def test_what_the_tests_notice_and_what_not(
    tests: str, fate: str, share: str, tmp_path: Path
) -> None:
    """Two refusals of a chapter, tried on its own tests and on some that never reach it."""
    where = ["services/draw/domain/game/sales.py", "--match", "→ pass", "--kept", str(tmp_path)]
    done = subprocess.run(
        [
            sys.executable,
            "-m",
            "scripts.mutants",
            *where,
            "--tests",
            f"tests/draw/domain/{tests}.py",
        ],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    )
    *tried, _, _, row = done.stdout.splitlines()
    assert [each.split()[2] for each in tried] == [fate, fate]
    assert all(each.endswith("() → pass") for each in tried)
    assert row.startswith(f"| draw | 2 | 2 | {share} |")
