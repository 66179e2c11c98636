"""A pytest plugin for `make slowest`: what each module of tests takes, of time and of processors.

Time says little where a machine does other things as well. What its processors do for a module
hardly changes: in the process of its tests, and in those that it has started and seen end (what a
whole run shares, such as NATS, ends with the run and is nobody's).
"""

from __future__ import annotations

import json
import os
import time
from collections import defaultdict
from collections.abc import Generator, Iterator
from pathlib import Path
from typing import Any

import pytest

FILE = Path("build", "costs.jsonl")
SHOWN = 50

Costs = tuple[float, float, float]
"""Seconds of time, of processors in this process, and in those that it started and that ended."""


def spent() -> Costs:
    """What was spent so far."""
    ours = os.times()
    return (
        time.monotonic(),
        ours.user + ours.system,
        ours.children_user + ours.children_system,
    )


class Watching:
    """Writes down what each test takes, in every process that runs some."""

    def __init__(self, file: Path) -> None:
        self._file = file

    @pytest.hookimpl(wrapper=True, tryfirst=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Generator[None, Any, Any]:
        before = spent()
        result = yield
        took = [after - began for after, began in zip(spent(), before, strict=True)]
        with self._file.open("a") as file:
            file.write(json.dumps([item.nodeid.partition("::")[0], *took]) + "\n")
        return result


class Telling:
    """Says in the end which modules took longest, and what each folder took."""

    def __init__(self, file: Path) -> None:
        self._file = file

    def pytest_terminal_summary(self, terminalreporter: pytest.TerminalReporter) -> None:
        modules: dict[str, list[Costs]] = defaultdict(list)
        folders: dict[str, list[Costs]] = defaultdict(list)
        for module, *took in map(json.loads, self._file.read_text().splitlines()):
            for table, of in ((modules, module), (folders, "/".join(module.split("/")[:2]))):
                table[of].append((took[0], took[1], took[2]))
        terminalreporter.section("what took longest: seconds, of processors, of others' processors")
        for table in (folders, modules):
            for line in lines(table):
                terminalreporter.line(line)
            terminalreporter.line("")


def lines(table: dict[str, list[Costs]]) -> Iterator[str]:
    """What each took, the longest first."""
    sums = {of: [sum(each) for each in zip(*took, strict=True)] for of, took in table.items()}
    for of, took in sorted(sums.items(), key=lambda each: -each[1][0])[:SHOWN]:
        yield "".join(f"{each:9.1f}" for each in took) + f"  {of}, {len(table[of])} tests"


def pytest_configure(config: pytest.Config) -> None:
    """Begin a new table, where the run begins; write into it, where tests run."""
    file = config.rootpath / FILE
    if not hasattr(config, "workerinput"):
        file.parent.mkdir(exist_ok=True)
        file.write_text("")
        config.pluginmanager.register(Telling(file))
    config.pluginmanager.register(Watching(file))
