"""What a key does, and what an answer does. Pure: each gives the screen as it is then.

Nothing is done twice: while an order is not answered, "go on" gives no other, and the order is
repeated as it was, with its request id, until it is answered or left.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from datetime import datetime, timedelta

from eyesdown.draw.v1 import draw_service_pb2 as rpc
from eyesdown.draw.v1 import game_pb2, rooms_pb2
from eyesdown_client import EyesdownError, Post, Stale
from services.cli.caller.desk import Asking, Desk, Dialog, Drawn, Note, Tone
from services.cli.caller.dialogs import ONE_KEY, Question, ask
from services.cli.caller.keys import CANCEL, Key, Pressed
from services.cli.caller.orders import Answer, Call, Confirm, Order, Select
from services.cli.draw.game_words import called

BOUNCE = timedelta(milliseconds=250)
"""Within this time after "go on" it is the same stroke of the key."""
DIGITS = 3
"""A number has at the most so many."""

_NO_ANSWER = f"That answers nothing here: answer as asked, or leave with {CANCEL}."
_REDRAWN = frozenset(("NumberSelected", "BallRekeyed", "SelectionTakenBack"))
_OPENS = {Key.CALL_OUT: Dialog.CALL_OUT, Key.CORRECT: Dialog.CORRECT}


def press(desk: Desk, key: Pressed, at: datetime) -> Desk:
    """The screen after a key at an instant; new orders stand at the end of its queue.

    "Go on" counts once however long it is held down, or how badly the key bounces.
    """
    if key is Key.GO:
        before, desk = desk.gone_at, replace(desk, gone_at=at)
        if before is not None and timedelta() <= at - before < BOUNCE:
            return desk
    if desk.asking is not None:
        return _answer(desk, desk.asking, key)
    match key:
        case int():
            return _typed(desk, key)
        case Key.GO:
            return _go(desk, at)
        case Key.BACK if desk.keyed:
            return replace(desk, keyed=desk.keyed[:-1])
        case Key.BACK:
            return _ask(desk, Dialog.TAKE_BACK, at)
        case Key.HOLD:
            held = desk.game.HasField("hold")
            return _ask(desk, Dialog.RESUME if held else Dialog.HOLD, at)
        case Key.CANCEL:
            return _leave(desk)
        case _:
            return _ask(desk, _OPENS[key], at)


# -- keys ------------------------------------------------------------------------------------


def _typed(desk: Desk, digit: int) -> Desk:
    if not desk.balls:
        return _say(desk, "Numbers come from the electronic selector: none is keyed.")
    return replace(desk, keyed=_with(desk.keyed, digit), note=Note())


def _with(typed: str, digit: int) -> str:
    """What is typed with one digit more; of too many the last count."""
    return str(int(f"{typed}{digit}"[-DIGITS:]))


def _go(desk: Desk, at: datetime) -> Desk:
    """The next step of whoever this is."""
    if desk.queue:
        return _say(desk, f"Wait: to {desk.queue[0].words} is not answered yet.")
    if desk.game.phase == game_pb2.PHASE_ENDED:
        return _say(desk, "The game has ended.")
    if desk.post is Post.SUPERVISOR:
        return _supervise(desk, at)
    if desk.post is Post.ANNOUNCER:
        return _confirm(desk)
    if desk.to_sign is not None:
        return _ask(desk, Dialog.APPROVE, at)
    if desk.post is not Post.CALLER:
        return _say(desk, "Nothing waits for you. A call out and a hold have keys of their own.")
    if desk.game.phase == game_pb2.PHASE_WAITING:
        return _ask(desk, Dialog.ANNOUNCE, at)
    if desk.keyed:
        return _order(replace(desk, keyed=""), Select(desk.position, int(desk.keyed)))
    if desk.game.selected:
        waits = desk.waits
        if waits is None:  # it was told to another screen: asked again it is the same
            return _order(desk, Select(desk.position))
        return _order(desk, Call(waits.position, waits.letter))
    if desk.balls:
        return _say(desk, "Draw a ball and key its number.")
    return _order(desk, Select(desk.position))


def _supervise(desk: Desk, at: datetime) -> Desk:
    """Confirm what was called; then what waits for the supervisor: a second signature, a call out,
    a game that is held, the end of one that is played out, a number that waits for a room."""
    waiting = any(not call.confirmed for call in desk.counting)
    if desk.keyed or (waiting and not desk.balls):
        return _confirm(desk)
    if desk.to_sign is not None:
        return _ask(desk, Dialog.APPROVE, at)
    if desk.undecided is not None:
        return _ask(desk, Dialog.DECIDE, at)
    if desk.game.HasField("hold"):
        return _ask(desk, Dialog.RESUME, at)
    if desk.played_out:
        return _ask(desk, Dialog.END, at)
    if not waiting and desk.awaited:
        return _ask(desk, Dialog.GO_ON, at)
    return _confirm(desk)


def _confirm(desk: Desk) -> Desk:
    call = desk.to_confirm
    if call is None:
        return _say(desk, "No number has been announced yet.")
    if desk.balls and not desk.keyed:
        return _say(desk, f"Take the ball of call {call.position} and key its number.")
    ball = int(desk.keyed or 0)
    return _order(replace(desk, keyed=""), Confirm(call.position, ball))


def _leave(desk: Desk) -> Desk:
    """What is keyed is gone; an order without an answer is not asked again."""
    if desk.queue and desk.note.tone is Tone.TROUBLE:
        left = f"Left: to {desk.queue[0].words}. It may have been done: look at the board."
        return replace(desk, queue=(), keyed="", note=Note(left, Tone.TROUBLE))
    return replace(desk, keyed="", note=Note())


# -- dialogs ---------------------------------------------------------------------------------


def _ask(desk: Desk, dialog: Dialog, at: datetime) -> Desk:
    return _next(replace(desk, note=Note()), Asking(dialog, at, desk.game))


def _next(desk: Desk, asking: Asking) -> Desk:
    """The dialog's next question, or its orders where nothing is left to ask."""
    asked = ask(asking, desk)
    if isinstance(asked, Question):
        return replace(desk, asking=asking)
    return _order(replace(desk, asking=None), *asked)


