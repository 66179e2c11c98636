"""What the draw puts on record, as verify understands it (rules 5.7(c)(iii), 5.9 and 5.10;
Tennessee 9)."""

from __future__ import annotations

from datetime import datetime

from services.verify.domain.cards.readings import WindowEnds
from services.verify.domain.game import game
from services.verify.domain.game.announcing import counted
from services.verify.domain.game.answering import Cry, came_late, judged_on
from services.verify.domain.game.posts import Held, Post
from tests.verify.domain.claims import LINE, TOP, Desk, Told, allowed
from tests.verify.domain.sales import at


def on(told: Told, call_out: int = 1) -> int:
    """The call that a call out is judged on."""
    return judged_on(told.game.said, told.game.call_outs[call_out - 1])


def late(told: Told, call_out: int = 1) -> bool:
    """Whether the next number had been announced."""
    made = told.game.call_outs[call_out - 1]
    return came_late(told.game.said, made, WindowEnds.NEXT_SELECTED)


def by_hand(position: int, *numbers: tuple[int, datetime], finished: bool = False) -> game.Event:
    """Numbers that were called by hand, each at its instant."""
    calls = tuple(
        game.Called(at_, number, when) for at_, (number, when) in enumerate(numbers, position)
    )
    return game.CalledByHand(calls, finished)


def asked(told: Told, after: int, for_: int, entered: int) -> None:
    """A player is entered for a call that is not on record."""
    when = at(entered)
    number = len(told.game.call_outs) + 1
    told.tell(
        game.CalledOut(number, "main", after, Cry.LINE, False, "", when, False, when, for_, ())
    )


def test_two_numbers_that_were_taken_for_each_other_are_put_right_in_one() -> None:
    """For call 1 the hall heard 41, for call 4 it heard 1: a line of both is good."""
    told = Told().call(41, 11, 21, 1, 31)
    told.tell(game.SaidWrongly(1, 41, 1, 1, at(50), swaps=4))
    assert sorted((each.position, each.number) for each in counted(told.game.said)) == [
        (1, 1),
        (2, 11),
        (3, 21),
        (4, 41),
        (5, 31),
    ]
    desk = Desk(told)
    assert allowed(desk.examined(desk.cry(heard=60))) == (LINE,)


def test_two_numbers_that_were_keyed_for_each_other_are_restated_both() -> None:
    told = Told().call(41, 11, 21, 1)
    told.tell(game.KeyedWrongly(1, 1, 4, 41))
    assert [each.number for each in told.game.said] == [1, 11, 21, 41]


def test_nzb_5_7_c_iii_a_call_out_entered_for_a_call_by_hand_answers_it_once_it_is_on_record() -> (
    None
):
    told = Told().call(1, 11, 21)
    asked(told, 3, 5, entered=60)
    assert (on(told), late(told)) == (3, False)
    told.tell(by_hand(4, (31, at(40)), (41, at(50))))
    assert (on(told), late(told)) == (5, False)


def test_nzb_5_10_a_call_by_hand_before_the_call_out_was_entered_makes_it_late() -> None:
    told = Told().call(*TOP)
    asked(told, 5, 5, entered=60)
    told.tell(by_hand(6, (90, at(59))))
    assert (on(told), late(told)) == (5, True)


def test_nzb_5_10_a_call_by_hand_after_it_was_entered_does_not() -> None:
    told = Told().call(*TOP)
    asked(told, 5, 5, entered=60)
    told.tell(by_hand(6, (90, at(61))))
    assert (on(told), late(told)) == (5, False)


def test_nzb_5_10_what_the_draw_ruled_to_be_in_time_is_so_here() -> None:
    told = Told().call(*TOP, 90)
    first, second = told.cry(after=5), told.cry(after=5)
    told.tell(game.Decided(first, (1,), True), game.Decided(second, (), False))
    assert [each.in_time for each in told.game.call_outs] == [True, False]


