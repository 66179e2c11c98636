"""Withdrawal, disqualification, cancellation and the fee (TBJ-3.3, 3.5, 3.6); cases T3 and T6."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest

from services.tournament.domain.tournament import sessions
from services.tournament.domain.tournament.conditions import TournamentPlanned
from services.tournament.domain.tournament.conditions_state import Admission, Reckoning
from services.tournament.domain.tournament.entries import AcceptApplicant, ApplicantAccepted
from services.tournament.domain.tournament.leaving import (
    CancelTournament,
    DisqualifyPlayer,
    EntryWithdrawn,
    Failing,
    PayRefund,
    PlayerDisqualified,
    RefundDue,
    RefundPaid,
    TournamentCancelled,
    WithdrawEntry,
    in_time,
    refund_reading,
    refund_until,
)
from services.tournament.domain.tournament.parts import Cancelling, EntryStatus
from services.tournament.domain.tournament.pool import pool_of
from services.tournament.domain.tournament.results import QualifiersDetermined
from services.tournament.domain.tournament.seating import DropSession
from services.tournament.domain.tournament.seats import SeatingVoided, SeatsChanged
from tests.kit.law import permits, refuses
from tests.tournament.domain.tournaments import (
    CASS,
    DAY,
    DORA,
    EARLY,
    FINAL,
    HEAT,
    HOUR,
    OLGA,
    START,
    ZONE,
    conditions,
    confirm,
    final_of,
    nzd,
    opened,
    tallied,
)

LACK, NO_GO = Cancelling.LACK_OF_PARTICIPATION, Cancelling.DOES_NOT_PROCEED
SECOND = timedelta(microseconds=1)
# Play begins on 29 November. Between the 21st and the 29th lie seven whole days, the 22nd to the
# 28th. Midnight in Auckland, in summer, is 11:00 UTC of the day before.
LAST_CLEAR = datetime(2026, 11, 21, 11, 0, tzinfo=UTC) - SECOND
LAST_CALENDAR = datetime(2026, 11, 22, 11, 0, tzinfo=UTC) - SECOND
UNTIL = datetime(2026, 11, 21, 10, 59, 59, tzinfo=UTC)
LAST_HOUR = START - timedelta(hours=168)


@permits("TBJ-3.5(a)")
@pytest.mark.case("T6")
def test_case_t6_the_last_moment_of_the_seventh_clear_day_in_the_venues_zone_is_in_time() -> None:
    withdrawing = WithdrawEntry(1, LAST_CLEAR)
    opened(1).given.when(withdrawing).then(EntryWithdrawn(1, 5000, 0, 0, UNTIL, LAST_CLEAR))


@pytest.mark.case("T6")
def test_case_t6_the_next_moment_is_too_late_although_it_is_the_same_day_in_london() -> None:
    late = LAST_CLEAR + SECOND
    assert late.date() == LAST_CLEAR.date()
    opened(1).given.when(WithdrawEntry(1, late)).then(EntryWithdrawn(1, 0, 0, 0, UNTIL, late))


@pytest.mark.parametrize(
    ("reckoning", "last"),
    [
        (Reckoning.CLEAR_DAYS, LAST_CLEAR),
        (Reckoning.CALENDAR_DAYS, LAST_CALENDAR),
        (Reckoning.HOURS, LAST_HOUR),
    ],
)
def test_tbj_3_5_a_the_boundary_is_included_however_days_are_reckoned(
    reckoning: Reckoning, last: datetime
) -> None:
    assert in_time(last, START, ZONE, reckoning)
    assert not in_time(last + SECOND, START, ZONE, reckoning)


def test_tbj_3_5_a_the_change_to_summer_time_makes_no_day_longer() -> None:
    """Clocks go forward on 27 September 2026; days are counted, not hours."""
    start = datetime(2026, 10, 1, 0, 0, tzinfo=UTC)  # 13:00 of 1 October there
    last = datetime(2026, 9, 23, 11, 59, 59, tzinfo=UTC)  # 23:59:59 of the 23rd, in winter time
    assert in_time(last, start, ZONE, Reckoning.CLEAR_DAYS)
    assert not in_time(last + timedelta(seconds=1), start, ZONE, Reckoning.CLEAR_DAYS)


@refuses("TBJ-3.5(a)")
def test_tbj_3_5_a_who_withdraws_late_is_paid_nothing_back() -> None:
    story = opened(1).do(WithdrawEntry(1, LAST_CLEAR + SECOND))
    refund = story.given.when(PayRefund(1, CASS, START))
    refund.refused("NO_REFUND_DUE", "TBJ-3.5(a)")


def test_tbj_3_5_a_no_refund_where_no_fee_was_paid() -> None:
    story = opened(0, conditions(fee=nzd(0))).apply().do(WithdrawEntry(1, EARLY))
    refund = story.given.when(PayRefund(1, CASS, EARLY))
    assert "no fee was paid" in refund.refused("NO_REFUND_DUE", "TBJ-3.5(a)").sentence


def test_tbj_3_5_a_a_refund_is_paid_once() -> None:
    story = opened(1).do(WithdrawEntry(1, EARLY), PayRefund(1, CASS, EARLY))
    again = story.given.when(PayRefund(1, CASS, EARLY))
    assert "paid back before" in again.refused("NO_REFUND_DUE", "TBJ-3.5(a)").sentence
    story.given.when(WithdrawEntry(1, EARLY)).refused("ALREADY_OUT")
    assert pool_of(story.state).refunded == 5000


def test_an_applicant_has_the_fee_back_at_any_time() -> None:
    opened().apply().given.when(WithdrawEntry(1, START)).then(
        EntryWithdrawn(1, 5000, 0, 0, None, START)
    )


def test_a_start_moved_forward_does_not_undo_a_withdrawal_that_was_in_time() -> None:
    story = opened(5)
    session = story.seat()
    story.do(WithdrawEntry(1, LAST_CLEAR))
    earlier = START - 2 * DAY
    story.do(sessions.MoveSession(session, earlier, "a fair", "by letter", DORA, LAST_CLEAR))
    entry = story.state.entry(1)
    assert entry is not None
    assert entry.refund_due == 5000
    late = WithdrawEntry(2, LAST_CLEAR)
    withdrawn = story.given.when(late).events[0]
    assert withdrawn == EntryWithdrawn(2, 0, 0, 0, UNTIL - 2 * DAY, LAST_CLEAR)


def test_who_withdraws_gives_the_seat_up() -> None:
    story, session = final_of(5)
    _, freed = story.given.when(WithdrawEntry(1, EARLY)).events
    assert isinstance(freed, SeatsChanged)
    assert (freed.session, freed.table) == (session, 1)
    assert {seat.player for seat in freed.seats} == {2, 3, 4, 5}


@permits("TBJ-3.3(b)(i)", "TBJ-3.6")
def test_tbj_3_3_b_i_who_breaks_a_rule_is_disqualified() -> None:
    command = DisqualifyPlayer(1, Failing.RULES, "chips from outside", OLGA, EARLY)
    opened(1).given.when(command).then(
        PlayerDisqualified(1, 0, 0, "chips from outside", OLGA, EARLY)
    )


def test_nobody_is_disqualified_who_has_left_before() -> None:
    command = DisqualifyPlayer(1, Failing.RULES, "chips from outside", OLGA, EARLY)
    gone = opened(1).do(WithdrawEntry(1, EARLY)).given.when(command).refused("ALREADY_OUT")
    assert gone.facts == {"player": "1", "status": "withdrawn"}
    out = opened(1).do(command).given.when(command).refused("ALREADY_OUT")
    assert out.facts == {"player": "1", "status": "disqualified"}


@refuses("TBJ-3.3(b)(i)")
def test_tbj_3_3_b_i_not_without_a_rule_that_was_broken() -> None:
    command = DisqualifyPlayer(1, Failing.RULES, " ", OLGA, EARLY)
    opened(1).given.when(command).refused("WHY_NEEDED", "TBJ-3.3(b)(i)")


@permits("TBJ-3.3(b)(ii)")
def test_tbj_3_3_b_ii_who_is_not_there_when_play_is_due_is_disqualified() -> None:
    story, session = final_of(5)
    command = DisqualifyPlayer(1, Failing.ATTENDANCE, "", OLGA, START)
    out, freed = story.given.when(command).events
    assert out == PlayerDisqualified(1, 0, 0, "", OLGA, START)
    assert isinstance(freed, SeatsChanged)
    assert freed.session == session


@refuses("TBJ-3.3(b)(ii)")
def test_tbj_3_3_b_ii_not_before_play_is_due() -> None:
    story, _ = final_of(5)
    command = DisqualifyPlayer(1, Failing.ATTENDANCE, "", OLGA, START - SECOND)
    story.given.when(command).refused("NO_SESSION_MISSED", "TBJ-3.3(b)(ii)")


def test_who_is_disqualified_in_play_is_named_with_the_table() -> None:
    story, session = final_of(5)
    story.start(session)
    command = DisqualifyPlayer(1, Failing.RULES, "hid chips", DORA, START)
    story.given.when(command).then(PlayerDisqualified(1, session, 1, "hid chips", DORA, START))


def test_an_applicant_is_refused_and_not_disqualified() -> None:
    command = DisqualifyPlayer(1, Failing.RULES, "rude", OLGA, EARLY)
    opened().apply().given.when(command).refused("NOT_A_PLAYER", "TBJ-1.0-applicant")


@refuses("TBJ-3.6")
def test_tbj_3_6_who_is_disqualified_gets_nothing_back() -> None:
    story = opened(1).do(DisqualifyPlayer(1, Failing.RULES, "rude", OLGA, EARLY))
    story.given.when(PayRefund(1, CASS, EARLY)).refused("NO_REFUND_DUE", "TBJ-3.6")


@permits("TBJ-3.3(d)", "TBJ-3.5(b)")
def test_tbj_3_3_d_with_too_few_players_it_is_cancelled_and_every_fee_is_due_back() -> None:
    story = opened(3)
    cancelled = story.given.when(CancelTournament(LACK, "three players", OLGA, EARLY))
    cancelled.then(
        TournamentCancelled(
            LACK, "three players", tuple(RefundDue(n, 5000) for n in (1, 2, 3)), OLGA, EARLY
        )
    )


@refuses("TBJ-3.3(d)")
def test_tbj_3_3_d_not_for_lack_of_participation_when_there_are_enough() -> None:
    command = CancelTournament(LACK, "", OLGA, EARLY)
    opened(16).given.when(command).refused("ENOUGH_PLAYERS", "TBJ-3.3(d)")


def test_tbj_3_3_d_not_once_it_has_started() -> None:
    story, session = final_of(4)
    story.start(session)
    for why in (LACK, NO_GO):
        command = CancelTournament(why, "fire", OLGA, START)
        story.given.when(command).refused("ALREADY_STARTED", "TBJ-3.3(d)")


def test_tbj_3_5_b_a_tournament_that_does_not_proceed_pays_back_with_players_enough() -> None:
    story = opened(4).do(CancelTournament(NO_GO, "a fire", OLGA, EARLY))
    assert pool_of(story.state).refunds_due == 4 * 5000


@refuses("TBJ-3.5(b)")
def test_tbj_3_5_b_while_it_goes_ahead_no_fee_goes_back() -> None:
    story = opened(4)
    story.given.when(PayRefund(1, CASS, EARLY)).refused("NO_REFUND_DUE", "TBJ-3.5(b)")


def test_tbj_3_5_b_a_cancelled_tournament_takes_nobody_in() -> None:
    story = opened(3).apply().do(CancelTournament(LACK, "", OLGA, EARLY))
    story.given.when(AcceptApplicant(4, EARLY)).refused("TOURNAMENT_CANCELLED", "TBJ-3.5(b)")


def test_tbj_3_6_stands_over_3_5_b() -> None:
    """Of four entries one is disqualified and one withdrew too late: it did not proceed, so that
    fee goes back; the disqualified player's does not."""
    late = LAST_CLEAR + SECOND
    story = opened(4).do(
        DisqualifyPlayer(1, Failing.RULES, "rude", OLGA, EARLY),
        WithdrawEntry(2, late),
        CancelTournament(LACK, "", OLGA, late),
    )
    assert [entry.refund_due for entry in story.state.entries] == [0, 5000, 5000, 5000]


