"""What supervisor and announcer do, and what is asked before: no terminal and no service."""

from __future__ import annotations

from dataclasses import replace

import pytest

from eyesdown.draw.v1 import draw_service_pb2 as rpc
from eyesdown.draw.v1 import game_pb2
from eyesdown_client import (
    Cry,
    ErrorKind,
    HoldCause,
    Post,
    Stage,
    Verdict,
)
from services.cli.caller import look
from services.cli.caller.desk import Desk, Drawn
from services.cli.caller.orders import (
    Approve,
    CallOut,
    Confirm,
    Correct,
    CutOff,
    Decide,
    End,
    GoOn,
    Hold,
    Resume,
    TakeBack,
)
from services.cli.caller.playing import seen, told
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


def test_a_number_that_waits_for_a_room_comes_when_the_supervisor_says_why():
    desk = Desk(Post.SUPERVISOR, game(5, 17, rooms=["main", "annex"], selected=True))
    waits = rpc.ExplainGameResponse.NextStep(
        method="CallNumber",
        who="caller",
        reason="NOT_IN_EVERY_ROOM",
        says="Call 2 (17) is not known to have come to annex.",
    )
    waiting = told(desk, [waits])
    assert "not known to have come to annex" in look.line(pressed(waiting, GO)).plain
    rooms = ("main", "annex")
    assert pressed(waiting, GO, 2).queue == (GoOn(2, rooms, "nobody there can say it"),)
    assert pressed(desk, GO).queue == ()
    unconfirmed = game(5, 17)
    unconfirmed.calls[1].confirmed = False
    first = pressed(replace(waiting, game=unconfirmed), 1, 7, GO)
    assert first.queue == (Confirm(2, 17),), "what was called is confirmed before"


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


def test_a_deputy_signs_and_has_no_number_to_call_or_confirm():
    shown = game(5, 71, selector=ELECTRONIC)
    desk = pressed(Desk(Post.DEPUTY_SUPERVISOR, shown), GO)
    assert (desk.queue, desk.note.text[:22]) == ((), "Nothing waits for you.")
    shown.proposals.add(proposal=1, by="cal").kind = game_pb2.PROPOSAL_KIND_HAND_CALLS
    assert pressed(desk, GO, GO).queue == (Approve(1),)


def test_the_keys_fit_a_terminal_of_80_columns():
    assert max(map(len, look.keys().plain.splitlines())) <= 80


def test_a_game_that_is_played_out_is_ended_by_the_supervisor():
    shown = game(5, 17)
    shown.stages.add(stage=game_pb2.STAGE_PART_SERIES)
    desk = Desk(Post.SUPERVISOR, shown)
    assert pressed(desk, GO).asking is None
    shown.won.add(stage=game_pb2.STAGE_PART_SERIES, position=2)
    assert pressed(desk, GO, GO).queue == (End(10),)
    assert pressed(desk, GO, BACK).queue == ()
    assert look.line(pressed(desk, GO)).plain == (
        "The game is played out. Does it end?  "
        "[Enter/Space: yes, it ends; ./X: no, nothing is done]"
    )


def test_a_game_that_is_held_goes_on_before_it_ends():
    held = game(5)
    held.stages.add(stage=game_pb2.STAGE_PART_SERIES)
    held.won.add(stage=game_pb2.STAGE_PART_SERIES, position=1)
    held.hold.cause = game_pb2.HOLD_CAUSE_ALARM
    desk = pressed(Desk(Post.SUPERVISOR, held), GO)
    assert "[Enter/Space: yes, the game goes on; " in look.line(desk).plain
    assert pressed(desk, GO).queue == (Resume(10),)


@pytest.mark.parametrize("keys", [(BACK, HOLD), (BACK, 4), (OUT, 9), (CORRECT, 1, GO, GO)])
def test_a_key_that_answers_nothing_says_so(keys):
    desk = pressed(caller(5, 17), *keys)
    asked, said = look.line(desk).plain.splitlines()
    assert said == "That answers nothing here: answer as asked, or leave with Esc/Z."
    assert "?  " in asked or "record" in asked
    assert look.line(pressed(desk, LEAVE)).plain == "Left; nothing was done."


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
    assert look.line(desk).plain == "Of which call?  [Enter/Space: 2; or key another]"
    assert pressed(desk, LEAVE).asking is None


def test_a_number_that_is_not_typed_is_asked_for_until_it_is():
    desk = pressed(caller(5, 17), CORRECT, 3, GO, GO)
    assert desk.asking is not None
    assert desk.queue == ()
