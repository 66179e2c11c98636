"""Who tried a step of a claim that is another's: refused, and on record once, since a regulator
would ask who it was (rule 5.7(c))."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import datetime
from typing import Protocol

from services.kernel.law import Decision, Refused, tried
from services.kernel.persons import spelt
from services.verify.domain.desk.claims import claim_at, with_claim
from services.verify.domain.desk.collecting import (
    NOT_CALLER_NOW,
    NOT_IN_CHARGE,
    SELLER_NOT_VERIFIER,
    TWO_PERSONS,
)
from services.verify.domain.desk.state import Desk

ON_RECORD = (NOT_IN_CHARGE, NOT_CALLER_NOW, SELLER_NOT_VERIFIER, TWO_PERSONS)
"""The reasons why a person may not take a step that another may."""


class Step(Protocol):
    """A step of a claim that a person takes."""

    @property
    def call_out(self) -> int:
        """Whose claim."""

    @property
    def by(self) -> str:
        """Who takes it."""

    @property
    def at(self) -> datetime:
        """When."""


@dataclass(frozen=True, slots=True)
class AttemptRefused:
    """A person tried a step of a claim that is not theirs; `reason` is the code that they were
    told."""

    call_out: int
    person: str
    reason: str
    at: datetime


def attempted(step: Step, desk: Desk, refused: Refused) -> Decision[AttemptRefused]:
    """What comes of a step that was refused: on record once for each claim, person and reason.
    Raises the refusal where it is there already, and any other."""
    if refused.reason not in ON_RECORD:
        raise refused
    known = claim_at(desk, step.call_out).attempts
    event = AttemptRefused(step.call_out, step.by, refused.reason.code, step.at)
    return tried(event, refused, (refused.reason.code, spelt(step.by)) in known)


def attempt_refused(desk: Desk, event: AttemptRefused) -> Desk:
    """It is on record; nothing else has come of it."""
    claim = claim_at(desk, event.call_out)
    attempts = claim.attempts | {(event.reason, spelt(event.person))}
    return with_claim(desk, replace(claim, attempts=attempts))
