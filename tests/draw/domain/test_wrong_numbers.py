"""What a correction means for who called out and for who won (rules 5.9, 5.10)."""

from __future__ import annotations

from dataclasses import replace

import pytest

from services.draw.domain.game.rules import Authority, Place, Window
from services.draw.domain.game.words import ErrorKind
from tests.draw.domain.games import (
    ANA,
    BALLS,
    BEN,
    BINGO,
    LINE,
    NOT_VALID,
    OUT_OF_TIME,
    SUPERVISOR,
    VALID,
    at,
    attempted,
    ball_called,
    call,
    call_out,
    called,
    called_out,
    confirm,
    confirmed,
    decide,
    decided,
    end,
    game,
    in_play,
    opening,
    select,
    selected,
)
from tests.draw.domain.righting import (
    KEYED,
    MIA,
    SHOWN,
    SPOKEN,
    approve,
    approved,
    correct,
    corrected,
    entered,
    examined,
    numbers,
    playing,
    profile,
    proposed_again,
    proposed_correction,
    settle,
    standing_out,
    voided,
)
from tests.kit.law import means

# 42 was drawn and called, then 17 was drawn, and the hall heard "70".
MISSPOKEN = (*in_play(42), selected(2, 17), called(2, 17))
# 42, then ball 17; it was read, entered and spoken as 71.
MISREAD = (*in_play(42, selector=BALLS), entered(2, 71), ball_called(2, 71))
LATER = in_play(42, 17, 8)


# -- who is judged on what -------------------------------------------------------------------------


@means("NZB-5.9", side="inside")
def test_nzb_5_9_who_answers_a_wrong_announcement_is_judged_on_the_number_before() -> None:
    heard = game(*MISSPOKEN, called_out(1, 2, second=5), called_out(2, 1, second=6, late=True))
    right = heard.when(correct(2, SPOKEN, 70, 17, second=9))
    state = right.then(corrected(2, SPOKEN, 70, 17, second=9)).state
    assert standing_out(state) == ((1, 1, False), (2, 1, False))
    won = game(*heard.events, corrected(2, SPOKEN, 70, 17, second=9), decided(1, VALID, LINE))
    assert playing(won.state).won[0].position == 1
    won.when(decide(2, VALID, LINE)).then(decided(2, VALID, LINE))


@means("NZB-5.9", side="outside")
def test_nzb_5_9_a_call_out_on_a_right_announcement_is_judged_on_it() -> None:
    heard = game(*MISSPOKEN, called_out(1, 2, second=5), called_out(2, 1, second=6, late=True))
    right = heard.when(correct(2, SHOWN, 70, 17, second=9))
    state = right.then(corrected(2, SHOWN, 70, 17, second=9)).state
    assert standing_out(state) == ((1, 2, False), (2, 1, True))


def test_before_the_first_right_announcement_there_is_nothing_to_be_judged_on() -> None:
    heard = (*in_play(), selected(1, 17), called(1, 17), called_out(1, 1, second=5))
    right = game(*heard, corrected(1, SPOKEN, 70, 17, second=9))
    assert standing_out(right.state) == ((1, 0, False),)
    right.when(decide(1, VALID, LINE)).refused("NOTHING_TO_WIN_ON", "NZB-5.7(c)(iii)")


@pytest.mark.parametrize(
    ("heard", "on", "late"),
    [
        pytest.param(8, 1, True, id="before the correction: on the number before, to be ruled on"),
        pytest.param(9, 2, False, id="as the right number was announced: on that"),
        pytest.param(12, 2, False, id="after it: on the right number"),
    ],
)
def test_after_the_correction_it_counts_when_a_call_out_was_heard(
    heard: int, on: int, late: bool
) -> None:
    right = game(*MISSPOKEN, corrected(2, SPOKEN, 70, 17, second=9))
    right.when(call_out(2, heard=heard, second=20)).then(
        called_out(1, 2, heard=heard, second=20, judged_on=on, late=late)
    )


def test_a_number_spoken_wrongly_twice_counts_from_the_last_correction_on() -> None:
    twice = (
        *MISSPOKEN,
        corrected(2, SPOKEN, 70, 17, second=9),
        corrected(2, SPOKEN, 77, 17, second=15),
    )
    game(*twice).when(call_out(2, heard=12, second=20)).then(
        called_out(1, 2, heard=12, second=20, judged_on=1, late=True)
    )


