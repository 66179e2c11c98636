"""The mutants of a file: each a small change to one of its functions.

The changes are mutmut's own. Mutmut itself passes over every function that has a decorator, and
here each function that decides bears `@clause`; so its operators are walked over the tree anew,
with four of ours for what the law is made of: a check that is not asked, a refusal that is not
raised, a condition turned round, a case that is not there.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from types import CodeType
from typing import Any

import libcst as cst
import libcst.matchers as m
from libcst.metadata import MetadataWrapper, PositionProvider
from mutmut.mutation.mutators import mutation_operators, operator_match

ROOT = Path(__file__).resolve().parents[2]
LEFT_ALONE = frozenset(("cast", "isinstance", "len"))
"""Calls that are changed by no operator: what they are given is a type, or fails at once."""
STATEMENTS = (cst.SimpleStatementLine, cst.BaseCompoundStatement, cst.MatchCase)
AROUND = 24
"""Characters that are shown on each side of what differs."""


@dataclass(frozen=True, slots=True)
class Mutant:
    """From `start` to `end` a file has `text` instead; `statement` is the line of the statement.

    `name` stays the same while the function does and the order of like changes in it.
    """

    file: str
    function: str
    line: int
    statement: int
    start: int
    end: int
    text: str
    name: str


def sown(file: str, source: str) -> list[Mutant]:
    """The mutants of a file, in its order."""
    walk = _Walk(file, source)
    MetadataWrapper(cst.parse_module(source), unsafe_skip_copy=True).visit(walk)
    return walk.found


def made(mutant: Mutant) -> tuple[CodeType, CodeType] | None:
    """The function's code as it is and as the mutant has it; None if that is no Python, or the
    same.
    """
    path = ROOT / mutant.file
    source = path.read_text(encoding="utf-8")
    changed = source[: mutant.start] + mutant.text + source[mutant.end :]
    try:
        now = compile(changed, str(path), "exec", dont_inherit=True)
    except SyntaxError:
        return None
    was = compile(source, str(path), "exec", dont_inherit=True)
    for old, new in zip(functions(was), functions(now), strict=True):
        if old.co_qualname == mutant.function and body(old) != body(new):
            return old, new
    return None


def functions(code: CodeType) -> Iterator[CodeType]:
    """The functions of a module and the methods of its classes, in their order."""
    for each in code.co_consts:
        if isinstance(each, CodeType):
            if each.co_flags & 0x2:  # CO_NEWLOCALS: a function, not the body of a class
                yield each
            else:
                yield from functions(each)


def body(code: CodeType) -> tuple[Any, ...]:
    """What a function does, wherever it stands."""
    inside = tuple(
        body(each) if isinstance(each, CodeType) else (type(each), repr(each))
        for each in code.co_consts
    )
    return code.co_code, inside, code.co_names, code.co_varnames, code.co_freevars


class _Walk(cst.CSTVisitor):
    """Collects the mutants of the functions; annotations, decorators and docstrings have none."""

    METADATA_DEPENDENCIES = (PositionProvider,)

    def __init__(self, file: str, source: str) -> None:
        self.source = source
        self.found: list[Mutant] = []
        self._file = file
        self._starts = [0]
        for line in source.splitlines(keepends=True):
            self._starts.append(self._starts[-1] + len(line))
        self._around: list[str] = []
        self._statements: list[int] = []
        self._depth = 0
        self._seen: dict[str, int] = {}

    def on_visit(self, node: cst.CSTNode) -> bool:
        if isinstance(node, cst.Annotation | cst.Decorator | cst.Param) or _left_alone(node):
            return False
        if isinstance(node, cst.FunctionDef | cst.ClassDef) and not self._depth:
            self._around.append(node.name.value)
        if isinstance(node, STATEMENTS):
            self._statements.append(self._span(node)[2])
        if self._depth:
            self._change(node)
        if isinstance(node, cst.FunctionDef):
            self._depth += 1
        return True

    def on_leave(self, original_node: cst.CSTNode) -> None:
        if isinstance(original_node, cst.FunctionDef):
            self._depth -= 1
        if isinstance(original_node, STATEMENTS):
            self._statements.pop()
        if isinstance(original_node, cst.FunctionDef | cst.ClassDef) and not self._depth:
            self._around.pop()

    def _change(self, node: cst.CSTNode) -> None:
        for kind, operator in mutation_operators:
            if isinstance(node, kind) and operator is not operator_match:
                for changed in operator(node):
                    self._keep(node, _code(changed))
        if m.matches(node, m.Expr(value=m.Call()) | m.Raise()):
            self._keep(node, "pass")
        if isinstance(node, cst.If):
            self._keep(node.test, f"not ({_code(node.test)})")
        if isinstance(node, cst.Match) and len(node.cases) > 1:
            for case in node.cases:
                self._keep(case, "")

    def _keep(self, node: cst.CSTNode, text: str) -> None:
        start, end, line = self._span(node)
        function = ".".join(self._around)
        name = f"{self._file}::{function}: {_shown(self.source[start:end], text)}"
        nth = self._seen[name] = self._seen.get(name, 0) + 1
        name += f" ({nth})" * (nth > 1)
        statement = self._statements[-1]
        self.found.append(Mutant(self._file, function, line, statement, start, end, text, name))

    def _span(self, node: cst.CSTNode) -> tuple[int, int, int]:
        """Where a node starts and ends in the file, and in which line."""
        at = self.get_metadata(PositionProvider, node)
        start, end = (self._starts[each.line - 1] + each.column for each in (at.start, at.end))
        return start, end, at.start.line


def _left_alone(node: cst.CSTNode) -> bool:
    return m.matches(node, m.Expr(value=m.SimpleString() | m.ConcatenatedString())) or (
        isinstance(node, cst.Call)
        and isinstance(node.func, cst.Name)
        and node.func.value in LEFT_ALONE
    )


def _code(node: cst.CSTNode) -> str:
    return cst.Module(body=()).code_for_node(node)


def _shown(was: str, becomes: str) -> str:
    """Both in one line, without most of what they have in common."""
    was, becomes = (re.sub(r"\s+", " ", each).strip() for each in (was, becomes))
    start = _alike(was, becomes)
    alike = _alike(was[start:][::-1], becomes[start:][::-1])
    first = max(0, start - AROUND)
    return f"{_cut(was, first, alike)} → {_cut(becomes, first, alike) or 'nothing'}"


def _alike(one: str, other: str) -> int:
    """How many characters they begin with alike."""
    pairs = enumerate(zip(one, other, strict=False))
    return next((at for at, (a, b) in pairs if a != b), min(len(one), len(other)))


def _cut(text: str, first: int, alike: int) -> str:
    last = min(len(text), len(text) - alike + AROUND, first + 4 * AROUND)
    return "…" * bool(first) + text[first:last] + "…" * (last < len(text))
