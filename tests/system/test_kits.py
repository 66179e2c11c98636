"""What a test asks for by name is of one kit, whichever others are loaded beside it."""

from __future__ import annotations

import importlib
from collections import defaultdict
from pathlib import Path

from _pytest.fixtures import FixtureFunctionDefinition

KIT = Path(__file__).resolve().parents[1] / "kit"


def test_no_two_kits_have_a_fixture_of_the_same_name() -> None:
    kits: dict[str, list[str]] = defaultdict(list)
    for file in KIT.glob("*.py"):
        for name, made in vars(importlib.import_module(f"tests.kit.{file.stem}")).items():
            if isinstance(made, FixtureFunctionDefinition):
                kits[name].append(file.stem)
    assert {name: found for name, found in kits.items() if len(found) > 1} == {}
    assert len(kits) > 20