def test_what_was_paid_back_before_a_cancellation_is_not_paid_again() -> None:
    story = opened(3).do(
        WithdrawEntry(1, EARLY),
        WithdrawEntry(2, EARLY),
        PayRefund(1, CASS, EARLY),
        CancelTournament(LACK, "", OLGA, EARLY),
    )
    assert [entry.refund_due for entry in story.state.entries] == [0, 5000, 5000]
    story.do(PayRefund(2, CASS, EARLY))
    story.given.when(PayRefund(3, CASS, EARLY)).then(RefundPaid(3, 5000, CASS, EARLY))


def test_after_a_cancellation_neither_withdrawal_nor_disqualification_takes_a_refund_away() -> None:
    story = opened(3).do(CancelTournament(LACK, "", OLGA, EARLY))
    for command in (
        WithdrawEntry(1, START),
        DisqualifyPlayer(1, Failing.RULES, "rude", OLGA, EARLY),
    ):
        story.given.when(command).refused("TOURNAMENT_CANCELLED")
    story.given.when(PayRefund(1, CASS, START)).then(RefundPaid(1, 5000, CASS, START))


@pytest.mark.case("T3")
def test_case_t3_withdrawn_and_disqualified_players_are_neither_placed_nor_paid() -> None:
    story, session = final_of(6)
    first, second, third, fourth, fifth, sixth = story.players(session)
    story.played(session, (900, 800, 700, 600, 500, 400))
    story.do(
        DisqualifyPlayer(first, Failing.RULES, "counted with a device", OLGA, START),
        WithdrawEntry(third, START + HOUR),
    )
    story.do(confirm(story))
    placed = [placing.players for placing in story.state.placings]
    assert placed == [(second,), (fourth,), (fifth,), (sixth,)]
    assert {award.player for award in story.state.awards} == {second, fourth, fifth, sixth}
    assert story.state.with_status(EntryStatus.DISQUALIFIED) == (first,)