def test_what_is_decided_answers_what_it_answered() -> None:
    told = Told().call(1, 11, 21)
    asked(told, 3, 4, entered=60)
    told.tell(game.Decided(1, (), False))
    again = told.sees().tell(game.Reopened((1,)), by_hand(4, (31, at(50))))
    assert on(told.tell(by_hand(4, (31, at(50))))) == 3
    assert on(again) == 4, "it was judged again with that call"


def test_nzb_5_9_who_answers_a_correction_has_heard_all_before_it_and_is_in_time() -> None:
    """40 was spoken for 41, 90 came next, and then 41 was announced in its place."""
    told = Told().call(1, 11, 21, 31, 40, 90)
    told.tell(game.SaidWrongly(5, 40, 41, 5, at(50)))
    desk = Desk(told)
    line = desk.cry(after=5, heard=60)
    assert (on(told), late(told)) == (5, False)
    assert allowed(desk.examined(line)) == (LINE,)
    assert desk.claim(line).decided.position == 5


def test_nzb_5_9_what_is_put_right_as_the_last_moves_whom_it_was_heard_by() -> None:
    """40 was spoken for 41, which is announced last now, as call 6."""
    told = Told().call(1, 11, 21, 31, 40)
    heard, deaf, done, spoken = (
        told.cry(after=n, heard=s) for n, s in ((5, 60), (5, 40), (5, 60), (6, 40))
    )
    told.tell(game.Decided(done, (), False), game.SaidWrongly(5, 40, 41, 6, at(50)))
    answers = {each.call_out: each.after_position for each in told.game.call_outs}
    # who had heard the correction answers it; who answers a number that was spoken, and is not on
    # record yet, answers one further on
    assert answers == {heard: 6, deaf: 5, done: 5, spoken: 7}


def test_nzb_5_10_the_number_after_that_correction_makes_late() -> None:
    told = Told().call(1, 11, 21, 31, 40, 90)
    told.tell(game.SaidWrongly(5, 40, 41, 5, at(20))).call(89)
    told.cry(after=5)
    assert (on(told), late(told)) == (5, True)


def test_tnb_9_who_was_entered_for_a_call_that_was_not_cut_off_answers_it() -> None:
    told = Told(law="TNB").call(1, 11, 21)
    asked(told, 4, 4, entered=60)
    told.tell(game.CutOff(4))
    assert (on(told), told.game.cut_off) == (3, True)
    told.tell(game.CutOffTakenBack(4))
    assert (on(told), told.game.cut_off) == (4, False)


def test_tnb_9_a_call_that_was_cut_off_is_none_of_those_by_hand() -> None:
    told = Told(law="TNB").call(1, 11, 21)
    asked(told, 4, 4, entered=60)
    told.tell(game.CutOff(4), by_hand(4, (31, at(70)), finished=True))
    assert (on(told), told.game.cut_off) == (3, False)


def test_who_shares_with_a_voided_winner_has_still_won() -> None:
    told = Told().call(*TOP)
    told.cry()
    told.cry()
    told.tell(game.Decided(1, (1,), False), game.Decided(2, (1,), False))
    told.tell(game.WinnersVoided(1, (1,)))
    assert told.game.won == (game.Won(1, 5, (2,)),)
    told.tell(game.WinnersVoided(1, (2,)))
    assert not told.game.won


def test_tnb_8_who_has_left_a_post_has_served() -> None:
    told = Told()
    told.post(Post.ANNOUNCER, "ann").post(Post.ASSISTANT, "asa", "main")
    told.post(Post.ASSISTANT, "asa", "mezz").tell(game.PostLeft(Post.ASSISTANT, "ASA"))
    told.post(Post.CALLER, "kit")
    assert set(told.game.staff) == {
        Held(Post.SUPERVISOR, "sup", ""),
        Held(Post.ANNOUNCER, "ann", ""),
        Held(Post.CALLER, "kit", ""),
    }
    assert told.game.served == ("cal", "sup", "ann", "asa", "kit")
