"""Applicants and players: endorsement, acceptance, waiting list (TBJ-1.0, 3.2(e), 3.3, 3.7)."""

from __future__ import annotations

from services.tournament.domain.tournament import entries, sessions, staff, starting
from services.tournament.domain.tournament.conditions_state import Admission
from services.tournament.domain.tournament.entries import (
    AcceptApplicant,
    ApplicantAccepted,
    ApplicantRefused,
    ApplicantWaitlisted,
    ApplicationReceived,
    Apply,
    ConditionsEndorsed,
    EndorseConditions,
    RefuseApplicant,
    is_player,
    places_left,
)
from services.tournament.domain.tournament.leaving import WithdrawEntry
from services.tournament.domain.tournament.parts import Entry, EntryStatus
from tests.kit.law import means, permits, refuses
from tests.tournament.domain.tournaments import (
    DORA,
    EARLY,
    FINAL,
    OLGA,
    START,
    conditions,
    final_of,
    nzd,
    opened,
    seat_session,
)

FOUR = conditions(stages=(FINAL,), most=4)


@means("TBJ-1.0-applicant", side="inside")
def test_tbj_1_0_an_applicant_who_is_accepted_is_a_player() -> None:
    story = opened().apply()
    story.given.when(AcceptApplicant(1, EARLY)).then(ApplicantAccepted(1, EARLY))
    entry = story.do(AcceptApplicant(1, EARLY)).state.entry(1)
    assert entry is not None
    assert is_player(entry)


@means("TBJ-1.0-applicant", side="outside")
def test_tbj_1_0_an_applicant_is_no_player_yet() -> None:
    entry = opened().apply().state.entry(1)
    assert entry is not None
    assert not is_player(entry)


def test_an_entry_is_what_the_applicant_said_and_paid_and_when() -> None:
    story = opened().do(Apply("ref", nzd(50), 3, False, EARLY))
    applied = Entry(1, "ref", EntryStatus.APPLIED, 5000, 0, 0, None, 3, EARLY)
    assert story.state.entries == (applied,)


def test_only_an_applicant_is_accepted_or_refused() -> None:
    story = opened(1)
    accepting = story.given.when(AcceptApplicant(1, EARLY))
    accepting.refused("NOT_AN_APPLICANT", "TBJ-1.0-applicant")
    story.given.when(AcceptApplicant(2, EARLY)).refused("NO_SUCH_ENTRY")


@permits("TBJ-3.2(e)")
def test_tbj_3_2_e_the_last_place_is_given() -> None:
    story = opened(3, FOUR).apply()
    assert places_left(story.state) == 1
    story.given.when(AcceptApplicant(4, EARLY)).then(ApplicantAccepted(4, EARLY))


def test_tbj_3_2_e_one_more_waits() -> None:
    story = opened(4, FOUR).apply()
    story.given.when(AcceptApplicant(5, EARLY)).then(ApplicantWaitlisted(5, EARLY))


@refuses("TBJ-3.2(e)")
def test_tbj_3_2_e_who_waits_is_not_accepted_while_all_places_are_taken() -> None:
    story = opened(4, FOUR).apply().do(AcceptApplicant(5, EARLY))
    story.given.when(AcceptApplicant(5, EARLY)).refused("PLACES_GONE", "TBJ-3.2(e)")
    story.do(WithdrawEntry(2, EARLY))
    story.given.when(AcceptApplicant(5, EARLY)).then(ApplicantAccepted(5, EARLY))


def test_first_come_are_accepted_as_they_apply_and_then_wait() -> None:
    made = conditions(stages=(FINAL,), most=4, admission=Admission.FIRST_COME)
    story = opened(0, made).apply(3)
    command = Apply("ref", nzd(50), 3, True, EARLY)
    story.given.when(command).then(
        ApplicationReceived(4, "ref", 5000, 3, EARLY),
        ConditionsEndorsed(4, EARLY),
        ApplicantAccepted(4, EARLY),
    )
    story.do(command)
    story.given.when(command).then(
        ApplicationReceived(5, "ref", 5000, 3, EARLY),
        ConditionsEndorsed(5, EARLY),
        ApplicantWaitlisted(5, EARLY),
    )


