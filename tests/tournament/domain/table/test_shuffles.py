"""When the shoe is shuffled (5.7)."""

from __future__ import annotations

from services.tournament.domain.table.shuffling import CardsShuffled
from services.tournament.domain.table.state import (
    Dealt,
    Shoe,
    ShuffleCause,
)
from tests.kit.law import permits, refuses
from tests.tournament.domain.table.play import (
    DEE,
    LOST,
    OTHERS,
    STOOD_OFF,
    Play,
    at,
    call_session,
    deal,
    dealt,
    hand,
    hold,
    record,
    resume,
    seated,
    shuffle,
    start,
    started,
    void_round,
    wager,
    wagered,
)

# -- shuffles --------------------------------------------------------------------------------------


@permits("TBJ-5.7(a)")
def test_tbj_5_7_a_shuffled_directly_before_the_start() -> None:
    play = seated()
    assert play.events[-1] == CardsShuffled(ShuffleCause.START, 1, "", DEE, at(-10))
    started()


@refuses("TBJ-5.7(a)")
def test_tbj_5_7_a_no_start_without_or_when_the_table_was_vacant_since() -> None:
    from tests.tournament.domain.table.play import director, issue, open_table

    play = Play(open_table(), director(), *(issue(box) for box in (1, 3, 4, 7)), call_session())
    play.refused(start(), "SHUFFLE_NEEDED", "TBJ-5.7(a)")
    play = seated()
    play.do(call_session(), hold(1, vacated=True), resume(2))
    play.refused(start(), "SHUFFLE_NEEDED", "TBJ-5.7(a)")


def cut_in_round_1() -> Play:
    play = dealt()
    play.do(record(*(hand(box, STOOD_OFF) for box in (1, 3, 4, 7)), cutting_card=True))
    return play


@permits("TBJ-5.7(b)")
def test_tbj_5_7_b_one_more_round_and_then_the_shuffle() -> None:
    play = cut_in_round_1()
    play.round()
    assert play.live.shoe.shuffle is ShuffleCause.CUTTING_CARD
    assert play.do(shuffle(second=20)) == (
        CardsShuffled(ShuffleCause.CUTTING_CARD, 2, "", DEE, at(20)),
    )
    play.round()
    assert play.live.shoe.shuffle is None


@refuses("TBJ-5.7(b)")
def test_tbj_5_7_b_no_card_before_it_and_no_shuffle_before_it_is_due() -> None:
    play = cut_in_round_1()
    play.refused(shuffle(second=11), "SHUFFLE_NOT_DUE", "TBJ-5.7(b)")
    play.round()
    play.do(*(wager(box, round_=3) for box in (4, 7, 1, 3)))
    play.refused(deal(3), "SHUFFLE_NEEDED", "TBJ-5.7(b)")


def test_the_second_cutting_card_changes_nothing() -> None:
    play = cut_in_round_1()
    play.do(*(wager(box, round_=2) for box in (3, 4, 7, 1)), deal(2))
    play.do(record(*(hand(box, STOOD_OFF) for box in (3, 4, 7, 1)), round_=2, cutting_card=True))
    assert play.live.shoe.shuffle is ShuffleCause.CUTTING_CARD
    play.do(shuffle(second=20))
    assert (play.live.shoe.number, play.live.shoe.last_round) == (2, 0)


def test_the_director_may_rule_that_it_be_shuffled_and_the_shoe_stays_the_same() -> None:
    play = started()
    play.do(shuffle(reason="a card fell on the floor", second=2))
    assert (play.live.shoe.number, play.live.shoe.shuffle) == (1, None)
    dealt().refused(shuffle(reason="a card fell"), "CARDS_OUT")


@permits("TBJ-5.7(c)")
def test_tbj_5_7_c_shuffled_after_the_table_was_vacant() -> None:
    play = started()
    play.do(hold(vacated=True), resume())
    assert play.live.shoe.shuffle is ShuffleCause.VACANT
    play.do(shuffle(second=170))
    play.round()


@refuses("TBJ-5.7(c)")
def test_tbj_5_7_c_no_card_before_and_a_round_that_was_left_alone_is_not_played_on() -> None:
    play = wagered()
    play.do(hold(vacated=True), resume())
    play.refused(deal(), "SHUFFLE_NEEDED", "TBJ-5.7(c)")
    play = dealt()
    play.do(hold(vacated=True), resume())
    play.refused(shuffle(second=170), "ROUND_LEFT_ALONE", "TBJ-5.7(c)")
    play.do(void_round(), shuffle(second=170))
    play.round()


@permits("TBJ-5.7(c)")
def test_tbj_5_7_c_a_round_that_was_finished_when_all_left_is_recorded_first() -> None:
    play = dealt()
    play.do(hold(vacated=True), resume(), record(hand(1, LOST), *OTHERS, second=170))
    assert play.chips[1] == 900
    play.do(*(wager(box, round_=2, second=175) for box in (3, 4, 7, 1)))
    play.refused(deal(2, second=180), "SHUFFLE_NEEDED", "TBJ-5.7(c)")
    play.do(shuffle(second=180), deal(2, second=181))


@permits("TBJ-5.7(b)")
def test_tbj_5_7_b_one_shuffle_serves_a_table_left_in_the_shoes_last_round() -> None:
    play = cut_in_round_1()
    play.do(*(wager(box, round_=2) for box in (3, 4, 7, 1)), deal(2))
    play.do(hold(vacated=True), resume())
    play.do(record(*(hand(box, STOOD_OFF) for box in (3, 4, 7, 1)), round_=2, second=170))
    assert play.live.shoe.shuffle is ShuffleCause.CUTTING_CARD
    play.do(shuffle(second=180))
    assert play.live.shoe == Shoe(2)


@permits("TBJ-5.7(b)", "TBJ-5.7(c)")
def test_a_hold_in_which_everybody_stayed_asks_for_no_shuffle() -> None:
    play = wagered()
    play.do(hold(), resume(), deal(second=200))
    assert isinstance(play.live.play, Dealt)
