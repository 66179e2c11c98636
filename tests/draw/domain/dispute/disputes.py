"""A dispute for tests: its people, its commands and events, each with a usual value.

Cal called the game and Stu, the steward, opened the dispute; Sue rules and Mere reviews.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta

from services.draw.domain.dispute.dispute import (
    DISPUTES,
    AddEvidence,
    Command,
    DisputeOpened,
    DisputeReviewed,
    DisputeRuled,
    Event,
    EvidenceAdded,
    Handed,
    OpenDispute,
    ReviewDispute,
    RuleDispute,
)
from services.draw.domain.dispute.state import (
    Evidence,
    EvidenceKind,
    Finding,
    FrozenRecord,
    Review,
    Ruling,
    State,
)
from tests.kit.law import Given

CAL, STU, SUE, MERE = "cal", "stu", "sue", "mere"
CALLERS = (CAL, "ana")
JUDGES = ("ben", "vera")
"""Ben has supervised the game, and Vera decided a call out of it."""
GAME = "venues/akl/games/2026-11-29-07"
RECORD = FrozenRecord(GAME, 2, 11, b"h" * 32, (17, 42), 30, b"l" * 32)
ABOUT = "the player called out before the third number"
CAMERA = Handed(EvidenceKind.RECORDING, "camera 4, 19:31:00 to 19:33:30", "")
NOTE = Handed(EvidenceKind.DOCUMENT, "steward's note", "ab" * 32)


def at(second: int = 0) -> datetime:
    """An instant, by its second."""
    return datetime(2026, 11, 29, 8, 0, tzinfo=UTC) + timedelta(seconds=second)


# -- commands --------------------------------------------------------------------------------------


def open_(
    record: FrozenRecord | None = RECORD, evidence: Sequence[Handed] = (CAMERA,), by: str = STU
) -> OpenDispute:
    return OpenDispute(ABOUT, "people/9f", 2, record, tuple(evidence), by, at())


def add(handed: Handed = NOTE, by: str = STU) -> AddEvidence:
    return AddEvidence(handed, by, at())


def rule(by: str = SUE, finding: Finding = Finding.UPHELD) -> RuleDispute:
    return RuleDispute(finding, "the camera shows it", "NZB-5.10", CALLERS, JUDGES, by, at())


def review(by: str = MERE, *, agrees: bool = True) -> ReviewDispute:
    return ReviewDispute(agrees, "seen as well", CALLERS, JUDGES, by, at())


# -- events ----------------------------------------------------------------------------------------


def opened(by: str = STU) -> DisputeOpened:
    return DisputeOpened(ABOUT, "people/9f", RECORD, by, at())


def added(number: int, handed: Handed = NOTE, by: str = STU) -> EvidenceAdded:
    return EvidenceAdded(Evidence(number, handed.kind, handed.text, handed.sha256, by, at()))


def ruled(by: str = SUE, finding: Finding = Finding.UPHELD) -> DisputeRuled:
    return DisputeRuled(Ruling(finding, "the camera shows it", "NZB-5.10", by, at()))


def reviewed(by: str = MERE, *, agrees: bool = True) -> DisputeReviewed:
    return DisputeReviewed(Review(agrees, "seen as well", by, at()))


def dispute(*events: Event) -> Given[Command, Event, State]:
    """A dispute after these events."""
    return Given(DISPUTES, *events)


OPEN = (opened(), added(1, CAMERA))
RULED = (*OPEN, ruled())
SETTLED = (*RULED, reviewed())
