"""A tournament in words and on paper."""

from __future__ import annotations

import re
import zlib
from typing import Any
from zoneinfo import ZoneInfo

import pytest

from eyesdown.tournament.v1 import tournament_pb2 as pb
from services.cli.common.paper import printable
from services.cli.tournament.tournament_page import (
    explained,
    redrawn,
    seating_sheet,
    sheet,
    standings_sheet,
)
from services.cli.tournament.tournament_pdf import results_pdf
from services.kernel.names import Name
from services.kernel.record.commit import Place
from services.kernel.record.histories import Snapshot
from services.tournament.views.tournament import resource
from tests.tournament.domain.refusals import closed, placed, seated, tied
from tests.tournament.domain.tournaments import START, Story, conditions, opened

AUCKLAND = ZoneInfo("Pacific/Auckland")
NAME = Name("akl", "tournaments", "2026-11-29-open")


def made(story: Story) -> pb.Tournament:
    snapshot: Any = Snapshot(NAME, Place(9, 20260000000009, b"h" * 32), story.given.state, START)
    return resource(snapshot)


def text_of(paper: bytes) -> str:
    """The text of a PDF's pages."""
    streams = re.findall(rb"stream\n(.*?)\nendstream", paper, re.DOTALL)
    pages = [zlib.decompress(each) for each in streams if each[:1] == b"x"]
    shown = b" ".join(b" ".join(re.findall(rb"\((.*?)\) ?Tj", page)) for page in pages)
    return shown.decode("latin-1")


def test_the_results_on_paper_have_places_prizes_results_and_the_pool() -> None:
    it = made(placed())
    text = text_of(results_pdf(it, "Harbour Casino, Auckland", AUCKLAND))
    winner = it.placings[0].players[0]
    for part in ("Spring Open", "Sun 29 Nov 2026, 19:00", f"Player {winner}", "NZD 100.00"):
        assert part in text
    assert "Places and prizes, confirmed" in text
    assert "Session 1, final, 20 minutes" in text
    assert it.sessions[0].draw.entropy.hex() in text
    assert "version 9" in text
    assert "entry fees" in text


def test_places_that_are_not_confirmed_are_said_to_be_so() -> None:
    text = text_of(results_pdf(made(tied()), "Harbour Casino", AUCKLAND))
    assert "as they stand, not confirmed" in text


def test_the_same_version_is_the_same_paper() -> None:
    it = made(placed())
    first = results_pdf(it, "Harbour Casino", AUCKLAND)
    assert results_pdf(it, "Harbour Casino", AUCKLAND) == first


@pytest.mark.parametrize(
    ("text", "on_paper"),
    [("Café", "Café"), ("Ōtautahi", "Otautahi"), ("Kōrero \u2013 1", "Korero ? 1"), ("牌", "?")],
)
def test_what_the_fonts_do_not_have_is_written_without_its_marks(text: str, on_paper: str) -> None:
    assert printable(text) == on_paper


def test_a_title_in_any_letters_can_be_printed() -> None:
    story = Story(conditions(title="Ōtautahi 牌 " * 8))
    assert results_pdf(made(story), "Ōtautahi", AUCKLAND).startswith(b"%PDF-")


def test_a_sheet_shows_local_time_and_what_is_next() -> None:
    lines = list(sheet(made(seated()), AUCKLAND))
    assert "Sun 29 Nov 2026, 19:00" in "\n".join(lines)
    assert lines[-2:] == [
        "What may be done now",
        "  StartSession  tournament director  TBJ-5.4  Session 1: start it at its time.",
    ]
    assert list(explained(made(closed()))) == ["Nothing more is to be done."]


def test_seats_and_standings_are_listed() -> None:
    it = made(tied())
    seats = list(seating_sheet(it, AUCKLAND, 2))
    assert seats[0].startswith("Session 2, play-off of final, table 1: seated")
    assert len(seats) == 4
    assert sum("plays off" in line for line in standings_sheet(it, AUCKLAND)) == 2


def test_a_draw_that_was_tampered_with_is_found() -> None:
    it = made(seated())
    assert [same for same, _ in redrawn(it)] == [True]
    first, second = it.sessions[0].tables[0].seats[:2]
    first.player, second.player = second.player, first.player
    ((same, told),) = redrawn(it)
    assert not same
    assert "table 1 differs" in told


def test_nothing_is_drawn_again_where_nothing_was_drawn() -> None:
    assert list(redrawn(made(opened(4)))) == []
