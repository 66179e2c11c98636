"""`eyesdown rules`: which clauses are carried, and by which tests that is shown.

A clause is carried by the functions that bear its id (`law.clause`). What its force asks for: a
test that permits and one that refuses, or for a definition a pair of tests on both sides of its
line. Tests are believed only for what they did: they are run here, and a function's call is
witnessed while they run.
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

import click

import services
from services.cli.common.modules import BadModule, walk
from services.cli.common.output import say
from services.cli.rules.rule_table import (
    BadResults,
    Results,
    Row,
    Table,
    carriers,
    make_table,
    read_results,
)
from services.kernel.clauses import BadIndex, read_index

SERVICES = ("draw", "verify", "tournament", "paigow")
_MARKED = "permits or refuses or means"
_NO_TESTS = 5  # pytest's exit code when no test is marked


class MarkedTestsFailed(Exception):
    """The marked tests did not pass; the message is pytest's own."""


def run_marked_tests(root: Path) -> Results:
    """Run the marked tests of the tree in a process of their own; raises `MarkedTestsFailed`."""
    with tempfile.TemporaryDirectory(prefix="eyesdown-rules-") as folder:
        what = ["-p", "tests.kit.rules_plugin", f"--rules-results={folder}", "-m", _MARKED]
        how = ["-q", "--no-header", "--tb=short", "-p", "no:cacheprovider"]
        run = subprocess.run(
            [sys.executable, "-m", "pytest", *what, *how, "tests"],
            cwd=root,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            check=False,
        )
        if run.returncode not in (0, _NO_TESTS):
            raise MarkedTestsFailed(run.stdout)
        return read_results(Path(folder))


def render(table: Table, every: bool = False) -> Iterator[str]:
    """The table's lines: carried clauses, with `every` open ones too; a line for each service."""
    for row in table.rows:
        if row.functions or every:
            yield from _lines(row)
    for service in dict.fromkeys(row.clause.service for row in table.rows):
        owned = [row for row in table.rows if row.clause.service == service]
        kept = sum(row.state == "kept" for row in owned)
        yield f"{service} {kept}/{len(owned)}"


def _lines(row: Row) -> Iterator[str]:
    clause = row.clause
    yield f"{clause.id:<22} {clause.force.value:<6} {row.state}"
    for function in row.functions:
        yield f"    by       {function.removeprefix('services.')}"
    for shows, tests in row.tests.items():
        if row.functions:
            more = f" (+{len(tests) - 1})" if len(tests) > 1 else ""
            yield f"    {shows:<8} {(tests[0] if tests else '-')}{more}"


@click.command()
@click.option("--all", "every", is_flag=True, help="Show the clauses that nothing carries too.")
@click.option(
    "--root",
    type=click.Path(exists=True, file_okay=False, path_type=Path),
    default=Path("."),
    help="The source tree: it holds rules/ and tests/.",
)
def rules(every: bool, root: Path) -> None:
    """Show clause by clause which functions carry it and which tests put it to the test.

    Fails when a carried clause lacks a test that its force asks for.
    """
    try:
        index = read_index(root / "rules" / "index.tsv")
        for clause in index.values():
            if clause.service not in SERVICES:
                raise BadIndex(f"rules/index.tsv: {clause.id} is of no service: {clause.service}")
        results = run_marked_tests(root)
        table = make_table(index, carriers(walk(services)), results)
    except MarkedTestsFailed as failed:
        click.echo(str(failed), err=True)
        raise click.ClickException("The tests of the rules did not pass") from failed
    except (BadIndex, BadModule, BadResults) as wrong:
        raise click.ClickException(str(wrong)) from wrong
    say(render(table, every))
    for problem in table.problems:
        click.echo(f"Error: {problem}", err=True)
    if table.problems:
        raise click.exceptions.Exit(1)