def test_hours_are_reckoned_where_the_profile_says_so() -> None:
    story = opened(1)
    planned = story.events[0]
    assert isinstance(planned, TournamentPlanned)
    rules = replace(planned.rules, reckoning=Reckoning.HOURS)
    story.events[0] = replace(planned, rules=rules)
    withdrawn = story.given.when(WithdrawEntry(1, LAST_HOUR)).events
    assert withdrawn == (EntryWithdrawn(1, 5000, 0, 0, LAST_HOUR, LAST_HOUR),)


def test_days_count_from_the_conditions_until_a_session_is_planned() -> None:
    later = conditions(starts_at=START + 30 * DAY)
    until = UNTIL + 30 * DAY
    withdrawn = EntryWithdrawn(1, 5000, 0, 0, until, START)
    opened(1, later).given.when(WithdrawEntry(1, START)).then(withdrawn)


def test_tbj_3_5_a_a_refusal_names_the_last_moment_in_the_venues_time_and_the_reading() -> None:
    story = opened(1).do(WithdrawEntry(1, LAST_CLEAR + SECOND))
    said = story.given.when(PayRefund(1, CASS, START)).refused("NO_REFUND_DUE").sentence
    assert "after Saturday 21 November 2026 at 23:59:59, 7 clear days before play" in said


