"""The master board of a game, and why play waits: what `game sheet` and `explain` print. Pure."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from datetime import tzinfo

from eyesdown.draw.v1 import draw_service_pb2 as rpc
from eyesdown.draw.v1 import game_pb2
from services.cli.common.output import clock_time, columns, plain
from services.cli.common.words import phase_words, room_words
from services.cli.draw import game_words as words
from services.cli.screens.rooms_words import had

STEPS = {
    "AnnounceGame": "announce the game",
    "SelectNumber": "select the next number",
    "CallNumber": "announce the selected number",
    "ConfirmCall": "confirm the last call",
    "DecideCallOut": "decide a call out",
    "ResumeGame": "let the game go on",
    "EndGame": "end the game",
}


def board(game: game_pb2.Game, zone: tzinfo, position: int = 0) -> Iterator[str]:
    """The call sheet of a game as it is, or as it was when call `position` was announced: the
    staff of that moment, each call with who called, supervised and confirmed it, errors, what was
    taken back and what the rooms had of it beneath their calls, call outs after the call that they
    answer.

    Instants are shown on the clock of `zone`.
    """
    ended = game.phase == game_pb2.PHASE_ENDED
    moment = f"when call {position} was announced" if position else "now"
    if ended and not position:
        moment = "when it ended"
    yield f"{game.name}   {phase_words(game.phase)}, v{game.version}"
    yield f"In charge {moment} (times: {zone})"
    yield from columns([_held(each, zone) for each in game.staff] or [("nobody", "", "", "")], "  ")
    yield ""
    counting = sum(not call.taken_back for call in game.calls)
    yield f"Calls: {counting} of {game.numbers}"
    yield from _calls(game, zone)


def explained(found: rpc.ExplainGameResponse) -> Iterator[str]:
    """Every step that could be taken now: by whom, whether it may be, and if not why and what to
    do."""
    game = found.game
    called = sum(not call.taken_back for call in game.calls)
    yield f"{game.name}   {phase_words(game.phase)}, {called} of {game.numbers} called"
    if not found.next_steps:
        yield "  Nothing can be done in it."
    for step in found.next_steps:
        may = "yes" if step.may else "no"
        yield ""
        yield f"  May the {step.who} {step_words(step.method)}? {may}"
        if not step.may:
            clause = f", {step.clause}" if step.clause else ""
            yield f"    {step.says} [{step.reason}{clause}]"
            yield f"    {step.advice}"


def call_in_rooms(game: game_pb2.Game, position: int) -> str:
    """What the rooms had of a call: "Call 12 (44): main after 420 ms; heard in annex by sam"."""
    called = words.called(game.calls[position - 1])
    return f"Call {position} ({called}): {had(game, position)}"


def step_words(method: str) -> str:
    """An RPC as people say it: "select the next number"."""
    return STEPS.get(method, method)


def _held(each: game_pb2.Assignment, zone: tzinfo) -> tuple[str, ...]:
    where = f"in {room_words(each.room)}" if each.room else ""
    since = f"since {clock_time(each.since, zone)}"
    return words.post_word(each.post), plain(each.person), since, where


def _calls(game: game_pb2.Game, zone: tzinfo) -> Iterator[str]:
    """The table of calls with what belongs to each beneath it."""
    answers: dict[int, list[game_pb2.CallOut]] = defaultdict(list)
    for call_out in game.call_outs:
        answers[call_out.after_position].append(call_out)
    head = ("call", "number", "called", "by", "supervised by", "confirmed")
    rows = [head, *(_call(call, zone) for call in game.calls)]
    lines = list(columns(rows, "  "))
    if game.calls:
        yield lines[0]
    yield from (_answer(each, zone) for each in answers[0])
    for call, line in zip(game.calls, lines[1:], strict=True):
        yield line
        yield from (f"        {words.error(each, zone)}" for each in call.errors)
        rooms = had(game, call.position)
        if rooms:
            yield f"        {rooms}"
        yield from (_answer(each, zone) for each in answers[call.position])
    for beyond in sorted(position for position in answers if position > len(game.calls)):
        yield f"  {beyond}  drawn, and not on record as announced"
        yield from (_answer(each, zone) for each in answers[beyond])


def _call(call: game_pb2.Call, zone: tzinfo) -> tuple[str, ...]:
    confirmed = ""
    if call.confirmed and not call.taken_back:
        confirmed = f"{clock_time(call.confirmed_at, zone)} by {plain(call.confirmed_by)}"
    told = ", ".join(filter(None, (confirmed, *words.marks(call))))
    return (
        str(call.position),
        words.called(call),
        clock_time(call.called_at, zone),
        plain(call.called_by),
        plain(call.supervised_by),
        told,
    )


def _answer(call_out: game_pb2.CallOut, zone: tzinfo) -> str:
    heard, entered = clock_time(call_out.heard_at, zone), clock_time(call_out.entered_at, zone)
    beyond = call_out.asked > call_out.after_position
    elsewhere = call_out.judged_on != call_out.after_position
    told = [
        f"call out {call_out.call_out} in {room_words(call_out.room)}, {words.cry(call_out)}",
        f"heard {heard}, entered {entered} by {plain(call_out.entered_by)}",
        f"entered for call {call_out.asked}" if beyond else "",
        f"judged on call {call_out.judged_on}" if elsewhere else "",
        words.call_out_marks(call_out),
        words.decision(call_out),
    ]
    return f"        {'; '.join(filter(None, told))}"
