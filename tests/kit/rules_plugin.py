"""A pytest plugin: a marked test must have put its clause to the test, or it fails.

While a test marked by `permits`, `refuses` or `means` runs, every call of a function that carries
a clause is witnessed. With `--rules-results=FOLDER` each process leaves there a JSON file of

    {"cited": [{"test": node id, "clause": id}, …],
     "counted": [{"mark": "permits" | "refuses" | "means", "side": "" | "inside" | "outside",
                  "clause": id, "function": dotted name, "test": node id, "answer": text}, …]}

from which `eyesdown rules` makes its table. `answer` matters to `means` alone.
"""

from __future__ import annotations

import enum
import json
import re
from collections.abc import Callable, Generator, Iterator, Mapping, Sequence
from dataclasses import dataclass, fields, is_dataclass
from pathlib import Path

import pytest

from services.kernel.law import Decision, Refused, Witnessed, witness

pytest.register_assert_rewrite("tests.kit.law")

MARKS = ("permits", "refuses", "means")
_LINES = (
    "permits(clause, ...): the clause, followed, is let through; `make rules` counts it",
    "refuses(clause, ...): the clause, broken, is refused; `make rules` counts it",
    "means(clause, side): one side of the line a definition draws; `make rules` counts it",
)


# -- what counts -----------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Counted:
    """A function in which a clause was put to the test, and what it answered."""

    function: str
    answer: str


def judge(mark: str, clause: str, calls: Sequence[Witnessed]) -> tuple[Counted, ...]:
    """The functions by which `calls` satisfy the mark; raises `AssertionError` saying why not."""
    carried = [call for call in calls if clause in call.clauses]
    if not carried:
        ran = ", ".join(sorted({call.function for call in calls})) or "none"
        raise AssertionError(
            f"no function that carries {clause} ran in this test; with other clauses ran: {ran}"
        )
    if mark == "means":
        # The last call is the one that the test is about; earlier ones led to it.
        last = {call.function: Counted(call.function, answer(call)) for call in carried}
        return tuple(last.values())
    counts: Callable[[Witnessed], bool] = (
        _let_through if mark == "permits" else lambda call: _refused_by(call) == clause
    )
    found = {
        call.function: Counted(call.function, answer(call)) for call in carried if counts(call)
    }
    if not found:
        saw = "; ".join(f"{call.function}: {answer(call)}" for call in carried)
        wanted = "let anything through" if mark == "permits" else f"refused by {clause}"
        raise AssertionError(f"no function that carries {clause} {wanted} in this test: {saw}")
    return tuple(found.values())


def _let_through(call: Witnessed) -> bool:
    if call.raised is not None:
        return False
    if isinstance(call.result, Decision):
        return bool(call.result.events) and call.result.refusal is None
    return True


def _refused_by(call: Witnessed) -> str | None:
    if isinstance(call.raised, Refused):
        return call.raised.clause
    if isinstance(call.result, Decision) and call.result.refusal is not None:
        return call.result.refusal.clause
    return None


def answer(call: Witnessed) -> str:
    """What a function answered, comparable between tests.

    Of a decision only what kind it is: the events, their flags and cases, the reason. The names,
    numbers and times in two tests differ anyway, and no definition is drawn by that.
    """
    if isinstance(call.raised, Refused):
        return _refusal(call.raised)
    if call.raised is not None:
        return f"raised {type(call.raised).__name__}"
    if isinstance(call.result, Decision):
        said = [_kind(event) for event in call.result.events]
        if call.result.refusal is not None:
            said.append(_refusal(call.result.refusal))
        return ", ".join(said) or "nothing"
    return re.sub(r" at 0x[0-9a-f]+", "", repr(call.result))


def _refusal(refused: Refused) -> str:
    return f"refused {refused.reason.code} {refused.clause or 'by no clause'}"


def _kind(value: object) -> str:
    if value is None or isinstance(value, (bool, enum.Enum)):
        return str(value)
    if is_dataclass(value) and not isinstance(value, type):
        inside = ", ".join(
            f"{each.name}={_kind(getattr(value, each.name))}" for each in fields(value)
        )
        return f"{type(value).__name__}({inside})"
    if isinstance(value, Mapping):
        return "{" + ", ".join(f"{_kind(k)}: {_kind(v)}" for k, v in value.items()) + "}"
    if isinstance(value, (tuple, list)):
        return "[" + ", ".join(_kind(each) for each in value) + "]"
    return type(value).__name__


# -- the hooks -------------------------------------------------------------------------------------


def pytest_addoption(parser: pytest.Parser) -> None:
    """Take the folder for the results."""
    parser.getgroup("rules").addoption(
        "--rules-results",
        metavar="FOLDER",
        default=None,
        help="where to leave which clauses were put to the test, as JSON",
    )


def pytest_configure(config: pytest.Config) -> None:
    """Make the marks known and start to watch."""
    for line in _LINES:
        config.addinivalue_line("markers", line)
    folder = config.getoption("--rules-results")
    process = getattr(config, "workerinput", {}).get("workerid", "main")
    watch = _Watch(Path(folder) / f"{process}.json" if folder else None)
    config.pluginmanager.register(watch, "rules-watch")


def citations(item: pytest.Item) -> Iterator[tuple[str, str, str]]:
    """Mark, side and clause of all that a test is marked with."""
    for mark in item.iter_markers():
        if mark.name in MARKS:
            for clause in mark.args:
                yield mark.name, mark.kwargs.get("side", ""), clause


def _rows(
    test: str, calls: Sequence[Witnessed], mark: str, side: str, clause: str
) -> list[dict[str, str]]:
    """What a test that passed counts for; fails it if that is nothing."""
    try:
        counted = judge(mark, clause, calls)
    except AssertionError as wrong:
        pytest.fail(f"it passes, but is marked {mark}({clause!r}) and {wrong}", pytrace=False)
    about = {"mark": mark, "side": side, "clause": clause, "test": test}
    return [about | {"function": each.function, "answer": each.answer} for each in counted]


class _Watch:
    """Watches the marked tests of one process; `file` is where to leave what it saw."""

    def __init__(self, file: Path | None) -> None:
        self._file = file
        self._cited: list[dict[str, str]] = []
        self._counted: list[dict[str, str]] = []

    def pytest_collection_finish(self, session: pytest.Session) -> None:
        self._cited = [
            {"test": item.nodeid, "clause": clause}
            for item in session.items
            for _, _, clause in citations(item)
        ]

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_call(self, item: pytest.Item) -> Generator[None, None, None]:
        cited = list(citations(item))
        if not cited:
            return (yield)
        calls: list[Witnessed] = []
        with witness(calls.append):
            yield
        # All of them first: a test that fails counts for none.
        self._counted += [row for each in cited for row in _rows(item.nodeid, calls, *each)]
        return None

    def pytest_sessionfinish(self) -> None:
        if self._file is not None:
            text = json.dumps({"cited": self._cited, "counted": self._counted}, indent=1)
            self._file.parent.mkdir(parents=True, exist_ok=True)
            self._file.write_text(text, encoding="utf-8")
