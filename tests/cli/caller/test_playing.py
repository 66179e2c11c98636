"""What keys mean, and what they and their answers come to: no terminal and no service."""

from __future__ import annotations

from datetime import timedelta

import pytest

from eyesdown.draw.v1 import draw_service_pb2 as rpc
from eyesdown.draw.v1 import game_pb2
from eyesdown_client import (
    Cry,
    Post,
    Refused,
    Stale,
    Unavailable,
)
from services.cli.caller import look
from services.cli.caller.desk import Desk, Dialog, Drawn, Tone
from services.cli.caller.keys import Pressed, meaning
from services.cli.caller.orders import (
    Announce,
    Answer,
    Call,
    CallOut,
    Select,
)
from services.cli.caller.playing import answered, linked, press, refused, seen, told, unanswered
from tests.cli.caller.desks import (
    AT,
    BACK,
    CORRECT,
    ELECTRONIC,
    GO,
    HOLD,
    LEAVE,
    OUT,
    caller,
    game,
    pressed,
)

# -- keys ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("right", "left", "means"),
    [
        (("enter", "\r"), ("space", " "), GO),
        (("full_stop", "."), ("x", "x"), BACK),
        (("minus", "-"), ("x", "X"), BACK),
        (("backspace", None), ("x", "x"), BACK),
        (("asterisk", "*"), ("c", "c"), OUT),
        (("slash", "/"), ("d", "d"), CORRECT),
        (("plus", "+"), ("v", "V"), HOLD),
        (("escape", "\x1b"), ("z", "z"), LEAVE),
        (("6", "6"), ("q", "q"), 6),
        (("9", "9"), ("r", "R"), 9),
        (("0", "0"), ("t", "t"), 0),
        (("3", "3"), ("3", "3"), 3),
    ],
)
def test_each_thing_has_a_key_for_either_hand(right, left, means: Pressed):
    assert meaning(*right) == meaning(*left) == means


@pytest.mark.parametrize("key", [("p", "p"), ("up", None), ("f1", None), ("²", "²"), ("٣", "٣")])
def test_other_keys_do_nothing(key):
    assert meaning(*key) is None


# -- the caller ------------------------------------------------------------------------------


def test_a_ball_is_keyed_and_then_announced():
    desk = pressed(caller(5), 1, 7, GO)
    assert desk.queue == (Select(2, 17),)
    desk = answered(desk, Answer(game(5, selected=True, version=11), 17))
    assert (desk.drawn, desk.keyed) == (Drawn(2, 17, "", 11), "")
    assert look.line(desk).plain.startswith(" CALL 17 ")
    assert pressed(desk, GO).queue == (Call(2),)


def test_another_ball_keyed_before_the_announcement_puts_it_right():
    desk = Desk(Post.CALLER, game(5, selected=True), drawn=Drawn(2, 17))
    assert pressed(desk, 7, 1, GO).queue == (Select(2, 71),)


def test_the_letter_goes_with_the_number():
    desk = Desk(Post.CALLER, game(selected=True), drawn=Drawn(1, 70, "O"))
    assert pressed(desk, GO).queue == (Call(1, "O"),)


def test_with_the_selector_no_number_is_keyed():
    desk = pressed(caller(5, selector=ELECTRONIC), 1, GO)
    assert (desk.queue, desk.keyed) == ((Select(2),), "")


def test_without_a_ball_nothing_is_asked():
    desk = pressed(caller(5), GO)
    assert desk.queue == ()
    assert desk.note.text == "Draw a ball and key its number."


def test_a_number_that_another_screen_was_told_is_asked_for_again():
    desk = Desk(Post.CALLER, game(5, selected=True), drawn=Drawn(1, 5))
    assert pressed(desk, GO).queue == (Select(2),)


@pytest.mark.parametrize(
    ("version", "events", "known"),
    [
        (11, ["NumberSelected"], True),  # the very commit by which it was told
        (12, ["GameHeld"], True),
        (12, ["BallRekeyed"], False),
        (12, ["SelectionTakenBack"], False),
    ],
)
def test_a_number_that_was_keyed_anew_elsewhere_is_not_announced_unseen(version, events, known):
    desk = Desk(Post.CALLER, game(5, selected=True, version=11), drawn=Drawn(2, 17, "", 11))
    desk = seen(desk, game(5, selected=True, version=version), events)
    assert pressed(desk, GO).queue == ((Call(2),) if known else (Select(2),))


def test_nothing_is_asked_twice_while_it_is_not_answered():
    desk = pressed(caller(5, selector=ELECTRONIC), GO, GO, GO)
    assert desk.queue == (Select(2),)
    assert desk.note.text == "Wait: to select call 2 is not answered yet."


def test_a_call_out_is_taken_while_another_order_is_under_way():
    desk = pressed(caller(5, selector=ELECTRONIC), GO, OUT, 2, GO)
    assert desk.queue == (Select(2), CallOut("main", 1, Cry.BINGO, AT))