def test_whoever_was_turned_away_on_the_wrong_number_is_judged_again_on_the_one_before() -> None:
    heard = (
        *MISSPOKEN,
        *(called_out(1, 2, second=5), decided(1, NOT_VALID)),
        *(called_out(2, 1, second=6, late=True), decided(2, OUT_OF_TIME)),
        *(called_out(3, 1, second=7, late=True), decided(3, NOT_VALID)),
    )
    right = game(*heard).when(correct(2, SPOKEN, 70, 17, second=9))
    after = right.then(corrected(2, SPOKEN, 70, 17, 1, 2, second=9))
    assert standing_out(after.state) == ((1, 1, False), (2, 1, False))
    assert [each.reopened for each in playing(after.state).call_outs] == [True, True, False]
    after.when(decide(1, VALID, LINE)).then(decided(1, VALID, LINE))


def test_who_was_late_without_the_wrong_number_too_stays_so() -> None:
    heard = (
        *in_play(42, 8),
        *(selected(3, 17), called(3, 17)),
        *(called_out(1, 1, second=5, late=True), decided(1, OUT_OF_TIME)),
    )
    right = game(*heard).when(correct(3, SPOKEN, 70, 17, second=9))
    right.then(corrected(3, SPOKEN, 70, 17, second=9))


# -- found late ------------------------------------------------------------------------------------


def test_found_after_further_calls_the_supervisor_decides_and_the_number_keeps_its_place() -> None:
    state = (
        game(*LATER)
        .when(correct(2, SPOKEN, 70, 17, by=BEN))
        .then(corrected(2, SPOKEN, 70, 17, by=BEN))
        .state
    )
    assert numbers(state) == (42, 17, 8)
    tried = game(*LATER).when(correct(2, SPOKEN, 70, 17, by=ANA))
    again = tried.recorded_refusal("FOUND_LATE", "NZB-5.8", events=(attempted(SUPERVISOR, ANA),))
    again.when(correct(2, SPOKEN, 70, 17, by=ANA)).refused("FOUND_LATE", "NZB-5.8")
    game(*LATER).when(correct(2, SHOWN, 70, 17, by=ANA)).then(corrected(2, SHOWN, 70, 17))


def test_found_late_the_game_manager_decides_where_the_profile_says_so() -> None:
    late = game(*in_play(42, 17, 8, profile=profile(late_errors=Authority.GAME_MANAGER)))
    late.when(correct(2, SPOKEN, 70, 17, by=BEN)).refused("FOUND_LATE", "NZB-5.8")
    late.when(correct(2, SPOKEN, 70, 17, by=MIA, manager=True)).then(
        corrected(2, SPOKEN, 70, 17, by=MIA)
    )


def test_found_late_the_right_number_becomes_the_last_where_the_profile_says_so() -> None:
    late = game(*in_play(42, 17, 8, profile=profile(Place.LAST)), called_out(1, 2, late=True))
    right = late.when(correct(2, SPOKEN, 70, 17, by=BEN, second=9))
    after = right.then(corrected(2, SPOKEN, 70, 17, by=BEN, place=4, second=9))
    state = playing(after.state)
    assert numbers(state) == (42, 8, 17)
    struck, last = state.calls[1], state.calls[3]
    assert (struck.taken_back, struck.number, [e.wrong for e in struck.errors]) == (True, 17, [70])
    assert (last.position, last.called_at, last.called_by, last.confirmed) == (4, at(9), ANA, False)
    assert standing_out(state) == ((1, 1, True),), "8 was announced before it was entered"
    after.when(call_out(4, second=20)).then(called_out(2, 4, heard=20, second=20))


def test_at_once_there_is_no_other_place() -> None:
    at_once = game(*in_play(42, profile=profile(Place.LAST)), selected(2, 17), called(2, 17))
    at_once.when(correct(2, SPOKEN, 70, 17)).then(corrected(2, SPOKEN, 70, 17))


def test_what_is_drawn_and_spoken_follows_on_a_right_number_that_became_the_last() -> None:
    drawn = (
        *in_play(42, 17, 8, profile=profile(Place.LAST)),
        *(selected(4, 5), called_out(1, 4)),
        corrected(2, SPOKEN, 70, 17, by=BEN, place=4),
    )
    assert standing_out(game(*drawn).state) == ((1, 5, False),)
    game(*drawn).when(call(4)).stale()
    called_5 = replace(called(5, 5), opening=opening(4))
    after = game(*drawn).when(call(5)).then(called_5)
    assert numbers(after.state) == (42, 8, 17, 5)
    after.when(decide(1, VALID, LINE)).then(decided(1, VALID, LINE))