@pytest.mark.parametrize(
    ("reckoning", "until", "words"),
    [
        (Reckoning.CLEAR_DAYS, UNTIL, "7 clear days before play begins"),
        (Reckoning.CALENDAR_DAYS, UNTIL + DAY, "the day 7 days before play begins included"),
        (Reckoning.HOURS, LAST_HOUR, "168 hours before play begins"),
    ],
)
def test_tbj_3_5_a_the_last_moment_for_a_refund_by_each_reading(
    reckoning: Reckoning, until: datetime, words: str
) -> None:
    state = opened(1).state
    read = replace(state, rules=replace(state.rules, reckoning=reckoning))
    assert (refund_until(read), refund_reading(read)) == (until, words)


def test_tbj_3_5_a_a_session_that_is_not_held_moves_nothing() -> None:
    """Planned for two days later and dropped, or planned beside the one of the conditions."""
    story = opened(5)
    story.do(sessions.PlanSession(1, START + 2 * DAY, EARLY))
    assert story.state.starts_at == START
    story.do(sessions.PlanSession(1, START, EARLY), DropSession(1, "", OLGA, EARLY))
    assert story.state.starts_at == START


def test_tbj_3_8_a_session_that_is_moved_moves_the_beginning() -> None:
    story = opened(5)
    session = story.seat()
    moving = sessions.MoveSession(session, START + 2 * DAY, "a fair", "letter", DORA, EARLY)
    assert story.do(moving).state.starts_at == START + 2 * DAY
    story.do(DropSession(session, "", OLGA, EARLY))
    assert story.state.starts_at == START