def _answer(desk: Desk, asking: Asking, key: Pressed) -> Desk:
    question = ask(asking, desk)
    if not isinstance(question, Question):
        raise TypeError("a dialog that is open has a question")
    desk = replace(desk, note=Note())
    choices = len(question.choices)
    match key:
        case int() if 0 < choices <= ONE_KEY:
            return _take(desk, asking, key) if 1 <= key <= choices else _say(desk, _NO_ANSWER)
        case int() if choices or question.number:
            typed = _with(asking.typed, key)
            return replace(desk, asking=replace(asking, typed=typed))
        case Key.GO if choices or question.number:
            number = int(asking.typed) if asking.typed else question.default
            if number is None or (choices and not 1 <= number <= choices):
                return _say(desk, _NO_ANSWER)
            return _take(desk, asking, number)
        case Key.GO:
            return _take(desk, asking, 1)
        case Key.BACK if asking.typed:
            return replace(desk, asking=replace(asking, typed=asking.typed[:-1]))
        case Key.BACK if asking.answers:
            back = replace(asking, answers=asking.answers[:-1])
            return replace(desk, asking=back)
        case Key.BACK | Key.CANCEL:
            return replace(desk, asking=None, note=Note("Left; nothing was done."))
        case _:
            return _say(desk, _NO_ANSWER)


def _take(desk: Desk, asking: Asking, answer: int) -> Desk:
    return _next(desk, replace(asking, answers=(*asking.answers, answer), typed=""))


# -- answers ---------------------------------------------------------------------------------


def answered(desk: Desk, answer: Answer) -> Desk:
    """The first order was done."""
    order, queue = desk.queue[0], desk.queue[1:]
    desk = seen(replace(desk, queue=queue, note=Note(_done(order, answer))), answer.game)
    if isinstance(order, Select):
        version = answer.game.version
        drawn = Drawn(order.position, answer.number, answer.letter, version)
        desk = replace(desk, drawn=drawn)
    return desk


def refused(desk: Desk, error: EyesdownError) -> Desk:
    """The first order was refused: it is told in its words, and nothing that was to follow it is
    done."""
    clause = f" [{error.clause}]" if error.clause else ""
    text = f"{error.sentence} {error.advice}".strip()
    desk = replace(desk, queue=(), note=Note(f"{text}{clause}", Tone.REFUSED))
    if isinstance(error, Stale) and error.game is not None:
        return seen(desk, error.game)
    return desk


def unanswered(desk: Desk, error: EyesdownError) -> Desk:
    """No answer came to the first order; it is asked again as it was."""
    text = f"{error.sentence} To {desk.queue[0].words} is repeated until it is answered; "
    return replace(desk, note=Note(f"{text}it is not done twice. Esc leaves it.", Tone.TROUBLE))


def seen(desk: Desk, game: game_pb2.Game, events: Iterable[str] = ()) -> Desk:
    """The game at another version, made by these events; an older one changes nothing.

    A number that was drawn anew at another screen is asked for again, before it is announced.
    """
    drawn = desk.drawn
    if drawn is not None and game.version > drawn.version and not _REDRAWN.isdisjoint(events):
        changed = "What waited was changed at another screen: go on, and you are told what is next."
        desk = replace(desk, drawn=None, note=Note(changed, Tone.REFUSED))
    return desk if game.version < desk.game.version else replace(desk, game=game)


def told(desk: Desk, steps: Iterable[rpc.ExplainGameResponse.NextStep]) -> Desk:
    """What may be done now."""
    return replace(desk, steps=tuple(steps))


def shown(desk: Desk, rooms: Iterable[rooms_pb2.RoomState]) -> Desk:
    """How the game's rooms stand."""
    return replace(desk, rooms=tuple(rooms))


def said(desk: Desk, note: Note) -> Desk:
    """Something else is to be said."""
    return replace(desk, note=note)


def linked(desk: Desk, up: bool) -> Desk:
    """The connection was lost, or is back."""
    return replace(desk, linked=up)


def _order(desk: Desk, *orders: Order) -> Desk:
    return replace(desk, queue=(*desk.queue, *orders), note=Note(f"{orders[0].words} …"))


def _say(desk: Desk, text: str) -> Desk:
    return replace(desk, note=Note(text))


def _done(order: Order, answer: Answer) -> str:
    match order:
        case Select():
            number = f"{answer.letter} {answer.number}".strip()
            return f"{number} is the next: announce it, then go on."
        case Call(position):
            call = answer.game.calls[position - 1] if position <= len(answer.game.calls) else None
            return f"Call {position} ({called(call)}) is announced." if call else "Announced."
        case _:
            return f"Done: {order.words}."
