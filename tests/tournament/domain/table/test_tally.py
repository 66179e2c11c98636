"""Counts, the tally, and chips after the session (rules 2.1 to 2.3, 6.1, 6.9)."""

from __future__ import annotations

import pytest

from services.kernel.law import Standing
from services.tournament.domain.table.closing import ChipsHandedIn, TableClosed
from services.tournament.domain.table.precedence import applies, redeemable, taken_out
from services.tournament.domain.table.reasons import PLAY_CEASED
from services.tournament.domain.table.state import Closed, Disposal, Finished, Over
from services.tournament.domain.table.table import TABLES
from services.tournament.domain.table.tally import (
    ChipsCorrected,
    ChipsCounted,
    Counted,
    SessionFinished,
    TallyCorrected,
)
from services.tournament.domain.terms import TableEnd, Tally, TallyStatus
from tests.kit.law import means, permits, refuses
from tests.tournament.domain.table.play import (
    DEE,
    LOST,
    STOOD_OFF,
    TOM,
    WON,
    Play,
    at,
    close,
    correct_chips,
    count,
    deal,
    dealt,
    director,
    disqualify,
    follow,
    hand,
    hand_in,
    hold,
    record,
    resume,
    rounds,
    seated,
    started,
    terms,
    void_seating,
    wager,
)

ONE_ROUND = terms(rounds(1))
ACTIVE = TallyStatus.ACTIVE


def over(free: bool = True) -> Play:
    """One round was played: 900, 1,100, 1,000 and 0."""
    play = started(terms(rounds(1), free=free))
    play.do(wager(1), wager(3), wager(4), wager(7, 500), deal())
    play.do(record(hand(1, LOST), hand(3, WON), hand(4, STOOD_OFF), hand(7, LOST, 1000)))
    assert isinstance(play.state, Over)
    return play


def finished(free: bool = True) -> Play:
    play = over(free)
    play.do(count((1, 900), (3, 1100), (4, 1000)))
    assert isinstance(play.state, Finished)
    assert play.state.rounds == 1
    return play


TALLIES = (
    Tally(11, 900, ACTIVE),
    Tally(13, 1100, ACTIVE),
    Tally(14, 1000, ACTIVE),
    Tally(17, 0, TallyStatus.ELIMINATED),
)


@permits("TBJ-6.1")
def test_tbj_6_1_all_present_their_chips_and_the_result_is_known_at_once() -> None:
    play = over()
    assert play.do(count((1, 900))) == (ChipsCounted((Counted(1, 900, 900),), DEE, at(20)),)
    counted, result = play.do(count((3, 1100), (4, 1000)))
    assert counted == ChipsCounted((Counted(3, 1100, 1100), Counted(4, 1000, 1000)), DEE, at(20))
    assert result == SessionFinished(1, 2, TableEnd.LENGTH, TALLIES, (), 1, at(20))


@refuses("TBJ-6.1")
def test_tbj_6_1_after_that_nothing_is_tallied_again() -> None:
    finished().refused(count((1, 900)), "TALLIED_BEFORE", "TBJ-6.1")


@permits("TBJ-6.1")
def test_tbj_6_1_a_difference_to_the_ledger_is_shown_and_decided() -> None:
    play = over()
    assert len(play.do(count((1, 895), (3, 1100), (4, 1000)))) == 1  # no result yet
    assert play.box(1).counted == 895
    play.refused(correct_chips(1, 895, " "), "SAY_WHY")
    decided, result = play.do(correct_chips(1, 895, "a chip fell"))
    assert decided == ChipsCorrected(1, 900, 895, "a chip fell", TOM, at(21))
    assert isinstance(result, SessionFinished)
    assert result.tallies[0] == Tally(11, 895, ACTIVE)
    # 4,000 issued, 2,995 held: 1,000 lost to the house and 5 that nobody has.
    assert (play.table.held, play.table.house) == (2995, 1005)


def test_a_second_count_that_agrees_settles_the_difference() -> None:
    play = over()
    play.do(count((1, 895), (3, 1100), (4, 1000)))
    assert isinstance(play.do(count((1, 900)))[-1], SessionFinished)


def test_all_broke_names_those_who_remain() -> None:
    play = dealt(terms(rounds(9)), 500)
    play.do(record(*(hand(box, LOST, 1000) for box in (1, 3, 4, 7))))
    *_, result = play.do(count((1, 0), (3, 0), (4, 0), (7, 0)))
    assert isinstance(result, SessionFinished)
    assert (result.end, result.remaining) == (TableEnd.ALL_BROKE, (11, 13, 14, 17))