def test_tbj_3_6_by_the_other_reading_a_cancellation_pays_back_who_was_disqualified() -> None:
    story = opened(2)
    planned = story.events[0]
    assert isinstance(planned, TournamentPlanned)
    rules = replace(planned.rules, disqualified_forfeit=False)
    story.events[0] = replace(planned, rules=rules)
    story.do(
        DisqualifyPlayer(1, Failing.RULES, "rude", OLGA, EARLY),
        CancelTournament(LACK, "", OLGA, EARLY),
    )
    assert [entry.refund_due for entry in story.state.entries] == [5000, 5000]


def test_tbj_5_6_who_withdraws_in_mid_session_is_named_with_the_table() -> None:
    story, session = final_of(5)
    story.start(session)
    withdrawn = story.given.when(WithdrawEntry(1, START)).events[0]
    assert withdrawn == EntryWithdrawn(1, 0, session, 1, UNTIL, START)


def test_nobody_withdraws_once_play_is_over() -> None:
    story, session = final_of(4)
    story.played(session, (900, 700, 500, 300)).do(confirm(story))
    story.given.when(WithdrawEntry(1, START)).refused("PLAY_IS_OVER", "TBJ-3.5(a)")


def test_tbj_3_2_e_a_free_place_is_the_first_of_those_who_wait() -> None:
    made = conditions(stages=(FINAL,), most=4, admission=Admission.FIRST_COME)
    story = opened(0, made).apply(6)
    assert story.state.with_status(EntryStatus.WAITING) == (5, 6)
    _, accepted = story.given.when(WithdrawEntry(2, EARLY)).events
    assert accepted == ApplicantAccepted(5, EARLY)
    story.do(DisqualifyPlayer(1, Failing.RULES, "rude", OLGA, EARLY))
    assert story.state.with_status(EntryStatus.WAITING) == (6,)
    # Who waits and withdraws leaves no place.
    assert len(story.given.when(WithdrawEntry(6, EARLY)).events) == 1


def test_tbj_6_3_a_play_off_that_is_needless_then_is_not_held() -> None:
    story = opened(8, conditions(stages=(replace(HEAT, advance=2), FINAL)))
    heat = story.seat()
    story.start(heat)
    players = story.players(heat, 1)
    story.tally(heat, 1, tallied(dict(zip(players, (900, 700, 700, 100), strict=True))))
    playoff = story.playoff(heat)
    first, *others, _ = players
    # two go on, and those who tie for the second place both do without the first
    out = DisqualifyPlayer(first, Failing.RULES, "hid chips", OLGA, START)
    _, now, voided = story.given.when(out).events
    assert now == QualifiersDetermined(heat, 1, tuple(sorted(others)), (), START)
    why = f"player {first} is disqualified"
    assert voided == SeatingVoided(playoff, (1,), why, OLGA, START)


def test_tbj_6_3_until_the_next_stage_starts_the_next_one_goes_on_instead() -> None:
    story = opened(8, conditions(stages=(replace(HEAT, advance=2), FINAL)))
    heat = story.seat()
    story.start(heat)
    for table in (1, 2):
        chips = dict(zip(story.players(heat, table), (900, 800, 700, 600), strict=True))
        story.tally(heat, table, tallied(chips))
    first, second, third, _ = story.players(heat, 1)
    final = story.seat(2, starts_at=START + HOUR)
    out = DisqualifyPlayer(second, Failing.RULES, "hid chips", OLGA, START)
    _, freed, now, voided = story.given.when(out).events
    assert isinstance(freed, SeatsChanged)
    assert now == QualifiersDetermined(heat, 1, (first, third), (), START)
    assert isinstance(voided, SeatingVoided)
    assert voided.session == final
    story.do(out)
    again = story.seat(2, starts_at=START + HOUR)
    assert third in story.players(again)
    story.start(again)
    late = DisqualifyPlayer(first, Failing.RULES, "hid chips", OLGA, START)
    assert [type(e) for e in story.given.when(late).events] == [PlayerDisqualified]
