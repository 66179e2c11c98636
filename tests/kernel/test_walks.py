"""What the walks name is in the code: every file, and every symbol in the file it is linked to."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from services.kernel.clauses import read_index

ROOT = Path(__file__).resolve().parents[2]
WALKS = sorted((ROOT / "docs" / "walks").glob("*.md"))
LINKED = [
    (walk, found[1], found[2])
    for walk in WALKS
    for found in re.finditer(r"\[`?([^\]`]+)`?\]\(([^)#]+)\)", walk.read_text())
]
CODE = [each for each in LINKED if Path(each[2]).suffix in {".py", ".ts", ".proto"}]
CLAUSE = re.compile(r"\b(?:NZB|TNB|TBJ|PG)-[\d.]+(?:\(\w+\))*")


def defined(symbol: str, text: str) -> bool:
    """Whether a file defines it: a function, a method, a class, a message, an RPC."""
    words = r"(?:async def|def|class|export class|rpc|message)"
    return re.search(rf"^\s*{words}\s+{symbol}\b", text, re.MULTILINE) is not None


@pytest.mark.parametrize("walk", WALKS, ids=lambda walk: walk.name)
def test_what_a_walk_links_to_is_there(walk: Path):
    links = [path for of, _, path in LINKED if of == walk]
    assert links
    assert [path for path in links if not (walk.parent / path).exists()] == []


@pytest.mark.parametrize(
    ("walk", "symbol", "path"), CODE, ids=[f"{walk.stem}-{symbol}" for walk, symbol, _ in CODE]
)
def test_what_a_walk_names_is_in_the_file_that_it_links(walk: Path, symbol: str, path: str):
    text = (walk.parent / path).read_text()
    assert all(defined(each, text) for each in symbol.split("."))


def test_every_event_and_call_that_a_walk_tells_of_is_in_the_contracts():
    protos = "".join(file.read_text() for file in (ROOT / "protos").rglob("*.proto"))
    there = set(re.findall(r"^(?:message|  rpc) (\w+)", protos, re.MULTILINE))
    unlinked = "".join(re.sub(r"\[[^\]]*\]\([^)]*\)", "", walk.read_text()) for walk in WALKS)
    named = set(re.findall(r"`((?:[A-Z][a-z]+){2,})`", unlinked))
    assert len(named) > 30
    assert named <= there


def test_every_clause_that_a_walk_cites_is_in_the_index():
    index = set(read_index(ROOT / "rules" / "index.tsv"))
    cited = {each for walk in WALKS for each in CLAUSE.findall(walk.read_text())}
    assert cited
    assert cited <= index