def test_a_waiting_game_is_told_to_the_players_first():
    waiting = game(phase=game_pb2.PHASE_WAITING, game_version=2, serial_number="A 12")
    desk = pressed(Desk(Post.CALLER, waiting), GO)
    assert desk.asking is not None
    assert desk.asking.dialog is Dialog.ANNOUNCE
    assert pressed(desk, GO).queue == (Announce(waiting),)
    assert pressed(desk, BACK).queue == ()


def test_an_ended_game_takes_no_more():
    assert pressed(caller(5, phase=game_pb2.PHASE_ENDED), 7, GO).queue == ()


@pytest.mark.parametrize(
    ("keys", "keyed"),
    [((1, 7), "17"), ((0, 7), "7"), ((1, 2, 3, 4), "234"), ((1, 7, BACK), "1"), ((1, LEAVE), "")],
)
def test_what_is_keyed(keys: tuple[Pressed, ...], keyed: str):
    assert pressed(caller(), *keys).keyed == keyed


@pytest.mark.parametrize(("apart", "orders"), [(0, 1), (30, 1), (249, 1), (250, 2)])
def test_a_key_that_bounces_or_is_held_counts_once(apart: int, orders: int):
    """A number is not announced by the stroke that selected it."""
    desk = press(caller(5, selector=ELECTRONIC), GO, AT)
    desk = answered(desk, Answer(game(5, selector=ELECTRONIC, selected=True, version=11), 17))
    for stroke in range(1, 4):
        desk = press(desk, GO, AT + stroke * timedelta(milliseconds=apart))
    assert (desk.queue == (Call(2),)) == (orders == 2)


# -- answers ---------------------------------------------------------------------------------


def test_a_refusal_is_told_in_its_words_and_nothing_follows_it():
    desk = Desk(Post.CALLER, game(5, selected=True), drawn=Drawn(2, 17, "I"))
    desk = pressed(desk, OUT, 2, 2, GO)
    desk = refused(desk, Refused("X", "It is so.", "Do this.", clause="TNB-9"))
    assert desk.queue == ()
    assert (desk.note.text, desk.note.tone) == ("It is so. Do this. [TNB-9]", Tone.REFUSED)


def test_a_stale_order_brings_the_game_as_it_is():
    error = Stale("STALE", "The game went on.")
    error.game = game(5, 17, version=12)
    desk = refused(pressed(caller(5, selector=ELECTRONIC), GO), error)
    assert (desk.game.version, desk.queue) == (12, ())


def test_without_an_answer_the_order_stays_until_it_is_left():
    desk = pressed(caller(5, selector=ELECTRONIC), GO)
    assert pressed(desk, LEAVE).queue == (Select(2),), "it is under way"
    desk = unanswered(desk, Unavailable("UNREACHABLE", "Eyesdown cannot be reached."))
    assert (desk.queue, desk.note.tone) == ((Select(2),), Tone.TROUBLE)
    assert pressed(desk, LEAVE).queue == ()


def test_an_older_game_changes_nothing():
    desk = seen(caller(5, 17), game(5, version=9))
    assert len(desk.game.calls) == 2


# -- what is shown ---------------------------------------------------------------------------


def test_the_screen_in_words():
    shown = game(5, 17, 44, 8, 71, 60)
    shown.calls[5].taken_back = True
    shown.stages.add(stage=game_pb2.STAGE_PART_SERIES).prize.CopyFrom(_dollars(50))
    shown.stages.add(stage=game_pb2.STAGE_SERIES).prize.CopyFrom(_dollars(500))
    shown.won.add(stage=game_pb2.STAGE_PART_SERIES, position=4)
    shown.call_outs.add(call_out=2, room="main", after_position=5, cry=game_pb2.CRY_BINGO)
    step = rpc.ExplainGameResponse.NextStep(
        method="SelectNumber", who="caller", says="Somebody called out.", clause="NZB-5.7(c)"
    )
    other = rpc.ExplainGameResponse.NextStep(method="EndGame", who="supervisor", may=True)
    desk = told(Desk(Post.CALLER, shown), [other, step])
    assert look.play(desk).plain == (
        "5 of 90   last: 71, 8, 44, 17, 5\n  LINE NZD 50.00 won on call 4\n> BINGO NZD 500.00"
    )
    assert look.outs(desk).plain == 'CALL OUT 2 in main, "bingo", after call 5'
    assert look.steps(desk).plain == (
        "- caller: select the next number: Somebody called out. [NZB-5.7(c)]\n"
        "+ supervisor: end the game"
    )
    rows = look.board(desk).plain.splitlines()
    assert (len(rows), rows[0][:12], rows[-1].strip()[-2:]) == (6, "  1    2    ", "90")
    assert "IN PLAY" in look.title(desk).plain
    assert "NO CONNECTION" in look.title(linked(desk, False)).plain


def _dollars(amount: int):
    money = game_pb2.StagePrize().prize
    money.currency, money.minor_units = "NZD", amount * 100
    return money


def test_a_number_that_is_drawn_is_on_nobody_elses_screen():
    desk = Desk(Post.SUPERVISOR, game(5, selected=True), drawn=Drawn(2, 17))
    shown = "\n".join(
        part(desk).plain for part in (look.title, look.last, look.play, look.line, look.steps)
    )
    assert "17" not in shown.replace("2026-11-29-07", "")
