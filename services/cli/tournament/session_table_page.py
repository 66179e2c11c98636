"""A session table in words: what the command line prints of it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import tzinfo

from eyesdown.tournament.v1 import table_pb2 as pb
from services.cli.common.output import clock_time, columns, last_change, plain, short
from services.cli.tournament.tournament_page import length_of

_PHASES = {
    pb.TABLE_PHASE_SEATED: "seated, not started",
    pb.TABLE_PHASE_WAGERING: "wagers are taken",
    pb.TABLE_PHASE_DEALT: "cards are out",
    pb.TABLE_PHASE_HELD: "held",
    pb.TABLE_PHASE_TALLYING: "over, chips are tallied",
    pb.TABLE_PHASE_FINISHED: "finished",
    pb.TABLE_PHASE_CLOSED: "closed",
}
_ENDINGS = {
    pb.SESSION_ENDING_TIME: "time was up",
    pb.SESSION_ENDING_SHOES: "all shoes were played",
    pb.SESSION_ENDING_ROUNDS: "all rounds were played",
    pb.SESSION_ENDING_ONE_LEFT: "one player alone held chips",
    pb.SESSION_ENDING_ONE_ABLE: "one player alone could wager",
    pb.SESSION_ENDING_ALL_BROKE: "all lost their last chips in one round",
    pb.SESSION_ENDING_ALL_SHORT: "all held less than the minimum",
    pb.SESSION_ENDING_VACANT: "nobody was left to play",
    pb.SESSION_ENDING_VOIDED: "it was not played",
    pb.SESSION_ENDING_CORRECTED: "its chips were corrected after play had ceased",
}


def phase_words(phase: pb.TablePhase.ValueType) -> str:
    """A phase as people say it."""
    return _PHASES.get(phase, "")


def ending_words(ending: pb.SessionEnding.ValueType) -> str:
    """Why a session ended; empty before."""
    return _ENDINGS.get(ending, "")


def limits(sign: pb.TableSign) -> str:
    """ "10 to 500, in steps of 5"."""
    text = f"{sign.minimum:,} to {sign.maximum:,}"
    if sign.increment:
        text += f", in steps of {sign.increment:,}"
    return text + (", in multiples of the minimum" if sign.multiples else "")


def clock(table: pb.SessionTable, zone: tzinfo) -> str:
    """When it ends, or what is left; empty where it does not go by time."""
    if table.holds and table.left_ms:
        return f"held, {table.left_ms // 60_000} min {table.left_ms // 1000 % 60} s left"
    return f"ends {clock_time(table.ends_at, zone)}" if table.HasField("ends_at") else ""


def sheet(table: pb.SessionTable, zone: tzinfo) -> Iterator[str]:
    """The table on paper: what it is played on, its boxes, and what waits."""
    yield f"{table.name}   {phase_words(table.phase)}"
    facts = [
        ("session, table", f"{table.session}, {table.table}"),
        ("length", length_of(table.terms.length)),
        ("clock", clock(table, zone)),
        ("limits", limits(table.sign)),
        ("shoe", str(table.shoe) if table.shoe else ""),
        ("round", _round(table)),
        ("director", table.director or "not present"),
        ("lacks", table.lacks),
        ("held", "; ".join(hold.reason or "by the tournament" for hold in table.holds)),
        ("ended because", ending_words(table.ending)),
        ("chips", f"{table.issued:,} issued, {table.held:,} held, {table.house:,} with the house"),
        ("last change", last_change(table, zone)),
    ]
    yield from columns([(f"  {what}", plain(text)) for what, text in facts if text])
    yield ""
    yield from columns([("box", "player", "chips", "wager", "status", ""), *_boxes(table)])


def table(rows: Sequence[pb.SessionTableRow]) -> Iterator[str]:
    """A line for each table."""
    if not rows:
        yield "No session tables."
        return
    head = ("table", "phase", "players", "rounds", "ended because")
    yield from columns(
        [
            head,
            *(
                (
                    short(row.name),
                    phase_words(row.phase),
                    str(row.players),
                    str(row.rounds),
                    ending_words(row.ending),
                )
                for row in rows
            ),
        ]
    )


def happened(table: pb.SessionTable, events: Sequence[str], zone: tzinfo) -> str:
    """One version of a table in a line."""
    chips = " ".join(f"{box.box}:{box.chips:,}" for box in table.boxes)
    what = ", ".join(events) or "refused on record"
    return f"{clock_time(table.updated_at, zone)}  v{table.version}  {what}  [{chips}]"


def _round(table: pb.SessionTable) -> str:
    if not table.HasField("round"):
        return f"{table.rounds} played" if table.rounds else ""
    text = f"{table.round.number}, marker at box {table.marker}"
    if table.round.turn:
        text += f", box {table.round.turn} wagers next"
    return text + (", the last" if table.time_up else "")


def _boxes(table: pb.SessionTable) -> Iterator[tuple[str, ...]]:
    wagers = {lies.box: lies for lies in table.round.wagers}
    for box in table.boxes:
        lies = wagers.get(box.box)
        status = pb.BoxStatus.Name(box.status).removeprefix("BOX_STATUS_").lower()
        counted = f"counted {box.counted:,}" if box.HasField("counted") else ""
        wager = f"{lies.amount:,}" if lies else ""
        yield str(box.box), str(box.player), f"{box.chips:,}", wager, status, counted
