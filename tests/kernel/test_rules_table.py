"""The rule index, and the table that says which clauses are carried and put to the test."""

from __future__ import annotations

import asyncio
import os
import signal
from collections import Counter
from pathlib import Path
from types import ModuleType

import pytest
from click.testing import CliRunner

import services
from services.cli.common.modules import walk
from services.cli.docs.refusals import collect
from services.cli.rules import rules as command
from services.cli.rules.rule_table import Counted, Results, carriers, make_table, read_results
from services.kernel.clauses import BadIndex, Clause, Force, read_index
from services.kernel.law import clause
from tests.cli.command import DEADLINE, start

RULES = Path(__file__).parents[2] / "rules"


# -- the index -------------------------------------------------------------------------------------


def test_every_clause_of_the_law_is_in_the_index() -> None:
    # Counted in the law, clause by clause.
    index = read_index(RULES / "index.tsv").values()
    assert Counter(each.service for each in index) == {
        "draw": 26,
        "verify": 14,
        "tournament": 71,
        "paigow": 38,
    }
    assert Counter(each.force.value for each in index) == {
        "must": 98,
        "never": 10,
        "may": 24,
        "means": 17,
    }


def test_the_code_names_no_clause_that_is_not_in_the_index() -> None:
    index = read_index(RULES / "index.tsv")
    modules = list(walk(services))
    named = set(carriers(modules)) | {each.reason.clause for each in collect(modules)} - {""}
    assert named - index.keys() == set()


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("", "must name the columns id, service, force, gist"),
        ("id\tforce\tservice\tgist\n", "must name the columns"),
        ("{head}X-1\tdraw\tmust\n", "line 2: 3 columns instead of 4"),
        ("{head}XX-1\tdraw\tmust\tA\nXX-1\tdraw\tmay\tB\n", "line 3: XX-1 is there twice"),
        ("{head}XX-1\tdraw\tshall\tA\n", "line 2: 'shall' is no force"),
        ("{head}XX-1\tDraw!\tmust\tA\n", "line 2: 'Draw!' is no service"),
        ("{head}xx 1\tdraw\tmust\tA\n", "line 2: 'xx 1' is no clause id"),
        ("{head}XX-1\tdraw\tmust\t \n", "line 2: XX-1 has no gist"),
        ("{head}\n", "line 2: 1 columns"),
    ],
)
def test_a_malformed_index_is_told_by_line(tmp_path: Path, text: str, says: str) -> None:
    file = tmp_path / "index.tsv"
    file.write_text(text.replace("{head}", "id\tservice\tforce\tgist\n"))
    with pytest.raises(BadIndex, match=says):
        read_index(file)


# -- who carries what ------------------------------------------------------------------------------


@clause("XX-1")
def one(number: int) -> int:
    """Carry a clause."""
    return number


class Chapter:
    """Methods carry clauses too."""

    @clause("XX-1", "XX-2")
    def two(self) -> None:
        """Carry two."""

    @staticmethod
    @clause("XX-3")
    def three() -> None:
        """Carry one."""


def test_functions_and_methods_are_found_where_they_are_made() -> None:
    here = ModuleType(__name__)
    here.__dict__.update(one=one, Chapter=Chapter, again=one, number=5)
    elsewhere = ModuleType("elsewhere")
    elsewhere.__dict__.update(one=one)
    assert carriers([here, elsewhere]) == {
        "XX-1": (f"{__name__}.Chapter.two", f"{__name__}.one"),
        "XX-2": (f"{__name__}.Chapter.two",),
        "XX-3": (f"{__name__}.Chapter.three",),
    }


# -- the table -------------------------------------------------------------------------------------

INDEX = {
    each.id: each
    for each in (
        Clause("XX-1", "draw", Force.MUST, "Do."),
        Clause("XX-2", "draw", Force.MEANS, "It is."),
        Clause("XX-3", "verify", Force.MAY, "One may."),
        Clause("XX-4", "draw", Force.NEVER, "Don't."),
    )
}


