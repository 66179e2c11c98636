"""The pictures of the documentation: there, of modest size, and the house as the code has it."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from scripts.house_picture import STREAMS, follows, house, writes_of
from services.cli.common.where import SERVICES
from services.kernel.journal import provision

ROOT = Path(__file__).resolve().parents[2]
PICTURES = ROOT / "docs" / "pictures"
PAGES = (ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md")))
SHOWN = sorted(
    {
        (page, shown)
        for page in PAGES
        for shown in re.findall(r"\]\(([^)\s]*pictures/[^)\s]+)\)", page.read_text())
    }
)


def test_all_together_are_of_modest_size():
    assert sum(file.stat().st_size for file in PICTURES.iterdir()) <= 1_500_000


@pytest.mark.parametrize(
    ("page", "shown"), SHOWN, ids=[f"{page.stem}-{Path(shown).name}" for page, shown in SHOWN]
)
def test_a_picture_that_a_page_shows_is_there(page: Path, shown: str):
    assert (page.parent / shown).is_file()


def test_the_house_is_drawn_as_the_code_has_it():
    assert (PICTURES / "house.svg").read_text() == house()


def test_every_kind_that_a_service_writes_is_in_the_drawing():
    drawn = house()
    for service in SERVICES:
        for kind in writes_of(service).kinds:
            assert f"writes  {kind}<" in drawn
    assert (follows("draw"), follows("verify")) == (("claimDesks",), ("games",))


def test_the_streams_that_are_drawn_are_those_that_are_provisioned():
    assert provision.__doc__ is not None
    for stream, _ in STREAMS:
        assert f"`{stream}`" in provision.__doc__


def test_no_picture_is_fetched_from_elsewhere():
    for file in PICTURES.glob("*.svg"):
        found = re.findall(r"(?:href|src|url)\s*[=(]\s*[\"']?https?:", file.read_text())
        assert found == [], file.name
