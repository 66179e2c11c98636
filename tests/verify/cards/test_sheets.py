"""Sheets to print: every card once, with its serial, number and numbers."""

from __future__ import annotations

import re
import zlib
from datetime import UTC, datetime

import pytest

from services.verify.cards.making import make
from services.verify.cards.sheets import CARDS_MAX, sheets
from services.verify.domain.cards.layout import NINETY, SEVENTY_FIVE

AT = datetime(2026, 11, 29, 8, 0, tzinfo=UTC)


def pages(pdf: bytes) -> list[list[str]]:
    """The texts of each page of a PDF, in the order in which they are drawn."""
    found = []
    for stream in re.findall(rb"stream\n(.*?)\nendstream", pdf, re.DOTALL):
        try:
            drawn = zlib.decompress(stream).decode("latin-1")
        except zlib.error:
            continue
        if " Td " in drawn:
            found.append(re.findall(r"\((.*?)\) Tj", drawn))
    return found


def test_two_strips_are_on_a_page_with_serial_and_card_number() -> None:
    pack = make(bytes(32), NINETY, 1, 18)
    first, second = pages(sheets(pack, 1, 18, "A 1204", "Sunday", AT))
    assert first[0] == "Sunday   serial A 1204   page 1"
    assert first.count("serial A 1204") == 12
    assert [text for text in first if text.startswith("card ")] == [
        f"card {number}" for number in range(1, 13)
    ]
    assert second.count("serial A 1204") == 6
    numbers = [int(text) for text in first if text.isdigit()]
    assert numbers == [n for card in range(1, 13) for n in pack.card(card) if n]


def test_six_faces_are_on_a_page_with_their_letters_and_free_centre() -> None:
    pack = make(bytes(32), SEVENTY_FIVE, 101, 7)
    first, second = pages(sheets(pack, 101, 107, "B/7", "", AT))
    assert "".join(text for text in first if len(text) == 1 and text.isalpha()) == "BINGO" * 6
    assert first.count("FREE") == 6
    assert second.count("FREE") == 1
    numbers = [int(text) for text in second if text.isdigit()]
    assert numbers == [n for n in pack.card(107) if n]


def test_a_part_that_begins_within_a_strip_keeps_each_card_in_its_place() -> None:
    pack = make(bytes(32), NINETY, 1, 30)
    first, second = pages(sheets(pack, 5, 14, "A", "", AT))
    cards = [[text for text in page if text.startswith("card ")] for page in (first, second)]
    assert cards == [[f"card {number}" for number in range(5, 13)], ["card 13", "card 14"]]


def test_the_same_sheets_are_the_same_bytes_and_letters_of_any_language_do_no_harm() -> None:
    pack = make(bytes(32), NINETY, 1, 6)
    made = sheets(pack, 1, 6, "A", "Whare Māori 宾果", AT)
    assert made == sheets(pack, 1, 6, "A", "Whare Māori 宾果", AT)
    assert made.startswith(b"%PDF-")


@pytest.mark.parametrize(("first", "last"), [(0, 6), (1, 19), (7, 6)])
def test_cards_of_the_series_alone_are_printed(first: int, last: int) -> None:
    with pytest.raises(ValueError, match="are not 1 to 6,000 cards of the series"):
        sheets(make(bytes(32), NINETY, 1, 18), first, last, "A", "", AT)


def test_a_document_has_an_end() -> None:
    pack = make(bytes(32), NINETY, 1, CARDS_MAX + 6)
    with pytest.raises(ValueError, match="are not 1 to 6,000 cards"):
        sheets(pack, 1, CARDS_MAX + 1, "A", "", AT)
