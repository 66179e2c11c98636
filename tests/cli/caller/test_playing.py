"""What keys mean, and what they come to in a game as it stands: no terminal and no service."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest

from eyesdown.draw.v1 import draw_service_pb2 as rpc
from eyesdown.draw.v1 import game_pb2
from eyesdown_client import (
    Cry,
    ErrorKind,
    HoldCause,
    Post,
    Refused,
    Stage,
    Stale,
    Unavailable,
    Verdict,
)
from services.cli.caller import look
from services.cli.caller.desk import Desk, Dialog, Drawn, Tone
from services.cli.caller.keys import Key, Pressed, meaning
from services.cli.caller.orders import (
    Announce,
    Answer,
    Approve,
    Call,
    CallOut,
    Confirm,
    Correct,
    CutOff,
    Decide,
    End,
    Hold,
    Resume,
    Select,
    TakeBack,
)
from services.cli.caller.playing import answered, linked, press, refused, seen, told, unanswered

AT = datetime(2026, 11, 29, 6, 30, tzinfo=UTC)
ELECTRONIC, RECEPTACLE = game_pb2.SELECTOR_ELECTRONIC, game_pb2.SELECTOR_RECEPTACLE
GO, BACK, OUT, CORRECT, HOLD, LEAVE = Key


def game(*numbers: int, **more: object) -> game_pb2.Game:
    """A game in play with balls in one room, in which these were called and confirmed."""
    fields: dict[str, object] = {
        "name": "venues/akl/games/2026-11-29-07",
        "version": 10,
        "phase": game_pb2.PHASE_IN_PLAY,
        "profile": "nz-casino-bingo",
        "numbers": 90,
        "selector": RECEPTACLE,
        "rooms": ["main"],
        "next_position": len(numbers) + 1,
        **more,
    }
    made = game_pb2.Game(**fields)  # type: ignore[arg-type]  # fields by name
    for position, number in enumerate(numbers, 1):
        made.calls.add(position=position, number=number, confirmed=True)
    return made


def pressed(desk: Desk, *keys: Pressed) -> Desk:
    """The desk after these keys, unhurried."""
    for key in keys:
        desk = press(replace(desk, gone_at=None), key, AT)
    return replace(desk, gone_at=None)


def caller(*numbers: int, **more: object) -> Desk:
    return Desk(Post.CALLER, game(*numbers, **more))


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
    assert (desk.drawn, desk.keyed) == (Drawn(2, 17), "")
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


# -- supervisor and announcer ------------------------------------------------------------------


@pytest.mark.parametrize("post", [Post.SUPERVISOR, Post.ANNOUNCER])
def test_the_ball_in_the_hand_confirms_the_call(post: Post):
    shown = game(5, 17)
    shown.calls[1].confirmed = False
    assert pressed(Desk(post, shown), 1, 7, GO).queue == (Confirm(2, 17),)
    assert pressed(Desk(post, shown), GO).queue == ()
    shown.selector = ELECTRONIC
    assert pressed(Desk(post, shown), GO).queue == (Confirm(2),)


def test_a_corrected_call_is_confirmed_before_the_last():
    shown = game(5, 17)
    shown.calls[0].confirmed = False
    assert pressed(Desk(Post.SUPERVISOR, shown), 5, GO).queue == (Confirm(1, 5),)


def test_before_the_first_call_there_is_nothing_to_confirm():
    desk = pressed(Desk(Post.SUPERVISOR, game()), 5, GO)
    assert (desk.queue, desk.note.text) == ((), "No number has been announced yet.")


def claimed(*, late: bool = False) -> game_pb2.Game:
    """A game for line and bingo, paused for a call out."""
    shown = game(5, 17, phase=game_pb2.PHASE_PAUSED)
    shown.stages.add(stage=game_pb2.STAGE_PART_SERIES)
    shown.stages.add(stage=game_pb2.STAGE_SERIES)
    shown.call_outs.add(call_out=1, room="main", after_position=2, judged_on=2, late=late)
    return shown


@pytest.mark.parametrize(
    ("keys", "order"),
    [
        ((GO, 1), Decide(1, Verdict.NOT_VALID)),
        ((GO, 2), Decide(1, Verdict.OUT_OF_TIME)),
        ((GO, 3), Decide(1, Verdict.VALID, (Stage.PART_SERIES,))),
        ((GO, 5), Decide(1, Verdict.VALID, (Stage.PART_SERIES, Stage.SERIES))),
    ],
)
def test_the_supervisor_decides_a_call_out(keys, order):
    assert pressed(Desk(Post.SUPERVISOR, claimed()), *keys).queue == (order,)


def test_of_a_late_one_it_is_ruled_whether_it_was_in_time():
    desk = pressed(Desk(Post.SUPERVISOR, claimed(late=True)), GO, 4)
    assert look.line(desk).plain.startswith("Was it made in time in the hall?")
    assert pressed(desk, GO).queue == (Decide(1, Verdict.VALID, (Stage.SERIES,), True),)
    assert pressed(desk, BACK, 2).queue == (Decide(1, Verdict.OUT_OF_TIME),)


def test_a_ball_in_the_hand_comes_before_a_call_out():
    shown = claimed()
    shown.calls[1].confirmed = False
    assert pressed(Desk(Post.SUPERVISOR, shown), 1, 7, GO).queue == (Confirm(2, 17),)
    shown.selector = ELECTRONIC
    assert pressed(Desk(Post.SUPERVISOR, shown), GO).queue == (Confirm(2),)


@pytest.mark.parametrize(("post", "signs"), [(Post.SUPERVISOR, True), (Post.CALLER, False)])
def test_who_proposed_it_is_not_asked_to_sign(post: Post, signs: bool):
    shown = game(5, 71, selector=ELECTRONIC)
    shown.staff.add(post=game_pb2.POST_CALLER, person="cal")
    shown.staff.add(post=game_pb2.POST_SUPERVISOR, person="sue")
    waiting = shown.proposals.add(proposal=3, by="cal", reason="the hall heard 71")
    waiting.kind = game_pb2.PROPOSAL_KIND_CORRECTION
    waiting.correction.position, waiting.correction.wrong, waiting.correction.right = 2, 71, 17
    desk = pressed(Desk(post, shown), GO)
    assert (desk.asking is not None) == signs
    if signs:
        assert "cal proposes a correction: call 2: 71" in look.line(desk).plain
        assert pressed(desk, GO).queue == (Approve(3),)


def test_a_game_that_is_played_out_is_ended_by_the_supervisor():
    shown = game(5, 17)
    shown.stages.add(stage=game_pb2.STAGE_PART_SERIES)
    desk = Desk(Post.SUPERVISOR, shown)
    assert pressed(desk, GO).asking is None
    shown.won.add(stage=game_pb2.STAGE_PART_SERIES, position=2)
    assert pressed(desk, GO, GO).queue == (End(10),)
    assert pressed(desk, GO, BACK).queue == ()


# -- dialogs ---------------------------------------------------------------------------------


def test_a_ball_that_waits_is_taken_back_before_the_last_call():
    assert pressed(caller(5, 17), BACK, GO).queue == (TakeBack(2),)
    desk = Desk(Post.CALLER, game(5, 17, selected=True), drawn=Drawn(3, 8))
    assert pressed(desk, BACK, GO).queue == (TakeBack(3),)
    assert pressed(desk, BACK, BACK).queue == ()


@pytest.mark.parametrize(
    ("keys", "order"),
    [
        ((OUT, 1, 1, GO), CallOut("main", 2, Cry.LINE, AT)),
        ((OUT, 2, 3, 1, GO), CallOut("terrace", 1, Cry.NOISE, AT)),
        ((OUT, 2, 2, 0, GO), CallOut("terrace", 0, Cry.BINGO, AT)),
        ((OUT, 9, 2, BACK, 1, 2, 8, GO), CallOut("main", 2, Cry.BINGO, AT)),
    ],
)
def test_a_call_out_says_where_what_and_after_which_call(keys, order):
    assert pressed(caller(5, 17, rooms=["main", "terrace"]), *keys).queue == (order,)


def test_of_many_rooms_the_number_is_typed():
    rooms = [f"room-{n}" for n in range(1, 13)]
    desk = pressed(caller(5, rooms=rooms), OUT, 1, 2, GO, 1, GO)
    assert desk.queue == (CallOut("room-12", 1, Cry.LINE, AT),)
    assert pressed(caller(5, rooms=rooms), OUT, 1, 3, GO).queue == ()


def test_a_number_that_was_spoken_whole_is_answered_and_one_that_was_not_is_not():
    desk = Desk(Post.CALLER, game(5, selected=True), drawn=Drawn(2, 17))
    assert pressed(desk, OUT, 1, 2).queue == (CallOut("main", 2, Cry.LINE, AT),)
    assert pressed(desk, OUT, 1, 1, GO).queue == (CallOut("main", 1, Cry.LINE, AT),)


def test_after_the_letter_alone_the_caller_records_that_the_call_was_cut_off():
    desk = Desk(Post.CALLER, game(5, selected=True), drawn=Drawn(2, 17, "I"))
    out = CallOut("main", 1, Cry.BINGO, AT)
    assert pressed(desk, OUT, 2, 2, GO).queue == (out, CutOff(2))
    assert pressed(desk, OUT, 2, 3).queue == (CallOut("main", 2, Cry.BINGO, AT),)
    lettered = game(5, selected=True)
    lettered.calls[0].letter = "B"
    other = Desk(Post.ANNOUNCER, lettered)
    assert pressed(other, OUT, 2, 2, GO).queue == (out,)


@pytest.mark.parametrize(
    ("keys", "order"),
    [
        # The hall heard 71, the ball is the 17 on record.
        ((CORRECT, 1, GO, 7, 1, GO), Correct(10, 2, ErrorKind.SPOKEN, 71, 17)),
        # The hall heard the 17 that is on record, and the ball is 71.
        ((CORRECT, 1, 2, GO, 1, 7, GO, 7, 1, GO), Correct(10, 2, ErrorKind.SPOKEN, 17, 71)),
        ((CORRECT, 2, 1, GO, 6, GO), Correct(10, 1, ErrorKind.SHOWN, 6, 5)),
        ((CORRECT, 3, GO, 7, 1, GO), Correct(10, 2, ErrorKind.KEYED, 17, 71)),
    ],
)
def test_a_correction_tells_spoken_shown_and_entered_apart(keys, order):
    assert pressed(caller(5, 17), *keys).queue == (order,)


def test_what_goes_on_record_as_the_reason():
    assert Correct(10, 2, ErrorKind.SPOKEN, 71, 17).reason == "the hall heard 71, 17 was drawn"


def test_hold_and_resume_are_one_key():
    assert pressed(caller(5), HOLD, 1).queue == (Hold(HoldCause.ALARM),)
    assert pressed(caller(5), HOLD, 5).queue == ()
    held = game(5)
    held.hold.cause = game_pb2.HOLD_CAUSE_ALARM
    assert pressed(Desk(Post.SUPERVISOR, held), HOLD, GO).queue == (Resume(10),)


def test_a_dialog_keeps_the_game_that_its_person_saw():
    """Who resumes has seen why it stands still: news that come between do not count as seen."""
    held = game(5)
    held.hold.cause = game_pb2.HOLD_CAUSE_ALARM
    desk = pressed(Desk(Post.SUPERVISOR, held), HOLD)
    newer = game(5, version=11)
    newer.hold.cause = game_pb2.HOLD_CAUSE_ILLNESS
    assert pressed(seen(desk, newer), GO).queue == (Resume(10),)


def test_a_step_back_asks_the_question_before_again():
    desk = pressed(caller(5, 17), CORRECT, 3, GO, BACK, BACK, 2)
    assert look.line(desk).plain == "Of which call?  [2]"
    assert pressed(desk, LEAVE).asking is None


def test_a_number_that_is_not_typed_is_asked_for_until_it_is():
    desk = pressed(caller(5, 17), CORRECT, 3, GO, GO)
    assert desk.asking is not None
    assert desk.queue == ()


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
    step = rpc.ExplainGameResponse.Step(
        method="SelectNumber", who="caller", says="Somebody called out.", clause="NZB-5.7(c)"
    )
    desk = told(Desk(Post.CALLER, shown), [step])
    assert look.play(desk).plain == (
        "5 of 90   last: 71, 8, 44, 17, 5\n  LINE NZD 50.00 won on call 4\n> BINGO NZD 500.00"
    )
    assert look.outs(desk).plain == 'CALL OUT 2 in main, "bingo", after call 5'
    assert look.steps(desk).plain == (
        "- caller: select the next number: Somebody called out. [NZB-5.7(c)]"
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
