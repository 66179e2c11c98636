"""A tournament in words: what the command line prints of it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import tzinfo

from eyesdown.tournament.v1 import terms_pb2
from eyesdown.tournament.v1 import tournament_pb2 as pb
from services.cli.common.output import columns, last_change, plain, short, when
from services.kernel.money import Money
from services.kernel.record.shapes import Shape
from services.tournament.domain.tournament.parts import SeatDraw
from services.tournament.domain.tournament.seats import draw_seats

_DRAW = Shape(SeatDraw, pb.SeatDraw)


def phase_of(phase: int) -> str:
    """A phase as people say it."""
    return _said(pb.Phase.Name(pb.Phase.ValueType(phase)), "PHASE")


def table(rows: Sequence[pb.TournamentRow]) -> Iterator[str]:
    """A line for each tournament."""
    if not rows:
        yield "No tournaments."
        return
    head = ("tournament", "phase", "title", "players")
    cells = [
        (short(row.name), phase_of(row.phase), plain(row.title), f"{row.players} of {row.most}")
        for row in rows
    ]
    yield from columns([head, *cells])


def cents(it: pb.Tournament, amount: int) -> str:
    """An amount of the tournament's currency."""
    return Money(it.currency, amount).shown


def title_of(it: pb.Tournament, session: pb.Session) -> str:
    """What people call a session."""
    stage = plain(it.conditions.stages[session.stage - 1].title)
    what = (
        f"play-off of {stage}, table {session.settles_table}" if session.settles_session else stage
    )
    return f"Session {session.session}, {what}"


def length_of(length: terms_pb2.Length) -> str:
    """ "20 minutes"."""
    word = _said(terms_pb2.LengthUnit.Name(length.unit), "LENGTH_UNIT")
    return f"{length.count} {word if length.count != 1 else word.removesuffix('s')}"


def prize_of(it: pb.Tournament, prize: pb.Prize) -> str:
    """A prize of the conditions as people read it."""
    parts = (
        cents(it, prize.cash) if prize.cash else "",
        f"{prize.share / 100:g} % of the pool" if prize.share else "",
        plain(prize.goods),
    )
    return " and ".join(part for part in parts if part)


def pool_of(it: pb.Tournament) -> list[tuple[str, str]]:
    """The pool, line by line: what came in, and where it is."""
    pool = it.pool
    return [
        ("entry fees", cents(it, pool.fees)),
        ("cash added", cents(it, pool.added)),
        ("prizes paid", cents(it, pool.paid)),
        ("fees refunded", cents(it, pool.refunded)),
        ("held", cents(it, pool.held)),
        ("  refunds due", cents(it, pool.refunds_due)),
        ("  fees of applicants", cents(it, pool.applicants)),
        ("  prizes awarded, not paid", cents(it, pool.awarded)),
        ("  nobody's yet", cents(it, pool.free)),
    ]


def sheet(it: pb.Tournament, zone: tzinfo) -> Iterator[str]:
    """A tournament: conditions, entries, pool, log, and what is to be done next."""
    conditions = it.conditions
    yield f"{it.name}   {phase_of(it.phase)}"
    yield from columns(
        [
            ("title", plain(conditions.title)),
            ("profile", it.profile),
            ("director", plain(it.director) or "not designated"),
            ("play begins", when(it.starts_at, zone)),
            ("players", f"{_players(it)}, {conditions.fewest} to {conditions.most} may enter"),
            ("entry fee", cents(it, conditions.fee.minor_units)),
            ("refunded until", _refunded_until(it, zone)),
            ("last change", last_change(it, zone, when)),
            ("all times", str(zone)),
        ],
        "  ",
    )
    yield ""
    yield "Stages"
    for stage in conditions.stages:
        goes_on = f"{stage.advance} of each table go on" if stage.advance else "the final"
        yield f"  {plain(stage.title)}: {length_of(stage.length)}, {stage.chips:,} chips, {goes_on}"
    yield ""
    yield "Prizes"
    for prize in conditions.prizes:
        yield f"  {prize.place:2}  {prize_of(it, prize)}"
    yield ""
    yield "Pool"
    yield from columns(pool_of(it), "  ")
    if it.log:
        yield ""
        yield "Director's log"
        for entry in it.log:
            kind = _said(pb.LogKind.Name(entry.kind), "LOG_KIND")
            how = f" ({plain(entry.how)})" if entry.how else ""
            by = plain(entry.by)
            yield f"  {when(entry.at, zone)}  {kind}, {by}: {plain(entry.text)}{how}"
    if it.next_steps:
        yield ""
        yield from explained(it)


