"""A4 sheets that the command line writes: headings, lines, tables, and a foot on every page."""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence
from typing import Literal

from fpdf import FPDF
from fpdf.enums import XPos, YPos
from fpdf.fonts import FontFace

FONT = "Helvetica"
GREY = (110, 110, 110)
LINE = 6.0
"""Height of a line, in millimetres."""


def printable(text: str) -> str:
    """The text in letters that the built-in fonts have: macrons and other marks are left off."""
    try:
        text.encode("latin-1")
    except UnicodeEncodeError:
        plain = "".join(
            letter
            for letter in unicodedata.normalize("NFKD", text)
            if not unicodedata.combining(letter)
        )
        return plain.encode("latin-1", "replace").decode("latin-1")
    return text


class Paper(FPDF):
    """A4 sheets with a foot line; what is written at one creation date is the same bytes."""

    def __init__(
        self, foot: str, orientation: Literal["portrait", "landscape"] = "portrait", size: int = 10
    ) -> None:
        """`size` is that of plain text, in points."""
        super().__init__(orientation=orientation, unit="mm", format="A4")
        self._foot = printable(foot)
        self._size = size
        self.set_margins(15, 15, 15)
        self.set_auto_page_break(True, margin=20)
        self.set_font(FONT, size=size)

    def footer(self) -> None:
        """What it is a sheet of, and the page."""
        self.set_y(-15)
        self.set_font(FONT, size=8)
        self.set_text_color(*GREY)
        self.cell(0, LINE, f"{self._foot} · page {self.page_no()}", align="C")
        self.set_text_color(0, 0, 0)

    def heading(self, text: str, size: int = 12) -> None:
        """A line that stands out."""
        self.ln(3)
        self.set_font(FONT, "B", size)
        self.multi_cell(0, LINE + size / 6, printable(text), new_x=XPos.LMARGIN, new_y=YPos.NEXT)
        self.set_font(FONT, size=self._size)

    def text_line(self, text: str, colour: tuple[int, int, int] = (0, 0, 0)) -> None:
        """Some text, over as many lines as it takes."""
        self.set_text_color(*colour)
        self.multi_cell(0, LINE, printable(text), new_x=XPos.LMARGIN, new_y=YPos.NEXT)
        self.set_text_color(0, 0, 0)

    def table(  # type: ignore[override]  # ours is simpler, and the only one used
        self,
        head: Sequence[str],
        rows: Sequence[Sequence[str]],
        widths: Sequence[int],
        right: frozenset[int] = frozenset(),
    ) -> None:
        """Rows under a head; `widths` in millimetres, columns of `right` end at their right."""
        bold = FontFace(emphasis="BOLD", fill_color=(235, 235, 235))
        with super().table(
            col_widths=tuple(widths),
            width=sum(widths),
            headings_style=bold,
            text_align=tuple("RIGHT" if each in right else "LEFT" for each in range(len(widths))),
            align="LEFT",
            line_height=LINE,
            borders_layout="HORIZONTAL_LINES",
        ) as made:
            for cells in (head, *rows):
                made.row([printable(cell) for cell in cells])
