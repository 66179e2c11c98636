"""The figures of a session, and its closing under two signatures."""

from __future__ import annotations

from dataclasses import replace

import pytest

from services.draw.domain.game.parts import StagePrize
from services.draw.domain.game.words import Ending, Verdict
from services.draw.domain.session.closing import (
    CLOSED_BY_SIGNER,
    CLOSING_ALREADY,
    GAMES_UNDER_WAY,
    NOT_CLOSED_YET,
)
from services.draw.domain.session.closing import figures as figures_of
from services.draw.domain.session.session import NOT_OPENED_YET, SESSION_ENDED, SESSIONS
from services.draw.domain.session.state import Closed, Closing, Judged, Session, Signature
from services.kernel.law import Standing
from services.kernel.money import Money
from tests.draw.domain.session.sessions import (
    BINGO,
    OPEN,
    PLANNED,
    SUE,
    TAMA,
    at,
    begun,
    cancel,
    change,
    close,
    closed,
    counted,
    figures,
    followed,
    nzd,
    open_,
    opened,
    prepared,
    resume,
    resumed,
    session,
    sign,
    won,
)


def counted_of(*events):
    """The figures of an open session after these events."""
    state = session(*OPEN, *events).state
    assert isinstance(state, Session)
    return figures_of(state)


# -- figures ---------------------------------------------------------------------------------------


def test_an_evening_on_which_nothing_was_played() -> None:
    assert counted_of() == figures(not_played=2)


def test_a_game_that_was_won() -> None:
    assert counted_of(*begun(2), *won(2, called=40)) == figures(
        played=1,
        not_played=1,
        numbers_called=40,
        valid=1,
        stages_won=1,
        prizes_announced=(nzd(500),),
    )


@pytest.mark.case("B23")
def test_case_b23_a_practice_game_is_in_no_total() -> None:
    """Everything that can happen happens in the practice game, and no total knows of it."""
    practice = (
        *begun(1),
        followed(1, corrections=1, called=7),
        followed(1, irregularities=1, called=7),
        *won(1, called=60),
    )
    assert counted_of(*practice) == figures(practice=1, not_played=2)
    beside = counted_of(*practice, *begun(2), *won(2, called=40))
    assert replace(beside, practice=0) == counted_of(*begun(2), *won(2, called=40))


@pytest.mark.case("B23")
def test_case_b23_a_game_opened_for_practice_under_a_number_that_counts_is_in_no_total() -> None:
    assert counted_of(*begun(2, practice=True), *won(2)) == figures(practice=1, not_played=2)


def test_a_void_game_is_neither_played_nor_unplayed_and_what_was_called_in_it_was_called() -> None:
    void = (
        *begun(2),
        followed(2, called=12, call_outs=(Judged(1, Verdict.NOT_VALID),)),
        followed(2, called=12, irregularities=1),
        followed(2, called=12, ending=Ending.VOID),
    )
    assert counted_of(*void) == figures(
        void=1, not_played=1, numbers_called=12, not_valid=1, irregularities=1
    )
    again = (
        followed(20, opened_as=2),
        followed(20, announced=True, prizes=(StagePrize(BINGO, nzd(500)),)),
        *won(20, called=30),
    )
    assert counted_of(*void, *again) == figures(
        played=1,
        void=1,
        not_played=1,
        numbers_called=42,
        valid=1,
        not_valid=1,
        irregularities=1,
        stages_won=1,
        prizes_announced=(nzd(500),),
    )


def test_call_outs_are_counted_by_their_verdicts() -> None:
    verdicts = (Verdict.VALID, Verdict.NOT_VALID, Verdict.NOT_VALID, Verdict.OUT_OF_TIME)
    judged = [*verdicts, Verdict.VOIDED, None, None, None]
    call_outs = tuple(Judged(number, verdict) for number, verdict in enumerate(judged, 1))
    total = counted_of(*begun(2), followed(2, call_outs=call_outs))
    assert (total.valid, total.not_valid, total.out_of_time) == (1, 2, 1)
    assert (total.voided, total.undecided) == (1, 3)


