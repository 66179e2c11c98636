"""The director's log: notices, warnings, disputes with their frozen record; case T12."""

from __future__ import annotations

import pytest

from services.tournament.domain.tournament.log import (
    DisputeOpened,
    DisputeRuled,
    GiveNotice,
    NoticeGiven,
    OpenDispute,
    PlayerWarned,
    RuleDispute,
    WarnPlayer,
)
from services.tournament.domain.tournament.parts import FrozenRecord, LogEntry, LogKind
from tests.tournament.domain.tournaments import DORA, EARLY, OLGA, opened

RECORD = (FrozenRecord("venues/akl/tables/2026-open-s1-t1", 41),)


@pytest.mark.case("T12")
def test_case_t12_the_log_says_who_was_told_what_when_and_how() -> None:
    story = opened(2)
    notice = GiveNotice("Wagers within 15 seconds", "announced at the tables", (), DORA, EARLY)
    story.given.when(notice).then(
        NoticeGiven("Wagers within 15 seconds", "announced at the tables", (), DORA, EARLY)
    )
    warning = WarnPlayer(2, "talked to the next box", DORA, EARLY)
    story.given.when(warning).then(PlayerWarned(2, "talked to the next box", DORA, EARLY))
    assert story.do(notice, warning).state.log == (
        LogEntry(
            *(1, LogKind.NOTICE, "Wagers within 15 seconds", ()),
            *("announced at the tables", DORA, EARLY),
        ),
        LogEntry(2, LogKind.WARNING, "talked to the next box", (2,), "", DORA, EARLY),
    )


def test_a_log_names_entries_that_there_are() -> None:
    story = opened(2)
    for command in (
        GiveNotice("", "", (3,), DORA, EARLY),
        WarnPlayer(3, "", DORA, EARLY),
        OpenDispute("", (3,), (), DORA, EARLY),
    ):
        story.given.when(command).refused("NO_SUCH_ENTRY")


def test_a_dispute_keeps_what_stood_on_record_and_is_ruled_once_by_the_director() -> None:
    story = opened(2)
    opening = OpenDispute("the last card of round 4", (1, 2), RECORD, OLGA, EARLY)
    story.given.when(opening).then(
        DisputeOpened(1, "the last card of round 4", (1, 2), RECORD, OLGA, EARLY)
    )
    story.do(opening)
    story.given.when(RuleDispute(1, "it stands", OLGA, EARLY)).refused("NOT_THE_DIRECTOR")
    story.given.when(RuleDispute(2, "it stands", DORA, EARLY)).refused("NO_SUCH_DISPUTE")
    ruling = RuleDispute(1, "it stands", DORA, EARLY)
    story.given.when(ruling).then(DisputeRuled(1, "it stands", DORA, EARLY))
    story.do(ruling).given.when(ruling).refused("DISPUTE_RULED")
    assert story.state.disputes[0].record == RECORD
    assert story.state.log[-1].text == "Dispute 1: it stands"