def all_broke() -> Play:
    """All four lost everything in round 1 of 9, as it was recorded."""
    play = dealt(terms(rounds(9)), 500)
    play.do(record(*(hand(box, LOST, 1000) for box in (1, 3, 4, 7))))
    return play


@permits("TBJ-4.10(a)")
def test_tbj_4_10_a_an_end_by_misrecorded_chips_is_reckoned_anew_in_the_tally() -> None:
    play = all_broke()
    play.do(count((1, 0), (3, 500), (4, 0), (7, 0)))
    *_, result = play.do(correct_chips(3, 500))
    assert isinstance(result, SessionFinished)
    assert (result.end, result.remaining) == (TableEnd.LAST_PLAYER, ())
    out = TallyStatus.ELIMINATED
    assert [each.status for each in result.tallies] == [out, ACTIVE, out, out]


@permits("TBJ-4.10(a)", "TBJ-4.10(b)")
def test_tbj_4_10_so_it_is_when_the_result_is_corrected_and_back_again() -> None:
    play = all_broke()
    play.do(count((1, 0), (3, 0), (4, 0), (7, 0)))
    for chips, end, remaining in (
        (500, TableEnd.LAST_PLAYER, ()),
        (9, TableEnd.LAST_PLAYER, ()),
        (0, TableEnd.ALL_BROKE, (11, 13, 14, 17)),
    ):
        _, told = play.do(correct_chips(3, chips))
        assert isinstance(told, TallyCorrected)
        assert (told.end, told.remaining) == (end, remaining)
    for box in (1, 3, 4, 7):
        _, told = play.do(correct_chips(box, 9))
    assert isinstance(told, TallyCorrected)
    assert (told.end, told.remaining) == (TableEnd.ALL_SHORT, (11, 13, 14, 17))


@permits("TBJ-4.10(b)")
def test_tbj_4_10_b_where_two_could_have_played_on_nobody_plays_off() -> None:
    play = all_broke()
    play.do(count((1, 0), (3, 0), (4, 0), (7, 0)), correct_chips(3, 500))
    _, told = play.do(correct_chips(4, 400))
    assert isinstance(told, TallyCorrected)
    assert (told.end, told.remaining) == (TableEnd.LENGTH, ())
    play.refused(wager(3, round_=2), PLAY_CEASED)


def test_who_is_out_after_the_end_does_not_change_why_it_ended() -> None:
    """The period was over with two who could wager; that one is out now makes no 4.10 of it."""
    play = started(terms(rounds(1)))
    play.do(*(wager(box, 500) for box in (1, 3, 4, 7)), deal())
    play.do(
        record(hand(1, LOST, 995), hand(3, LOST, 993), hand(4, STOOD_OFF, 500), hand(7, WON, 500))
    )
    play.do(disqualify(4), disqualify(7))
    *_, result = play.do(count((1, 5), (3, 7), (4, 1000), (7, 1500)))
    assert isinstance(result, SessionFinished)
    assert (result.end, result.remaining) == (TableEnd.LENGTH, ())


def test_corrected_until_the_next_session_starts_and_the_tournament_is_told() -> None:
    play = finished()
    changed, told = play.do(correct_chips(3, 1000))
    assert changed == ChipsCorrected(3, 1100, 1000, "counted twice", TOM, at(21))
    assert isinstance(told, TallyCorrected)
    assert told.tallies[1] == Tally(13, 1000, ACTIVE)
    assert (told.reason, told.by, told.at) == ("counted twice", TOM, at(21))
    assert play.do(follow(close())) == (TableClosed(at(40)),)
    assert isinstance(play.state, Closed)
    play.refused(correct_chips(3, 1100), "TABLE_CLOSED", "TBJ-6.1")
    assert play.do(close()) == ()
    assert play.do(director(present=False, second=50)) == ()


def test_a_hold_of_the_session_elsewhere_changes_nothing_at_a_table_that_is_done() -> None:
    for play in (over(), finished()):
        assert play.do(follow(hold(50, session=True), resume(60, session=True))) == ()
        assert play.refusal is None


def test_a_session_that_goes_on_is_not_closed() -> None:
    started().refused(close(), "SESSION_GOES_ON")


# -- chips after the session -----------------------------------------------------------------------