@pytest.mark.parametrize(
    ("window", "late"), [(Window.NEXT_SELECTED, True), (Window.CORRECTED, False)]
)
@pytest.mark.parametrize("place", Place)
def test_what_ends_the_time_after_a_wrong_number_is_the_profile_s(
    window: Window, late: bool, place: Place
) -> None:
    """42; 17, heard as 70; 8. Whoever had 42 called out when 8 had been announced."""
    heard = (
        *in_play(42, 17, 8, profile=profile(place, window)),
        called_out(1, 1, second=5, late=True),
    )
    there = 4 if place is Place.LAST else 2
    state = game(*heard, corrected(2, SPOKEN, 70, 17, by=BEN, place=there, second=9)).state
    assert standing_out(state) == ((1, 1, late),)
    later = game(*in_play(42, 17, 8, profile=profile(place, window)))
    fixed = game(*later.events, corrected(2, SPOKEN, 70, 17, by=BEN, place=there, second=9))
    fixed.when(call_out(1, second=12)).then(called_out(1, 1, heard=12, second=12, late=True))


# -- winners ---------------------------------------------------------------------------------------


@pytest.mark.case("B2")
def test_case_b2_a_winner_on_a_wrong_number_is_voided_with_the_correction_by_two_persons() -> None:
    won = (*MISREAD, called_out(1, 2), called_out(2, 2), decided(1, VALID, LINE))
    shared = (*won, decided(2, VALID, LINE, BINGO))
    waits = (
        game(*shared)
        .when(correct(2, SPOKEN, 71, 17))
        .then(proposed_correction(1, 2, SPOKEN, 71, 17, LINE, BINGO, winners=(1, 2)))
    )
    assert numbers(waits.state) == (42, 71), "nothing is done until the second person has signed"
    waits.when(select(3, 8)).refused("SIGNATURE_AWAITED")
    waits.when(end("")).refused("SIGNATURE_AWAITED")
    after = waits.when(approve(1)).then(
        approved(1), voided(LINE, 1, 2), voided(BINGO, 2), corrected(2, SPOKEN, 71, 17)
    )
    state = playing(after.state)
    assert (state.won, state.proposals) == ((), ())
    verdicts = [each.decided.verdict.name for each in state.call_outs if each.decided]
    assert verdicts == ["VOIDED", "VOIDED"]
    assert numbers(state) == (42, 17)
    assert after.when(confirm(2, 17)).then(confirmed(2, 17)).when(select(3, 71)).events


def test_winners_who_won_later_on_the_wrong_number_are_voided_when_they_are_named() -> None:
    """71 was spoken and entered for 17; the line was won on 42, the bingo later, on 8, with 71."""
    won = (
        *in_play(42, 71, 8, selector=BALLS),
        *(called_out(1, 1), decided(1, VALID, LINE), called_out(2, 3), decided(2, VALID, BINGO)),
    )
    late = game(*won)
    late.when(correct(2, SPOKEN, 71, 17, LINE, by=BEN)).refused("VOIDS_NOBODY", "NZB-5.9")
    late.when(correct(3, SHOWN, 71, 8, BINGO, by=BEN)).refused("VOIDS_NOBODY", "NZB-5.9")
    waits = late.when(correct(2, SPOKEN, 71, 17, BINGO, by=BEN)).then(
        proposed_correction(1, 2, SPOKEN, 71, 17, BINGO, by=BEN, winners=(2,))
    )
    after = waits.when(approve(1, by=ANA)).then(
        approved(1, by=ANA),
        voided(BINGO, 2, by=BEN, second=ANA),
        corrected(2, SPOKEN, 71, 17, by=BEN),
    )
    assert [won.stage for won in playing(after.state).won] == [LINE]


