"""A session in words: its programme with what became of each game, and its figures."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import tzinfo

from eyesdown.draw.v1 import game_pb2, session_pb2
from eyesdown_client import SessionPhase
from services.cli.common.output import amount, clock_time, columns, last_change, plain, short
from services.cli.common.words import ending_words, prize_words, stage_word

PHASES = {
    SessionPhase.PLANNED: "planned, waiting for its second signature",
    SessionPhase.OPEN: "open",
    SessionPhase.CLOSING: "closing, waiting for its second signature",
    SessionPhase.CLOSED: "closed",
    SessionPhase.CANCELLED: "cancelled",
}


def table(rows: list[session_pb2.SessionRow]) -> Iterator[str]:
    """A line for each session."""
    if not rows:
        yield "No sessions."
        return
    head = ("session", "title", "games", "played", "under way", "phase")
    cells = [
        (
            short(row.name),
            plain(row.title),
            str(row.games),
            str(row.played),
            str(row.under_way),
            phase_words(row.phase),
        )
        for row in rows
    ]
    yield from columns([head, *cells])


def sheet(shown: session_pb2.Session, zone: tzinfo) -> Iterator[str]:
    """A session in words: who signed it, its programme with what became of each game, figures.

    Instants are shown on the clock of `zone`.
    """
    yield f"{shown.name}   {phase_words(shown.phase)}"
    yield from columns(list(_about(shown, zone)), "  ")
    yield ""
    yield "Programme"
    yield from columns([_entry(entry, shown) for entry in shown.programme], "  ")
    waits = [shown.amending] if shown.HasField("amending") else []
    if shown.amendments or waits:
        yield ""
        yield "Amendments"
        changes = [*shown.amendments, *waits]
        yield from columns([_amendment(each, zone) for each in changes], "  ")
    signed = shown.HasField("signed_figures")
    yield ""
    yield "Figures as signed" if signed else "Figures"
    yield from columns(list(_figures(shown.signed_figures if signed else shown.figures)), "  ")
    if signed and shown.signed_figures != shown.figures:
        yield ""
        yield "Figures since then"
        yield from columns(list(_figures(shown.figures)), "  ")


def phase_words(phase: int) -> str:
    """A session's phase as people say it."""
    return next((words for each, words in PHASES.items() if each == phase), "unknown")


def _about(shown: session_pb2.Session, zone: tzinfo) -> Iterator[tuple[str, str]]:
    yield "title", plain(shown.title)
    for what, signature in (
        ("prepared by", shown.prepared),
        ("opened by", shown.opened),
        ("closed by", shown.closed),
        ("signed by", shown.signed),
    ):
        if signature.person:
            yield what, f"{plain(signature.person)}, {clock_time(signature.at, zone)}"
    if shown.cancelled_because:
        yield "cancelled", plain(shown.cancelled_because)
    yield "last change", last_change(shown, zone)
    yield "all times", str(zone)


def _entry(
    entry: session_pb2.ProgrammeEntry, shown: session_pb2.Session
) -> tuple[str, str, str, str, str]:
    prizes = (f"{stage_word(each.stage)} {prize_words(each)}" for each in entry.stages)
    return (
        str(entry.number),
        plain(entry.title),
        "practice" if entry.practice else "",
        ", ".join(prizes),
        "; ".join(_became(game) for game in shown.games if game.number == entry.number)
        or "not opened",
    )


def _became(game: session_pb2.SessionGame) -> str:
    id_ = game.game.rpartition("/")[2]
    if game.ending == game_pb2.ENDING_VOID:
        return f"{id_} void"
    how = ending_words(game.ending) if game.ending else "under way"
    return f"{id_} {how}, {game.called} called"


def _amendment(each: session_pb2.Amendment, zone: tzinfo) -> tuple[str, ...]:
    """A change of the programme in cells: when, by whom, who signed it, what and why."""
    changed = [str(entry.number) for entry in each.entries]
    gone = [f"{number} taken out" for number in each.withdrawn]
    told = ", ".join([*changed, *gone])
    signed = "not signed"
    if each.HasField("signed"):
        signed = f"signed by {plain(each.signed.person)}"
    by = plain(each.by)
    return clock_time(each.at, zone), by, signed, f"game {told}", plain(each.reason)


def _figures(figures: session_pb2.Figures) -> Iterator[tuple[str, str]]:
    yield "games played", str(figures.played)
    yield "void", str(figures.void)
    yield "practice", f"{figures.practice}, in no other figure" if figures.practice else "0"
    yield "not played", str(figures.not_played)
    yield "under way", str(figures.under_way)
    yield "numbers called", str(figures.numbers_called)
    yield (
        "call outs",
        f"{figures.valid} valid, {figures.not_valid} not valid, {figures.out_of_time} out of time,"
        f" {figures.voided} voided, {figures.undecided} undecided",
    )
    yield "corrections", str(figures.corrections)
    yield "irregularities", str(figures.irregularities)
    yield "stages won", str(figures.stages_won)
    prizes = " and ".join(amount(each) for each in figures.prizes_announced)
    yield "prizes announced", prizes or "none"