def test_a_game_that_was_opened_and_not_announced_is_not_played() -> None:
    early = (followed(2, opened_as=2), followed(2, ending=Ending.ABANDONED))
    assert counted_of(*early) == figures(not_played=2)
    assert counted_of(*early[:1]) == figures(not_played=2, under_way=1)


def test_prizes_are_added_up_for_each_currency_and_never_across() -> None:
    aud = (StagePrize(BINGO, Money("AUD", 10_000)),)
    total = counted_of(*begun(2), *begun(3), followed(3, prizes=aud), *won(2), *won(3))
    assert total.prizes_announced == (Money("AUD", 10_000), nzd(500))
    unfixed = followed(2, announced=True, prizes=(StagePrize(BINGO, None, share=3000),))
    assert counted_of(followed(2, opened_as=2), unfixed).prizes_announced == ()


# -- two signatures --------------------------------------------------------------------------------


def test_one_person_closes_with_the_figures_and_another_signs_them() -> None:
    given = session(*OPEN, *begun(2), *won(2))
    shown = figures(
        played=1,
        not_played=1,
        numbers_called=40,
        valid=1,
        stages_won=1,
        prizes_announced=(nzd(500),),
    )
    closing = given.when(close(by=SUE)).then(counted(shown, by=SUE))
    assert isinstance(closing.state, Closing)
    assert SESSIONS.standing(closing.state) is Standing.IN_PLAY
    after = closing.when(sign(by=TAMA)).then(closed(by=TAMA)).state
    assert isinstance(after, Closed)
    assert (after.closed, after.signed) == (Signature(SUE, at()), Signature(TAMA, at()))
    assert after.figures == shown
    assert SESSIONS.standing(after) is Standing.ENDED


@pytest.mark.parametrize("spelling", ["sue", "SUE", "Sue ", "s\u200bue"])
def test_who_closed_it_does_not_sign_the_figures_under_whatever_spelling(spelling: str) -> None:
    session(*OPEN, counted(figures())).when(sign(by=spelling)).refused(CLOSED_BY_SIGNER, "")


def test_who_opened_it_may_close_it_and_who_prepared_it_may_sign() -> None:
    given = session(prepared(by="mere"), opened(by=SUE))
    given.when(close(by=SUE)).then(counted(figures(), by=SUE)).when(sign(by="mere")).then(
        closed(by="mere")
    )


@pytest.mark.parametrize("number", [1, 2], ids=["practice", "counted"])
def test_a_session_is_not_closed_while_a_game_is_under_way(number: int) -> None:
    refused = session(*OPEN, *begun(number)).when(close()).refused(GAMES_UNDER_WAY)
    assert refused.sentence == f"2026-11-29-0{number} of the session has not ended."
    two = session(*OPEN, *begun(1), *begun(2)).when(close()).refused(GAMES_UNDER_WAY)
    assert two.sentence == "2026-11-29-01, 2026-11-29-02 of the session have not ended."


def test_a_closing_is_taken_back_for_a_reason_and_the_session_goes_on() -> None:
    given = session(*OPEN, counted(figures()))
    after = given.when(resume()).then(resumed())
    assert after.state == session(*OPEN).state
    after.when(sign()).refused(NOT_CLOSED_YET)


def test_it_is_closed_once() -> None:
    given = session(*OPEN, counted(figures()))
    given.when(close(by=TAMA)).refused(CLOSING_ALREADY)
    for command in (sign(), close(), resume(), open_(), change(), cancel()):
        session(*OPEN, counted(figures()), closed()).when(command).refused(SESSION_ENDED)


def test_what_was_not_opened_is_not_closed_and_what_was_not_closed_is_not_signed() -> None:
    session(*PLANNED).when(close()).refused(NOT_OPENED_YET)
    for so_far in (PLANNED, OPEN):
        session(*so_far).when(sign()).refused(NOT_CLOSED_YET)
        session(*so_far).when(resume()).refused(NOT_CLOSED_YET)


def test_a_session_with_a_first_signature_is_not_prepared_again() -> None:
    given = session(*OPEN, counted(figures()))
    given.when(change()).refused("PROGRAMME_SIGNED")
    given.when(open_()).refused("SESSION_OPENED_BEFORE")
