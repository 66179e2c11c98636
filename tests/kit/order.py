"""A pytest plugin: which tests run first, and which share a process.

The law's own tests come first: thousands in seconds, and what most changes break. Then the parts
of services, the kernel, and at last what runs whole services. A module stays in one process, so
what it starts is started once. With pytest-randomly (`make test-repeat`) the order is its own.
"""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from xdist.remote import Producer
from xdist.scheduler import LoadFileScheduling

TESTS = Path(__file__).resolve().parents[1]
PARTS = (
    *("paigow", "tournament", "draw", "verify", "golden", "deploy"),
    *("kernel", "client", "cli", "fuzz", "system"),
)
"""Folders of tests, from what runs at once to what runs services, NATS and a browser."""
LAW = "domain"
"""The folder of a service's tests in which nothing is started."""
TOGETHER = {
    "tests/fuzz/test_requests.py": "the evening",
    "tests/system/test_demonstration.py": "the evening",
    "tests/system/test_every_rpc.py": "the evening",
}
"""Modules that share what takes long to make: the house after its evening (`tests.kit.evening`)."""


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Put the tests in order; those of one module stay in theirs."""
    if not config.pluginmanager.has_plugin("randomly"):
        items.sort(key=place)


def place(item: pytest.Item) -> int:
    """Where a test stands among those of other modules."""
    folders = item.path.relative_to(TESTS).parts[:-1]
    if LAW in folders:
        return -1
    return PARTS.index(folders[0]) if folders else len(PARTS)


@pytest.hookimpl(optionalhook=True, tryfirst=True)  # or xdist's own answer is taken, one a core
def pytest_xdist_auto_num_workers() -> int:
    """One process more than there are cores, four at the most: while one waits for what it has
    started, another works."""
    return min((os.cpu_count() or 1) + 1, 4)


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: Producer) -> Modules | None:
    """Send modules to processes, in the order above."""
    return Modules(config, log) if config.getoption("dist") == "load" else None


class Modules(LoadFileScheduling):
    """A module goes to one process, and modules that share something to the same."""

    def _split_scope(self, nodeid: str) -> str:
        module = super()._split_scope(nodeid)
        return TOGETHER.get(module, module)
