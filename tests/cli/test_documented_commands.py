"""Every command that the documents name is there, with the options that they give it: whoever is
called at night types what stands in a runbook."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import click
import pytest

from services.cli.main import main

ROOT = Path(__file__).resolve().parents[2]
DOCS = ROOT / "docs"
PAGES = sorted(
    (ROOT / "README.md", *DOCS.glob("*.md"), *DOCS.glob("runbooks/*.md"), *DOCS.glob("walks/*.md"))
)
QUOTED = re.compile(r"`eyesdown ([^`]+)`")
LINE = re.compile(r"^(?:\w+=\S+ )?eyesdown (.+)$", re.MULTILINE)
WORDS = re.compile(r"[a-z][a-z-]*")


def commands(page: Path) -> Iterator[str]:
    """What stands behind `eyesdown` in a page's prose and in its blocks."""
    text = page.read_text()
    for block in re.findall(r"```(?:sh|bash)?\n(.*?)```", text, re.DOTALL):
        yield from LINE.findall(block)
    yield from QUOTED.findall(re.sub(r"```.*?```", "", text, flags=re.DOTALL))


def wrong(told: str) -> str:
    """What is not so in a command; empty where all is."""
    words = told.split(" #")[0].replace("…", "").split()
    context = click.Context(main)
    at: click.Command = main
    while isinstance(at, click.Group) and words and WORDS.fullmatch(words[0]):
        found = at.get_command(context, words[0])
        if found is None:
            return f"there is no {words[0]}"
        at, words = found, words[1:]
    known = {option for each in at.params for option in (*each.opts, *each.secondary_opts)}
    for word in words:
        if word.startswith("--") and word.partition("=")[0] not in {*known, "--help"}:
            return f"it has no {word}"
    return ""


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_what_a_page_says_can_be_typed(page: Path):
    found = {told: why for told in commands(page) if (why := wrong(told))}
    assert found == {}


def test_what_is_not_there_is_noticed():
    assert wrong("audit verify --venue akl") == ""
    assert wrong("audit verfy") == "there is no verfy"
    assert wrong("audit verify --vneue akl") == "it has no --vneue"
    told = {page.stem: len(list(commands(page))) for page in PAGES}
    assert sum(told.values()) > 100
    assert told["operating"] > 30
