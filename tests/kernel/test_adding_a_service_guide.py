"""What `docs/adding-a-service.md` shows is what lies in `tests/kit/lost`."""

from __future__ import annotations

import re
from pathlib import Path
from textwrap import indent

import pytest

ROOT = Path(__file__).resolve().parents[2]
LOST = ROOT / "tests" / "kit" / "lost"
GUIDE = (ROOT / "docs" / "adding-a-service.md").read_text()
SNIPPETS = re.findall(r"<!-- from (\S+) -->\n```\w+\n(.*?)```", GUIDE, re.DOTALL)


@pytest.mark.parametrize(("file", "snippet"), SNIPPETS, ids=[file for file, _ in SNIPPETS])
def test_what_the_guide_shows_stands_in_the_service(file: str, snippet: str):
    text = (LOST / file).read_text()
    assert any(indent(snippet, " " * deep) in text for deep in (0, 2, 4, 8)), snippet


def test_all_code_in_the_guide_is_from_the_service():
    assert len(SNIPPETS) == GUIDE.count("```") // 2 > 8


def test_the_guide_names_every_file_of_the_service():
    made = re.compile(r"_pb2(_grpc)?\.pyi?$")
    files = [path for path in LOST.rglob("*.*") if path.suffix in (".py", ".proto")]
    names = {path.relative_to(LOST).as_posix() for path in files if not made.search(path.name)}
    assert len(names) > 10
    assert {name for name in names if f"`{name}`" not in GUIDE} == set()