def counted(mark: str, id_: str, function: str = "f", side: str = "", answer: str = "") -> Counted:
    """A test named after its mark."""
    return Counted(mark, side, id_, function, f"t::{mark}{side}", answer)


def state(id_: str, *tests: Counted, functions: tuple[str, ...] = ("f",)) -> tuple[str, list[str]]:
    """The state of a clause that these functions carry, and the problems of the whole table."""
    table = make_table(INDEX, {id_: functions} if functions else {}, Results(tests))
    rows = {row.clause.id: row for row in table.rows}
    assert list(rows) == list(INDEX)
    assert {row.state for row in table.rows if row.clause.id != id_} == {"open"}
    return rows[id_].state, list(table.problems)


@pytest.mark.parametrize("id_", ["XX-1", "XX-3", "XX-4"])
def test_a_rule_needs_a_test_that_permits_and_one_that_refuses(id_: str) -> None:
    permits, refuses = counted("permits", id_), counted("refuses", id_)
    assert state(id_, permits, refuses) == ("kept", [])
    assert state(id_, permits) == ("untested", [f"{id_} is carried and has no test that refuses"])
    assert state(id_, refuses) == ("untested", [f"{id_} is carried and has no test that permits"])


def test_a_rule_that_no_function_carries_is_open_whatever_tests_say() -> None:
    tests = counted("permits", "XX-1"), counted("refuses", "XX-1")
    assert state("XX-1", *tests, functions=()) == ("open", [])


def test_a_test_counts_only_in_a_function_that_carries_the_clause() -> None:
    tests = counted("permits", "XX-1", "g"), counted("refuses", "XX-1", "f")
    assert state("XX-1", *tests)[0] == "untested"
    assert state("XX-1", *tests, functions=("f", "g"))[0] == "kept"


def test_a_definition_needs_both_sides_in_one_function_with_different_answers() -> None:
    def sides(inside: str, outside: str, function: str = "f") -> tuple[str, list[str]]:
        return state(
            "XX-2",
            counted("means", "XX-2", "f", "inside", inside),
            counted("means", "XX-2", function, "outside", outside),
            functions=("f", "g"),
        )

    same = "XX-2 is carried and has no function that answers differently on the two sides"
    assert sides("True", "False") == ("kept", [])
    assert sides("True", "True") == ("untested", [f"{same} of its line"])
    assert sides("True", "False", "g") == ("untested", [f"{same} of its line"])
    one_side = state("XX-2", counted("means", "XX-2", "f", "inside", "True"))
    assert one_side == ("untested", ["XX-2 is carried and has no test outside its line"])
    no_side = state("XX-2", counted("permits", "XX-2"), counted("refuses", "XX-2"))
    assert no_side[0] == "untested"


def test_ids_that_the_index_does_not_know_are_problems() -> None:
    table = make_table(INDEX, {"XX-9": ("f",)}, Results(cited=(("t::x", "XX-8"), ("t", "XX-1"))))
    assert table.problems == (
        "f carries XX-9, which is not in the rule index",
        "t::x cites XX-8, which is not in the rule index",
    )


def test_the_table_shows_carried_clauses_and_a_line_for_each_service() -> None:
    functions = {"XX-1": ("services.draw.f", "services.draw.g"), "XX-2": ("services.draw.f",)}
    tests = (
        Counted("permits", "", "XX-1", "services.draw.f", "tests/a.py::one", ""),
        Counted("permits", "", "XX-1", "services.draw.f", "tests/a.py::two", ""),
        Counted("refuses", "", "XX-1", "services.draw.g", "tests/a.py::three", ""),
    )
    table = make_table(INDEX, functions, Results(tests))
    carried = [
        "XX-1                   must   kept",
        "    by       draw.f",
        "    by       draw.g",
        "    permits  tests/a.py::one (+1)",
        "    refuses  tests/a.py::three",
        "XX-2                   means  untested",
        "    by       draw.f",
        "    inside   -",
        "    outside  -",
    ]
    services_ = ["draw 1/3", "verify 0/1"]
    opened = ["XX-3                   may    open", "XX-4                   never  open"]
    assert list(command.render(table)) == carried + services_
    assert list(command.render(table, every=True)) == carried + opened + services_


