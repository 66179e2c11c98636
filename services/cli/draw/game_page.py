"""A game on a page, and a list of games: what `eyesdown game show` and `list` print. Pure."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import tzinfo

from eyesdown.draw.v1 import game_pb2
from eyesdown_client import Selector
from services.cli.common.output import clock_time, columns, last_change, plain, short
from services.cli.common.words import ending_words, phase_words, prize_words, room_words, stage_word
from services.cli.draw import game_words as words

IN_A_LINE = 10
_MARKS = {
    "*": "not confirmed by the supervisor",
    "-": "taken back: counts for nothing",
    "!": "put right after an error",
    "h": "called by hand",
    "e": "called after the end, as every number that was drawn",
}


def table(rows: list[game_pb2.GameRow]) -> Iterator[str]:
    """A line for each game."""
    if not rows:
        yield "No games."
        return
    head = ("game", "phase", "called", "rooms", "profile", "version", "serial number", "ended")
    cells = [
        (
            short(row.name),
            phase_words(row.phase) + (", practice" if row.practice else ""),
            f"{row.called} of {row.numbers}",
            ", ".join(map(room_words, row.rooms)),
            row.profile,
            str(row.game_version),
            plain(row.serial_number),
            ending_words(row.ending) if row.ending else "",
        )
        for row in rows
    ]
    yield from columns([head, *cells])


def page(game: game_pb2.Game, zone: tzinfo) -> Iterator[str]:
    """A game in words: what it is, who runs it, what was looked at, every call, call outs, what
    holds it up, what is won.

    Instants are shown on the clock of `zone`.
    """
    yield f"{game.name}   {phase_words(game.phase)}"
    yield from columns([*_about(game, zone), *_looked_at(game, zone), *_end(game, zone)], "  ")
    yield ""
    counting = sum(not call.taken_back for call in game.calls)
    yield f"Calls: {counting} of {game.numbers}"
    yield from _calls(game)
    for title, rows in (
        ("Call outs", [_call_out(each, zone) for each in game.call_outs]),
        ("Irregularities", [words.irregularity(each, zone) for each in game.irregularities]),
        ("Proposals", [words.proposal(each, zone) for each in game.proposals]),
    ):
        if rows:
            yield ""
            yield title
            yield from columns(rows, "  ")
    if game.won:
        yield ""
        yield "Won"
        for won in game.won:
            outs = ", ".join(str(each) for each in won.call_outs)
            yield f"  {stage_word(won.stage)} on call {won.position}, by call out {outs}"


def _about(game: game_pb2.Game, zone: tzinfo) -> Iterator[tuple[str, str]]:
    yield "profile", f"{game.profile}, version {game.game_version}"
    if game.practice:
        yield "practice", "it stays out of every total"
    if game.session:
        id_ = game.session.rpartition("/")[2]
        yield "session", f"{id_}, number {game.programme_number} of the programme"
    if game.restart_of:
        yield "starts over", game.restart_of
    yield "serial number", plain(game.serial_number) or "not announced"
    yield "selector", words.word(Selector, game.selector)
    if game.equipment:
        yield "equipment", game.equipment
    yield "rooms", ", ".join(map(room_words, game.rooms))
    for each in game.staff:
        where = f" in {room_words(each.room)}" if each.room else ""
        since = clock_time(each.since, zone)
        yield words.post_word(each.post), f"{plain(each.person)}{where}, since {since}"
    for stage in game.stages:
        pattern = f", {stage.pattern.replace('_', ' ')}" if stage.pattern else ""
        yield stage_word(stage.stage), f"{prize_words(stage)}{pattern}"
    if game.sales == game_pb2.SALES_VERIFY:
        yield "sales", _sales(game, zone)


def _sales(game: game_pb2.Game, zone: tzinfo) -> str:
    if not game.HasField("sales_closed"):
        return "open: no number before they are closed"
    closed = game.sales_closed
    at = clock_time(closed.at, zone)
    return f"{closed.cards_sold} cards, closed {at}, digest {closed.cards_digest.hex()}"


def _looked_at(game: game_pb2.Game, zone: tzinfo) -> Iterator[tuple[str, str]]:
    """Players counted, hearing, equipment, each with who said it."""
    for counted in game.attendance:
        by = f"{plain(counted.by)}, {clock_time(counted.at, zone)}"
        yield "players", f"{counted.players} in {room_words(counted.room)} ({by})"
    for said in game.hearings:
        heard = "heard" if said.heard else "NOT heard"
        by = f"{plain(said.by)}, {clock_time(said.at, zone)}"
        yield "hearing", f"{heard} in {room_words(said.room)} ({by})"
    if game.HasField("inspection"):
        found = game.inspection
        equal = "equal" if found.equal else "NOT equal"
        by = f"{plain(found.by)}, {clock_time(found.at, zone)}"
        counted_in = f"{found.objects} objects, " if found.objects else ""
        out = f"{found.out} out, " if found.out else ""
        yield "inspection", f"{counted_in}{out}{equal}, in {room_words(found.room)} ({by})"


def _end(game: game_pb2.Game, zone: tzinfo) -> Iterator[tuple[str, str]]:
    """What holds it, how it ended, how old this is."""
    if game.HasField("hold"):
        hold = game.hold
        why = ": ".join(filter(None, (words.cause_word(hold.cause), plain(hold.reason))))
        yield "held", f"{why} ({plain(hold.by)}, {clock_time(hold.at, zone)})"
    if game.cut_off:
        yield "cut off", f"after the letter {game.cut_off}: no call; the caller finishes it"
    if game.ending:
        yield "ended because", ending_words(game.ending, game.ending_reason)
    yield "last change", last_change(game, zone)
    yield "all times", str(zone)


def _mark(call: game_pb2.Call) -> str:
    """The one mark of a call in the grid: the gravest."""
    if call.taken_back:
        return "-"
    if not call.confirmed:
        return "*"
    if call.errors:
        return "!"
    if call.by_hand:
        return "h"
    return "e" if call.after_the_end else " "


def _calls(game: game_pb2.Game) -> Iterator[str]:
    """Ten in a line, each line begun by the position of its first."""
    wide = 4 if any(call.letter for call in game.calls) else 3
    for start in range(0, len(game.calls), IN_A_LINE):
        numbers = (
            f"{call.letter + str(call.number):>{wide}}{_mark(call)}"
            for call in game.calls[start : start + IN_A_LINE]
        )
        yield f"  {start + 1:3}:{''.join(numbers)}".rstrip()
    used = {_mark(call) for call in game.calls}
    for mark, means in _MARKS.items():
        if mark in used:
            yield f"  {mark} {means}"


def _call_out(call_out: game_pb2.CallOut, zone: tzinfo) -> tuple[str, ...]:
    return (
        str(call_out.call_out),
        room_words(call_out.room),
        words.answers(call_out),
        words.cry(call_out),
        clock_time(call_out.heard_at, zone),
        words.call_out_marks(call_out),
        words.decision(call_out),
    )
