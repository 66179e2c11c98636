"""When a session ends (definition of session in 1.0; 4.9, 4.10)."""

from __future__ import annotations

from services.tournament.domain.table.clock import (
    SessionEnded,
)
from services.tournament.domain.table.leaving import DisqualifiedFor, LeaveGround
from services.tournament.domain.table.reasons import PLAY_CEASED
from services.tournament.domain.table.state import (
    InSession,
    SessionEnding,
    Status,
    Wagering,
)
from tests.kit.law import means, permits, refuses
from tests.tournament.domain.table.play import (
    LOST,
    STOOD_OFF,
    WON,
    Play,
    all_broke,
    at,
    correct_chips,
    correct_round,
    deal,
    dealt,
    disqualify,
    ended,
    hand,
    issue,
    leave,
    record,
    rounds,
    seats,
    shoes,
    shuffle,
    started,
    terms,
    wager,
    wagered,
)

ALL = (1, 3, 4, 7)


def lose(play: Play, **stakes: int) -> None:
    """Deal and lose: `b1=1000` the stake of box 1, doubled; others 500 stood off."""
    play.do(deal())
    play.do(
        record(
            *(
                hand(box, LOST, stakes[f"b{box}"])
                if f"b{box}" in stakes
                else hand(box, STOOD_OFF, 500)
                for box in ALL
            )
        )
    )


# -- rounds and shoes ------------------------------------------------------------------------------


@means("TBJ-1.0-session", side="inside")
def test_tbj_1_0_session_it_lasts_for_the_set_rounds() -> None:
    play = started(terms(rounds(2)))
    play.round()
    assert isinstance(play.state, InSession)


@means("TBJ-1.0-session", side="outside")
def test_tbj_1_0_session_and_no_longer() -> None:
    play = started(terms(rounds(2)))
    play.round()
    *_, last = play.round()
    assert last == SessionEnded(SessionEnding.ROUNDS, at(10))
    play.refused(wager(4, round_=3), PLAY_CEASED, "TBJ-1.0-session")


@permits("TBJ-1.0-session(c)")
def test_tbj_1_0_session_c_one_round_more_after_the_last_cutting_card() -> None:
    play = started(terms(shoes(2)))
    play.do(*(wager(box) for box in ALL), deal())
    play.do(record(*(hand(box, STOOD_OFF) for box in ALL), cutting_card=True))
    play.round()
    play.do(shuffle(2, second=20))
    play.do(*(wager(box, round_=3) for box in (4, 7, 1, 3)), deal(3))
    play.do(record(*(hand(box, STOOD_OFF) for box in ALL), round_=3, cutting_card=True))
    assert isinstance(play.state, InSession)
    play.round()
    assert ended(play) is SessionEnding.SHOES


@refuses("TBJ-1.0-session(c)")
def test_tbj_1_0_session_c_and_no_round_after_that() -> None:
    play = started(terms(shoes(1)))
    play.do(*(wager(box) for box in ALL), deal())
    play.do(record(*(hand(box, STOOD_OFF) for box in ALL), cutting_card=True))
    play.round()
    play.refused(wager(4, round_=3), PLAY_CEASED, "TBJ-1.0-session(c)")


@refuses("TBJ-1.0-shoe")
def test_tbj_1_0_shoe_the_indicator_goes_on_with_the_shoes() -> None:
    play = started(terms(shoes(2)))
    play.do(*(wager(box) for box in ALL), deal())
    play.do(record(*(hand(box, STOOD_OFF) for box in ALL), cutting_card=True))
    play.round()
    play.refused(shuffle(1, second=20), "INDICATOR_WRONG", "TBJ-1.0-shoe")


# -- one left --------------------------------------------------------------------------------------


@permits("TBJ-1.0-session(a)")
def test_tbj_1_0_session_a_one_player_alone_holds_chips() -> None:
    play = wagered(amount=500)
    play.do(deal())
    play.do(record(*(hand(box, LOST, 1000) for box in (1, 3, 4)), hand(7, LOST, 999)))
    assert ended(play) is SessionEnding.ONE_LEFT  # with 1 chip, less than the minimum


@permits("TBJ-1.0-session(a)")
def test_tbj_1_0_session_a_one_player_alone_holds_the_minimum() -> None:
    play = wagered(amount=500)
    lose(play, b1=991, b3=991, b4=1000)
    assert ended(play) is SessionEnding.ONE_ABLE


@permits("TBJ-1.0-session(a)")
def test_two_with_exactly_the_minimum_play_on() -> None:
    play = wagered(amount=500)
    lose(play, b1=990, b3=990, b4=1000, b7=1000)
    assert isinstance(play.state, InSession)
    assert play.live.play.order == (3, 1)


@refuses("TBJ-1.0-session(a)")
def test_tbj_1_0_session_a_then_play_has_ceased() -> None:
    play = wagered(amount=500)
    lose(play, b1=1000, b3=1000, b4=1000)
    play.refused(wager(7, round_=2), PLAY_CEASED, "TBJ-1.0-session(a)")