# -- the command -----------------------------------------------------------------------------------


def tree(path: Path, tests: str = "") -> Path:
    """A source tree with the index and, if any, a test file."""
    (path / "rules").mkdir()
    (path / "rules" / "index.tsv").write_bytes((RULES / "index.tsv").read_bytes())
    (path / "tests").mkdir()
    if tests:
        (path / "tests" / "test_it.py").write_text(tests)
    return path


MARKED = """
from services.kernel.law import clause
from tests.kit.law import permits

@clause("NZB-5.8")
def correct():
    return {value}

@permits("{id}")
def test_it():
    assert correct()
"""


def test_a_tree_without_marked_tests_has_no_results(tmp_path: Path) -> None:
    results = command.run_marked_tests(tree(tmp_path, "def test_it():\n    assert False\n"))
    assert results == Results()


def test_marked_tests_are_run_and_believed_for_what_they_did(tmp_path: Path) -> None:
    results = command.run_marked_tests(tree(tmp_path, MARKED.format(id="NZB-5.8", value=5)))
    (found,) = results.counted
    assert (found.mark, found.clause, found.test) == (
        "permits",
        "NZB-5.8",
        "tests/test_it.py::test_it",
    )
    assert results.cited == (("tests/test_it.py::test_it", "NZB-5.8"),)


def test_the_command_fails_when_a_marked_test_does(tmp_path: Path) -> None:
    root = tree(tmp_path, MARKED.format(id="NZB-5.9", value=5))
    result = CliRunner().invoke(command.rules, ["--root", str(root)])
    assert result.exit_code == 1
    assert "no function that carries NZB-5.9 ran in this test" in result.stderr
    assert result.stderr.endswith("Error: The tests of the rules did not pass\n")


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
async def test_what_is_interrupted_leaves_nothing(tmp_path: Path, number: signal.Signals) -> None:
    """The test that runs then is gone too."""
    waits = "import os, signal\nopen('pipe', 'w').write(f'{os.getpid()}')\nsignal.pause()\n"
    root, temporary = tree(tmp_path, waits), tmp_path / "temporary"
    temporary.mkdir()
    os.mkfifo(root / "pipe")
    more = {"TMPDIR": str(temporary)}
    process = await start("rules", "--root", str(root), data=tmp_path / "data", more=more)
    async with asyncio.timeout(DEADLINE):
        pid = int(await asyncio.to_thread((root / "pipe").read_text))
        assert os.listdir(temporary)
        process.send_signal(number)
        _, told = await process.communicate()
    assert process.returncode == 2
    assert told.decode().splitlines() == [
        "Running the marked tests of the rules, which takes a minute …",
        "The tests of the rules were interrupted",
    ]
    assert os.listdir(temporary) == []
    with pytest.raises(ProcessLookupError):
        os.kill(pid, 0)


def test_the_command_fails_on_a_malformed_index(tmp_path: Path) -> None:
    root = tree(tmp_path)
    (root / "rules" / "index.tsv").write_text("id\tservice\tforce\tgist\nXX-1\tbar\tmust\tA\n")
    result = CliRunner().invoke(command.rules, ["--root", str(root)])
    assert (result.exit_code, result.stdout) == (1, "")
    assert result.stderr == "Error: rules/index.tsv: XX-1 is of no service: bar\n"


def test_what_processes_left_is_put_together(tmp_path: Path) -> None:
    row = '{"mark": "permits", "side": "", "clause": "XX-1", "function": "f", "answer": "1"'
    cited = '"cited": [{"test": "t", "clause": "XX-1"}]'
    for process in ("gw0", "gw1"):
        text = f'{{{cited}, "counted": [{row}, "test": "{process}"}}]}}'
        (tmp_path / f"{process}.json").write_text(text)
    results = read_results(tmp_path)
    assert [each.test for each in results.counted] == ["gw0", "gw1"]
    assert results.cited == (("t", "XX-1"),)
