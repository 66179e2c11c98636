"""Results and prize list of a tournament, on paper."""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence
from datetime import UTC, tzinfo

from fpdf import FPDF
from fpdf.enums import XPos, YPos
from fpdf.fonts import FontFace

from eyesdown.tournament.v1 import tournament_pb2 as pb
from services.cli.tournament_words import (
    cents,
    length_of,
    phase_of,
    pool_of,
    prize_of,
    title_of,
    when,
)

FONT = "Helvetica"
GREY = (110, 110, 110)
LINE = 6.0
"""Height of a line, in millimetres."""


def results_pdf(it: pb.Tournament, venue: str, zone: tzinfo) -> bytes:
    """The PDF of a tournament as it stands: places and prizes, results, pool, how seats were drawn.

    The same tournament at the same version is the same bytes. Players are shown by their numbers.
    """
    paper = _Paper(f"{it.name} · version {it.version} · {phase_of(it.phase)}")
    paper.set_creation_date(it.updated_at.ToDatetime(UTC))
    paper.set_title(printable(it.conditions.title))
    paper.add_page()
    paper.heading(it.conditions.title, 18)
    paper.text_line(f"{venue}, {when(it.starts_at, zone)}", GREY)
    state = "confirmed" if it.placings_confirmed else "as they stand, not confirmed"
    paper.heading(f"Places and prizes, {state}")
    paper.table(("Place", "Player", "Prize", "Paid"), _places(it), (15, 45, 95, 25))
    paper.heading("Prize list")
    rows = [(str(prize.place), prize_of(it, prize)) for prize in it.conditions.prizes]
    paper.table(("Place", "Prize"), rows, (15, 165))
    paper.text_line(it.conditions.allocation, GREY)
    for session in it.sessions:
        if session.state != pb.SESSION_STATE_VOID:
            _session(paper, it, session)
    paper.heading("Prize pool")
    paper.table(("What", "Amount"), pool_of(it), (110, 70))
    return bytes(paper.output())


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


class _Paper(FPDF):
    """A4 sheets with a foot line."""

    def __init__(self, foot: str) -> None:
        super().__init__(orientation="portrait", unit="mm", format="A4")
        self._foot = printable(foot)
        self.set_margins(15, 15, 15)
        self.set_auto_page_break(True, margin=20)
        self.set_font(FONT, size=10)

    def footer(self) -> None:
        """Which tournament and version it is, and the page."""
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
        self.set_font(FONT, size=10)

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
    ) -> None:
        """Rows under a head; `widths` in millimetres, 180 together."""
        bold = FontFace(emphasis="BOLD", fill_color=(235, 235, 235))
        with super().table(
            col_widths=tuple(widths),
            width=sum(widths),
            headings_style=bold,
            align="LEFT",
            line_height=LINE,
            borders_layout="HORIZONTAL_LINES",
        ) as made:
            for cells in (head, *rows):
                made.row([printable(cell) for cell in cells])


def _places(it: pb.Tournament) -> list[tuple[str, str, str, str]]:
    rows = []
    placed = {player: each.place for each in it.placings for player in each.players}
    for placing in it.placings:
        for player in placing.players:
            awards = [award for award in it.awards if award.player == player]
            what = ", ".join(
                part
                for award in awards
                for part in (cents(it, award.cash) if award.cash else "", award.goods)
                if part
            )
            paid = "yes" if awards and all(award.paid for award in awards) else ""
            rows.append((str(placing.place), f"Player {player}", what, paid))
    for award in it.awards:
        if award.player not in placed:
            paid = "yes" if award.paid else ""
            rows.append(("-", f"Player {award.player}", cents(it, award.cash), paid))
    return rows


def _session(paper: _Paper, it: pb.Tournament, session: pb.Session) -> None:
    length = f", {length_of(session.tables[0].terms.length)}" if session.tables else ""
    paper.heading(f"{title_of(it, session)}{length}")
    for table in session.tables:
        chips = {each.player: f"{each.chips:,}" for each in table.result.tallies}
        rows = [
            (
                str(seat.box),
                f"Player {seat.player}",
                chips.get(seat.player, "-"),
                "goes on" if seat.player in table.qualified else "",
            )
            for seat in table.seats
        ]
        paper.text_line(f"Table {table.table}")
        paper.table(("Box", "Player", "Chips", ""), rows, (15, 75, 50, 40))
    if session.HasField("draw"):
        paper.text_line(f"Seats drawn from {session.draw.entropy.hex()}", GREY)
