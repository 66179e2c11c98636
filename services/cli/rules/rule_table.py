"""The rule table: for every clause who carries it and which tests put it to the test. Pure.

Joins three things: the rule index, the functions that carry clauses, and what the marked tests
left behind (see `Results`).
"""

from __future__ import annotations

import inspect
import json
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from types import ModuleType

from services.kernel.clauses import Clause, Force


class BadResults(ValueError):
    """What the tests left behind cannot be read."""


@dataclass(frozen=True, slots=True, order=True)
class Counted:
    """A test that put a clause to the test in a function.

    `mark` is permits, refuses or means, `side` inside or outside for means alone. `answer` is
    what the function answered.
    """

    mark: str
    side: str
    clause: str
    function: str
    test: str
    answer: str


@dataclass(frozen=True, slots=True)
class Results:
    """What the marked tests showed; `cited` are pairs of test and clause, shown or not."""

    counted: tuple[Counted, ...] = ()
    cited: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, slots=True)
class Row:
    """A clause with its functions, its tests by what they show, and what is missing."""

    clause: Clause
    functions: tuple[str, ...]
    tests: Mapping[str, tuple[str, ...]]
    missing: tuple[str, ...]

    @property
    def state(self) -> str:
        """`open` where no function carries it, else `kept` or `untested`."""
        if not self.functions:
            return "open"
        return "untested" if self.missing else "kept"


@dataclass(frozen=True, slots=True)
class Table:
    """Every clause in the index's order, and what is wrong beyond single clauses."""

    rows: tuple[Row, ...]
    strangers: tuple[str, ...]

    @property
    def problems(self) -> tuple[str, ...]:
        """Why the table is not in order; empty if it is."""
        untested = (
            f"{row.clause.id} is carried and has no {missing}"
            for row in self.rows
            for missing in row.missing
        )
        return (*self.strangers, *untested)


def read_results(folder: Path) -> Results:
    """Put together what the test processes left in a folder; raises `BadResults`."""
    counted: set[Counted] = set()
    cited: set[tuple[str, str]] = set()
    for file in sorted(folder.glob("*.json")):
        try:
            left = json.loads(file.read_text(encoding="utf-8"))
            counted.update(Counted(**each) for each in left["counted"])
            cited.update((each["test"], each["clause"]) for each in left["cited"])
        except (ValueError, TypeError, KeyError) as wrong:
            raise BadResults(f"{file}: {wrong}") from wrong
    return Results(tuple(sorted(counted)), tuple(sorted(cited)))


def carriers(modules: Iterable[ModuleType]) -> Mapping[str, tuple[str, ...]]:
    """The functions and methods that carry each clause, by its id."""
    found: dict[str, set[str]] = defaultdict(set)
    for module in modules:
        for function in _functions(module, module.__name__):
            for clause in getattr(function, "__clauses__", ()):
                found[clause].add(f"{module.__name__}.{getattr(function, '__qualname__', '?')}")
    return {clause: tuple(sorted(names)) for clause, names in found.items()}


def _functions(place: object, module: str) -> Iterator[object]:
    for value in list(vars(place).values()):
        function = getattr(value, "__func__", value)
        if getattr(function, "__module__", None) != module:
            continue
        if inspect.isclass(function):
            yield from _functions(function, module)
        else:
            yield function


def make_table(
    index: Mapping[str, Clause], functions: Mapping[str, Sequence[str]], results: Results
) -> Table:
    """Join the three; a test counts only in a function that carries the clause."""
    rows = []
    for clause in index.values():
        carrying = tuple(functions.get(clause.id, ()))
        counted = [
            each
            for each in results.counted
            if each.clause == clause.id and each.function in carrying
        ]
        rows.append(_row(clause, carrying, counted))
    strangers = [
        f"{function} carries {clause}, which is not in the rule index"
        for clause in sorted(functions.keys() - index.keys())
        for function in functions[clause]
    ] + [
        f"{test} cites {clause}, which is not in the rule index"
        for test, clause in results.cited
        if clause not in index
    ]
    return Table(tuple(rows), tuple(strangers))


def _row(clause: Clause, functions: tuple[str, ...], counted: Sequence[Counted]) -> Row:
    if clause.force is Force.MEANS:
        pairs = [each for each in counted if each.mark == "means"]
        tests = {
            side: _tests(each for each in pairs if each.side == side)
            for side in ("inside", "outside")
        }
        missing = [f"test {side} its line" for side in tests if not tests[side]]
        if not missing and not any(_differ(pairs, function) for function in functions):
            missing = ["function that answers differently on the two sides of its line"]
    else:
        tests = {
            mark: _tests(each for each in counted if each.mark == mark)
            for mark in ("permits", "refuses")
        }
        missing = [f"test that {mark}" for mark in tests if not tests[mark]]
    return Row(clause, functions, tests, tuple(missing) if functions else ())


def _tests(counted: Iterable[Counted]) -> tuple[str, ...]:
    return tuple(sorted({each.test for each in counted}))


def _differ(pairs: Sequence[Counted], function: str) -> bool:
    inside, outside = (
        {each.answer for each in pairs if each.function == function and each.side == side}
        for side in ("inside", "outside")
    )
    return bool(inside) and bool(outside) and inside.isdisjoint(outside)
