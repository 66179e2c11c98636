"""Fast tests first, a module in one process: tests/kit/order.py tried on a suite of its own."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

ORDER = Path(__file__).resolve().parents[1] / "kit" / "order.py"
TWO = "def test_{0}_b(): pass\ndef test_{0}_a(): pass\n"
FIRST_TO_LAST = ["law", "codec", "kernel", "beside"]
"""In which order these run: the law, the rest of a service, the kernel, what stands beside. By name
it would be another order."""


@pytest.fixture
def suite(tmp_path: Path) -> Path:
    """A small suite with a module for each of these, of two tests, the second first by name."""
    modules = {
        "tests/verify/domain/test_law.py": TWO.format("law"),
        "tests/draw/test_codec.py": TWO.format("codec"),
        "tests/kernel/test_kernel.py": TWO.format("kernel"),
        "tests/cli/test_beside.py": TWO.format("beside"),
        "tests/kit/order.py": ORDER.read_text(),
        "pytest.ini": "[pytest]\naddopts = --no-loadscope-reorder --strict-markers\n",
    }
    for name, text in modules.items():
        file = tmp_path / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text)
    return tmp_path


def run(suite: Path, *more: str) -> list[tuple[str, str]]:
    """Run it: each test as it was told, with the process that ran it ("" for the only one)."""
    done = subprocess.run(
        (sys.executable, "-m", "pytest", "-v", "-p", "tests.kit.order", *more),
        cwd=suite,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout
    told = [line.split() for line in done.stdout.splitlines() if "PASSED" in line]
    return [
        (words[0].strip("[]") if words[0].startswith("[gw") else "", test.rpartition("::")[2])
        for words in told
        for test in words
        if "::" in test
    ]


def test_the_law_comes_first_then_what_runs_at_once(suite: Path) -> None:
    ran = [test for _, test in run(suite, "-p", "no:randomly")]
    assert ran == [f"test_{part}_{each}" for part in FIRST_TO_LAST for each in "ba"]


def test_a_module_stays_in_one_process(suite: Path) -> None:
    ran = run(suite, "-p", "no:randomly", "-n", "2")
    assert len(ran) == 2 * len(FIRST_TO_LAST)
    where: dict[str, set[str]] = {}
    for process, test in ran:
        where.setdefault(test.split("_")[1], set()).add(process)
    assert all(len(processes) == 1 for processes in where.values())
    assert set.union(*where.values()) == {"gw0", "gw1"}


def test_a_random_order_is_left_as_it_is(suite: Path) -> None:
    seeds = [run(suite, "-p", "randomly", f"--randomly-seed={seed}") for seed in (1, 2, 3)]
    orders = {tuple(test for _, test in ran) for ran in seeds}
    assert len(orders) > 1
    assert len({frozenset(order) for order in orders}) == 1


def test_more_processes_than_cores_are_started(suite: Path) -> None:
    file = suite / "tests" / "kernel" / "test_kernel.py"
    file.write_text(
        "def test_workers(request):\n"
        "    import os\n"
        "    workers = request.config.workerinput['workercount']\n"
        "    assert workers == min(os.cpu_count() + 1, 4)\n"
    )
    assert "test_workers" in [test for _, test in run(suite, "-p", "no:randomly", "-n", "auto")]
