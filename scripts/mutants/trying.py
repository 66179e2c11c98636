"""Trying mutants against the tests: a pytest plugin that runs each test only where it matters.

The tests are collected once. Then, each in a process forked off: all of them with coverage, to
know which test reaches which line and how long it takes; and, for each mutant, those that reach
its statement, until one fails. What is told is cautious: a mutant that is only seen while modules
are imported, or only by a test that there was no time for, counts as alive.
"""

from __future__ import annotations

import functools
import gc
import os
import pickle
import resource
import signal
import tempfile
import time
import traceback
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from pathlib import Path
from types import FunctionType
from typing import Any, NoReturn, TypeAlias

import pytest
from _pytest.runner import runtestprotocol
from coverage import Coverage

from scripts.mutants.sowing import ROOT, Mutant, made

_Cache: TypeAlias = "functools._lru_cache_wrapper[Any]"

LONGEST = 1.0
"""CPU seconds, beside ten times what it needs, after which a test hangs."""
MEMORY = 3 << 30
"""Bytes that a mutant may take."""
CONTROL = 50
"""Of so many mutants one is tried without its change too."""
UNCHANGED = "unchanged"
FAULT = 70
"""The exit code of a process in which not the mutant failed but we."""


class Fate(Enum):
    """What came of a mutant; in this order they are exit codes of its process."""

    ALIVE = 0
    KILLED = 1
    HANGS = 2
    UNTESTED = 3
    NO_PYTHON = 4
    GONE = 5
    """Its line is there no more."""


@dataclass(frozen=True)
class Reach:
    """What a test needs (CPU seconds, with coverage) and the lines it reaches, by file."""

    seconds: float
    lines: dict[str, frozenset[int]]


class Trial:
    """The plugin. `budget` is what the tests of a mutant may need together, in CPU seconds."""

    def __init__(self, domain: Path, chosen: Sequence[Mutant], jobs: int, budget: float) -> None:
        self.fates: dict[str, Fate] = {}
        self.failing: list[str] = []
        self.said: Callable[[str], None] = lambda text: None
        self._domain, self._chosen = domain, chosen
        self._jobs, self._budget = jobs, budget
        self._running: dict[int, str] = {}

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        """Instead of running the tests: try the mutants."""
        gc.unfreeze()  # what the tests have put away is looked through here
        caches = _caches()
        tests = [item for item in session.items if not item.get_closest_marker("hypothesis")]
        reached = self._reached(tests, caches)
        self.failing = [item.nodeid for item in tests if item.nodeid not in reached]
        by_line = _by_line(reached)
        items = {item.nodeid: item for item in tests}
        functions = _functions(self._domain)
        gc.freeze()
        for nth, mutant in enumerate(self._chosen):
            plan = planned(mutant, by_line, reached, self._budget)
            if not plan:
                self._came(mutant.name, Fate.UNTESTED)
                continue
            timed = [(items[test], reached[test].seconds) for test in plan]
            swaps: list[Callable[[], bool]] = [functools.partial(_swap, mutant, functions)]
            if nth % CONTROL == 0:
                swaps.append(_nothing)
            for swap in swaps:
                while len(self._running) >= self._jobs:
                    self._wait()
                child = os.fork()
                if not child:
                    _ends(functools.partial(_try, swap, caches, timed))
                self._running[child] = mutant.name if swap is not _nothing else UNCHANGED
        while self._running:
            self._wait()
        return True

    def _reached(self, items: Sequence[pytest.Item], caches: Sequence[_Cache]) -> dict[str, Reach]:
        """Of each test that passes, what it reaches."""
        with tempfile.NamedTemporaryFile() as kept:
            child = os.fork()
            if not child:
                _ends(lambda: _measure(items, self._domain, caches, Path(kept.name)))
            if os.waitpid(child, 0)[1]:
                raise RuntimeError("the tests could not be measured")
            return dict(pickle.loads(Path(kept.name).read_bytes()))

    def _wait(self) -> None:
        """Until one has come to its end."""
        child, status = os.waitpid(-1, 0)
        if os.WIFEXITED(status) and os.WEXITSTATUS(status) == FAULT:
            raise RuntimeError(f"not tried: {self._running[child]}")
        fate = Fate.HANGS if os.WIFSIGNALED(status) else Fate(os.WEXITSTATUS(status))
        self._came(self._running.pop(child), fate)

    def _came(self, name: str, fate: Fate) -> None:
        if name is UNCHANGED:
            if fate is not Fate.ALIVE:
                raise RuntimeError("the tests fail without any change: one needs another before it")
            return
        self.fates[name] = fate
        self.said(f"{len(self.fates)}/{len(self._chosen)} {fate.name} {name}")


