"""Whether the draw has followed a decision of this desk; where it has not, people are told."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import datetime

from services.kernel.law import Decision, Reason, happened
from services.verify.domain.desk.claim import NotFollowed, of_number
from services.verify.domain.desk.claims import (
    NOT_TAKEN_OVER,
    ClaimReopened,
    claim_at,
    with_claim,
)
from services.verify.domain.desk.state import Desk

DRAW_REFUSES = Reason(
    "DRAW_REFUSES",
    "The draw has not taken over the decision on claim {call_out}: {why}.",
    "Look that reason up among the refusals and do what it says; then decide the claim again, or "
    "have a supervisor decide the call out in the draw.",
)
DRAW_DIFFERS = Reason(
    "DRAW_DIFFERS",
    "Call out {call_out} stands in the draw with another decision than this one.",
    "Find out which is right. Have a supervisor decide it again in the draw, or have its winners "
    "voided there by two persons.",
)


@dataclass(frozen=True, slots=True)
class TakeAnswer:
    """What the draw says to the decision on a claim: it follows, or refuses it for a `reason`
    with the `clause`, or lets its own stand, which `differs`."""

    call_out: int
    reason: str
    clause: str
    differs: bool
    at: datetime


@dataclass(frozen=True, slots=True)
class DrawAnswered:
    """The draw does not follow a decision: why, by which clause, and in words; `reason` is empty
    when it does after all."""

    call_out: int
    reason: str
    clause: str
    says: str
    at: datetime


def take_answer(command: TakeAnswer, desk: Desk) -> Decision[ClaimReopened | DrawAnswered]:
    """A decision that the draw does not follow is shown as such at the desk. One that it refused
    stands nowhere, so the claim is judged again once it is done what the draw asks for."""
    claim = of_number(desk.claims, command.call_out)
    if claim is None or claim.decided is None:
        return Decision()
    answer = _answer(command)
    if answer == claim.not_followed:
        return Decision()
    said = answer or NotFollowed("", "", "")
    told = DrawAnswered(command.call_out, said.reason, said.clause, said.says, command.at)
    if not command.reason:
        return happened(told)
    return happened(ClaimReopened(command.call_out, NOT_TAKEN_OVER, command.at), told)


def draw_answered(desk: Desk, event: DrawAnswered) -> Desk:
    """It stays so until the claim is decided again, here or there."""
    answer = NotFollowed(event.reason, event.clause, event.says) if event.reason else None
    claim = claim_at(desk, event.call_out)
    return with_claim(desk, replace(claim, not_followed=answer))


def _answer(command: TakeAnswer) -> NotFollowed | None:
    if command.differs:
        told = DRAW_DIFFERS(call_out=command.call_out)
    elif command.reason:
        told = DRAW_REFUSES(call_out=command.call_out, why=command.reason, clause=command.clause)
    else:
        return None
    return NotFollowed(told.reason.code, told.clause, f"{told.sentence} {told.reason.do}")
