"""A session is prepared by one person and opened by another; then its programme is amended."""

from __future__ import annotations

from dataclasses import replace
from datetime import date

import pytest

from services.draw.domain.game.parts import StagePrize
from services.draw.domain.game.words import Ending
from services.draw.domain.session.planning import (
    AMENDED_BY_SIGNER,
    GAME_OPENED_BEFORE,
    NO_AMENDMENT,
    NOTHING_TO_AMEND,
    NUMBER_TWICE,
    PREPARED_BY_SIGNER,
    PROGRAMME_CURRENCY,
    PROGRAMME_EMPTY,
    PROGRAMME_SIGNED,
    SESSION_DAY,
    SESSION_OPENED_BEFORE,
)
from services.draw.domain.session.session import NOT_OPENED_YET, SESSION_ENDED, SESSIONS
from services.draw.domain.session.state import Cancelled, Open, Planned, Signature
from services.kernel.approval import PROFILE_NOT_APPROVED
from services.kernel.law import Standing
from services.kernel.money import Money
from tests.draw.domain.session.sessions import (
    BINGO,
    DAY,
    MERE,
    OPEN,
    PLANNED,
    PROGRAMME,
    SUE,
    TAMA,
    amend,
    amended,
    amendment,
    at,
    begun,
    cancel,
    cancelled,
    change,
    changed,
    close,
    closed,
    counted,
    entry,
    figures,
    followed,
    open_,
    opened,
    prepare,
    prepared,
    resume,
    resumed,
    session,
    sign,
    sign_amendment,
)
from tests.kit.standing import STANDS, WAITS


def test_a_session_is_prepared_by_one_person_and_opened_by_another() -> None:
    after = session().when(prepare()).then(prepared())
    assert isinstance(after.state, Planned)
    assert SESSIONS.standing(after.state) is Standing.WAITING
    after = after.when(open_()).then(opened())
    assert isinstance(after.state, Open)
    assert (after.state.prepared, after.state.opened) == (
        Signature(MERE, at()),
        Signature(SUE, at()),
    )
    assert SESSIONS.standing(after.state) is Standing.IN_PLAY


@pytest.mark.parametrize("spelling", ["mere", "Mere", " MERE ", "me\u200bre", "\uff4dere"])
def test_who_prepared_it_does_not_sign_it_under_whatever_spelling(spelling: str) -> None:
    session(*PLANNED).when(open_(by=spelling)).refused(PREPARED_BY_SIGNER, "")


def test_a_session_is_opened_with_rules_that_two_persons_stand_for() -> None:
    """All of those that its games are on the programme with."""
    (rules,) = {each.profile for each in PROGRAMME}
    other = entry(4, profile="tn-charity-bingo")
    stands, waits = replace(STANDS, profile=rules), replace(WAITS, profile=other.profile)
    both = session(prepared((*PROGRAMME, other)))
    for approvals in ((stands,), (stands, waits), (waits,), (STANDS,)):
        both.when(replace(open_(), approvals=approvals)).refused(PROFILE_NOT_APPROVED, "")
    stand = (stands, replace(stands, profile=other.profile))
    both.when(replace(open_(), approvals=stand)).then(opened())
    session(*PLANNED).when(replace(open_(), approvals=(stands,))).then(opened())


def test_who_changed_the_programme_last_has_prepared_it() -> None:
    now = session(*PLANNED).when(change(by=SUE)).then(changed(by=SUE))
    now.when(open_(by=SUE)).refused(PREPARED_BY_SIGNER)
    now.when(open_(by=MERE)).then(opened(by=MERE))


def test_a_change_bears_the_name_of_who_made_it_and_when() -> None:
    after = session(*PLANNED).when(change(by=SUE)).then(changed(by=SUE))
    assert isinstance(after.state, Planned)
    assert after.state.prepared == Signature(SUE, at())


def test_the_programme_stands_in_the_order_of_its_numbers() -> None:
    backwards = tuple(reversed(PROGRAMME))
    session().when(prepare(backwards)).then(prepared(PROGRAMME))
    session(*PLANNED).when(change(backwards)).then(changed(PROGRAMME))


def test_a_number_is_on_the_programme_once() -> None:
    twice = (*PROGRAMME, entry(2))
    session().when(prepare(twice)).refused(NUMBER_TWICE)
    session(*PLANNED).when(change(twice)).refused(NUMBER_TWICE)
    session(*OPEN).when(amend(entry(7), entry(7))).refused(NUMBER_TWICE)


def test_prizes_are_in_the_venues_currency_or_not_fixed_yet() -> None:
    dollars = entry(4, stages=(StagePrize(BINGO, Money("USD", 100)),))
    session().when(prepare((dollars,))).refused(PROGRAMME_CURRENCY)
    session(*OPEN).when(amend(dollars)).refused(PROGRAMME_CURRENCY)
    unfixed = entry(4, stages=(StagePrize(BINGO, None, share=3000),))
    session().when(prepare((unfixed,))).then(prepared((unfixed,)))


@pytest.mark.parametrize(
    "day", [date(2026, 11, 29), date(2026, 12, 30)], ids=["today", "31 days ahead"]
)
def test_a_session_is_prepared_up_to_31_days_ahead(day: date) -> None:
    session().when(prepare(day=day)).then(prepared())


