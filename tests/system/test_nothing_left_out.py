"""In CI a run that leaves a test out fails: tests/conftest.py tried on tests of its own."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

CONFTEST = Path(__file__).resolve().parents[1] / "conftest.py"


def run(folder: Path, test: str, *arguments: str, ci: str = "true") -> tuple[int, str]:
    """Run one test file under our conftest alone: the exit code and what was printed."""
    shutil.copy(CONFTEST, folder)
    (folder / "test_it.py").write_text(test)
    (folder / "pytest.ini").write_text("[pytest]\n")
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", *arguments],
        cwd=folder,
        env={**os.environ, "CI": ci},
        capture_output=True,
        text=True,
        check=False,
    )
    return done.returncode, done.stdout


PASSED = "def test_it(): pass\n"
SKIPPED = "import pytest\n@pytest.mark.skip(reason='rain')\ndef test_it(): pass\n"
MODULE_SKIPPED = "import pytest\npytest.skip('rain', allow_module_level=True)\n"
BROKEN = "import nothing_of_this_name\ndef test_it(): pass\n"
EXPECTED = "import pytest\n@pytest.mark.xfail(reason='rain')\ndef test_it(): assert False\n"


def test_a_run_of_passed_tests_passes(tmp_path: Path) -> None:
    assert run(tmp_path, PASSED)[0] == 0


@pytest.mark.parametrize("workers", [[], ["-n", "1"]], ids=["alone", "xdist"])
def test_a_skipped_test_fails_the_run_and_is_named(tmp_path: Path, workers: list[str]) -> None:
    code, said = run(tmp_path, SKIPPED, *workers)
    assert code == 1
    assert "test_it.py::test_it: Skipped: rain" in said


def test_an_expected_failure_fails_the_run_and_is_named(tmp_path: Path) -> None:
    code, said = run(tmp_path, EXPECTED)
    assert code == 1
    assert "test_it.py::test_it: rain" in said


def test_a_skipped_file_fails_the_run_beside_tests_that_pass(tmp_path: Path) -> None:
    (tmp_path / "test_other.py").write_text(MODULE_SKIPPED)
    code, said = run(tmp_path, PASSED)
    assert code == 1
    assert "test_other.py: Skipped: rain" in said


@pytest.mark.parametrize("mode", ["prepend", "importlib"])
def test_a_file_that_cannot_be_imported_fails_the_run_and_is_told(
    tmp_path: Path, mode: str
) -> None:
    code, said = run(tmp_path, BROKEN, f"--import-mode={mode}")
    assert code == 2
    assert "No module named 'nothing_of_this_name'" in said


def test_a_run_without_tests_fails(tmp_path: Path) -> None:
    assert run(tmp_path, "")[0] == 5


def test_by_hand_a_skip_is_let_pass(tmp_path: Path) -> None:
    assert run(tmp_path, SKIPPED, ci="")[0] == 0
