"""Marked tests: one that passes without having put its clause to the test fails."""

from __future__ import annotations

import json

import pytest

pytest_plugins = ["pytester"]

LAW = """
import pytest
from services.kernel.law import Decision, Reason, Refused, clause, happened
from tests.kit.law import means, permits, refuses

NO = Reason("NO", "No.", "Stop.", "XX-1")

@clause("XX-1", "XX-2")
def call(number):
    if number == 0:
        return Decision()
    if number == 13:
        raise NO()
    if number == 14:
        return Decision(("noted",), NO())
    if number == 15:
        raise NO(clause="XX-9")
    return happened(number > 50, number)

@clause("XX-3")
def is_high(number):
    if number < 0:
        raise ValueError
    return number > 50
"""


def run(pytester: pytest.Pytester, tests: str, *more: str) -> pytest.RunResult:
    """Run these tests, after LAW, with the plugin."""
    pytester.makepyfile(test_it=LAW + tests)
    return pytester.runpytest_inprocess(
        *("-p", "tests.kit.rules_plugin", "-p", "no:cacheprovider", "--strict-markers"),
        *("-o", "asyncio_mode=auto", "-o", "asyncio_default_fixture_loop_scope=function"),
        *("--rules-results=left", *more),
    )


def left(pytester: pytest.Pytester) -> dict[str, list[dict[str, str]]]:
    """What the run left, of all its processes."""
    together: dict[str, list[dict[str, str]]] = {"cited": [], "counted": []}
    for file in sorted((pytester.path / "left").glob("*.json")):
        for key, rows in json.loads(file.read_text()).items():
            together[key] += [row for row in rows if row not in together[key]]
    return together


GOOD = """
@permits("XX-1", "XX-2")
def test_permits():
    assert call(7).events

@permits("XX-3")
async def test_permits_async():
    assert not is_high(7)

@refuses("XX-1")
def test_refuses():
    with pytest.raises(Refused):
        call(13)

@refuses("XX-1")
async def test_refuses_on_record():
    assert call(14).refusal

@means("XX-3", side="inside")
def test_inside():
    assert is_high(51)

@means("XX-3", side="outside")
def test_outside():
    assert is_high(51)  # led to it; the last call is what the test is about
    assert not is_high(50)

def test_unmarked():
    pass
"""

COUNTED = {
    ("test_permits", "permits", "", "XX-1", "call", "False, int"),
    ("test_permits", "permits", "", "XX-2", "call", "False, int"),
    ("test_permits_async", "permits", "", "XX-3", "is_high", "False"),
    ("test_refuses", "refuses", "", "XX-1", "call", "refused NO XX-1"),
    ("test_refuses_on_record", "refuses", "", "XX-1", "call", "str, refused NO XX-1"),
    ("test_inside", "means", "inside", "XX-3", "is_high", "True"),
    ("test_outside", "means", "outside", "XX-3", "is_high", "False"),
}


@pytest.mark.parametrize("processes", [(), ("-n", "2")], ids=["one process", "two processes"])
def test_tests_that_do_what_they_say_are_counted(
    pytester: pytest.Pytester, processes: tuple[str, ...]
) -> None:
    run(pytester, GOOD, *processes).assert_outcomes(passed=7)
    found = {
        (
            row["test"].split("::")[1],
            row["mark"],
            row["side"],
            row["clause"],
            row["function"].split(".")[-1],
            row["answer"],
        )
        for row in left(pytester)["counted"]
    }
    assert found == COUNTED
    assert {(row["test"], row["clause"]) for row in left(pytester)["cited"]} == {
        (f"test_it.py::{test}", clause) for test, _, _, clause, _, _ in COUNTED
    }


@pytest.mark.parametrize(
    ("mark", "body", "why"),
    [
        ('permits("XX-1")', "pass", "no function that carries XX-1 ran"),
        ('permits("XX-1")', "is_high(1)", "with other clauses ran: *is_high"),
        ('permits("XX-1", "XX-3")', "call(1)", "no function that carries XX-3 ran"),
        ('permits("XX-1")', "call(0)", "let anything through in this test: *call: nothing"),
        ('permits("XX-1")', "call(14)", "let anything through*refused NO XX-1"),
        (
            'permits("XX-3")',
            "pytest.raises(ValueError, is_high, -1)",
            "let anything through*raised ValueError",
        ),
        ('refuses("XX-1")', "pass", "no function that carries XX-1 ran"),
        ('refuses("XX-1")', "call(1)", "refused by XX-1 in this test: *call: False, int"),
        (
            'refuses("XX-1")',
            "pytest.raises(Refused, call, 15)",
            "refused by XX-1 in this test: *refused NO XX-9",
        ),
        ('refuses("XX-2")', "pytest.raises(Refused, call, 13)", "refused by XX-2"),
        (
            'refuses("XX-3")',
            "pytest.raises(Refused, call, 13); is_high(1)",
            "refused by XX-3*is_high: False",
        ),
        ('means("XX-3", side="inside")', "call(1)", "no function that carries XX-3 ran"),
    ],
)
def test_a_mark_alone_fails(pytester: pytest.Pytester, mark: str, body: str, why: str) -> None:
    result = run(pytester, f"@{mark}\ndef test_hollow():\n    {body}\n")
    result.assert_outcomes(failed=1)
    result.stdout.fnmatch_lines([f"*it passes, but is marked *{why}*"])
    assert left(pytester)["counted"] == []


def test_a_test_that_fails_is_not_counted(pytester: pytest.Pytester) -> None:
    result = run(pytester, '@permits("XX-1")\ndef test_wrong():\n    assert call(1) == 2\n')
    result.assert_outcomes(failed=1)
    assert left(pytester)["counted"] == []


def test_a_mark_needs_a_clause_and_a_definition_a_side(pytester: pytest.Pytester) -> None:
    run(pytester, "@permits()\ndef test_it(): pass\n").assert_outcomes(errors=1)
    run(pytester, '@means("XX-3", side="left")\ndef test_it(): pass\n').assert_outcomes(errors=1)