@permits("TBJ-6.9(a)")
def test_tbj_6_9_a_free_chips_go_back_at_the_table() -> None:
    play = finished()
    assert play.do(hand_in(3)) == (ChipsHandedIn(3, 1100, Disposal.RETURNED, DEE, at(30)),)
    assert (play.table.held, play.table.house) == (1900, 2100)
    play.refused(hand_in(3), "DISPOSED_BEFORE")
    assert play.chips[3] == 1100  # what was tallied stands


@refuses("TBJ-6.9(a)")
def test_tbj_6_9_a_they_are_not_kept_and_not_taken_before_the_tally() -> None:
    finished().refused(hand_in(3, Disposal.KEPT), "CHIPS_GO_BACK", "TBJ-6.9(a)")
    over().refused(hand_in(3), "CHIPS_NOT_PRESENTED", "TBJ-6.1")


@permits("TBJ-6.9(b)")
@pytest.mark.parametrize(("disposal", "held"), [(Disposal.KEPT, 3000), (Disposal.REDEEMED, 1900)])
def test_tbj_6_9_b_bought_chips_are_kept_or_redeemed(disposal: Disposal, held: int) -> None:
    play = finished(free=False)
    play.do(hand_in(3, disposal))
    assert play.table.held == held


@refuses("TBJ-6.9(b)")
def test_tbj_6_9_b_not_before_the_session_is_tallied() -> None:
    over(free=False).refused(hand_in(3, Disposal.KEPT), "NOT_YET_KEPT", "TBJ-6.9(b)")


@permits("TBJ-6.9(b)")
def test_tbj_6_9_b_kept_chips_are_redeemed_later_even_when_what_follows_has_begun() -> None:
    play = finished(free=False)
    play.do(hand_in(3, Disposal.KEPT), close(), hand_in(3, Disposal.REDEEMED))
    assert (play.table.held, play.table.house) == (1900, 2100)
    play.refused(hand_in(3, Disposal.REDEEMED), "DISPOSED_BEFORE")
    play.refused(hand_in(3, Disposal.KEPT), "DISPOSED_BEFORE")


@permits("TBJ-6.9(a)")
def test_tbj_6_9_a_free_chips_still_out_go_back_after_the_close() -> None:
    play = finished()
    play.do(close(), hand_in(1), hand_in(3), hand_in(4))
    assert (play.table.held, play.table.house) == (0, 4000)
    void = seated()
    void.do(void_seating())
    void.refused(hand_in(1), "TABLE_CLOSED")


def test_free_chips_are_not_redeemed() -> None:
    finished().refused(hand_in(3, Disposal.REDEEMED), "NOT_REDEEMED", "TBJ-2.3")


# -- which rules hold ------------------------------------------------------------------------------


@means("TBJ-2.1", side="inside")
def test_tbj_2_1_general_rules_and_those_of_blackjack_hold() -> None:
    assert applies("II-5.3") is True


@means("TBJ-2.1", side="outside")
def test_tbj_2_1_where_they_are_inconsistent_the_tournaments_prevail() -> None:
    assert applies("II-5.3", inconsistent=True) is False


@means("TBJ-2.2", side="inside")
def test_tbj_2_2_what_is_taken_out() -> None:
    for rule in ("II-4.4", "II-4.9", "II-6.1", "II-7.8", "II-7.9", "I-13.2", "II-13.1", "II-14.7"):
        assert taken_out(rule) is True
        assert applies(rule) is False


@means("TBJ-2.2", side="outside")
def test_tbj_2_2_and_what_is_not() -> None:
    for rule in ("II-4.5", "II-4.8", "II-6.2", "II-7.7", "I-14.1", "I-4.4", "II-12.1"):
        assert taken_out(rule) is False


@means("TBJ-2.3", side="inside")
def test_tbj_2_3_free_chips_are_not_redeemable() -> None:
    assert applies("I-17.1", free=True) is False
    assert redeemable(free=True) is False


@means("TBJ-2.3", side="outside")
def test_tbj_2_3_bought_ones_are() -> None:
    assert applies("I-17.1", free=False) is True
    assert redeemable(free=False) is True


# -- how it stands in lists ------------------------------------------------------------------------


def test_how_a_table_stands_in_lists() -> None:
    play = finished()
    assert TABLES.standing(seated().state) is Standing.WAITING
    for live in (started(), over(), play):
        assert TABLES.standing(live.state) is Standing.IN_PLAY
    play.do(close())
    assert TABLES.standing(play.state) is Standing.ENDED
