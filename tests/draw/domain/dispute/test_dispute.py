"""A dispute is opened on a call, evidence is kept, and two persons outside of it decide."""

from __future__ import annotations

import pytest

from services.draw.domain.dispute.dispute import (
    DISPUTE_NOT_RULED,
    DISPUTE_SETTLED,
    DISPUTES,
    IN_THE_DISPUTE,
    NO_SUCH_CALL,
    REVIEWED_BY_RULER,
    RULED_ALREADY,
)
from services.draw.domain.dispute.state import Dispute, Finding, Open, Ruled, Settled
from services.kernel.law import Standing
from tests.draw.domain.dispute.disputes import (
    CAMERA,
    MERE,
    NOTE,
    OPEN,
    RECORD,
    RULED,
    SETTLED,
    SUE,
    add,
    added,
    dispute,
    open_,
    opened,
    review,
    reviewed,
    rule,
    ruled,
)


def test_a_dispute_is_opened_on_a_call_with_its_record_and_evidence_frozen() -> None:
    given = dispute().when(open_(evidence=(CAMERA, NOTE)))
    after = given.then(opened(), added(1, CAMERA), added(2, NOTE)).state
    assert isinstance(after, Open)
    assert after.record == RECORD
    assert [(each.evidence, each.text) for each in after.evidence] == [
        (1, CAMERA.text),
        (2, NOTE.text),
    ]
    assert DISPUTES.standing(after) is Standing.IN_PLAY


def test_a_call_that_is_not_on_record_is_not_disputed() -> None:
    dispute().when(open_(record=None)).refused(NO_SUCH_CALL)


@pytest.mark.parametrize("so_far", [OPEN, RULED], ids=["open", "ruled"])
def test_evidence_comes_until_it_is_settled_and_stays(so_far) -> None:
    after = dispute(*so_far).when(add()).then(added(2)).state
    assert isinstance(after, Dispute)
    assert [each.text for each in after.evidence] == [CAMERA.text, NOTE.text]


def test_two_persons_outside_of_it_settle_it() -> None:
    given = dispute(*OPEN).when(rule()).then(ruled())
    assert isinstance(given.state, Ruled)
    after = given.when(review()).then(reviewed()).state
    assert isinstance(after, Settled)
    (ruling,) = after.rulings
    assert (ruling.by, ruling.clause) == (SUE, "NZB-5.10")
    assert ruling.review is not None
    assert ruling.review.by == MERE
    assert DISPUTES.standing(after) is Standing.ENDED


@pytest.mark.parametrize("person", ["cal", "CAL", " Cal", "ana", "c\u200bal"])
def test_who_called_the_game_decides_nothing(person: str) -> None:
    refused = dispute(*OPEN).when(rule(by=person)).refused(IN_THE_DISPUTE)
    assert refused.sentence.endswith(
        "has been the caller of this game and cannot be the one who decides it."
    )
    dispute(*RULED).when(review(by=person)).refused(IN_THE_DISPUTE)


@pytest.mark.parametrize("person", ["ben", "BEN", "vera", "Ver\u200ba"])
def test_who_supervised_the_game_or_decided_in_it_does_not_judge_that(person: str) -> None:
    refused = dispute(*OPEN).when(rule(by=person)).refused(IN_THE_DISPUTE)
    assert refused.sentence.endswith(
        "has supervised this game or decided a call out of it and cannot be the one who decides it."
    )
    dispute(*RULED).when(review(by=person)).refused(IN_THE_DISPUTE)


@pytest.mark.parametrize("person", ["stu", "STU", "Stu "])
def test_who_opened_it_decides_nothing(person: str) -> None:
    refused = dispute(*OPEN).when(rule(by=person)).refused(IN_THE_DISPUTE)
    assert refused.sentence.endswith("opened this dispute and cannot be the one who decides it.")
    dispute(*RULED).when(review(by=person)).refused(IN_THE_DISPUTE)


@pytest.mark.parametrize("person", ["sue", "SUE ", "s\u200bue"])
def test_who_ruled_does_not_review(person: str) -> None:
    dispute(*RULED).when(review(by=person)).refused(REVIEWED_BY_RULER)


def test_a_ruling_that_is_not_agreed_with_stays_on_record_and_it_is_ruled_on_again() -> None:
    against = Finding.NOT_UPHELD
    given = dispute(*RULED).when(review(agrees=False)).then(reviewed(agrees=False))
    assert isinstance(given.state, Open)
    given.when(review()).refused(DISPUTE_NOT_RULED)
    again = given.when(rule(by=MERE, finding=against)).then(ruled(by=MERE, finding=against))
    after = again.when(review(by=SUE)).then(reviewed(by=SUE)).state
    assert isinstance(after, Settled)
    assert [(each.finding, each.review and each.review.agrees) for each in after.rulings] == [
        (Finding.UPHELD, False),
        (against, True),
    ]


def test_it_is_ruled_on_once_until_it_is_reviewed() -> None:
    dispute(*RULED).when(rule(by=MERE)).refused(RULED_ALREADY)
    dispute(*OPEN).when(review()).refused(DISPUTE_NOT_RULED)


def test_what_is_settled_stays() -> None:
    for command in (add(), rule(by=MERE), review()):
        dispute(*SETTLED).when(command).refused(DISPUTE_SETTLED)
