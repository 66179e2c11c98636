"""Sheets of cards to print: PDF, A4, with serial and card number on every card.

For 90 balls a strip is a block from top to bottom, two blocks side by side; for 75 balls six faces
are on a page.
"""

from __future__ import annotations

from datetime import datetime

from fpdf import FPDF
from fpdf.enums import Align

from services.verify.cards.packing import Pack
from services.verify.domain.cards.layout import Card, Format

CARDS_MAX = 6_000
"""Cards of one document: some hundred pages a few seconds long."""

_MARGIN = 9.0
_HEAD = 4.5


def sheets(pack: Pack, first: int, last: int, serial: str, title: str, at: datetime) -> bytes:
    """The cards from `first` to `last` as a PDF, made at the instant `at`; lengths are in mm.

    ValueError for cards that are not of the series, or for more than `CARDS_MAX`.
    """
    if not pack.first_card <= first <= last <= pack.last_card or last - first >= CARDS_MAX:
        raise ValueError(f"cards {first} to {last} are not 1 to {CARDS_MAX:,} cards of the series")
    pdf = FPDF(format="A4")
    pdf.set_auto_page_break(False)
    pdf.set_creation_date(at)
    pdf.set_title(_plain(title))
    page = _Ninety(pdf, serial) if pack.layout.format is Format.NINETY else _Faces(pdf, serial)
    # A block of the page begins with each strip, so a range that begins within one leaves gaps.
    offset = (first - pack.first_card) % pack.sheet
    for place, (number, card) in enumerate(pack.numbered(first, last), start=offset):
        if place == offset or place % page.on_a_page == 0:
            _new_page(pdf, title, serial)
        page.draw(place % page.on_a_page, number, card)
    return bytes(pdf.output())


class _Ninety:
    """Two strips on a page."""

    on_a_page = 12

    def __init__(self, pdf: FPDF, serial: str) -> None:
        self._pdf = pdf
        self._serial = _plain(serial)

    def draw(self, place: int, number: int, card: Card) -> None:
        """A card at one of twelve places: six down, then six more beside them."""
        left = _MARGIN + (place // 6) * 98
        top = 18.0 + (place % 6) * 45.5
        _caption(self._pdf, left, top, 94, self._serial, number)
        _grid(self._pdf, left, top + _HEAD, 94 / 9, 12, [card[row : row + 9] for row in (0, 9, 18)])


class _Faces:
    """Six faces on a page."""

    on_a_page = 6

    def __init__(self, pdf: FPDF, serial: str) -> None:
        self._pdf = pdf
        self._serial = _plain(serial)

    def draw(self, place: int, number: int, card: Card) -> None:
        """A face at one of six places, the letters over its columns."""
        left = _MARGIN + (place % 2) * 98
        top = 18.0 + (place // 2) * 90
        _caption(self._pdf, left, top, 94, self._serial, number)
        self._pdf.set_font("helvetica", "B", 16)
        for column, letter in enumerate("BINGO"):
            self._pdf.set_xy(left + column * 18.8, top + _HEAD)
            self._pdf.cell(18.8, 9, letter, align=Align.C)
        rows = [card[row : row + 5] for row in range(0, 25, 5)]
        _grid(self._pdf, left, top + _HEAD + 9, 18.8, 14, rows, free=(2, 2))


def _new_page(pdf: FPDF, title: str, serial: str) -> None:
    pdf.add_page()
    pdf.set_font("helvetica", "", 9)
    pdf.set_xy(_MARGIN, 9)
    pdf.cell(192, 5, f"{_plain(title)}   serial {_plain(serial)}   page {pdf.page_no()}")


def _caption(pdf: FPDF, left: float, top: float, width: float, serial: str, number: int) -> None:
    pdf.set_font("helvetica", "", 8)
    pdf.set_xy(left, top)
    pdf.cell(width / 2, _HEAD, f"serial {serial}")
    pdf.set_xy(left + width / 2, top)
    pdf.cell(width / 2, _HEAD, f"card {number}", align=Align.R)


def _grid(
    pdf: FPDF,
    left: float,
    top: float,
    width: float,
    height: float,
    rows: list[Card],
    free: tuple[int, int] | None = None,
) -> None:
    pdf.set_font("helvetica", "B", 16)
    for down, row in enumerate(rows):
        for across, number in enumerate(row):
            pdf.set_xy(left + across * width, top + down * height)
            text = "FREE" if (down, across) == free else str(number or "")
            pdf.cell(width, height, text, border=1, align=Align.C)


def _plain(text: str) -> str:
    """In the letters that every reader's built-in font has."""
    return text.encode("latin-1", "replace").decode("latin-1")