def explained(it: pb.Tournament) -> Iterator[str]:
    """What may be done now, whose it is, and by which clause."""
    if not it.next_steps:
        yield "Nothing more is to be done."
        return
    yield "What may be done now"
    cells = [(each.method, each.who, each.clause, plain(each.says)) for each in it.next_steps]
    yield from columns(cells, "  ")


def standings_sheet(it: pb.Tournament, zone: tzinfo) -> Iterator[str]:
    """Results table by table, who goes on, and the places."""
    for session in it.sessions:
        yield f"{title_of(it, session)}: {_state(session)}"
        for table in session.tables:
            yield f"  table {table.table}"
            yield from columns(_results(table), "    ")
    if it.placings:
        yield "Places" if it.placings_confirmed else "Places as they stand"
        for placing in it.placings:
            yield f"  {placing.place:2}  player {', '.join(map(str, placing.players))}"
    for award in it.awards:
        what = " and ".join(
            part
            for part in (cents(it, award.cash) if award.cash else "", plain(award.goods))
            if part
        )
        paid = ", paid" if award.paid else ""
        yield f"  award {award.award}: player {award.player}, {what}{paid}"


def seating_sheet(it: pb.Tournament, zone: tzinfo, only: int | None = None) -> Iterator[str]:
    """Who sits where."""
    for session in it.sessions:
        if session.tables and only in (None, session.session):
            starts = when(session.starts_at, zone)
            yield f"{title_of(it, session)}: {_state(session)}, starts {starts}"
            for table in session.tables:
                yield f"  table {table.table}"
                for seat in table.seats:
                    yield f"    box {seat.box}  player {seat.player}"


def redrawn(it: pb.Tournament, only: int | None = None) -> Iterator[tuple[bool, str]]:
    """Each draw done again: whether the seats follow from it, and a line about it.

    A table whose seats were changed afterwards, on record, may differ; it is told.
    """
    for session in it.sessions:
        if not session.HasField("draw") or only not in (None, session.session):
            continue
        drawn = draw_seats(_DRAW.of(session.draw))
        seats = {t.table: {s.box: s.player for s in t.seats} for t in session.tables}
        differ = [number for number, boxes in drawn.items() if boxes != seats.get(number)]
        unexplained = [
            number
            for number in differ
            if not any(seats_of(number, session.session) in entry.text for entry in it.log)
        ]
        told = f"{sum(map(len, drawn.values()))} seats follow from {session.draw.entropy.hex()}"
        if differ:
            tables = ", ".join(map(str, differ))
            told += f", and those of table {tables} were changed on record afterwards"
        if unexplained:
            tables = ", ".join(map(str, unexplained))
            told = f"table {tables} differs from what {session.draw.entropy.hex()} gives"
        yield not unexplained, f"{title_of(it, session)}: {told}"


def seats_of(table: int, session: int) -> str:
    """How the director's log begins when it tells of a change of seats."""
    return f"Seats of table {table}, session {session}"


def _results(table: pb.TableOfSession) -> list[tuple[str, ...]]:
    tallies = {each.player: each for each in table.result.tallies}
    rows: list[tuple[str, ...]] = []
    for seat in table.seats:
        tally = tallies.get(seat.player)
        chips = f"{tally.chips:,}" if tally else "-"
        status = _said(terms_pb2.TallyStatus.Name(tally.status), "TALLY_STATUS") if tally else ""
        goes_on = "goes on" if seat.player in table.qualified else ""
        tied = "plays off" if seat.player in table.tied else ""
        rows.append((f"box {seat.box}", f"player {seat.player}", chips, status, goes_on or tied))
    return rows


def _refunded_until(it: pb.Tournament, zone: tzinfo) -> str:
    if not it.HasField("refund_until"):
        return "not determined"
    return f"{when(it.refund_until, zone)}, {it.refund_reading}"


def _players(it: pb.Tournament) -> int:
    return sum(entry.status == pb.ENTRY_STATUS_ACCEPTED for entry in it.entries)


def _state(session: pb.Session) -> str:
    state = _said(pb.SessionState.Name(session.state), "SESSION_STATE")
    return "held" if session.held else state


def _said(name: str, prefix: str) -> str:
    return name.removeprefix(f"{prefix}_").lower().replace("_", " ")
