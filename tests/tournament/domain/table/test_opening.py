"""Players, chips and the start of a table (rules 1.0, 2.4, 4.1, 4.3, 5.1 to 5.8)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from services.tournament.domain.table.clock import SessionEnded
from services.tournament.domain.table.leaving import LeaveGround, PlayerLeft
from services.tournament.domain.table.opening import (
    CHIPS_DIFFER,
    CHIPS_HELD_BEFORE,
    CHIPS_NOT_HELD,
    NAME_NEEDED,
    NO_CHIPS_IN_SESSION,
    NOT_TOURNAMENT_CHIPS,
    SESSION_NOT_CALLED,
    WRONG_NUMBER_AT_TABLE,
    ChipsIssued,
    NameRecorded,
    TableStarted,
    lacking,
)
from services.tournament.domain.table.reasons import NO_PLAYER_THERE, TABLE_CLOSED
from services.tournament.domain.table.seating import (
    BOX_TWICE,
    SEATED_BEFORE,
    SESSION_CALLED_BEFORE,
    SessionCalled,
    TableSeatsChanged,
    TableVoided,
)
from services.tournament.domain.table.shuffling import INDICATOR_MISSING, INDICATOR_WRONG
from services.tournament.domain.table.state import (
    Closed,
    InSession,
    Over,
    Seated,
    SessionEnding,
    Wagering,
)
from services.tournament.domain.table.table import TABLE_NOT_SEATED, TABLES
from services.tournament.domain.table.tally import SessionFinished
from services.tournament.domain.table.terms import Sign, is_tournament_chip
from services.tournament.domain.terms import Seat, TableEnd
from tests.kit.law import means, permits, refuses
from tests.tournament.domain.table.play import (
    DEE,
    MINUTES_20,
    SUE,
    TOM,
    Play,
    at,
    call_session,
    change_seats,
    change_sign,
    correct_chips,
    count,
    deal,
    dealt,
    director,
    disqualify,
    expel,
    follow,
    hold,
    issue,
    limit_time,
    name,
    open_table,
    restrict,
    resume,
    rounds,
    rule_begun,
    rule_on_wager,
    seated,
    seats,
    shoes,
    shuffle,
    start,
    started,
    terms,
    time,
    void_round,
    void_seating,
    wager,
    wagered,
    withdraw,
)

# -- seats -----------------------------------------------------------------------------------------


@permits("TBJ-5.2")
def test_tbj_5_2_every_player_has_a_box() -> None:
    play = Play(open_table())
    assert [(box.box, box.player) for box in play.table.boxes] == [
        (1, 11),
        (3, 13),
        (4, 14),
        (7, 17),
    ]
    assert (play.table.session, play.table.number) == (1, 2)


@refuses("TBJ-5.2")
@pytest.mark.parametrize(
    "places",
    [
        (*seats(1, 3, 4), Seat(99, 4, "ref", 1000)),
        (*seats(1, 3, 4), Seat(14, 5, "ref", 1000)),
        (),
    ],
    ids=["a box twice", "a player twice", "nobody"],
)
def test_tbj_5_2_no_box_and_no_player_twice(places: tuple[Seat, ...]) -> None:
    Play().refused(open_table(places=places), BOX_TWICE, "TBJ-5.2")


def test_a_table_is_seated_once_and_can_be_seated_anew_before_play() -> None:
    play = seated()
    play.refused(open_table(), SEATED_BEFORE)
    new = Seat(25, 5, "ref-25", 1000)
    (event,) = play.do(change_seats(*seats(1, 3, 4), new))
    assert event == TableSeatsChanged((*seats(1, 3, 4), new), "a no-show", at(-300))
    # Player 17 had 1,000, which went back; player 25 has none yet, and it is shuffled again.
    assert play.chips == {1: 1000, 3: 1000, 4: 1000, 5: 0}
    assert (play.table.issued, play.table.house) == (4000, 1000)
    assert lacking(play.state) == "Box 5 has no chips yet."
    play.do(issue(5))
    assert "shuffled" in lacking(play.state)
    play.do(shuffle())
    assert lacking(play.state) == ""


def test_a_table_that_is_not_played_gives_its_chips_back() -> None:
    play = seated()
    assert play.do(void_seating()) == (TableVoided("too few came", at(-300)),)
    assert isinstance(play.state, Closed)
    assert play.state.ending is SessionEnding.VOIDED
    assert (play.table.held, play.table.house) == (0, 4000)
    play.refused(issue(1), TABLE_CLOSED)


def test_nothing_comes_to_a_table_that_has_no_players() -> None:
    Play().refused(issue(1), TABLE_NOT_SEATED)


# -- chips -----------------------------------------------------------------------------------------


@permits("TBJ-4.3")
def test_tbj_4_3_each_gets_the_chips_to_start_with() -> None:
    play = Play(open_table())
    assert play.do(issue(3)) == (ChipsIssued(3, 1000, True, SUE, at(-100)),)
    assert (play.box(3).chips, play.table.issued) == (1000, 1000)


@refuses("TBJ-4.3")
@pytest.mark.parametrize("amount", [999, 1001])
def test_tbj_4_3_all_start_as_the_conditions_say(amount: int) -> None:
    Play(open_table()).refused(issue(3, amount), CHIPS_DIFFER, "TBJ-4.3")


@refuses("TBJ-4.3")
def test_tbj_4_3_no_chips_a_second_time_nor_during_the_session() -> None:
    play = seated()
    play.refused(issue(3), CHIPS_HELD_BEFORE, "TBJ-4.3")
    started().refused(issue(3), NO_CHIPS_IN_SESSION, "TBJ-4.3")


@refuses("TBJ-4.3")
def test_tbj_4_3_no_start_before_every_participant_has_chips() -> None:
    play = Play(open_table(), director(), issue(1), issue(3), issue(4), shuffle(), call_session())
    play.refused(start(), CHIPS_NOT_HELD, "TBJ-4.3")
    play.refused(issue(2), NO_PLAYER_THERE)


@refuses("TBJ-4.1")
@pytest.mark.parametrize("design", ["cash", "silver"])
def test_tbj_4_1_chips_of_another_design_are_not_issued(design: str) -> None:
    Play(open_table()).refused(issue(3, design=design), NOT_TOURNAMENT_CHIPS, "TBJ-4.1")


@means("TBJ-1.0-chips", side="inside")
def test_tbj_1_0_chips_approved_and_designated() -> None:
    assert is_tournament_chip("gold", terms())
    assert is_tournament_chip("", terms())


@means("TBJ-1.0-chips", side="outside")
def test_tbj_1_0_chips_approved_alone_or_designated_alone_are_none() -> None:
    assert not is_tournament_chip("gold", terms(approved_designs=("silver",)))
    assert not is_tournament_chip("silver", terms())


# -- names -----------------------------------------------------------------------------------------


@permits("TBJ-5.3")
def test_tbj_5_3_a_player_gives_a_name_for_the_record() -> None:
    play = seated()
    assert play.do(name(4)) == (NameRecorded(4, "name-1", SUE, at(-90)),)
    assert play.box(4).name == "name-1"
    assert lacking(play.state) == ""


@refuses("TBJ-5.3")
def test_tbj_5_3_no_name_is_none() -> None:
    seated().refused(name(4, ""), NAME_NEEDED, "TBJ-5.3")


# -- the start -------------------------------------------------------------------------------------


def test_play_starts_at_the_directors_call() -> None:
    play = seated()
    play.refused(start(), SESSION_NOT_CALLED)
    assert play.do(call_session(at(1200))) == (SessionCalled(at(1200), at()),)
    play.refused(call_session(at(1300)), SESSION_CALLED_BEFORE)
    assert play.do(start()) == (TableStarted(1, DEE, at(1)),)
    assert play.live.play == Wagering(1, (1, 3, 4, 7), at(1))


@permits("TBJ-5.4")
@pytest.mark.parametrize("boxes", [(1, 2, 3, 4), (1, 2, 3, 4, 5, 6, 7)], ids=["four", "seven"])
def test_tbj_5_4_four_to_seven_start(boxes: tuple[int, ...]) -> None:
    assert lacking(seated(places=seats(*boxes)).state) == ""
    play = started(places=seats(*boxes))
    assert len(play.live.play.order) == len(boxes)


@refuses("TBJ-5.4")
def test_tbj_5_4_three_do_not_start() -> None:
    play = seated(places=seats(1, 2, 3))
    refused = play.refused(start(), WRONG_NUMBER_AT_TABLE, "TBJ-5.4")
    assert refused.sentence == "3 players are at this table; a session starts with 4 to 7."
    assert lacking(play.state) == refused.sentence


@refuses("TBJ-5.4")
def test_tbj_5_4_nor_do_eight() -> None:
    play = seated(places=seats(*range(1, 9)))
    play.refused(start(), WRONG_NUMBER_AT_TABLE, "TBJ-5.4")


@refuses("TBJ-5.4")
def test_tbj_5_4_who_is_disqualified_does_not_start() -> None:
    play = seated()
    play.do(disqualify(3))
    play.refused(start(), WRONG_NUMBER_AT_TABLE, "TBJ-5.4")


@permits("TBJ-5.4")
def test_tbj_5_4_two_start_a_play_off() -> None:
    two = terms(play_off=True, fewest=2)
    assert lacking(seated(two, places=seats(3, 5)).state) == ""
    play = started(two, places=seats(3, 5))
    assert play.live.play.order == (3, 5)


@permits("TBJ-5.4")
def test_tbj_5_4_who_goes_out_after_the_call_leaves_fewer_and_they_go_on() -> None:
    play = seated()
    assert lacking(play.state) == ""
    play.do(call_session(), follow(expel(13)), start())
    assert play.live.play.order == (1, 4, 7)
    play.round()
    assert isinstance(play.state, InSession)


@permits("TBJ-1.0-session(a)")
def test_tbj_1_0_session_a_one_left_of_a_called_table_has_played_it_out() -> None:
    play = seated()
    play.do(call_session(), *(follow(expel(player)) for player in (11, 13)))
    assert isinstance(play.state, Seated)
    *_, last = play.do(follow(expel(14)))
    assert last == SessionEnded(SessionEnding.ONE_LEFT, at(6))
    *_, result = play.do(count((1, 1000), (3, 1000), (4, 1000), (7, 1000)))
    assert isinstance(result, SessionFinished)
    assert (result.end, result.remaining, result.rounds) == (TableEnd.LAST_PLAYER, (), 0)


def test_before_the_call_one_left_is_a_matter_of_seating_anew() -> None:
    play = seated()
    play.do(*(follow(expel(player)) for player in (11, 13, 14)))
    assert isinstance(play.state, Seated)


def test_nobody_left_of_a_called_table_has_no_result_but_its_tally() -> None:
    play = Play(open_table(), director(), call_session())
    play.do(*(follow(expel(player)) for player in (11, 13, 14)))
    assert isinstance(play.state, Over)
    play = seated()
    play.do(*(follow(withdraw(player)) for player in (11, 13, 14, 17)), call_session())
    assert isinstance(play.state, Over)
    assert play.state.ending is SessionEnding.VACANT


@permits("TBJ-1.0-director")
def test_tbj_1_0_director_the_one_who_is_present_rules() -> None:
    play = started()
    play.do(limit_time(), change_sign(Sign(5, 500, 5, False)), correct_chips(1, 990))
    assert play.chips[1] == 990


@refuses("TBJ-1.0-director")
@pytest.mark.parametrize(
    ("play", "command"),
    [
        (started, limit_time()),
        (started, change_sign(Sign(5, 500, 5, False))),
        (started, correct_chips(1, 990)),
        (started, restrict(1)),
        (wagered, rule_on_wager(1, True)),
        (dealt, void_round()),
        (lambda: timed_out(), rule_begun()),
    ],
    ids=lambda each: type(each).__name__,
)
def test_tbj_1_0_director_no_other_director_does(play: Callable[[], Play], command: Any) -> None:
    made = play()
    other = replace(command, by="tina")
    refused = made.refused(other, "NOT_THIS_TABLES_DIRECTOR", "TBJ-1.0-director")
    assert refused.sentence.startswith("Only tom rules here")
    if not isinstance(made.state, Over):
        made.do(director(present=False, second=2))
        made.refused(command, "NO_DIRECTOR_AT_TABLE", "TBJ-5.1")


def timed_out() -> Play:
    play = wagered(terms(MINUTES_20))
    play.do(time(1200))
    return play


def test_who_took_over_after_the_session_corrects_its_tally() -> None:
    play = started(terms(rounds(1)))
    play.round()
    play.do(count((1, 1000), (3, 1000), (4, 1000), (7, 1000)))
    tina = replace(correct_chips(1, 990), by="tina")
    play.refused(tina, "NOT_THIS_TABLES_DIRECTOR")
    play.do(follow(director(present=False, second=30)), tina)
    assert play.chips[1] == 990


def test_who_withdraws_from_the_tournament_has_left_the_table() -> None:
    play = started()
    assert play.do(follow(withdraw(13))) == (
        PlayerLeft(3, LeaveGround.APPROVED, True, "withdrew from the tournament", "", at(6)),
    )
    assert play.live.play.order == (1, 4, 7)
    assert play.do(follow(withdraw(13), withdraw(16))) == ()
    ended = started(terms(rounds(1)))
    ended.round()
    ended.do(count((1, 1000), (3, 1000), (4, 1000), (7, 1000)))
    assert ended.do(follow(withdraw(13))) == ()


@permits("TBJ-5.1")
def test_tbj_5_1_the_director_is_present() -> None:
    assert seated().table.director == TOM
    started()


@refuses("TBJ-5.1")
def test_tbj_5_1_no_play_while_the_director_is_away() -> None:
    play = seated()
    play.do(call_session(), director(present=False))
    play.refused(start(), "NO_DIRECTOR_AT_TABLE", "TBJ-5.1")
    play = started()
    play.do(director(present=False, second=2))
    play.refused(wager(1), "NO_DIRECTOR_AT_TABLE", "TBJ-5.1")
    play = wagered()
    play.do(director(present=False, second=2))
    play.refused(deal(), "NO_DIRECTOR_AT_TABLE", "TBJ-5.1")
    play.do(director(second=3), deal())


def test_the_director_who_is_there_need_not_come_again() -> None:
    assert seated().do(director(second=-5)) == ()


@permits("TBJ-5.8", "TBJ-2.4")
def test_tbj_5_8_the_marker_lies_at_the_dealers_far_left() -> None:
    play = started(places=seats(2, 4, 5, 6))
    assert (play.live.marker, play.live.play.order) == (2, (2, 4, 5, 6))


@refuses("TBJ-5.8")
def test_tbj_5_8_no_start_with_the_marker_elsewhere() -> None:
    play = seated()
    play.do(call_session())
    play.refused(start(marker=3), "MARKER_MISPLACED", "TBJ-5.8")


@refuses("TBJ-2.4")
def test_tbj_2_4_no_start_without_a_marker_or_an_indicator() -> None:
    play = seated()
    play.do(call_session())
    play.refused(start(marker=0), "MARKER_MISSING", "TBJ-2.4")
    play = seated(terms(shoes(2)))
    play.do(call_session())
    play.refused(start(shown=0), INDICATOR_MISSING, "TBJ-2.4")


@permits("TBJ-1.0-shoe")
def test_tbj_1_0_shoe_the_indicator_shows_the_first_shoe() -> None:
    play = started(terms(shoes(2)))
    assert play.live.shoe.number == 1


@refuses("TBJ-1.0-shoe")
def test_tbj_1_0_shoe_no_start_with_another_shoe_on_the_indicator() -> None:
    play = seated(terms(shoes(2)))
    play.do(call_session())
    play.refused(start(shown=2), INDICATOR_WRONG, "TBJ-1.0-shoe")


@permits("TBJ-4.6")
def test_tbj_4_6_steps_may_be_as_large_as_the_minimum() -> None:
    started(sign=Sign(10, 500, 10, False))


@refuses("TBJ-4.6")
def test_tbj_4_6_steps_are_not_larger_than_the_minimum() -> None:
    play = seated(sign=Sign(10, 500, 11, False))
    play.do(call_session())
    play.refused(start(), "INCREMENT_ABOVE_MINIMUM", "TBJ-4.6")


@pytest.mark.parametrize("sign", [Sign(0, 500, 0, False), Sign(10, 9, 0, False)])
def test_a_sign_has_a_minimum_and_a_maximum_not_below_it(sign: Sign) -> None:
    play = seated(sign=sign)
    play.do(call_session())
    play.refused(start(), "LIMITS_CROSSED", "TBJ-4.5")


# -- what the tournament says ----------------------------------------------------------------------


def test_one_commit_of_the_tournament_may_say_several_things() -> None:
    play = Play(follow(open_table(), director()))
    assert play.table.director == TOM
    play.do(*(issue(box) for box in (1, 3, 4, 7)), shuffle())
    play.do(follow(call_session(at(1200)), hold(1, session=True)))
    assert play.table.holds[0].whole_session
    play.do(follow(resume(61, session=True)))
    assert play.table.ends_at == at(1260)


def test_what_the_tournament_says_in_vain_is_refused_on_record_after_what_it_said_well() -> None:
    play = seated()
    (event,) = play.do(follow(call_session(), call_session()))
    assert event == SessionCalled(None, at())
    assert play.refusal is not None
    assert play.refusal.reason is SESSION_CALLED_BEFORE


def test_a_table_is_made_by_what_the_tournament_says_alone() -> None:
    assert (TABLES.kind, TABLES.creates) == ("tables", ())
    assert [command.__name__ for command in TABLES.anytime] == ["FollowTournament"]
