"""`eyesdown rules`: which clauses are carried, and by which tests that is shown.

A clause is carried by the functions that bear its id (`law.clause`). What its force asks for: a
test that permits and one that refuses, or for a definition a pair of tests on both sides of its
line. Tests are believed only for what they did: they are run here, and a function's call is
witnessed while they run.
"""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
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
        code, told = _ran([sys.executable, "-m", "pytest", *what, *how, "tests"], root)
        if code not in (0, _NO_TESTS):
            raise MarkedTestsFailed(told)
        return read_results(Path(folder))


def _ran(command: Sequence[str], root: Path) -> tuple[int, str]:
    """The exit status of a command and what it said. Nothing of it runs on when we are
    interrupted, or it would write on into a folder that is gone."""
    with subprocess.Popen(
        command,
        cwd=root,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        start_new_session=True,
    ) as run:
        try:
            told, _ = run.communicate()
        except BaseException:
            os.killpg(run.pid, signal.SIGKILL)
            raise
        return run.returncode, told


@contextmanager
def _interruptible() -> Iterator[None]:
    """Who ends us, or closes our terminal, interrupts us as Ctrl-C does."""
    before = {number: signal.getsignal(number) for number in (signal.SIGTERM, signal.SIGHUP)}
    for number, handler in before.items():
        if handler is not signal.SIG_IGN:
            signal.signal(number, signal.default_int_handler)
    try:
        yield
    except KeyboardInterrupt:
        click.echo("The tests of the rules were interrupted", err=True)
        raise click.exceptions.Exit(2) from None
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


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

    Runs the marked tests of the tree to see what they do, which takes a minute. The exit status is
    1 when one of them fails or a carried clause lacks a test that its force asks for, 2 when it is
    interrupted.
    """
    try:
        index = read_index(root / "rules" / "index.tsv")
        for clause in index.values():
            if clause.service not in SERVICES:
                raise BadIndex(f"rules/index.tsv: {clause.id} is of no service: {clause.service}")
        click.echo("Running the marked tests of the rules, which takes a minute …", err=True)
        with _interruptible():
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
