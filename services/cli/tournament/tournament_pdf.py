"""Results and prize list of a tournament, on paper."""

from __future__ import annotations

from datetime import UTC, tzinfo

from eyesdown.tournament.v1 import tournament_pb2 as pb
from services.cli.common.output import when
from services.cli.common.paper import GREY, Paper, printable
from services.cli.tournament.tournament_page import (
    cents,
    length_of,
    phase_of,
    pool_of,
    prize_of,
    title_of,
)


def results_pdf(it: pb.Tournament, venue: str, zone: tzinfo) -> bytes:
    """The PDF of a tournament as it stands: places and prizes, results, pool, how seats were drawn.

    The same tournament at the same version is the same bytes. Players are shown by their numbers.
    """
    paper = Paper(f"{it.name} · version {it.version} · {phase_of(it.phase)}")
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


def _session(paper: Paper, it: pb.Tournament, session: pb.Session) -> None:
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
