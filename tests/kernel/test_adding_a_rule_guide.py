"""What `docs/adding-a-rule.md` shows and names is what lies in the tree."""

from __future__ import annotations

import re
from pathlib import Path
from textwrap import indent

import pytest

ROOT = Path(__file__).resolve().parents[2]
GUIDE = (ROOT / "docs" / "adding-a-rule.md").read_text()
SNIPPETS = re.findall(r"<!-- from (\S+) -->\n```\w+\n(.*?)```", GUIDE, re.DOTALL)
NAMED = sorted(set(re.findall(r"`((?:rules|services|protos|tests|client)/[\w./-]*)`", GUIDE)))


@pytest.mark.parametrize(
    ("file", "snippet"), SNIPPETS, ids=[f"{n}-{file}" for n, (file, _) in enumerate(SNIPPETS)]
)
def test_what_the_guide_shows_stands_in_the_code(file: str, snippet: str):
    text = (ROOT / file).read_text()
    assert any(indent(snippet, " " * deep) in text for deep in (0, 4, 8)), snippet


def test_all_code_in_the_guide_is_from_the_tree():
    assert len(SNIPPETS) == GUIDE.count("```") // 2 > 8


@pytest.mark.parametrize("path", NAMED)
def test_what_the_guide_names_is_there(path: str):
    assert (ROOT / path).exists()


def test_the_guide_goes_through_every_step():
    for step in (
        "rules/index.tsv",
        "services/draw/domain/game/",
        "services/draw/codec/game.py",
        "services/draw/commands/game.py",
        "services/draw/domain/game/explaining.py",
        "tests/draw/domain/",
    ):
        assert f"`{step}" in GUIDE or f"from {step}" in GUIDE


def test_the_targets_of_make_are_those_that_there_are():
    there = set(re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text(), re.MULTILINE))
    named = set(re.findall(r"`make ([a-z-]+)", GUIDE))
    assert named <= there
    assert {"rules", "docs", "proto", "check", "test"} <= named
