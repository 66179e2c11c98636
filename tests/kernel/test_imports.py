"""No module needs itself by way of others: each can be loaded first, in whatever order. And no
service loads what takes long and is never used."""

from __future__ import annotations

import subprocess
import sys

import grimp
import pytest

from services.cli.common.where import SERVICES


def test_no_module_imports_itself_by_way_of_others() -> None:
    graph = grimp.build_graph(
        "services", "eyesdown_client", exclude_type_checking_imports=True, cache_dir=None
    )
    needed = {module: graph.find_modules_directly_imported_by(module) for module in graph.modules}
    assert len(needed) > 500
    while ready := {module for module, needs in needed.items() if not needs}:
        needed = {module: needs - ready for module, needs in needed.items() if module not in ready}
    assert needed == {}, "these need each other"


@pytest.mark.parametrize("service", SERVICES)
def test_a_service_loads_nothing_slow_that_it_never_uses(service: str) -> None:
    looked = (
        f"import sys, services.{service}.__main__ as loaded; "
        "asked = {'aiohttp', 'rich', 'nats', 'structlog'}; "
        "print(loaded.__name__, sorted(asked & set(sys.modules))); "
        "import aiohttp, rich"
    )
    done = subprocess.run(
        (sys.executable, "-c", looked), capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout == f"services.{service}.__main__ ['nats', 'structlog']\n"