@pytest.mark.parametrize("kind", [SPOKEN, KEYED])
def test_tnb_13_winners_who_are_not_named_are_in_doubt_until_somebody_has_looked(
    kind: ErrorKind,
) -> None:
    """A later winner may have 71 on the card: two persons sign, and the end of the game waits."""
    won = (*in_play(42, 71, 8, selector=BALLS), called_out(1, 3), decided(1, VALID, LINE, BINGO))
    told = game(*won).when(correct(2, kind, 71, 17, by=BEN))
    waits = told.then(proposed_correction(1, 2, kind, 71, 17, by=BEN))
    signed = waits.when(approve(1, by=ANA)).then(
        approved(1, by=ANA), corrected(2, kind, 71, 17, by=BEN)
    )
    done = signed.when(confirm(2, 17)).then(confirmed(2, 17))
    doubt = done.when(end()).refused("WINNER_IN_DOUBT", "NZB-5.7(c)(ii)")
    assert doubt.facts == {"call_out": "1", "why": "a call that it stands on was corrected"}
    agreed = done.when(settle(1, VALID, LINE, BINGO)).then(examined(1, True, VALID, LINE, BINGO))
    assert agreed.when(end()).events
    by_two = done.when(decide(1, VALID, LINE, BINGO)).then(
        proposed_again(2, 1, VALID, LINE, BINGO, before=VALID)
    )
    stands = by_two.when(approve(2, by=ANA)).then(
        approved(2, by=ANA), decided(1, VALID, LINE, BINGO)
    )
    assert playing(stands.state).won[0].call_outs == (1,)
    assert stands.when(end()).events
    differs = done.when(settle(1, NOT_VALID)).then(examined(1, False, NOT_VALID))
    doubt = differs.when(end()).refused("WINNER_IN_DOUBT", "NZB-5.7(c)(ii)")
    assert doubt.facts["why"] == "the verify service does not find it so"


def test_who_won_on_an_earlier_number_or_on_what_was_drawn_is_not_in_doubt() -> None:
    before = (*in_play(42), called_out(1, 1), decided(1, VALID, LINE))
    misread = (*before[:-2], *before[-2:], selected(2, 17), called(2, 17))
    right = game(*misread).when(correct(2, SPOKEN, 70, 17)).then(corrected(2, SPOKEN, 70, 17))
    assert not playing(right.state).call_outs[0].in_doubt
    later = (*in_play(42, 17, 8), called_out(1, 3), decided(1, VALID, LINE))
    spoken = game(*later).when(correct(2, SPOKEN, 70, 17, by=BEN))
    spoken.then(corrected(2, SPOKEN, 70, 17, by=BEN))


def test_nzb_5_10_nobody_is_late_for_a_number_that_had_not_been_announced() -> None:
    """42; 17, heard as 70; 8. At 9 the hall is told of 17: who has it cries at 12, and is in time
    until the next number after that is announced."""
    told = game(*LATER, corrected(2, SPOKEN, 70, 17, by=BEN, second=9))
    heard = told.when(call_out(2, second=12)).then(called_out(1, 2, heard=12, second=12))
    heard.when(decide(1, VALID, LINE)).then(decided(1, VALID, LINE))
    more = game(*told.events, confirmed(2), selected(4, 5), called(4, 5, 15))
    more.when(call_out(2, second=16)).then(called_out(1, 2, heard=16, second=16, late=True))
    wrong_too = corrected(3, SPOKEN, 80, 8, by=BEN, second=14)
    both = game(*told.events, wrong_too)
    both.when(call_out(2, second=13)).then(called_out(1, 2, heard=13, second=13, late=False))
    both.when(call_out(2, second=16)).then(called_out(1, 2, heard=16, second=16, late=True))


def test_the_right_number_counts_from_when_it_was_announced_and_not_from_the_signature() -> None:
    """Announced by the caller at 9; a player it completes cries at 12; signed at 30."""
    won = (*MISSPOKEN, called_out(1, 2, second=5), decided(1, VALID, LINE))
    waits = (*won, proposed_correction(1, 2, SPOKEN, 70, 17, LINE, second=9))
    heard = (
        game(*waits)
        .when(call_out(2, heard=12, second=14))
        .then(called_out(2, 2, heard=12, second=14))
    )
    before = heard.when(call_out(2, heard=8, second=15)).then(called_out(3, 2, heard=8, second=15))
    signed = before.when(approve(1, second=30))
    assert signed.events[-1] == corrected(2, SPOKEN, 70, 17, second=9)
    assert standing_out(signed.state) == ((2, 2, False), (3, 1, True))