def test_the_end_comes_at_once_when_the_others_go_out_between_rounds() -> None:
    play = started()
    for box in (1, 3):
        play.do(disqualify(box))
    *_, last = play.do(disqualify(4))
    assert last == SessionEnded(SessionEnding.ONE_LEFT, at(6))
    play = dealt()
    play.do(*(disqualify(box) for box in (1, 3, 4)))
    assert isinstance(play.state, InSession)  # the round is finished first
    play.do(record(hand(7, LOST)))
    assert ended(play) is SessionEnding.ONE_LEFT


def test_nobody_left() -> None:
    play = started()
    play.do(*(leave(box, LeaveGround.EMERGENCY, for_good=True) for box in (1, 3)))
    play.do(leave(4, LeaveGround.EMERGENCY, for_good=True))
    assert ended(play) is SessionEnding.ONE_LEFT  # box 7 alone is at the table
    play = dealt()
    play.do(*(disqualify(box, DisqualifiedFor.RULES) for box in ALL))
    play.do(record())
    assert ended(play) is SessionEnding.VACANT


# -- all broke, all short --------------------------------------------------------------------------


@permits("TBJ-4.10(a)")
def test_tbj_4_10_a_all_who_remain_lose_everything_in_one_round() -> None:
    play = all_broke()
    assert ended(play) is SessionEnding.ALL_BROKE
    assert {box.status for box in play.table.boxes} == {Status.PLAYING}  # nobody is eliminated


@refuses("TBJ-4.10(a)")
def test_tbj_4_10_a_further_chips_come_in_a_play_off_not_here() -> None:
    play = all_broke()
    play.refused(wager(3, round_=2), PLAY_CEASED, "TBJ-4.10(a)")
    play.refused(issue(3), "NO_CHIPS_IN_SESSION", "TBJ-4.3")


@permits("TBJ-4.10(a)")
def test_who_went_out_in_an_earlier_round_is_not_among_them() -> None:
    play = wagered(amount=500)
    play.do(deal())
    play.do(record(hand(1, LOST, 1000), *(hand(box, STOOD_OFF, 500) for box in (3, 4, 7))))
    play.do(*(wager(box, 500, 2) for box in (3, 4, 7)), deal(2))
    play.do(record(*(hand(box, LOST, 1000) for box in (3, 4, 7)), round_=2))
    assert ended(play) is SessionEnding.ALL_BROKE
    assert [box.box for box in play.table.boxes if box.at_table] == [3, 4, 7]


def all_short() -> Play:
    play = wagered(amount=500)
    play.do(deal(), record(*(hand(box, LOST, 991) for box in ALL)))
    return play


@permits("TBJ-4.10(b)")
def test_tbj_4_10_b_all_who_remain_hold_less_than_the_minimum() -> None:
    play = all_short()
    assert ended(play) is SessionEnding.ALL_SHORT
    assert play.chips == dict.fromkeys(ALL, 9)


@refuses("TBJ-4.10(b)")
def test_tbj_4_10_b_nobody_plays_on_with_less() -> None:
    all_short().refused(wager(3, 9, 2), PLAY_CEASED, "TBJ-4.10(b)")


# -- corrections that undo an end ----------------------------------------------------------------


def test_a_round_that_wrongly_ended_the_session_is_recorded_anew() -> None:
    play = all_broke()
    play.do(correct_round(*(hand(box, LOST, 500) for box in ALL)))
    assert isinstance(play.state, InSession)
    assert play.chips == dict.fromkeys(ALL, 500)


def test_and_one_that_was_the_last_stays_the_last() -> None:
    play = started(terms(rounds(1)))
    play.round()
    *_, last = play.do(correct_round(*(hand(box, WON) for box in ALL)))
    assert last == SessionEnded(SessionEnding.ROUNDS, at(12))


def test_corrected_chips_bring_a_player_back_or_out() -> None:
    play = wagered(amount=500)
    lose(play, b3=1000)
    play.do(correct_chips(3, 50))
    assert (play.box(3).status, play.live.play.order) == (Status.PLAYING, (4, 7, 1, 3))
    play.do(correct_chips(3, 0))
    assert play.box(3).status is Status.ELIMINATED
    assert isinstance(play.live.play, Wagering)
    assert play.live.play.order == (4, 7, 1)
    play = wagered()
    play.refused(correct_chips(3, 99), "CHIPS_IN_PLAY")
    play.do(correct_chips(3, 100))


def test_the_play_off_of_two_ends_like_any_session() -> None:
    play = started(terms(rounds(3), play_off=True, fewest=2), places=seats(3, 5))
    play.do(wager(3, 500), wager(5, 100), deal())
    play.do(record(hand(3, LOST, 1000), hand(5, LOST)))
    assert ended(play) is SessionEnding.ONE_LEFT