@pytest.mark.parametrize(
    "day", [date(2026, 11, 28), date(2026, 12, 31)], ids=["yesterday", "32 days ahead"]
)
def test_a_session_is_not_prepared_for_other_days(day: date) -> None:
    session().when(prepare(day=day)).refused(SESSION_DAY)


def test_a_session_is_opened_on_its_own_day() -> None:
    for today in (date(2026, 11, 28), date(2026, 11, 30)):
        session(*PLANNED).when(open_(today=today)).refused(SESSION_DAY)
    session(*PLANNED).when(open_(today=DAY)).then(opened())


def test_what_was_signed_is_not_prepared_again_and_not_opened_twice() -> None:
    session(*OPEN).when(change()).refused(PROGRAMME_SIGNED)
    session(*OPEN).when(open_()).refused(SESSION_OPENED_BEFORE)
    session(*OPEN).when(cancel()).refused(SESSION_OPENED_BEFORE)


def test_a_session_that_was_not_opened_can_be_given_up() -> None:
    after = session(*PLANNED).when(cancel()).then(cancelled())
    assert isinstance(after.state, Cancelled)
    assert after.state.reason == "storm"
    assert SESSIONS.standing(after.state) is Standing.ENDED
    for command in (open_(), change(), cancel(), amend(entry(4)), close(), resume(), sign()):
        after.when(command).refused(SESSION_ENDED)


# -- amendments ------------------------------------------------------------------------------------


def test_an_open_programme_is_amended_for_a_reason_on_record() -> None:
    other = entry(3, title="Corners")
    now = session(*OPEN).when(amend(entry(9), other, withdrawn=(2,)))
    waits = now.then(amendment(other, entry(9), withdrawn=(2,)))
    assert isinstance(waits.state, Open)
    assert waits.state.programme == PROGRAMME
    after = waits.when(sign_amendment()).then(amended(other, entry(9), withdrawn=(2,))).state
    assert isinstance(after, Open)
    assert after.programme == (PROGRAMME[0], other, entry(9))
    assert after.amending is None
    assert [(each.reason, each.by, each.signed) for each in after.amendments] == [
        ("the cards did not come", SUE, Signature(TAMA, at()))
    ]


@pytest.mark.parametrize("person", ["sue", " SUE", "s\u200bue"])
def test_who_proposed_a_change_of_the_programme_does_not_sign_it(person: str) -> None:
    session(*OPEN).when(sign_amendment()).refused(NO_AMENDMENT)
    waits = session(*OPEN, amendment(entry(9)))
    waits.when(sign_amendment(by=person)).refused(AMENDED_BY_SIGNER)


def test_the_change_that_was_proposed_last_is_signed_and_what_was_opened_meanwhile_stays() -> None:
    twice = session(*OPEN, amendment(withdrawn=(2,))).when(amend(withdrawn=(3,)))
    last = twice.then(amendment(withdrawn=(3,)))
    after = last.when(sign_amendment()).then(amended(withdrawn=(3,))).state
    assert isinstance(after, Open)
    assert after.programme == PROGRAMME[:2]
    session(*OPEN, amendment(withdrawn=(2,)), *begun(2)).when(sign_amendment()).refused(
        GAME_OPENED_BEFORE
    )


def test_a_change_that_nobody_signed_is_gone_when_the_session_is_closed() -> None:
    closing = session(*OPEN, amendment(withdrawn=(2,)), counted(figures()))
    closing.when(sign_amendment()).refused("CLOSING_ALREADY")
    again = session(*closing.events, resumed())
    again.when(sign_amendment()).refused(NO_AMENDMENT)


def test_before_it_is_opened_a_programme_is_not_amended() -> None:
    session(*PLANNED).when(amend(entry(4))).refused(NOT_OPENED_YET)
    session(*PLANNED).when(sign_amendment()).refused(NOT_OPENED_YET)


def test_a_game_that_was_opened_stays_as_it_is() -> None:
    for so_far in (begun(2), (*begun(2), followed(2, ending=Ending.VOID))):
        given = session(*OPEN, *so_far)
        given.when(amend(entry(2, title="Other"))).refused(GAME_OPENED_BEFORE)
        given.when(amend(withdrawn=(2,))).refused(GAME_OPENED_BEFORE)
        given.when(amend(withdrawn=(3,))).then(amendment(withdrawn=(3,)))


def test_an_amendment_changes_something() -> None:
    for nothing in (amend(), amend(entry(2)), amend(withdrawn=(8,))):
        session(*OPEN).when(nothing).refused(NOTHING_TO_AMEND)
    session(*OPEN).when(amend(entry(2, title="x"), withdrawn=(2,))).refused(NOTHING_TO_AMEND)


def test_an_amendment_leaves_a_programme() -> None:
    session(*OPEN).when(amend(withdrawn=(1, 2, 3))).refused(PROGRAMME_EMPTY)


def test_an_amended_session_that_is_being_closed_or_is_closed_stays() -> None:
    done = (*OPEN, counted(figures()))
    session(*done).when(amend(entry(4))).refused("CLOSING_ALREADY")
    session(*done, closed()).when(amend(entry(4))).refused(SESSION_ENDED)
