"""What is asked, one thing after the other, before something out of the ordinary is done. Pure.

A dialog is a function of the screen and the answers so far: it gives the next question, or, when
nothing is left to ask, the orders that follow.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import UTC

from eyesdown_client import Cry, ErrorKind, HoldCause, Post, Stage, Verdict
from services.cli.caller.desk import Asking, Desk, Dialog
from services.cli.caller.orders import (
    Announce,
    Approve,
    CallOut,
    Correct,
    CutOff,
    Decide,
    End,
    GoOn,
    Hold,
    Order,
    Resume,
    TakeBack,
)
from services.cli.common.output import plain
from services.cli.common.words import room_words, stage_word
from services.cli.draw.game_words import called, cry, proposal

CRIES = (Cry.LINE, Cry.BINGO, Cry.NOISE)
KINDS = (ErrorKind.SPOKEN, ErrorKind.SHOWN, ErrorKind.KEYED)
CAUSES = (HoldCause.ALARM, HoldCause.POWER, HoldCause.ILLNESS, HoldCause.SYSTEM)
_LOST = (Verdict.NOT_VALID, Verdict.OUT_OF_TIME)
LETTERED = ("nothing", "the letter alone", "letter and number")
BROKEN = ("its screens are out", "nobody there can say it", "all there have been told")
"""Why a number comes without a room."""
ONE_KEY = 9
"""So many choices are made with one digit; of more the number is typed."""


@dataclass(frozen=True, slots=True)
class Question:
    """What is asked: one of `choices`, numbered from 1; or, where there are none, a number, with
    the `default` that "go" takes if there is one; or, with neither, whether it is so, and what
    `yes` does."""

    text: str
    choices: tuple[str, ...] = ()
    number: bool = False
    default: int | None = None
    yes: str = ""


Asked = Question | tuple[Order, ...]


def ask(asking: Asking, desk: Desk) -> Asked:
    """The next question of a dialog, or the orders that its answers come to."""
    return _DIALOGS[asking.dialog](asking, desk)


def _announce(asking: Asking, _: Desk) -> Asked:
    order = Announce(asking.game)
    if not asking.answers:
        text = f"Tell the players: {order.words.removeprefix('announce ')}. Told?"
        return Question(text, yes="it is announced")
    return (order,)


def _take_back(asking: Asking, desk: Desk) -> Asked:
    """What was entered last: the number that waits, or the last call."""
    game = asking.game
    position = len(game.calls) + bool(game.selected)
    if asking.answers:
        return (TakeBack(position),)
    if game.selected:
        what = desk.waits.words if desk.waits else "the number that waits"
        text = f"Was {what} keyed by mistake, and never drawn?"
        return Question(text, yes="it is taken back")
    what = called(game.calls[-1]) if game.calls else "nothing"
    text = f"Was call {position} ({what}) keyed by mistake, and never called in the hall?"
    return Question(text, yes="it is taken back")


def _call_out(asking: Asking, desk: Desk) -> Asked:
    """Which room, what was cried, and what had been heard by then.

    The room is asked where there are several; what had been heard of the number that is drawn,
    where one waits; the letter alone is no call (Tennessee 9).
    """
    game, answers = asking.game, list(asking.answers)
    room = 1
    if len(game.rooms) > 1:
        if not answers:
            return Question("Where was it heard?", tuple(game.rooms))
        room = answers.pop(0)
    if not answers:
        return Question("What was cried?", ("line", "bingo", "a noise"))
    cried = CRIES[answers.pop(0) - 1]
    heard = 1
    if game.selected:
        if not answers:
            return Question(_how_far(desk), _parts(desk))
        heard = answers.pop(0)
    last = len(game.calls)
    whole = len(_parts(desk))
    if game.selected and heard == whole:
        after = last + 1
    elif not answers:
        return Question("The last call the player had heard?", number=True, default=last)
    else:
        after = min(answers[0], last)
    order = CallOut(game.rooms[room - 1], after, cried, asking.at)
    letter_alone = game.selected and whole == len(LETTERED) and heard == 2
    if letter_alone and desk.post is Post.CALLER:
        return (order, CutOff(last + 1))
    return (order,)


def _how_far(desk: Desk) -> str:
    waits = desk.waits
    what = f"the next number ({waits.words})" if waits else "the next number"
    return f"What had been spoken of {what}?"


def _parts(desk: Desk) -> tuple[str, ...]:
    """How much of a number that is drawn can have been spoken."""
    if any(call.letter for call in desk.game.calls) or (desk.waits and desk.waits.letter):
        return LETTERED
    return ("nothing", "the number")


def _correct(asking: Asking, desk: Desk) -> Asked:
    """What was wrong, of which call, what was wrong and what is right.

    Shown wrongly, the number on record is right; entered wrongly, it is wrong; what the hall heard
    can have been the one or the other.
    """
    game, answers = asking.game, list(asking.answers)
    if not answers:
        return Question("What was wrong?", ("what was said", "what was shown", "what was entered"))
    kind = KINDS[answers.pop(0) - 1]
    if not answers:
        last = desk.counting[-1].position if desk.counting else 1
        return Question("Of which call?", number=True, default=last)
    position = answers.pop(0)
    at = [call.number for call in game.calls if call.position == position]
    recorded = at[0] if at else 0
    if kind is ErrorKind.KEYED:
        wrong = recorded
    elif answers:
        wrong = answers.pop(0)
    else:
        said = "What did the hall hear?" if kind is ErrorKind.SPOKEN else "What was shown?"
        return Question(f"{said} (on record: {recorded})", number=True)
    if kind is ErrorKind.SHOWN or (kind is ErrorKind.SPOKEN and wrong != recorded):
        right = recorded
    elif answers:
        right = answers.pop(0)
    else:
        return Question(f"Which ball was drawn? (on record: {recorded})", number=True)
    return (Correct(game.version, position, kind, wrong, right),)


def _hold(asking: Asking, _: Desk) -> Asked:
    if not asking.answers:
        return Question("Why does the game stop?", ("alarm", "power", "illness", "the system"))
    return (Hold(CAUSES[asking.answers[0] - 1]),)


def _resume(asking: Asking, _: Desk) -> Asked:
    if not asking.answers:
        return Question("The game is held. Is the cause over?", yes="the game goes on")
    return (Resume(asking.game.version),)


def _decide(asking: Asking, desk: Desk) -> Asked:
    """How the first call out that waits is judged; of a late one that is valid, whether it was made
    in time in the hall."""
    waiting = replace(desk, game=asking.game).undecided
    if waiting is None:
        return ()
    stages = [Stage(each.stage) for each in asking.game.stages]
    wins: list[tuple[Stage, ...]] = [(each,) for each in stages]
    if len(stages) > 1:
        wins.append(tuple(stages))
    if not asking.answers:
        judged = f"judged on call {waiting.judged_on}" + (", late" if waiting.late else "")
        text = (
            f"Call out {waiting.call_out} in {room_words(waiting.room)}, {cry(waiting)}, {judged}:"
        )
        valid = (f"wins the {' and '.join(map(stage_word, each))}" for each in wins)
        return Question(text, ("not valid", "out of time", *valid))
    answer = asking.answers[0]
    if answer <= len(_LOST):
        return (Decide(waiting.call_out, _LOST[answer - 1]),)
    if waiting.late and len(asking.answers) == 1:
        return Question("Was it made in time in the hall?", yes="it is valid")
    won = wins[answer - len(_LOST) - 1]
    return (Decide(waiting.call_out, Verdict.VALID, won, waiting.late),)


def _approve(asking: Asking, desk: Desk) -> Asked:
    waiting = replace(desk, game=asking.game).to_sign
    if waiting is None:
        return ()
    if not asking.answers:
        _, what, _, comes_to, _ = proposal(waiting, UTC)
        told = f"{waiting.by} proposes {what}: {comes_to}. {plain(waiting.reason)}"
        return Question(f"{told}. Do you sign as the second person?", yes="it is signed")
    return (Approve(waiting.proposal),)


def _go_on(asking: Asking, desk: Desk) -> Asked:
    """Whether the next number comes all the same, and why: it stands on record as a breach."""
    counting = replace(desk, game=asking.game).counting
    if not counting:
        return ()
    if not asking.answers:
        text = f"{desk.awaited} A breach that stands on record: does the next number come? Since"
        return Question(text, BROKEN)
    return (GoOn(counting[-1].position, tuple(asking.game.rooms), BROKEN[asking.answers[0] - 1]),)


def _end(asking: Asking, _: Desk) -> Asked:
    if not asking.answers:
        return Question("The game is played out. Does it end?", yes="it ends")
    return (End(asking.game.version),)


_DIALOGS: dict[Dialog, Callable[[Asking, Desk], Asked]] = {
    Dialog.ANNOUNCE: _announce,
    Dialog.TAKE_BACK: _take_back,
    Dialog.CALL_OUT: _call_out,
    Dialog.CORRECT: _correct,
    Dialog.HOLD: _hold,
    Dialog.RESUME: _resume,
    Dialog.DECIDE: _decide,
    Dialog.APPROVE: _approve,
    Dialog.GO_ON: _go_on,
    Dialog.END: _end,
}
