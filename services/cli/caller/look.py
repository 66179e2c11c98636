"""How the screen is drawn: a text for each part of it. Pure."""

from __future__ import annotations

from rich.text import Text

from eyesdown.draw.v1 import game_pb2
from eyesdown_client import Post
from services.cli.caller.desk import Asking, Desk, Tone
from services.cli.caller.dialogs import ONE_KEY, Question, ask
from services.cli.caller.keys import BACK, GO, LEFT, QUIT, RIGHT
from services.cli.common.output import plain
from services.cli.common.words import ending_words, phase_words, prize_words, room_words, stage_word
from services.cli.draw.call_sheet import step_words
from services.cli.draw.game_words import answers, called, cause_word, cry
from services.cli.screens.flashboard import digits
from services.cli.screens.rooms_words import dark_or_late

IN_A_ROW = 15
LAST = 5
_TONES = {Tone.PLAIN: "bold", Tone.REFUSED: "bold red", Tone.TROUBLE: "bold black on yellow"}
_PHASES = {
    game_pb2.PHASE_WAITING: "bold black on yellow",
    game_pb2.PHASE_IN_PLAY: "bold white on green",
    game_pb2.PHASE_PAUSED: "bold white on red",
    game_pb2.PHASE_HELD: "bold black on bright_yellow",
    game_pb2.PHASE_ENDED: "bold white on blue",
}


def title(desk: Desk) -> Text:
    """Which game, whose screen, and how the game stands."""
    game = desk.game
    text = Text(f" {game.name.rpartition('/')[2]} · {game.profile} · {_post(desk.post)}  ", "bold")
    style = _PHASES.get(game.phase, "bold")
    text.append(f" {phase_words(game.phase).upper()}{_why(desk)} ", style)
    if game.practice:
        text.append(" PRACTICE ", "bold black on cyan")
    if not desk.linked:
        text.append(" NO CONNECTION ", "bold black on yellow")
    return text


def last(desk: Desk) -> Text:
    """The last call that counts, huge; its letter before it."""
    counting = desk.counting
    if not counting:
        return Text("\n".join(digits("-".rjust(2))), "bold")
    rows = digits(str(counting[-1].number).rjust(2))
    letter = counting[-1].letter
    lines = [f"{letter if row == 2 else '':2}{line}" for row, line in enumerate(rows)]
    style = "bold" if counting[-1].confirmed else "bold yellow"
    return Text("\n".join(lines), style)


def play(desk: Desk) -> Text:
    """The count, the last five, the stage in play with its prize, and what is won."""
    game, counting = desk.game, desk.counting
    text = Text(f"{len(counting)} of {game.numbers}", "bold")
    newest = [called(call) for call in counting[: -LAST - 1 : -1]]
    if newest:
        text.append(f"   last: {', '.join(newest)}", "not bold")
    if counting and not counting[-1].confirmed:
        text.append("   not confirmed", "yellow")
    won = {each.stage: each.position for each in game.won}
    open_stages = [each.stage for each in game.stages if each.stage not in won]
    for stage in game.stages:
        name = stage_word(stage.stage).upper()
        if stage.stage in won:
            text.append(f"\n  {name} {prize_words(stage)} won on call {won[stage.stage]}", "dim")
        elif stage.stage == open_stages[0]:
            text.append(f"\n> {name} {prize_words(stage)}", "bold")
        else:
            text.append(f"\n  {name} {prize_words(stage)}")
    if game.cut_off:
        text.append(f"\nCut off after the letter {game.cut_off}: finish the call.", "bold red")
    return text


def outs(desk: Desk) -> Text:
    """The call outs that wait, what else waits for a decision, and rooms that are dark or late."""
    game = desk.game
    lines = [
        f"CALL OUT {each.call_out} in {room_words(each.room)}, {cry(each)}, {answers(each)}"
        + (", late" if each.late else "")
        for each in game.call_outs
        if not each.HasField("decided") and not each.outside_play
    ]
    for each in game.proposals:
        lines.append(f"PROPOSAL {each.proposal} of {plain(each.by)} waits for a second person")
    for found in game.irregularities:
        if not found.remedy:
            lines.append(f"IRREGULARITY {found.irregularity} waits: {plain(found.reason)}")
    rooms = dark_or_late(desk.rooms)
    if rooms:
        lines.append(rooms)
    return Text("\n".join(lines), "bold red")


def steps(desk: Desk) -> Text:
    """What may be done next, and why not what may not; the person's own steps first."""
    text = Text()
    for step in sorted(desk.steps, key=lambda step: step.who != _post(desk.post)):
        if text:
            text.append("\n")
        what = f"{step.who}: {step_words(step.method)}"
        if step.may:
            text.append(f"+ {what}", "green")
        else:
            clause = f" [{step.clause}]" if step.clause else ""
            text.append(f"- {what}: {step.says}{clause}", "dim")
    return text


def board(desk: Desk) -> Text:
    """All numbers, fifteen in a row; the called ones stand out, the newest most."""
    counting = desk.counting
    numbers = {call.number for call in counting}
    newest = counting[-1].number if counting else 0
    text = Text()
    for number in range(1, desk.game.numbers + 1):
        style = "dim"
        if number in numbers:
            style = "bold black on yellow" if number == newest else "bold reverse"
        text.append(f" {number:2} ", style)
        text.append("\n" if number % IN_A_ROW == 0 else " ")
    text.rstrip()
    return text


def line(desk: Desk) -> Text:
    """Where the person looks: the question that is asked, the number that waits, what is keyed,
    and what was said last."""
    if desk.asking is not None:
        asked = Text(_question(desk, desk.asking), "bold cyan")
        if desk.note.text:
            asked.append(f"\n{desk.note.text}", _TONES[desk.note.tone])
        return asked
    parts = Text()
    waits = desk.waits
    if waits is not None and desk.post is Post.CALLER:
        parts.append(f" CALL {waits.words} ", "bold white on blue")
        parts.append(" ")
    if desk.keyed:
        parts.append(f"keyed: {desk.keyed}_ ", "bold cyan")
    return parts.append(desk.note.text, _TONES[desk.note.tone])


def keys() -> Text:
    """The keys, for the right hand and for the left."""
    text = Text("right: ", "bold").append("  ".join(RIGHT), "not bold")
    text.append("\nleft:  ", "bold").append("  ".join(LEFT), "not bold")
    return text.append(f"\n{QUIT}", "dim")


def _question(desk: Desk, asking: Asking) -> str:
    question = ask(asking, desk)
    if not isinstance(question, Question):
        raise TypeError("a dialog that is open has a question")
    if not question.choices and not question.number:
        no = "the question before" if asking.answers else "no, nothing is done"
        return f"{question.text}  [{GO}: yes, {question.yes}; {BACK}: {no}]"
    text = question.text
    if question.choices:
        text += "  " + "  ".join(f"{n} {each}" for n, each in enumerate(question.choices, 1))
        if len(question.choices) <= ONE_KEY:
            return text
    if asking.typed:
        return f"{text}  {asking.typed}_"
    if question.default is not None:
        return f"{text}  [{GO}: {question.default}; or key another]"
    return f"{text}  [key it, then {GO}]  _"


def _why(desk: Desk) -> str:
    game = desk.game
    if game.ending:
        return f": {ending_words(game.ending, game.ending_reason)}"
    if game.HasField("hold"):
        return f": {plain(game.hold.reason) or cause_word(game.hold.cause)}"
    return ""


def _post(post: Post) -> str:
    return post.name.lower().replace("_", " ")