@permits("TBJ-3.3(a)")
def test_tbj_3_3_a_the_operator_refuses_an_application_and_the_fee_goes_back() -> None:
    refusing = RefuseApplicant(1, "barred from the house", OLGA, EARLY)
    story = opened().apply()
    story.given.when(refusing).then(ApplicantRefused(1, "barred from the house", 5000, OLGA, EARLY))
    entry = story.do(refusing).state.entry(1)
    assert entry is not None
    assert (entry.status, entry.refund_due) == (EntryStatus.REFUSED, 5000)


@refuses("TBJ-3.3(a)")
def test_tbj_3_3_a_a_player_is_not_refused_any_more() -> None:
    refusing = RefuseApplicant(1, "barred", OLGA, EARLY)
    opened(1).given.when(refusing).refused("NOT_AN_APPLICANT", "TBJ-3.3(a)")


@permits("TBJ-3.7")
def test_tbj_3_7_the_form_says_told_understood_and_accepted() -> None:
    endorsing = EndorseConditions(1, True, True, True, EARLY)
    story = opened().apply(endorsed=False)
    story.given.when(endorsing).then(ConditionsEndorsed(1, EARLY))
    story.do(endorsing).given.when(endorsing).nothing()


@refuses("TBJ-3.7")
def test_tbj_3_7_a_form_that_leaves_one_of_them_out_is_no_endorsement() -> None:
    story = opened().apply(endorsed=False)
    for said, lacks in (
        ((False, True, True), "was told of them"),
        ((True, False, True), "understands the conditions"),
        ((True, True, False), "accepts the conditions"),
    ):
        endorsing = EndorseConditions(1, *said, EARLY)
        refused = story.given.when(endorsing).refused("NOT_ENDORSING", "TBJ-3.7")
        assert refused.facts == {"player": "1", "what": lacks}


@refuses("TBJ-3.7")
def test_tbj_3_7_nobody_plays_who_has_not_endorsed_the_form() -> None:
    story = opened(3).apply(endorsed=False).do(AcceptApplicant(4, EARLY))
    session = story.seat()
    story.do(staff.RecordPresence(session, True, DORA, START))
    command = starting.StartSession(session, (), DORA, START)
    story.given.when(command).refused("NOT_ENDORSED", "TBJ-3.7")
    story.do(EndorseConditions(4, True, True, True, START))
    assert story.given.when(command).refusal is None


def test_tbj_3_7_once_play_has_begun_only_a_reserve_endorses_the_form() -> None:
    story = opened(8)
    story.apply(endorsed=False).do(AcceptApplicant(9, EARLY)).apply(endorsed=False)
    story.do(sessions.PlanSession(1, START, EARLY), seat_session(1, players=(1, 2, 3, 4)))
    story.start(1)
    late = EndorseConditions(9, True, True, True, START)
    story.given.when(late).refused("ENDORSED_TOO_LATE", "TBJ-3.7")
    reserve = EndorseConditions(10, True, True, True, START)
    story.given.when(reserve).then(ConditionsEndorsed(10, START))


def test_nobody_enters_once_play_has_begun() -> None:
    story, session = final_of(4)
    story.apply().start(session)
    story.given.when(Apply("ref", nzd(50), 0, True, START)).refused("ENTRIES_OVER", "TBJ-3.7")
    story.given.when(AcceptApplicant(5, START)).refused("ENTRIES_OVER", "TBJ-3.7")
    story.given.when(entries.RefuseApplicant(5, "too late", OLGA, START)).then(
        ApplicantRefused(5, "too late", 5000, OLGA, START)
    )


@permits("TBJ-5.3")
def test_tbj_5_3_an_applicant_gives_a_name_and_the_record_keeps_a_reference() -> None:
    story = opened()
    received = story.given.when(Apply("ref-a", nzd(50), 0, False, EARLY)).events[0]
    assert isinstance(received, ApplicationReceived)
    assert received.reference == "ref-a"


@refuses("TBJ-5.3")
def test_tbj_5_3_without_a_name_nobody_applies() -> None:
    command = Apply("", nzd(50), 0, False, EARLY)
    opened().given.when(command).refused("APPLICANT_UNNAMED", "TBJ-5.3")