def planned(
    mutant: Mutant,
    by_line: Mapping[tuple[str, int], Sequence[str]],
    reached: Mapping[str, Reach],
    budget: float,
) -> list[str]:
    """The tests for a mutant: those of its own chapter first, then the quick ones.

    One that needs more than is left of `budget` is passed over, unless there is no other.
    """
    chapter = f"/test_{Path(mutant.file).stem}.py::"
    quick = sorted(
        by_line[mutant.file, mutant.statement], key=lambda test: (reached[test].seconds, test)
    )
    left = budget
    found: list[str] = []
    for test in sorted(quick, key=lambda test: chapter not in test):
        if reached[test].seconds <= left:
            left -= reached[test].seconds
            found.append(test)
    return found or quick[:1]


def _measure(
    items: Sequence[pytest.Item], domain: Path, caches: Sequence[_Cache], into: Path
) -> Fate:
    into.write_bytes(pickle.dumps(dict(_measured(items, domain, caches))))
    return Fate.ALIVE


def _measured(
    items: Sequence[pytest.Item], domain: Path, caches: Sequence[_Cache]
) -> Iterator[tuple[str, Reach]]:
    """Each test and what it reaches; one that fails is left out."""
    coverage = Coverage(data_file=None, config_file=False, source=[str(domain)])
    coverage.start()
    passed = {}
    file = None
    for item in items:
        if item.path != file:  # not for each test: to find all out again may take seconds
            _forget(caches)
            file = item.path
        coverage.switch_context(item.nodeid)
        before = time.process_time()
        if _passes(item):
            passed[item.nodeid] = time.process_time() - before
    coverage.stop()
    data = coverage.get_data()
    lines: dict[str, dict[str, set[int]]] = defaultdict(lambda: defaultdict(set))
    for name in data.measured_files():
        for line, tests in data.contexts_by_lineno(name).items():
            for test in tests:
                lines[test][str(Path(name).relative_to(ROOT))].add(line)
    for test, seconds in passed.items():
        yield test, Reach(seconds, {file: frozenset(at) for file, at in lines[test].items()})


def _by_line(reached: dict[str, Reach]) -> dict[tuple[str, int], list[str]]:
    found: dict[tuple[str, int], list[str]] = defaultdict(list)
    for test, reach in reached.items():
        for file, lines in reach.lines.items():
            for line in lines:
                found[file, line].append(test)
    return found


def _functions(domain: Path) -> dict[tuple[str, str, int], list[FunctionType]]:
    """The functions that live, by file, name and line, whoever has imported them."""
    found = defaultdict(list)
    for each in gc.get_objects():
        if isinstance(each, FunctionType) and each.__code__.co_filename.startswith(str(domain)):
            code = each.__code__
            found[code.co_filename, code.co_qualname, code.co_firstlineno].append(each)
    return found


def _ends(work: Callable[[], Fate]) -> NoReturn:
    """End the process with what came of it, whatever comes of it."""
    try:
        os._exit(work().value)
    except BaseException:
        traceback.print_exc()
    finally:
        os._exit(FAULT)


def _swap(mutant: Mutant, functions: dict[tuple[str, str, int], list[FunctionType]]) -> bool:
    """Put the mutant's code in its function's place; False if that is no Python, or the same."""
    codes = made(mutant)
    if codes is None:
        return False
    old, new = codes
    for function in functions[old.co_filename, old.co_qualname, old.co_firstlineno]:
        function.__code__ = new
    return True


def _nothing() -> bool:
    """The control: what dies without a change says nothing about the change."""
    return True


def _try(
    swap: Callable[[], bool],
    caches: Sequence[_Cache],
    tests: Sequence[tuple[pytest.Item, float]],
) -> Fate:
    """Be the mutant, in a process of its own, until a test fails."""
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    signal.signal(signal.SIGPROF, signal.SIG_DFL)
    if not swap():
        return Fate.NO_PYTHON
    _forget(caches)
    for item, seconds in tests:
        signal.setitimer(signal.ITIMER_PROF, LONGEST + 10 * seconds)
        try:
            passed = _passes(item)
        except BaseException:
            passed = False
        if not passed:
            return Fate.KILLED
    return Fate.ALIVE


def _passes(item: pytest.Item) -> bool:
    return not any(report.failed for report in runtestprotocol(item, log=False, nextitem=None))


def _caches() -> list[_Cache]:
    """The caches of our own functions."""
    return [
        each
        for each in gc.get_objects()
        if isinstance(each, functools._lru_cache_wrapper)
        and (each.__module__ or "").startswith("services.")
    ]


def _forget(caches: Sequence[_Cache]) -> None:
    """Have what was found out before found out again."""
    for each in caches:
        each.cache_clear()
