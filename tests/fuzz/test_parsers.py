"""Whatever a parser is given, it says what is wrong in its own way, and soon.

`make fuzz` has each read 200,000 inputs that libFuzzer makes up; here it is 2,000, the same each
time.
"""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

# The fuzzer is there for Linux on common machines alone; CI has it.
pytest.importorskip("atheris")

INPUTS = int(os.environ.get("FUZZ_INPUTS", "0"))
TARGETS = (
    *("csv-90", "csv-75", "toml-venue", "toml-profile", "names", "keys", "token"),
    "watermark",
)
pytestmark = pytest.mark.timeout(1_800)


def fuzz(*arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "tests.fuzz.parsers", *arguments],
        capture_output=True,
        text=True,
        errors="replace",
        check=False,
    )


@pytest.mark.parametrize("target", TARGETS)
def test_a_parser_says_what_is_wrong_in_its_own_way(target: str, tmp_path: Path) -> None:
    runs, seed = INPUTS or 2_000, 0 if INPUTS else 1  # 0: another one each time
    # Where the input goes that a parser was at a loss with.
    found = f"-artifact_prefix={tmp_path}/"
    done = fuzz(target, f"-runs={runs}", f"-seed={seed}", found)
    assert done.returncode == 0, done.stderr[-6_000:]
    assert f"Done {runs} runs" in done.stderr
